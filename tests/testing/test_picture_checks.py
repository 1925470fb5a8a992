"""The check of what drawings declare names every word that means nothing, and what was expected."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from tilewright.core.draw.model import (
    Diagram,
    Goal,
    Ground,
    Ink,
    Look,
    Panel,
    Picture,
    Piece,
    Plate,
    Round,
    Show,
    Spot,
)
from tilewright.core.testing.picture_checks import misdrawn

LOOKS = {"pasture": Look("green", "dots"), "wood": Look(icon="wood"), "bare": Look("grey")}
PLAYERS = (Ink("A", "seat 0"), Ink("B", "seat 1"))
LAND = (Ground("P", "pasture", ("n", "e", "s")), Ground("W", "bare", ("w",)))


def drawn(board: Diagram | None = None, **more: Any) -> Show:
    return Show(title="T", boards=[board] if board else [], looks=LOOKS, players=PLAYERS, **more)


def of(spot: Spot, **more: Any) -> Show:
    return drawn(Diagram(**{"title": "Land", "grid": "square4", "spots": [spot], **more}))


def standing(**more: Any) -> Show:
    return of(Spot(at=(0, 0), areas=LAND, pieces=(attrs.evolve(Piece("A", "seat 0"), **more),)))


def shown(**more: Any) -> Show:
    return of(Spot(at=(0, 0), picture=Picture(**more)))


GOAL = Goal(title="Most sheep", icon="wood", amounts={0: 1, 1: 2})
WOOD = Ink("w", "wood")
WRONG = {
    "the icon 'wod' is unknown; did you mean 'wood'?": attrs.evolve(drawn(), looks={"x": Look(icon="wod")}),
    "the icon 'water' is unknown; the nearest are tavern, layers, either; tilewright docs showing#symbols lists all": (
        attrs.evolve(drawn(), looks={"x": Look(icon="water")})
    ),
    "the tint 'mauve' is unknown; known: yellow, ": attrs.evolve(drawn(), looks={"x": Look("mauve")}),
    "the pattern 'dot' is unknown; did you mean 'dots'?": attrs.evolve(
        drawn(), looks={"x": Look("red", "dot")}
    ),
    "Diagram 'Land', spot 0,0: Piece 'A' stands in area 2, but areas and roads are 0 to 1": standing(area=2),
    "Piece 'A' is there 0 times; expected 1 or more": standing(count=0),
    "Piece 'A': the shape 'paw' is unknown; did you mean 'pawn'?": standing(shape="paw"),
    "the symbol is the role 'bare', which has no icon; expected Show.looks['bare'] = Look(icon=...)": standing(
        symbol="bare"
    ),
    "Piece 'A' names seat 2; expected 0 to 1": standing(role="seat 2"),
    "the side 'ne' is unknown; did you mean 'n'?": of(Spot(at=(0, 0), areas=(Ground("P", "bare", ("ne",)),))),
    "Diagram 'Land' names seat 3; expected 0 to 1": of(Spot(at=(0, 0)), seat=3),
    "the kind 'markt' is unknown; did you mean 'market'?": of(Spot(at=(0, 0)), kind="markt"),
    "only the spots of a chain form a cycle, and its grid is 'row'": of(
        Spot(at=(0, 0)), grid="row", cycle=True
    ),
    "Picture.what is the role 'hut', which has no icon": shown(what="hut"),
    "the corner of a plate 'up' is unknown; known: nw, ne, sw, se": shown(
        plates=(Plate(get=(WOOD,), said="wood", corner="up"),)
    ),
    "a plate is empty; expected Plate(get=...), Plate(pay=...) or both": shown(plates=(Plate(said="wood"),)),
    "a plate says nothing in words; give Plate(said=...)": shown(plates=(Plate(get=(WOOD,)),)),
    "Goal 'Most sheep': the icon is the role 'sheep', which has no icon": drawn(
        panels=[Panel(title="G", rows=(), goals=[attrs.evolve(GOAL, icon="sheep")])]
    ),
    "Goal 'Most sheep' names seat 4; expected 0 to 1": drawn(
        panels=[Panel(title="G", rows=(), goals=[attrs.evolve(GOAL, points={4: 1})])]
    ),
    "Panel 'G': a round scores goal 1, but it has 1 goals": drawn(
        panels=[Panel(title="G", rows=(), goals=[GOAL], rounds=[Round(title="1", goals=(0, 1))])]
    ),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_names_nothing_is_named(words: str) -> None:
    [said] = misdrawn(WRONG[words])
    assert words in said


def test_what_is_right_is_let_pass() -> None:
    right = Piece("A", "seat 1", "pawn", symbol="wood", area=1, count=3)
    spot = Spot(at=(0, 0), areas=LAND, pieces=(right,), picture=Picture(what="wood"))
    panel = Panel(title="G", rows=(), goals=[GOAL], rounds=[Round(title="1", goals=(0,))])
    board = Diagram(grid="square4", spots=[spot, Spot(at=(1, 0), tile=(spot,))], seat=1, kind="market")
    assert not [*misdrawn(drawn(board, panels=[panel]))]
    assert not [*misdrawn(attrs.evolve(standing(role="seat 7"), players=()))]  # a sheet has no players


def test_a_row_holds_squares_and_hexes() -> None:
    """A tile in it is one of them, and not both."""
    hexes, squares = Ground("P", "bare", ("ne", "e", "sw")), Ground("P", "bare", ("n", "e"))
    spots = [Spot(at=(0, 0), areas=(hexes,)), Spot(at=(1, 0), areas=(squares,))]
    assert not [*misdrawn(drawn(Diagram(grid="row", spots=spots)))]
    [said] = misdrawn(drawn(Diagram(grid="row", spots=[Spot(at=(0, 0), areas=(hexes, squares))])))
    assert said.startswith("Diagram '', spot 0,0: the side 'n' is unknown")
