"""Boards of several ports a side, edges that need not match, and tiles of several cells, each against a plain count."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.land.board import Board, placement, spot
from tilewright.core.land.faces import Area, Face, draw_face
from tilewright.core.land.grid import HEX, SQUARE4, Grid, unpack
from tilewright.core.land.polyomino import Polyomino
from tilewright.core.land.regions import Regions

WHEAT, LAKE = (Face(letter, letter * 4, (Area(letter, (0, 1, 2, 3), (1,)),)) for letter in "WL")
DOMINO = Polyomino("d", SQUARE4, (WHEAT, LAKE), ((0, 0), (1, 0)))


def paths(name: str, grid: Grid[Any], random: Random) -> Face:
    """A tile on which roads join two ports of any sides, two ports on each."""
    sides = len(grid.offsets)
    ports = random.sample(range(2 * sides), 2 * sides)
    roads = tuple(tuple(sorted(ports[n : n + 2])) for n in range(0, len(ports), 2))
    return Face(name, "P" * sides, (), roads, ports=2)


def beyond(grid: Grid[Any], key: int, port: int) -> tuple[int, int]:
    """The port that touches this one, two ports a side: the first of a side meets the second of the opposite side."""
    side, n = port // 2, port % 2
    return grid.neighbours(key)[side], 2 * grid.opposite[side] + (1 if n == 0 else 0)


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=lambda grid: grid.name)
@settings(max_examples=40)
@given(seed=st.integers(0, 9999))
def test_paths_are_those_that_a_finger_follows(grid: Grid[Any], seed: int) -> None:
    """`follow` goes from port to port; roads are one region exactly where a finger gets from one to the other."""
    random = Random(seed)
    board = Board(grid, ports=2)
    cells = grid.around(0, 2)
    for number, key in enumerate(random.sample(cells, 7)):
        board.place(key, paths(f"p{number}", grid, random), random.randrange(grid.turns))
    for key, port in product(board, range(2 * grid.turns)):
        walked, at, seen = [], (key, port), set()
        while at[0] in board and at not in seen:
            seen.add(at)
            [road] = [road for road in board.face(at[0]).roads if at[1] in road]
            walked.append((at[0], sum(road) - at[1]))
            at = beyond(grid, *walked[-1])
        assert board.follow(key, port) == walked
        assert board.beyond(key, port) == beyond(grid, key, port)
        assert board.end(key, port) == at
        own = board.roads.find(board.road(key, board.face(key).road_at[port]))
        assert {board.roads.find(board.road(k, board.face(k).road_at[p])) for k, p in walked} == {own}
    ends: dict[int, int] = {}
    for key, port in product(board, range(2 * grid.turns)):
        root = board.roads.find(board.road(key, board.face(key).road_at[port]))
        ends[root] = ends.get(root, 0) + (beyond(grid, key, port)[0] not in board)
    assert {root: board.roads.open_edges(root) for root in board.roads.roots()} == ends
    again = Board.from_dict(
        board.to_dict(),
        grid,
        {board.face(k).name: board.face(k).turned(-board.face(k).rotation) for k in board},
    )
    assert again == board


def test_a_road_that_ends_or_branches_is_followed_no_further() -> None:
    board = Board(SQUARE4)
    through = Face("through", "PPPP", (), ((1, 3),))
    board.place(0, through)
    board.place(1, Face("end", "PPPP", (), ((3,),)))
    assert board.follow(0, 3) == [(0, 1)]
    assert board.follow(1, 3) == []
    assert board.follow(0, 0) == []
    assert board.follow(99, 0) == []
    assert [board.end(0, 3), board.end(1, 3), board.end(99, 0)] == [(1, 3), (1, 3), (99, 0)]


def test_fields_beside_a_road_are_two_and_cities_meet_in_the_middle() -> None:
    """Three ports a side, as Carcassonne needs them: a road parts the fields left and right of it."""
    straight = Face(
        "straight", "RFRF", (Area("F", (0, 3, 4, 5, 8)), Area("F", (2, 6, 9, 10, 11))), ((1, 7),), ports=3
    )
    board = Board(SQUARE4, Regions(seat_count=2), ports=3)
    board.place(0, straight)
    board.place(SQUARE4.step(0, "n"), straight)
    assert [board.regions.tiles(board.area(0, number)) for number in (0, 1)] == [(0, 1), (0, 1)]
    assert len(board.regions.roots()) == 2
    board.place(SQUARE4.step(0, "s"), straight, 2)
    assert len(board.regions.roots()) == 2, "the left field meets what was the right one before the turn"
    assert board.roads.open_edges(board.road(0, 0)) == 2


def test_wrong_ports_are_named() -> None:
    with pytest.raises(ValueError, match="0 ports on each side"):
        Face("f", "PPPP", ports=0)
    with pytest.raises(ValueError, match="use a port twice"):
        Face("f", "PPPP", (), ((0, 8),), ports=2)
    with pytest.raises(ValueError, match="its sides have 1 ports, those of the board 2"):
        Board(SQUARE4, ports=2).place(0, WHEAT)
    with pytest.raises(ValueError, match="no drawing shows sides of 2 ports"):
        draw_face(Face("f", "PPPP", (), ((0, 5),), ports=2))


@given(seed=st.integers(0, 9999))
def test_dominoes_lie_wherever_a_cell_touches_and_terrains_are_counted_by_cells(seed: int) -> None:
    """Placements and territories are those that a search over all cells finds."""
    random = Random(seed)
    board = Board(SQUARE4, Regions(mark_kinds=1), matching=False)
    board.place(0, LAKE)
    for _ in range(random.randrange(6)):
        key, rotation = spot(random.choice(DOMINO.placements(board)))
        DOMINO.place(board, key, rotation)
    lying = {unpack(key): board.face(key).edges[0] for key in board}
    x0, y0, x1, y1 = (
        min(x for x, _ in lying),
        min(y for _, y in lying),
        max(x for x, _ in lying),
        max(y for _, y in lying),
    )
    steps = ((1, 0), (0, -1), (-1, 0), (0, 1))  # where the second half lies, turned clockwise

    def near(x: int, y: int) -> list[tuple[int, int]]:
        return [(x + dx, y + dy) for dx, dy in steps]

    wanted = {
        (x, y, turn)
        for x, y, turn in product(range(x0 - 2, x1 + 3), range(y0 - 2, y1 + 3), range(4))
        for halves in [[(x, y), (x + steps[turn][0], y + steps[turn][1])]]
        if not {*halves} & {*lying} and any(at in lying for half in halves for at in near(*half))
    }
    found = DOMINO.placements(board)
    assert len(found) == len({*found})
    assert {(*unpack(key), turn) for key, turn in map(spot, found)} == wanted
    assert all(DOMINO.fits(board, *spot(place)) for place in found)
    assert not DOMINO.fits(board, 0, 0)

    left, sizes = {*lying}, []
    while left:
        waiting = [left.pop()]
        size = 1
        open_edges = sum(at not in lying for at in near(*waiting[0]))
        name = lying[waiting[0]]
        while waiting:
            for at in near(*waiting.pop()):
                if at in left and lying[at] == name:
                    left.remove(at)
                    waiting.append(at)
                    size += 1
                    open_edges += sum(other not in lying for other in near(*at))
        sizes.append((name, size, open_edges, size))
    land = board.regions
    assert sorted(
        (land.kind(r), land.size(r), land.open_edges(r), *land.marks(r)) for r in land.roots()
    ) == sorted(sizes)
    faces = {"L": LAKE, **{face.name: face for _, face in DOMINO.lies[0]}}
    assert Board.from_dict(board.to_dict(), SQUARE4, faces) == board


SHAPES = [((0, 0), (1, 0)), ((1, 0), (0, 0), (0, 1)), ((0, 0), (1, 0), (2, 0), (2, 1))]


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=lambda grid: grid.name)
@pytest.mark.parametrize("matching", [True, False])
@settings(max_examples=12)
@given(seed=st.integers(0, 9999))
def test_placements_are_those_that_fit_on_any_cell(grid: Grid[Any], matching: bool, seed: int) -> None:
    """Tiles of two to four cells: the list has what `fits` says of every cell around, also on copies and saved."""
    random = Random(seed)
    sides = tuple(range(grid.turns))
    cells = [Face(letter, letter * grid.turns, (Area(letter, sides),)) for letter in "WL"]
    tiles = []
    for n, shape in enumerate(SHAPES):
        mixed = [random.choice(cells) for _ in shape]
        tiles.append(Polyomino(f"t{n}", grid, tuple(mixed[:1] * len(shape) if matching else mixed), shape))
    board = Board(grid, matching=matching)
    board.place(0, cells[0])
    for _ in range(6):
        tile = random.choice(tiles)
        saved = Board.from_dict(board.to_dict(), grid, {f.name: f for f in [*cells, *_faces(tiles)]})
        found = tile.placements(board)
        around = {near for key in board for near in grid.around(key, 4)}
        wanted = {placement(key, r) for key in around for r in range(grid.turns) if tile.fits(board, key, r)}
        assert len(found) == len(wanted) and {*found} == wanted
        assert found == tile.placements(saved) == tile.placements(board.clone())
        if found:
            tile.place(board if random.random() < 0.8 else board.clone(), *spot(random.choice(found)))


def _faces(tiles: list[Polyomino]) -> list[Face]:
    return [face for tile in tiles for _, face in tile.lies[0]]


def test_each_edge_of_a_tile_of_several_cells_is_compared() -> None:
    random = Random(4)
    faces = [Face(name, "".join(random.choice("WL") for _ in range(4))) for name in "ABCD"]
    tiles = [Polyomino(f"t{n}", SQUARE4, (faces[n], faces[n - 1]), ((0, 0), (1, 0))) for n in range(4)]
    board, compared = Board(SQUARE4), set()
    board.place(0, faces[0])
    board.place(SQUARE4.offsets[1], faces[2])
    for tile in tiles:
        for key in [near for cell in board for near in SQUARE4.around(cell, 2)]:
            for rotation in range(4):
                lies = [(key + offset, face) for offset, face in tile.lies[rotation]]
                free = all(at not in board for at, _ in lies)
                beside = [
                    board.face(at + SQUARE4.offsets[s]).edges[(s + 2) % 4] == face.edges[s]
                    for at, face in lies
                    for s in range(4)
                    if at + SQUARE4.offsets[s] in board
                ]
                wanted = free and bool(beside) and all(beside)
                assert tile.fits(board, key, rotation) == wanted
                compared.add((wanted, free))
    assert len(compared) == 3


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=lambda grid: grid.name)
def test_where_edges_need_not_match_a_face_fits_on_every_open_cell_in_all_its_rotations(
    grid: Grid[Any],
) -> None:
    board = Board(grid, matching=False)
    board.place(0, Face("first", "W" * grid.turns))
    for rotations, said in ((None, tuple(range(grid.turns))), ((1, 3), (1, 3))):
        face = Face("other", "LP" * (grid.turns // 2), rotations=rotations)
        assert board.placements(face) == [placement(key, r) for key in board.frontier for r in said]
        assert {*board.frontier} == {*grid.around(0, 1)} - {0}
        assert all(board.fits(key, face) == said for key in board.frontier) and board.fits(0, face) == ()


def test_edges_of_a_domino_match_on_a_board_that_asks_for_it() -> None:
    board = Board(SQUARE4, Regions(mark_kinds=1))
    board.place(0, LAKE)
    twin = Polyomino("twin", SQUARE4, (LAKE, LAKE), ((0, 0), (1, 0)))
    other = Polyomino("other", SQUARE4, (WHEAT, WHEAT), ((0, 0), (1, 0)))
    assert not other.placements(board)
    assert len(twin.placements(board)) == 4 * 2 * 3
    with pytest.raises(ValueError, match="twin cannot lie on 0,0: the cell is taken"):
        twin.place(board, -1)
    assert len(board) == 1


def test_the_cell_that_stays_comes_first_and_faces_are_named_after_the_tile() -> None:
    bent = Polyomino("bent", SQUARE4, (WHEAT, LAKE), ((1, 0), (0, 0)))
    assert [
        [(SQUARE4.text(at), face.name) for at, face in lie] for lie in map(bent.lies.__getitem__, range(2))
    ] == [
        [("0,0", "bent.1"), ("1,0", "bent.0")],
        [("0,0", "bent.1"), ("0,-1", "bent.0")],
    ]


def test_a_polyhex_turns_by_sixths() -> None:
    one = Face("one", "PPPPPP")
    bent = Polyomino("bent", HEX, (one, one, one), ((0, 0), (1, 0), (0, 1)))
    assert [[HEX.text(offset) for offset, _ in lie] for lie in map(bent.lies.__getitem__, range(3))] == [
        ["0,0", "1,0", "0,1"],
        ["0,0", "0,1", "-1,1"],
        ["0,0", "-1,1", "-1,0"],
    ]
    upright = Polyomino("upright", SQUARE4, (WHEAT, LAKE), ((0, 0), (0, 1)))
    assert [SQUARE4.text(offset) for offset, _ in upright.lies[0]] == ["0,0", "0,1"]
    with pytest.raises(ValueError, match="are not one for each of 2 faces with 0,0"):
        Polyomino("away", SQUARE4, (WHEAT, LAKE), ((1, 0), (2, 0)))
    with pytest.raises(ValueError, match="are not one for each of 1 faces"):
        Polyomino("wrong", HEX, (one,), ((0, 0), (1, 0)))
