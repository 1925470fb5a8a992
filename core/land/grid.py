"""Square and hexagonal grids in one vocabulary: cells, directions, distance, rings, lines, rotation.

Outside, a cell is a `Cell(x, y)` or a `Hex(q, r)`; inside it is one int, its *key*. This file does
not know what lies on the cells.

    squares: x runs east, y runs north            hexes, pointy-top: q runs east, r runs south-east

         nw   n   ne     -1,1   0,1   1,1              nw    ne            0,-1   1,-1
          w   .   e      -1,0   0,0   1,0            w    .    e        -1,0   0,0   1,0
         sw   s   se     -1,-1  0,-1  1,-1             sw    se           -1,1   0,1

Keys add like the coordinates they stand for: `key(a) + key(b)` is the key of the sum, so each direction is
one constant offset, on squares and on hexes alike, and the start tile lies at key 0.

A layout is a set of cells, by their keys: where more can go, its holes, the smallest box around it, its compactness.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from math import ceil, sqrt
from typing import Any, Generic, TypeVar

import attrs

from ..text.unreadable import Unclear

REACH = 500
"""The farthest a board goes: coordinates run from -REACH to REACH."""

# Differences of cells, and rotated cells, may lie beyond REACH; with two bits to spare their keys stay apart.
_SHIFT = 12
_HALF = 1 << (_SHIFT - 1)
_MASK = (1 << _SHIFT) - 1

_WRITTEN = re.compile(r"\s*([+-]?[0-9]{1,18})\s*,\s*([+-]?[0-9]{1,18})\s*")


def pack(x: int, y: int) -> int:
    """The key of the cell with these coordinates (on hexes q and r)."""
    return x + (y << _SHIFT)


def unpack(key: int) -> tuple[int, int]:
    """The coordinates that `pack` made `key` from."""
    x = ((key + _HALF) & _MASK) - _HALF
    return x, (key - x) >> _SHIFT


def corners(keys: Collection[int]) -> tuple[int, int, int, int]:
    """Lowest x and y and highest x and y of these cells, of which there is at least one."""
    columns = [(key + _HALF) & _MASK for key in keys]
    # A cell farther north (on hexes south) has a higher key, wherever it lies in its row.
    return min(columns) - _HALF, unpack(min(keys))[1], max(columns) - _HALF, unpack(max(keys))[1]


@attrs.frozen(order=True)
class Cell:
    """A cell of a square grid; unpacks as `x, y = cell` and is written `x,y`."""

    x: int
    """Columns east of the start tile."""
    y: int
    """Rows north of the start tile."""

    def __iter__(self) -> Iterator[int]:
        return iter((self.x, self.y))

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


@attrs.frozen(order=True)
class Hex:
    """A cell of a hex grid in axial coordinates; unpacks as `q, r = cell` and is written `q,r`."""

    q: int
    """Cells east of the origin, along a row."""
    r: int
    """Rows south of the origin; each row lies half a cell farther east."""

    def __iter__(self) -> Iterator[int]:
        return iter((self.q, self.r))

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


Coordinate = TypeVar("Coordinate", Cell, Hex)


@attrs.frozen
class Grid(Generic[Coordinate]):
    """One kind of grid. Use the three that exist: SQUARE4, SQUARE8, HEX; all questions take and give keys."""

    name: str
    directions: tuple[str, ...]
    """The neighbours' names, clockwise from north."""
    vectors: tuple[tuple[int, int], ...]
    """The same as coordinates."""
    turns: int
    """Rotation steps in a full turn: 4 quarters or 6 sixths (SQUARE8 too turns by quarters)."""
    axes: str
    """Names of the coordinates, for people: "x,y" or "q,r"."""
    _coordinate: Callable[[int, int], Coordinate] = attrs.field(repr=False)
    _length: Callable[[int, int], int] = attrs.field(repr=False)
    offsets: tuple[int, ...] = attrs.field(init=False, repr=False)
    """For each direction, the number to add to a key to reach the neighbour."""
    opposite: tuple[int, ...] = attrs.field(init=False, repr=False)
    """For each direction, by number, the number of the opposite one."""

    @offsets.default
    def _offsets(self) -> tuple[int, ...]:
        return tuple(pack(x, y) for x, y in self.vectors)

    @opposite.default
    def _opposite(self) -> tuple[int, ...]:
        n = len(self.directions)
        return tuple((side + n // 2) % n for side in range(n))

    # keys and coordinates

    def key(self, coordinate: Coordinate) -> int:
        """The key of a coordinate; Unclear beyond REACH."""
        x, y = coordinate
        if not (-REACH <= x <= REACH and -REACH <= y <= REACH):
            raise Unclear("read.off_board", text=coordinate, least=-REACH, most=REACH)
        return pack(x, y)

    def at(self, key: int) -> Coordinate:
        """The coordinate with this key."""
        return self._coordinate(*unpack(key))

    def read(self, text: str) -> int:
        """The key of the cell that `text` names; Unclear, with an example, if it is not a cell."""
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise Unclear("read.cell", text=text, axes=self.axes)
        return self.key(self._coordinate(int(written[1]), int(written[2])))

    def text(self, key: int) -> str:
        """The cell as text, `x,y` or `q,r`."""
        x, y = unpack(key)
        return f"{x},{y}"

    # near and far

    def step(self, key: int, direction: str, n: int = 1) -> int:
        """The cell `n` steps from `key` in the direction of this name (backwards if n is negative)."""
        return key + n * self.offsets[self._number(direction)]

    def neighbours(self, key: int) -> tuple[int, ...]:
        """The cells that touch `key`, clockwise from north."""
        return tuple([key + offset for offset in self.offsets])

    def distance(self, a: int, b: int) -> int:
        """The fewest steps from `a` to `b`."""
        return self._length(*unpack(b - a))

    def around(self, key: int, radius: int) -> list[int]:
        """The cells at this distance or less, nearer ones first."""
        found = {key: None}
        for _ in range(radius):
            found |= dict.fromkeys(near for cell in found for near in self.neighbours(cell))
        return list(found)

    # straight lines: "n" gives columns of squares, "e" rows, "ne" and "se" diagonals

    def line(self, key: int, direction: str) -> Iterator[int]:
        """Yield the cells beyond `key` in this direction, nearest first, up to REACH."""
        dx, dy = self.vectors[self._number(direction)]
        x, y = unpack(key)
        while -REACH <= x + dx <= REACH and -REACH <= y + dy <= REACH:
            x, y = x + dx, y + dy
            yield pack(x, y)

    def lines(self, cells: Iterable[int], direction: str) -> list[list[int]]:
        """`cells` by the straight line they lie on, gaps or not; each line runs in this direction.

        The lines come in one fixed order across the board: columns of squares from west to east.
        """
        dx, dy = self.vectors[self._number(direction)]
        found: dict[int, list[tuple[int, int]]] = {}
        for key in cells:
            x, y = unpack(key)
            # The cross product is the same all along a line, and differs between parallel ones.
            found.setdefault(dy * x - dx * y, []).append((x * dx if dx else y * dy, key))
        return [[key for _, key in sorted(found[line])] for line in sorted(found)]

    def runs(self, cells: Iterable[int], direction: str) -> list[list[int]]:
        """The longest stretches without a gap along this direction; every cell is in exactly one."""
        offset = self.offsets[self._number(direction)]
        found: list[list[int]] = []
        for line in self.lines(cells, direction):
            for key in line:
                if found and found[-1][-1] + offset == key:
                    found[-1].append(key)
                else:
                    found.append([key])
        return found

    def _number(self, direction: str) -> int:
        try:
            return self.directions.index(direction)
        except ValueError:
            names = " ".join(self.directions)
            raise ValueError(f"{direction!r} is not a direction of {self.name}: {names}") from None


def _steps_square4(x: int, y: int) -> int:
    return abs(x) + abs(y)


def _steps_square8(x: int, y: int) -> int:
    return max(abs(x), abs(y))


def _steps_hex(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


_ROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

SQUARE4 = Grid("square4", ("n", "e", "s", "w"), _ROUND[::2], 4, "x,y", Cell, _steps_square4)
"""Squares that touch along a side."""
SQUARE8 = Grid(
    "square8", ("n", "ne", "e", "se", "s", "sw", "w", "nw"), _ROUND, 4, "x,y", Cell, _steps_square8
)
"""Squares that touch along a side or at a corner."""
HEX = Grid(
    "hex",
    ("ne", "e", "se", "sw", "w", "nw"),
    ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
    6,
    "q,r",
    Hex,
    _steps_hex,
)
"""Hexes in axial coordinates, with a corner at the top (pointy-top): lines run `e`, `se` and `ne`.

There is no other kind: turn a game with vertical lines by 30 degrees clockwise, so that its columns run `ne`."""


def frontier(grid: Grid[Any], cells: Collection[int]) -> set[int]:
    """Return the empty cells that touch the layout."""
    return {cell + offset for cell in cells for offset in grid.offsets} - {*cells}


def box(cells: Collection[int]) -> tuple[int, int]:
    """Return columns and rows of the smallest box around the layout, along the axes of its grid; 0, 0 if empty."""
    if not cells:
        return 0, 0
    low_x, low_y, high_x, high_y = corners(cells)
    return high_x - low_x + 1, high_y - low_y + 1


def holes(grid: Grid[Any], cells: Collection[int]) -> int:
    """Return the number of enclosed empty cells: no path over touching empty cells leads from them out of the box.

    >>> north, *others = SQUARE8.neighbours(0)
    >>> holes(SQUARE4, [north, *others]), holes(SQUARE4, others), holes(SQUARE8, [north, *others[1:]])
    (1, 0, 0)
    """
    if not cells:
        return 0
    low_x, low_y, high_x, high_y = corners(cells)
    if high_x - low_x < 2 or high_y - low_y < 2:
        return 0
    # The box with a margin, of which the empty cells that a way reaches are taken away.
    start, width = pack(low_x - 1, low_y - 1), high_x - low_x + 3
    rows = range(start, pack(low_x - 1, high_y + 1) + 1, pack(0, 1))
    enclosed = {cell for row in rows for cell in range(row, row + width)}
    enclosed.difference_update(cells)
    enclosed.remove(start)
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        for offset in grid.offsets:
            near = cell + offset
            if near in enclosed:
                enclosed.remove(near)
                waiting.append(near)
    return len(enclosed)


def compactness(grid: Grid[Any], cells: Collection[int]) -> float:
    """Return the pairs of cells that touch, as a share of the most that so many cells can have; 1 for fewer than two.

    On squares only sides count, not corners. The most is 2n - 2*sqrt(n) on squares, 3n - sqrt(12n - 3) on hexes,
    rounded down (Harary and Harborth 1976; Harborth 1974).

    >>> compactness(SQUARE4, [0, 1, 2, 3])  # four in a row: 3 pairs, 4 in a block
    0.75
    """
    count = len(cells)
    if count < 2:
        return 1.0
    offsets = (SQUARE4 if grid is SQUARE8 else grid).offsets
    taken = {*cells}
    # Each pair is seen along one of two opposite offsets.
    pairs = sum([cell + offset in taken for offset in offsets if offset > 0 for cell in taken])
    most = 3 * count - ceil(sqrt(12 * count - 3)) if len(offsets) == 6 else 2 * count - ceil(2 * sqrt(count))
    return pairs / most
