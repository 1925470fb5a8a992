"""What follows from the tiles that one seat has on the map: many positions that bots imagine share it.

While others move, a seat's own tiles stay. So what depends on them alone is found once, and kept; what is kept is
bounded.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from .cards import area, conditions_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.authoring import Rules

    from ...state import Readable

MOST = 500
"""Sets of own tiles that are kept, and answers of one sort that are kept for each of them."""
ANSWERS = 4_000
"""What cards bring is kept for so many ways in which they can stand."""


@attrs.define(eq=False)
class OwnTiles:
    """The tiles of one seat, and answers that depend on nothing but them and the key of the answer."""

    areas: dict[int, int]
    """By cell of an own tile, what its area touches (as `Conditions.touches`)."""
    begun: frozenset[int]
    """The settlements in which the seat has a tile."""
    shares: dict[Hashable, float] = attrs.field(factory=dict, init=False)
    """How much of what a card asks the seat has."""
    bases: dict[Hashable, Hashable] = attrs.field(factory=dict, init=False)
    """What tiles can add to what a card asks depends on these."""
    missions: dict[Hashable, dict[int, float]] = attrs.field(factory=dict, init=False)
    """By cell, what a tile there brings of missions."""

    def missions_of(self, key: Hashable) -> dict[int, float]:
        """Return the answers for this key so far, to be added to."""
        return _of(self.missions, key)


class Kept:
    """What has been found out under one ruleset."""

    def __init__(self) -> None:
        self.own: dict[tuple[int, ...], OwnTiles] = {}
        """By a seat and its tiles."""
        self.linking: dict[Hashable, dict[int, float]] = {}
        """By round towers and castles that an area touches, what links gain by it."""
        self.rises: dict[Hashable, dict[int, float]] = {}
        """By cell where a tile brings something of a card, what it brings."""
        self.towers: dict[Hashable, Sequence[float]] = {}
        """By cell, what the round towers bring that a tile there touches."""

    def tiles_of(self, state: Readable, seat: int) -> OwnTiles:
        """Return what is known of the tiles that the seat has in this position."""
        tiles = state.tiles
        key = (seat, *[cell << 6 | tile for cell, tile in enumerate(tiles) if tile >> 3 == seat])
        found = self.own.get(key)
        if found is None:
            if len(self.own) >= MOST:
                self.own.clear()
            found = self.own[key] = _looked_at(state, seat)
        return found

    def linking_of(self, key: Hashable) -> dict[int, float]:
        """Return the answers for these links so far, to be added to."""
        return _of(self.linking, key)

    def keep(self, key: Hashable, rises: dict[int, float]) -> None:
        """What a card brings is known for this key from now on."""
        if len(self.rises) >= ANSWERS:
            self.rises.clear()
        self.rises[key] = rises


def _of(answers: dict[Hashable, dict[int, float]], key: Hashable) -> dict[int, float]:
    found = answers.get(key)
    if found is None:
        if len(answers) >= MOST:
            answers.clear()
        found = answers[key] = {}
    return found


def _looked_at(state: Readable, seat: int) -> OwnTiles:
    touches = conditions_of(state.rules).touches
    areas: dict[int, int] = {}
    for cell, tile in enumerate(state.tiles):
        if tile >> 3 == seat and cell not in areas:
            found, reached = 0, area(state, seat, cell)
            for one in reached:
                found |= touches[one]
            areas.update(dict.fromkeys(reached, found))
    settlement_of = state.rules.data.settlement_of
    return OwnTiles(areas, frozenset({settlement_of[cell] for cell in areas} - {-1}))


@lru_cache(maxsize=16)
def kept(rules: Rules) -> Kept:
    """Return what is kept for a ruleset."""
    return Kept()
