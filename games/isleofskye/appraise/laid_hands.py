"""What several new tiles add to a territory together: the best is laid first, then the best of the rest.

Hands that begin with the same tile share what follows from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE8, placement, spot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .cache import Seen
    from .territory_worth import Worth


class Laid:
    """A seat's territory in which some tiles are imagined, and what others add to it."""

    __slots__ = ("best", "gains", "last", "seen")

    def __init__(self, seen: Seen, last: tuple[int, int]) -> None:
        self.seen, self.last = seen, last
        """The territory, and the tile laid last with its placement."""
        self.gains: dict[int, dict[int, float]] = {}
        """By tile and placement, what it adds."""
        self.best: dict[int, tuple[float, int] | None] = {}
        """By tile, what it adds at best, and the placement; None if it has no place."""


class Hands:
    """The worth of new tiles to one seat."""

    def __init__(self, worth: Worth, seat: int) -> None:
        self.worth, self.seat = worth, seat
        self._known: dict[tuple[int, ...], Laid] = {(): Laid(worth.seen[seat], (0, 0))}
        """By the tiles laid, in order, each where it adds most."""

    def added(self, tiles: Iterable[int]) -> float:
        """Returns what these tiles add if the best is laid first, then the best of the rest."""
        laid: tuple[int, ...] = ()
        left, whole = list(tiles), 0.0
        while left:
            gains = [
                (best[0], tile) for tile in left for best in (self._best(laid, tile),) if best is not None
            ]
            if not gains:
                break
            gain, tile = max(gains)
            whole += gain
            left.remove(tile)
            laid = (*laid, tile)
        return whole

    def _best(self, laid: tuple[int, ...], tile: int) -> tuple[float, int] | None:
        """Returns what the tile adds at best after those laid, and the placement."""
        there = self._territory(laid)
        if tile not in there.best:
            gains = self._gains(laid, tile)
            place = max(gains, key=gains.__getitem__, default=None)
            there.best[tile] = None if place is None else (gains[place], place)
        return there.best[tile]

    def _territory(self, laid: tuple[int, ...]) -> Laid:
        found = self._known.get(laid)
        if found is None:
            *before, tile = laid
            best = self._best(tuple(before), tile)
            assert best is not None
            last = tile, best[1]
            seen = self.worth.outlooks.next(self._known[tuple(before)].seen, *last)
            found = self._known[laid] = Laid(seen, last)
        return found

    def _gains(self, laid: tuple[int, ...], tile: int) -> dict[int, float]:
        """Returns by placement what the tile adds after those laid: away from the last one, as much as before it."""
        there = self._territory(laid)
        found = there.gains.get(tile)
        if found is not None:
            return found
        worth, outlooks, seat = self.worth, self.worth.outlooks, self.seat
        if not laid:
            found = there.gains[tile] = worth.gains(seat, tile)
            return found
        now, seen = self._gains(laid[:-1], tile), self._known[laid[:-1]].seen
        stood, near = worth.weigh(seat, there.seen.number), SQUARE8.neighbours(spot(there.last[1])[0])
        found, fits = there.gains.setdefault(tile, {}), outlooks.catalogue.tiles[tile].face.fits
        for cell, wanted in there.seen.ground.frontier.items():
            for rotation in fits[wanted]:
                following = placement(cell, rotation)
                if cell not in near and following in now:
                    found[following] = now[following]
                else:
                    both = outlooks.both(seen, there.seen, there.last, (tile, following))
                    found[following] = worth.weigh(seat, both) - stood
        return found
