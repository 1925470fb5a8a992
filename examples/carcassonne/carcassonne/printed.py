"""The tiles of the box, in all the ways in which they can lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Face, Folder, stop

from .checks import ids, totals
from .files import Sheet
from .letters import CLOISTER, CORNERS, SIDES, Picture, read_picture

if TYPE_CHECKING:
    from .options import Options

AT_CLOISTER = "cloister"
WHERE = (*SIDES, *CORNERS, AT_CLOISTER)
"""What names a feature of a tile: a side, a corner for the field there, the cloister."""


@attrs.frozen(eq=False)
class Lie:
    """A kind of tile in one rotation. Its features are numbered: cities, the cloister, roads, fields."""

    tile: Tile
    face: Face
    """As it lies."""
    at_side: tuple[tuple[int, ...], ...]
    """For each side the fields there by their numbers among fields, clockwise."""
    from_beyond: tuple[tuple[int, ...], ...]
    """The same as the tile beyond that side meets them."""
    names: tuple[str, ...]
    """By feature, what it is called: the first of WHERE that names it."""
    number: Mapping[str, int]
    """Each of WHERE that names something here, to the number of the feature."""
    borders: tuple[tuple[int, int], ...]
    """(field, city): numbers among fields and among areas."""
    open_land: tuple[tuple[int, ...], ...]
    """The sides that are joined by land outside of cities."""
    roads_from: int
    """The number of the first road; below it are cities and the cloister."""
    fields_from: int
    """The number of the first field."""


@attrs.frozen(eq=False)
class Tile:
    """A kind of tile."""

    id: str
    count: int
    """How many there are, the start tile included."""
    picture: Picture
    lies: tuple[Lie, ...] = attrs.field(init=False)
    """By rotation, in quarters clockwise."""

    @lies.default
    def _lies(self) -> tuple[Lie, ...]:
        return tuple(_lie(self, rotation) for rotation in range(4))

    @property
    def face(self) -> Face:
        """Unturned."""
        return self.picture.face


@attrs.frozen(eq=False)
class Printed:
    """All kinds of tile, by number, and the one that lies at the start."""

    tiles: tuple[Tile, ...]
    start: int
    by_id: Mapping[str, int]

    def lie(self, id: str, rotation: int) -> Lie:
        """The tile with this id in this rotation; KeyError if there is none."""
        return self.tiles[self.by_id[id]].lies[rotation]


def _lie(tile: Tile, rotation: int) -> Lie:
    picture = tile.picture
    face = picture.face.turned(rotation)
    at_side = tuple(picture.at_side[(side - rotation) % 4] for side in range(4))
    places = [
        (AT_CLOISTER,) if area.terrain == CLOISTER else tuple(SIDES[side] for side in area.sides)
        for area in face.areas
    ]
    places += [tuple(SIDES[side] for side in road) for road in face.roads]
    for number, field in enumerate(picture.fields):
        corners = sorted((corner + rotation) % 4 for corner in field.corners)
        sides = [SIDES[side] for side in range(4) if at_side[side] == (number,) and face.edges[side] == "F"]
        places.append((*(CORNERS[corner] for corner in corners), *sides))
    return Lie(
        tile,
        face,
        at_side,
        tuple(numbers[::-1] for numbers in at_side),
        tuple(names[0] for names in places),
        {name: number for number, names in enumerate(places) for name in names},
        tuple((number, city) for number, field in enumerate(picture.fields) for city in field.cities),
        tuple(tuple(sorted((side + rotation) % 4 for side in part)) for part in picture.open_land),
        len(face.areas),
        len(face.areas) + len(face.roads),
    )


def load(data: Folder, options: Options) -> Printed:
    """The tiles; InvalidFile with everything that is wrong in their file."""
    document = data.document("tiles.yaml")
    sheet = document.structure(Sheet)
    problems = ids(document, sheet)
    pictures: list[Picture] = []
    for at, record in enumerate(sheet.tiles):
        try:
            pictures.append(read_picture(record.id, record.picture))
        except ValueError as slip:
            problems.append(document.problem(("tiles", at, "picture"), str(slip)))
    stop(problems or totals(document, sheet, [picture.face for picture in pictures]))
    tiles = tuple(Tile(r.id, r.count, picture) for r, picture in zip(sheet.tiles, pictures, strict=True))
    by_id = {tile.id: number for number, tile in enumerate(tiles)}
    return Printed(tiles, by_id[sheet.start], by_id)
