"""Moor, a module of Isle of Skye: a scoring tile for herds.

What is printed on the tile is its record in data/scoring.yaml; here stands only how it counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

from tilewright.authoring import Message, Module, hook
from tilewright.games.isleofskye.authoring import CATTLE, SHEEP, Source, Territory, always, with_scoring

NAME = "moor"


def herds(home: Territory) -> Iterator[Source]:
    """Pastures with sheep and cattle, closed or not (MO-HERD-1)."""
    for pasture in home.regions("P"):
        if home.marks(pasture, SHEEP) and home.marks(pasture, CATTLE):
            yield 1, home.cells(pasture)


COUNTING = {"moor_herds": always(herds)}
"""How each scoring tile of data/scoring.yaml counts, by id."""


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    module = Module(
        name=NAME,
        game="isleofskye",
        title="Moor",
        folder=lambda: resources.files(__name__) / "data",
        provenance=lambda tiles: [Message("moor_own", {"count": len(tiles)})],
    )
    return with_scoring(module, COUNTING)
