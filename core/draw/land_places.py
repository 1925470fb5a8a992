"""Where figures stand on a square land tile: in their area, where it has most room, away from roads, edges, other land
and each other. The tile is 100 by 100 with 0,0 in its middle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import hypot, sqrt

import attrs

from .shapes import Point

SIDES = "nesw"
MIDDLES: dict[str, Point] = {"n": (0, -50), "e": (50, 0), "s": (0, 50), "w": (-50, 0)}
ROAD = 7.0
"""Half the width of a road, and a little more."""
LATTICE: list[Point] = [(float(x), float(y)) for x in range(-40, 41, 8) for y in range(-40, 41, 8)]
LEAST = 17.0
"""The least size to which a figure shrinks."""
Depth = Callable[[float, float], float]
"""From a place to how far within something it lies; negative outside."""


@attrs.frozen
class Plan:
    """What stands on a tile, as far as places depend on it."""

    areas: tuple[tuple[str, ...], ...]
    """Sides of each area."""
    roads: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...] = ()
    """Sides of each road, and the figures to which it leads."""
    figures: tuple[tuple[int, float], ...] = ()
    """The area of each figure, or beyond these its road; and its size."""


@attrs.frozen
class Places:
    """Where things are on a tile: x, y and size of each figure, and x, y and radius of each area without sides."""

    figures: tuple[tuple[float, float, float], ...]
    rounds: dict[int, tuple[float, float, float]]


def base(areas: Sequence[Sequence[str]], figures: Sequence[tuple[int, float]] = ()) -> int:
    """Return the area that covers what the others leave: the one with most sides, then with most figures."""
    held = [area for area, _ in figures]

    def reach(number: int) -> tuple[int, bool, int]:
        sides = areas[number]
        return len(sides), len(sides) == 2 and not neighbours(sides), held.count(number)

    return max(range(len(areas)), key=reach, default=-1)


def neighbours(sides: Sequence[str]) -> str:
    """Return the first of two sides that follow one another clockwise; "" if no two do."""
    return next((one for one in sides if SIDES[(SIDES.index(one) + 1) % 4] in sides), "")


def open_corner(areas: Sequence[Sequence[str]]) -> str:
    """Return the first of the two neighbouring sides that have land, if the other two have none; else ""."""
    land = [side for side in SIDES if any(side in sides for sides in areas)]
    return neighbours(land) if len(land) == 2 else ""


def facing(side: str, x: float, y: float) -> Point:
    """Return the place as it lies if this side is turned to the north."""
    return {"n": (x, y), "e": (y, -x), "s": (-x, -y), "w": (-y, x)}[side]


def middle_of(sides: Sequence[str]) -> Point:
    """Return the middle of a road."""
    if len(sides) == 2 and (first := neighbours(sides)):
        second = MIDDLES[SIDES[(SIDES.index(first) + 1) % 4]]
        return 0.293 * (MIDDLES[first][0] + second[0]), 0.293 * (MIDDLES[first][1] + second[1])
    return 0.0, 0.0


@lru_cache(4096)
def laid_out(plan: Plan) -> Places:
    """Return where everything is; the same plan has the same places."""
    return _Search(plan).places()


class _Search:
    def __init__(self, plan: Plan) -> None:
        self.plan, self.base = plan, base(plan.areas, plan.figures)
        self.placed: dict[int, tuple[float, float, float]] = {}
        """By figure, its place and radius."""
        self.roads = [_road(sides) for sides, _ in plan.roads]
        self.shapes = {
            number: _shape(sides) for number, sides in enumerate(plan.areas) if number != self.base and sides
        }
        corner = open_corner(plan.areas)
        self.rim: Depth = _curve(corner) if corner else (lambda x, y: 50.0)
        self.rounds: dict[int, tuple[float, float, float]] = {}

    def places(self) -> Places:
        plan = self.plan
        for number, sides in enumerate(plan.areas):
            if not sides:
                self.round(number)
        for sides, ends in plan.roads:
            for end in ends:
                x, y = MIDDLES[sides[0]]
                self.end(end, middle_of(sides) if len(sides) > 1 else (x / 2, y / 2))
        for number, (area, size) in enumerate(plan.figures):
            if area >= len(plan.areas):
                sides = plan.roads[area - len(plan.areas)][0]
                x, y = middle_of(sides) if len(sides) > 1 else MIDDLES[sides[0]]
                self.placed[number] = (x, y, size / 2) if len(sides) > 1 else (x / 2, y / 2, size / 2)
        sizes = {number: size for number, (_, size) in enumerate(plan.figures)}
        for area in range(len(plan.areas)):
            waiting = [
                n for n, (where, _) in enumerate(plan.figures) if where == area and n not in self.placed
            ]
            for number, part in self.spread(area, waiting).items():
                sizes[number] *= part
        found = [(*self.placed[number][:2], sizes[number]) for number in range(len(plan.figures))]
        return Places(tuple(found), self.rounds)

    def clear(self, area: int, x: float, y: float) -> float:
        """Return the distance to the nearest thing that is not this area's ground."""
        # Of equal places the one nearest to the middle lines is better.
        found = [
            50 - max(abs(x), abs(y)) - 0.02 * min(abs(x), abs(y)),
            self.rim(x, y),
            *(road(x, y) - ROAD for road in self.roads),
        ]
        if area in self.rounds:
            cx, cy, radius = self.rounds[area]
            return min(radius - hypot(x - cx, y - cy), *found)
        found += [hypot(x - cx, y - cy) - radius for cx, cy, radius in self.rounds.values()]
        if area in self.shapes:
            return min(self.shapes[area](x, y), *found)
        return min(*found, *(-depth(x, y) for depth in self.shapes.values()))

    def round(self, number: int) -> None:
        """Lay land within the tile where the land around it has most room, and roads that end do not count."""
        wanted = 20.0 + 4 * max(0, sum(area == number for area, _ in self.plan.figures) - 1)
        roads = self.roads
        self.roads = [road for road, (sides, _) in zip(roads, self.plan.roads, strict=True) if len(sides) > 1]

        def room(x: float, y: float) -> float:
            return min(self.clear(self.base, x, y), wanted + 3) - 0.08 * hypot(x, y)

        x, y = _refined(room, max(LATTICE, key=lambda at: room(*at)))
        radius = max(14.0, min(wanted, self.clear(self.base, x, y) - 2.5))
        self.roads = roads
        self.rounds[number] = x, y, radius

    def end(self, number: int, start: Point) -> None:
        """Put a figure to which a road leads near the middle of the road, well within its area."""
        area, size = self.plan.figures[number]
        roads, self.roads = self.roads, []

        def near(x: float, y: float) -> float:
            room = min(self.clear(area, x, y), self.apart(x, y, size / 2)) - size / 2
            away = hypot(x - start[0], y - start[1])
            return 4 * min(0.0, room) - away - 4 * max(0.0, size * 0.6 - away)

        x, y = _refined(near, max(LATTICE, key=lambda at: near(*at)))
        self.placed[number] = x, y, size / 2
        self.roads = [*roads, lambda px, py: _to_line(px, py, start, (x, y))]

    def apart(self, x: float, y: float, radius: float, but: int = -1) -> float:
        """Return the room that other figures leave here to one of this radius."""
        return min(
            (
                hypot(x - ox, y - oy) * radius / (radius + other)
                for number, (ox, oy, other) in self.placed.items()
                if number != but
            ),
            default=99.0,
        )

    def spread(self, area: int, figures: Sequence[int]) -> dict[int, float]:
        """Put the figures into the area; return the part of its size that each may have."""
        if not figures:
            return {}
        room = [(x, y, self.clear(area, x, y)) for x, y in LATTICE]
        room = [one for one in room if one[2] > 4] or [max(room, key=lambda one: one[2])]
        for again in range(3):
            for number in figures:
                radius = self.plan.figures[number][1] / 2
                x, y, _ = max(room, key=lambda one: min(one[2], self.apart(one[0], one[1], radius, number)))
                if again == 2:
                    x, y = _refined(lambda x, y: self.room(area, x, y, radius, number), (x, y))  # noqa: B023
                self.placed[number] = x, y, radius
        parts = [self.room(area, *self.placed[number], number) / self.placed[number][2] for number in figures]
        least = max(LEAST / self.plan.figures[number][1] for number in figures)
        return dict.fromkeys(figures, min(1.0, max(least, min(parts))))

    def room(self, area: int, x: float, y: float, radius: float, number: int) -> float:
        return min(self.clear(area, x, y), self.apart(x, y, radius, number))


def _refined(room: Depth, at: Point) -> Point:
    """Return the best place around this one."""
    for step in (4.0, 2.0):
        x, y = at
        near = [(x + step * dx, y + step * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        at = max(near, key=lambda one: room(*one))
    return at


def _shape(sides: Sequence[str]) -> Depth:
    """Return the depth within land with these sides that lies on other land."""
    first = neighbours(sides)

    def lens(x: float, y: float) -> float:
        across = min(abs(x), 50.0) / 50
        return 24 * (1 - across * sqrt(across)) - 0.8 * (y + 50)

    def corner(x: float, y: float) -> float:
        return (x - y) / 1.414

    def band(x: float, y: float) -> float:
        return 25.5 + 0.0098 * y * y - abs(x)

    depth = corner if first else band if len(sides) > 1 else lens
    side = first or sides[0]
    return lambda x, y: depth(*facing(side, x, y))


def _curve(first: str) -> Depth:
    """Return the depth within land that a curve bounds from corner to corner."""

    def depth(x: float, y: float) -> float:
        x, y = facing(first, x, y)
        return (x - y) / 1.414 + 22 * (1 - ((x + y) / 100) ** 2)

    return depth


def _road(sides: Sequence[str]) -> Depth:
    """Return the distance to a road."""
    first = neighbours(sides) if len(sides) == 2 else ""
    if first:
        return lambda x, y: abs(hypot(facing(first, x, y)[0] - 50, facing(first, x, y)[1] + 50) - 50)
    return lambda x, y: min(_to_line(x, y, (0.0, 0.0), MIDDLES[side]) for side in sides)


def _to_line(x: float, y: float, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy or 1)
    part = max(0.0, min(1.0, part))
    return hypot(x - start[0] - part * dx, y - start[1] - part * dy)
