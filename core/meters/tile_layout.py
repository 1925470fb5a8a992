"""How tiles lie: the cells where more can go, holes, the smallest box around them, compactness; and a meter of these.

A layout is a set of cells of a grid, by their keys. This file does not know what lies on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import ceil, prod, sqrt
from typing import TYPE_CHECKING, Any

from ..land.grid import SQUARE4, SQUARE8, Grid, corners, pack
from .metrics import Meter, Metric, Watcher, at_end

if TYPE_CHECKING:
    from ..rules.state import State
    from .metrics import Value


def frontier(grid: Grid[Any], cells: Collection[int]) -> set[int]:
    """The empty cells that touch the layout."""
    return {cell + offset for cell in cells for offset in grid.offsets} - {*cells}


def box(cells: Collection[int]) -> tuple[int, int]:
    """Columns and rows of the smallest box around the layout, along the axes of its grid; 0, 0 if it is empty."""
    if not cells:
        return 0, 0
    low_x, low_y, high_x, high_y = corners(cells)
    return high_x - low_x + 1, high_y - low_y + 1


def holes(grid: Grid[Any], cells: Collection[int]) -> int:
    """Number of enclosed empty cells: no path over touching empty cells leads from them out of the box.

    >>> north, *others = SQUARE8.neighbours(0)
    >>> holes(SQUARE4, [north, *others]), holes(SQUARE4, others), holes(SQUARE8, [north, *others[1:]])
    (1, 0, 0)
    """
    if not cells:
        return 0
    low_x, low_y, high_x, high_y = corners(cells)
    if high_x - low_x < 2 or high_y - low_y < 2:
        return 0
    # The box with a margin, of which the empty cells that a way reaches are taken away.
    start, width = pack(low_x - 1, low_y - 1), high_x - low_x + 3
    rows = range(start, pack(low_x - 1, high_y + 1) + 1, pack(0, 1))
    enclosed = {cell for row in rows for cell in range(row, row + width)}
    enclosed.difference_update(cells)
    enclosed.remove(start)
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        for offset in grid.offsets:
            near = cell + offset
            if near in enclosed:
                enclosed.remove(near)
                waiting.append(near)
    return len(enclosed)


def compactness(grid: Grid[Any], cells: Collection[int]) -> float:
    """The pairs of cells that touch, as a share of the most that so many cells can have; 1 for fewer than two.

    On squares only sides count, not corners. The most is 2n - 2*sqrt(n) on squares, 3n - sqrt(12n - 3) on hexes,
    rounded down (Harary and Harborth 1976; Harborth 1974).

    >>> compactness(SQUARE4, [0, 1, 2, 3])  # four in a row: 3 pairs, 4 in a block
    0.75
    """
    count = len(cells)
    if count < 2:
        return 1.0
    offsets = (SQUARE4 if grid is SQUARE8 else grid).offsets
    taken = {*cells}
    # Each pair is seen along one of two opposite offsets.
    pairs = sum([cell + offset in taken for offset in offsets if offset > 0 for cell in taken])
    most = 3 * count - ceil(sqrt(12 * count - 3)) if len(offsets) == 6 else 2 * count - ceil(2 * sqrt(count))
    return pairs / most


LAYOUT = (
    Metric(
        name="tiles",
        title="tiles on the own board",
        more="players own more tiles",
        less="players own fewer tiles",
        group="tiles",
        unit="tiles",
        by="seat",
        doc="Cells of the seat's board that hold a tile at the end, the one it began with included.",
    ),
    Metric(
        name="holes",
        title="holes in the own board",
        more="boards have more holes",
        less="boards have fewer holes",
        group="tiles",
        unit="cells",
        by="seat",
        doc="Empty cells at the end from which no way over touching empty cells leads out.",
    ),
    Metric(
        name="box",
        title="smallest box around the own board",
        more="boards sprawl more",
        less="boards take less room",
        group="tiles",
        unit="cells",
        by="seat",
        doc="Columns times rows of the smallest box around the seat's tiles at the end.",
    ),
    Metric(
        name="compactness",
        title="compactness of the own board",
        more="boards are more compact",
        less="boards are less compact",
        group="tiles",
        by="seat",
        doc="Pairs of tiles that touch along a side at the end, as a share of the most that so many tiles can have.",
    ),
)
FRONTIER = (
    Metric(
        name="frontier",
        title="frontier by round",
        group="tiles",
        unit="cells",
        by="round",
        doc="Empty cells that touch a tile at the end of each round, on the average of the boards.",
    ),
    Metric(
        name="frontier_mean",
        title="frontier",
        more="boards have more open places",
        less="boards have fewer open places",
        group="tiles",
        unit="cells",
        doc="The mean of `frontier` over the rounds.",
    ),
)
"""The metrics of the open cells around boards, by round and on average, which `Frontier` measures."""


class Frontier(Watcher[Any]):
    """Notes the size of the frontier at the end of each round. `size` returns it, averaged over the boards."""

    def __init__(self, size: Callable[[Any], float]) -> None:
        self.size = size
        self.sizes: list[float] = []

    def round_over(self, state: State) -> None:
        self.sizes.append(self.size(state))

    def values(self, state: State) -> Mapping[str, Value]:
        sizes = [*self.sizes, self.size(state)]
        return {"frontier": sizes, "frontier_mean": sum(sizes) / len(sizes)}


Boards = Callable[[Any], Sequence[Collection[int]]]
"""From a state to a layout for each seat."""


def layout_meter(grid: Grid[Any], boards: Boards, without: Collection[str] = ()) -> Meter:
    """A meter of the layouts at the end; some of its metrics may make no sense in a game."""
    asked: dict[str, Callable[[Collection[int]], float]] = {
        "tiles": len,
        "holes": lambda cells: holes(grid, cells),
        "box": lambda cells: prod(box(cells)),
        "compactness": lambda cells: compactness(grid, cells),
    }
    kept = [metric for metric in LAYOUT if metric.name not in without]

    def shapes(state: State) -> Mapping[str, Value]:
        found = boards(state)
        return {metric.name: [asked[metric.name](cells) for cells in found] for metric in kept}

    return at_end(kept, shapes)
