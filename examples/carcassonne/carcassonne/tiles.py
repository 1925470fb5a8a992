"""The tiles of the box, read from pictures of five by five letters, and whether they add up.

FCCCF    Letters that touch along a side are one: C city, S city with a shield, R road, F field, M cloister. At a
FFFFF    + roads end (a crossing, a village), and a dot says nothing. A side shows CCC, FFF, or FRF: a road there
RRRRR    parts the fields left and right of it. Here the field above the road is a strip that touches the city,
FFFFF    and the one below touches none.
FFFFF

What is one becomes an area of a face with three ports a side, so that the board joins cities, roads and fields by
itself. A side that shows one thing counts as its middle port alone: open ports of a city or a road are open sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from attrs.validators import matches_re

from tilewright.authoring import COUNT, Area, Board, Face, Folder, Groups, Provenance, known, stop, twice

from .options import Options

CITY, CLOISTER, ROAD, FIELD = "C", "M", "R", "F"
NAMES = {CITY: "city", CLOISTER: "cloister", ROAD: "road", FIELD: "field"}
SIDES = ("n", "e", "s", "w")
CORNERS = ("ne", "se", "sw", "nw")
"""Corner number i lies between side i and the next one clockwise."""
WHERE = (*SIDES, *CORNERS, "cloister")
"""What names a feature of a tile: a side, a corner for the field there, the cloister."""
SIZE, PORTS = 5, 3
AT_PORT = (1, 2, 3, 9, 14, 19, 23, 22, 21, 15, 10, 5)
"""Where in the picture, read row by row, each port is: clockwise from the first one in the north."""
Border = tuple[int, int]
"""(field, city): a field lies at a city."""


@attrs.frozen(eq=False)
class Tile:
    """A kind of tile. Its features are the areas of its face: cities, then the cloister, roads, fields."""

    id: str
    count: int
    """How many there are, the start tile included."""
    face: Face
    borders: tuple[Border, ...]
    """Where they lie at each other, by their numbers."""
    numbers: tuple[dict[str, int], ...]
    """By rotation, each of WHERE that names a feature, to its number; the first name is what the feature is called."""


@attrs.frozen(eq=False)
class Printed:
    """All kinds of tile, by number and by id, and the number of the one that lies at the start."""

    tiles: tuple[Tile, ...]
    by_id: Mapping[str, Tile]
    start: int

    def numbers(self, face: Face) -> dict[str, int]:
        """Each of WHERE that names a feature of this tile as it lies, to the feature's number."""
        return self.by_id[face.name].numbers[face.rotation]

    def area(self, board: Board, cell: int, where: str) -> int:
        """What the regions of the board call that feature of the tile on the cell; KeyError if there is none."""
        return board.area(cell, self.numbers(board.face(cell))[where])


def sides(area: Area) -> tuple[str, ...]:
    """The sides whose middle belongs to the area."""
    return tuple(SIDES[port // PORTS] for port in area.sides if port % PORTS == 1)


def read_tile(id: str, count: int, picture: str) -> Tile:
    """The tile in the picture. ValueError says what is wrong with it."""
    rows = picture.split()
    if [len(row) for row in rows] != [SIZE] * SIZE:
        raise ValueError(f"expected {SIZE} rows of {SIZE} letters, got {' / '.join(rows)}")
    letters = "".join(rows)
    for letter in letters:
        if letter not in "CSRFM+.":
            raise ValueError(f"letter {letter!r} is not C, S, R, F, M, + or a dot")
    land = letters.replace("S", CITY)
    shown = "".join(land[at] for at in AT_PORT)
    for n, side in enumerate(SIDES):
        if (shows := shown[PORTS * n : PORTS * n + PORTS]) not in ("CCC", "FFF", "FRF"):
            raise ValueError(f"side {side} shows {shows}, not CCC, FFF or FRF")
    touching = [(at, at + 1) for at in range(SIZE * SIZE - 1) if (at + 1) % SIZE]
    touching += [(at, at + SIZE) for at in range(SIZE * SIZE - SIZE)]
    parts = _parts(land, touching)
    areas = []
    for part in parts:
        kind, ports, shields = land[part[0]], _ports(part), sum(letters[at] == "S" for at in part)
        if kind == ROAD and not 1 <= len(ports) <= 2:
            raise ValueError("a road leaves the tile at one or two sides; write + where roads end")
        if kind != CLOISTER and not ports:
            raise ValueError(f"a {NAMES[kind]} reaches no side; write dots for what belongs to none")
        areas.append(Area(kind, ports, (shields,) if shields else ()))
    if [area.terrain for area in areas].count(CLOISTER) > 1:
        raise ValueError("there are two cloisters")
    owner = {at: number for number, part in enumerate(parts) for at in part}
    pairs = [pair for one, other in touching for pair in ((one, other), (other, one))]
    borders = {(owner[a], owner[b]) for a, b in pairs if (land[a], land[b]) == (FIELD, CITY)}
    face = Face(id, shown[1::PORTS], tuple(areas), ports=PORTS)
    numbers = tuple(_numbers(face.turned(rotation)) for rotation in range(4))
    return Tile(id, count, face, tuple(sorted(borders)), numbers)


def _parts(land: str, touching: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """What is one in the picture: by kind, then by the first side whose middle it reaches, then by rows."""
    groups = Groups.of(len(land))
    for one, other in touching:
        if land[one] == land[other]:
            groups.merge(one, other)

    def order(part: tuple[int, ...]) -> tuple[int, int, int]:
        middles = [n for n, at in enumerate(AT_PORT[1::PORTS]) if at in part]
        return [*NAMES].index(land[part[0]]), min(middles, default=len(SIDES)), part[0]

    return sorted((part for part in groups.partition() if land[part[0]] in NAMES), key=order)


def _ports(part: Sequence[int]) -> tuple[int, ...]:
    """The ports that the part reaches; of a side that it has whole, the middle one."""
    whole = [AT_PORT[port - port % PORTS + 1] in part for port in range(len(AT_PORT))]
    return tuple(n for n, at in enumerate(AT_PORT) if at in part and (n % PORTS == 1 or not whole[n]))


def _numbers(face: Face) -> dict[str, int]:
    """Each of WHERE that names an area of the face as it lies, to the area's number; fields by their corners first."""
    found: dict[str, int] = {}
    for number, area in enumerate(face.areas):
        names = ["cloister"] if area.terrain == CLOISTER else list(sides(area))
        if area.terrain == FIELD:
            # A corner is that of the last third of one side and of the first of the next, or of their middles.
            corners = [any((port - PORTS * n - 1) % 12 <= PORTS for port in area.sides) for n in range(4)]
            names = [name for name, there in zip(CORNERS, corners, strict=True) if there] + names
        for name in names:
            if found.setdefault(name, number) != number:
                raise ValueError(f"two fields meet at corner {name}")
    return found


@attrs.frozen
class Record:
    """A kind of tile, as `tiles.yaml` states it."""

    id: str = attrs.field(validator=matches_re("[A-Za-z0-9]+"))
    count: int = attrs.field(validator=COUNT)
    picture: str
    provenance: Provenance


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


def load(data: Folder, options: Options) -> Printed:
    """The tiles; InvalidFile with everything that is wrong in their file, or with the totals that they do not make."""
    document = data.document("tiles.yaml")
    sheet = document.structure(Sheet)
    ids = [record.id for record in sheet.tiles]
    problems = twice(document, ids, ("tiles",))
    problems += known(document, ("start",), sheet.start, [r.id for r in sheet.tiles if r.count], "tile")
    tiles = []
    for at, record in enumerate(sheet.tiles):
        try:
            tiles.append(read_tile(record.id, record.count, record.picture))
        except ValueError as slip:
            problems.append(document.problem(("tiles", at, "picture"), str(slip)))
    stop(problems)
    ours = tiles[: document.own("tiles")]  # those of sets follow, and are not in the box
    areas = [(tile.count, area) for tile in ours for area in tile.face.areas]
    counted = {
        "tiles": sum(tile.count for tile in ours),
        "shields": sum(count * sum(area.marks) for count, area in areas),
        "cloisters": sum(count * (area.terrain == CLOISTER) for count, area in areas),
    }
    made = [(name, found) for name, found in counted.items() if getattr(sheet.box, name) != found]
    stop([document.problem(("box", name), f"the tiles make {found}") for name, found in made])
    return Printed(tuple(tiles), {tile.id: tile for tile in tiles}, ids.index(sheet.start))
