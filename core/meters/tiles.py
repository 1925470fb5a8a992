"""Metrics of tiles, shared by several games: how they lie (how many, the open cells around them, holes, the smallest
box, compactness), and how they fit, where each game says what it counts."""

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


tiled = partial(Metric, group="tiles")
LAYOUT = (
    tiled(
        name="tiles",
        title="tiles on the own board",
        more="players own more tiles",
        less="players own fewer tiles",
        unit="tiles",
        by="seat",
        doc="Cells of the seat's board that hold a tile at the end, the one it began with included.",
    ),
    tiled(
        name="holes",
        title="holes in the own board",
        more="boards have more holes",
        less="boards have fewer holes",
        unit="cells",
        by="seat",
        doc="Empty cells at the end from which no way over touching empty cells leads out.",
    ),
    tiled(
        name="box",
        title="smallest box around the own board",
        more="boards sprawl more",
        less="boards take less room",
        unit="cells",
        by="seat",
        doc="Columns times rows of the smallest box around the seat's tiles at the end.",
    ),
    tiled(
        name="compactness",
        title="compactness of the own board",
        more="boards are more compact",
        less="boards are less compact",
        by="seat",
        doc="Pairs of tiles that touch along a side at the end, as a share of the most that so many tiles can have.",
    ),
)
FRONTIER = (
    tiled(
        name="frontier",
        title="frontier by round",
        unit="cells",
        by="round",
        doc="Empty cells that touch a tile at the end of each round, on the average of the boards.",
    ),
    tiled(
        name="frontier_mean",
        title="frontier",
        more="boards have more open places",
        less="boards have fewer open places",
        unit="cells",
        doc="The mean of `frontier` over the rounds.",
    ),
)
"""The metrics of the open cells around boards, by round and on average, which `Frontier` measures."""
SPOTS = tiled(
    name="spots",
    title="places for a tile",
    more="a tile has more places to go",
    less="a tile has fewer places to go",
    unit="cells",
    doc="Number of cells where a tile to be placed fits in some rotation, mean over tiles and decisions.",
)
"""The metric of cells where a tile to be placed fits."""
FIT_RATE = tiled(
    name="fit_rate",
    title="share of the frontier where a tile fits",
    more="tiles fit in more of the open places",
    less="tiles fit in fewer of the open places",
    kind="rate",
    doc="`spots` as a share of all open cells.",
)
"""The same as a share of all open cells."""
DISCARD_RATE = tiled(
    name="discard_rate",
    title="tiles discarded because none fit",
    more="more tiles are discarded because they fit nowhere",
    less="fewer tiles are discarded because they fit nowhere",
    kind="rate",
    doc="Share of the tiles to be placed that fitted nowhere.",
)
"""The metric of tiles that fitted nowhere."""


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


class Fitting(Watcher[Any]):
    """Counts places for tiles; a game calls `add` whenever a tile is to be placed."""

    def __init__(self) -> None:
        self.tiles = 0
        self.spots = 0
        self.open = 0
        """Pairs of a tile and an open cell."""

    def add(self, spots: int, open_cells: int) -> None:
        """Count a tile that fits in so many of these open cells."""
        self.tiles += 1
        self.spots += spots
        self.open += open_cells

    def fitted(self) -> Mapping[str, Value]:
        """Return the values of SPOTS and FIT_RATE."""
        return {
            "spots": self.spots / self.tiles if self.tiles else None,
            "fit_rate": self.spots / self.open if self.open else None,
        }
