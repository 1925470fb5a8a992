"""All boards of a show on one sheet of terminal cells: as large as there is room for, and where each spot stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

import attrs
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from ..draw.lines import BOLD, Drawn, Line, Pen, line
from ..draw.model import Diagram, Show, Spot, Where
from ..draw.paint import OKABE_ITO, Paint
from ..draw.text import draw_board

GAP = 2
"""Blank columns between boards side by side, besides the ones that frame the cursor."""
SIZES = ((True, True), (False, True), (False, False))
"""From large to small: whether hexes are tall, and whether small boards are drawn in full."""
ENDLESS = 10_000
"""Columns of a sheet that scrolls sideways."""


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
    """One board on the sheet: its title, its lines and its spots, from its own left upper corner."""

    strips: list[Strip]
    boxes: Mapping[tuple[int, int], Region]
    width: int


@attrs.define(eq=False)
class Canvas:
    """The boards with these numbers, drawn for a window of `width` and `height` cells.

    They stand side by side as far as they fit into the width, in the largest size in which everything is visible, or
    in the smallest one if nothing is.
    """

    show: Show
    boards: Sequence[int]
    width: int
    height: int
    marks: Mapping[Where, str] = attrs.field(factory=dict)
    spots: Mapping[Where, Spot] = attrs.field(factory=dict)
    """Spots to be drawn in place of those of the show, such as a tile that could be placed."""
    strips: list[Strip] = attrs.field(init=False, factory=list)
    boxes: dict[Where, Region] = attrs.field(init=False, factory=dict)
    size: tuple[bool, bool] = attrs.field(init=False, default=SIZES[-1])
    _pen: Pen = attrs.field(init=False)
    _blocks: dict[int, Block] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self._pen = Pen(self.show, OKABE_ITO)
        for size in SIZES if self.height and self._sizes() else SIZES[-1:]:
            self.size = size
            self._blocks = {n: self._block(n) for n in self.boards}
            self._place()
            if self.across <= self.width and len(self.strips) <= self.height:
                return

    @classmethod
    def smallest(cls, show: Show, boards: Sequence[int], width: int, marks: Mapping[Where, str]) -> Size:
        """The room that these boards need at least, if they may be so wide."""
        drawn = cls(show, boards, width, 0, marks)
        return Size(drawn.across, len(drawn.strips))

    def _sizes(self) -> bool:
        return any(self.show.boards[n].grid == "hex" or self.show.boards[n].small for n in self.boards)

    @property
    def across(self) -> int:
        """The width of the sheet."""
        return max((one.cell_length for one in self.strips), default=0)

    def replace(self, spots: Mapping[Where, Spot]) -> None:
        """Draw these spots in place of those of the show, and no longer those that were drawn so before."""
        touched = {board for board, _ in (*self.spots, *spots)}
        self.spots = dict(spots)
        for n in touched & {*self.boards}:
            self._blocks[n] = self._block(n)
        if touched:
            self._place()

    # -- drawing -------------------------------------------------------------------------------------------------

    def _block(self, number: int) -> Block:
        tall, full = self.size
        board = self.show.boards[number]
        if full and board.small:
            board = attrs.evolve(board, small=False)
        own = {at: spot for (n, at), spot in self.spots.items() if n == number}
        if own:
            board = attrs.evolve(board, spots=_replaced(board, own))
        marks = {at: text for (n, at), text in self.marks.items() if n == number}
        # The frame of the cursor needs a column on either side.
        width = max(20, self.width - 2) if board.in_line else ENDLESS
        drawn: Drawn = draw_board(self._pen, board, marks, width, tall=tall)
        titles = [line(board.title, BOLD)] if board.title else []
        strips = [strip(one) for one in (*titles, *drawn.lines)]
        apart = board.grid == "hex"  # the last column of a hex is the blank before the next one
        boxes = {
            at: Region(box.column + 1, box.row + len(titles), box.width - apart, box.height)
            for at, box in drawn.boxes.items()
        }
        lines = [Strip.join([blank(1), one]) for one in strips]
        return Block(lines, boxes, max((one.cell_length for one in lines), default=0) + 1)

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


def _replaced(board: Diagram, own: Mapping[tuple[int, int], Spot]) -> list[Spot]:
    known = {spot.at for spot in board.spots}
    return [own.get(spot.at, spot) for spot in board.spots] + [
        spot for at, spot in own.items() if at not in known
    ]


def decided(show: Show) -> Collection[int]:
    """The boards that the decision at hand is about, and those with a choice on them."""
    lit = {board for board, _ in show.lit()}
    return [n for n, board in enumerate(show.boards) if board.now or n in lit]
