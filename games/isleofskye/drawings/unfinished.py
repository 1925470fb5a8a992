"""The drawing of a tile that need not be finished: what can be read of it is read, the rest is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import attrs

from tilewright.authoring import Face, as_list, as_mapping, as_text, read_face

from ..tiles import MARKS, SIDES, TERRAINS, Kinds, Symbol, Tile, read_mark

Part = tuple[int, int]
"""Row and column of a letter of the face."""
EDGES: tuple[Part, ...] = ((0, 1), (1, 2), (2, 1), (1, 0))
CORNERS: tuple[Part, ...] = ((0, 2), (2, 2), (2, 0), (0, 0))
"""The parts of the sides, and behind each side the corner before the next one."""
CENTRE: Part = (1, 1)
BLANK = "."
NOTHING = "Z"
"""The letter of a side that shows nothing that is known."""


@attrs.frozen
class Seen:
    """A mark of a tile as it was read."""

    number: int
    mark: str
    kind: str
    """The kind of a mark that comes in kinds; "" of others."""
    area: int


@attrs.frozen
class Unfinished:
    """A tile as far as it can be read."""

    rows: tuple[str, ...]
    """The three rows of the face as they are written."""
    face: Face
    """Without marks. It has no areas at sides that show nothing."""
    under: Mapping[Part, int]
    """By part, the number of the area there; parts without land are left out."""
    has: tuple[Seen | None, ...]
    """Its marks; None for one that cannot be read."""

    @property
    def tile(self) -> Tile:
        """The tile with its marks, as the table draws it."""
        counts = [[0] * len(MARKS) for _ in self.face.areas]
        symbols = []
        for seen in self.has:
            if seen is not None and seen.kind:
                symbols.append(Symbol(seen.mark, seen.kind, seen.area))
            elif seen is not None:
                counts[seen.area][MARKS.index(seen.mark)] += seen.number
        marked = zip(self.face.areas, counts, strict=True)
        areas = [attrs.evolve(area, marks=tuple(some) if any(some) else ()) for area, some in marked]
        return Tile("", attrs.evolve(self.face, areas=tuple(areas)), "owner", tuple(symbols))

    def parts(self, area: int) -> set[Part]:
        """The parts by which an area is known: its sides, and the centre."""
        return {part for part in (*EDGES, CENTRE) if self.under.get(part) == area}


def read(record: Any, kinds: Kinds, bare: str = "") -> Unfinished:
    """The tile in a record."""
    record = as_mapping(record)
    written = [row[:3].ljust(3, BLANK) for row in as_text(record.get("face")).split()[:3]]
    rows = tuple([*written, *[BLANK * 3] * (3 - len(written))])
    face = read_face("", _legible(rows, TERRAINS + bare), roads=_roads(record), bare=bare + NOTHING)
    return Unfinished(
        rows, face, _under(rows, face), tuple(_seen(face, one, kinds) for one in as_list(record.get("has")))
    )


def followed(before: Unfinished, after: Unfinished, painted: Part) -> dict[int, int]:
    """By area before a part was painted, the same area afterwards, where that can be decided.

    It is the same if all that is left of it lies in one area, or if it was that part alone and still is.
    """
    found = {}
    for number in range(len(before.face.areas)):
        parts = before.parts(number)
        left = {after.under.get(part) for part in parts - {painted}}
        if parts == {painted}:
            now = after.under.get(painted)
            left = {now} if now is not None and after.parts(now) == parts else set()
        if len(left) == 1 and None not in left:
            found[number] = next(iter(left))
    return {number: now for number, now in found.items() if now is not None}


def _legible(rows: Collection[str], known: str) -> str:
    """The face with nothing in the place of what means nothing."""
    return " ".join(
        "".join(
            letter if letter in known else NOTHING if (row, column) in EDGES else BLANK
            for column, letter in enumerate(line)
        )
        for row, line in enumerate(rows)
    )


def _roads(record: Mapping[str, Any]) -> list[list[int]]:
    """The sides of each road; a side at which an earlier one leaves is left out."""
    found: list[list[int]] = []
    for road in map(as_text, as_list(record.get("road"))):
        taken = {side for other in found for side in other}
        sides = [n for n, side in enumerate(SIDES) if side in road and n not in taken]
        found += [sides] if sides else []
    return found


def _under(rows: Collection[str], face: Face) -> dict[Part, int]:
    lines = tuple(rows)
    found = {part: face.area_at[side] for side, part in enumerate(EDGES) if face.area_at[side] >= 0}
    centre = lines[1][1]
    within = [n for n, area in enumerate(face.areas) if not area.sides]
    sides = [side for side, part in enumerate(EDGES) if face.edges[side] == centre and part in found]
    if sides or within:
        found[CENTRE] = face.area_at[sides[0]] if sides else within[0]
    for side, (row, column) in enumerate(CORNERS):
        for near in (side, (side + 1) % 4):
            if lines[row][column] == face.edges[near] and EDGES[near] in found:
                found.setdefault((row, column), found[EDGES[near]])
    return found


def _seen(face: Face, one: Any, kinds: Kinds) -> Seen | None:
    try:
        return Seen(*read_mark(face, as_text(one), kinds))
    except ValueError:
        return None
