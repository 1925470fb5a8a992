"""A set of tiles beside the printed ones: examples/carcassonne/sets."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.authoring import lying

BENDS = str(Path(__file__).parents[1] / "sets" / "bends")


def test_the_tiles_of_the_set_are_in_the_bag_and_come_out_of_it() -> None:
    rules = tw.load("carcassonne", [BENDS])
    state = rules.new(2, seed=5)
    numbers = [rules.pieces["tile"].index(code) for code in ("BA", "BB", "BC")]
    assert len(rules.pieces["tile"]) == 27 and rules.modules[0].title == "Bends and crossings"
    assert [state.to_dict()["bag"].count(n) + (n in state.to_dict()["drawn"]) for n in numbers] == [2, 2, 2]
    testing.play_out(rules, state, ["greedy", "random"], seed=5)
    lies = lying(state)
    assert state.over and [lies["tile", code] for code in ("BA", "BB", "BC", "X")] == [2, 2, 2, 1]


@pytest.mark.parametrize("check", ["legality", "scores", "records", "views"])
def test_the_kit_holds_with_it(check: str) -> None:
    testing.conforms(tw.load("carcassonne", [BENDS]), [check], games=1)
