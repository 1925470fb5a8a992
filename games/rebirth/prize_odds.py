"""Points that settlements and castles bring if the free fields at them are filled by chance, whatever their weights.

Each answer depends on a few small numbers, so it is kept for all matches of a ruleset; what is kept is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import add, itemgetter
from typing import TYPE_CHECKING, TypeAlias

from tilewright.authoring import Rules, prizes

from .files import SETTLEMENT
from .settlements import parts, policy, prizes_by_size
from .state import ADJACENT

if TYPE_CHECKING:
    from .options import Options
    from .printed import Printed
    from .state import Readable

    Tiles: TypeAlias = tuple[int, ...]

MOST = 4_000
"""Answers of one sort that are kept."""


class MapBits:
    """A map by number as ratings ask for it. Sets of cells are the bits of a number."""

    def __init__(self, printed: Printed) -> None:
        self.bit = tuple(1 << cell for cell in range(len(printed.kind)))
        self.around = tuple(sum(self.bit[other] for other in cells) for cells in printed.neighbours)
        """By cell, its neighbours."""
        self.beside = tuple(map(bool, map(add, printed.castles_at, printed.cathedrals_at)))
        """By cell, True if it touches a castle or a cathedral."""
        self.settlements = tuple(gather(cells) for cells in printed.settlements)
        """By settlement, the function from all tiles to those on its cells; the same by castle and cathedral."""
        self.castles = tuple(gather(cells) for cells in printed.castle_cells)
        self.cathedrals = tuple(gather(cells) for cells in printed.cathedral_cells)


def gather(cells: Sequence[int]) -> Callable[[Sequence[int]], Tiles]:
    """The function from all tiles to those on these cells."""
    if len(cells) > 1:
        return itemgetter(*cells)
    return lambda tiles: tuple(tiles[cell] for cell in cells)


@lru_cache(maxsize=16)
def chances_of(rules: Rules, count: int) -> Chances:
    """The chances under a ruleset with so many seats."""
    return Chances(rules, count)


class Chances:
    """Expected points under one ruleset with so many seats."""

    def __init__(self, rules: Rules, count: int) -> None:
        self.printed: Printed = rules.data
        self.options: Options = rules.options
        self.board = MapBits(self.printed)
        self.prizes = prizes_by_size(rules)
        self.count = count
        self.none = (0.0,) * count
        self.sizes = tuple(map(len, self.printed.settlements))
        self._filled: dict[Tiles, tuple[float, ...]] = {}
        self._contested: dict[Tiles, tuple[float, ...]] = {}
        self._fillings: dict[tuple[Tiles, bool, int, int], tuple[float, ...]] = {}
        self._contests: dict[tuple[int, int, int], tuple[float, float]] = {}
        fields = sum(1 for kind in self.printed.kind if kind == SETTLEMENT)
        self.finished = min(0.95, count * sum(self.printed.tiles[2:]) / max(1, fields))
        """The chance that a free field of a settlement is taken."""

    # -- settlements -----------------------------------------------------------------------------------------------

    def filled(self, state: Readable) -> list[float]:
        """By seat, what unfinished settlements bring if their free fields are filled by chance."""
        found = [self.none]
        laid = state.tiles
        for number, gaps in enumerate(state.gaps):
            if gaps and gaps < self.sizes[number] > 1:
                tiles = self.board.settlements[number](laid)
                each = self._filled.get(tiles)
                if each is None:
                    amounts, neutral = parts(self.printed, tiles, self.count)
                    if len(self._filled) >= MOST:
                        self._filled.clear()
                    each = self._filled[tiles] = self.fill(tuple(amounts), neutral, gaps, len(tiles))
                found.append(each)
        return list(map(sum, zip(*found, strict=True)))

    def fill(self, amounts: Tiles, neutral: bool, gaps: int, size: int) -> tuple[float, ...]:
        """By seat, the points expected if each free field is left free or taken by any tile of any seat, by chance."""
        key = amounts, neutral, gaps, size
        found = self._fillings.get(key)
        if found is None:
            if len(self._fillings) >= MOST:
                self._fillings.clear()
            share = 1 - self.finished
            means = [share * amount * self.options.unfinished_symbol for amount in amounts]
            for chance, seat, symbols in self._draws():
                now = list(amounts)
                now[seat] += symbols
                if gaps > 1:
                    points: Sequence[float] = self.fill(tuple(now), neutral, gaps - 1, size)
                else:
                    won = [0.0] * self.count
                    for prize in prizes(now, policy(self.options, self.prizes[size], seat, now, neutral)):
                        won[prize.seat] += prize.points
                    points = won
                means = [mean + chance * more for mean, more in zip(means, points, strict=True)]
            found = self._fillings[key] = tuple(means)
        return found

    def _draws(self) -> Iterator[tuple[float, int, int]]:
        """Chance, seat and symbols of each tile that may come to a free field."""
        printed = self.printed
        whole = sum(printed.tiles[2:]) * self.count
        for kind in range(2, len(printed.tiles)):
            for seat in range(self.count):
                if printed.tiles[kind]:
                    yield self.finished * printed.tiles[kind] / whole, seat, printed.symbols[kind]

    # -- castles ---------------------------------------------------------------------------------------------------

    def contested(self, state: Readable) -> list[float]:
        """By seat, how many castles it holds at the end if the fields at them are filled by chance."""
        found = [self.none]
        tiles, presence, kept = state.tiles, state.presence, self._contested
        for castle, holder in enumerate(state.castles):
            at = castle << 3
            key = (holder, self.board.castles[castle](tiles).count(-1), *presence[at : at + 8])
            each = kept.get(key)
            if each is None:
                if len(kept) >= MOST:
                    kept.clear()
                each = kept[key] = self._chances(*key)
            found.append(each)
        return list(map(sum, zip(*found, strict=True)))

    def _chances(self, holder: int, free: int, *presence: int) -> tuple[float, ...]:
        found = []
        for seat in range(self.count):
            others = max(value for other, value in enumerate(presence) if other != seat)
            held = 0 if holder < 0 else 1 if holder == seat else 2
            found.append(self.contest(presence[seat] - others, free, held)[0])
        return tuple(found)

    def contest(self, lead: int, free: int, held: int) -> tuple[float, float]:
        """The chances that the seat, and that its strongest rival, holds the castle once its fields are filled."""
        if not free:
            return float(held == 1), float(held == 2)
        key = lead, free, held
        found = self._contests.get(key)
        if found is None:
            share = 1 / self.count
            ours = theirs = 0.0
            for chance, change in (
                (share / 2, ADJACENT), (share / 2, ADJACENT + 1),
                (share / 2, -ADJACENT), (share / 2, -ADJACENT - 1), (1 - 2 * share, 0),
            ):  # fmt: skip
                if chance > 0:
                    now = lead + change
                    holder = 1 if change > 0 and now > 0 else 2 if change < 0 and now < 0 else held
                    one, two = self.contest(now, free - 1, holder)
                    ours, theirs = ours + chance * one, theirs + chance * two
            found = self._contests[key] = ours, theirs
        return found
