"""Drawings of made-up shows: every form says the same, and nothing that was shown is lost on the way."""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.base.errors import UsageError
from tilewright.core.draw import decision_text
from tilewright.core.draw.colours import OKABE_ITO, readable
from tilewright.core.draw.model import (
    GLUE,
    Diagram,
    Ground,
    Ink,
    Look,
    Offer,
    Panel,
    Piece,
    Show,
    Spot,
    Way,
    Where,
    letters,
)
from tilewright.core.draw.png import to_png
from tilewright.core.draw.show_sentences import rows as rows_said
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.rules.actions import Action, notation
from tilewright.core.table.changes import changes
from tilewright.core.table.lookup import look

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
SVG = "{http://www.w3.org/2000/svg}"
TERRAIN = {"P": "pasture", "M": "mountain", "W": "water"}
LOOKS = {
    "pasture": Look("green", "dots"),
    "mountain": Look("brown", "bricks"),
    "water": Look("blue", "waves"),
    "wood": Look("green", strong=True),
    "harbour": Look(icon="anchor"),
    "keep": Look("grey", icon="castle"),
}


@attrs.frozen(cache_hash=True)
class Lay(Action):
    """A move of a game that does not exist."""

    parts = notation("lay {tile}")
    tile: str = "L07"


def face(*rows: str) -> tuple[tuple[Ink, ...], ...]:
    """`PPM`: letters each on their own ground."""
    return tuple(tuple(Ink(letter, on=TERRAIN.get(letter, "")) for letter in row) for row in rows)


def kingdom() -> Show:
    """A growing board of square tiles with three rows of three, a display with cubes, a chain, a table."""
    land = [
        Spot(at=(0, 0), face=face("PPM", "P=M", "WWM"), group="anna", said="castle"),
        Spot(at=(1, 0), face=face("MMM", "=sM", "PPP"), group="anna", said="hill"),
        Spot(at=(0, 1), said="open"),
        Spot(at=(-1, -2), face=face("WWW", "WbW", "WWW"), said="lake"),
    ]
    village = [
        Spot(
            at=(0, 0),
            face=((Ink("village"),),),
            pieces=(Piece("A", "seat 0", "pawn"), Piece("w", "wood", "cube"), Piece("w", "wood", "cube")),
            ground="keep",
            said="village",
        )
    ]
    circuit = [
        Spot(at=(n, 0), name=f"no.{n}", face=((Ink("cattle"),),), ground="pasture", said=f"tile {n}")
        if n != 3
        else Spot(at=(n, 0), pieces=(Piece("B", "seat 1", "pawn"),), said="bruno")
        for n in range(14)
    ]
    return Show(
        title="A made-up game",
        boards=(
            Diagram(title="Kingdom", grid="square4", spots=land),
            Diagram(title="Village", grid="square8", spots=village),
            Diagram(title="Circuit", grid="chain", spots=circuit),
        ),
        panels=(
            Panel(
                title="Market",
                head=(Ink(""), Ink("price", "dim"), Ink("tile", "dim")),
                rows=[
                    (
                        Ink("A", "seat 0", said="anna"),
                        Ink("12"),
                        Ink("L07, a road to the north and two sheep"),
                    ),
                    (Ink("B", "seat 1", said="bruno"), Ink("3"), Ink("L31")),
                    (Ink("Nothing is sold twice."),),
                ],
            ),
        ),
        offers=(
            Offer(action=Lay(0), at=(0, 1)),
            Offer(action=Lay(0, "L08"), at=(0, 1)),
            Offer(action=Lay(0, "L09")),
        ),
        looks=LOOKS,
        legend=((Ink("P", on="pasture"), "pasture"), (Ink("*", "harbour"), "harbour")),
        caption=("Nobody has printed this.",),
    )


def coast() -> Show:
    """Three rows of hexes: a port, a castle, sea, two fields of one settlement, choices."""
    spots = [
        Spot(at=(0, 0), face=((Ink("F"),),), ground="pasture", said="field"),
        Spot(at=(1, 0), face=((Ink("M"), Ink("*", "harbour")),), ground="mountain", group="s", said="port"),
        Spot(
            at=(2, 0),
            face=((Ink("M"),),),
            pieces=(Piece("A4", "seat 0", "tile"),),
            ground="mountain",
            group="s",
        ),
        Spot(at=(3, 0), ground="water", said="sea"),
        Spot(
            at=(0, 1),
            face=((Ink("Ke"),),),
            pieces=(Piece("B", "seat 1", "castle"),),
            ground="keep",
            said="keep",
        ),
        Spot(at=(2, 1), face=((Ink("C1"),),), short=(Ink("+AB"),), ground="keep", said="church"),
        Spot(
            at=(-1, 2),
            face=((Ink("F"),),),
            pieces=(Piece("Bf", "seat 1", "tile"),),
            ground="pasture",
            said="farm",
        ),
    ]
    at = ((0, 0), (1, 0), (0, 1), None)
    return Show(
        title="A made-up coast",
        boards=(Diagram(grid="hex", spots=spots),),
        offers=tuple(Offer(action=Lay(0, f"L{n}"), at=place) for n, place in enumerate(at, 1)),
        looks=LOOKS,
    )


SHOWS = [kingdom(), coast(), Show(title="Nothing at all")]
MARKS: Mapping[Where, str] = {(0, (0, 0)): "a", (0, (1, 0)): "b", (0, (0, 1)): "c"}
"""Letters on a field, a port and a castle of the coast; in the kingdom on two hills and an open spot."""


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize("width", [24, 40, 80, 140])
@pytest.mark.parametrize("depth", ["standard", "256", "truecolor", "windows", True])
def test_colour_changes_no_letter(show: Show, width: int, depth: str | bool) -> None:
    for tall in (False, True):
        plain = draw_text(show, width=width, tall=tall)
        assert "\x1b" not in plain
        assert ESCAPE.sub("", draw_text(show, width=width, tall=tall, colour=depth)) == plain
    assert "\x1b" in draw_text(show, width=width, colour=depth)


EVIL = "\x1b[2J\x1b[35;7m\x9b31m\x07\r\n\x00\u202e\u2028\U000e0041\ud800\ufffe]]> --> <script> & \" ' javascript:"
WORDS = {"text", "title", "name", "said", "letter", "caption", "lang"}


def hostile(thing: Any) -> Any:
    """The same drawing with hostile text wherever text is shown."""
    if attrs.has(type(thing)) and not isinstance(thing, Action):
        changes: dict[str, Any] = {}
        for field in attrs.fields(type(thing)):
            value = getattr(thing, field.name)
            if field.name == "legend":
                changes[field.name] = [(hostile(ink), meaning + EVIL) for ink, meaning in value]
            elif field.name == "caption":
                changes[field.name] = [sentence + EVIL for sentence in value]
            elif isinstance(value, str) and field.name in WORDS:
                changes[field.name] = value + EVIL
            elif isinstance(value, tuple | list):
                changes[field.name] = type(value)(hostile(one) for one in value)
        return attrs.evolve(thing, **changes)
    if isinstance(thing, tuple | list):
        return type(thing)(hostile(one) for one in thing)
    return thing


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
        "svg", "title", "defs", "pattern", "g", "rect", "circle", "path", "polygon", "line", "text"
    }  # fmt: skip
    assert "]]> --> <script> & \" ' javascript:" in "".join(found.itertext())


def test_without_colour_means_none() -> None:
    assert draw_text(coast(), colour=None) == draw_text(coast(), colour=False) == draw_text(coast())


@pytest.mark.parametrize("width", [24, 40, 80, 140])
def test_squares_and_panels_keep_to_the_width(width: int) -> None:
    assert all(len(line) <= width for line in draw_text(kingdom(), width=width).splitlines())


def test_hexes_stand_in_staggered_rows_with_coordinates_at_both_ends() -> None:
    """A mark stands in the place of a piece; where pieces lie there is no room for one."""
    assert draw_text(coast(), marks=MARKS).splitlines() == [
        "A made-up coast",
        " 0,0 F a M b*MA4 2,0",
        "   0,1 KeB     +AB 2,1",
        "-1,2 FBf -1,2",
    ]


def test_without_marks_nothing_is_chosen() -> None:
    assert draw_text(coast()).splitlines() == [
        "A made-up coast",
        " 0,0 F   M*  MA4 2,0",
        "   0,1 KeB     +AB 2,1",
        "-1,2 FBf -1,2",
    ]


def test_tall_hexes_have_what_is_printed_above_what_lies_on_it() -> None:
    drawn = [line.rstrip() for line in draw_text(coast(), tall=True, marks=MARKS).splitlines()]
    assert drawn[1:5] == [" 0,0 F   M*  M   2,0", "      a   b  A4", "   0,1 Ke      C1  2,1", "       B"]


def test_the_gap_between_hexes_of_one_group_has_their_ground() -> None:
    drawn = draw_text(coast(), colour="truecolor").splitlines()[1]
    # After the port's mark the ground goes on to the next field of the settlement, after the field it does not.
    assert re.search(r"F\x1b\[0m(\x1b\[[0-9;]*m  \x1b\[0m) ", drawn)
    assert re.search(r"\*\x1b\[0m\x1b\[[0-9;]*m  \x1b\[0m\x1b\[[0-9;]*mM", drawn)


def test_square_boards_show_faces_pieces_and_marks() -> None:
    assert draw_text(kingdom(), width=60, marks={(0, (0, 1)): "ab"}).splitlines()[:16] == [
        "A made-up game",
        "",
        "Kingdom",
        "    -1  0   1   Market",
        " 1     ab         price tile",
        "                A    12 L07, a road to the north and two",
        "       PPM MMM          sheep",
        " 0     P=M =sM  B     3 L31",
        "       WWM PPP  Nothing is sold twice.",
        "",
        "-1",
        "",
        "   WWW",
        "-2 WbW",
        "   WWW",
        "",
    ]


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


# -- land ----------------------------------------------------------------------------------------------------------


def island(small: bool = False, grid: str = "square4") -> Show:
    """Pasture in the north, mountain in south and west, water in the east; beside it mountain around a lake."""
    sheep, keep = Ink("s", "sheep"), Ink("k", "keep")
    coast = (
        Ground("P", "pasture", ("n",), (sheep, sheep)),
        Ground("W", "water", ("e",)),
        Ground("M", "mountain", ("s", "w"), (keep,)),
    )
    lake = (Ground("M", "mountain", ("n", "e", "s", "w")), Ground("W", "water", (), (Ink("b", "boat"),)))
    spots = [
        Spot(at=(0, 0), areas=coast, ways=(Way("wood", ("n", "w")),), name="coast", said="coast"),
        Spot(at=(1, 0), areas=lake, ways=(Way("wood", ("w",)),), name="lake", said="lake"),
        Spot(at=(0, 1), said="open"),
        Spot(at=(1, 1), said="open"),
    ]
    if grid == "row":
        return Show(title="Ground", boards=[Diagram(grid=grid, spots=spots[:2], small=small)], looks=LOOKS)
    board = Diagram(title="Island", grid=grid, spots=spots, small=small)
    panels = [
        Panel(title="About the island", rows=[(Ink("small"),)]),
        Panel(title="Else", rows=[(Ink("-"),)]),
    ]
    return Show(title="Ground", boards=[board], panels=panels, looks=LOOKS)


def board_alone(show: Show) -> list[str]:
    return draw_text(attrs.evolve(show, panels=()), marks={(0, (0, 1)): "a", (0, (1, 1)): "bc"}).splitlines()


def test_land_shows_sides_corners_roads_and_marks() -> None:
    """Two sheep are `2s`; a road ends at the rim where another tile shows none; around the lake it stops."""
    assert board_alone(island())[3:] == [
        "      0       1",
        "1   a      bc",
        "      |",
        "   . P|2s. M  M  M",
        "0 =M==+  W=M= Wb M",
        "   M  Mk . M  M  M",
    ]


def test_small_land_has_three_letters_a_side_and_no_roads() -> None:
    assert board_alone(island(small=True))[3:] == [
        "   0   1",
        "1  a  bc",
        "  kPs bMM",
        "0 M W MWM",
        "  MM. MMM",
    ]


def test_a_row_names_its_spots_and_nothing_leads_from_one_to_the_next() -> None:
    assert board_alone(island(grid="row"))[1:] == [
        "coast   lake",
        ". P|2s. M  M  M",
        "M==+  W M= Wb M",
        "M  Mk . M  M  M",
    ]


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
    """Truecolor: pasture, mountain and water in the pale tints of the palette."""
    row = draw_text(island(grid="row"), colour="truecolor").splitlines()[4]
    tints = {name: OKABE_ITO.pale[tint] for name, tint in (("M", "brown"), ("W", "blue"), ("P", "green"))}
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


# -- pictures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("show", SHOWS)
def test_a_picture_is_well_formed_and_has_one_polygon_for_each_spot(show: Show) -> None:
    root = ElementTree.fromstring(draw_svg(show))
    assert len(list(root.iter(f"{SVG}polygon"))) == sum(len(board.spots) for board in show.boards)
    title = root.find(f"{SVG}title")
    assert title is not None and title.text == show.title
    assert not [e for e in root.iter() if "href" in "".join(e.attrib)]


def spoken(root: ElementTree.Element) -> dict[str, list[str]]:
    """What the picture says of each spot, and the texts in it."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            found[title.text or ""] = [text.text or "" for text in group.iter(f"{SVG}text")]
    return found


def test_a_picture_says_what_every_spot_is_and_shows_its_letters() -> None:
    told = spoken(ElementTree.fromstring(draw_svg(coast(), marks=MARKS)))
    assert told["0,0: field"] == ["F", "0,0", "a"]
    assert told["1,0: port"] == ["M", "1,0", "b"]
    assert told["0,1: keep"] == ["Ke", "0,1", "B", "c"]
    assert told["-1,2: farm"] == ["F", "-1,2", "Bf"]
    assert told["3,0: sea"] == []
    told = spoken(ElementTree.fromstring(draw_svg(kingdom())))
    assert told["0,0: castle"] == list("PPMP=MWWM")
    assert told["0,0: village"] == ["village", "A", "w", "w"]
    assert told["0,1: open"] == []


def test_land_in_a_picture() -> None:
    """One outline for each area, the road over them, an icon or the text for each mark."""
    root = ElementTree.fromstring(draw_svg(island(grid="row")))
    coast, lake = (g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None)
    tints = {OKABE_ITO.pale[tint] for tint in ("green", "brown", "blue")}
    fills = [path.get("fill", "") for path in coast.findall(f"{SVG}path")]
    grounds = [fill for fill in fills if fill in tints]
    assert sorted(grounds) == sorted(tints)
    marks = [g for g in coast.findall(f"{SVG}g") if "translate" in g.get("transform", "")]
    assert len(marks) == 3
    assert [text.text for text in lake.iter(f"{SVG}text")] == ["b", "lake"]


@pytest.mark.parametrize("on", ["", "field"])
def test_a_letter_on_a_square_is_the_icon_of_its_role(on: str) -> None:
    face = ((Ink("F", on=on), Ink("*", "crown", on=on), Ink("*", "crown", on=on)), (Ink("W"),))
    spot = Spot(at=(0, 0), face=face, said="crowned")
    board = Diagram(grid="square4", spots=[spot])
    show = Show(title="T", boards=[board], looks={"crown": Look(icon="crown"), "field": Look("yellow")})
    root = ElementTree.fromstring(draw_svg(show))
    [drawn] = [g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    assert [text.text for text in drawn.iter(f"{SVG}text")] == ["F", "W"]
    crowns = [g for g in drawn.findall(f"{SVG}g") if "translate" in g.get("transform", "")]
    assert len(crowns) == 2 and len({g.get("transform") for g in crowns}) == 2
    assert "F**" in draw_text(show)


def test_pieces_on_land_are_in_the_picture_and_make_room_for_a_mark() -> None:
    show = island()
    coast, *others = show.boards[0].spots
    there = attrs.evolve(coast, pieces=(Piece("A", "seat 0", "pawn"), Piece("B", "seat 1", "pawn")))
    boards = [attrs.evolve(show.boards[0], spots=[there, *others])]
    picture = attrs.evolve(show, boards=boards)
    marked: Mapping[Where, str] = {(0, coast.at): "m"}
    for marks, texts in (({}, ["A", "B"]), (marked, ["A", "B", "m"])):
        root = ElementTree.fromstring(draw_svg(picture, marks=marks))
        assert spoken(root)["coast: coast"] == ["s", "s", *texts]
        at = {text.text: float(text.get("x", "-1")) for text in root.iter(f"{SVG}text")}
        assert 0 < at["A"] < at["B"] < at.get("m", 999.0)


def test_panels_of_a_picture_go_on_in_another_column() -> None:
    panels = [Panel(title=f"P{n}", rows=[(Ink("x"),)] * 20) for n in range(5)]
    root = ElementTree.fromstring(draw_svg(Show(title="T", panels=panels)))
    at = {text.text: (float(text.get("x", "")), float(text.get("y", ""))) for text in root.iter(f"{SVG}text")}
    assert at["P0"][0] == at["P1"][0] < at["P2"][0] == at["P3"][0] < at["P4"][0]
    assert at["P0"][1] == at["P2"][1] == at["P4"][1] < at["P1"][1] == at["P3"][1]
    assert float(root.get("height", "")) < 1100


def test_what_is_written_cannot_break_a_picture() -> None:
    show = Show(
        title="<&>", boards=(Diagram(grid="hex", spots=(Spot(at=(0, 0), face=((Ink("F"),),), said="<b>&"),)),)
    )
    assert "0,0: <b>&" in spoken(ElementTree.fromstring(draw_svg(show)))


def test_letters_stand_out_from_their_ground() -> None:
    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for shades in (OKABE_ITO.pale, OKABE_ITO.strong):
        for colour in shades.values():
            low, high = sorted([light(colour), light(readable(colour))])
            assert (high + 0.05) / (low + 0.05) >= 4.5, colour


def test_png() -> None:
    pytest.importorskip("resvg_py")
    assert to_png(draw_svg(coast())).startswith(b"\x89PNG\r\n")


def test_png_without_the_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UsageError, match=r"tilewright\[render\]"):
        to_png("<svg/>")


# -- sentences -----------------------------------------------------------------------------------------------------


def test_sentences_tell_everything_in_order() -> None:
    assert sentences(coast(), MARKS) == [
        "A made-up coast",
        "0,0 [a]: field",
        "1,0 [b]: port",
        "2,0",
        "0,1 [c]: keep",
        "2,1: church",
        "-1,2: farm",
    ]
    assert sentences(kingdom())[:7] == [
        "A made-up game",
        "Market",
        "anna: price 12, tile L07, a road to the north and two sheep",
        "bruno: price 3, tile L31",
        "Nothing is sold twice.",
        "Kingdom",
        "0,0: castle",
    ]


def test_looking_at_a_spot_tells_its_neighbours_too() -> None:
    assert look(coast(), " 1,0 ", MARKS) == [
        "1,0 [b]: port",
        "  e 2,0",
        "  sw 0,1 [c]: keep",
        "  w 0,0 [a]: field",
    ]
    assert look(kingdom(), "1,0") == [
        "Kingdom: 1,0: hill",
        "  w 0,0: castle",
        "Circuit: no.1: tile 1",
        "  < no.0: tile 0",
        "  > no.2: tile 2",
    ]
    assert look(kingdom(), "no.1")[1:] == ["  < no.0: tile 0", "  > no.2: tile 2"]
    assert look(coast(), "3,0")[0] == "3,0: sea"
    with pytest.raises(UsageError, match="9,9"):
        look(coast(), "9,9")


def test_things_are_found_by_the_names_that_are_shown() -> None:
    assert look(coast(), "Keep")[0] == "0,1: keep"
    assert look(kingdom(), "L31") == ["Market: bruno: price 3, tile L31"]
    assert look(kingdom(), "pasture") == ["P: pasture"]


def test_changes_say_what_was_before() -> None:
    before = kingdom()
    market = before.panels[0]
    rows = [
        (Ink("A", said="anna"), Ink("10"), market.rows[0][2]),
        (Ink("C", said="chiara"), Ink("4"), Ink("L40")),
    ]
    board = attrs.evolve(
        before.boards[0],
        spots=[attrs.evolve(before.boards[0].spots[0], said="ruin"), *before.boards[0].spots[1:]],
    )
    after = attrs.evolve(
        before, boards=(board, *before.boards[1:]), panels=(attrs.evolve(market, rows=rows),), offers=()
    )
    assert changes(before, after) == [
        "Kingdom, 0,0: ruin (before: castle)",
        "Market, anna: price 10 (before: 12)",
        "new: Market, chiara: price 4, tile L40",
        "gone: Market, bruno: 3, L31",
        "gone: Market: Nothing is sold twice.",
    ]
    assert changes(before, before) == []


def test_what_moves_along_a_chain_has_not_changed() -> None:
    """Compared by what lies there: a tile that goes is one line, however many others move up."""
    before = kingdom()
    circuit = before.boards[2]
    rest = [attrs.evolve(spot, at=(n, 0), name=f"no.{n}") for n, spot in enumerate(circuit.spots[1:])]
    after = attrs.evolve(before, boards=(*before.boards[:2], attrs.evolve(circuit, spots=rest)))
    assert changes(before, after) == ["gone: Circuit, tile 0"]


def test_words_of_ours_are_in_the_language_of_the_show() -> None:
    before = attrs.evolve(coast(), lang="de")
    spots = [attrs.evolve(before.boards[0].spots[0], said="ruin"), *before.boards[0].spots[1:]]
    after = attrs.evolve(before, boards=(attrs.evolve(before.boards[0], spots=spots),))
    assert changes(before, after) == ["0,0: ruin (vorher: field)"]


def test_titles_that_begin_alike_are_called_by_their_ends() -> None:
    assert doctest.testmod(decision_text) == (0, 1)


def test_what_follows_a_name_is_left_out_where_it_has_no_room() -> None:
    rows = [
        (Ink("A", said="anna"), Ink("anna"), Ink("7")),
        (Ink("B"), Ink("bruno", more="(normal)"), Ink("12")),
    ]
    one = Panel(title="Players", head=(Ink(""), Ink(""), Ink("points")), rows=rows)
    show = Show(title="T", panels=[one])
    wide = draw_text(show, width=23)
    assert "B bruno (normal)     12" in wide and "A anna                7" in wide
    assert "B bruno     12" in draw_text(show, width=22)
    assert dict(rows_said(one))["B bruno (normal)"] == {"points": "12"}


def test_areas_on_hexes_are_refused_with_what_to_write() -> None:
    with pytest.raises(
        ValueError, match=r"the board 'land': areas are drawn on squares; on hexes write letters"
    ):
        Diagram(title="land", grid="hex", spots=[Spot(at=(0, 0), areas=(Ground("W", "wood", ("ne",)),))])
