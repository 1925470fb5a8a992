"""Faces: one side of a tile with its edges, areas and roads, in all its rotations, and as a drawing.

A square face is drawn as three rows of three letters. The four middles are its sides; equal letters side by
side, through a corner or through the centre, are one area. A centre unlike every side is an area enclosed by
the tile. A corner unlike both its sides means nothing, nor does a dot in a corner or in the centre.

    PPM     north and west are one pasture, through the corner between them;
    PWM     east and south are one mountain;
    MMM     the water in the centre lies wholly inside the tile
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import attrs

EDGE_BITS = 5
"""Bits for one side in a demand: the letters A to Z are 1 to 26."""
ANY = (1 << EDGE_BITS) - 1
"""In a demand: the side may be anything, because no tile lies there."""

OVER = 8
"""Added to a rotation: the tile is turned over before it is turned, so that left and right change places."""

ROAD = "road"
"""The kind of every region that consists of roads."""
Plot: TypeAlias = tuple[str, int, tuple[int, ...]]
"""The part of a region on a face: its kind, the sides of the tile that belong to it, and its marks."""

_BLANK = "."
_MIDDLES = ((0, 1), (1, 2), (2, 1), (1, 0))  # row and column of north, east, south, west
_CORNERS = ((0, 2), (2, 2), (2, 0), (0, 0))  # corner i lies between side i and the next one clockwise


@attrs.frozen
class Area:
    """A connected piece of land on one face."""

    terrain: str
    """One capital letter, the same as its sides show."""
    sides: tuple[int, ...] = ()
    """The sides it reaches, numbered clockwise from 0 = north, ascending; none for an enclosed area. On a face whose
    sides have several ports, the ports it reaches."""
    marks: tuple[int, ...] = ()
    """One count for each kind of mark that the game prints, or () for none at all."""


class Fits(dict[int, tuple[int, ...]]):
    """From a demand (the edges wanted, packed) to the rotations that meet it; filled as demands come up."""

    def __init__(self, edges: str, allowed: tuple[int, ...]) -> None:
        super().__init__()
        self._sides = [ANY << EDGE_BITS * side for side in range(len(edges))]
        self._turned = [(rotation, demand(_moved_edges(edges, rotation))) for rotation in allowed]

    def __missing__(self, demand: int) -> tuple[int, ...]:
        wanted = sum([side for side in self._sides if demand & side != side])
        found = self[demand] = tuple([r for r, edges in self._turned if not (demand ^ edges) & wanted])
        return found


@attrs.frozen
class Face:
    """One side of a tile, lying in one rotation. ValueError if its parts contradict each other.

    >>> face = read_face("L01", "PPM PWM MMM", roads=[(0, 2)])
    >>> face.edges, face.area_at, face.turned(1).edges
    ('PMMP', (0, 1, 1, 0), 'PPMM')
    """

    name: str
    """Its name in saved boards, different for each face, also for the two sides of one tile."""
    edges: str
    """One capital letter for each side, clockwise: from north on squares, from north-east on hexes."""
    areas: tuple[Area, ...] = ()
    """Drawn faces number them by their first side, enclosed ones last; turning keeps the numbers."""
    roads: tuple[tuple[int, ...], ...] = ()
    """For each road the sides (or ports) at which it leaves the tile, ascending; turning keeps the numbers."""
    rotations: tuple[int, ...] | None = None
    """The rotations in which it may be placed, ascending; None for all of them."""
    rotation: int = 0
    """Steps clockwise that this face has been turned, and OVER if it was turned over before."""
    ports: int = 1
    """Ports of each side: where areas and roads lead on to the tile beyond. They are numbered clockwise over all sides,
    so that port n of a side is `side * ports + n`; with one port they are the sides, and only then are the letters
    of the sides those of their areas."""
    over: bool = False
    """It may be turned over as well. It is then placed in one of several rotations that look the same."""
    part: bool = False
    """It is one cell of a tile of several; a `Polyomino` says so of its faces."""
    # What follows from these is asked for at every placement, so it is found once, in fields.
    land: tuple[Plot, ...] = attrs.field(init=False, eq=False, repr=False)
    """Its areas, as `Regions.extend` takes them."""
    ways: tuple[Plot, ...] = attrs.field(init=False, eq=False, repr=False)
    """Its roads, as `Regions.extend` takes them."""
    area_at: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    """For each port the number of its area, -1 if it belongs to none."""
    road_at: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    """For each port the number of the road that leaves there, -1 for none."""
    stamps: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    """For each side the number to xor to the demand of the cell beyond, which had ANY on the side between."""
    leaving: tuple[tuple[tuple[int, int], ...], ...] = attrs.field(init=False, eq=False, repr=False)
    """For each side, the entries of `area_at` and `road_at` for each of its ports, clockwise."""
    arriving: tuple[tuple[tuple[int, int], ...], ...] = attrs.field(init=False, eq=False, repr=False)
    """The same counterclockwise, in the order in which the tile beyond that side meets them."""
    fits: Fits = attrs.field(init=False, eq=False, repr=False)
    """`face.fits[demand]` gives the steps clockwise by which this face, turned further, meets a demand."""
    _turns: dict[int, Face] = attrs.field(init=False, factory=dict, eq=False, repr=False)
    """By rotation, this face turned further; filled as it is asked for."""

    def __attrs_pre_init__(
        self,
        name: str,
        edges: str,
        areas: tuple[Area, ...] = (),
        roads: tuple[tuple[int, ...], ...] = (),
        rotations: tuple[int, ...] | None = None,
        rotation: int = 0,
        ports: int = 1,
        over: bool = False,
        part: bool = False,
    ) -> None:
        if ports < 1:
            raise ValueError(f"{name}: {ports} ports on each side; there is at least one")
        letters = edges + "".join(area.terrain for area in areas)
        if not (letters.isascii() and letters.isalpha() and letters.isupper()):
            raise ValueError(f"{name}: edges and areas {letters!r} are not named by capital letters")
        for what, groups in (("areas", [area.sides for area in areas]), ("roads", roads)):
            used = [side for group in groups for side in group]
            if len(used) != len(set(used)) or not set(used) <= set(range(ports * len(edges))):
                port = "side" if ports == 1 else "port"
                raise ValueError(f"{name}: {what} {groups} use a {port} twice or one that does not exist")
        for area in areas:
            if ports == 1 and any(edges[side] != area.terrain for side in area.sides):
                raise ValueError(f"{name}: sides {edges!r} do not show the terrain of {area}")

    @land.default
    def _land(self) -> tuple[Plot, ...]:
        return tuple([(area.terrain, len(area.sides), area.marks) for area in self.areas])

    @ways.default
    def _ways(self) -> tuple[Plot, ...]:
        return tuple([(ROAD, len(road), ()) for road in self.roads])

    @area_at.default
    def _area_at(self) -> tuple[int, ...]:
        return _owners(self.ports * len(self.edges), [area.sides for area in self.areas])

    @road_at.default
    def _road_at(self) -> tuple[int, ...]:
        return _owners(self.ports * len(self.edges), self.roads)

    @stamps.default
    def _stamps(self) -> tuple[int, ...]:
        n = len(self.edges)
        codes = _codes(self.edges)
        return tuple((ANY ^ codes[s]) << EDGE_BITS * ((s + n // 2) % n) for s in range(n))

    @leaving.default
    def _leaving(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        at = tuple(zip(self.area_at, self.road_at, strict=True))
        return tuple(at[first : first + self.ports] for first in range(0, len(at), self.ports))

    @arriving.default
    def _arriving(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(side[::-1] for side in self.leaving)

    @fits.default
    def _fits(self) -> Fits:
        n = len(self.edges)
        allowed = range(n) if self.rotations is None else [(r - self.rotation) % n for r in self.rotations]
        found = sorted(allowed)
        if self.over:
            both = [*found, *(OVER | rotation for rotation in found)]
            found = [one for one in both if self.first_alike(one) == one]
        return Fits(self.edges, tuple(found))

    def look(self, rotation: int) -> object:
        """What can be seen of this face in a rotation: equal for two rotations that look the same."""
        areas = sorted((area.terrain, _moved(area.sides, rotation, self), area.marks) for area in self.areas)
        roads = sorted(_moved(road, rotation, self) for road in self.roads)
        return _moved_edges(self.edges, rotation), tuple(areas), tuple(roads)

    def first_alike(self, rotation: int) -> int:
        """The rotation that stands for this one: the first that looks the same, if the face may be turned over."""
        if not self.over:
            return rotation
        n, look = len(self.edges), self.look(rotation)
        every = range(n) if self.rotations is None else self.rotations
        both = (*every, *(OVER | one for one in every))
        return next((one for one in both if self.look(one) == look), rotation)

    def turned(self, rotation: int) -> Face:
        """This face so many steps further clockwise (quarters or sixths), after it was turned over if OVER is added.

        It is the same object every time.
        """
        if rotation < OVER:
            rotation %= len(self.edges)
        if not rotation:
            return self
        if rotation not in self._turns:
            self._turns[rotation] = self._turn(rotation)
        return self._turns[rotation]

    def _turn(self, rotation: int) -> Face:
        over, steps = divmod(self.rotation, OVER)
        if rotation >= OVER:
            over, steps = 1 - over, -steps
        return attrs.evolve(
            self,
            edges=_moved_edges(self.edges, rotation),
            areas=tuple(attrs.evolve(one, sides=_moved(one.sides, rotation, self)) for one in self.areas),
            roads=tuple(_moved(road, rotation, self) for road in self.roads),
            rotation=OVER * over + (steps + rotation % OVER) % len(self.edges),
        )


def demand(edges: str) -> int:
    """Edges packed as a demand, clockwise from the first side; a dot stands for ANY."""
    return sum(code << EDGE_BITS * s for s, code in enumerate(_codes(edges)))


def demanded(demand: int, sides: int) -> str:
    """The edges that `demand` was packed from."""
    codes = [demand >> EDGE_BITS * s & ANY for s in range(sides)]
    return "".join(_BLANK if code == ANY else chr(code + 64) for code in codes)


def read_face(
    name: str,
    drawing: str,
    *,
    roads: Sequence[Sequence[int]] = (),
    marks: Sequence[tuple[int, ...]] = (),
    rotations: tuple[int, ...] | None = None,
    bare: str = "",
) -> Face:
    """The square face drawn in three words of three letters; `marks` by area, in the order of `Face.areas`.

    Sides that show a letter of `bare` are not land and belong to no area.

    ValueError, with the tile's name, if there are not three rows of three, a side shows no capital letter, or
    there are marks for more areas than the drawing has. One drawing is read once: it is the same face every time.
    """
    return _read_face(name, drawing, tuple(map(tuple, roads)), tuple(marks), rotations, bare)


@lru_cache(maxsize=2048)
def _read_face(
    name: str,
    drawing: str,
    roads: tuple[tuple[int, ...], ...],
    marks: tuple[tuple[int, ...], ...],
    rotations: tuple[int, ...] | None,
    bare: str,
) -> Face:
    rows = drawing.split()
    if [len(row) for row in rows] != [3, 3, 3]:
        raise ValueError(f"{name}: {drawing!r} is not three rows of three letters")
    edges = "".join(rows[r][c] for r, c in _MIDDLES)
    corners = [rows[r][c] for r, c in _CORNERS]
    centre = rows[1][1]
    middle = [s for s in range(4) if edges[s] == centre]
    joined = [(s, (s + 1) % 4) for s in range(4) if edges[s] == corners[s] == edges[(s + 1) % 4]]
    groups = _grouped(4, [*joined, *pairwise(middle)])
    areas = [Area(edges[sides[0]], sides) for sides in groups if edges[sides[0]] not in bare]
    if not middle and centre not in (_BLANK, *bare):
        areas.append(Area(centre))
    if len(marks) > len(areas):
        raise ValueError(f"{name}: marks for {len(marks)} areas, but the drawing has {len(areas)}")
    for number, counts in enumerate(marks):
        areas[number] = attrs.evolve(areas[number], marks=counts)
    return Face(name, edges, tuple(areas), tuple(tuple(sorted(road)) for road in roads), rotations)


def edge_face(
    name: str,
    edges: str,
    *,
    roads: Sequence[Sequence[int]] = (),
    rotations: tuple[int, ...] | None = None,
) -> Face:
    """A face of any grid with this letter on each side, clockwise: equal letters side by side are one area.

    >>> [(area.terrain, area.sides) for area in edge_face("t1", "WWMMMW").areas]
    [('W', (0, 1, 5)), ('M', (2, 3, 4))]
    """
    n = len(edges)
    beside = [(side, (side + 1) % n) for side in range(n)]
    groups = _grouped(n, [(a, b) for a, b in beside if edges[a] == edges[b]])
    areas = tuple(Area(edges[sides[0]], sides) for sides in groups)
    return Face(name, edges, areas, tuple(tuple(sorted(road)) for road in roads), rotations)


def _grouped(n: int, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The sides of each area, given pairs that are of one; areas are ordered by their first sides."""
    owner = list(range(n))  # for each side the lowest side of its area
    for a, b in pairs:
        first, gone = sorted((owner[a], owner[b]))
        owner = [first if number == gone else number for number in owner]
    return [tuple(side for side in range(n) if owner[side] == number) for number in sorted({*owner})]


def draw_face(face: Face) -> str:
    """Three rows of letters that read back to the same edges and areas; corners that join nothing are dots.

    ValueError if no drawing shows them: for hexes, say, for sides of several ports, or for two enclosed areas on one
    tile.
    """
    if face.ports > 1:
        raise ValueError(f"{face.name}: no drawing shows sides of {face.ports} ports")
    corners = [_BLANK] * 4
    if len(face.edges) == 4:
        at = face.area_at
        corners = [face.edges[s] if at[s] == at[(s + 1) % 4] else _BLANK for s in range(4)]
    bare = "".join({face.edges[s] for s, number in enumerate(face.area_at) if number < 0})
    # The letter in the centre is found by trying; if it is free, the tile's largest area looks best.
    by_size = [area.terrain for area in sorted(face.areas, key=lambda area: -len(area.sides))]
    for centre in [*by_size, _BLANK]:
        rows = [[_BLANK, _BLANK, _BLANK], [_BLANK, centre, _BLANK], [_BLANK, _BLANK, _BLANK]]
        for (r, c), letter in zip(_MIDDLES + _CORNERS, [*face.edges[:4], *corners], strict=True):
            rows[r][c] = letter
        drawing = "\n".join("".join(row) for row in rows)
        read = read_face(face.name, drawing, bare=bare)
        if read.edges == face.edges and _shapes(read) == _shapes(face):
            return drawing
    raise ValueError(f"{face.name}: no drawing of a square shows {face.edges} with {face.areas}")


def _shapes(face: Face) -> list[tuple[str, tuple[int, ...]]]:
    return sorted((area.terrain, area.sides) for area in face.areas)


def _codes(edges: str) -> tuple[int, ...]:
    return tuple(ANY if letter == _BLANK else ord(letter) - 64 for letter in edges)


def _owners(n: int, groups: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    owners = [-1] * n
    for number, sides in enumerate(groups):
        for side in sides:
            owners[side] = number
    return tuple(owners)


def _moved_side(side: int, rotation: int, n: int) -> int:
    """Where a side goes; turning over leaves the north of squares in place, and exchanges the northern two of hexes."""
    if rotation >= OVER:
        side = n - 1 - side if n == 6 else -side
    return (side + rotation % OVER) % n


def _moved_edges(edges: str, rotation: int) -> str:
    n = len(edges)
    found = sorted((_moved_side(side, rotation, n), letter) for side, letter in enumerate(edges))
    return "".join(letter for _, letter in found)


def _moved(ports: tuple[int, ...], rotation: int, face: Face) -> tuple[int, ...]:
    """Where ports of a face go, ascending."""
    found = []
    for port in ports:
        side, n = divmod(port, face.ports)
        there = _moved_side(side, rotation, len(face.edges)) * face.ports
        found.append(there + (face.ports - 1 - n if rotation >= OVER else n))
    return tuple(sorted(found))
