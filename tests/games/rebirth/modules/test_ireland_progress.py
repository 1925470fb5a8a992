"""What bots keep of missions and round towers is what they would find anew (RI-MIS, RI-BONUS)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

import tilewright
from tilewright.games.rebirth.files import KINDS
from tilewright.games.rebirth.modules._ireland.appraise import Prospect
from tilewright.games.rebirth.modules._ireland.mission_progress import linked
from tilewright.games.rebirth.modules._ireland.own_tiles import kept
from tilewright.games.rebirth.steps import cells_for

from ...playing import decisions

PLACES = "castle", "tower"
"""What conditions name that are not on a kind of tile."""


def by_definition(prospect: Prospect, kind: int, cells: Sequence[int]) -> list[float]:
    """Add up by cell what each card gains, in the order of links, then of cards."""
    asked = {number: prospect.data.cards[number].condition for number, _ in prospect.wanted()}
    found = []
    for cell in cells:
        touched = prospect.conditions.touches[cell]
        for other in prospect.printed.neighbours[cell]:
            touched |= prospect.areas.get(other, 0)
        rises, others = [], {}
        for number, points in prospect.wanted():
            one = asked[number]
            before = prospect.value(min(0.999, prospect._now(one)))
            if one.type == "link":
                rises.append(points * (prospect.value(linked(one, touched)) - before))
            elif number in prospect.conditions.relevant[cell] and one.what in ("", *PLACES, KINDS[kind]):
                share = prospect._amount(one, kind)(cell) / one.count
                others[number] = points * (prospect.value(share) - before)
        more = sum([rise for rise in rises if rise > 0])
        for number in sorted(others):
            more += max(0.0, others[number])
        found.append(more)
    return found


def positions(players: int, seed: int) -> Iterator[tuple[Prospect, int]]:
    """Play a random game; yield in each position how the seat stands that decides, and a kind of tile."""
    rules = tilewright.load("rebirth", ["ireland"])
    chance = Random(seed)
    for state in decisions(rules, players, seed):
        seat = state.to_act[0]
        yield Prospect(state.view(seat), seat), chance.randrange(len(KINDS))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_tiles_bring_of_missions_is_as_defined_in_every_position(players: int) -> None:
    brought = 0
    for prospect, kind in positions(players, 1):
        cells = cells_for(prospect.view, kind)
        found = prospect.missions(kind, cells)
        assert found == by_definition(prospect, kind, cells)
        brought += any(found)
    assert brought > 20


def test_what_round_towers_bring_is_as_defined_in_every_position() -> None:
    brought = 0
    for prospect, _ in positions(3, 2):
        found = prospect.towers(range(len(prospect.tiles)))
        assert found == [prospect.bonuses(towers) for towers in prospect.data.towers_at]
        brought += any(found)
    assert brought > 20


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tilewright.load("rebirth", ["ireland"])
    found = kept(rules)
    for name in ("MOST", "ANSWERS"):
        monkeypatch.setattr(f"tilewright.games.rebirth.modules._ireland.own_tiles.{name}", 5)
    for store in (found.own, found.linking, found.rises):
        store.clear()
    for prospect, kind in positions(2, 1):
        prospect.missions(kind, cells_for(prospect.view, kind))
        assert max(len(found.own), len(found.linking), len(found.rises), len(prospect.own.missions)) <= 5
