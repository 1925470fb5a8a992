"""The land of a square tile in letters: three rows of seven letters, or of three on small boards.

    P  |  .   a capital letter for each side, for the middle if land reaches across the tile or lies within it, and
    M==+PsW   at each corner that land goes around (a dot if it does not). Roads are | and =, with + where they meet,
    P2c|  .   / or \\ between two that pass each other. Marks stand on the ground of their area, `2c` for two.

Small tiles omit roads and show each kind of mark once. A side without land stays blank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import attrs

from .model import Ground, Ink, Spot

Place = tuple[int, int]
"""Row from above, column from the left."""


@attrs.frozen
class Layout:
    """The cells of the parts of a tile with so many columns."""

    columns: int
    middle: Place
    letters: Mapping[str, Place]
    """By side."""
    corners: Mapping[str, Place]
    """By the two sides around it."""
    own: Mapping[str, tuple[Place, ...]]
    """The cells of each side, the best ones for marks first."""
    within: tuple[Place, ...]
    """The cells of land that lies within the tile, the best ones for marks first."""


LARGE = Layout(
    columns=7,
    middle=(1, 3),
    letters={"n": (0, 3), "e": (1, 6), "s": (2, 3), "w": (1, 0)},
    corners={"ne": (0, 6), "es": (2, 6), "sw": (2, 0), "wn": (0, 0)},
    own={
        "n": ((0, 4), (0, 2), (0, 5), (0, 1), (0, 3)),
        "e": ((1, 5), (1, 4), (0, 6), (2, 6), (1, 6)),
        "s": ((2, 4), (2, 2), (2, 5), (2, 1), (2, 3)),
        "w": ((1, 1), (1, 2), (0, 0), (2, 0), (1, 0)),
    },
    within=((1, 4), (1, 2), (1, 3)),
)
SMALL = Layout(
    columns=3,
    middle=(1, 1),
    letters={"n": (0, 1), "e": (1, 2), "s": (2, 1), "w": (1, 0)},
    corners={"ne": (0, 2), "es": (2, 2), "sw": (2, 0), "wn": (0, 0)},
    own={
        "n": ((0, 2), (0, 0), (0, 1)),
        "e": ((0, 2), (2, 2), (1, 2)),
        "s": ((2, 2), (2, 0), (2, 1)),
        "w": ((0, 0), (2, 0), (1, 0)),
    },
    within=((1, 1),),
)
ROADS: Mapping[str, tuple[Place, ...]] = {
    "n": ((0, 3),),
    "e": ((1, 5), (1, 4)),
    "s": ((2, 3),),
    "w": ((1, 1), (1, 2)),
}
"""The cells of a road that leaves a large tile at this side, from the rim to the middle."""
BESIDE: Mapping[str, Place] = {"n": (0, 2), "s": (2, 2)}
"""Return the place of a side's letter if a road leaves there."""


def middle(areas: Sequence[Ground]) -> int:
    """Return the number of the area in the tile's middle (within it, or from side to opposite side); -1 for none."""
    for number, area in enumerate(areas):
        if not area.sides:
            return number
    for number, area in enumerate(areas):
        if {"n", "s"} <= {*area.sides} or {"e", "w"} <= {*area.sides}:
            return number
    return -1


def crossing(roads: Sequence[tuple[str, ...]]) -> str:
    """Return the sign for roads that meet or pass each other in the middle of a tile; "" if none reaches it."""
    bends = sorted("".join(road) for road in roads)
    if len(roads) > 1:
        return "/" if bends == ["es", "nw"] else "\\" if bends == ["ne", "sw"] else "+"
    if not roads or len(roads[0]) == 1:
        return ""
    return {"ns": "|", "ew": "="}.get(bends[0], "+")


def letters(spot: Spot, small: bool) -> list[tuple[Ink, ...]]:
    """Return the rows of a tile; every ink is one letter on its ground."""
    sketch = _Sketch(spot.areas, SMALL if small else LARGE)
    sketch.sides({} if small else {side: way.role for way in spot.roads for side in way.sides})
    if not small:
        sketch.roads(spot)
    sketch.marks(each_once=small)
    sketch.rest()
    return sketch.rows()


class _Sketch:
    """A tile under construction: the area of each cell, and what has been written there."""

    def __init__(self, areas: Sequence[Ground], layout: Layout) -> None:
        self.areas = areas
        self.layout = layout
        self.at_side = {side: number for number, area in enumerate(areas) for side in area.sides}
        self.middle = middle(areas)
        self.within = self.middle >= 0 and not areas[self.middle].sides
        self.owner = {at: self.side(side) for side, own in layout.own.items() for at in own}
        self.owner |= {at: self.side(corner[0]) for corner, at in layout.corners.items()}
        self.owner[layout.middle] = self.middle if self.middle >= 0 else self.side("n")
        if self.within:
            self.owner |= dict.fromkeys(layout.within, self.middle)
        self.written: dict[Place, Ink] = {}

    def side(self, side: str) -> int:
        """Return the area of a side, -1 for none."""
        return self.at_side.get(side, -1)

    def ground(self, number: int) -> str:
        """Return the role of an area's ground."""
        return self.areas[number].role if number >= 0 else ""

    def letter(self, at: Place, number: int) -> None:
        """Write the letter of an area; a blank for none."""
        text = self.areas[number].letter if number >= 0 else " "
        self.written[at] = Ink(text, on=self.ground(number))

    def sides(self, roads: Mapping[str, str]) -> None:
        """Write a letter for each side, and for land within the tile."""
        for side, at in self.layout.letters.items():
            self.letter(BESIDE.get(side, at) if side in roads else at, self.side(side))
        if self.within:
            self.letter(self.layout.middle, self.middle)

    def roads(self, spot: Spot) -> None:
        """Write roads from the rim to the middle; around land within the tile they stay at the rim."""
        for way in spot.roads:
            for side in way.sides:
                for at in ROADS[side]:
                    if self.owner[at] != self.middle or not self.within:
                        self.written[at] = Ink("|" if side in "ns" else "=", way.role)
        met = crossing([way.sides for way in spot.roads])
        if met and not self.within:
            beside = [at for at in ((1, 4), (1, 2)) if at not in self.written]
            if self.middle >= 0 and not beside and len(spot.roads) == 1:
                self.letter(self.layout.middle, self.middle)
                return
            self.written[self.layout.middle] = Ink(met, spot.roads[0].role)
            if self.middle >= 0 and beside:
                self.letter(beside[0], self.middle)

    def marks(self, each_once: bool) -> None:
        """Write all marks, those that need most room first; several of a kind as a number and their sign."""
        for number, area in enumerate(self.areas):
            signs = []
            for mark, same in groupby(area.marks):
                count = len(list(same))
                text = mark.text[:1] if each_once else f"{count if count > 1 else ''}{mark.text}"
                signs.append(attrs.evolve(mark, text=text))
            for mark in sorted(signs, key=lambda mark: -len(mark.text)):
                if mark.text:  # others are only in pictures
                    self.mark(mark, number)

    def mark(self, mark: Ink, number: int) -> None:
        """Write the mark on adjacent free cells, if possible of its own area."""
        length, columns = len(mark.text), self.layout.columns
        spans = [
            [(row, left + n) for n in range(length)]
            for row in range(3)
            for left in range(columns + 1 - length)
        ]
        free = [span for span in spans if not any(at in self.written for at in span)]
        own = [self.layout.own[side] for side in self.areas[number].sides] or [self.layout.within]

        def cost(span: Iterable[Place]) -> tuple[int, int]:
            foreign = sum(self.owner[at] != number for at in span)
            if foreign < length:
                ranks = [cells.index(at) for cells in own for at in span if at in cells]
                return foreign, min(ranks, default=columns)
            away = (abs(row - r) + abs(column - c) for row, column in span for cells in own for r, c in cells)
            return foreign, min(away)

        if free:
            ground = mark.on or self.areas[number].role
            for letter, at in zip(mark.text, min(free, key=cost), strict=True):
                self.written[at] = Ink(letter, mark.role, on=ground)

    def rest(self) -> None:
        """Write corners and the middle if they are still free."""
        for corner, at in self.layout.corners.items():
            first, second = (self.side(side) for side in corner)
            if at not in self.written and first == second:
                self.letter(at, first)
            elif at not in self.written:
                self.written[at] = Ink(".", on=self.ground(first))
        if self.middle >= 0 and self.layout.middle not in self.written:
            self.letter(self.layout.middle, self.middle)

    def rows(self) -> list[tuple[Ink, ...]]:
        """Return the rows; cells without writing are blank ground."""
        return [
            tuple(
                self.written.get((row, column), Ink(" ", on=self.ground(self.owner[row, column])))
                for column in range(self.layout.columns)
            )
            for row in range(3)
        ]
