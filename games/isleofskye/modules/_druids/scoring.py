"""What the module's scoring tiles and scrolls find in a territory (IS-ST-D1 to IS-ST-D6, IS-DSC)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from tilewright.core.game import ScoreReason
from tilewright.core.grid import SQUARE8
from tilewright.core.meanings import CELL, words

from ...scoring import Finder, Scoring, Source, harbours, largest_closed, lines, marked, sets, texts
from ...scrolls import ScrollKind
from ...tally import LETTERS
from ...tiles import CATTLE, FARM, LIGHTHOUSE, SHEEP
from .road import longest_road

if TYPE_CHECKING:
    from ...territory import Territory
    from .options import Options
    from .printed import Druids
    from .sheets import DruidScroll


REASONS = (
    ScoreReason("open_water", "IS-ST-D1", words(*LETTERS)),
    ScoreReason("largest_herd", "IS-ST-D2", words(*LETTERS)),
    ScoreReason("most_lighthouses", "IS-ST-D3", words(*LETTERS)),
    ScoreReason("longest_diagonal", "IS-ST-D4", words(*LETTERS)),
    ScoreReason("largest_mountain", "IS-ST-D5", words(*LETTERS)),
    ScoreReason("house_by_the_lake", "IS-ST-D6", words(*LETTERS)),
    ScoreReason("per_closed_pasture", "IS-DSC-1", CELL),
    ScoreReason("per_closed_mountain", "IS-DSC-1", CELL),
    ScoreReason("per_closed_water", "IS-DSC-1", CELL),
    ScoreReason("per_building_set", "IS-DSC-2", CELL),
    ScoreReason("per_road_tile", "IS-DSC-3", CELL),
    ScoreReason("per_harbour", "IS-DSC-4", CELL),
    ScoreReason("per_gold", "IS-DSC-5", CELL),
    ScoreReason("per_animal_pair", "IS-DSC-6", CELL),
    ScoreReason("flat_3", "IS-DSC-7", CELL),
    ScoreReason("flat_4", "IS-DSC-7", CELL),
    ScoreReason("per_row", "IS-DSC-8", CELL),
    ScoreReason("per_column", "IS-DSC-8", CELL),
    ScoreReason("rescored", "IS-TAB-2", CELL),
)

# -- scoring tiles ---------------------------------------------------------------------------------------------------


def open_water(per: int) -> Finder:
    """Every so many water edges beside which no tile lies, as one source: only the sum is rounded (IS-ST-D1)."""

    def find(territory: Territory) -> Iterator[Source]:
        board = territory.board
        # Regions count their open edges themselves: a side that is no land, or closes one, is none.
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
    regions = territory.board.regions
    herds = [(regions.marks(root)[CATTLE], root) for root in territory.regions("P")]
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
    for cell in board:
        farms = territory.count(cell, FARM)
        if farms and any(
            area.terrain == "W" and regions.closed(board.area(cell, number))
            for number, area in enumerate(board.face(cell).areas)
        ):
            yield farms, (cell,)


FINDERS: Mapping[str, Callable[[int], Finder]] = {
    "open_water": open_water,
    "largest_herd": lambda per: largest_herd,
    "most_lighthouses": lambda per: marked(LIGHTHOUSE),
    "longest_diagonal": lambda per: longest_diagonal,
    "largest_mountain": lambda per: largest_closed("M"),
    "house_by_the_lake": lambda per: lake_houses,
}
"""From the id of a scoring tile and its `per` to what it finds."""


def scorings(known: Druids) -> list[Scoring]:
    """The six scoring tiles."""
    return [
        Scoring(
            tile.id, tile.rule, tile.kind, tile.table, FINDERS[tile.id](tile.per), tile.least, texts(tile)
        )
        for tile in known.scoring
    ]


# -- scrolls -----------------------------------------------------------------------------------------------------------


def _number(finder: Finder) -> Callable[[Territory], int]:
    return lambda home: sum(1 for _ in finder(home))


def animal_pairs(home: Territory) -> int:
    """Pairs of a sheep and a cattle, no animal in two of them (IS-DSC-6)."""
    return min(sum(home.count(cell, animal) for cell in home.board) for animal in (SHEEP, CATTLE))


def _counter(scroll: DruidScroll, options: Options) -> Callable[[Territory], int]:
    """What a kind of scroll counts; of a row or column each line once, however many runs it has (IS-DSC-9)."""
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


def scroll_kinds(known: Druids, options: Options) -> list[ScrollKind]:
    """The kinds of scroll; rounding and doubling are those of every scroll (IS-SCR-8, IS-SCR-9)."""
    return [
        ScrollKind(scroll.id, scroll.rule, _counter(scroll, options), scroll.per, scroll.points)
        for scroll in known.scrolls.values()
    ]
