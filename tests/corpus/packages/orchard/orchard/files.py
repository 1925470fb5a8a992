"""What the files in `data` state, as typed classes, and whether they add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge
from tilewright.authoring import COUNT, Folder, stop, twice

if TYPE_CHECKING:
    from .options import Options

PLAYERS = 2, 4
"""Fewest and most."""


@attrs.frozen
class Tile:
    """A kind of tile, as `tiles.yaml` states it. A wrong value is reported with its line."""

    name: str
    letter: str
    """It stands for the tile on boards in text."""
    count: int = attrs.field(validator=ge(1))
    """The number in the bag."""
    wishes: int = attrs.field(validator=COUNT)
    """The number of wishes for this kind."""


def load(data: Folder, options: Options) -> tuple[Tile, ...]:
    """The kinds of tile; a piece is an index into them. InvalidFile names the lines of what does not add up."""
    document = data.document("tiles.yaml")
    tiles = document.structure(tuple[Tile, ...])
    problems = twice(document, [tile.name for tile in tiles], field="name")
    wishes = sum(tile.wishes for tile in tiles)
    if wishes < PLAYERS[1]:
        problems.append(document.problem((), f"{wishes} wishes are not enough for {PLAYERS[1]} players"))
    stop(problems)
    return tiles
