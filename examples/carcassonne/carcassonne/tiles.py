"""The tiles of the box, in all the ways in which they can lie, and the file that they are read from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from tilewright.core.errors import InvalidFile
from tilewright.core.faces import Face

from .pictures import CLOISTER, CORNERS, SIDES, Picture, read_picture

if TYPE_CHECKING:
    from tilewright.core.data import Document, Folder
    from tilewright.core.errors import Problem

    from .options import Options

FILE = "tiles.yaml"
AT_CLOISTER = "cloister"
WHERE = (*SIDES, *CORNERS, AT_CLOISTER)
"""What names a feature of a tile: a side, a corner for the field there, the cloister."""


@attrs.frozen
class Record:
    """A kind of tile as the file states it."""

    id: str
    count: int
    picture: str
    provenance: Literal["rulebook", "public-source", "derived", "reconstructed"]


@attrs.frozen
class Box:
    """Totals that the tiles must make."""

    tiles: int
    shields: int
    cloisters: int


@attrs.frozen
class Sheet:
    """The file of tiles."""

    start: str
    box: Box
    tiles: tuple[Record, ...]


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
    document = data.document(FILE)
    sheet = document.structure(Sheet)
    problems: list[Problem] = []
    tiles: list[Tile] = []
    for at, record in enumerate(sheet.tiles):
        if not record.id.isalnum() or record.id in [tile.id for tile in tiles]:
            said = f"{record.id!r} is given twice, or is no word of letters and digits"
            problems.append(document.problem(("tiles", at, "id"), said))
        try:
            tiles.append(Tile(record.id, record.count, read_picture(record.id, record.picture)))
        except ValueError as slip:
            problems.append(document.problem(("tiles", at, "picture"), str(slip)))
    if not problems:
        problems = _totals(document, sheet, tiles)
    if problems:
        raise InvalidFile(problems)
    by_id = {tile.id: number for number, tile in enumerate(tiles)}
    return Printed(tuple(tiles), by_id[sheet.start], by_id)


def _totals(document: Document, sheet: Sheet, tiles: list[Tile]) -> list[Problem]:
    """Where the file does not agree with itself."""
    problems = []
    counted = {
        "tiles": sum(tile.count for tile in tiles),
        "shields": sum(tile.count * sum(map(sum, (a.marks for a in tile.face.areas))) for tile in tiles),
        "cloisters": sum(tile.count * (a.terrain == CLOISTER) for tile in tiles for a in tile.face.areas),
    }
    for name, found in counted.items():
        if getattr(sheet.box, name) != found:
            problems.append(document.problem(("box", name), f"the tiles make {found}"))
    if not any(tile.id == sheet.start and tile.count for tile in tiles):
        problems.append(document.problem(("start",), f"there is no tile {sheet.start!r}"))
    return problems
