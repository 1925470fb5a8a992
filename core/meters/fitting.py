"""How well tiles find a place, in words that several games share; each game says what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..metrics import Metric, Value, Watcher

SPOTS = Metric(
    name="spots",
    title="places for a tile",
    group="tiles",
    unit="cells",
    doc="Cells where a tile that is to be placed may go in some rotation, on the average of tiles and decisions.",
)
FIT_RATE = Metric(
    name="fit_rate",
    title="share of the frontier where a tile fits",
    group="tiles",
    kind="rate",
    doc="`spots` as a share of the cells that are open to placing at all.",
)
DISCARD_RATE = Metric(
    name="discard_rate",
    title="tiles discarded for want of a place",
    group="tiles",
    kind="rate",
    doc="Of the tiles that seats had to place, the share that found no place.",
)


class Fitting(Watcher[Any]):
    """Sums up places for tiles; a game adds to `tiles`, `spots` and `open` where a tile is to be placed."""

    def __init__(self) -> None:
        self.tiles = 0
        self.spots = 0
        self.open = 0
        """Pairs of a tile and an open cell."""

    def fitted(self) -> Mapping[str, Value]:
        """The values of SPOTS and FIT_RATE."""
        return {
            "spots": self.spots / self.tiles if self.tiles else None,
            "fit_rate": self.spots / self.open if self.open else None,
        }
