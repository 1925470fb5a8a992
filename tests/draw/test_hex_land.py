"""Land of tiles on hexes: an area for each group of sides, in pictures and as letters."""

from __future__ import annotations

from typing import Literal
from xml.etree import ElementTree

import attrs
import pytest

from tilewright.core.draw.colours import LANDS
from tilewright.core.draw.derived import areas
from tilewright.core.draw.html_boards import board_svg
from tilewright.core.draw.model import Diagram, Ground, Ink, Look, Piece, Show, Spot, Way
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.land.faces import edge_face
from tilewright.core.land.grid import HEX

from .made_up import places

ROLES = {"W": "water", "M": "mountain"}
LOOKS = {"water": Look("blue", "waves"), "mountain": Look("brown"), "sheep": Look(icon="sheep")}
TINTS = {LANDS[tint][0]: role for role, tint in (("water", "blue"), ("mountain", "brown"))}


def shown(*spots: Spot) -> Show:
    return Show(title="T", boards=[Diagram(grid="hex", spots=spots)], looks=LOOKS)


def test_areas_follow_from_a_face() -> None:
    """WWMMMW: the water goes on from the last side to the first ones."""
    found = areas(edge_face("t1", "WWMMMW"), ROLES.__getitem__, HEX, marks=lambda area: (Ink("s", "sheep"),))
    assert [(one.letter, one.role, one.sides) for one in found] == [
        ("W", "water", ("ne", "e", "nw")),
        ("M", "mountain", ("se", "sw", "w")),
    ]
    assert [one.marks for one in found] == [(Ink("s", "sheep"),)] * 2


def test_land_on_hexes_is_fields_and_letters_of_sides() -> None:
    """The largest area fills the hex, others lie over it where their sides are; text names the land of each side."""
    land = areas(edge_face("t1", "WMMMMM"), ROLES.__getitem__, HEX)
    show = shown(Spot(at=(0, 0), areas=land, said="shore"), Spot(at=(1, 0), areas=land[:1], said="bay"))
    assert "WMMMMM" in draw_text(show) and "W....." in draw_text(show)
    root = ElementTree.fromstring(board_svg(show, 0))
    spots = [one for one in root.iter("g") if "spot" in one.get("class", "").split()]
    drawn = [
        [TINTS[fill] for *_, one in places(spot, "path") if (fill := one.get("fill")) in TINTS]
        for spot in spots
    ]
    assert drawn == [["mountain", "water"], ["water"]]


@pytest.mark.parametrize("kind", ["", "hand", "market"])
def test_pictures_show_land_in_place_of_a_face_and_text_the_face(kind: Literal["", "hand", "market"]) -> None:
    """On all kinds of boards; without land, the face is drawn on all of them as well."""
    land = areas(edge_face("t1", "WMMMMM"), ROLES.__getitem__, HEX, marks=lambda area: (Ink("5"),))
    spots = [
        Spot(at=(0, 0), areas=land, face=((Ink("ab"),),), said="shore"),
        Spot(at=(1, 0), face=((Ink("cd"),),), said="sign"),
    ]
    show = Show(title="T", boards=[Diagram(grid="hex", spots=spots, kind=kind)], looks=LOOKS)
    written = [one.text for one in ElementTree.fromstring(draw_svg(show)).iter() if one.tag.endswith("text")]
    assert "ab" not in written and written.count("5") == 2 and "cd" in written
    assert "ab" in draw_text(show)


@pytest.mark.parametrize("grid", ["hex", "square4"])
def test_what_is_printed_on_dark_land_is_white(grid: Literal["hex", "square4"]) -> None:
    sides = (("ne", "e"), ("w", "sw")) if grid == "hex" else (("n", "e"), ("s", "w"))
    looks = {"bog": Look("brown", strong=True), "dune": Look("yellow", strong=True)}
    land = [
        Ground(role[0], role, on, (Ink(text),))
        for role, on, text in zip(("bog", "dune"), sides, ("7", "8"), strict=True)
    ]
    spots = [Spot(at=(0, 0), areas=tuple(land), said="land")]
    show = Show(title="T", boards=[Diagram(grid=grid, spots=spots)], looks=looks)
    fills = {one.text: one.get("fill") for one in ElementTree.fromstring(draw_svg(show)).iter() if one.text}
    assert fills["7"] == "#ffffff" and fills["8"] == "#1a1a1a"


def test_figures_stand_at_the_sides_of_their_area() -> None:
    """A mark in the east, a piece in the west of the hex."""
    land = Ground("W", "water", ("ne", "e"), (Ink("s", "sheep"),)), Ground("M", "mountain", ("w", "sw"))
    piece = Piece("A", "seat 0", "pawn", area=1)
    [board] = [ElementTree.fromstring(board_svg(shown(Spot(at=(0, 0), areas=land, pieces=(piece,))), 0))]
    [middle] = [float(one.get("data-x", "")) for one in board.iter("g") if one.get("data-x")]
    [sheep] = [x for x, _, one in places(board, "use") if one.get("href") == "#sym-sheep"]
    [letter] = [x for x, _, one in places(board) if one.text == "A"]
    assert letter < middle - 8 and sheep + 11 > middle + 8


RIVER = (Way("river", ("w", "e")),)


@pytest.mark.parametrize("area", [0, 1, 2, -1])
def test_figures_and_marks_lie_over_ways_and_hide_no_land(area: int) -> None:
    """In an area, on the way, or on the spot as a whole; a piece with a symbol is no tile that covers the hex."""
    land = Ground("W", "water", ("ne", "e"), (Ink("s", "sheep"),)), Ground("M", "mountain", ("w", "sw"))
    piece = Piece("A", "seat 0", symbol="sheep", area=area)
    spot = Spot(at=(0, 0), areas=land, ways=RIVER, pieces=(piece,))
    svg = draw_svg(shown(spot))
    drawn = [
        one.get("href") or one.text or one.get("stroke-width") for one in ElementTree.fromstring(svg).iter()
    ]
    assert drawn.count("A") == 1 and drawn.count("#sym-sheep") == 2
    assert drawn.index("13") < min(drawn.index("A"), drawn.index("#sym-sheep"))  # 13 is the river
    assert 'class="laid"' not in svg
    tile = attrs.evolve(spot, pieces=(attrs.evolve(piece, shape="tile", area=-1),))
    assert 'class="laid"' in draw_svg(shown(tile))


def test_free_places_of_hexes_lie_within_the_picture_unless_they_are_water_around_land() -> None:
    """A board that grows has places all around; of a map one sees the land, and what surrounds it may be cut."""
    around = [Spot(at=(q, r)) for q, r in HEX.vectors]
    land = Spot(at=(0, 0), ground="mountain", pieces=(Piece("A", "seat 0", "pawn"),))
    for ground, whole in (("", True), ("water", False)):
        free = [attrs.evolve(one, ground=ground) for one in around]
        [board] = [ElementTree.fromstring(board_svg(shown(land, *free), 0))]
        wide, high = map(float, board.get("viewBox", "").split()[2:])
        places = [one for one in board.iter("g") if one.get("data-x")]
        assert len(places) == 7
        inside = [
            30 < float(one.get("data-x", "")) < wide - 30 and 30 < float(one.get("data-y", "")) < high - 30
            for one in places
        ]
        assert all(inside) == whole
