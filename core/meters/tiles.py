"""Metrics of tiles, shared by several games: how they lie (how many, the open cells around them, holes, the smallest
box, compactness), and how they fit, where each game says what it counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import prod
from typing import Any

from ..land.grid import Grid, box, compactness, holes
from ..rules.state import State
from .metrics import Meter, Value, Watcher, at_end, declared

LAYOUT = declared("tiles", "holes", "box", "compactness")
FRONTIER = declared("frontier", "frontier_mean")
"""The metrics of the open cells around boards, by round and on average, which `Frontier` measures."""
(SPOTS,) = declared("spots")
"""The metric of cells where a tile to be placed fits."""
(FIT_RATE,) = declared("fit_rate")
"""The same as a share of all open cells."""
(DISCARD_RATE,) = declared("discard_rate")
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
