"""Parts of pictures: patterns of grounds, shapes of pieces, outlines of cells. All are hand-drawn around 0,0."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from .drawings import DRAWINGS
from .model import At, Diagram, Spot

Point = tuple[float, float]

PATTERNS, SHAPES = DRAWINGS["patterns"], DRAWINGS["shapes"]
"""Grounds and outlines of pieces by name, as SVG; in grounds, INK stands for black or white."""


def hexagonal(spot: Spot) -> bool:
    """Return whether the spot's land or ways are those of a hex, as the names of their sides tell; a row has either."""
    sides = {side for area in spot.areas for side in area.sides} | {s for way in spot.ways for s in way.sides}
    return any(side[:2] in ("ne", "se", "sw", "nw") for side in sides)


def pattern_id(name: str, dark: bool) -> str:
    """Return the id of a pattern in dark or light ink. The same id is the same drawing, in every picture."""
    return f"{name}-{'dark' if dark else 'light'}"


def pattern(name: str, dark: bool) -> str:
    """Return the definition of a pattern."""
    drawn = PATTERNS[name].replace("INK", "#000000" if dark else "#ffffff")
    wide, high = DRAWINGS["repeated"].get(name, "12 12").split()
    return (
        f'<pattern id="{pattern_id(name, dark)}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f"{drawn}</pattern>"
    )


def corners(grid: str, radius: float, side: float) -> list[Point]:
    """Return the corners of a cell, clockwise; the line from each to the next is the side towards that neighbour."""
    if grid == "hex":
        return [(radius * sin(pi * n / 3), -radius * cos(pi * n / 3)) for n in range(6)]
    half = side / 2
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


def centres(board: Diagram, radius: float, side: float, per_line: int) -> dict[At, Point]:
    """Return the centres of a board's cells, relative to the origin of the grid."""
    places = [spot.at for spot in board.spots]
    if board.grid == "hex":
        return {(q, r): (sqrt(3) * radius * (q + r / 2), 1.5 * radius * r) for q, r in places}
    if board.cycle:
        return dict(zip(places, _ring(len(places), side + 8, upright=per_line < 4), strict=True))
    if board.in_line:
        gap = side + 16
        if board.grid == "row" and places:  # lines of one length
            per_line = -(-len(places) // -(-len(places) // per_line))
        return {at: (n % per_line * gap, n // per_line * (gap + 14)) for n, at in enumerate(places)}
    return {(x, y): (x * side, -y * side) for x, y in places}


def _ring(number: int, gap: float, upright: bool) -> list[Point]:
    """Return the centres of a ring, clockwise from its lower left corner; its middle is free for other things."""
    both = max(4, (number + 5) // 2)  # columns and rows together
    wide, high = both - both // 2, both // 2
    if upright:
        wide, high = high, wide
    found = [(0, y) for y in range(high - 1, 0, -1)] + [(x, 0) for x in range(wide - 1)]
    found += [(wide - 1, y) for y in range(high - 1)] + [(x, high - 1) for x in range(wide - 1, 0, -1)]
    return [(x * gap, y * gap) for x, y in found[:number]]
