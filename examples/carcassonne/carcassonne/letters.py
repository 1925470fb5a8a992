"""Tiles read from pictures of five by five letters: cities, roads, fields, and which field lies at which city.

FCCCF    Letters that touch along a side are one: C city, S city with a shield, R road, F field, M cloister. At a
FFFFF    + roads end (a crossing, a village). A dot says nothing. The middle of a side says what the side is; a
RRRRR    road there parts the fields left and right of it. Here the field above the road is a strip that touches
FFFFF    the city, and the one below touches none.
FFFFF
"""

from __future__ import annotations

import attrs

from tilewright.authoring import Area, Face

SIZE = 5
CITY, CLOISTER, FIELD, ROAD = "C", "M", "F", "R"
LETTERS = "CSRFM+."
MIDDLES = ((0, 2), (2, 4), (4, 2), (2, 0))
"""Row and column of the middle of each side, clockwise from north."""
HALVES = (((0, 1), (0, 3)), ((1, 4), (3, 4)), ((4, 3), (4, 1)), ((3, 0), (1, 0)))
"""Beside each middle: first the one before it, clockwise, then the one after it."""
SIDES = ("n", "e", "s", "w")
CORNERS = ("ne", "se", "sw", "nw")
"""Corner number i lies between side i and the next one clockwise."""

At = tuple[int, int]


@attrs.frozen
class Field:
    """A field on one tile, unturned."""

    corners: tuple[int, ...]
    """The corners that it reaches, ascending."""
    cities: tuple[int, ...]
    """The cities on the tile that it lies at, by their numbers among the areas of the face."""


@attrs.frozen
class Picture:
    """What a tile shows, unturned."""

    face: Face
    """Its areas are the cities, and last the cloister if there is one; their one kind of mark is the shield."""
    fields: tuple[Field, ...]
    at_side: tuple[tuple[int, ...], ...]
    """For each side the fields there by number: none at a city, one at a field, two at a road, clockwise."""
    open_land: tuple[tuple[int, ...], ...]
    """The sides that are joined by land outside of cities, roads left aside: for drawing."""


def read_picture(name: str, text: str) -> Picture:
    """The tile in the picture. ValueError says what is wrong with it."""
    rows = text.split()
    if [len(row) for row in rows] != [SIZE] * SIZE:
        raise ValueError(f"expected {SIZE} rows of {SIZE} letters, got {' / '.join(rows)}")
    unknown = sorted({letter for row in rows for letter in row} - {*LETTERS})
    if unknown:
        raise ValueError(f"letter {unknown[0]!r} is not C, S, R, F, M, + or a dot")
    letters = {(r, c): rows[r][c] for r in range(SIZE) for c in range(SIZE)}
    land = {at: CITY if letter == "S" else letter for at, letter in letters.items()}
    edges = "".join(land[at] for at in MIDDLES)
    for side, letter in zip(SIDES, edges, strict=True):
        if letter not in (CITY, ROAD, FIELD):
            raise ValueError(f"the middle of side {side} is {letter!r}, not C, R or F")
    cities = _parts(land, CITY)
    fields = _parts(land, FIELD)
    marks = [sum(letters[at] == "S" for at in part) for part in cities]
    areas = [
        Area(CITY, _sides(part), (count,) if count else ()) for part, count in zip(cities, marks, strict=True)
    ]
    if any(not area.sides for area in areas):
        raise ValueError("a city reaches no side")
    cloisters = _parts(land, CLOISTER)
    if len(cloisters) > 1:
        raise ValueError("there are two cloisters")
    areas += [Area(CLOISTER)] * len(cloisters)
    face = Face(name, edges, tuple(areas), tuple(_roads(land)))
    return Picture(face, tuple(_fields(fields, cities, edges)), _at_side(fields, edges), _open_land(land))


def _parts(land: dict[At, str], letter: str) -> list[set[At]]:
    """The connected parts of one letter, by the first side that they reach, then by rows."""
    left = {at for at in land if land[at] == letter}
    found = []
    while left:
        waiting = [min(left)]
        part = set(waiting)
        while waiting:
            r, c = waiting.pop()
            near = {(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)} & left - part
            part |= near
            waiting += near
        left -= part
        found.append(part)
    return sorted(found, key=lambda part: (_sides(part) or (SIZE,), min(part)))


def _sides(part: set[At]) -> tuple[int, ...]:
    return tuple(side for side, at in enumerate(MIDDLES) if at in part)


def _roads(land: dict[At, str]) -> list[tuple[int, ...]]:
    roads = [_sides(part) for part in _parts(land, ROAD)]
    for sides in roads:
        if not 1 <= len(sides) <= 2:
            raise ValueError("a road leaves the tile at one or two sides; write + where roads end")
    return roads


def _fields(fields: list[set[At]], cities: list[set[At]], edges: str) -> list[Field]:
    found = []
    for part in fields:
        corners = [corner for corner in range(4) if part & _around(corner, edges)]
        if not corners:
            raise ValueError("a field reaches no side; write dots for what belongs to none")
        beside = {at for r, c in part for at in ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))}
        at_cities = tuple(number for number, city in enumerate(cities) if city & beside)
        found.append(Field(tuple(corners), at_cities))
    for corner, name in enumerate(CORNERS):
        if sum(corner in field.corners for field in found) > 1:
            raise ValueError(f"two fields meet at corner {name}")
    return found


def _around(corner: int, edges: str) -> set[At]:
    """The halves of sides at a corner that are no city's."""
    following = (corner + 1) % 4
    halves = {HALVES[corner][1]} if edges[corner] != CITY else set()
    return halves | ({HALVES[following][0]} if edges[following] != CITY else set())


def _at_side(fields: list[set[At]], edges: str) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    for side, letter in enumerate(edges):
        numbers: list[int] = []
        for half in HALVES[side] if letter != CITY else ():
            owners = [number for number, part in enumerate(fields) if half in part]
            if not owners:
                raise ValueError(f"side {SIDES[side]} has no field beside its middle")
            numbers += owners
        if letter == FIELD and numbers[0] != numbers[1]:
            raise ValueError(f"side {SIDES[side]} is a field, but its halves are two")
        found.append(tuple(numbers[:1] if letter == FIELD else numbers))
    return tuple(found)


def _open_land(land: dict[At, str]) -> tuple[tuple[int, ...], ...]:
    bare = {at: FIELD if letter in (ROAD, "+", CLOISTER) else letter for at, letter in land.items()}
    return tuple(sides for part in _parts(bare, FIELD) if (sides := _sides(part)))
