"""The conformance kit over the game with the module, and what the module does."""

from __future__ import annotations

import pytest
import tilewright as tw
from tilewright import testing
from tilewright.authoring import Stream

GAME, MODULE = "rebirth", "blight"


@pytest.mark.parametrize("check", testing.CHECKS)
def test_the_kit_holds(check: str) -> None:
    rules = tw.load(GAME, [MODULE])
    testing.conforms(rules, [check], games=1, seats=[rules.game.seats[0]], every=24)


@pytest.mark.parametrize("points", [0, 3])
def test_a_six_scores(points: int) -> None:
    """BL-SIX-1, over random games."""
    rules = tw.load(GAME, [MODULE], {f"{MODULE}.points": points})
    sixes = []
    for seed in range(5):
        state, chooser = rules.new(rules.game.seats[0], seed), Stream(seed, "players")
        while not state.over:
            state.apply(chooser.pick(state.legal(state.to_act[0])))
        sixes += [line for line in state.score_lines() if line.rule == "BL-SIX-1"]
    assert bool(sixes) == bool(points) and {line.amount for line in sixes} <= {points}


def test_the_die_is_the_modules_own() -> None:
    """The same seed deals the same game without the module."""
    alone, rolling = tw.load(GAME), tw.load(GAME, [MODULE])
    low = alone.game.seats[0]
    plain, other = alone.new(low, seed=7), rolling.new(low, seed=7)
    assert plain.to_act == other.to_act
    seat = plain.to_act[0]
    assert list(plain.legal(seat)) == list(other.legal(seat))
