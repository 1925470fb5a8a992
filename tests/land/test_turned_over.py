"""Tiles that are turned over, against points of the plane that are mirrored and turned."""

from __future__ import annotations

from cmath import exp, pi
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.land.board import Board, spot
from tilewright.core.land.faces import OVER, Area, Face
from tilewright.core.land.grid import HEX, SQUARE4, Grid, unpack
from tilewright.core.land.polyomino import Polyomino, placements, turned_text

from .test_board import random_face

GRIDS = pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=lambda grid: grid.name)
ROTATIONS = st.tuples(st.booleans(), st.integers(0, 5)).map(lambda one: OVER * one[0] + one[1])


def point(grid: Grid[Any], x: float, y: float) -> complex:
    """Where a cell lies: squares with y to the north, hexes with r to the south-east."""
    return complex(x, y) if grid is SQUARE4 else x + y * exp(-1j * pi / 3)


def moved(grid: Grid[Any], at: complex, rotation: int) -> complex:
    """The point after turning over (left and right change places) and turning clockwise."""
    over = complex(-at.real, at.imag) if rotation >= OVER else at
    return over * exp(-2j * pi * (rotation % OVER) / grid.turns)


def port_at(grid: Grid[Any], port: int, ports: int) -> complex:
    """Where a port lies: at the middle of its side, the first ones a little counterclockwise."""
    side, n = divmod(port, ports)
    return point(grid, *grid.vectors[side]) * exp(-0.1j * (n - (ports - 1) / 2))


@GRIDS
@given(seed=st.integers(0, 9999), rotation=ROTATIONS, more=ROTATIONS)
def test_a_face_turned_over_is_mirrored(grid: Grid[Any], seed: int, rotation: int, more: int) -> None:
    rotation, more = (OVER * (one >= OVER) + one % OVER % grid.turns for one in (rotation, more))
    random = Random(seed)
    face = random_face(grid, random, "A")
    if seed % 2:
        ends = random.sample(range(2 * grid.turns), 6)
        face = Face("B", face.edges, (), (tuple(sorted(ends[:2])), tuple(sorted(ends[2:]))), ports=2)
    there = face.turned(rotation)
    ports = range(grid.turns * face.ports)
    for port in ports:
        to = moved(grid, port_at(grid, port, face.ports), rotation)
        [other] = [one for one in ports if abs(port_at(grid, one, face.ports) - to) < 1e-6]
        assert there.edges[other // face.ports] == face.edges[port // face.ports]
        assert (there.area_at[other], there.road_at[other]) == (face.area_at[port], face.road_at[port])
    again = there.turned(more)
    at = moved(grid, moved(grid, 1 + 0.3j, rotation), more)
    assert abs(moved(grid, 1 + 0.3j, again.rotation) - at) < 1e-6
    assert again == face.turned(again.rotation) and face.turned(rotation) is there


@GRIDS
@settings(max_examples=40)
@given(seed=st.integers(0, 9999))
def test_a_polyomino_turned_over_is_mirrored_and_offered_once(grid: Grid[Any], seed: int) -> None:
    random = Random(seed)
    cells = [(0, 0)]
    while len(cells) < 4:
        near = random.choice(grid.vectors)
        x, y = random.choice(cells)
        cells = [*dict.fromkeys([*cells, (x + near[0], y + near[1])])]
    sides = tuple(range(grid.turns))
    kinds = [Face(letter, letter * grid.turns, (Area(letter, sides),)) for letter in "WL"]
    faces = tuple(random.choice(kinds[: 1 + seed % 2]) for _ in cells)
    tile = Polyomino("t", grid, faces, tuple(cells), over=True)
    looks: dict[frozenset[tuple[int, str]], int] = {}
    for rotation, lie in tile.lies.items():
        found = {
            (round(10 * at.real), round(10 * at.imag)): face.edges
            for offset, face in lie
            for at in [point(grid, *unpack(offset))]
        }
        wanted = {
            (round(10 * at.real), round(10 * at.imag)): face.edges
            for cell, face in zip(cells, faces)
            for at in [moved(grid, point(grid, *cell), rotation)]
        }
        assert found == wanted
        low = min(offset for offset, _ in lie)
        looks.setdefault(frozenset((offset - low, face.edges) for offset, face in lie), rotation)
    board = Board(grid, matching=False, bounds=frozenset(grid.around(0, 3)), scattered=True)
    places = placements(board, tile)
    assert {spot(one)[1] for one in places} == {*looks.values()}
    laid = [frozenset((at, face.edges) for at, face in tile.cover(*spot(one))) for one in places]
    assert len(laid) == len({*laid})


def test_a_face_that_may_be_turned_over_is_placed_as_it_fits() -> None:
    """Three different sides in a row read the same clockwise only when they are not turned over."""
    face = Face("f", "ABCD", rotations=None, over=True)
    board = Board(SQUARE4)
    board.place(0, Face("n", "CCCC"))
    assert sorted(r for _, r in map(spot, board.placements(face))) == [
        0,
        1,
        2,
        3,
        *(OVER | n for n in range(4)),
    ]
    plain = Face("p", "AAAB", over=True)
    assert [n for n in (*range(4), *range(OVER, OVER + 4)) if plain.first_alike(n) == n] == [0, 1, 2, 3]
    assert (
        plain.first_alike(OVER) == 2
        or plain.turned(plain.first_alike(OVER)).edges == plain.turned(OVER).edges
    )
    one_way = Face("o", "ABCD", rotations=(0,), over=True)
    assert {r for _, r in map(spot, board.placements(one_way))} <= {0, OVER}
    assert [turned_text(n) for n in (0, 3, OVER, OVER + 5)] == ["r0", "r3", "f0", "f5"]


def test_a_board_of_tiles_turned_over_is_saved() -> None:
    face = Face("f", "ABCD", over=True)
    board = Board(SQUARE4, matching=False)
    board.place(0, face, OVER | 1)
    assert board.face(0).edges == face.turned(OVER).turned(1).edges == "BADC"
    assert Board.from_dict(board.to_dict(), SQUARE4, {"f": face}) == board
