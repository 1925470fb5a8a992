"""Public fields of a state as numbers, by the field's type and its content at the start of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from ..land.board import Board
from ..land.faces import Face
from ..land.grid import unpack

Row = NDArray[np.float32]

LIMIT = float(1 << 24)
"""Whole numbers up to this one are exact as float32; larger ones are cut to it."""
ROOM = 16
"""Number of entries that are written of a list that is empty at the start of a game."""


class FieldNumbers(Protocol):
    """A way to write one value as numbers."""

    size: int
    """Number of numbers; 0 for values that are left out."""

    def write(self, value: Any, row: Row) -> None:
        """Write the numbers to `row`, which has this size and is all zeros before."""


class NoNumbers:
    """For values that are left out."""

    size = 0

    def write(self, value: Any, row: Row) -> None:
        return None


class OneNumber:
    """The number itself; true is 1."""

    size = 1

    def write(self, value: Any, row: Row) -> None:
        row[0] = value


class NumberList:
    """The length of the list, then its numbers, as far as there is room."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.size = 1 + room

    def write(self, value: Sequence[int], row: Row) -> None:
        row[0] = len(value)
        kept = value[: self.room]
        row[1 : 1 + len(kept)] = kept


class Entries:
    """The length of the list, then each entry, as far as there is room."""

    def __init__(self, room: int, entry: FieldNumbers) -> None:
        self.room = room
        self.entry = entry
        self.size = 1 + room * entry.size if entry.size else 0

    def write(self, value: Sequence[Any], row: Row) -> None:
        row[0] = len(value)
        at = 1
        for entry in value[: self.room]:
            self.entry.write(entry, row[at : at + self.entry.size])
            at += self.entry.size


class Parts:
    """A tuple of a fixed length, part after part."""

    def __init__(self, parts: Iterable[FieldNumbers]) -> None:
        self.parts = list(parts)
        self.size = sum(part.size for part in self.parts)

    def write(self, value: Sequence[Any], row: Row) -> None:
        at = 0
        for part, one in zip(self.parts, value, strict=True):
            part.write(one, row[at : at + part.size])
            at += part.size


class Cells:
    """A mapping of cells to numbers: its length, then a square window of pairs (1 if the cell is in it, the number).

    Small keys that are not cells fall into the window's middle row, so they are kept apart as well.
    """

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.side = 2 * radius + 1
        self.size = 1 + 2 * self.side**2

    def write(self, value: Mapping[int, int], row: Row) -> None:
        row[0] = len(value)
        for key, number in value.items():
            at = window(key, self.radius)
            if at >= 0:
                row[1 + 2 * at : 3 + 2 * at] = 1, number


class TileBoard:
    """A board of tiles: the number of tiles, then a square window with `channels` numbers for each cell.

    A cell's numbers are: for each side its land (A is 1), for each port the number of its area and of its road on the
    tile (0 for none); then the sum of the lands within the tile, and how often each kind of mark is printed.
    """

    def __init__(self, board: Board, radius: int) -> None:
        self.radius = radius
        self.sides = len(board.grid.offsets)
        self.marks = board.regions.mark_kinds
        self.channels = (1 + 2 * board.ports) * self.sides + 1 + self.marks
        self.size = 1 + self.channels * (2 * radius + 1) ** 2
        self._faces: dict[tuple[str, int], Row] = {}

    def write(self, value: Board, row: Row) -> None:
        row[0] = len(value)
        for key in value:
            at = window(key, self.radius)
            if at >= 0:
                start = 1 + at * self.channels
                row[start : start + self.channels] = self._face(value.face(key))

    def _face(self, face: Face) -> Row:
        row = self._faces.get((face.name, face.rotation))
        if row is None:
            within = sum(ord(area.terrain) - 64 for area in face.areas if not area.sides)
            marks = [sum(area.marks[kind] for area in face.areas if area.marks) for kind in range(self.marks)]
            lands = [ord(letter) - 64 for letter in face.edges]
            areas, roads = [n + 1 for n in face.area_at], [n + 1 for n in face.road_at]
            row = np.array([*lands, *areas, *roads, within, *marks], np.float32)
            self._faces[face.name, face.rotation] = row
        return row


def window(key: int, radius: int) -> int:
    """Return a cell's index in a window around 0,0, row by row from the smallest coordinates; -1 if it is outside."""
    x, y = unpack(key)
    if not (-radius <= x <= radius and -radius <= y <= radius):
        return -1
    return (y + radius) * (2 * radius + 1) + x + radius


def field_of(hint: Any, sample: Any, radius: int) -> FieldNumbers:
    """Return the way to write a field of this type. A list gets room for its entries at the start, or ROOM if empty."""
    if hint in (int, bool):
        return OneNumber()
    if hint is Board and isinstance(sample, Board):
        return TileBoard(sample, radius)
    kind, inner = get_origin(hint), get_args(hint)
    if kind is dict and inner == (int, int):
        return Cells(radius)
    if kind is list or (kind is tuple and len(inner) == 2 and inner[1] is Ellipsis):
        if inner[0] in (int, bool):
            return NumberList(len(sample) or ROOM)
        return Entries(len(sample) or ROOM, field_of(inner[0], _fullest(sample), radius))
    if kind is tuple:
        samples = sample if len(sample or ()) == len(inner) else [()] * len(inner)
        return Parts(field_of(part, one, radius) for part, one in zip(inner, samples, strict=True))
    return NoNumbers()


def _fullest(sample: Any) -> Any:
    """Return the entry of a list that needs most room; an empty tuple if the list is empty."""
    return max(sample, key=lambda entry: len(entry) if hasattr(entry, "__len__") else 0, default=())
