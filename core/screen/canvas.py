"""All boards of a show on one sheet of terminal cells: as large as there is room for, and where each spot stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

import attrs
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from ..draw.lines import BOLD, Line, Pen, line
from ..draw.model import Diagram, Show, Spot, Where
from ..draw.paint import OKABE_ITO, Paint
from ..draw.text import draw_board

GAP = 2
"""Blank columns between boards side by side, besides the ones that frame the cursor."""
SIZES = ((True, True), (False, True), (False, False))
"""From large to small: whether hexes are tall, and whether small boards are drawn in full."""
ENDLESS = 10_000
"""Columns of a sheet that scrolls sideways."""

NO_SPOTS: Mapping[tuple[int, int], Spot] = {}


@lru_cache(maxsize=4096)
def style(paint: Paint) -> Style:
    """The paint as a style of rich."""
    return Style(
        color=paint.ink or None, bgcolor=paint.paper or None, bold=paint.bold or None, dim=paint.dim or None
    )


def strip(drawn: Line) -> Strip:
    """The line as Textual draws it."""
    return Strip([Segment(text, style(paint)) for text, paint in drawn.parts], drawn.width)


def blank(width: int) -> Strip:
    """So many blanks."""
    return Strip([Segment(" " * width)] if width > 0 else [], max(width, 0))


@attrs.frozen(eq=False)
class Block:
    """One board as it stands on a sheet: its title, its lines and its spots, from its own left upper corner."""

    strips: list[Strip]
    boxes: Mapping[tuple[int, int], Region]
    width: int


@attrs.define(eq=False)
class Boards:
    """Draws the boards of a show with these marks, each in each size once."""

    show: Show
    marks: Mapping[Where, str] = attrs.field(factory=dict)
    _drawn: dict[tuple[int, bool, bool, int], Block] = attrs.field(init=False, factory=dict)

    def draw(
        self,
        number: int,
        tall: bool,
        full: bool,
        width: int,
        spots: Mapping[tuple[int, int], Spot] = NO_SPOTS,
    ) -> Block:
        """One board; `spots` are drawn in place of its own."""
        board = self.show.boards[number]
        hexes = board.grid == "hex"
        key = number, tall and hexes, full and board.small, width if board.in_line else ENDLESS
        if spots:
            return self._block(replaced(board, spots), *key, {*spots})
        if key not in self._drawn:
            self._drawn[key] = self._block(board, *key)
        return self._drawn[key]

    def _block(
        self,
        board: Diagram,
        number: int,
        tall: bool,
        full: bool,
        width: int,
        unmarked: Collection[tuple[int, int]] = (),
    ) -> Block:
        if full:
            board = attrs.evolve(board, small=False)
        marks = {at: text for (n, at), text in self.marks.items() if n == number and at not in unmarked}
        # The frame of the cursor needs a column on either side.
        drawn = draw_board(Pen(self.show, OKABE_ITO), board, marks, max(20, width - 2), tall=tall)
        titles = [line(board.title, BOLD)] if board.title else []
        apart = board.grid == "hex"  # the last column of a hex is the blank before the next one
        boxes = {
            at: Region(box.column + 1, box.row + len(titles), box.width - apart, box.height)
            for at, box in drawn.boxes.items()
        }
        lines = [Strip.join([blank(1), strip(one)]) for one in (*titles, *drawn.lines)]
        return Block(lines, boxes, max((one.cell_length for one in lines), default=0) + 1)


@attrs.define(eq=False)
class Canvas:
    """The boards with these numbers, placed for a window of `width` and `height` cells.

    They stand side by side as far as they fit into the width, in the largest size in which everything is visible, or
    in the smallest one if nothing is.
    """

    drawn: Boards
    boards: Sequence[int]
    width: int
    height: int
    strips: list[Strip] = attrs.field(init=False, factory=list)
    boxes: dict[Where, Region] = attrs.field(init=False, factory=dict)
    size: tuple[bool, bool] = attrs.field(init=False, default=SIZES[-1])
    _blocks: dict[int, Block] = attrs.field(init=False, factory=dict)
    _spots: dict[Where, Spot] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        boards = self.drawn.show.boards
        several = any(boards[n].grid == "hex" or boards[n].small for n in self.boards)
        for size in SIZES if self.height and several else SIZES[-1:]:
            self.size = size
            self._blocks = {n: self.drawn.draw(n, *size, self.width) for n in self.boards}
            self._place()
            if self.across <= self.width and len(self.strips) <= self.height:
                return

    @property
    def across(self) -> int:
        """The width of the sheet."""
        return max((one.cell_length for one in self.strips), default=0)

    def replace(self, spots: Mapping[Where, Spot]) -> None:
        """Draw these spots in place of those of the show, and no longer those that were drawn so before."""
        touched = {board for board, _ in (*self._spots, *spots)} & {*self.boards}
        self._spots = dict(spots)
        for n in touched:
            own = {at: spot for (number, at), spot in spots.items() if number == n}
            self._blocks[n] = self.drawn.draw(n, *self.size, self.width, own)
        if touched:
            self._place()

    def _place(self) -> None:
        self.strips, self.boxes = [], {}
        band: list[tuple[int, Block]] = []
        for n, block in self._blocks.items():
            if not block.boxes and not block.strips:
                continue
            if band and sum(one.width + GAP for _, one in band) + block.width > self.width:
                self._lay(band)
                band = []
            band.append((n, block))
        self._lay(band)

    def _lay(self, band: Sequence[tuple[int, Block]]) -> None:
        """Put blocks side by side below what is there."""
        top = len(self.strips) + bool(self.strips)
        self.strips += [blank(0)] * bool(self.strips and band)
        left = 0
        for n, block in band:
            self.boxes |= {(n, at): box.translate((left, top)) for at, box in block.boxes.items()}
            left += block.width + GAP
        for level in range(max((len(block.strips) for _, block in band), default=0)):
            parts: list[Strip] = []
            for _, block in band:
                one = block.strips[level] if level < len(block.strips) else blank(0)
                parts += [one, blank(block.width - one.cell_length + GAP)]
            self.strips.append(Strip.join(parts[:-1]))

    # -- places --------------------------------------------------------------------------------------------------

    def spot_at(self, x: int, y: int) -> Where | None:
        """The spot that is drawn at this column and row of the sheet."""
        return next((where for where, box in self.boxes.items() if box.contains(x, y)), None)

    def towards(self, start: Where, dx: int, dy: int, among: Iterable[Where]) -> Where | None:
        """The nearest of these spots in a direction on the screen; `start` itself is none of them.

        The direction is (-1, 0) for left, (1, 0), (0, -1) for up or (0, 1). A step to the side counts more than one
        ahead, so that a row is walked along before another is entered.
        """
        if start not in self.boxes:
            return next(iter(among), None)
        x, y = _middle(self.boxes[start])
        found: list[tuple[float, Where]] = []
        for where in among:
            if where == start or where not in self.boxes:
                continue
            there = _middle(self.boxes[where])
            across, down = there[0] - x, there[1] - y
            ahead, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
            if ahead > 0:
                found.append((ahead + ASIDE * aside, where))
        return min(found, default=(0.0, None))[1]


ASIDE = 2.2
"""What a step to the side counts, compared with one ahead."""


def _middle(box: Region) -> tuple[float, float]:
    """The middle of a box, in rows: a cell of the terminal is twice as high as wide."""
    return (box.x + box.width / 2) / 2, box.y + box.height / 2


def replaced(board: Diagram, own: Mapping[tuple[int, int], Spot]) -> Diagram:
    """The board with these spots in place of its own."""
    known = {spot.at for spot in board.spots}
    spots = [own.get(spot.at, spot) for spot in board.spots]
    return attrs.evolve(board, spots=[*spots, *(spot for at, spot in own.items() if at not in known)])


def decided(show: Show) -> Collection[int]:
    """The boards that the decision at hand is about, and those with a choice on them."""
    lit = {board for board, _ in show.lit()}
    return [n for n, board in enumerate(show.boards) if board.now or n in lit]
