"""The conformance kit over Isle of Skye: every check, many of them with other readings too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.land.grid import SQUARE4, Cell
from tilewright.core.rules.actions import Action
from tilewright.core.rules.placing import Rotation
from tilewright.games.isleofskye.actions import Build, Buy, Drop, PassTurn, Price

from ...cases import cases

READINGS: list[dict[str, Any]] = cases(__file__, "readings")
GONE = ("modules", "unused")
"""Checks for which the base game has nothing, and those of tests/testing/test_forgotten.py."""


def conceivable(state: Any, seat: int) -> Iterator[Action]:
    """Everything that could be said about the tiles on the table, far too dear and far too far away as well."""
    tiles = [tile for row in (*state.offers, *state.waiting) for tile in row]
    near = {
        Cell(x + east, y + north)
        for x, y in map(SQUARE4.at, state.territories[seat])
        for east in (-2, -1, 0, 1)
        for north in (-1, 0, 1, 2)
    }
    yield PassTurn(seat)
    for tile in [*tiles, state.bag[0]]:
        name = state.rules.pieces["tile"][tile]
        yield from (Drop(seat, name), Buy(seat, name))
        yield from (
            Price(seat, name, gold) for gold in (0, 1, 2, 5, state.gold[seat], state.gold[seat] + 1, 999)
        )
        if state.step is not None and state.step.name == "build":
            for cell in sorted(near):
                yield from (Build(seat, name, cell, Rotation(turn)) for turn in range(4))


@pytest.mark.parametrize("name", [name for name in testing.CHECKS if name not in GONE])
def test_the_kit_holds(name: str) -> None:
    """With three players; two and four come in the other readings."""
    rules = tw.load("isleofskye")
    [found] = testing.run(rules, [name], games=1, every=32, seats=(3,), conceivable=conceivable)
    assert found.outcome == "holds", found.said


@pytest.mark.parametrize(
    "reading",
    [*READINGS[:2], *(pytest.param(reading, marks=pytest.mark.soak) for reading in READINGS[2:])],
    ids=lambda reading: ",".join(reading),
)
def test_the_kit_holds_in_other_readings(reading: dict[str, Any]) -> None:
    rules = tw.load("isleofskye", options=reading)
    checks = ("legality", "refusals", "saving", "scores", "pieces", "ending", "views")
    testing.conforms(rules, checks, games=1, seed=11, every=48, seats=(2 if reading == READINGS[0] else 4,))
