"""Shares out a window: which boards stand on the sheet, how large, and what stands beside or below them.

What a decision needs comes first: its boards, its panels and the list of choices, then the first board of the show
(the viewer's own) and the first other panel. Ways to share the window are tried until all that fits; if none does, a
row shows only the spots with a choice, then less is asked for, then squares that lose nothing by it get one line each,
and in the end the boards scroll. What is left over is filled with further panels and boards, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs
from textual.geometry import Size
from textual.strip import Strip

from ..draw.styled_lines import StyledLine, line, widest
from ..draw.text_panels import GAP
from .canvas import Boards, Canvas, flat, measured

Block = Callable[[int], Sequence[StyledLine] | None]
"""Lines in at most so many columns; None if more are needed."""

NARROW, SIDE, WIDE = 14, 20, 64
"""The fewest columns beside the boards, the fewest for a list of choices, and the most."""
PART = 5
"""The fewest rows in which a part of a board is of use."""
SCROLLS = 99
"""The lack of a window whose boards have to be scrolled."""
LOW = 9
"""Rows of boards and side together below which panels are left to their key."""


@attrs.frozen(eq=False, repr=False)
class SidePanel:
    """The contents of the panel beside the boards, the most needed first."""

    listed: Callable[[int], Sequence[Strip]]
    """The choices without a spot, in so many columns."""
    needed: Sequence[Block] = ()
    more: Sequence[Block] = ()
    """What is shown if there is room; the first of it is wanted most."""

    def within(self, width: int, rows: int, wanted: int = 0) -> list[StyledLine | Strip] | None:
        """The lines, with as much as fits; None if the needed and wanted blocks do not fit."""
        lines: list[StyledLine | Strip] = [*self.listed(width)]
        below, shown = packed([*self.needed, *self.more], width, rows - len(lines) - bool(lines))
        if len(lines) > rows or not shown.issuperset(range(len(self.needed) + min(wanted, len(self.more)))):
            return None
        return [*lines, *[line()] * bool(lines and below), *below]

    def whole(self, width: int) -> list[StyledLine | Strip]:
        """The lines that are needed, one below the other, however many."""
        lines: list[StyledLine | Strip] = [*self.listed(width)]
        for block in self.needed:
            lines += [*[line()] * bool(lines), *(block(width) or ())]
        return lines


def packed(blocks: Iterable[Block], width: int, rows: int) -> tuple[list[StyledLine], set[int]]:
    """Blocks below each other in columns of so many rows, and which of them have found a place."""
    columns: list[tuple[int, list[StyledLine]]] = [(0, [])] if rows > 0 and width > 0 else []
    shown: set[int] = set()
    for n, block in enumerate(blocks):
        for place, (start, column) in enumerate(columns):
            last = place == len(columns) - 1
            made = block(width - start if last else columns[place + 1][0] - GAP - start)
            if made is not None and len(column) + bool(column) + len(made) <= rows:
                column += [*[line()] * bool(column), *made]
                shown.add(n)
                break
        else:
            start = columns[-1][0] + widest(columns[-1][1]) + GAP if columns else width
            made = block(width - start) if width - start >= NARROW else None
            if made is not None and len(made) <= rows:
                columns.append((start, [*made]))
                shown.add(n)
    lines = [line() for _ in range(max((len(column) for _, column in columns), default=0))]
    for start, column in columns:
        for whole, part in zip(lines, column, strict=False):
            whole.to(start).join(part)
    return lines, shown


def filled(
    drawn: Boards, boards: Sequence[int], room: Size, little: frozenset[int] = frozenset()
) -> list[int]:
    """These boards and others, in their order, as long as there is room for all of them."""
    shown = [*boards]
    for n in range(len(drawn.show.boards)):
        if n not in shown:
            size = measured(drawn, sorted((*shown, n)), room.width, little)
            if size.width <= room.width and size.height <= room.height:
                shown = sorted((*shown, n))
    return shown


@attrs.frozen(eq=False, repr=False)
class Room:
    """A window that has been shared out."""

    canvas: Canvas
    size: Size
    """Of the part with the boards."""
    below: bool
    """The side stands below the boards, not beside them."""
    side: int
    """Columns of the side, or rows if it stands below; 0 without one."""
    lines: Sequence[StyledLine | Strip]
    lack: int = 0
    """How many ways were tried before, in which more would have been visible."""


@attrs.frozen(eq=False, repr=False)
class Sharing:
    """A window of so many cells, and what it is for."""

    drawn: Boards
    first: Sequence[int]
    """The boards that the decision is about."""
    side: SidePanel
    width: int
    height: int
    every: bool = False
    """All those boards are wanted, even if they have to be scrolled."""
    cursor: int | None = None
    """The board that the cursor is on although no choice is marked there, such as that of a tile in hand."""

    def best(self) -> Room:
        """The first way to share the window in which everything that matters most is visible."""
        spare = self.drawn.sparing()
        own = [0] if self.drawn.show.boards and 0 not in self.first else []
        chosen = {self.cursor, *(board for board, _ in self.drawn.marks)}
        lit = [n for n in self.first if n in chosen]
        # Rows are small rather than other boards not there at all.
        small = [n for n in self.first if n not in lit or self.drawn.show.boards[n].in_line]
        low = [n for n in self.first if flat(self.drawn.show.boards[n])]
        wishes = [
            (self.drawn, own, 1, own), (spare, own, 1, own), (spare, [], 1, []), (self.drawn, [], 0, []),
            (spare, [], 0, []), (self.drawn, [], 1, small), (self.drawn, [], 0, small), (self.drawn, [], 0, low),
        ]  # fmt: skip
        wishes = [wish for n, wish in enumerate(wishes) if wish not in wishes[:n]]
        for lack, (drawn, more, wanted, less) in enumerate(wishes):
            sides = self.sides(drawn)
            if own and not more:  # a part of the own board needs the columns more than further panels
                sides.sort()
            for little in (frozenset(less),) if less in (small, low) else (frozenset[int](), frozenset(less)):
                for side in (*sides, 0):
                    found = self.shared(drawn, [*more, *self.first], little, side, wanted)
                    if found is not None:
                        return attrs.evolve(found, lack=lack)
        # A board that the decision is about, but on which nothing is chosen, is not shown in part.
        if 0 < len(lit) < len(self.first) and not self.every:
            return attrs.evolve(self, first=lit).best()
        return self.scrolling(spare)

    def sides(self, drawn: Boards) -> list[int]:
        """Columns that a side beside the boards can have, the best first."""
        least = SIDE if self.side.listed(self.width) else NARROW
        left = self.width - measured(drawn, self.first, self.width).width
        every = (left, self.width // 3, self.width * 2 // 5, self.width * 9 // 20, self.width // 2)
        return [*dict.fromkeys(min(columns, WIDE) for columns in every if columns >= least)]

    def shared(
        self, drawn: Boards, boards: Sequence[int], little: frozenset[int], side: int, wanted: int
    ) -> Room | None:
        """The window with these boards and a side of so many columns; None if not everything is visible."""
        width = self.width - side
        needed = measured(drawn, boards, width, little)
        rows = self.height if side else self.height - needed.height
        if needed.width > width or needed.height > self.height:
            return None
        lines = self.side.within(side - 1 if side else width, rows, wanted)
        if lines is None:
            return None
        if not lines:
            width, side = self.width, 0
        height = self.height if side else self.height - len(lines)
        shown = sorted(boards)
        if 0 in shown:
            shown = filled(drawn, shown, Size(width, height), little)
        elif drawn.show.boards and height - measured(drawn, shown, width).height >= PART:
            shown = [*shown, 0]  # a part of it is better than nothing, and the rest is a page away
        return Room(
            Canvas(drawn, shown, width, height, little),
            Size(width, height),
            not side,
            side or len(lines),
            lines,
        )

    def scrolling(self, drawn: Boards) -> Room:
        """The window with boards that have to be scrolled."""
        least = measured(drawn, self.first, self.width)
        left = min(self.width - least.width, WIDE)
        if left >= SIDE:
            lines = self.side.within(left - 1, self.height) or self.side.whole(left - 1)
            width, height, side = self.width - left, self.height, left
        else:
            lines = self.side.whole(self.width)
            if self.height < LOW:
                lines = lines[: len(self.side.listed(self.width))]
            rows = min(len(lines), max(3, self.height - least.height, self.height // 3))
            width, height, side = self.width, self.height - rows, rows
        size = Size(width, height)
        below = left < SIDE
        return Room(Canvas(drawn, self.first, *size), size, below, side if lines else 0, lines, SCROLLS)
