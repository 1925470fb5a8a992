"""Faces: what a drawing says, rotations, and which rotations meet a demand."""

from __future__ import annotations

import doctest
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.land import faces as module
from tilewright.core.land.faces import (
    ANY,
    EDGE_BITS,
    Area,
    Face,
    demand,
    demanded,
    draw_face,
    edge_face,
    read_face,
)

from ..cases import cases

side = st.sampled_from("PMW")
other = st.sampled_from("PMW.")
drawings = st.tuples(other, side, other, side, other, side, other, side, other).map(
    lambda letters: " ".join("".join(letters[row : row + 3]) for row in (0, 3, 6))
)
roads = st.sampled_from(((), ((0,),), ((0, 2),), ((0, 1), (2, 3)), ((0, 1, 2, 3),), ((1, 3), (2,))))
squares = st.builds(lambda drawing, roads: read_face("T", drawing, roads=roads), drawings, roads)
hexes = st.text("FGH", min_size=6, max_size=6).map(lambda edges: Face("H", edges))
demands = st.text("PMWFGH.", min_size=4, max_size=4)


@pytest.mark.parametrize(("drawing", "edges", "areas"), cases(__file__, "a_drawing_shows_areas"))
def test_a_drawing_shows_areas(drawing: str, edges: str, areas: list[Any]) -> None:
    """Through corners, through the centre, enclosed, apart although alike, and round three corners."""
    face = read_face("T", drawing)

    assert edges == face.edges
    assert areas == [[area.terrain, [*area.sides]] for area in face.areas]


def connected(drawing: str) -> set[frozenset[int]]:
    """The sides that equal letters connect on the three by three cells, by a search from scratch."""
    letters = drawing.replace(" ", "")
    spots = {1: 0, 5: 1, 7: 2, 3: 3}
    found = set()
    for start in spots:
        seen = [start]
        for cell in seen:
            row, column = divmod(cell, 3)
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                near = 3 * r + c
                inside = 0 <= r < 3 and 0 <= c < 3
                if inside and near not in seen and letters[near] == letters[start]:
                    seen.append(near)
        found.add(frozenset(spots[cell] for cell in seen if cell in spots))
    return found


@given(drawings)
def test_equal_letters_side_by_side_are_one_area(drawing: str) -> None:
    """Against a search over the nine letters; the enclosed area is the centre that is unlike every side."""
    face = read_face("T", drawing)
    centre = drawing.split()[1][1]

    assert connected(drawing) == {frozenset(area.sides) for area in face.areas if area.sides}
    enclosed = [area.terrain for area in face.areas if not area.sides]
    assert ([] if centre in face.edges + "." else [centre]) == enclosed


@given(squares)
def test_a_face_is_drawn_so_that_it_reads_the_same(face: Face) -> None:
    """Every face that came from a drawing can be drawn, and its drawing is drawn again to the letter."""
    drawing = draw_face(face)
    again = read_face(face.name, drawing, roads=face.roads)

    assert face == again
    assert drawing == draw_face(again)


def test_drawings_people_would_make() -> None:
    """Joining corners are filled, others are dots; a free centre shows the largest area."""

    assert draw_face(read_face("T", "PPP PWM PMM")) == "PP.\nPWM\n.MM"
    assert draw_face(read_face("T", "PPP P.P PPP")) == "PPP\nPPP\nPPP"
    assert draw_face(read_face("T", "PPM MPM MMM")) == ".P.\nMMM\nMMM"
    assert (
        draw_face(Face("T", "WMPM", (Area("W", (0,)), Area("M", (1, 3)), Area("P", (2,))))) == ".W.\nMMM\n.P."
    )


def test_sides_that_are_no_land() -> None:
    """They show their letter, belong to no area, and are drawn and read back so."""
    face = read_face("T", ".WW CPW CC.", bare="C")
    assert face.edges == "WWCC"
    assert face.areas == (Area("W", (0, 1)), Area("P"))
    assert face.area_at == (0, 0, -1, -1)
    assert read_face("T", draw_face(face), bare="C") == face
    assert draw_face(read_face("T", ".P. C.M .C.", bare="C").turned(1)) == "CC.\nCPP\n.M."


@pytest.mark.parametrize(
    "face",
    [
        Face("two lakes", "PPPP", (Area("P", (0, 1, 2, 3)), Area("W"), Area("W"))),
        Face(
            "apart", "PPPP", (Area("P", (0,)), Area("P", (1,)), Area("P", (2,)), Area("P", (3,)), Area("P"))
        ),
        Face("across a lake", "PMPM", (Area("P", (0, 2)), Area("M", (1,)), Area("M", (3,)), Area("W"))),
        Face("partly bare", "PPPP", (Area("P", (0, 1)),)),
        Face("hex", "PPPPPP", (Area("P", (0, 1, 2, 3, 4, 5)),)),
    ],
    ids=lambda face: face.name,
)
def test_what_no_drawing_shows_is_refused(face: Face) -> None:
    """The tile is named."""

    with pytest.raises(ValueError, match=f"^{face.name}: no drawing"):
        draw_face(face)


@pytest.mark.parametrize(("drawing", "complaint"), cases(__file__, "an_unreadable_drawing_names_the_tile"))
def test_an_unreadable_drawing_names_the_tile(drawing: str, complaint: str) -> None:
    """Too few rows, too long a row, a side without land, a small letter, a letter beyond Z."""

    with pytest.raises(ValueError, match=f"^L07: .*{complaint}"):
        read_face("L07", drawing)


@pytest.mark.parametrize(
    ("areas", "more", "complaint"),
    [
        ((Area("P", (0, 1)), Area("P", (1, 2))), (), "use a side twice"),
        ((Area("P", (0, 4)),), (), "does not exist"),
        ((Area("W", (0,)),), (), "do not show the terrain"),
        ((), ((0, 1), (1,)), "roads .* use a side twice"),
        ((Area("w"),), (), "capital letters"),
    ],
)
def test_a_face_that_contradicts_itself_is_refused(
    areas: tuple[Area, ...], more: tuple[tuple[int, ...], ...], complaint: str
) -> None:
    """Sides used twice or missing, terrain that the side does not show."""

    with pytest.raises(ValueError, match=f"^T: .*{complaint}"):
        Face("T", "PPPP", areas, more)


def test_marks_are_given_by_area() -> None:
    """In the order of the areas; too many are refused."""
    face = read_face("T", "PPM PWM MMM", marks=[(1, 0), (), (0, 2)])

    assert [area.marks for area in face.areas] == [(1, 0), (), (0, 2)]
    assert face.areas[0].marks == face.turned(3).areas[0].marks
    with pytest.raises(ValueError, match="marks for 2 areas, but the drawing has 1"):
        read_face("T", "PPP PPP PPP", marks=[(), ()])


@given(squares, st.integers(-5, 5))
def test_turning_moves_every_side_clockwise(face: Face, steps: int) -> None:
    """What was at side s is at side s + steps; areas and roads keep their numbers."""
    turned = face.turned(steps)
    for s in range(4):
        there = (s + steps) % 4
        assert face.edges[s] == turned.edges[there]
        assert face.area_at[s] == turned.area_at[there]
        assert face.road_at[s] == turned.road_at[there]
    assert steps % 4 == turned.rotation
    assert [area.terrain for area in face.areas] == [area.terrain for area in turned.areas]


@given(squares, st.integers(0, 7), st.integers(0, 7))
def test_turnings_add_up(face: Face, steps: int, more: int) -> None:
    """A full turn is the same face, and each rotation is built once."""

    assert face.turned(steps).turned(more) == face.turned((steps + more) % 4)
    assert face.turned(steps) is face.turned(steps - 4)
    assert face.turned(0) is face


@given(squares)
def test_a_turned_drawing_is_the_drawing_of_the_turned_face(face: Face) -> None:
    """Turning the nine letters by a quarter does the same to edges and areas as turning the face."""
    rows = draw_face(face).split()
    quarter = " ".join("".join(rows[2 - c][r] for c in range(3)) for r in range(3))
    turned = read_face("T", quarter)

    assert face.turned(1).edges == turned.edges
    assert {area.sides for area in face.turned(1).areas} == {area.sides for area in turned.areas}


def rotations_that_meet(face: Face, wanted: str) -> tuple[int, ...]:
    n = len(face.edges)
    return tuple(
        steps for steps in range(n) if all(wanted[s] in (".", face.edges[(s - steps) % n]) for s in range(n))
    )


@given(squares, demands)
def test_the_memo_gives_the_rotations_that_meet_a_demand(face: Face, wanted: str) -> None:
    """Against a comparison letter by letter, twice: when it is found and when it is looked up."""
    expected = rotations_that_meet(face, wanted)

    assert expected == face.fits[demand(wanted)] == face.fits[demand(wanted)]


@given(hexes, st.text("FGH.", min_size=6, max_size=6))
def test_the_memo_serves_hexes_as_well(face: Face, wanted: str) -> None:
    """Six sides, six rotations."""

    assert rotations_that_meet(face, wanted) == face.fits[demand(wanted)]


def test_every_letter_has_a_code_of_its_own() -> None:
    """A to Z and the dot survive packing, and no letter is taken for ANY."""
    letters = [chr(65 + n) for n in range(26)] + ["."]
    for pair in product(letters, repeat=2):
        text = "".join(pair)
        assert text == demanded(demand(text), 2)
    assert [demand(letter) for letter in letters if demand(letter) == ANY] == [ANY]


def test_a_face_may_be_kept_from_turning() -> None:
    """GM-AMB-19: where tiles are not rotated, only rotation 0 is offered, also counted from a turned face."""
    face = read_face("T", "PPP PPP PPP", rotations=(0, 2))

    assert face.fits[demand("P...")] == (0, 2)
    assert face.turned(1).fits[demand("P...")] == (1, 3)


@given(squares)
def test_a_stamp_writes_an_edge_into_the_cell_beyond(face: Face) -> None:
    """On the opposite side of that cell, whatever is demanded elsewhere."""
    for s in range(4):
        back = (s + 2) % 4
        elsewhere = "".join("." if n == back else "M" for n in range(4))
        expected = "".join(face.edges[s] if n == back else "M" for n in range(4))
        assert expected == demanded(demand(elsewhere) ^ face.stamps[s], 4)
    assert max(face.stamps).bit_length() <= EDGE_BITS * 4


def test_the_examples_in_the_docstrings_hold() -> None:
    """They are run as they are printed."""

    assert doctest.testmod(module) == (0, 3)


@pytest.mark.parametrize(("edges", "areas"), cases(__file__, "equal_sides_that_are_neighbours_are_one_area"))
def test_equal_sides_that_are_neighbours_are_one_area(edges: str, areas: list[list[Any]]) -> None:
    face = edge_face("t", edges, roads=[(2, 0)])
    assert [[area.terrain, [*area.sides]] for area in face.areas] == areas
    assert face.edges == edges and face.roads == ((0, 2),)
