"""The conformance kit over the toy rulesets and over Rebirth."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import testing
from tilewright.core.base.errors import UsageError
from tilewright.core.land.grid import HEX
from tilewright.core.rules.actions import Action
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State

from ..rules.rebirth import placements
from ..toys import auction, drought, haul, meadow, nim, river
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm


def lays(state: State, seat: int) -> list[Action]:
    """Every tile on every cell of the meadow and around it, and the swap."""
    cells = HEX.around(0, 3)
    laid = [meadow.LayTile(seat, kind, HEX.at(cell)) for kind in meadow.KINDS for cell in cells]
    return [*laid, meadow.Swap(seat)]


def bids(state: State, seat: int) -> list[Action]:
    """Every action of the auction that can be typed."""
    found: list[Action] = [auction.Keep(seat), *(auction.Offer(seat, coins) for coins in range(8))]
    return [*found, *(kind(seat, card) for card in auction.KINDS for kind in (auction.Pick, auction.Slip))]


def river_moves(state: State, seat: int) -> list[Action]:
    spaces = [river.Take(seat, space) for space in range(40)]
    return [*spaces, *(river.Use(seat, n) for n in range(16)), river.Done(seat)]


def nim_moves(state: State, seat: int) -> list[Action]:
    return [nim.Take(seat, n) for n in range(9)]


CHOICES = {"cathedral_choice": "optional", "several_neighbours": "one"}
RULESETS: dict[str, Callable[[], Rules]] = {
    "nim": lambda: tw.load(nim.PLUGIN),
    "meadow": lambda: tw.load(meadow.PLUGIN),
    "river": lambda: tw.load(river.PLUGIN),
    "auction": lambda: tw.load(auction.PLUGIN),
    "auction-handicap": lambda: tw.load(auction.PLUGIN, options={"handicap": True}),
    "harvest": lambda: tw.load(harvest),
    "harvest-town": lambda: tw.load(harvest, edition="town"),
    "harvest-both": lambda: tw.load(harvest, modules=[storm, drought.PLUGIN]),
    "rebirth": lambda: tw.load("rebirth"),
    "rebirth-choices": lambda: tw.load("rebirth", options=CHOICES),
}
GIVEN: dict[str, dict[str, Any]] = {
    "nim": {"conceivable": nim_moves, "conserved": lambda state: state.heap + sum(state.log)},
    "meadow": {"conceivable": lays},
    "river": {"conceivable": river_moves},
    "auction": {"conceivable": bids, "games": 2, "every": 6},
    "harvest": {},
    "rebirth": {"conceivable": placements, "every": 40, "seats": (2,)},
    "rebirth-choices": {"seed": 50, "every": 16, "seats": (3,)},
}
"""What the kit is given; a ruleset without an entry takes that of its game."""
SOAKED = ("auction-handicap", "harvest", "harvest-town", "rebirth-choices")
"""Whose checks hold what those of another ruleset hold: left to the soak."""
LONG = ("rebirth", "options")
"""Left to the soak as well; every day games are played with drawn options (tests/soak)."""


@cache
def ruleset(name: str) -> Rules:
    return RULESETS[name]()


@pytest.mark.parametrize(
    ("name", "check"),
    [
        pytest.param(name, check, marks=[pytest.mark.soak] * (name in SOAKED or (name, check) == LONG))
        for name in RULESETS
        for check in testing.CHECKS
    ],
)
def test_conforms(name: str, check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda file: pytest.fail("nothing of it has to outlast the check"))
    rules = ruleset(name)
    given = GIVEN.get(name, GIVEN[name.split("-")[0]])
    [finding] = testing.run(rules, [check], **{"games": 1, **given})
    assert finding.outcome != "broken", finding.said
    silent = rules.game.choices is None and rules.game.appraise is None
    without = {"modules": len(rules.modules) < 2, "draws": rules.game.show is None, "judgements": silent}
    assert finding.outcome == ("skipped" if without.get(check) else "holds"), finding.said


def test_a_check_that_does_not_exist_is_named() -> None:
    with pytest.raises(UsageError, match="there is no check 'clone'; did you mean 'clones'"):
        testing.run(ruleset("nim"), ["clone"])


@pytest.mark.parametrize("wrong", [nim.Take(2, 1), nim.Take(-1, 1), "take 1"])
def test_what_is_conceivable_is_an_action_of_a_seat(wrong: Any) -> None:
    given: dict[str, Any] = {"games": 1, "seats": (2,), "conceivable": lambda state, seat: [wrong]}
    [finding] = testing.run(ruleset("nim"), ["refusals"], **given)
    assert finding.outcome == "broken"
    assert f"conceivable gives {wrong!r}, which is no action of a seat of this game" in finding.said


def test_each_check_says_what_it_is_about() -> None:
    assert [name for name, check in testing.CHECKS.items() if not check.doc.endswith(".")] == []


def test_findings_are_told_one_by_one() -> None:
    told: list[testing.Finding] = []
    found = testing.run(ruleset("nim"), ["scores", "modules"], games=1, told=told.append)
    assert told == found
    assert [(f.check, f.outcome) for f in found] == [("scores", "holds"), ("modules", "skipped")]
    assert found[1].said == "fewer than two modules, so there is only one order"


def test_random_games_of_the_auction_reach_every_corner() -> None:
    """The kit proves nothing where its games never go: sealed sequences, slips, memories, single bids."""
    rules = ruleset("auction")
    subject = testing.Subject(rules=rules, games=2)
    seen = Counter[str]()
    for moment in testing.moments(subject):
        state = moment.state
        seen["over"] += state.over
        seen["remembered"] += bool(state.seen)
        seen["half sealed"] += any(len(codes) == 1 for codes in state.sealed)
        seen["one is done"] += any(len(codes) == 2 for codes in state.sealed)
        seen["slip"] += isinstance(moment.action, auction.Slip)
    assert all(seen[what] for what in ("over", "remembered", "half sealed", "one is done", "slip")), seen


def test_numbers_of_players_that_the_set_up_refuses_are_left_out() -> None:
    """A game for two or four: three are no fault of it."""

    def set_up(state: State, log: Any) -> None:
        if len(state.seats) == 3:
            raise UsageError("for two or four")
        assert haul.GAME.set_up is not None
        haul.GAME.set_up(state, log)

    rules = tw.load(haul.bent(seats=(2, 4), set_up=set_up))
    assert testing.Subject(rules=rules).players == [2, 4]
    assert not [one.said for one in testing.run(rules, games=1) if one.outcome == "broken"]
