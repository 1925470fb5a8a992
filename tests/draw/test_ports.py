"""Ways between ports as they are drawn: in letters, as curves and in words."""

from __future__ import annotations

import re
from itertools import product
from xml.etree import ElementTree

import pytest

from tilewright.core.draw.html_boards import board_svg
from tilewright.core.draw.model import Diagram, Look, Piece, Show, Spot, Way
from tilewright.core.draw.ports import curve, point
from tilewright.core.draw.shapes import centres, corners
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.text import draw_text
from tilewright.core.land.board import Board
from tilewright.core.land.grid import HEX, SQUARE4, unpack

from ..cases import cases
from .made_up import places

WAYS = tuple(Way("path", ends, 2) for ends in (("n1", "w2"), ("n2", "e1"), ("w1", "e2"), ("s1", "s2")))


def shown(*spots: Spot, grid: str = "square4") -> Show:
    return Show(
        title="paths", boards=[Diagram(grid=grid, spots=spots)], looks={"path": Look("yellow", strong=True)}
    )


def test_both_ends_of_a_way_have_its_letter_clockwise_from_the_first_port_of_a_side() -> None:
    assert draw_text(shown(Spot(at=(0, 0), ways=WAYS))).splitlines()[1:] == cases(__file__, "letters")


def test_a_piece_at_a_port_stands_in_place_of_its_letter_and_others_below() -> None:
    pieces = Piece("A", "seat 0", port="e2"), Piece("X", "seat 1")
    assert draw_text(shown(Spot(at=(0, 0), ways=WAYS, pieces=pieces))).splitlines()[1:] == cases(
        __file__, "pieces_instead"
    )


def test_a_piece_stands_at_a_port_of_an_empty_cell() -> None:
    """Where no way says how many ports a side has, the piece does; a mark stands below."""
    show = shown(Spot(at=(0, 0), pieces=(Piece("A", "seat 0", "pawn", port="e2", ports=2),)))
    assert draw_text(show, marks={(0, (0, 0)): "b"}).splitlines()[1:] == cases(__file__, "pieces_below")
    other = shown(Spot(at=(0, 0), pieces=(Piece("A", "seat 0", "pawn"),)))
    found = [places(ElementTree.fromstring(board_svg(one, 0))) for one in (show, other)]
    (x, y), (middle, height) = [next((x, y) for x, y, text in one if text.text == "A") for one in found]
    assert x > middle + 30 and 5 < y - height < 20  # south of the middle of the eastern side


def test_ways_are_told_by_their_ports() -> None:
    show = shown(Spot(at=(2, 3), ways=WAYS, said="the old tile"), Spot(at=(3, 3), ways=WAYS[:1]))
    assert sentences(show)[1:] == ["2,3: the old tile, n1-w2 n2-e1 w1-e2 s1-s2", "3,3: n1-w2"]


@pytest.mark.parametrize(("grid", "ports"), [*product((SQUARE4, HEX), (2, 3))], ids=str)
def test_ports_that_meet_on_the_board_are_drawn_at_one_point(grid: object, ports: int) -> None:
    """What `Board.beyond` calls the same edge is the same point of the picture."""
    assert grid in (SQUARE4, HEX)
    kind = SQUARE4 if grid is SQUARE4 else HEX
    board, around = Board(kind, ports=ports), corners(kind.name, 40, 80)
    for port in range(ports * kind.turns):
        near, back = board.beyond(0, port)
        spots = [Spot(at=(0, 0)), Spot(at=unpack(near))]
        middles = centres(Diagram(grid=kind.name, spots=spots), 40, 80, 8)
        found = []
        for spot, number in zip(spots, (port, back), strict=True):
            x, y = point(
                f"{kind.directions[number // ports]}{number % ports + 1}", ports, kind.directions, around
            )
            found.append((x + middles[spot.at][0], y + middles[spot.at][1]))
        assert found[0] == pytest.approx(found[1])


@pytest.mark.parametrize("grid", ["square4", "hex", "row"])
def test_every_way_is_a_curve_from_port_to_port(grid: str) -> None:
    ways = tuple(Way("path", ends, 2) for ends in (("e1", "w1"), ("e2", "w2")))
    drawn = str(
        board_svg(shown(Spot(at=(0, 0), ways=ways, pieces=(Piece("A", "seat 0", port="e1"),)), grid=grid), 0)
    )
    assert len({*re.findall(r'd="M[^"]*C[^"]*" fill="none"', drawn)}) == 2
    assert drawn.count(">A</text>") == 1


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=["square4", "hex"])
def test_ways_meet_sides_at_right_angles(grid: object) -> None:
    kind, ports = (SQUARE4, 2) if grid is SQUARE4 else (HEX, 3)
    around = corners(kind.name, 40, 80)
    for side, direction in enumerate(kind.directions):
        way = Way("path", (f"{direction}1", f"{kind.directions[0]}2"), ports)
        x, y, within_x, within_y, *_ = map(
            float, re.findall(r"-?[\d.]+", curve(way, kind.directions, around, 0, 0))
        )
        (ax, ay), (bx, by) = around[side], around[(side + 1) % len(around)]
        assert (within_x - x) * (bx - ax) + (within_y - y) * (by - ay) == pytest.approx(0, abs=10)
        assert (within_x - x) * (ax + bx) + (within_y - y) * (ay + by) < -1000


@pytest.mark.parametrize("port", ["n3", "n0", "x1", "n", "1", "n1n"])
def test_a_port_that_does_not_exist_is_named(port: str) -> None:
    show = shown(Spot(at=(0, 0), ways=(Way("path", ("w1", port), 2),)))
    for draw in (draw_text, lambda show: board_svg(show, 0)):
        with pytest.raises(
            ValueError, match=f"'{port}' is not a port; write a side of n e s w and a number from 1 to 2"
        ):
            draw(show)


def test_a_spot_with_nothing_but_ways_can_be_chosen_and_is_listed() -> None:
    spot = Spot(at=(0, 0), ways=WAYS)
    assert not spot.blank
    assert "[a]" in "\n".join(sentences(shown(spot), {(0, (0, 0)): "a"}))
    assert draw_text(shown(spot), marks={(0, (0, 0)): "a"}).splitlines()[-1].strip() == "a"
