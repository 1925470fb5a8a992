"""The sixteen scoring tiles, and what each finds in a territory.

All that is printed on a scoring tile is its record in scoring.yaml. A table by id says how each counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from tilewright.authoring import ScoreReason, words

from .count_forms import Each, Fed, Form, Largest, Nothing, OfRegions, OnRoad, Sets, Squares, runs
from .files import LETTERS
from .scoring_kinds import Finder, Scoring, Source
from .territory import SQUARE8_OFFSETS, Territory
from .tiles import BARREL, BROCH, CATTLE, FARM, LIGHTHOUSE, SHEEP, SHIP, TERRAINS

if TYPE_CHECKING:
    from .files import ScoringTile
    from .options import Options
    from .region_search import RegionCounts


class Counting(NamedTuple):
    """A scoring tile's way to count; everything else is in its record."""

    finder: Callable[[Any, Options], Finder]
    """Makes its finder from its record, a `ScoringTile`, and the game's options."""
    form: Callable[[Any, Options], Form] | None = None
    """Makes the form of that finder; without one, bots take longer over the tile."""
    table: bool = False
    """True if the form counts the points of a table; otherwise it counts the amount, and is not used for a table."""
    picture: str = ""
    """What it counts, as `Scoring.picture` says."""


def always(finder: Finder, form: Form | None = None, picture: str = "") -> Counting:
    """Returns how a tile counts, if that depends neither on its record nor on options."""
    made = None if form is None else lambda tile, options: form
    return Counting(lambda tile, options: finder, made, picture=picture)


def scorings(
    tiles: Sequence[ScoringTile], table: Mapping[str, Counting], options: Options
) -> tuple[Scoring, ...]:
    """Returns the scoring tiles of these records, which count as the table says."""
    found = []
    for tile in tiles:
        how = table[tile.id]
        finder = how.finder(tile, options)
        one = Scoring(tile.id, tile.rule, tile.kind, tile.table, finder, tile.least, tile.numbers)
        one = attrs.evolve(one, picture=how.picture)
        if how.form is not None and how.table == (tile.kind == "table"):
            one = attrs.evolve(one, form=how.form(tile, options))
        found.append(one)
    return tuple(found)


def reasons(tiles: Sequence[ScoringTile]) -> list[ScoreReason]:
    """Returns the score reasons of scoring tiles; a line's source is the letter that was scored."""
    rules = {tile.id: tile.rule for tile in tiles}
    return [ScoreReason(id, rule, words(*LETTERS), for_all=True) for id, rule in rules.items()]


# -- finders ---------------------------------------------------------------------------------------------------------


def squares(territory: Territory) -> Iterator[Source]:
    """Blocks of two by two tiles; a tile may be part of several (IS-ST-1)."""
    n, ne, e, *_ = SQUARE8_OFFSETS
    cells = territory.cells_of_tiles()
    tiles = set(cells)
    for key in cells:
        if key + n in tiles and key + ne in tiles and key + e in tiles:
            yield 1, (key, key + n, key + ne, key + e)


def marked(*kinds: int) -> Finder:
    """Every mark of these kinds, wherever it is (IS-ST-3, IS-ST-8)."""

    def find(territory: Territory) -> Iterator[Source]:
        for key in territory.tiles:
            amount = territory.count(key, *kinds)
            if amount:
                yield amount, (key,)

    return find


def barrel_tiles(territory: Territory) -> Iterator[Source]:
    """Tiles with whisky barrels, however many (IS-ST-7)."""
    for key, tile in territory.tiles.items():
        if tile.marks[BARREL]:
            yield 1, (key,)


def closed_regions(terrains: str = TERRAINS, least: int = 0) -> Finder:
    """Closed regions of these terrains on at least so many tiles (IS-ST-2, IS-ST-4, IS-ST-16)."""

    def find(territory: Territory) -> Iterator[Source]:
        for root in territory.closed(terrains):
            if territory.size(root) >= least:
                yield 1, territory.cells(root)

    return find


def brochs(territory: Territory) -> Iterator[Source]:
    """The brochs of each mountain, closed or not (IS-ST-5)."""
    for root in territory.regions("M"):
        amount = territory.marks(root, BROCH)
        if amount:
            yield amount, territory.cells(root)


def sets(territory: Territory) -> Iterator[Source]:
    """Sets of a broch, a farm and a lighthouse, no building in two of them (IS-ST-6)."""
    buildings = [
        [key for key, tile in territory.tiles.items() for _ in range(tile.marks[kind])]
        for kind in (BROCH, FARM, LIGHTHOUSE)
    ]
    for three in zip(*buildings, strict=False):
        yield 1, three


def farm_animals(territory: Territory) -> Iterator[Source]:
    """Sheep and cattle with a farm on their tile or on one of the eight around it, each once (IS-ST-9)."""
    cells = territory.cells_of_tiles()
    farms = {key for key in cells if territory.count(key, FARM)}
    for key in cells:
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
    for root in territory.regions("W"):
        if territory.marks(root, SHIP) and territory.marks(root, LIGHTHOUSE):
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


# -- forms -----------------------------------------------------------------------------------------------------------


def all_marks(*kinds: int) -> Each:
    """The form of `marked`."""
    if len(kinds) == 1:
        (kind,) = kinds
        return Each(lambda tile: tile.marks[kind])
    return Each(lambda tile: sum([tile.marks[kind] for kind in kinds]))


def closed_of(terrains: str = TERRAINS, least: int = 0) -> OfRegions:
    """The form of `closed_regions`."""
    return OfRegions(
        lambda region, slack: region.open <= slack and region.size >= least and region.kind in terrains
    )


def largest_of(terrain: str) -> Largest:
    """The form of `largest_closed`."""
    return Largest(
        lambda region, slack: region.size if region.open <= slack and region.kind == terrain else 0
    )


def _brochs(points: Sequence[int]) -> OfRegions:
    def count(region: RegionCounts, slack: int) -> int:
        amount = region.marks[BROCH] if region.marks and region.kind == "M" else 0
        return points[min(amount, len(points)) - 1] if amount else 0

    return OfRegions(count, hopeful=False)


HARBOURS = OfRegions(
    lambda region, slack: bool(
        region.kind == "W" and region.marks and region.marks[SHIP] and region.marks[LIGHTHOUSE]
    ),
    hopeful=False,
)
BUILDINGS = Sets((BROCH, FARM, LIGHTHOUSE))
BARREL_TILES = Each(lambda tile: tile.marks[BARREL] > 0)


SCORING: Mapping[str, Counting] = {
    "squares": always(squares, Squares(), "P M/W P"),
    "closed_regions": always(closed_regions(), closed_of(), "PWWP PPWW/WWPP WPPW"),
    "all_sheep": always(marked(SHEEP), all_marks(SHEEP), "P+sheep+sheep+sheep"),
    "large_regions": Counting(
        lambda tile, options: closed_regions(least=tile.least),
        lambda tile, options: closed_of(least=tile.least),
        picture="PWPP PWWW PPPW/- WPPP -",
    ),
    "mountain_brochs": Counting(
        lambda tile, options: brochs,
        lambda tile, options: _brochs(tile.table),
        True,
        "M+broch M+broch/M+broch M",
    ),
    "building_sets": always(sets, BUILDINGS, "M+broch P+farm W+lighthouse"),
    "most_barrels": always(barrel_tiles, BARREL_TILES, "P+barrel M+barrel/M+barrel P+barrel"),
    "most_ships": always(marked(SHIP), all_marks(SHIP), "W+ship W+ship/W+ship W+ship"),
    "farm_animals": always(farm_animals, Fed(), "P+sheep P+farm/P+cattle P+sheep"),
    "most_gold": always(gold, Nothing(), "P+gold+gold+gold"),
    "cattle_on_road": always(
        cattle_on_road, OnRoad(lambda tile: tile.marks[CATTLE]), "P=e+castle P=ew+cattle"
    ),
    "harbours": always(harbours, HARBOURS, "W+ship+lighthouse"),
    "road_tiles": Counting(
        lambda tile, options: road_tiles(options.castle_on_road),
        lambda tile, options: OnRoad(lambda tile: tile.full, options.castle_on_road),
        picture="P=e+castle P=sw/- P=n",
    ),
    "columns": Counting(
        lambda tile, options: lines("n", tile.least, options.long_lines == "lines"),
        lambda tile, options: runs("n", tile.least, options.long_lines == "lines"),
        picture="M/P/W",
    ),
    "largest_lake": always(largest_closed("W"), largest_of("W"), "PWWP PPPW/WPPP -"),
    "closed_mountains": always(closed_regions("M"), closed_of("M"), "PMMP PPMM/MMPP MPPM"),
}
"""The ways to count of the box's scoring tiles, by id."""
