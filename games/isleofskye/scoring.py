"""The sixteen scoring tiles: what each finds in a territory, and what that is worth.

What counts is found as *sources*: (amount, cells), so that previews can show where points come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.core.majority import Friendly, prizes

from .files import Kind
from .territory import SQUARE8_OFFSETS, Territory
from .tiles import BARREL, BROCH, CATTLE, FARM, LIGHTHOUSE, SHEEP, SHIP

if TYPE_CHECKING:
    from .files import ScoringTile
    from .options import Options
    from .printed import Printed

Source = tuple[int, tuple[int, ...]]
"""How many of what counts, and the cells where it is; no cells for what lies nowhere."""
Finder = Callable[[Territory], Iterator[Source]]


@attrs.frozen(eq=False)
class Scoring:
    """A scoring tile in play."""

    id: str
    rule: str
    kind: Kind
    points: tuple[int, ...]
    """One number for each; a table by amount; or the prizes of a majority."""
    sources: Finder
    least: int = 1
    """What a majority asks for at least."""
    text: Mapping[str, str] = attrs.field(factory=dict)
    """What it says, by language; nothing where its name is all there is."""

    def worth(self, source: Source) -> int:
        """The points for one source; of a majority only the amount that is compared."""
        amount = source[0]
        if self.kind == "table":
            return self.points[min(amount, len(self.points)) - 1] if amount else 0
        return amount * self.points[0] if self.kind == "each" else amount

    def total(self, territory: Territory) -> int:
        """The territory's points by itself; of a majority the amount that is compared."""
        return sum(self.worth(source) for source in self.sources(territory))

    def shared(self, totals: Sequence[int]) -> list[int]:
        """The points by seat, from everybody's `total` (IS-ST-MAJ)."""
        if self.kind != "majority":
            return list(totals)
        found = [0] * len(totals)
        for prize in prizes(totals, Friendly(self.points, least=max(1, self.least))):
            found[prize.seat] += prize.points
        return found


def scorings(printed: Printed, options: Options) -> tuple[Scoring, ...]:
    """The scoring tiles of the box, in their order."""
    return tuple(
        Scoring(
            tile.id,
            tile.rule,
            tile.kind,
            tile.table,
            FINDERS[tile.id](tile.least, options),
            tile.least,
            texts(tile),
        )
        for tile in printed.scoring
    )


def texts(tile: ScoringTile) -> dict[str, str]:
    """What a scoring tile says, by language."""
    return {str(language): text for language, text in tile.words(tile.text).items()}


# -- what each tile finds --------------------------------------------------------------------------------------------


def squares(territory: Territory) -> Iterator[Source]:
    """Blocks of two by two tiles; a tile may be part of several (IS-ST-1)."""
    n, ne, e, *_ = SQUARE8_OFFSETS
    tiles = set(territory.cells_of_tiles())
    for key in territory.cells_of_tiles():
        if key + n in tiles and key + ne in tiles and key + e in tiles:
            yield 1, (key, key + n, key + ne, key + e)


def marked(*kinds: int) -> Finder:
    """Every mark of these kinds, wherever it is (IS-ST-3, IS-ST-8)."""

    def find(territory: Territory) -> Iterator[Source]:
        for key in territory.board:
            amount = territory.count(key, *kinds)
            if amount:
                yield amount, (key,)

    return find


def barrel_tiles(territory: Territory) -> Iterator[Source]:
    """Tiles with whisky barrels, however many (IS-ST-7)."""
    for key in territory.board:
        if territory.count(key, BARREL):
            yield 1, (key,)


def closed_regions(terrains: str = "PMW", least: int = 0) -> Finder:
    """Closed regions of these terrains on at least so many tiles (IS-ST-2, IS-ST-4, IS-ST-16)."""

    def find(territory: Territory) -> Iterator[Source]:
        for root in territory.closed(terrains):
            if territory.size(root) >= least:
                yield 1, territory.cells(root)

    return find


def brochs(territory: Territory) -> Iterator[Source]:
    """The brochs of each mountain, closed or not (IS-ST-5)."""
    regions = territory.board.regions
    for root in territory.regions("M"):
        amount = regions.marks(root)[BROCH]
        if amount:
            yield amount, territory.cells(root)


def sets(territory: Territory) -> Iterator[Source]:
    """Sets of a broch, a farm and a lighthouse, no building in two of them (IS-ST-6)."""
    buildings = [
        [key for key in territory.board for _ in range(territory.count(key, kind))]
        for kind in (BROCH, FARM, LIGHTHOUSE)
    ]
    for three in zip(*buildings, strict=False):
        yield 1, three


def farm_animals(territory: Territory) -> Iterator[Source]:
    """Sheep and cattle with a farm on their tile or on one of the eight around it, each once (IS-ST-9)."""
    farms = {key for key in territory.cells_of_tiles() if territory.count(key, FARM)}
    for key in territory.cells_of_tiles():
        amount = territory.count(key, SHEEP, CATTLE)
        if amount and (key in farms or any(key + offset in farms for offset in SQUARE8_OFFSETS)):
            yield amount, (key,)


def gold(territory: Territory) -> Iterator[Source]:
    """The gold held (IS-ST-10, IS-ST-19)."""
    if territory.gold:
        yield territory.gold, ()


def cattle_on_road(territory: Territory) -> Iterator[Source]:
    """Cattle on tiles that a road connects to the castle (IS-ST-11)."""
    for key in territory.connected():
        amount = territory.count(key, CATTLE)
        if amount:
            yield amount, (key,)


def harbours(territory: Territory) -> Iterator[Source]:
    """Waters with a ship and a lighthouse, closed or not (IS-ST-12)."""
    regions = territory.board.regions
    for root in territory.regions("W"):
        marks = regions.marks(root)
        if marks[SHIP] and marks[LIGHTHOUSE]:
            yield 1, territory.cells(root)


def road_tiles(castle_counts: bool) -> Finder:
    """Tiles that a road connects to the castle, the castle's own tile as the option says (IS-ST-13, IS-AMB-3)."""

    def find(territory: Territory) -> Iterator[Source]:
        for key in territory.connected():
            if territory.tile(key).full and (castle_counts or not territory.is_home(key)):
                yield 1, (key,)

    return find


def lines(direction: str, least: int, each_once: bool) -> Finder:
    """Lines of so many tiles without a gap: every run, or every row and column once (IS-ST-14, IS-AMB-5)."""

    def find(territory: Territory) -> Iterator[Source]:
        grid = territory.board.grid
        seen = set()
        for run in grid.runs(territory.cells_of_tiles(), direction):
            line = grid.at(run[0]).x if direction == "n" else grid.at(run[0]).y
            if len(run) >= least and not (each_once and line in seen):
                seen.add(line)
                yield 1, tuple(run)

    return find


def largest_closed(terrain: str) -> Finder:
    """The tiles of the largest closed region of this terrain, of several equal ones one (IS-ST-15, IS-ST-18)."""

    def find(territory: Territory) -> Iterator[Source]:
        closed = territory.closed(terrain)
        if closed:
            largest = max(closed, key=territory.size)
            yield territory.size(largest), territory.cells(largest)

    return find


FINDERS: Mapping[str, Callable[[int, Options], Finder]] = {
    "squares": lambda least, options: squares,
    "closed_regions": lambda least, options: closed_regions(),
    "all_sheep": lambda least, options: marked(SHEEP),
    "large_regions": lambda least, options: closed_regions(least=least),
    "mountain_brochs": lambda least, options: brochs,
    "building_sets": lambda least, options: sets,
    "most_barrels": lambda least, options: barrel_tiles,
    "most_ships": lambda least, options: marked(SHIP),
    "farm_animals": lambda least, options: farm_animals,
    "most_gold": lambda least, options: gold,
    "cattle_on_road": lambda least, options: cattle_on_road,
    "harbours": lambda least, options: harbours,
    "road_tiles": lambda least, options: road_tiles(options.castle_on_road),
    "columns": lambda least, options: lines("n", least, options.long_lines == "lines"),
    "largest_lake": lambda least, options: largest_closed("W"),
    "closed_mountains": lambda least, options: closed_regions("M"),
}
"""From the id of a scoring tile and its `least` to what it finds."""
