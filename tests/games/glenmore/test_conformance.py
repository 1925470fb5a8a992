"""The conformance kit over Glen More: every check, under the editions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing

from ...cases import cases

EDITIONS = ["alea-de", "polish", "yucata"]
READINGS: dict[str, dict[str, object]] = cases(__file__, "readings")
"""Readings that change what may be done in which step."""
RULES = ("legality", "saving", "scores", "records")
"""Checks of what another edition or reading may change."""
GONE = ("modules", "unused")
"""Checks for which Glen More has nothing, and those of tests/testing/test_forgotten.py."""


def stacks(state: Any) -> Counter[int]:
    """Tiles in play or in a stack; those removed are not kept."""
    laid = Counter(item for item in state.chain if item >= 0)
    for display in state.displays:
        laid.update(display.values())
    for stack in state.stacks():
        laid.update(stack)
    return laid


@pytest.mark.parametrize("name", [name for name in testing.CHECKS if name not in GONE])
def test_the_kit_holds(name: str) -> None:
    """With a die on the circuit; three to five players come in the other readings and editions."""
    [found] = testing.run(tw.load("glenmore"), [name], games=1, every=32, seats=(2,))
    assert found.outcome == "holds", found.said


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_kit_holds_in_every_edition(edition: str) -> None:
    testing.conforms(tw.load("glenmore", edition=edition), RULES, games=1, seed=11, every=32, seats=(4,))


@pytest.mark.parametrize("reading", READINGS)
def test_the_kit_holds_in_other_readings(reading: str) -> None:
    rules = tw.load("glenmore", options=READINGS[reading])
    seats = (5 if reading == "early Loch Ness" else 3,)
    testing.conforms(rules, RULES, games=1, seed=5, every=32, seats=seats)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_tile_comes_from_nowhere(players: int) -> None:
    """Tiles only ever leave: what lies anywhere is never more than what lay there before."""
    rules = tw.load("glenmore")
    state = rules.new(players, seed=players)
    before = stacks(state)
    assert before.total() == 67 + players
    while not state.over:
        state.apply(state.legal(state.to_act[0])[0])
        after = stacks(state)
        assert not after - before - Counter({getattr(state, "tile", -1): 1})
        before = after if getattr(state, "tile", -1) < 0 else before
