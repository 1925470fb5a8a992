"""What `tiles.yaml` states, as typed classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import COUNT, Face, Folder, known, read_face, stop, twice

if TYPE_CHECKING:
    from .options import Options


@attrs.frozen
class Tile:
    """A kind of tile. A ValueError while it is made is reported with the tile's line in the file."""

    name: str
    drawing: str
    count: int = attrs.field(validator=COUNT)
    rotations: tuple[int, ...] | None = None
    face: Face = attrs.field(init=False)

    @face.default
    def _face(self) -> Face:
        return read_face(self.name, self.drawing, rotations=self.rotations)


@attrs.frozen
class Goal:
    """A goal card."""

    name: str
    terrain: str
    count: int = attrs.field(validator=COUNT)


@attrs.frozen(eq=False)
class Box:
    """The whole file: what is in the box. A piece is an index into `tiles` or `goals`."""

    start: str
    tiles: tuple[Tile, ...]
    goals: tuple[Goal, ...]
    faces: dict[str, Face] = attrs.field(init=False)
    """By the name of the tile."""

    @faces.default
    def _faces(self) -> dict[str, Face]:
        return {tile.name: tile.face for tile in self.tiles}


def load(data: Folder, options: Options) -> Box:
    """What is in the box; InvalidFile names the line of everything that is wrong with it."""
    document = data.document("tiles.yaml")
    box = document.structure(Box)
    stop(
        [
            *twice(document, [tile.name for tile in box.tiles], ("tiles",), "name"),
            *known(document, ("start",), box.start, box.faces, "tile"),
        ]
    )
    return box
