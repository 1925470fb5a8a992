"""The geometry of a layout: the cells where more can go, holes, the smallest box around it, compactness.

A layout is a set of cells of a grid, by their keys. This file does not know what lies on them.
"""

from __future__ import annotations

from collections.abc import Collection
from math import ceil, sqrt
from typing import Any

from .grid import SQUARE4, SQUARE8, Grid, corners, pack


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
