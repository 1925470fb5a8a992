"""Land on square tiles as text: sides, corners, roads and marks can be read back."""

from __future__ import annotations

import re

import attrs
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.draw.colours import PALE
from tilewright.core.draw.model import GLUE, Diagram, Ground, Ink, Panel, Show, Spot, Way
from tilewright.core.draw.shapes import SHAPES
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text

from ..cases import cases
from .made_up import LOOKS, TERRAIN, board_alone, island


def test_land_shows_sides_corners_roads_and_marks() -> None:
    """Two sheep are `2s`; a road ends at the rim where another tile shows none; around the lake it stops."""
    assert board_alone(island())[3:] == cases(__file__, "land")


def test_small_land_has_three_letters_a_side_and_no_roads() -> None:
    assert board_alone(island(small=True))[3:] == cases(__file__, "small")


def test_a_row_names_its_spots_and_nothing_leads_from_one_to_the_next() -> None:
    assert board_alone(island(grid="row"))[1:] == cases(__file__, "row")


def test_a_side_without_land_stays_blank() -> None:
    areas = (Ground("P", "pasture", ("n",)), Ground("W", "water", ("w",)))
    board = Diagram(grid="row", spots=[Spot(at=(0, 0), areas=areas, name="coast", said="coast")])
    drawn = board_alone(Show(title="Ground", boards=[board], looks=LOOKS))[2:]
    assert [line.rstrip() for line in drawn] == [".  P  .", "W", "."]
    small = attrs.evolve(board, small=True)
    assert [line.rstrip() for line in board_alone(Show(title="Ground", boards=[small]))[3:]] == [
        ".P.",
        "W",
        ".",
    ]


def test_every_letter_of_land_stands_on_its_ground() -> None:
    """Truecolor: pasture, mountain and water in the pale tints of the palette, also after another colour system."""
    draw_text(island(grid="row"), colour="256")
    row = draw_text(island(grid="row"), colour="truecolor").splitlines()[4]
    tints = {name: PALE[tint] for name, tint in (("M", "brown"), ("W", "blue"), ("P", "green"))}
    found = re.findall(r"48;2;(\d+);(\d+);(\d+)m([MWP])", row)
    assert len(found) == 5
    for *parts, letter in found:
        assert "#" + "".join(f"{int(part):02x}" for part in parts) == tints[letter]


@given(
    st.lists(st.sampled_from("PMW"), min_size=4, max_size=4),
    st.integers(0, 15),
    st.lists(st.sampled_from("sbfv"), max_size=5),
    st.booleans(),
)
def test_sides_roads_and_marks_of_any_tile_can_be_read(
    edges: list[str], roads: int, marks: list[str], small: bool
) -> None:
    """Each side an area of its own, one road, marks in the first area."""
    areas = [
        Ground(
            letter,
            TERRAIN[letter],
            (side,),
            tuple(Ink(mark, mark) for mark in sorted(marks)) if not n else (),
        )
        for n, (letter, side) in enumerate(zip(edges, "nesw", strict=True))
    ]
    sides = tuple(side for n, side in enumerate("nesw") if roads >> n & 1)
    spot = Spot(at=(0, 0), areas=tuple(areas), ways=(Way("wood", sides),) if sides else ())
    rows = [
        row.ljust(7)
        for row in board_alone(Show(title="T", boards=[Diagram(grid="row", spots=[spot], small=small)]))
    ]
    if small:
        rows = [row[:3] for row in rows[-3:]]
        assert [rows[0][1], rows[1][2], rows[2][1], rows[1][0]] == edges
        return
    rows = rows[-3:]
    north, south = (3 - (side in sides) for side in "ns")
    assert [rows[0][north], rows[1][6], rows[2][south], rows[1][0]] == edges
    leaves = {"n": rows[0][3] == "|", "e": rows[1][5] == "=", "s": rows[2][3] == "|", "w": rows[1][1] == "="}
    assert {side for side, there in leaves.items() if there} == set(sides)
    written = "".join(int(number or 1) * sign for number, sign in re.findall(r"(\d?)([sbfv])", "".join(rows)))
    assert sorted(written) == sorted(marks)


def test_only_what_is_asked_for_is_drawn_in_full_size() -> None:
    what = island(small=True).only("ISLAND")
    assert [panel.title for panel in what.panels] == ["About the island"]
    assert board_alone(what) == board_alone(island())
    other = island().only("else")
    assert not other.boards and draw_text(other).splitlines() == ["Ground", "", "Else", "-"]
    assert [str(offer.action) for offer in other.offers] == [str(offer.action) for offer in island().offers]


def test_glue_keeps_words_together() -> None:
    rows = [(Ink("A"), Ink(f"one two{GLUE}three{GLUE}four five"))]
    show = Show(title="T", panels=[Panel(title="P", rows=rows)])
    assert draw_text(show, width=18).splitlines()[3:] == ["A one", "  two three four", "  five"]
    assert sentences(show)[-1] == "A: one two three four five"
    assert GLUE not in draw_svg(show)


def test_a_mark_without_text_is_only_in_pictures() -> None:
    """A symbol that says what land is has no letter beside that of the land."""
    plain, marked = (
        Spot(at=(0, 0), areas=(Ground("M", "mountain", ("n", "e", "s", "w"), marks),))
        for marks in ((), (Ink("", "keep"),))
    )
    shows = [
        Show(title="T", boards=[Diagram(grid="square4", spots=[one])], looks=LOOKS) for one in (plain, marked)
    ]
    assert draw_text(shows[0]) == draw_text(shows[1])
    symbols = [draw_svg(one).count(SHAPES["castle"]) for one in shows]
    assert symbols == [0, 1]
