"""How tiles lie: shapes drawn by hand, and what must hold of any."""

from __future__ import annotations

import doctest
from random import Random
from typing import Any

import networkx as nx
import pytest

from tilewright.core.land import grid
from tilewright.core.land.grid import (
    HEX,
    SQUARE4,
    SQUARE8,
    Grid,
    box,
    compactness,
    frontier,
    holes,
    pack,
    unpack,
)


def drawn(picture: str) -> list[int]:
    """The cells of the letters; rows from north to south, x to the east."""
    rows = picture.split()
    return [pack(x, -y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."]


@pytest.mark.parametrize(
    ("picture", "size", "shut_in", "compact", "around"),
    [
        ("", (0, 0), 0, 1.0, 0),
        ("#", (1, 1), 0, 1.0, 4),
        ("##", (2, 1), 0, 1.0, 6),
        ("####", (4, 1), 0, 3 / 4, 10),
        ("## ##", (2, 2), 0, 1.0, 8),
        ("### #.# ###", (3, 3), 1, 8 / 10, 13),
        ("### #.# ##.", (3, 3), 1, 6 / 8, 12),
        ("### #.. ###", (3, 3), 0, 6 / 8, 13),
        (".#. #.# .#.", (3, 3), 1, 0.0, 9),
        ("##### #...# #.#.# #...# #####", (5, 5), 8, 16 / 25, 28),
        ("#.# .#.", (3, 2), 0, 0.0, 8),
    ],
)
def test_shapes_on_squares(
    picture: str, size: tuple[int, int], shut_in: int, compact: float, around: int
) -> None:
    cells = drawn(picture)
    assert box(cells) == size
    assert holes(SQUARE4, cells) == shut_in
    assert compactness(SQUARE4, cells) == pytest.approx(compact)
    assert len(frontier(SQUARE4, cells)) == around


def test_shapes_on_hexes() -> None:
    ring = list(HEX.neighbours(0))
    assert holes(HEX, ring) == 1 and holes(HEX, ring[1:]) == 0
    assert compactness(HEX, [0, *ring]) == 1.0  # twelve pairs, the most that seven can have
    assert compactness(HEX, ring) == pytest.approx(6 / 9)
    assert len(frontier(HEX, [0])) == 6 and len(frontier(HEX, [0, *ring])) == 12
    assert box([0, *ring]) == (3, 3)
    outer = {far for near in ring for far in HEX.neighbours(near)} - {0, *ring}
    assert holes(HEX, sorted(outer)) == 7


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=lambda grid: grid.name)
def test_the_most_pairs_that_there_can_be(grid: Grid[Any]) -> None:
    """Grown so that each cell touches as many as can be, a shape has as many pairs as the formula says."""
    cells = [0]
    for _ in range(60):
        touching = {
            cell: sum(cell + offset in cells for offset in grid.offsets) for cell in frontier(grid, cells)
        }
        cells.append(min(touching, key=lambda cell: (-touching[cell], grid.distance(0, cell), cell)))
        assert compactness(grid, cells) == 1.0, len(cells)


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=lambda grid: grid.name)
def test_any_shape(grid: Grid[Any]) -> None:
    """Holes as a graph of the empty cells finds them; bounds; nothing depends on where the shape lies."""
    random = Random(7)
    for _ in range(40):
        cells = [0]
        while len(cells) < random.randrange(2, 40):
            near = random.choice(cells) + random.choice(grid.offsets)
            if near not in cells and max(map(abs, unpack(near))) < 9:
                cells.append(near)
        window = [pack(x, y) for x in range(-10, 11) for y in range(-10, 11)]
        empty = nx.Graph()
        empty.add_nodes_from(cell for cell in window if cell not in cells)
        empty.add_edges_from(
            (cell, cell + off) for cell in empty.nodes for off in grid.offsets if cell + off in empty
        )
        outside = nx.node_connected_component(empty, pack(10, 10))
        assert holes(grid, cells) == len(empty) - len(outside)
        assert 0 < compactness(grid, cells) <= 1
        width, height = box(cells)
        assert len(cells) <= width * height
        moved = [cell + pack(5, -3) for cell in cells]
        assert (box(moved), holes(grid, moved)) == (box(cells), holes(grid, cells))
        assert not frontier(grid, cells) & {*cells}


def test_corners_do_not_count_as_sides() -> None:
    assert compactness(SQUARE8, drawn("## ##")) == 1.0


def test_the_examples_in_the_docstrings() -> None:
    found = doctest.testmod(grid)
    assert found.attempted and not found.failed
