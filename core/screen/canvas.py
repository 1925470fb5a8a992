"""All boards of a show on one sheet of terminal cells: as large as there is room for, and where each spot stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import attrs
from textual.geometry import Region, Size
from textual.strip import Strip

from ..draw.model import Diagram, Show, Spot, Where
from ..draw.styled_lines import BOLD, Pen, line
from ..draw.text import draw_board
from .lines_widget import strip

GAP = 2
"""Blank columns between boards side by side, besides the ones that frame the cursor."""
SIZES = ((True, True), (False, True), (False, False))
"""From large to small: whether hexes are tall, and whether small boards are drawn in full."""
ENDLESS = 10_000
"""Columns of a sheet that scrolls sideways."""

NO_SPOTS: Mapping[tuple[int, int], Spot] = {}


@attrs.frozen(eq=False, repr=False)
class Block:
    """One board as it stands on a sheet: its title, its lines and its spots, from its own left upper corner."""

    strips: list[Strip]
    boxes: Mapping[tuple[int, int], Region]
    width: int


Kept = dict[tuple[str, bool, bool, int], tuple[Diagram, Mapping[tuple[int, int], str], Block]]
"""What was drawn before, by title and size: a board, the marks on it, and both drawn."""


@attrs.define(eq=False, repr=False)
class Boards:
    """Draws the boards of a show with these marks, each in each size once.

    Boards that are as they were in the show before are not drawn again: give the same `kept` to both.
    """

    show: Show
    marks: Mapping[Where, str] = attrs.field(factory=dict)
    kept: Kept = attrs.field(factory=dict)
    _drawn: dict[tuple[int, bool, bool, int], Block] = attrs.field(init=False, factory=dict)

    def sparing(self) -> Boards:
        """The same without the spots of rows that no choice is or was about, if some are; else these boards."""
        rows = {n: board for n, board in enumerate(self.show.boards) if board.grid == "row"}
        lit = {n for n, _ in self.marks}
        needed = {*self.marks, *(offer.piece for offer in self.show.offers)}
        kept = {
            n: [one for one in board.spots if one.stays or (n, one.at) in needed]
            for n, board in rows.items()
            if n in lit
        }
        kept = {n: spots for n, spots in kept.items() if 0 < len(spots) < len(rows[n].spots)}
        if not kept:
            return self
        boards = [
            attrs.evolve(one, title=f"{one.title} {len(kept[n])}/{len(one.spots)}", spots=kept[n])
            if n in kept
            else one
            for n, one in enumerate(self.show.boards)
        ]
        return Boards(attrs.evolve(self.show, boards=boards), self.marks, self.kept)

    def draw(
        self,
        number: int,
        tall: bool,
        small: bool,
        width: int,
        spots: Mapping[tuple[int, int], Spot] = NO_SPOTS,
    ) -> Block:
        """One board; `spots` are drawn in place of its own."""
        board = self.show.boards[number]
        key = number, tall and board.grid == "hex", small, width if board.in_line else ENDLESS
        if spots:
            return self._block(replaced(board, spots), self._marks(number, spots), *key[1:])
        if key not in self._drawn:
            marks, known = self._marks(number), self.kept.get((board.title, *key[1:]))
            if known is None or known[:2] != (board, marks):
                known = board, marks, self._block(board, marks, *key[1:])
                self.kept[board.title, *key[1:]] = known
            self._drawn[key] = known[2]
        return self._drawn[key]

    def _marks(self, number: int, without: Collection[tuple[int, int]] = ()) -> dict[tuple[int, int], str]:
        return {at: text for (n, at), text in self.marks.items() if n == number and at not in without}

    def _block(
        self, board: Diagram, marks: Mapping[tuple[int, int], str], tall: bool, small: bool, width: int
    ) -> Block:
        if board.small != small:
            board = attrs.evolve(board, small=small)
        # The frame of the cursor needs a column on either side.
        drawn = draw_board(Pen(self.show), board, marks, max(20, width - 2), tall=tall)
        titles = [line(board.title, BOLD)] if board.title else []
        apart = board.grid == "hex"  # the last column of a hex is the blank before the next one
        boxes = {
            at: Region(box.column + 1, box.row + len(titles), box.width - apart, box.height)
            for at, box in drawn.boxes.items()
        }
        lines = [Strip.join([Strip.blank(1), strip(one)]) for one in (*titles, *drawn.lines)]
        return Block(lines, boxes, max((one.cell_length for one in lines), default=0) + 1)


@attrs.define(eq=False, repr=False)
class Canvas:
    """The boards with these numbers, placed for a window of `width` and `height` cells.

    They stand side by side as far as they fit into the width, in the largest size in which everything is visible, or
    in the smallest one if nothing is.
    """

    drawn: Boards
    boards: Sequence[int]
    width: int
    height: int
    little: frozenset[int] = frozenset()
    """Boards that are drawn small although they are not."""
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
            self._blocks = {n: self._block(n) for n in self.boards}
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
            self._blocks[n] = self._block(n, own)
        if touched:
            self._place()

    def _block(self, n: int, spots: Mapping[tuple[int, int], Spot] = NO_SPOTS) -> Block:
        tall, full = self.size
        small = n in self.little or (self.drawn.show.boards[n].small and not full)
        return self.drawn.draw(n, tall, small, self.width, spots)

    def _place(self) -> None:
        self.strips, self.boxes = [], {}
        for band in bands(self._blocks, self.width):
            self._lay(band)

    def _lay(self, band: Sequence[tuple[int, Block]]) -> None:
        """Put blocks side by side below what is there."""
        top = len(self.strips) + bool(self.strips)
        self.strips += [Strip.blank(0)] * bool(self.strips and band)
        left = 0
        for n, block in band:
            self.boxes |= {(n, at): box.translate((left, top)) for at, box in block.boxes.items()}
            left += block.width + GAP
        for level in range(max((len(block.strips) for _, block in band), default=0)):
            parts: list[Strip] = []
            for _, block in band:
                one = block.strips[level] if level < len(block.strips) else Strip.blank(0)
                parts += [one, Strip.blank(block.width - one.cell_length + GAP)]
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

    def nearest(self, to: Collection[Where], among: Iterable[Where]) -> Where | None:
        """The one of these spots that is closest to any of the others; None if none of them is drawn."""
        goals = [_middle(self.boxes[where]) for where in to if where in self.boxes]

        def far(where: Where) -> float:
            x, y = _middle(self.boxes[where])
            return min(abs(x - across) + ASIDE * abs(y - down) for across, down in goals)

        return min((one for one in among if goals and one in self.boxes), key=far, default=None)


def bands(blocks: Mapping[int, Block], width: int) -> list[list[tuple[int, Block]]]:
    """Blocks side by side, as far as they fit."""
    found: list[list[tuple[int, Block]]] = []
    left = 0
    for n, block in blocks.items():
        if not block.strips:
            continue
        if not found or block.width > left:
            found.append([])
            left = width
        found[-1].append((n, block))
        left -= block.width + GAP
    return found


def measured(drawn: Boards, boards: Iterable[int], width: int, little: Collection[int] = ()) -> Size:
    """The columns and rows that these boards need at least, in a window of this width."""
    blocks = {n: drawn.draw(n, False, n in little or drawn.show.boards[n].small, width) for n in boards}
    laid = bands(blocks, width)
    across = [sum(block.width + GAP for _, block in band) - GAP for band in laid]
    rows = [max(len(block.strips) for _, block in band) for band in laid]
    return Size(max(across, default=0), sum(rows) + max(0, len(rows) - 1))


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


def flat(board: Diagram) -> bool:
    """True if squares lose nothing when each is drawn on one line."""
    return board.grid.startswith("square") and not any(
        len(spot.face) > 1 or spot.short or ((spot.areas or spot.ways) and not spot.face)
        for spot in board.spots
    )


def decided(show: Show) -> Collection[int]:
    """The boards that the decision at hand is about, and those with a choice or with pieces of choices on them."""
    lit = {board for board, _ in (*show.lit(), *(one.piece for one in show.offers if one.piece is not None))}
    return [n for n, board in enumerate(show.boards) if board.now or n in lit]
