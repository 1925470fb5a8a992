"""Boards: placements against brute force, regions and roads against a flood fill, on random boards."""

from __future__ import annotations

import doctest
import json
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.land import board as module
from tilewright.core.land.board import Board, placement, spot
from tilewright.core.land.faces import Area, Face, read_face
from tilewright.core.land.grid import HEX, SQUARE4, Cell, Grid
from tilewright.core.land.regions import Region, Regions

GRIDS = pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=["square", "hex"])
KINDS = 2  # of marks


def random_face(grid: Grid[Any], random: Random, name: str) -> Face:
    """Any face at all: equal sides may be one area or several, or belong to none; now and then one is enclosed."""
    n = len(grid.directions)
    edges = "".join(random.choice("PM" if n == 6 else "PMW") for _ in range(n))
    owner = {side: (edges[side], random.choice((0, 0, 0, 1, -1))) for side in range(n)}
    groups = sorted({group for group in owner.values() if group[1] >= 0})
    areas = [
        Area(letter, tuple(s for s in range(n) if owner[s] == (letter, part))) for letter, part in groups
    ]
    if random.random() < 0.3:
        areas.append(Area("W"))
    marked = (attrs.evolve(area, marks=random.choice(((), (1, 0), (0, 2), (1, 1)))) for area in areas)
    ends = random.sample(range(n), random.randint(0, n))
    cut = random.randint(0, len(ends))
    roads = tuple(tuple(sorted(road)) for road in (ends[:cut], ends[cut:]) if road)
    return Face(name, edges, tuple(marked), roads)


def deck(grid: Grid[Any], random: Random) -> dict[str, Face]:
    return {name: random_face(grid, random, name) for name in "ABCDEFGH"}


def empty(grid: Grid[Any]) -> Board:
    return Board(grid, Regions(KINDS, seat_count=2))


def grown(grid: Grid[Any], faces: dict[str, Face], random: Random, tiles: int = 12) -> Board:
    """A board with up to so many tiles from this deck, each at a random legal place."""
    board = empty(grid)
    board.place(random.choice((0, grid.offsets[0], grid.offsets[-1])), faces["A"], random.randrange(4))
    for _ in range(tiles - 1):
        face = faces[random.choice("ABCDEFGH")]
        places = board.placements(face)
        if places:
            key, rotation = spot(random.choice(places))
            board.place(key, face, rotation)
    return board


def brute_placements(board: Board, face: Face) -> set[int]:
    """Every cell for miles around in every rotation, by comparing the letters of all touching sides."""
    grid = board.grid
    found = set()
    for key in {cell for taken in board for cell in grid.around(taken, 2)} - set(board):
        for rotation in range(len(grid.directions)):
            lying = face.turned(rotation)
            touching = [
                (lying.edges[side], board.face(near).edges[grid.opposite[side]])
                for side, near in enumerate(grid.neighbours(key))
                if near in board
            ]
            if touching and all(mine == yours for mine, yours in touching):
                found.add(placement(key, rotation))
    return found


def flooded(board: Board, roads: bool) -> tuple[Region, ...]:
    """From scratch: the regions of the land or of the roads, by a flood fill from face to face."""
    grid = board.grid
    cells = list(board)
    pieces: list[tuple[int, int]] = []
    for key in cells:
        face = board.face(key)
        pieces += [(key, number) for number in range(len(face.roads if roads else face.areas))]

    def sides(key: int, number: int) -> tuple[int, ...]:
        face = board.face(key)
        return face.roads[number] if roads else face.areas[number].sides

    def beyond(key: int, side: int) -> tuple[int, int] | None:
        near = key + grid.offsets[side]
        here = [piece for piece in pieces if piece[0] == near and grid.opposite[side] in sides(*piece)]
        return here[0] if here else None

    found: list[Region] = []
    seen: set[tuple[int, int]] = set()
    for start in pieces:
        if start in seen:
            continue
        flood, loose = [start], 0
        seen.add(start)
        for key, number in flood:
            for side in sides(key, number):
                other = beyond(key, side)
                loose += other is None
                if other is not None and other not in seen:
                    seen.add(other)
                    flood.append(other)
        land = [board.face(key).areas[number] for key, number in flood] if not roads else []
        marks = [area.marks or (0,) * KINDS for area in land]
        found.append(
            Region(
                "road" if roads else land[0].terrain,
                tuple(sorted(pieces.index(piece) for piece in flood)),
                tuple(sorted({cells.index(key) for key, _ in flood})),
                loose,
                tuple(sum(kind) for kind in zip(*marks, strict=True)),
                () if roads else (0, 0),
            )
        )
    return tuple(found)


@GRIDS
def test_listed_placements_are_those_of_brute_force(grid: Grid[Any]) -> None:
    """IS-BUILD-2 and 3: every face of the deck, at every step of 40 random boards; each placement once."""
    random = Random(30)
    listed = 0
    for _ in range(40):
        faces = deck(grid, random)
        board = empty(grid)
        board.place(0, faces["A"])
        for _ in range(9):
            face = faces[random.choice("ABCDEFGH")]
            places = board.placements(face)

            assert brute_placements(board, face) == set(places)
            assert len(places) == len(set(places))
            listed += len(places)
            if places:
                key, rotation = spot(random.choice(places))
                assert rotation in board.fits(key, face)
                board.place(key, face, rotation)
    assert listed > 800  # the boards do grow


@GRIDS
def test_regions_and_roads_equal_a_flood_fill(grid: Grid[Any]) -> None:
    """IS-AREA-1 to 4, IS-ROAD-1: kind, members, tiles, open edges and marks, on 500 random boards."""
    random = Random(31)
    closed = 0
    for _ in range(100):
        board = grown(grid, deck(grid, random), random)

        assert flooded(board, roads=False) == board.regions.partition()
        assert flooded(board, roads=True) == board.roads.partition()
        closed += sum(not region.open_edges for region in board.regions.partition() if len(region.tiles) > 1)
    assert closed > 60  # regions of several tiles do close


@GRIDS
def test_cells_and_areas_of_a_region_are_those_of_a_flood_fill(grid: Grid[Any]) -> None:
    random = Random(33)
    for _ in range(40):
        board = grown(grid, deck(grid, random), random)
        keys = [*board]
        for region in flooded(board, roads=False):
            for area in region.areas:
                assert board.cells(area) == [keys[tile] for tile in region.tiles]
        numbered = [(key, number) for key in keys for number in range(len(board.face(key).areas))]
        assert [*enumerate(numbered)] == [
            (area, (key, n)) for key in keys for n, area in enumerate(board.areas(key))
        ]


@GRIDS
def test_the_frontier_is_every_empty_cell_beside_a_tile(grid: Grid[Any]) -> None:
    """With the letters of the touching sides demanded, and dots elsewhere."""
    random = Random(32)
    for _ in range(100):
        board = grown(grid, deck(grid, random), random)
        around = {near for key in board for near in grid.neighbours(key)} - set(board)

        assert around == set(board.frontier)
        for key in around:
            near = enumerate(grid.neighbours(key))
            expected = [board.face(k).edges[grid.opposite[s]] if k in board else "." for s, k in near]
            assert "".join(expected) == board.wanted(key)


def rebuilt(board: Board) -> Board:
    """A board on which the same faces are placed, in the same order, from scratch."""
    fresh = Board(board.grid, board.regions.empty(), board.roads.empty())
    for key in board:
        fresh.place(key, board.face(key))
    return fresh


@GRIDS
def test_a_board_rebuilt_is_the_same_board(grid: Grid[Any]) -> None:
    """Down to the order of the frontier, so that placements are listed alike; what was added since is gone."""
    random = Random(33)
    for _ in range(50):
        faces = deck(grid, random)
        board = grown(grid, faces, random)
        before = board.clone()
        assert rebuilt(board) == board
        assert [before.placements(face) for face in faces.values()] == [
            rebuilt(board).placements(face) for face in faces.values()
        ]
        board.regions.enter(0, seat=1)
        assert before != board
        assert rebuilt(board) == before


@GRIDS
def test_a_replaced_face_makes_the_board_that_had_it_from_the_start(grid: Grid[Any]) -> None:
    """IS-OUT-4: a tile turned over shows other areas, marks and open edges, in its place in the order."""
    random = Random(34)
    for _ in range(50):
        board = grown(grid, deck(grid, random), random)
        key = random.choice(list(board))
        front = board.face(key)
        open_sides = [s for s, near in enumerate(grid.neighbours(key)) if near not in board]
        edges = "".join("C" if s in open_sides else letter for s, letter in enumerate(front.edges))
        areas = [
            Area(a.terrain, tuple(s for s in a.sides if s not in open_sides), (3, 3)) for a in front.areas
        ]
        back = Face("back", edges, (*areas, Area("W", (), (5, 0))))
        expected = empty(grid)
        for cell in board:
            expected.place(cell, back if cell == key else board.face(cell))
        board.replace(key, back)

        assert expected == board
        assert flooded(board, roads=False) == board.regions.partition()


@given(st.integers(0, 9999))
def test_a_saved_board_is_restored_equal(seed: int) -> None:
    """Through JSON, with visitors and links that came after placing, and it goes on alike."""
    random = Random(seed)
    faces = deck(SQUARE4, random)
    board = grown(SQUARE4, faces, random)
    board.regions.enter(0, seat=1)
    if len(board.roads) > 1:
        board.roads.link(0, len(board.roads) - 1)
    restored = Board.from_dict(json.loads(json.dumps(board.to_dict())), SQUARE4, faces)

    assert board == restored
    for face in faces.values():
        assert board.placements(face) == restored.placements(face)
    assert list(board) == list(restored)


@given(st.integers(0, 9999))
def test_what_happens_to_a_clone_never_happens_to_the_original(seed: int) -> None:
    """Placing and entering on a clone leaves the original as it was saved."""
    random = Random(seed)
    faces = deck(HEX, random)
    board = grown(HEX, faces, random)
    before = json.dumps(board.to_dict()), dict(board.frontier)
    twin = board.clone()
    assert board == twin
    places = [(face, p) for face in faces.values() for p in twin.placements(face)]
    twin.regions.mark(0, 0)
    if places:
        face, place = random.choice(places)
        key, rotation = spot(place)
        twin.place(key, face, rotation)

    assert before == (json.dumps(board.to_dict()), board.frontier)
    assert board != twin


@pytest.mark.parametrize("field", [f.name for f in attrs.fields(Board) if f.eq and f.name != "grid"])
def test_equality_and_clone_forget_no_field(field: str) -> None:
    """A clone that differs in one field alone is unequal, and that field was its own."""
    board = grown(SQUARE4, deck(SQUARE4, Random(35)), Random(35))
    twin = board.clone()
    value = getattr(twin, field)
    if isinstance(value, Regions):
        value.add("P", 1, 0)
    elif field == "bounds":
        twin.bounds = frozenset(twin.frontier)
    elif isinstance(value, int):
        setattr(twin, field, 1 - value)
    else:
        value.popitem()

    assert board != twin
    assert board == board.clone()


def test_the_order_of_placing_is_part_of_the_board() -> None:
    """Tiles are numbered by it, so the same tiles in another order are another board."""
    meadow = read_face("meadow", "PPP PPP PPP")
    one, other = Board(SQUARE4), Board(SQUARE4)
    for key in (0, 1, 2):
        one.place(key, meadow)
    for key in (0, 2, 1):
        other.place(key, meadow)

    assert one != other
    assert list(other) == [0, 2, 1]


def test_a_lake_closes_when_its_last_edge_is_covered() -> None:
    """IS-AREA-1 and 4: open at one cell, then closed over two tiles, with the ships of both."""
    board = Board(SQUARE4, Regions(mark_kinds=1))
    bay = read_face("bay", ".P. PPP .W.", marks=[(), (2,)])
    pond = read_face("pond", ".W. PPP PPP", marks=[(1,)])
    board.place(0, bay)
    lake = board.area(0, 1)
    assert (board.regions.open_edges(lake), board.regions.marks(lake)) == (1, (2,))
    assert not board.regions.closed(lake)
    south = SQUARE4.key(Cell(0, -1))
    assert board.wanted(south) == "W..."
    board.place(south, pond)

    assert (board.regions.size(lake), board.regions.marks(lake)) == (2, (3,))
    assert board.regions.closed(lake)
    assert board.regions.find(board.area(south, 0)) == board.regions.find(lake)


def test_a_road_leads_on_only_where_both_tiles_show_one() -> None:
    """IS-BUILD-4, IS-ROAD-1: a road may meet a side without road and stays a loose end."""
    board = Board(SQUARE4)
    through = read_face("through", "PPP PPP PPP", roads=[(1, 3)])
    board.place(0, through)
    board.place(1, through)
    board.place(2, read_face("meadow", "PPP PPP PPP"))

    assert (len(board.roads.roots()), board.roads.open_edges(board.road(1, 0))) == (1, 2)
    assert board.roads.tiles(board.road(0, 0)) == (0, 1)


def test_nothing_can_be_placed_on_an_empty_board_by_the_list() -> None:
    """The first tile belongs to the set-up: there is no tile to touch yet."""
    board = Board(SQUARE4)
    meadow = read_face("meadow", "PPP PPP PPP")

    assert board.placements(meadow) == []
    assert board.fits(0, meadow) == ()
    board.place(0, meadow)
    assert () == board.fits(0, meadow) == board.fits(5, meadow)
    assert board.fits(1, meadow) == (0, 1, 2, 3)


def test_what_cannot_be_placed_leaves_the_board_as_it_was() -> None:
    """A taken cell and a face with another number of sides are refused by name."""
    board = Board(SQUARE4)
    meadow = read_face("meadow", "PPP PPP PPP")
    board.place(0, meadow)
    before = board.clone()
    with pytest.raises(ValueError, match="meadow cannot lie on 0,0: the cell is taken"):
        board.place(0, meadow)
    with pytest.raises(
        ValueError, match="comb cannot lie on 1,0: it has 6 sides, the cells of square4 have 4"
    ):
        board.place(1, Face("comb", "PPPPPP"))
    with pytest.raises(KeyError, match="no tile lies on 1,0"):
        board.replace(1, meadow)

    assert before == board


def test_a_saved_board_with_an_unknown_face_is_refused() -> None:
    """The cell and the name are said."""
    board = Board(SQUARE4)
    board.place(0, read_face("meadow", "PPP PPP PPP"))

    with pytest.raises(ValueError, match="0,0: there is no face 'meadow'"):
        Board.from_dict(board.to_dict(), SQUARE4, {})


@given(st.integers(-500, 500), st.integers(-500, 500), st.integers(0, 5))
def test_a_placement_is_a_cell_and_a_rotation(x: int, y: int, rotation: int) -> None:
    """Packed and unpacked, on every side of the start tile."""
    key = SQUARE4.key(Cell(x, y))

    assert (key, rotation) == spot(placement(key, rotation))


def test_the_examples_in_the_docstrings_hold() -> None:
    """They are run as they are printed."""

    assert doctest.testmod(module) == (0, 5)
