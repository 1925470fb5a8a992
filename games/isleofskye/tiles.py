"""Tiles as the rules and the board use them, read from the drawings of the data files, and written back.

A tile is drawn in three rows of three letters (`core/land/faces`). A road is the sides at which it leaves the
tile, in small letters clockwise from north: `nsw`. A mark is how many, what, and where: `2 sheep P` lie in the
tile's pasture; if a tile has several areas of that terrain, a side says which: `lighthouse e`. A mark that comes in
kinds names its kind: `scroll per_farm P`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import get_args

import attrs

from tilewright.authoring import (
    SQUARE4,
    Board,
    Document,
    Face,
    InvalidFile,
    Path,
    Problem,
    Provenance,
    Regions,
    draw_face,
    near,
    read_face,
)

from .files import Drawn, Mark, Terrain

SIDES = "nesw"
TERRAINS = "".join(get_args(Terrain))
MARKS: tuple[str, ...] = (*get_args(Mark), "castle")
"""The kinds of mark that are counted; `Area.marks` has one count for each."""
SHEEP, CATTLE, FARM, BROCH, LIGHTHOUSE, SHIP, BARREL, CASTLE = range(8)
SCROLL = "scroll"
MOST = 20
"""Marks of one kind that an area may have; more could not be told apart."""
AT_HOME = {"broch": "M", "lighthouse": "W", "ship": "W", "castle": "P"}
"""Marks that the rules count in regions of one terrain (IS-ST-5, IS-ST-12), and the castle, which stands in pasture."""


Kinds = Mapping[str, Collection[str]]
"""Marks that come in kinds, and the names of these kinds."""


@attrs.frozen
class Symbol:
    """A mark that comes in kinds: a scroll."""

    mark: str
    kind: str
    area: int
    """The number of its area in the face."""


@attrs.frozen
class Tile:
    """A tile that can be laid."""

    id: str
    face: Face
    """With its areas, and in each the marks, counted by MARKS. Ready for `Board.place`."""
    provenance: Provenance
    symbols: tuple[Symbol, ...] = ()
    copies: int = attrs.field(default=1, kw_only=True)
    """Number of copies that go into the bag."""
    pays: bool = attrs.field(default=True, kw_only=True)
    """True if its barrels bring gold (IS-INC-2)."""
    full: bool = attrs.field(default=True, kw_only=True)
    """True if it counts where tiles are counted."""
    back: Tile | None = attrs.field(default=None, kw_only=True)
    """Its other side, if it has one and may be turned over."""
    entrances: tuple[tuple[int, int], ...] = attrs.field(default=(), kw_only=True)
    """Numbers of a road and of the area that it enters; where a module says so, roads in one region meet."""
    bridge: bool = attrs.field(default=False, kw_only=True)
    """True if its road crosses water on the picture; no rule uses this (IS-ROAD-1)."""
    disputed: bool = attrs.field(default=False, kw_only=True)
    """True if the transcriptions differ on it (IS-AMB-25)."""
    marks: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    """Number of marks of each kind, in the order of MARKS."""
    scrolls: tuple[tuple[str, int], ...] = attrs.field(init=False, eq=False, repr=False)
    """The kind of each scroll and the number of the area in which it lies (IS-SCR-9)."""

    @marks.default
    def _marks(self) -> tuple[int, ...]:
        counts = [area.marks for area in self.face.areas if area.marks]
        return tuple(map(sum, zip(*counts))) if counts else (0,) * len(MARKS)

    @scrolls.default
    def _scrolls(self) -> tuple[tuple[str, int], ...]:
        return tuple((symbol.kind, symbol.area) for symbol in self.symbols if symbol.mark == SCROLL)


def empty_territory() -> Board:
    """Returns a board without tiles whose regions count marks in the order of MARKS."""
    return Board(SQUARE4, Regions(mark_kinds=len(MARKS)))


def read_drawing(
    document: Document,
    path: Path,
    name: str,
    drawn: Drawn,
    kinds: Kinds,
    rotations: tuple[int, ...] | None = None,
    bare: str = "",
) -> tuple[Face, tuple[Symbol, ...]]:
    """Reads what the record at `path` draws: a face called `name`, and its marks that come in `kinds`.

    Letters of `bare` stand for sides that are not land. InvalidFile says everything that is wrong in the record.
    """
    problems = _letters(document, (*path, "face"), drawn.face, TERRAINS + bare)
    if problems:
        raise InvalidFile(problems)
    face = read_face(name, drawn.face, bare=bare)
    roads: list[tuple[int, ...]] = []
    for at, text in enumerate(drawn.road):
        said = _road_slip(text, drawn.road[:at])
        if said:
            problems.append(document.problem((*path, "road", at), said))
        else:
            roads.append(tuple(SIDES.index(letter) for letter in text))
    counts = [[0] * len(MARKS) for _ in face.areas]
    symbols: list[Symbol] = []
    for at, text in enumerate(drawn.has):
        try:
            number, mark, kind, area = read_mark(face, text, kinds)
            if kind:
                symbols.append(Symbol(mark, kind, area))
            elif counts[area][MARKS.index(mark)]:
                raise ValueError(f"{mark!r} is given twice in this area; write how many there are")
            else:
                counts[area][MARKS.index(mark)] = number
        except ValueError as slip:
            problems.append(document.problem((*path, "has", at), str(slip)))
    if problems:
        raise InvalidFile(problems)
    marks = [tuple(some) if any(some) else () for some in counts]
    whole = read_face(name, drawn.face, roads=roads, marks=marks, rotations=rotations, bare=bare)
    return whole, tuple(symbols)


def _letters(document: Document, path: Path, drawing: str, known: str) -> list[Problem]:
    rows = drawing.split()
    if [len(row) for row in rows] != [3, 3, 3]:
        return [document.problem(path, f"expected three rows of three letters, got {' / '.join(rows)}")]
    problems: list[Problem] = []
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            edge = (r + c) % 2 == 1
            if letter not in (known if edge else f"{known}."):
                names = ", ".join(known[:-1])
                wanted = f"edge {letter!r} is not {names} or {known[-1]}"
                said = wanted if edge else f"letter {letter!r} is not {names}, {known[-1]} or a dot"
                problems.append(document.problem(path, said, row=r, letter=c))
    return problems


def _road_slip(text: str, before: Iterable[str]) -> str:
    """Returns what is wrong with a road; "" if nothing is."""
    if not text or text != "".join(side for side in SIDES if side in text):
        return f"road {text!r} is not some of the sides n, e, s, w, in this order"
    again = [side for side in text if any(side in road for road in before)]
    return f"another road of the tile leaves at {again[0]!r}" if again else ""


def read_mark(face: Face, text: str, kinds: Kinds) -> tuple[int, str, str, int]:
    """Returns number, mark, kind ("" if it has none) and area; ValueError says what is wrong."""
    words = text.split()
    number = int(words.pop(0)) if words and words[0].isdecimal() and len(words[0]) < 10 else 1
    if not words:
        raise ValueError("expected a mark and where it lies, such as '2 sheep P' or 'scroll per_farm P'")
    mark, kind = words.pop(0), ""
    if mark not in MARKS and mark not in kinds:
        raise ValueError(f"no mark is called {mark!r}{near(mark, [*MARKS, *kinds])}")
    if mark in kinds:
        kind = words.pop(0) if words else ""
        if kind not in kinds[mark]:
            raise ValueError(f"there is no {mark} {kind!r}{near(kind, kinds[mark])}")
    if len(words) != 1:
        raise ValueError(f"expected one word for where it lies, got {' '.join(words)!r}")
    if not 1 <= number <= (1 if kind else MOST):
        raise ValueError(f"expected {'one at a time' if kind else f'1 to {MOST}'}, got {number}")
    area = area_at(face, words[0])
    terrain = face.areas[area].terrain
    if terrain != AT_HOME.get(mark, terrain):
        raise ValueError(f"a {mark} lies in {AT_HOME[mark]}, not in {terrain}")
    return number, mark, kind, area


def area_at(face: Face, where: str) -> int:
    """Returns the area that a side names, or a terrain of which the tile has one area; ValueError if there is none."""
    if len(where) == 1 and where in SIDES and face.area_at[SIDES.index(where)] >= 0:
        return face.area_at[SIDES.index(where)]
    found = [number for number, area in enumerate(face.areas) if area.terrain == where]
    if len(found) == 1:
        return found[0]
    if found:
        sides = ", ".join(area_name(face, number) for number in found)
        raise ValueError(f"there are several areas of {where!r} on this tile; name a side of one: {sides}")
    known = [area_name(face, number) for number in range(len(face.areas))]
    raise ValueError(f"there is no area {where!r} on this tile{near(where, known)}")


def area_name(face: Face, number: int) -> str:
    """Returns the area's name: its terrain, or its first side if the tile has several areas of that terrain."""
    area = face.areas[number]
    alone = [other.terrain for other in face.areas].count(area.terrain) == 1
    return area.terrain if alone else SIDES[area.sides[0]]


def written(face: Face, symbols: Sequence[Symbol] = ()) -> Drawn:
    """Returns the record of what the tile shows, unturned, as the data files write it."""
    has = [
        f"{mark} {area_name(face, number)}" if count == 1 else f"{count} {mark} {area_name(face, number)}"
        for kind, mark in enumerate(MARKS)
        for number, area in enumerate(face.areas)
        for count in area.marks[kind : kind + 1]
        if count
    ]
    has += [f"{symbol.mark} {symbol.kind} {area_name(face, symbol.area)}" for symbol in symbols]
    roads = ("".join(SIDES[side] for side in road) for road in face.roads)
    return Drawn(face=f"{draw_face(face)}\n", road=tuple(roads), has=tuple(has))
