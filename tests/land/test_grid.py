"""Cells, directions, distances, rings, lines and rotations of square and hex grids."""

from __future__ import annotations

from collections import deque
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.land.grid import HEX, REACH, SQUARE4, SQUARE8, Cell, Grid, Hex, pack, unpack

pytestmark = pytest.mark.quick

GRIDS: tuple[Grid[Any], ...] = (SQUARE4, SQUARE8, HEX)

grids = st.sampled_from(GRIDS)
near = st.integers(-60, 60)
keys = st.builds(pack, near, near)
window = [pack(x, y) for x in range(-4, 5) for y in range(-4, 5)]
patches = st.integers(0, 9999).map(lambda seed: set(Random(seed).sample(window, seed % 61)))


def test_north_of_a_square_is_one_y_more() -> None:
    """Squares are written x east, y north."""

    assert SQUARE4.neighbours(0) == tuple(
        map(SQUARE4.key, (Cell(0, 1), Cell(1, 0), Cell(0, -1), Cell(-1, 0)))
    )
    around = [SQUARE8.text(SQUARE8.step(SQUARE8.read("5,5"), name)) for name in SQUARE8.directions]
    assert around == ["5,6", "6,6", "6,5", "6,4", "5,4", "4,4", "4,5", "4,6"]


def test_rows_of_hexes_go_south() -> None:
    """Axial hexes: q east, r south-east; so south-west is one r more and one q less."""

    assert [HEX.text(key) for key in HEX.neighbours(0)] == ["1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-1"]
    assert Hex(-1, 1) == HEX.at(HEX.step(HEX.key(Hex(2, -2)), "sw", 3))


@given(grids, near, near)
def test_a_key_stands_for_one_coordinate(grid: Grid[Any], x: int, y: int) -> None:
    """Coordinates, keys and text convert to each other and back."""
    coordinate = grid.at(pack(x, y))

    assert (x, y) == tuple(coordinate) == unpack(grid.key(coordinate))
    assert grid.text(pack(x, y)) == str(coordinate) == f"{x},{y}"
    assert grid.read(f" {x} , {y}\n") == grid.read(str(coordinate)) == pack(x, y)


@given(st.integers(-2 * REACH, 2 * REACH), st.integers(-2 * REACH, 2 * REACH), near, near)
def test_keys_add_like_coordinates(x: int, y: int, dx: int, dy: int) -> None:
    """Also for differences across the whole board, which lie beyond its edge."""

    assert pack(x, y) + pack(dx, dy) == pack(x + dx, y + dy)
    assert (x, y) == unpack(pack(x, y))


@pytest.mark.parametrize("text", ["", "3", "3;4", "a,b", "1,2,3", "1.0,2", "١,2", "1,٢", "(1,2)"])
def test_what_is_no_cell_is_refused_with_an_example(text: str) -> None:
    """The message shows what was read and how a cell is written."""

    with pytest.raises(
        ValueError, match=r"is not a cell: write q,r, two whole numbers such as 2,-1"
    ) as caught:
        HEX.read(text)
    assert repr(text) in str(caught.value)


def test_the_board_ends_at_its_reach() -> None:
    """The last cell can be read and written, the next one is refused."""

    assert f"{REACH},{-REACH}" == SQUARE4.text(SQUARE4.read(f"{REACH},{-REACH}"))
    for outside in (Cell(REACH + 1, 0), Cell(0, -REACH - 1)):
        with pytest.raises(ValueError, match="lies off the board"):
            SQUARE4.key(outside)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_the_opposite_direction_leads_back(grid: Grid[Any]) -> None:
    """Neighbours are symmetric: `opposite` undoes each direction, by number and by name."""
    for side, name in enumerate(grid.directions):
        back = grid.opposite[side]

        assert grid.offsets[side] + grid.offsets[back] == 0
        assert grid.step(grid.step(0, name), grid.directions[back]) == 0
        assert grid.step(grid.step(0, name), name, -1) == 0
        assert set(name) & set(grid.directions[back]) == set()
    assert len(grid.directions) == len(set(grid.neighbours(0)))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_distance_is_the_length_of_a_shortest_walk(grid: Grid[Any]) -> None:
    """Against a breadth-first search over the neighbours, from a cell off the origin."""
    start = grid.key(grid.at(pack(-7, 4)))
    steps = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for other in grid.neighbours(cell):
            if other not in steps and steps[cell] < 9:
                steps[other] = steps[cell] + 1
                queue.append(other)

    assert steps == {cell: grid.distance(start, cell) for cell in steps}
    assert set(steps) == set(grid.around(start, 9))


@given(grids, keys, keys, keys)
def test_distance_measures(grid: Grid[Any], a: int, b: int, c: int) -> None:
    """It is symmetric, zero on the cell itself, and no detour is shorter."""

    assert grid.distance(a, b) == grid.distance(b, a)
    assert (a == b) == (grid.distance(a, b) == 0)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids, keys, st.data())
def test_a_line_goes_on_in_one_direction(grid: Grid[Any], key: int, data: st.DataObject) -> None:
    """The n-th cell of a line is n steps away, and the line ends where the board does."""
    direction = data.draw(st.sampled_from(grid.directions))
    cells = list(grid.line(key, direction))

    assert [grid.step(key, direction, n) for n in range(1, 21)] == list(islice(cells, 20))
    assert max(map(abs, unpack(cells[-1]))) == REACH


def test_an_unknown_direction_is_named() -> None:
    """Hexes have no north."""

    with pytest.raises(ValueError, match="'n' is not a direction of hex: ne e se sw w nw"):
        HEX.step(0, "n")


@given(grids, patches, st.data())
def test_lines_gather_the_cells_that_steps_connect(
    grid: Grid[Any], cells: set[int], data: st.DataObject
) -> None:
    """Two cells share a line exactly if steps in this direction lead from one to the other, in that order."""
    direction = data.draw(st.sampled_from(grid.directions))
    lines = grid.lines(cells, direction)
    where = {key: (number, index) for number, line in enumerate(lines) for index, key in enumerate(line)}

    assert sorted(cells) == sorted(key for line in lines for key in line)
    for key in cells:
        beyond = [other for n in range(1, 25) if (other := grid.step(key, direction, n)) in cells]
        number, index = where[key]
        assert beyond == lines[number][index + 1 :]


@given(grids, patches, st.data())
def test_runs_are_the_longest_stretches_without_a_gap(
    grid: Grid[Any], cells: set[int], data: st.DataObject
) -> None:
    """Inside a run each step leads to the next cell; before and after it lies none."""
    direction = data.draw(st.sampled_from(grid.directions))
    runs = grid.runs(cells, direction)

    assert sorted(cells) == sorted(key for run in runs for key in run)
    for run in runs:
        assert all(grid.step(a, direction) == b for a, b in pairwise(run))
        assert grid.step(run[0], direction, -1) not in cells and grid.step(run[-1], direction) not in cells


def test_columns_and_diagonals_of_a_territory() -> None:
    """IS-ST-14 counts columns, and two runs in one column are two (IS-AMB-5); IS-ST-D4 diagonals with gaps."""
    picture = """
        #..#
        #.#.
        ....
        ##.#
        #...
        #..#
    """
    rows = picture.split()[::-1]
    cells = {pack(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "#"}

    columns = [[unpack(key)[1] for key in run] for run in SQUARE8.runs(cells, "n")]
    assert columns == [[0, 1, 2], [4, 5], [2], [4], [0], [2], [5]]
    longest = max(SQUARE8.lines(cells, "ne"), key=len)
    assert [SQUARE8.text(key) for key in longest] == ["0,2", "2,4", "3,5"]
