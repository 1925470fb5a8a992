"""Pictures of made-up shows: well-formed, and with everything that the text shows."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from xml.etree import ElementTree

import attrs
import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.draw.drawings import DRAWINGS
from tilewright.core.draw.model import Diagram, Ground, Ink, Look, Panel, Piece, Show, Spot, Where
from tilewright.core.draw.png import to_png
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text

from .made_up import MARKS, SHOWS, SVG, coast, island, kingdom, places, spoken


@pytest.mark.parametrize("show", SHOWS)
def test_a_picture_is_well_formed_and_has_one_polygon_for_each_spot(show: Show) -> None:
    root = ElementTree.fromstring(draw_svg(show))
    assert len(list(root.iter(f"{SVG}polygon"))) == sum(len(board.spots) for board in show.boards)
    title = root.find(f"{SVG}title")
    assert title is not None and title.text == show.title
    defined = {symbol.get("id") for symbol in root.findall(f"{SVG}defs/{SVG}symbol")}
    used = {one.get("href", "") for one in root.iter() if "href" in "".join(one.attrib)}
    assert used == {f"#{name}" for name in defined}


def test_a_picture_says_what_every_spot_is_and_shows_its_letters() -> None:
    told = spoken(ElementTree.fromstring(draw_svg(coast(), marks=MARKS)))
    assert told["0,0: field"] == ["F", "0,0", "a"]
    assert told["1,0: port"] == ["M", "1,0", "b"]
    assert told["0,1: keep"] == ["B", "0,1", "c"]  # a castle in place of its letters
    assert told["-1,2: farm"] == ["F", "Bf", "-1,2"]
    assert told["3,0: sea"] == []
    told = spoken(ElementTree.fromstring(draw_svg(kingdom())))
    assert told["0,0: castle"] == list("PPMP=MWWM")
    assert told["0,0: village"] == ["village", "A", "w", "2"]
    assert told["0,1: open"] == []


def test_land_in_a_picture() -> None:
    """One outline for each area, the road over them, an icon or the text for each mark."""
    root = ElementTree.fromstring(draw_svg(island(grid="row")))
    coast, lake = (g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None)
    tints = {DRAWINGS["lands"][tint].split()[0] for tint in ("green", "brown", "blue")}
    fills = [path.get("fill", "") for path in coast.iter(f"{SVG}path")]
    grounds = [fill for fill in fills if fill in tints]
    assert sorted(grounds) == sorted(tints)
    [land, _] = coast.findall(f"{SVG}g")
    marks = [g for g in land.findall(f"{SVG}g") if "translate" in g.get("transform", "")]
    assert len({mark.get("transform") for mark in marks}) == 3
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
    crowns = [(x, y) for x, y, one in places(drawn, "use") if one.get("href") == "#sym-crown"]
    assert len(crowns) == 2 and crowns[0][0] < crowns[1][0] and crowns[0][1] == crowns[1][1]
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
        assert spoken(root)["coast"] == ["s", "s", *texts]
        at = {text.text: x for x, _, text in places(root)}
        assert 0 < at["A"] < at["B"] < at.get("m", 999.0)


LAND = (Ground("m", "meadow", ("n", "e")), Ground("h", "heath", ("s", "w")))
CELLS = tuple(Spot(at=(n, 0), areas=(Ground("m", "meadow", ("n", "e", "s", "w")),)) for n in range(2))


@pytest.mark.parametrize("count", [4, 6, 9])
@pytest.mark.parametrize("marked", ["", "m"])
@pytest.mark.parametrize(
    "spot",
    [
        Spot(at=(0, 0), areas=LAND),
        Spot(at=(0, 0), face=((Ink("word"),), (Ink("word"),)), ground="meadow"),
        Spot(at=(0, 0), ground="meadow"),
        Spot(at=(0, 0), tile=CELLS),
    ],
)
def test_many_figures_stay_within_their_square_and_below_its_words(
    spot: Spot, marked: str, count: int
) -> None:
    letters = "ABCDEFGHI"[:count]
    pieces = tuple(Piece(letter, f"seat {seat}", "pawn") for seat, letter in enumerate(letters))
    board = Diagram(grid="square4", spots=[attrs.evolve(spot, pieces=pieces)])
    marks: dict[Where, str] = {(0, (0, 0)): marked} if marked else {}
    root = ElementTree.fromstring(draw_svg(Show(title="T", boards=[board]), marks=marks))
    dx, dy, outline = places(root, "polygon")[0]
    corners = [[float(n) for n in corner.split(",")] for corner in outline.get("points", "").split()]
    left, right = (edge([dx + x for x, _ in corners]) for edge in (min, max))
    top, low = (edge([dy + y for _, y in corners]) for edge in (min, max))
    texts = places(root)
    words = max((y for _, y, text in texts if text.text == "word"), default=top)
    found = {text.text: (x, y, float(text.get("font-size", "")) / 0.42) for x, y, text in texts}
    for letter in letters:
        x, y, size = found[letter]  # the letter is a little below the middle of its figure
        assert left <= x - size / 2 and x + size / 2 <= right
        assert words <= y - 0.71 * size and y + 0.29 * size <= low
    assert len({found[letter][:2] for letter in letters}) == count


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


def test_png() -> None:
    pytest.importorskip("resvg_py")
    """A picture as a file holds its symbols: without their definitions there is less to see."""
    drawn = draw_svg(coast())
    bare = re.sub("<symbol .*?</symbol>", "", drawn)
    assert to_png(drawn).startswith(b"\x89PNG\r\n")
    assert "<symbol" in drawn and to_png(drawn) != to_png(bare)


def test_png_without_the_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UsageError, match=r"tilewright\[render\]"):
        to_png("<svg/>")
