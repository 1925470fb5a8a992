"""A meter of how tiles lie: how many, the open cells around them, holes, the smallest box, compactness."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from ..land.geometry import box, compactness, holes
from .metrics import Meter, Metric, Watcher, at_end

if TYPE_CHECKING:
    from ..land.grid import Grid
    from ..rules.state import State
    from .metrics import Value


layout = partial(Metric, group="tiles")
LAYOUT = (
    layout(
        name="tiles",
        title="tiles on the own board",
        more="players own more tiles",
        less="players own fewer tiles",
        unit="tiles",
        by="seat",
        doc="Cells of the seat's board that hold a tile at the end, the one it began with included.",
    ),
    layout(
        name="holes",
        title="holes in the own board",
        more="boards have more holes",
        less="boards have fewer holes",
        unit="cells",
        by="seat",
        doc="Empty cells at the end from which no way over touching empty cells leads out.",
    ),
    layout(
        name="box",
        title="smallest box around the own board",
        more="boards sprawl more",
        less="boards take less room",
        unit="cells",
        by="seat",
        doc="Columns times rows of the smallest box around the seat's tiles at the end.",
    ),
    layout(
        name="compactness",
        title="compactness of the own board",
        more="boards are more compact",
        less="boards are less compact",
        by="seat",
        doc="Pairs of tiles that touch along a side at the end, as a share of the most that so many tiles can have.",
    ),
)
FRONTIER = (
    layout(
        name="frontier",
        title="frontier by round",
        unit="cells",
        by="round",
        doc="Empty cells that touch a tile at the end of each round, on the average of the boards.",
    ),
    layout(
        name="frontier_mean",
        title="frontier",
        more="boards have more open places",
        less="boards have fewer open places",
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
    """Return a meter of the layouts at the end; some of its metrics may make no sense in a game."""
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
