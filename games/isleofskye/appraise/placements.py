"""Rates where waiting tiles may be laid: each placement, with what it leaves for the other tiles."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE8, View, placement, spot

from ..state import tile_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..actions import Build
    from .bidding import Rated
    from .cache import Known
    from .territory_worth import Worth


class Laying:
    """Rates the ways in which the view's seat may lay one of its waiting tiles."""

    def __init__(self, view: View, worth: Worth) -> None:
        assert view.seat is not None
        self.view, self.worth, self.seat = view, worth, view.seat
        self.seen = worth.seen[self.seat]
        self.waiting: tuple[int, ...] = view.waiting[self.seat]
        self._holding = worth.holdings[self.seat]

    @staticmethod
    def known(view: View, worth: Worth) -> Known:
        """Returns the worths of lists of builds in positions in which all of them have been the same."""
        assert view.seat is not None
        return worth.holdings[view.seat].rated.setdefault(view.waiting[view.seat], {})

    @cached_property
    def labels(self) -> Sequence[str]:
        """The parts of a rating."""
        return [*self.worth.labels, "other_tiles"]

    @cached_property
    def gains(self) -> dict[int, dict[int, float]]:
        """By tile and placement, what it adds."""
        return {tile: self.worth.gains(self.seat, tile) for tile in dict.fromkeys(self.waiting)}

    @cached_property
    def ranked(self) -> dict[int, list[tuple[float, int]]]:
        """By tile, what it adds on each cell, the most first."""
        return {
            tile: sorted([(gain, spot(place)[0]) for place, gain in gains.items()], reverse=True)
            for tile, gains in self.gains.items()
        }

    def rating(self, action: Build) -> Rated:
        """Returns what the tile adds to the territory there, and what the other waiting tiles can add then."""
        tile, place = tile_named(self.view, action.tile), action.place
        return self.labels, [*self.worth.added(self.seat, tile, place), self._others(tile, place)]

    def _others(self, tile: int, place: int) -> float:
        """Returns what the other tiles add at best once this one lies there."""
        others = list(self.waiting)
        others.remove(tile)
        if not others:
            return 0.0
        known = self._holding.then.setdefault((tile, place), {})
        new = [other for other in others if other not in known]
        if new:
            known.update(self._then(tile, place, new))
        found = 0.0
        for other in others:
            found += known[other]
        return found

    def _then(self, tile: int, place: int, others: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Yields other tiles with what they add at best then; away from this one they add as much as now."""
        worth, outlooks, seat = self.worth, self.worth.outlooks, self.seat
        laid = outlooks.next(self.seen, tile, place)
        frontier, before = laid.ground.frontier, worth.weigh(seat, laid.number)
        near, stood = SQUARE8.neighbours(spot(place)[0]), self.seen.ground.frontier
        changed = [
            (cell, wanted) for cell, wanted in frontier.items() if cell in near or stood.get(cell) != wanted
        ]
        same = frontier.keys() - [cell for cell, _ in changed]
        for other in others:
            now, fits = self.gains[other], outlooks.catalogue.tiles[other].face.fits
            away = next((gain for gain, cell in self.ranked[other] if cell in same), None)
            gains = [] if away is None else [away]
            for cell, wanted in changed:
                for rotation in fits[wanted]:
                    following = placement(cell, rotation)
                    if cell not in near and following in now:
                        gains.append(now[following])
                    else:
                        both = outlooks.both(self.seen, laid, (tile, place), (other, following))
                        gains.append(worth.weigh(seat, both) - before)
            yield other, max(gains, default=0.0)
