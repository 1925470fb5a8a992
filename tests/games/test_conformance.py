"""The conformance kit over our games and their modules: every check, many of them in other readings too.

The base game of Rebirth is among the rulesets of tests/testing/test_conformance.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.land.grid import SQUARE4, Cell
from tilewright.core.rules.actions import Action
from tilewright.core.rules.placing import Rotation
from tilewright.core.rules.ruleset import Rules
from tilewright.games.isleofskye.actions import Build, Buy, Drop, PassTurn, Price

from ..cases import cases


def conceivable(state: Any, seat: int) -> Iterator[Action]:
    """Everything to be said of the tiles on Isle of Skye's table, far too dear and far too far away as well."""
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


MODULES = "isleofskye+bonus+druids+outskirts+tunnel"
KITS: dict[str, dict[str, Any]] = {
    "glenmore": {"seats": (2,), "every": 48},
    "isleofskye": {"seats": (3,), "every": 48, "conceivable": conceivable},
    MODULES: {"seats": (2,), "every": 64},
    "rebirth+ireland": {"seats": (3,), "every": 64},
}
"""What the kit is given; other numbers of players come in the other readings."""
ELSEWHERE = {"modules", "unused"}
"""Held by isleofskye/modules/test_subsets.py, and by tests/testing/test_forgotten.py."""
BY_THE_BASE_GAME = {MODULES: {"workers"}, "rebirth+ireland": {"workers", "options", "matches"}}
LONG = {("isleofskye", "options"), (MODULES, "options"), ("isleofskye", "workers"), ("glenmore", "workers")}
"""Left to the soak: each value of each option alone, since games with drawn ones are played every day (tests/soak), and
other processes, since tests/corpus plays the same games in every process (test_the_same_games_are_played)."""
READINGS: dict[str, dict[str, Any]] = cases(__file__, "readings")


def ruleset(name: str, **given: Any) -> Rules:
    """The game of this name, with the modules that follow it."""
    game, *modules = name.split("+")
    return tw.load(game, modules, **given)


@pytest.mark.parametrize(
    ("name", "check"),
    [
        pytest.param(name, check, marks=[pytest.mark.soak] * ((name, check) in LONG))
        for name in KITS
        for check in testing.CHECKS
        if check not in ELSEWHERE | BY_THE_BASE_GAME.get(name, set())
    ],
)
def test_the_kit_holds(name: str, check: str) -> None:
    """IS-DR-2, IS-DR-15, IS-OUT-2, IS-OUT-9: tiles are conserved, and outskirts never come into bag or market."""
    [found] = testing.run(ruleset(name), [check], games=1, **KITS[name])
    assert found.outcome == "holds", found.said


@pytest.mark.parametrize(
    "reading", [pytest.param(one, marks=[pytest.mark.soak] * ("soak" in READINGS[one])) for one in READINGS]
)
def test_the_kit_holds_in_other_readings(reading: str) -> None:
    """What an edition, a reading, or a module that is alone may change."""
    given = READINGS[reading]
    rules = ruleset(reading.split()[0], edition=given.get("edition"), options=given.get("options", {}))
    kit = {"seed": given.get("seed", 0), "every": given["every"], "seats": (given["seats"],)}
    testing.conforms(rules, given["checks"], games=1, **kit)
