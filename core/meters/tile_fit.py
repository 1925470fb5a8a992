"""Metrics of how tiles fit, shared by several games; each game says what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .metrics import Metric, Value, Watcher

SPOTS = Metric(
    name="spots",
    title="places for a tile",
    more="a tile has more places to go",
    less="a tile has fewer places to go",
    group="tiles",
    unit="cells",
    doc="Number of cells where a tile to be placed fits in some rotation, mean over tiles and decisions.",
)
"""The metric of cells where a tile to be placed fits."""
FIT_RATE = Metric(
    name="fit_rate",
    title="share of the frontier where a tile fits",
    more="tiles fit in more of the open places",
    less="tiles fit in fewer of the open places",
    group="tiles",
    kind="rate",
    doc="`spots` as a share of all open cells.",
)
"""The same as a share of all open cells."""
DISCARD_RATE = Metric(
    name="discard_rate",
    title="tiles discarded because none fit",
    more="more tiles are discarded because they fit nowhere",
    less="fewer tiles are discarded because they fit nowhere",
    group="tiles",
    kind="rate",
    doc="Share of the tiles to be placed that fitted nowhere.",
)
"""The metric of tiles that fitted nowhere."""


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
