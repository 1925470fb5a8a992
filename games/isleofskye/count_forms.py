"""The forms in which scoring tiles and scrolls count a territory, so that a tile more need not count it anew.

A finder (`Scoring.sources`) says what counts and where; its form counts the same in numbers. It counts a ground once,
and then says what a step makes of that: a tile laid on an open cell. Every count is a pair: as the territory stands,
and with regions closed that have a single open edge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import attrs

from tilewright.authoring import SQUARE8, unpack

from .tiles import CATTLE, FARM, SHEEP

if TYPE_CHECKING:
    from .placement_steps import Step
    from .region_search import RegionCounts, TerritoryParts
    from .territory import Territory
    from .tiles import Tile

Count: TypeAlias = "tuple[int, int, Any]"
"""A pair, and what the form wants to know later."""
AROUND = SQUARE8.offsets
"""To the eight cells around one, clockwise from north."""


class Form(Protocol):
    """A way of counting."""

    def start(self, ground: TerritoryParts) -> Count:
        """Returns what it counts in a ground."""

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        """Returns what it counts after a step, from what it had counted in the ground."""

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        """Returns what `start` returns for the ground after a step, where it counts `now`."""


@attrs.frozen(eq=False)
class Counted:
    """A count without a form of its own: each territory is laid out and counted anew."""

    count: Callable[[Territory], int]

    def start(self, ground: TerritoryParts) -> Count:
        now, hopeful = ground.sketches()
        return self.count(now), self.count(hopeful), None

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        now, hopeful = step.sketches()
        return self.count(now), self.count(hopeful)

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, None


@attrs.frozen(eq=False)
class Nothing:
    """The same in every territory."""

    amount: int = 0

    def start(self, ground: TerritoryParts) -> Count:
        return self.amount, self.amount, None

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        return had[0], had[1]

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, None


@attrs.frozen(eq=False)
class Each:
    """The sum over all tiles of what each has, wherever it lies."""

    amount: Callable[[Tile], int]

    def start(self, ground: TerritoryParts) -> Count:
        found = sum(map(self.amount, ground.tiles))
        return found, found, None

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        found = had[0] + self.amount(step.tile)
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, None


@attrs.frozen(eq=False)
class Sets:
    """The least of several sums over all tiles: sets of one mark of each kind."""

    kinds: tuple[int, ...]

    def start(self, ground: TerritoryParts) -> Count:
        sums = [sum([tile.marks[kind] for tile in ground.tiles]) for kind in self.kinds]
        return min(sums), min(sums), sums

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        marks = step.tile.marks
        found = min([amount + marks[kind] for kind, amount in zip(self.kinds, had[2], strict=True)])
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return self.start(ground)


@attrs.frozen(eq=False)
class OnRoad:
    """The sum over the tiles that a road connects to the castle (IS-ROAD-1, IS-ROAD-2)."""

    amount: Callable[[Tile], int]
    home: bool = True
    """True if the castle's own tile counts."""

    def start(self, ground: TerritoryParts) -> Count:
        found = self._of(ground, ground.connected if self.home else ground.connected & ~1)
        return found, found, None

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        found = had[0]
        if step.joined.joins:
            found += self.amount(step.tile)
        if step.joined.connected:
            found += self._of(ground, step.joined.connected)
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, None

    def _of(self, ground: TerritoryParts, tiles: int) -> int:
        return sum([self.amount(tile) for n, tile in enumerate(ground.tiles) if tiles >> n & 1])


@attrs.frozen(eq=False)
class OfRegions:
    """The sum over all regions, one for each full `per`."""

    amount: Callable[[RegionCounts, int], int]
    """Of a region, if regions with so many open edges or fewer are closed."""
    hopeful: bool = True
    """True if it matters which regions are closed."""
    per: int = 1

    def start(self, ground: TerritoryParts) -> Count:
        regions = ground.regions.values()
        now = sum([self.amount(region, 0) for region in regions])
        nearly = sum([self.amount(region, 1) for region in regions]) if self.hopeful else now
        return now // self.per, nearly // self.per, (now, nearly)

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        amount, regions, gone, made = self.amount, ground.regions, step.joined.gone, step.joined.made
        now, nearly = had[2]
        for root in gone:
            now -= amount(regions[root], 0)
        for region in made:
            now += amount(region, 0)
        if not self.hopeful:
            return now // self.per, now // self.per
        for root in gone:
            nearly -= amount(regions[root], 1)
        for region in made:
            nearly += amount(region, 1)
        return now // self.per, nearly // self.per

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, now if self.per == 1 else self.start(ground)[2]


@attrs.frozen(eq=False)
class Largest:
    """The most that any region has."""

    amount: Callable[[RegionCounts, int], int]
    """As in `OfRegions`."""

    def start(self, ground: TerritoryParts) -> Count:
        ranked = [
            sorted([(self.amount(region, slack), root) for root, region in ground.regions.items()])[::-1]
            for slack in (0, 1)
        ]
        return ranked[0][0][0], ranked[1][0][0], ranked

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        gone, made = step.joined.gone, step.joined.made
        now, nearly = [
            max(
                [next((most for most, root in ranked if root not in gone), 0)]
                + [self.amount(region, slack) for region in made]
            )
            for slack, ranked in enumerate(had[2])
        ]
        return now, nearly

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return self.start(ground)


@attrs.frozen(eq=False)
class OnClosed:
    """The sum over the tiles that are part of a closed region of a terrain."""

    terrain: str
    amount: Callable[[Tile], int]

    def start(self, ground: TerritoryParts) -> Count:
        closed = 0
        for region in ground.regions.values():
            if region.kind == self.terrain and region.open == 0:
                closed |= region.tiles
        found = self._of(ground, closed)
        return found, found, closed

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        closed, now = 0, False
        for region in step.joined.made:
            if region.kind == self.terrain and region.open == 0:
                closed |= region.tiles
                now = True
        found = had[0] + (self.amount(step.tile) if now else 0)
        if closed:
            found += self._of(ground, closed & ~had[2])
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return self.start(ground)

    def _of(self, ground: TerritoryParts, tiles: int) -> int:
        return sum([self.amount(tile) for n, tile in enumerate(ground.tiles) if tiles >> n & 1])


# -- forms of cells ----------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Squares:
    """Blocks of two by two tiles (IS-ST-1)."""

    def start(self, ground: TerritoryParts) -> Count:
        n, ne, e, *_ = AROUND
        full = ground.full
        found = sum([key + n in full and key + ne in full and key + e in full for key in full])
        return found, found, None

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        found, full, cell = had[0], ground.full, step.cell
        if step.tile.full:
            n, ne, e, se, s, sw, w, nw = AROUND
            north, south = cell + n in full, cell + s in full
            if cell + e in full:
                found += (north and cell + ne in full) + (south and cell + se in full)
            if cell + w in full:
                found += (north and cell + nw in full) + (south and cell + sw in full)
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, None


@attrs.frozen(eq=False)
class Runs:
    """Runs of so many tiles without a gap in one direction, or lines with such a run (IS-AMB-5)."""

    offset: int
    """To the next cell of a line."""
    number: Callable[[int], int]
    """The number of the line on which a cell lies."""
    least: int
    each_once: bool

    def start(self, ground: TerritoryParts) -> Count:
        full, offset = ground.full, self.offset
        lines = []
        for key in full:
            if key - offset not in full and self._length(full, key, offset) >= self.least:
                lines.append(self.number(key))
        found = len(set(lines)) if self.each_once else len(lines)
        return found, found, lines

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        found = had[0]
        if step.tile.full:
            full, cell, offset, least = ground.full, step.cell, self.offset, self.least
            before = self._length(full, cell - offset, -offset)
            behind = self._length(full, cell + offset, offset)
            if before + 1 + behind >= least and not (self.each_once and self.number(cell) in had[2]):
                found += 1 - (before >= least) - (behind >= least)
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return self.start(ground)

    @staticmethod
    def _length(full: set[int], key: int, offset: int) -> int:
        length = 0
        while key in full:
            length += 1
            key += offset
        return length


def runs(direction: str, least: int, each_once: bool) -> Runs:
    """Returns the form of the finder `lines`, for columns (`n`) or rows (`e`)."""
    at = 0 if direction == "n" else 1
    return Runs(AROUND[SQUARE8.directions.index(direction)], lambda key: unpack(key)[at], least, each_once)


@attrs.frozen(eq=False)
class Diagonal:
    """The most tiles on one diagonal line, however many gaps (IS-ST-D4)."""

    def start(self, ground: TerritoryParts) -> Count:
        lines: dict[tuple[bool, int], int] = {}
        for key in ground.full:
            for line in self._lines(key):
                lines[line] = lines.get(line, 0) + 1
        found = max(lines.values(), default=0)
        return found, found, lines

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        found = had[0]
        if step.tile.full:
            found = max(found, *[had[2].get(line, 0) + 1 for line in self._lines(step.cell)])
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return self.start(ground)

    @staticmethod
    def _lines(key: int) -> tuple[tuple[bool, int], tuple[bool, int]]:
        x, y = unpack(key)
        return (False, x + y), (True, x - y)


@attrs.frozen(eq=False)
class Fed:
    """Animals with a farm on their tile or on one of the eight around it (IS-ST-9)."""

    def start(self, ground: TerritoryParts) -> Count:
        animals = {}
        farms = set()
        for key, number in ground.cells.items():
            tile = ground.tiles[number]
            if tile.full:
                if tile.marks[FARM]:
                    farms.add(key)
                amount = tile.marks[SHEEP] + tile.marks[CATTLE]
                if amount:
                    animals[key] = amount
        fed = sum([amount for key, amount in animals.items() if self._near(key, farms)])
        return fed, fed, (animals, farms)

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        found, tile = had[0], step.tile
        if tile.full:
            animals, farms = had[2]
            marks, cell = tile.marks, step.cell
            amount = marks[SHEEP] + marks[CATTLE]
            if marks[FARM]:
                found += amount
                for offset in AROUND:
                    key = cell + offset
                    if key in animals and not self._near(key, farms):
                        found += animals[key]
            elif amount and self._near(cell, farms):
                found += amount
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return self.start(ground)

    @staticmethod
    def _near(key: int, farms: set[int]) -> bool:
        return key in farms or any([key + offset in farms for offset in AROUND])


# -- forms of scrolls --------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class BestScroll:
    """The points of the scroll that brings most (IS-ST-B2)."""

    def start(self, ground: TerritoryParts) -> Count:
        now, hopeful = [max(ground.scroll_points(hope), default=0) for hope in (False, True)]
        return now, hopeful, None

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        now, hopeful = [max(step.scroll_points(hope), default=0) for hope in (False, True)]
        return now, hopeful

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, None
