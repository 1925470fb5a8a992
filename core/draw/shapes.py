"""Parts of pictures: patterns of grounds, shapes of pieces, outlines of cells. All are hand-drawn around 0,0."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from .icons import ICONS
from .model import At, Diagram

Point = tuple[float, float]

PATTERNS = {
    "dots": '<circle cx="3" cy="3" r="1.3" fill="INK" opacity="0.28"/>'
    '<circle cx="9" cy="9" r="1.3" fill="INK" opacity="0.28"/>',
    "stripes": '<path d="M-3 3L3-3M0 12L12 0M9 15L15 9" stroke="INK" stroke-width="1.6" opacity="0.2"/>',
    "lines": '<path d="M0 3H12M0 9H12" stroke="INK" stroke-width="1.4" opacity="0.2"/>',
    "bricks": '<path d="M0 1H12M0 7H12M3 1V7M9 7V13" stroke="INK" stroke-width="1.1" opacity="0.22" fill="none"/>',
    "waves": '<path d="M0 3C2 1 4 1 6 3S10 5 12 3M0 9C2 7 4 7 6 9S10 11 12 9" stroke="INK" stroke-width="1.2" '
    'opacity="0.35" fill="none"/>',
    "checks": '<path d="M0 0H6V12H12V6H0Z" fill="INK" opacity="0.3"/>',
}
"""A square of 12 by 12 that is repeated; INK stands for black or white, whichever stands out from the tint."""


SHAPES = {
    "tile": "M0-19L16.5-9.5V9.5L0 19L-16.5 9.5V-9.5Z",
    "castle": "M-14 17V-5H-17V-16H-10.5V-11H-4V-16H4V-11H10.5V-16H17V-5H14V17Z",
    "church": "M-13 17V0L-2-8V-11H-6V-15H-2V-19H2V-15H6V-11H2V-8L13 0V17Z",
    "cube": "M-14-14H14V14H-14Z",
    "pawn": "M-14 17C-14 4-8 0-6-4A9 9 0 1 1 6-4C8 0 14 4 14 17Z",
    "disc": "M-15 0A15 15 0 1 0 15 0A15 15 0 1 0-15 0Z",
}
"""Shape of a piece to its outline, about 36 high."""


def pattern_id(name: str, dark: bool) -> str:
    """Return the id of a pattern in dark or light ink. The same id is the same drawing, in every picture."""
    return f"{name}-{'dark' if dark else 'light'}"


def pattern(name: str, dark: bool) -> str:
    """Return the definition of a pattern."""
    drawn = PATTERNS[name].replace("INK", "#000000" if dark else "#ffffff")
    return (
        f'<pattern id="{pattern_id(name, dark)}" width="12" height="12" patternUnits="userSpaceOnUse">'
        f"{drawn}</pattern>"
    )


def icon(name: str) -> str:
    """Return a printed symbol; "" if it has no drawing."""
    if name in ICONS:
        return ICONS[name]
    outline = SHAPES.get(name)
    if outline is None:
        return ""
    return f'<path d="{outline}" fill="#ffffff" fill-opacity="0.6" stroke="#555555" stroke-width="1.4"/>'


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
    if board.in_line:
        gap = side + 16
        return {at: (n % per_line * gap, n // per_line * gap) for n, at in enumerate(places)}
    return {(x, y): (x * side, -y * side) for x, y in places}
