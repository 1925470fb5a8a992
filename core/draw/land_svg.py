"""The land of a square tile as a picture: areas from their sides to the middle, roads over them, marks on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from .land_text import middle
from .model import Ground, Spot, Way
from .shapes import Point
from .svg_page import DARK, PALE, SvgPage, short

SIDES = "nesw"
VECTORS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
WAIST, WITHIN = 0.3, 0.4
"""Half the width of land that crosses the middle, and of land within the tile; 1 is half a side."""
MARK = 0.34
"""The smallest distance between marks; 1 is half a side."""


def scenery(page: SvgPage, spot: Spot, x: float, y: float, half: float) -> None:
    """Draw the tile with its middle here, `half` from there to each side."""
    inside = middle(spot.areas)
    order = [number for number in range(len(spot.areas)) if number != inside]
    order += [inside] * (inside >= 0)
    shift = _shift([side for way in spot.roads for side in way.sides])
    for number in order:
        area = spot.areas[number]
        outline = _outline(area, number == inside, x, y, half, shift)
        page.out.append(
            f'<path d="{outline}" fill="none" stroke="{PALE}" stroke-width="2.4" stroke-linejoin="round"/>'
        )
        page.out.append(page.filled(area.role, outline))
    for way in spot.roads:
        drawn = _road(way, x, y, half)
        for colour, width in ((DARK, 0.24), (page.tint(way.role) or "#ffffff", 0.16)):
            page.out.append(
                f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{short(width * half)}" '
                'stroke-linejoin="round"/>'
            )
    roads = {side for way in spot.roads for side in way.sides}
    crowded = inside >= 0 and not spot.areas[inside].sides
    for number, area in enumerate(spot.areas):
        places = _places(area, number == inside, roads, shift, crowded)
        for mark, (dx, dy) in zip(area.marks, places, strict=False):
            scale = round(half / 42 * (0.62 if mark.on else 0.78), 2)
            page.put(page.symbol(mark), x + dx * half, y + dy * half, scale)
    edge = f"M{short(x - half)} {short(y - half)}h{short(2 * half)}v{short(2 * half)}h{short(-2 * half)}z"
    page.out.append(f'<path d="{edge}" fill="none" stroke="{DARK}" stroke-width="1"/>')


def _shift(sides: Sequence[str]) -> Point:
    """Return the centre of land within the tile, clear of the roads that leave at these sides."""
    if len(sides) < 2:
        return 0.0, 0.0
    dx, dy = -sum(VECTORS[side][0] for side in sides), -sum(VECTORS[side][1] for side in sides)
    if not dx and not dy:
        dx, dy = (1, 0) if "n" in sides else (0, 1)
    return 0.36 * dx / hypot(dx, dy), 0.36 * dy / hypot(dx, dy)


def _outline(area: Ground, inside: bool, x: float, y: float, half: float, shift: Point) -> str:
    """Return the border of an area as a path."""

    def at(dx: float, dy: float) -> str:
        return f"{short(x + dx * half)} {short(y + dy * half)}"

    if not area.sides:
        radius = short((WITHIN + 0.04 * max(0, len(area.marks) - 1)) * half)
        wide = short(2 * float(radius))
        (cx, cy), curve = shift, f"a{radius} {radius} 0 1 0"
        return f"M{at(cx, cy)}m-{radius} 0{curve} {wide} 0{curve} -{wide} 0z"
    if len(area.sides) == 4:
        return f"M{at(-1, -1)}L{at(1, -1)}L{at(1, 1)}L{at(-1, 1)}Z"
    parts = []
    for run in _runs(area.sides):
        points = [(0.0, 0.0), _corner(run[0], False), *(_corner(side, True) for side in run)]
        parts.append("M" + "L".join(at(*point) for point in points) + "Z")
    if inside:
        for one, other in (("n", "s"), ("w", "e")):
            if {one, other} <= {*area.sides}:
                (ax, ay), (bx, by) = VECTORS[one], VECTORS[other]
                across = WAIST * abs(ay), WAIST * abs(ax)
                reach = 0.6
                corners = [
                    (reach * ax - across[0], reach * ay - across[1]),
                    (reach * bx - across[0], reach * by - across[1]),
                    (reach * bx + across[0], reach * by + across[1]),
                    (reach * ax + across[0], reach * ay + across[1]),
                ]
                # All parts of the path run the same way round, so that none is cut out of another.
                if (corners[1][0] - corners[0][0]) * (corners[2][1] - corners[1][1]) < (
                    corners[1][1] - corners[0][1]
                ) * (corners[2][0] - corners[1][0]):
                    corners.reverse()
                parts.append("M" + "L".join(at(*corner) for corner in corners) + "Z")
    return "".join(parts)


def _corner(side: str, end: bool) -> Point:
    """Return the corner at the beginning or the end of a side, clockwise."""
    dx, dy = VECTORS[side]
    ax, ay = VECTORS[SIDES[(SIDES.index(side) + (1 if end else -1)) % 4]]
    return float(dx + ax), float(dy + ay)


def _runs(sides: Sequence[str]) -> Iterator[list[str]]:
    """Yield groups of sides that follow one another clockwise."""
    for side in SIDES:
        before = SIDES[SIDES.index(side) - 1]
        if side in sides and before not in sides:
            run = [side]
            while (after := SIDES[(SIDES.index(run[-1]) + 1) % 4]) in sides:
                run.append(after)
            yield run


def _road(way: Way, x: float, y: float, half: float) -> str:
    """Return a road as a path: from side to side; a single end leads towards the middle, more than two meet there."""
    ends = [(x + VECTORS[side][0] * half, y + VECTORS[side][1] * half) for side in way.sides]
    if len(ends) == 1:
        (ax, ay) = ends[0]
        return f"M{short(ax)} {short(ay)}L{short(x + (ax - x) * 0.4)} {short(y + (ay - y) * 0.4)}"
    if len(ends) == 2:
        (ax, ay), (bx, by) = ends
        return f"M{short(ax)} {short(ay)}Q{short(x)} {short(y)} {short(bx)} {short(by)}"
    return "".join(f"M{short(ax)} {short(ay)}L{short(x)} {short(y)}" for ax, ay in ends)


def _places(area: Ground, inside: bool, roads: set[str], shift: Point, crowded: bool) -> list[Point]:
    """Return places for an area's marks, best first, clear of roads and of land within the tile (`crowded`)."""
    count = len(area.marks)
    if not area.sides:
        dx, dy = shift
        around = {1: [(0.0, 0.0)], 2: [(-0.2, 0.0), (0.2, 0.0)]}.get(
            count, [(0.0, -0.18), (-0.2, 0.16), (0.2, 0.16), (0.0, 0.4)]
        )
        return [(dx + ax, dy + ay) for ax, ay in around]
    near: list[Point] = []
    corners = [_corner(side, True) for side in area.sides if SIDES[(SIDES.index(side) + 1) % 4] in area.sides]
    near += [(0.68 * cx, 0.68 * cy) for cx, cy in corners]
    for side in area.sides:
        (dx, dy), (ax, ay) = VECTORS[side], (abs(VECTORS[side][1]), abs(VECTORS[side][0]))
        if side not in roads:
            deep = 0.78 if crowded else 0.6
            near.append((deep * dx, deep * dy))
        for along, deep in ((-0.4, 0.76), (0.4, 0.76), (-0.74, 0.84), (0.74, 0.84)):
            near.append((deep * dx + along * ax, deep * dy + along * ay))
    if inside and not roads:
        near.append((0.0, 0.0))
    found: list[Point] = []
    for place in near:
        if all(hypot(place[0] - other[0], place[1] - other[1]) >= MARK for other in found):
            found.append(place)
    return found + [place for place in near if place not in found]
