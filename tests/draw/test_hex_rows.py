"""Hexes with land, and tiles of several hexes, in a row or a market: drawn as hexes, all at one scale."""

from __future__ import annotations

import re

from tilewright.core.draw.derived import areas
from tilewright.core.draw.model import Diagram, Look, Piece, Show, Spot
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.land.faces import edge_face
from tilewright.core.land.grid import HEX, SQUARE4

LOOKS = {"wood": Look("green", "dots"), "lake": Look("blue", "waves")}
ROLES = {"W": "wood", "L": "lake"}
SHAPES = (((0, 0),), ((0, 0), (1, 0)), ((0, 0), (1, 0), (1, -1), (2, -1), (3, -2)))


def hexagon(at: tuple[int, int], name: str = "") -> Spot:
    return Spot(at=at, name=name, areas=areas(edge_face("a", "WWLLWL"), ROLES.__getitem__, HEX))


def drawn(spots: list[Spot]) -> Show:
    return Show(title="x", boards=[Diagram(grid="row", spots=spots, kind="market")], looks=LOOKS)


def hexes(svg: str) -> int:
    """How many cells are drawn with six corners."""
    return sum(len(points.split()) == 6 for points in re.findall(r'<polygon [^>]*?points="([^"]+)"', svg))


def test_a_row_of_hexes_is_drawn_as_hexes() -> None:
    show = drawn([hexagon((n, 0), f"h{n}") for n in range(3)])
    assert hexes(draw_svg(show)) == 3
    assert draw_text(show).count("WWLLWL") == 3


def test_tiles_of_several_hexes_have_one_scale() -> None:
    pawn = Piece("A", "seat 0", "pawn")
    spots = [
        Spot(at=(n, 0), name=f"t{n}", tile=tuple(map(hexagon, shape)), pieces=(pawn,) * (n == 1))
        for n, shape in enumerate(SHAPES)
    ]
    svg = draw_svg(drawn(spots))
    assert hexes(svg) == sum(map(len, SHAPES))
    assert len({*re.findall(r"scale\(([0-9.]+)\)\"><polygon", svg)}) == 1


def test_a_row_of_squares_is_drawn_as_squares() -> None:
    square = Spot(at=(0, 0), name="s", areas=areas(edge_face("s", "WWLL"), ROLES.__getitem__, SQUARE4))
    assert not hexes(draw_svg(drawn([square])))
