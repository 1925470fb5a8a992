"""Drawings of made-up shows as text: every form says the same, and nothing that was shown is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.draw.derived import areas
from tilewright.core.draw.model import Diagram, Ink, Panel, Piece, Show, Spot
from tilewright.core.draw.signs import letters
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.land.faces import edge_face
from tilewright.core.land.grid import HEX

from ..cases import cases
from .made_up import ESCAPE, MARKS, SHOWS, SVG, coast, face, hostile, kingdom


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize("width", [24, 40, 80, 140])
@pytest.mark.parametrize("depth", ["standard", "256", "truecolor", "windows", True])
def test_colour_changes_no_letter(show: Show, width: int, depth: str | bool) -> None:
    for tall in (False, True):
        plain = draw_text(show, width=width, tall=tall)
        assert "\x1b" not in plain
        assert ESCAPE.sub("", draw_text(show, width=width, tall=tall, colour=depth)) == plain
    assert "\x1b" in draw_text(show, width=width, colour=depth)


@pytest.mark.parametrize("show", SHOWS)
def test_hostile_text_stays_text(show: Show) -> None:
    evil = hostile(show)
    text = draw_text(evil, width=100)
    assert "\\x1b[2J" in text and all(line.isprintable() for line in text.split("\n"))
    coloured = draw_text(evil, width=100, colour="truecolor")
    assert "\x1b[35;7m" not in coloured and ESCAPE.sub("", coloured) == text
    drawn = draw_svg(evil)
    found = ElementTree.fromstring(drawn.encode("utf-8"))
    assert all(line.isprintable() for line in drawn.split("\n"))
    assert {one.tag.removeprefix(SVG) for one in found.iter()} <= {
        "svg", "title", "defs", "pattern", "symbol", "use", "g", "rect", "circle", "path", "polygon", "line", "text"
    }  # fmt: skip
    assert "]]> --> <script> & \" ' javascript:" in "".join(found.itertext())


def test_without_colour_means_none() -> None:
    assert draw_text(coast(), colour=None) == draw_text(coast(), colour=False) == draw_text(coast())


@pytest.mark.parametrize("width", [24, 40, 80, 140])
def test_squares_and_panels_keep_to_the_width(width: int) -> None:
    assert all(len(line) <= width for line in draw_text(kingdom(), width=width).splitlines())


def test_hexes_stand_in_staggered_rows_with_coordinates_at_both_ends() -> None:
    """A mark stands in the place of a piece; where pieces lie it follows, and all hexes are as wide as that needs."""
    assert draw_text(coast(), marks=MARKS).splitlines() == [
        "A made-up coast",
        " 0,0 F a   M b*  MA4   2,0",
        "    0,1 KeB c       +AB   2,1",
        "-1,2 FBf   -1,2",
    ]
    assert draw_text(coast(), marks={(0, (0, 0)): "a"}).splitlines()[1] == " 0,0 F a M*  MA4 2,0"


def test_the_letter_of_a_choice_is_on_every_hex_of_land_with_a_piece() -> None:
    land = areas(edge_face("a", "WWLLWL"), str, HEX)
    spots = [Spot(at=(n, 0), areas=land, pieces=(Piece("B", "seat 1"),) * n) for n in range(3)]
    show, marks = (
        Show(title="", boards=[Diagram(grid="hex", spots=spots)]),
        {(0, (0, 0)): "a", (0, (2, 0)): "c"},
    )
    assert draw_text(show, marks=marks).split() == ["0,0", "W", "aWLLWL", "WBWLLWL", "WBBWLLWL", "c", "2,0"]
    assert draw_text(show, marks=marks, tall=True).split("\n")[2].split() == ["a", "B", "BB", "c"]


def test_without_marks_nothing_is_chosen() -> None:
    assert draw_text(coast()).splitlines() == [
        "A made-up coast",
        " 0,0 F   M*  MA4 2,0",
        "   0,1 KeB     +AB 2,1",
        "-1,2 FBf -1,2",
    ]


def test_tall_hexes_have_what_is_printed_above_what_lies_on_it() -> None:
    drawn = [line.rstrip() for line in draw_text(coast(), tall=True, marks=MARKS).splitlines()]
    assert drawn[1:5] == [" 0,0 F   M*  M   2,0", "      a   b  A4", "   0,1 Ke      C1  2,1", "       B c"]


def test_the_gap_between_hexes_of_one_group_has_their_ground() -> None:
    drawn = draw_text(coast(), colour="truecolor").splitlines()[1]
    # After the port's mark the ground goes on to the next field of the settlement, after the field it does not.
    assert re.search(r"F\x1b\[0m(\x1b\[[0-9;]*m  \x1b\[0m) ", drawn)
    assert re.search(r"\*\x1b\[0m\x1b\[[0-9;]*m  \x1b\[0m\x1b\[[0-9;]*mM", drawn)


def test_square_boards_show_faces_pieces_and_marks() -> None:
    assert draw_text(kingdom(), width=60, marks={(0, (0, 1)): "ab"}).splitlines()[:16] == cases(
        __file__, "kingdom"
    )


def test_a_chain_goes_on_in_the_next_line() -> None:
    drawn = draw_text(kingdom(), width=40)
    block = drawn[drawn.index("Circuit") :].splitlines()
    assert block[1] == "no.0   no.1   no.2   3      no.4"
    assert block[2].rstrip() == "cattle>cattle>cattle>      >cattle>"
    assert block[3].rstrip() == "                     B"
    assert drawn.count("cattle") == 13
    assert drawn.count(">") == 13


def test_a_board_wider_than_the_page_is_drawn_in_strips() -> None:
    spots = [Spot(at=(x, 0), face=face("PPP", "PPP", "PPP"), said="") for x in range(9)]
    drawn = draw_text(
        Show(title="Wide", boards=(Diagram(grid="square4", spots=spots),)), width=20
    ).splitlines()
    assert [line.strip() for line in drawn if re.fullmatch(r"[0-8 ]+", line)] == [
        "0   1   2   3",
        "4   5   6   7",
        "8",
    ]


@given(
    st.dictionaries(
        st.tuples(st.integers(-4, 4), st.integers(-4, 4)),
        st.text(alphabet="PMW=s", min_size=9, max_size=9),
        min_size=1,
        max_size=12,
    )
)
def test_every_square_can_be_read_back(tiles: Mapping[tuple[int, int], str]) -> None:
    spots = [Spot(at=at, face=face(f[:3], f[3:6], f[6:]), said="tile") for at, f in tiles.items()]
    lines = draw_text(
        Show(title="Tiles", boards=(Diagram(grid="square4", spots=spots),)), width=80
    ).splitlines()
    columns = {m.start(): int(m[0]) for m in re.finditer(r"-?\d+", lines[1])}
    found = {}
    for number, text in enumerate(lines):
        named = re.match(r" *(-?\d+) ", text) if number > 1 else None
        if named is None:
            continue
        for start, x in columns.items():
            # Names are centred over three letters.
            left = start - 1 if len(str(x)) < 3 else start
            rows = [
                lines[n].ljust(90)[left : left + 3] if 0 <= n < len(lines) else ""
                for n in (number - 1, number, number + 1)
            ]
            if "".join(rows).strip():
                found[x, int(named[1])] = "".join(rows)
    assert found == dict(tiles)


def test_tables_stand_in_line_and_numbers_at_the_right() -> None:
    rows = [(Ink("A"), Ink("anna"), Ink("5")), (Ink("B"), Ink("bo"), Ink("-12"))]
    panel = Panel(title="Players", head=(Ink(""), Ink("name"), Ink("points")), rows=rows)
    assert draw_text(Show(title="T", panels=(panel,))).splitlines()[2:] == [
        "Players",
        "  name points",
        "A anna      5",
        "B bo      -12",
    ]


def test_a_table_that_is_too_wide_is_told_row_by_row() -> None:
    rows = [tuple(Ink(str(10**n)) for n in range(9))]
    head = tuple(Ink(f"column{n}") for n in range(9))
    drawn = draw_text(Show(title="T", panels=(Panel(title="P", head=head, rows=rows),)), width=40)
    assert all(len(line) <= 40 for line in drawn.splitlines())
    assert "column8 100000000" in " ".join(drawn.split())


def test_letters_tell_players_apart() -> None:
    assert letters(["anna", "bruno"]) == ("A", "B")
    assert letters(["bruno", "bea", "anna"]) == ("B", "E", "A")
    assert letters(["player1", "player2", "player3"]) == ("A", "B", "C")
    assert letters(["bob"]) == ("B",)
    assert letters(["1st", "2nd"]) == ("S", "N")
    assert letters(["李", "王"]) == ("A", "B")


@given(st.lists(st.text(alphabet="abAB12-李", min_size=1, max_size=4), min_size=1, max_size=8))
def test_letters_are_always_different(names: list[str]) -> None:
    found = letters(names)
    assert len(found) == len(set(found)) == len(names)
    assert all(re.fullmatch("[A-Z]", letter) for letter in found)
