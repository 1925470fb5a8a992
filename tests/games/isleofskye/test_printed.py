"""Isle of Skye's tiles: each against known facts, in both readings, alone and on the board."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.land.board import Board, spot
from tilewright.core.land.faces import draw_face
from tilewright.core.land.grid import SQUARE4
from tilewright.games.isleofskye.files import Drawn
from tilewright.games.isleofskye.options import Options
from tilewright.games.isleofskye.printed import Printed, load_printed
from tilewright.games.isleofskye.tiles import BARREL, CATTLE, MARKS, SHEEP, Tile, empty_territory, written

from ...cases import cases
from .boxes import SCROLL_KINDS, folder, tile
from .facts import CASTLES, FACTS, OTHER

# Tiles


def known(fact: str) -> tuple[str, list[object], list[str]]:
    """Edges; areas as (terrain, sides, marks, scrolls); roads: as the facts state them."""
    edges, areas, roads = (part.strip() for part in fact.split("|"))
    found: list[object] = []
    for area in areas.split(", "):
        terrain, sides, marks = re.fullmatch(r"([PMW]):([NESW]*) ?(.*)", area).groups()  # type: ignore[union-attr]
        counts = dict(mark.split("=") for mark in marks.split())
        scroll = counts.pop("scroll", None)
        ours = {"barrel" if mark == "whisky" else mark: int(count) for mark, count in counts.items()}
        found.append((terrain, sides, ours, [SCROLL_KINDS[scroll]] if scroll else []))
    return edges, found, roads.split()


def shown(tile: Tile) -> tuple[str, list[object], list[str]]:
    """The same of a tile as it was loaded."""
    areas: list[object] = []
    for number, area in enumerate(tile.face.areas):
        marks = {mark: count for mark, count in zip(MARKS, area.marks) if count}
        scrolls = [kind for kind, where in tile.scrolls if where == number]
        areas.append((area.terrain, "".join("NESW"[side] for side in area.sides), marks, scrolls))
    return tile.face.edges, areas, ["".join("NESW"[side] for side in road) for road in tile.face.roads]


@pytest.mark.parametrize("name", [*FACTS, *CASTLES])
def test_tiles_are_as_known(printed: Printed, other: Printed, name: str) -> None:
    """IS-AMB-25: edges, areas, marks and roads, in the reading that was chosen and in the other one.

    Matches are played with these faces: castles lie as they are printed, and landscape tiles in every rotation.
    """
    assert shown(tile(printed, name)) == known((FACTS | CASTLES)[name])
    assert shown(tile(other, name)) == known((FACTS | CASTLES | OTHER)[name])
    face = tile(printed, name).face
    assert face == tw.load("isleofskye").assembled.faces[name] and face.name == name
    assert face.rotations == ((0,) if name in CASTLES else None)


def marks(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(mark, 0) for mark in MARKS)


def readings() -> list[tuple[str, str, dict[str, Any]]]:
    """Every drawing in the files: the tile's id, which reading, and the record as text."""
    found = []
    for file in ("landscape", "castles"):
        for record in folder().document(f"{file}.yaml").content:
            found.append((record["id"], "printed", record))
            if "alternative" in record:
                found.append((record["id"], "alternative", record["alternative"]))
    return found


@pytest.mark.parametrize(
    ("name", "which", "record"), readings(), ids=lambda x: x if isinstance(x, str) else ""
)
def test_a_tile_is_drawn_back_to_the_letter(
    printed: Printed, other: Printed, name: str, which: str, record: dict[str, Any]
) -> None:
    """From what was loaded to exactly what the file says."""
    loaded = tile(other if which == "alternative" else printed, name)
    again = Drawn(face=record["face"], road=tuple(record.get("road", ())), has=tuple(record.get("has", ())))
    assert f"{draw_face(loaded.face)}\n" == record["face"]
    assert written(loaded.face, loaded.symbols) == again


def test_sides_of_one_terrain_that_meet_at_a_corner_are_one_area(printed: Printed, other: Printed) -> None:
    """So it is on every tile of this game; across the tile they are one only where the drawing says so."""
    for one in (*printed.tiles, *other.tiles, *printed.castles):
        edges, area_at = one.face.edges, one.face.area_at
        assert all((edges[s - 1] == edges[s]) == (area_at[s - 1] == area_at[s]) for s in range(4)), one.id
    enclosed = [one.id for one in printed.tiles if not all(area.sides for area in one.face.areas)]
    assert " ".join(enclosed) == "L07 L09 L11 L15 L35 L40 L42 L45 L57 L64 L65 L68 L73"


def test_where_marks_stand_makes_no_difference_to_roads(printed: Printed, other: Printed) -> None:
    """IS-AMB-14, IS-ROAD-1: only two tiles have two roads, and no cattle or barrels; bridges are for show."""
    for one in (*printed.tiles, *other.tiles):
        if len(one.face.roads) > 1:
            assert one.id in ("L33", "L36") and not (one.marks[CATTLE] or one.marks[BARREL])
    bridges = [one.id for one in printed.tiles if one.bridge]
    assert " ".join(bridges) == "L09 L35 L39 L46 L52 L58 L61 L64 L67 L68 L71 L72"


def test_marks_lie_where_the_rules_count_them(printed: Printed, other: Printed) -> None:
    """IS-ST-5, IS-ST-12, IS-AMB-14: brochs in mountains, ships and lighthouses in water, animals in pasture."""
    homes = cases(__file__, "homes")
    for one in (*printed.tiles, *other.tiles, *printed.castles):
        for area in one.face.areas:
            lying = [mark for mark, count in zip(MARKS, area.marks) if count]
            assert all(homes.get(mark, area.terrain) == area.terrain for mark in lying), one.id


def test_the_castles_are_two_mirrored_tiles(printed: Printed) -> None:
    """IS-SETUP-4, IS-SETUP-6, IS-ROAD-2, IS-ST-17."""
    assert [one.id for one in printed.castles] == ["C_blue", "C_yellow", "C_red", "C_white", "C_green"]
    assert [one.face.edges for one in printed.castles] == ["PWPM"] * 3 + ["PMPW"] * 2
    for one in printed.castles:
        assert one.face.rotations == (0,) and len(one.face.roads) == 1
        assert one.marks == marks(castle=1) and not one.scrolls
        assert one.face.roads[0] == tuple(s for s in range(4) if one.face.edges[s] != "W")


# The two readings


def test_each_disputed_tile_can_be_read_the_other_way(printed: Printed, other: Printed) -> None:
    """IS-AMB-25: all of them, single ones, all but single ones; ids and places stay."""
    assert [one.id for one in printed.tiles if one.disputed] == [*OTHER]
    assert (printed.otherwise, other.otherwise) == ((), (*OTHER,))
    some = load_printed(folder(), Options(disputed_tiles="L20, L02"))
    rest = load_printed(folder(), Options(disputed="alternative", disputed_tiles="L02 L20"))
    assert some.otherwise == ("L02", "L20")
    assert rest.otherwise == tuple(name for name in OTHER if name not in ("L02", "L20"))
    for number, (first, second) in enumerate(zip(printed.tiles, other.tiles, strict=True)):
        assert first.id == second.id and (first != second) == first.disputed
        named = first.id in ("L02", "L20")
        assert some.tiles[number] == (second if named else first)
        assert rest.tiles[number] == (first if named else second)
        assert first.face.edges == second.face.edges
    sheep = [sum(one.marks[SHEEP] for one in reading.tiles) for reading in (printed, some, rest, other)]
    assert sheep == [28, 28, 25, 25]


@pytest.mark.parametrize(("tiles", "wrong"), [("L03", "L03"), ("L20,47", "47"), ("L02 C_blue", "C_blue")])
def test_a_tile_that_is_not_disputed_is_refused(tiles: str, wrong: str) -> None:
    """And the disputed ones are named."""
    said = f"option disputed_tiles: '{wrong}' is not a disputed tile; these are: {', '.join(OTHER)}"
    with pytest.raises(UsageError, match=f"^{said}$"):
        load_printed(folder(), Options(disputed_tiles=tiles))


# On the board


def test_a_territory_of_printed_tiles(printed: Printed) -> None:
    """IS-BUILD-2, IS-BUILD-3, IS-BUILD-4, IS-ROAD-1: castle in the middle, tiles that fit, regions that hold marks."""
    board = empty_territory()
    board.place(0, tile(printed, "C_blue").face)
    north, east = SQUARE4.read("0,1"), SQUARE4.read("1,0")
    for name, key, rotation in (("L32", north, 0), ("L66", east, 2)):
        face = tile(printed, name).face
        assert rotation in board.fits(key, face), name
        board.place(key, face, rotation)
    land, roads = board.regions, board.roads
    pasture, water = board.area(0, 0), board.area(0, 1)
    assert land.marks(pasture) == marks(castle=1, cattle=2, sheep=1, barrel=1)
    assert (land.size(pasture), land.open_edges(pasture)) == (2, 3)
    assert land.marks(water) == marks(ship=2)
    assert roads.size(board.road(0, 0)) == 2
    again = Board.from_dict(
        board.to_dict(), SQUARE4, {one.id: one.face for one in (*printed.tiles, *printed.castles)}
    )
    assert again == board


def test_places_of_every_tile_beside_a_castle(printed: Printed) -> None:
    """IS-BUILD-2, IS-BUILD-3, IS-AMB-13: as the letters alone say."""
    board = empty_territory()
    castle = tile(printed, "C_white").face
    board.place(0, castle)
    for one in printed.tiles:
        edges = one.face.edges
        expected = {
            (SQUARE4.neighbours(0)[side], rotation)
            for side in range(4)
            for rotation in range(4)
            if edges[(side + 2 - rotation) % 4] == castle.edges[side]
        }
        assert {spot(place) for place in board.placements(one.face)} == expected
