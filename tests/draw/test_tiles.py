"""Square tiles as pictures: plates are sentences of symbols, ways meet at the edges, a ring leaves its middle free."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from tilewright.core.draw.colours import SEATS
from tilewright.core.draw.html_boards import board_svg, definitions
from tilewright.core.draw.model import Diagram, Ink, Look, Picture, Piece, Plate, Show, Spot, Way
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.symbols import SYMBOLS, symbol_id

from .made_up import places

Element = ElementTree.Element
LOOKS = {
    "land": Look("green", "lines"),
    "river": Look("sky", strong=True),
    "road": Look("orange"),
    "house": Look(icon="village"),
    "person": Look(icon="member"),
    "wood": Look("green", strong=True, icon="wood"),
    "points": Look(icon="vp"),
}
DARK, LIGHT = "#4a3a2b", "#fffaf0"
HOUSE = Picture(
    what="house",
    title="Old House",
    badge="7",
    plates=(
        Plate(pay=(Ink("w", "wood"), Ink("w", "wood")), corner="sw"),
        Plate(get=(Ink("m", "person"),), corner="ne"),
        Plate(pay=(Ink("w", "wood"),), get=(Ink("4", "points"),)),
    ),
)


def drawn(*spots: Spot, **more: Any) -> Element:
    board = attrs.evolve(Diagram(grid="square4", spots=spots), **more)
    return ElementTree.fromstring(board_svg(Show(title="T", boards=[board], looks=LOOKS), 0))


def named(root: Element, cls: str) -> list[Element]:
    return [one for one in root.iter("g") if cls in one.get("class", "").split()]


def used(root: Element) -> list[str]:
    """The symbols that are drawn, one by one."""
    return [one.get("href", "").removeprefix("#sym-") for one in root.iter("use")]


def house(**more: Any) -> Spot:
    face = ((Ink("house"),),)
    return attrs.evolve(Spot(at=(0, 0), face=face, ground="land", said="a house", picture=HOUSE), **more)


def test_a_plate_says_what_is_paid_got_and_exchanged() -> None:
    plates = {tuple(used(one)): one for one in named(drawn(house()), "plate")}
    grounds = {signs: [rect.get("fill") for rect in one.iter("rect")] for signs, one in plates.items()}
    exchange = ("wood", "g-arrow", "vp0")
    assert grounds == {("wood", "wood"): [DARK], ("member",): [LIGHT], exchange: [LIGHT]}
    assert [text.text for text in plates[exchange].iter("text")] == ["4"]


def test_a_plate_with_much_to_say_stays_within_its_tile() -> None:
    long = Picture(plates=(Plate(pay=(Ink("w", "wood"),) * 9, get=(Ink("12", "points"),)),))
    [rect] = [one for plate in named(drawn(house(picture=long)), "plate") for one in plate.findall("rect")]
    assert float(rect.get("width", "")) <= 88


def test_a_tile_has_a_full_form_and_a_brief_one() -> None:
    people = (
        Piece("B2", "seat 1", "pawn", symbol="person", count=2),
        Piece("w", "wood", "cube", symbol="wood"),
    )
    root = drawn(house(pieces=people))
    [full], [brief] = named(root, "full"), named(root, "brief")
    assert used(full).count("member") == 2 + 1  # and the one on a plate, who is nobody's
    colours = [one.get("color") for one in full.iter("use") if one.get("href") == "#sym-member"]
    assert colours.count(SEATS[1]) == 2
    assert [text.text for text in full.iter("text")].count("B") == 2
    assert used(brief) == ["wood"] and [text.text for text in brief.iter("text")] == ["B"]
    assert used(named(drawn(house()), "brief")[0]) == ["village"]


def test_six_figures_on_a_tile_with_a_picture_stay_on_it() -> None:
    people = tuple(Piece("ABCDEF"[n], f"seat {n}", "pawn", symbol="person") for n in range(6))
    [full] = named(drawn(house(pieces=people)), "full")
    each = [
        (x, float(one.get("width", ""))) for x, _, one in places(full, "use") if one.get("color") in SEATS
    ]
    assert len({x for x, _ in each}) == 6
    assert all(x > -50 and x + wide < 50 for x, wide in each)


def test_every_symbol_of_a_tile_is_defined_on_pages_and_in_files() -> None:
    ways = (Way("river", ("n", "s")), Way("road", ("e", "w")))
    root, whole = (
        drawn(house(ways=ways)),
        Show(title="T", boards=[Diagram(grid="square4", spots=[house(ways=ways)])]),
    )
    ids = {one.get("id") for one in ElementTree.fromstring(definitions()).iter("symbol")}
    assert {"g-river", "g-road", "g-bridge", "village"} <= {*used(root)}
    assert {symbol_id(name) for name in used(root)} <= ids and {*used(root)} <= {*SYMBOLS}
    text = draw_svg(attrs.evolve(whole, looks=LOOKS))
    assert {*re.findall(r'href="#([^"]*)', text)} == {*re.findall(r'symbol id="([^"]*)', text)}


@pytest.mark.parametrize("sides", [("n", "e"), ("s",), ("n", "e", "w")])
def test_a_bent_way_begins_in_the_middle_of_its_sides(sides: tuple[str, ...]) -> None:
    root = drawn(house(ways=(Way("road", sides),)))
    lines = [path.get("d", "") for path in root.iter("path") if path.get("stroke-linecap") == "round"]
    ends = {"n": "0 -50", "e": "50 0", "s": "0 50", "w": "-50 0"}
    assert lines and all(ends[side] in line for line in lines for side in sides)


def test_what_is_missing_is_a_sign_and_the_tile_steps_back() -> None:
    root = drawn(house(picture=attrs.evolve(HOUSE, lacks=(Ink("-", "wood"),))))
    [spot] = named(root, "spot")
    assert "off" in spot.get("class", "").split()
    tile = named(spot, "tile")[0]
    within = {id(one) for one in tile.iter("use")}
    assert [one.get("href") for one in spot.iter("use") if id(one) not in within] == ["#sym-wood"]
    assert "off" not in named(drawn(house()), "spot")[0].get("class", "").split()


def circuit(number: int) -> list[Spot]:
    tiles = [house(at=(n, 0)) for n in range(2, number)]
    figure = Piece("A", "seat 0", "pawn", symbol="person")
    return [
        Spot(at=(0, 0), pieces=(figure,), picture=Picture(title="anna")),
        Spot(at=(1, 0), picture=Picture()),
        *tiles,
    ]


@pytest.mark.parametrize(("number", "across"), [(14, 7), (14, 3), (13, 7), (9, 4), (20, 7)])
def test_a_ring_leaves_its_middle_free(number: int, across: int) -> None:
    board = Diagram(grid="chain", spots=circuit(number), cycle=True)
    show = Show(title="T", boards=[board], looks=LOOKS)
    root = ElementTree.fromstring(board_svg(show, 0, across=across))
    spots = sorted(named(root, "spot"), key=lambda one: int(one.get("data-at", "").split(",")[0]))
    at = [(float(one.get("data-x", "")), float(one.get("data-y", ""))) for one in spots]
    assert len(set(at)) == number
    assert all(abs(ax - bx) + abs(ay - by) < 120 for (ax, ay), (bx, by) in pairwise(at))
    x, y, wide, high = map(float, root.get("data-free", "").split())
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert wide > 0 and high > 0 and (height > width) == (across < 4)
    for cx, cy in at:
        assert cx + 50 <= x or cx - 50 >= x + wide or cy + 50 <= y or cy - 50 >= y + high


def test_a_figure_on_a_ring_has_its_players_line_and_name() -> None:
    root = drawn(*circuit(14), grid="chain", cycle=True)
    [spot] = [one for one in named(root, "spot") if one.get("data-at") == "0,0"]
    assert SEATS[0] in {one.get("stroke") for one in spot.iter("circle")}
    assert {"A", "anna"} <= {text.text for text in spot.iter("text")}


def test_an_empty_place_says_what_happens_there() -> None:
    plates = tuple(Plate(get=(Ink("w", "wood"),)) for _ in range(5))
    root = drawn(house(), Spot(at=(1, 0), said="free", picture=Picture(plates=plates)))
    [place] = [one for one in named(root, "spot") if "blank" in one.get("class", "")]
    assert used(place).count("wood") == 5 and "g-place" in used(place)
    wide = [float(one.get("width", "")) for one in place.iter("rect") if one.get("fill") == LIGHT]
    assert len(wide) == 5


def test_a_tile_of_several_cells_keeps_its_shape_beside_a_picture_with_its_price() -> None:
    price = Picture(plates=(Plate(pay=(Ink("7"),), corner="sw", said="costs 7"),))
    cells = tuple(Spot(at=(x, 0), ground="meadow", face=((Ink("m"),),)) for x in range(3))
    row = [Spot(at=(n, 0), name=f"bar{n}", tile=cells, picture=(None, price)[n]) for n in range(2)]
    show = Show(title="", boards=[Diagram(grid="row", spots=row, kind="market")])
    root = ElementTree.fromstring(board_svg(show, 0))
    for spot, said, missing in zip(named(root, "spot"), ("bar0", "7"), ("7", "bar1"), strict=True):
        texts = [one.text for one in spot.iter("text")]
        assert texts.count("m") == 3 and said in texts and missing not in texts


@pytest.mark.parametrize(("text", "grows"), [("$", True), ("$0", True), ("$12", False)])
@pytest.mark.parametrize("role", ["seat 0", "coin"])
def test_a_sign_on_a_piece_grows_where_a_page_is_small_whoever_it_belongs_to(
    text: str, grows: bool, role: str
) -> None:
    """What does not grow is left out where it would be too small to be read (data/web/table.js)."""
    spot = Spot(at=(0, 0), face=((Ink("m"),),), pieces=(Piece(text, role),))
    root = ElementTree.fromstring(
        board_svg(Show(title="", boards=[Diagram(grid="square4", spots=[spot])]), 0)
    )
    [sign] = [one for one in root.iter("text") if one.text == text]
    assert (sign.get("class") == "who") == grows
