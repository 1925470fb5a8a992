"""The module's scoring tiles and scrolls, and what they find in a territory (IS-ST-D1 to IS-ST-D6, IS-DSC)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE8

from ...count_forms import Diagonal, Form, Largest, Nothing, OfRegions, OnClosed, Sets, runs
from ...scoring import (
    BUILDINGS,
    HARBOURS,
    Counting,
    all_marks,
    always,
    closed_of,
    harbours,
    largest_closed,
    largest_of,
    lines,
    marked,
    sets,
)
from ...scoring_kinds import Finder, ScrollKind, Source
from ...scrolls import reasons as scroll_reasons
from ...tiles import CATTLE, FARM, LIGHTHOUSE, SHEEP
from .road import LongestRoad, longest_road

if TYPE_CHECKING:
    from ...territory import Territory
    from .files import DruidScroll
    from .options import Options
    from .printed import Druids


# -- scoring tiles ---------------------------------------------------------------------------------------------------


def open_water(per: int) -> Finder:
    """Every `per` water edges without a neighbour, as one source: only the sum is rounded (IS-ST-D1)."""

    def find(territory: Territory) -> Iterator[Source]:
        board = territory.board
        # Regions count their open edges themselves, without sides that are not land or that close a region.
        amount = sum(board.regions.open_edges(root) for root in territory.regions("W")) // per
        cells = [
            cell
            for cell in board
            for area in board.face(cell).areas
            if area.terrain == "W"
            and any(cell + board.grid.offsets[side] not in board for side in area.sides)
        ]
        if amount:
            yield amount, tuple(dict.fromkeys(cells))

    return find


def largest_herd(territory: Territory) -> Iterator[Source]:
    """All cattle in one pasture, the most that are in any (IS-ST-D2); of several equal herds one (IS-ST-18)."""
    herds = [(territory.marks(root, CATTLE), root) for root in territory.regions("P")]
    amount, root = max(herds, key=lambda herd: herd[0], default=(0, 0))
    if amount:
        yield amount, territory.cells(root)


def longest_diagonal(territory: Territory) -> Iterator[Source]:
    """The most tiles on one diagonal line, upward or downward, however many gaps (IS-ST-D4, IS-AMB-18)."""
    tiles = territory.cells_of_tiles()
    diagonals = [line for direction in ("ne", "se") for line in SQUARE8.lines(tiles, direction)]
    longest = max(diagonals, key=len, default=[])
    if longest:
        yield len(longest), tuple(longest)


def lake_houses(territory: Territory) -> Iterator[Source]:
    """Farms on tiles that are part of a closed water (IS-ST-D6)."""
    regions, board = territory.board.regions, territory.board
    for cell, tile in territory.tiles.items():
        farms = tile.marks[FARM]
        if farms and any(
            area.terrain == "W" and regions.closed(board.area(cell, number))
            for number, area in enumerate(board.face(cell).areas)
        ):
            yield farms, (cell,)


SCORING: Mapping[str, Counting] = {
    "open_water": Counting(
        lambda tile, options: open_water(tile.per),
        lambda tile, options: OfRegions(
            lambda region, slack: region.open if region.kind == "W" else 0, hopeful=False, per=tile.per
        ),
        picture="WPPW WWPP",
    ),
    "largest_herd": always(
        largest_herd,
        Largest(lambda region, slack: region.marks[CATTLE] if region.marks and region.kind == "P" else 0),
        "P+cattle+cattle P+cattle",
    ),
    "most_lighthouses": always(
        marked(LIGHTHOUSE), all_marks(LIGHTHOUSE), "W+lighthouse W+lighthouse/W+lighthouse W"
    ),
    "longest_diagonal": always(longest_diagonal, Diagonal(), "P - -/- M -/- - W"),
    "largest_mountain": always(largest_closed("M"), largest_of("M"), "PMMP PPPM/MPPP -"),
    "house_by_the_lake": always(
        lake_houses, OnClosed("W", lambda tile: tile.marks[FARM]), "PWPP+farm PPPW+farm"
    ),
}
"""The scoring tiles' ways to count, by id."""

# -- scrolls ---------------------------------------------------------------------------------------------------------


SCROLLS = {
    "per_closed_pasture": "IS-DSC-1",
    "per_closed_mountain": "IS-DSC-1",
    "per_closed_water": "IS-DSC-1",
    "per_building_set": "IS-DSC-2",
    "per_road_tile": "IS-DSC-3",
    "per_harbour": "IS-DSC-4",
    "per_gold": "IS-DSC-5",
    "per_animal_pair": "IS-DSC-6",
    "flat_3": "IS-DSC-7",
    "flat_4": "IS-DSC-7",
    "per_row": "IS-DSC-8",
    "per_column": "IS-DSC-8",
}
"""The kinds of scroll, and their rules."""
REASONS = tuple(scroll_reasons({**SCROLLS, "rescored": "IS-TAB-2"}))


def _number(finder: Finder) -> Callable[[Territory], int]:
    return lambda home: sum(1 for _ in finder(home))


def animal_pairs(home: Territory) -> int:
    """Counts pairs of a sheep and a cattle, with no animal in two of them (IS-DSC-6)."""
    return min(sum([tile.marks[animal] for tile in home.tiles.values()]) for animal in (SHEEP, CATTLE))


def _counter(scroll: DruidScroll, options: Options) -> Callable[[Territory], int]:
    """Returns how a kind of scroll counts; a row or column counts once, however many runs it has (IS-DSC-9)."""
    return {
        "closed_pastures": lambda home: len(home.closed("P")),
        "closed_mountains": lambda home: len(home.closed("M")),
        "closed_waters": lambda home: len(home.closed("W")),
        "building_sets": _number(sets),
        "road_tiles": lambda home: len(longest_road(home, options)),
        "harbours": _number(harbours),
        "gold": lambda home: home.gold,
        "animal_pairs": animal_pairs,
        "nothing": lambda home: scroll.per,
        "rows": _number(lines("e", scroll.least, each_once=True)),
        "columns": _number(lines("n", scroll.least, each_once=True)),
    }[scroll.counts]


def _form(scroll: DruidScroll, options: Options) -> Form:
    """Returns the form of what `_counter` counts."""
    forms: dict[str, Form] = {
        "closed_pastures": closed_of("P"),
        "closed_mountains": closed_of("M"),
        "closed_waters": closed_of("W"),
        "building_sets": BUILDINGS,
        "road_tiles": LongestRoad(options),
        "harbours": HARBOURS,
        "gold": Nothing(),
        "animal_pairs": Sets((SHEEP, CATTLE)),
        "nothing": Nothing(scroll.per),
        "rows": runs("e", scroll.least, each_once=True),
        "columns": runs("n", scroll.least, each_once=True),
    }
    return forms[scroll.counts]


def scroll_kinds(known: Druids, options: Options) -> list[ScrollKind]:
    """Returns the kinds of scroll; rounding and doubling are those of every scroll (IS-SCR-8, IS-SCR-9)."""
    return [
        ScrollKind(
            scroll.id,
            scroll.rule,
            _counter(scroll, options),
            scroll.per,
            scroll.points,
            _form(scroll, options),
            scroll.counts,
        )
        for scroll in known.scrolls.values()
    ]
