"""All that can be laid, scored or written on a scroll in a ruleset: the box's and what modules add to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

import attrs

from tilewright.core.faces import Face

from .scoring import Scoring, scorings
from .tiles import Tile

if TYPE_CHECKING:
    from tilewright.core.rules import Rules

    from .options import Options
    from .printed import Printed


@attrs.frozen(eq=False, repr=False)
class Catalogue:
    """What `rules.assembled` is: pieces by their numbers."""

    options: Options
    tiles: tuple[Tile, ...]
    """The landscape tiles; a piece of the family `tile` is an index here."""
    scorings: tuple[Scoring, ...]
    """The scoring tiles; a piece of the family `scoring` is an index here."""
    castles: tuple[Tile, ...]
    """By seat."""

    @cached_property
    def by_face(self) -> Mapping[str, Tile]:
        """Tiles and castles by the name of their face."""
        return {tile.face.name: tile for tile in (*self.tiles, *self.castles)}

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """Every face by its name, unturned."""
        return {name: tile.face for name, tile in self.by_face.items()}


def assemble(rules: Rules) -> Catalogue:
    """The catalogue of a ruleset."""
    printed, options = cast("Printed", rules.data), cast("Options", rules.options)
    tiles = printed.tiles
    if options.rotation == "none":  # IS-AMB-13
        tiles = tuple(attrs.evolve(tile, face=attrs.evolve(tile.face, rotations=(0,))) for tile in tiles)
    return Catalogue(
        options=options,
        tiles=tiles,
        scorings=scorings(printed, options),
        castles=printed.castles,
    )
