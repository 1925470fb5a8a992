"""Bounded boards, and tiles that are taken away or moved, against boards on which the other tiles were placed anew."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.land.board import Board, placement, spot
from tilewright.core.land.faces import Area, Face, read_face
from tilewright.core.land.grid import HEX, SQUARE4, Grid
from tilewright.core.land.polyomino import Polyomino, Tile, place, placements
from tilewright.core.land.regions import Regions

from .test_board import KINDS, deck

MEADOW, SHORE = read_face("meadow", "PPP PPP PPP"), read_face("shore", ".P. P.P WWW")
PATH = Face("path", "PPPP", (Area("P", (0, 2), (2,)),), ((0, 2),))


def shapes(grid: Grid[Any], random: Random, mixed: bool) -> list[Tile]:
    """Tiles of one to three cells, of two terrains; each of one terrain unless they are mixed."""
    sides = tuple(range(len(grid.offsets)))
    cells = [Face(letter, letter * len(sides), (Area(letter, sides, (1, 0)),)) for letter in "WL"]
    lies = [((0, 0),), ((0, 0), (1, 0)), ((1, 0), (0, 0), (0, 1)), ((0, 0), (1, 0), (2, 0))]
    land = [[random.choice(cells if mixed else [cells[n % 2]]) for _ in lie] for n, lie in enumerate(lies)]
    return [Polyomino(f"s{n}", grid, tuple(land[n]), lie) for n, lie in enumerate(lies)]


def built(board: Board) -> Board:
    """From scratch: the tiles that lie on the board, placed in their order."""
    found = board.empty()
    for key, face in board.faces().items():
        found.place(key, face)
    return found


def same(board: Board, tiles: Sequence[Tile]) -> None:
    """Check that everything that can be asked of the board is as on one that was built from scratch."""
    fresh = built(board)
    assert board == fresh
    assert list(board.frontier.items()) == list(fresh.frontier.items())
    for tile in tiles:
        assert placements(board, tile) == placements(fresh, tile)
    assert len(board.regions.roots()) == len(fresh.regions.roots())
    for key in board:
        for area, other in zip(board.areas(key), fresh.areas(key), strict=True):
            assert board.cells(area) == fresh.cells(other)
            assert asked(board.regions, area) == asked(fresh.regions, other)
            own, [there] = (
                board.regions.region(area),
                [r for r in fresh.regions.partition() if other in r.areas],
            )
            assert len(own.areas) == len(there.areas)
        roads = range(len(board.face(key).roads))
        assert [asked(board.roads, board.road(key, n)) for n in roads] == [
            asked(fresh.roads, fresh.road(key, n)) for n in roads
        ]
    if all(-1 not in face.area_at for face in board.faces().values()):
        assert [board.regions.open_edges(root) for root in board.regions.roots()] == [
            unmet(board, root) for root in board.regions.roots()
        ]
    faces = {one.name: one.turned(-one.rotation) for one in board.faces().values()}
    again = Board.from_dict(board.to_dict(), board.grid, faces)
    assert again == board == board.clone() and list(again.frontier) == list(board.frontier)


def unmet(board: Board, root: int) -> int:
    """The sides of a region beyond which the board has an empty cell."""
    return sum(
        board.vacant(board.beyond(key, side)[0])
        for key in board
        for area, land in zip(board.areas(key), board.face(key).areas, strict=True)
        if board.regions.find(area) == root
        for side in land.sides
    )


def asked(regions: Regions, area: int) -> tuple[object, ...]:
    return regions.kind(area), regions.size(area), regions.open_edges(area), regions.marks(area)


@pytest.mark.parametrize("kind", ["endless", "bounded", "scattered"])
@pytest.mark.parametrize("matching", [True, False])
@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=lambda grid: grid.name)
@settings(max_examples=8)
@given(seed=st.integers(0, 9999))
def test_a_board_from_which_tiles_are_taken_is_one_of_the_tiles_that_stay(
    grid: Grid[Any], matching: bool, kind: str, seed: int
) -> None:
    random = Random(seed)
    cells = frozenset(grid.around(0, 3)) - {*random.sample(grid.around(0, 3)[1:], 4)}
    board = Board(
        grid,
        Regions(KINDS),
        matching=matching,
        bounds=None if kind == "endless" else cells,
        scattered=kind == "scattered",
    )
    tiles: list[Tile] = (
        [*deck(grid, random).values()] if random.random() < 0.6 else shapes(grid, random, not matching)
    )
    place(board, tiles[0], 0)
    for n in range(30):
        tile = random.choice(tiles)
        if found := placements(board, tile):
            place(board, tile, *spot(random.choice(found)))
        if len(board) > 1 and random.random() < 0.6:
            key = random.choice([*board])
            assert board.face(key) == board.remove(key)
        if len(board) > 1 and random.random() < 0.3:
            key = random.choice([*board])
            face = board.face(key)
            if fitting := [to for to in board.frontier if to != key and board.fits(to, face)]:
                if face.part:
                    with pytest.raises(ValueError, match="is one cell of a larger tile"):
                        board.move(key, fitting[0])
                    continue
                board.move(key, to := random.choice(fitting), board.fits(to, face)[0])
        if n % 10 == 9:
            same(board, tiles)


@pytest.mark.parametrize("scattered", [True, False])
@settings(max_examples=40)
@given(seed=st.integers(0, 9999))
def test_placements_on_a_bounded_board_are_those_that_fit_on_any_cell(scattered: bool, seed: int) -> None:
    random = Random(seed)
    around = SQUARE4.around(0, 3)
    bounds = frozenset(around) - {*random.sample(around[1:], 5)}
    board = Board(SQUARE4, Regions(KINDS), matching=False, bounds=bounds, scattered=scattered)
    tiles = shapes(SQUARE4, random, True)
    if not scattered:
        assert not any(placements(board, tile) for tile in tiles)
        place(board, tiles[0], 0)
    for tile in tiles:
        assert isinstance(tile, Polyomino)
        wanted = set()
        for key in around:
            for rotation in range(4):
                cells = [at for at, _ in tile.cover(key, rotation)]
                near = scattered or any(there in board for at in cells for there in SQUARE4.neighbours(at))
                if near and all(at in bounds and at not in board for at in cells):
                    wanted.add(placement(key, rotation))
        found = placements(board, tile)
        assert {*found} == wanted and len(found) == len(wanted)
        assert all(tile.fits(board, *spot(one)) for one in found)
        if found:
            place(board, tile, *spot(random.choice(found)))


def test_a_path_falls_apart_and_grows_together_again() -> None:
    """The part that goes has its own marks and open edges; what a game counts stays with the other one."""
    board = Board(SQUARE4, Regions(1, seat_count=1))
    north = SQUARE4.offsets[0]
    for n in range(5):
        board.place(n * north, PATH)
    board.regions.enter(board.area(0, 0), 0)
    assert board.remove(3 * north) is PATH
    low, high = board.area(0, 0), board.area(4 * north, 0)
    assert [asked(board.regions, one) for one in (low, high)] == [("P", 3, 2, (6,)), ("P", 1, 2, (2,))]
    assert board.regions.seats(low) == (1,) and board.regions.seats(high) == (0,)
    assert board.roads.open_edges(board.road(0, 0)) == 2 and len(board.roads.roots()) == 2
    assert board.cells(high) == [4 * north] and board.wanted(3 * north) == "P.P."
    board.move(4 * north, 3 * north)
    assert asked(board.regions, board.area(0, 0)) == ("P", 4, 2, (8,)) and len(board.roads.roots()) == 1
    assert list(board) == [0, north, 2 * north, 3 * north]


def test_numbers_of_many_tiles_that_came_and_went_are_given_again() -> None:
    board = Board(SQUARE4)
    board.place(0, MEADOW)
    for _ in range(200):
        board.place(1, MEADOW)
        board.remove(1)
    assert len(board.regions) < 80 and board == built(board)


def test_what_cannot_be_taken_or_moved_leaves_the_board_as_it_was() -> None:
    board = Board(SQUARE4, bounds=frozenset({0, 1, 2}))
    board.place(0, MEADOW)
    board.place(1, MEADOW)
    before = board.clone()
    with pytest.raises(KeyError, match="no tile lies on 2,0"):
        board.remove(2)
    with pytest.raises(KeyError, match="no tile lies on 2,0"):
        board.move(2, 2)
    with pytest.raises(ValueError, match="moved to 1,0: the cell is taken or out of bounds"):
        board.move(0, 1)
    with pytest.raises(ValueError, match="moved to 3,0"):
        board.move(0, 3)
    with pytest.raises(ValueError, match="meadow cannot lie on 3,0: the board has no such cell"):
        board.place(3, MEADOW)
    with pytest.raises(ValueError, match="d cannot lie on 3,0: the board has no such cell"):
        Polyomino("d", SQUARE4, (MEADOW, MEADOW), ((0, 0), (1, 0))).place(board, 2)
    with pytest.raises(ValueError, match="needs bounds"):
        Board(SQUARE4, scattered=True)
    assert board == before
    assert board.vacant(2) and not board.vacant(1) and not board.vacant(3)


def test_the_bounds_are_saved() -> None:
    board = Board(SQUARE4, bounds=frozenset({0, 1, 2}), scattered=True)
    saved = board.to_dict()
    assert (saved["bounds"], saved["scattered"]) == (["0,0", "1,0", "2,0"], True)
    again = Board.from_dict(saved, SQUARE4, {})
    assert again == board and list(again.frontier) == [0, 1, 2]
    assert "bounds" not in Board(SQUARE4).to_dict()


def test_land_is_closed_at_the_rim_and_at_holes_and_a_road_is_not() -> None:
    """Path has land and a road from north to south."""
    north = SQUARE4.offsets[0]
    board = Board(SQUARE4, Regions(1), bounds=frozenset({0, north, 3 * north}), scattered=True)
    board.place(0, PATH)
    assert not board.regions.closed(board.area(0, 0)) and board.regions.open_edges(board.area(0, 0)) == 1
    board.place(north, PATH)
    assert board.regions.closed(board.area(0, 0)) and board.roads.open_edges(board.road(0, 0)) == 2
    board.remove(0)
    assert board.regions.open_edges(board.area(north, 0)) == 1
    board.place(3 * north, PATH)
    assert board.regions.closed(board.area(3 * north, 0))
    board.remove(3 * north)
    assert board == built(board)


def test_a_tile_of_several_cells_is_not_torn() -> None:
    board = Board(SQUARE4, matching=False, bounds=frozenset({0, 1, 2, 3}), scattered=True)
    Polyomino("bar", SQUARE4, (MEADOW, MEADOW), ((0, 0), (1, 0))).place(board, 0)
    before = board.clone()
    with pytest.raises(ValueError, match=r"bar\.1 on 1,0 is one cell of a larger tile, .* as a whole"):
        board.move(1, 2)
    assert board == before
    Polyomino("one", SQUARE4, (MEADOW,), ((0, 0),)).place(board, 2)
    board.move(2, 3)
    assert list(board) == [0, 1, 3]


@pytest.mark.parametrize("scattered", [True, False])
def test_taking_away_costs_nothing_for_shapes_that_were_asked_for(scattered: bool) -> None:
    cells = frozenset(SQUARE4.around(0, 4))

    def calls(shapes: int) -> int:
        board = Board(SQUARE4, matching=False, bounds=cells, scattered=scattered)
        for key in (0, 1, 2):
            board.place(key, MEADOW)
        for n in range(shapes):
            assert board.room((0, n + 1))
        found: list[str] = []
        sys.setprofile(lambda frame, event, arg: found.append(event) if event == "call" else None)
        board.remove(1)
        sys.setprofile(None)
        return len(found)

    assert calls(1) == calls(4)
