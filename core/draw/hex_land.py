"""The land of a tile on hexes: an area for each group of sides, with what is printed and stands on it."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.html import short
from ..land.grid import HEX
from .figures import figure
from .land_svg import ground, printed
from .model import Ground, Spot, Way
from .shapes import Point
from .svg_page import SvgPage, moved

SIGN = 17.0


def hex_land(page: SvgPage, spot: Spot, around: Sequence[Point]) -> str:
    """Return the areas around 0,0, the largest below the others."""
    order = sorted(range(len(spot.areas)), key=lambda number: -(len(spot.areas[number].sides) or 1))
    most = spot.areas[order[0]]
    # Otherwise it would join others.
    based = len(most.sides) != 1 and [area.role for area in spot.areas].count(most.role) == 1
    drawn = ""
    for number in order:
        area = spot.areas[number]
        sides = [HEX.directions.index(side) for side in area.sides]
        whole = based and area is most and bool(sides)
        path = (
            _path(range(6) if whole else sides, around, 0.3 * based)
            or "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z"
        )
        drawn += ground(page, area.role, path, edge=not whole)
    return drawn


def on_land(page: SvgPage, spot: Spot, around: Sequence[Point]) -> str:
    """Return the marks and pieces in the areas and on the ways around 0,0, over all of these."""
    parts: list[Ground | Way] = [*spot.areas, *spot.roads]
    drawn = ""
    for number, part in enumerate(parts):
        marks, role = (part.marks, part.role) if isinstance(part, Ground) else ((), "")
        signs = [printed(page, mark, role, 1.3 * SIGN) for mark in marks]
        signs += [figure(page, piece, 1.5 * SIGN) for piece in spot.pieces if piece.area == number]
        x, y = _middle([HEX.directions.index(side) for side in part.sides], around)
        for n, sign in enumerate(signs):
            drawn += moved(sign, x + (n - (len(signs) - 1) / 2) * SIGN, y)
    return drawn


def _path(sides: Sequence[int], around: Sequence[Point], bend: float) -> str:
    """Return the outline of an area: along its sides, and back by a curve towards the middle where others lie."""
    if len(sides) == 6:
        return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in around) + "Z"
    path = ""
    for first in [side for side in sides if (side - 1) % 6 not in sides]:
        run = [first]
        while (run[-1] + 1) % 6 in sides:
            run.append((run[-1] + 1) % 6)
        corners = [around[side] for side in run] + [around[(run[-1] + 1) % 6]]
        (ax, ay), (bx, by) = corners[0], corners[-1]
        path += "M" + "L".join(f"{short(x)} {short(y)}" for x, y in corners)
        if not bend:
            path += "L0 0Z"
            continue
        part = bend / 2 if len(run) == len(sides) == 1 else 0.0
        path += f"Q{short(part * (ax + bx))} {short(part * (ay + by))} {short(ax)} {short(ay)}Z"
    return path


def _middle(sides: Sequence[int], around: Sequence[Point]) -> Point:
    """Return the place for what lies in an area or on a way: between its sides and the middle."""
    ends = [around[(side + n) % 6] for side in sides for n in (0, 1)]
    count = max(1, len(ends))
    return 0.72 * sum(x for x, _ in ends) / count, 0.72 * sum(y for _, y in ends) / count
