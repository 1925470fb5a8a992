"""Boards of a page: every spot can be found where it is drawn, says what it is, and is a button if it can be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from tilewright.core.draw.css import classes, palette_css
from tilewright.core.draw.derived import shown
from tilewright.core.draw.html_boards import board_svg, definitions, spot_svg
from tilewright.core.draw.model import Diagram, Ink, Look, Offer, Show, Spot
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.text import draw_text
from tilewright.core.rules.state import State

from ..table.games import ALL, ruleset
from ..toys import auction, meadow, nim
from .made_up import LOOKS, SHOWS, Lay, hostile, kingdom

Element = ElementTree.Element
DEFINED = {one.get("id") for one in ElementTree.fromstring(definitions()).iter()}
"""What boards can refer to."""
GAMES: dict[str, tuple[Any, tuple[str, ...], int]] = {
    "rebirth": ("rebirth", (), 4),
    "glenmore": ("glenmore", (), 3),
    "isleofskye": ("isleofskye", (), 2),
    "isleofskye+": ("isleofskye", ALL, 5),
    "carcassonne": ("carcassonne", (), 3),
    "meadow": (meadow.PLUGIN, (), 2),
    "auction": (auction.PLUGIN, (), 3),
    "nim": (nim.PLUGIN, (), 2),
}


def positions(name: str, steps: tuple[int, ...] = (0, 26, 55)) -> Iterator[State]:
    """Some positions of one game, the last one perhaps at its end."""
    game, modules, seats = GAMES[name]
    rules = ruleset(game, modules)
    state = rules.new(seats, 3)
    for n in range(max(steps) + 1):
        if n in steps or state.over:
            yield state
        if state.over:
            return
        legal = state.legal(state.to_act[0])
        state.apply(legal[n * 7 % len(legal)])


def shows(name: str) -> Iterator[Show]:
    """What the seat to act and a spectator see in these positions."""
    for n, state in enumerate(positions(name)):
        for seat in (state.to_act[0] if state.to_act else 0, None):
            yield shown(state.view(seat), ("en", "de", "pl")[n % 3])


def spots(root: Element) -> list[Element]:
    return [one for one in root.iter("g") if "spot" in one.get("class", "").split()]


def middle(line: str) -> tuple[float, float]:
    """The middle of the line around a cell."""
    found = [float(number) for number in re.findall(r"-?[\d.]+", line)]
    return 2 * sum(found[::2]) / len(found), 2 * sum(found[1::2]) / len(found)


def check(show: Show, n: int) -> None:
    """One board is complete and well-formed, whatever it shows."""
    lit = show.lit()
    text = board_svg(show, n, lit=lit)
    root = ElementTree.fromstring(text)
    assert "style" not in {name for one in root.iter() for name in one.attrib}
    assert {one.tag for one in root.iter()} <= {
        "svg", "g", "title", "polygon", "path", "text", "rect", "circle", "ellipse", "use"
    }  # fmt: skip
    assert set(re.findall(r"(?:url\(|href=\")#([^)\"]*)", text)) <= DEFINED
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    by_place = {spot.at: spot for spot in show.boards[n].spots}
    places = [*by_place, *{at for number, at in lit if number == n and at not in by_place}]
    found = spots(root)
    assert sorted(one.get("data-at", "") for one in found) == sorted(f"{x},{y}" for x, y in places)
    for one in found:
        x, y = map(int, one.get("data-at", "").split(","))
        spot = by_place.get((x, y), Spot(at=(x, y)))
        said = f"{spot.called}: {spot.said}" if spot.said else spot.called
        assert one.findtext("title") == said
        [moved] = one.findall("g")
        [ring] = moved.findall("path[@class='ring']")
        assert middle(ring.get("d", "")) == pytest.approx((0, 0), abs=0.1)
        assert moved.get("transform") == f"translate({one.get('data-x')} {one.get('data-y')})"
        chosen = (n, (x, y)) in lit
        if not spot.blank or chosen:  # what is only water around the land may lie beyond the edge
            assert 0 < float(one.get("data-x", "")) < wide and 0 < float(one.get("data-y", "")) < high
        names = one.get("class", "").split()
        assert ("lit" in names, "blank" in names) == (chosen, spot.blank)
        if chosen:
            assert (one.get("role"), one.get("tabindex"), one.get("aria-label")) == ("button", "-1", said)
        elif spot.blank:
            assert one.get("aria-hidden") == "true" and one.get("role") is None
        else:
            assert (one.get("role"), one.get("aria-label")) == ("img", said)
    assert root[-1].get("class") == "over" and not len(root[-1])


@pytest.mark.parametrize("name", GAMES)
def test_every_spot_of_every_board_is_there(name: str) -> None:
    rules = palette_css()
    for show in shows(name):
        for n in range(len(show.boards)):
            check(show, n)
        for role in show.looks:
            assert all(f".{one}{{" in rules for one in classes(show, role).split())


@pytest.mark.parametrize("name", ["rebirth", "glenmore", "isleofskye+", "carcassonne"])
def test_a_ghost_lies_where_its_spot_is(name: str) -> None:
    for show in shows(name):
        for n, board in enumerate(show.boards):
            root = ElementTree.fromstring(board_svg(show, n))
            at = {one.get("data-at"): one for one in spots(root)}
            for spot in [*board.spots][:: max(1, len(board.spots) // 9)]:
                ghost = ElementTree.fromstring(spot_svg(show, n, spot))
                there = at[ghost.get("data-at")]
                assert ghost.get("class") == "ghost" and ghost.get("data-board") == str(n)
                x, y = ghost.get("data-x"), ghost.get("data-y")
                assert (x, y) == (there.get("data-x"), there.get("data-y"))
                assert ghost[0].get("transform") == f"translate({x} {y})"
                piece = ghost[0][0]
                assert piece.get("class") == "piece"
                assert middle(ghost[0][1].get("d", "")) == pytest.approx((0, 0), abs=0.1)
                texts = [text.text for text in piece.iter("text")]
                assert texts == [text.text for text in there.iter("text")]


def growing() -> Show:
    """A board of two tiles whose choices are about a place between spots, one outside, and a tile."""
    board = Diagram(grid="square4", spots=[Spot(at=(0, 0), face=((Ink("a"),),), said="a tile")])
    offers = [Offer(action=Lay(0), at=at) for at in ((0, 0), (1, 0), (0, -1))]
    return Show(title="Growing", boards=[board], offers=offers)


def test_a_place_that_only_a_choice_is_about_is_an_empty_spot() -> None:
    show = growing()
    check(show, 0)
    root = ElementTree.fromstring(board_svg(show, 0, lit={(0, (1, 0))}))
    at = {one.get("data-at"): one.get("class") for one in spots(root)}
    assert at == {"0,0": "spot", "1,0": "spot lit blank", "0,-1": "spot blank"}
    new = Spot(at=(1, 0), face=((Ink("b"),),))
    ghost = ElementTree.fromstring(spot_svg(show, 0, new))
    [place] = [one for one in spots(root) if one.get("data-at") == "1,0"]
    assert (ghost.get("data-x"), ghost.get("data-y")) == (place.get("data-x"), place.get("data-y"))
    assert [text.text for text in ghost.iter("text")] == ["b"]


def test_text_and_sentences_have_the_places_that_only_a_choice_is_about() -> None:
    marks = {(0, (1, 0)): "a", (0, (0, -1)): "b"}
    rows = draw_text(growing(), marks=marks).splitlines()
    assert [row.split() for row in rows[1:] if row] == [["0", "1"], ["0", "a", "a"], ["-1", "b"]]
    assert sentences(growing(), marks) == ["Growing", "0,0: a tile", "0,-1 [b]: empty", "1,0 [a]: empty"]


def test_a_ghost_needs_a_place() -> None:
    with pytest.raises(ValueError, match="board 0 has no place 5,5"):
        spot_svg(growing(), 0, Spot(at=(5, 5)))


def test_what_has_changed_is_marked() -> None:
    root = ElementTree.fromstring(board_svg(kingdom(), 0, changed={(0, (1, 0)), (1, (0, 0))}))
    assert [one.get("data-at") for one in spots(root) if "changed" in one.get("class", "").split()] == ["1,0"]


def test_a_chain_has_as_many_spots_in_a_line_as_asked_for() -> None:
    for across, lines in ((7, 2), (4, 4), (14, 1)):
        root = ElementTree.fromstring(board_svg(kingdom(), 2, across=across))
        assert len({one.get("data-y") for one in spots(root)}) == lines
        ghost = ElementTree.fromstring(spot_svg(kingdom(), 2, kingdom().boards[2].spots[5], across=across))
        [there] = [one for one in spots(root) if one.get("data-at") == "5,0"]
        assert (ghost.get("data-x"), ghost.get("data-y")) == (there.get("data-x"), there.get("data-y"))


@pytest.mark.parametrize("show", SHOWS)
def test_hostile_names_are_words(show: Show) -> None:
    evil = hostile(show)
    for n, board in enumerate(evil.boards):
        root = ElementTree.fromstring(board_svg(evil, n, lit=evil.lit()))
        known = {*["svg", "g", "title", "polygon", "path", "rect", "circle", "text", "use"]}
        assert {one.tag for one in root.iter()} <= known
        titles = [one.findtext("title") or "" for one in spots(root)]
        assert titles and all("]]> --> <script> & \" ' javascript:" in title for title in titles)
        ElementTree.fromstring(spot_svg(evil, n, board.spots[0]))


def test_a_pattern_of_one_id_is_one_drawing() -> None:
    """What boards refer to does not depend on the show; light ink is on dark ground."""
    looks = {**LOOKS, "night": Look("black", "dots", strong=True), "lawn": Look("green", "dots")}
    spots_ = [Spot(at=(n, 0), face=((Ink("x"),),), ground=one) for n, one in enumerate(("night", "lawn"))]
    show = Show(title="T", boards=[Diagram(grid="hex", spots=spots_)], looks=looks)
    assert re.findall(r"url\(#([^)]*)\)", board_svg(show, 0)) == ["dots-light", "dots-dark"]
    ids = [one.get("id") for one in ElementTree.fromstring(definitions()).iter("pattern")]
    assert len(ids) == len(set(ids)) and {"dots-light", "dots-dark"} <= set(ids)
    inked = {
        one.get("id"): {part.get("fill") for part in one} for one in ElementTree.fromstring(definitions())[0]
    }
    assert (inked["dots-light"], inked["dots-dark"]) == ({"#ffffff"}, {"#000000"})


def test_a_board_without_spots_is_drawn() -> None:
    show = Show(title="Empty", boards=[Diagram(title="Land", grid="square4", spots=[])])
    root = ElementTree.fromstring(board_svg(show, 0))
    assert not spots(root) and root.get("aria-label") == "Land"


def test_a_small_board_is_smaller_as_a_whole() -> None:
    show = kingdom()
    small = attrs.evolve(show, boards=[attrs.evolve(show.boards[0], small=True)])
    one, other = (ElementTree.fromstring(board_svg(each, 0)) for each in (show, small))
    assert one.get("viewBox") == other.get("viewBox")
    assert float(other.get("width", "")) < 0.85 * float(one.get("width", ""))


def test_a_ghost_of_several_cells_is_whole_and_moves_as_one() -> None:
    """Each cell lies as far from the first as on the board, with a ring of its own, in one group that a page moves."""
    both = Spot(at=(1, 0), face=((Ink("b"),),)), Spot(at=(1, 1), face=((Ink("c"),),))
    ghost = ElementTree.fromstring(spot_svg(growing(), 0, *both))
    [moved] = ghost.findall("g")
    assert [text.text for text in moved.iter("text")] == ["b", "c"]
    assert len([path for path in moved.iter("path") if path.get("class") == "ring"]) == 2
    root = ElementTree.fromstring(board_svg(growing(), 0))
    y = {one.get("data-at"): float(one.get("data-y", "")) for one in spots(root)}
    cells = [middle(cell.get("points", "")) for cell in moved[0].findall("polygon")]
    assert cells[1] == pytest.approx((0, y["0,0"] - y["0,-1"]), abs=0.1)


def test_tiles_of_a_hand_keep_one_scale_when_the_largest_has_left() -> None:
    def cells(wide: int) -> tuple[Spot, ...]:
        return tuple(Spot(at=(x, 0), ground="water") for x in range(wide))

    def hand(*wide: int) -> Show:
        tiles = [Spot(at=(n, 0), name="t", said="t", tile=cells(one)) for n, one in enumerate(wide)]
        return Show(title="", boards=[Diagram(grid="row", kind="hand", spots=tiles)], looks=LOOKS)

    kept: Any = {}
    board_svg(hand(2, 2, 3), 0, kept=kept)
    assert board_svg(hand(2, 2, 2), 0, kept=kept) == board_svg(hand(2, 2, 2), 0)


def test_the_ring_of_an_empty_cell_lies_over_its_ground() -> None:
    place = Spot(at=(0, 0), said="free", ground="water")
    show = Show(title="", boards=[Diagram(grid="square4", spots=[place])], looks=LOOKS)
    (spot,) = spots(ElementTree.fromstring(board_svg(show, 0, lit={(0, (0, 0))})))
    assert [one.get("class", "ground") for one in spot[1]] == ["ground", "ring"]
