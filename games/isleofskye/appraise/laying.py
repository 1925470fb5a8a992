"""Rates where waiting tiles may be laid: each placement, with what it leaves for the other tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.board import spot
from tilewright.core.grid import SQUARE8

from ..state import tile_named

if TYPE_CHECKING:
    from tilewright.core.views import View

    from ..actions import Build
    from .bidding import Rated
    from .worth import Worth


class Laying:
    """Rates the ways in which the view's seat may lay one of its waiting tiles."""

    def __init__(self, view: View, worth: Worth) -> None:
        assert view.seat is not None
        self.view, self.worth, self.seat = view, worth, view.seat
        self.seen = worth.seen[self.seat]
        self.waiting: tuple[int, ...] = view.waiting[self.seat]
        self.labels = [*worth.labels, "other_tiles"]
        self.values = worth.values(self.seat, worth.now[self.seat])
        self.gains = {tile: worth.gains(self.seat, tile) for tile in dict.fromkeys(self.waiting)}

    def rating(self, action: Build) -> Rated:
        """Returns what the tile adds to the territory there, and what the other waiting tiles can add then."""
        tile = tile_named(self.view, action.tile)
        place = action.place
        others = self._others(tile, place)
        after = self.worth.values(self.seat, self.worth.outlooks.following(self.seen, tile, place))
        values = [more - had for had, more in zip(self.values, after)]
        values.append(others)
        return self.labels, values

    def _others(self, tile: int, place: int) -> float:
        """Returns what the other tiles add at best once this one lies there; away from it they add as much as now."""
        others = list(self.waiting)
        others.remove(tile)
        if not others:
            return 0.0
        worth, outlooks, seat = self.worth, self.worth.outlooks, self.seat
        laid = outlooks.next(self.seen, tile, place)
        before = worth.weigh(seat, laid.number)
        near = SQUARE8.neighbours(spot(place)[0])
        found = 0.0
        for other in others:
            now = self.gains[other]
            gains = [
                worth.weigh(seat, outlooks.both(self.seen, laid, (tile, place), (other, following))) - before
                if spot(following)[0] in near or following not in now
                else now[following]
                for following in laid.ground.placements(outlooks.catalogue.tiles[other].face)
            ]
            found += max(gains, default=0.0)
        return found
