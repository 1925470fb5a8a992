"""A `Show` as one self-contained SVG: boards on the left, panels on the right, legend and caption below.

Ground has a pattern and a letter as well as its tint, pieces have a shape and letters as well as their colour, and
the `<title>` of every spot says what it is. Each spot is one `<polygon>`; nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..grid import HEX, SQUARE4
from ..printable import markup
from .model import NO_MARKS, At, Diagram, Piece, Show, Spot, Where, marks_on
from .page import DARK, LETTER, MARGIN, PALE, Page, short
from .paint import OKABE_ITO, Theme, readable
from .scenery import scenery
from .shapes import SHAPES, Point, centres, corners

RADIUS, SIDE, SMALL = 38.0, 84.0, 0.66
"""Radius of a hex, side of a square, scale of a small board."""
PER_LINE = 7
"""Spots of a chain in one line."""
HIGH = 900.0
"""Panels go down to here, or as far as the boards; further ones start another column."""
FRAME = "#5a3d1e"


def draw_svg(
    show: Show, *, marks: Mapping[Where, str] = NO_MARKS, notes: bool = True, theme: Theme = OKABE_ITO
) -> str:
    """Return the picture as SVG text; `marks` and `notes` are those of `draw_text`."""
    page = Page(show, theme)
    boards = _Boards(page)
    page.text(MARGIN, MARGIN + 16, show.title, size=18, bold=True)
    top = below = MARGIN + 34
    beside = MARGIN
    left, line = MARGIN, below  # where the next small board comes to lie, if it fits there
    for index, board in enumerate(show.boards):
        marked = marks_on(marks, index)
        if board.small:
            drawn, wide, high = boards.apart(board, marked)
            if left > MARGIN and left + wide > max(beside, MARGIN + PER_LINE * (SIDE + 16)):
                left, line = MARGIN, below
            page.text(left, line + 12, board.title, size=13, bold=True)
            page.put(drawn, left, line + 22 * bool(board.title), SMALL)
            below = max(below, line + 22 * bool(board.title) + high + 14)
            left += max(wide, len(board.title) * LETTER * 13 / 12) + 28
            beside, page.right = max(beside, left), max(page.right, left)
            continue
        if board.title:
            page.text(MARGIN, below + 14, board.title, size=15, bold=True)
            below += 24
        right, below = boards.board(board, marked, MARGIN, below)
        beside, below = max(beside, right + 28), below + 14
        left, line = MARGIN, below
    below = max(below, page.panels(show.panels, beside, top - 8, max(below, HIGH)))
    if notes:
        below = page.notes(below + 8)
    return page.svg(below + MARGIN)


@attrs.frozen
class _Boards:
    """Draws boards on a page."""

    page: Page

    def apart(self, board: Diagram, marks: Mapping[At, str]) -> tuple[str, float, float]:
        """Return a small board drawn at 0,0, to be put somewhere, with its width and height there."""
        kept, self.page.out = self.page.out, []
        wide, high = self.board(board, marks, 0.0, 0.0)
        drawn, self.page.out = "\n".join(self.page.out), kept
        return drawn, wide * SMALL, high * SMALL

    def board(self, board: Diagram, marks: Mapping[At, str], x: float, y: float) -> Point:
        """Draw the board with its upper left corner here; return its lower right corner."""
        around = corners(board.grid, RADIUS, SIDE)
        middles = centres(board, RADIUS, SIDE, PER_LINE)
        if not middles:
            return x, y
        square = board.grid.startswith("square")
        named = board.in_line and any(spot.areas for spot in board.spots)
        wide, high = max(px for px, _ in around), max(py for _, py in around)
        dx = x + 20 * square + wide - min(cx for cx, _ in middles.values())
        dy = y + 14 * (square or named) + high - min(cy for _, cy in middles.values())
        middles = {at: (cx + dx, cy + dy) for at, (cx, cy) in middles.items()}
        if square:
            for column, cx in {at[0]: cx for at, (cx, _) in middles.items()}.items():
                self.page.text(cx, y + 8, str(column), size=10, anchor="middle", fill=PALE)
            for row, cy in {at[1]: cy for at, (_, cy) in middles.items()}.items():
                self.page.text(x + 12, cy + 4, str(row), size=10, anchor="end", fill=PALE)
        for spot in sorted(board.spots, key=lambda spot: not spot.blank):
            self.spot(board, spot, middles[spot.at], around, marks.get(spot.at, ""))
        if board.grid == "chain":
            for cx, cy in list(middles.values())[:-1]:
                self.page.text(cx + SIDE / 2 + 8, cy + 5, ">", size=14, anchor="middle", fill=PALE)
        else:
            self.frames(board, middles, around)
        right = max(cx for cx, _ in middles.values()) + wide
        self.page.right = max(self.page.right, right)
        return right, max(cy for _, cy in middles.values()) + high

    def spot(self, board: Diagram, spot: Spot, middle: Point, around: Sequence[Point], mark: str) -> None:
        (x, y), grid = middle, board.grid
        edge = [f"{short(x + dx)},{short(y + dy)}" for dx, dy in around]
        look = 'stroke="#8a8a8a"'
        if spot.blank:
            look = (
                'stroke="#8a8a8a" stroke-dasharray="4 4"' if mark else 'fill-opacity="0.3" stroke="#ffffff"'
            )
        self.page.out.append(
            f"<g><title>{markup(f'{spot.called}: {spot.said}')}</title>"
            f'<polygon points="{" ".join(edge)}" fill="{self.page.tint(spot.ground) or "none"}" {look}/>'
        )
        pattern = self.page.pattern(spot.ground)
        if pattern and not spot.blank:
            self.page.out.append(f'<path d="M{"L".join(edge)}Z" fill="{pattern}"/>')
        if spot.areas:
            scenery(self.page, spot, x, y, SIDE / 2)
            room = SIDE - 8 - 26 * bool(mark)
            self.pieces(spot.pieces, x - (SIDE - 8 - room) / 2, y + SIDE / 2 - 15, room, large=False)
            if board.in_line:
                self.page.text(x, y - SIDE / 2 - 4, spot.name, size=11, anchor="middle", bold=True)
        else:
            self.ways(spot, grid, x, y, around)
        if grid == "hex" and not spot.blank:
            self.hex(spot, x, y)
        elif grid != "hex" and not spot.areas:
            self.square(spot, x, y, named=board.in_line, marked=bool(mark))
        if mark and grid != "hex" and not spot.blank:
            self.mark(mark, x + SIDE / 2 - 16, y + SIDE / 2 - 18)
        elif mark and grid == "hex":
            self.mark(mark, x + 16 * bool(spot.pieces), y - 14 * bool(spot.pieces))
        elif mark:
            self.mark(mark, x, y)
        self.page.out.append("</g>")

    def ways(self, spot: Spot, grid: str, x: float, y: float, around: Sequence[Point]) -> None:
        """Draw ways from the middle to the middles of sides, one over the other."""
        names = (HEX if grid == "hex" else SQUARE4).directions
        for way in spot.ways:
            drawn = ""
            for side in map(names.index, way.sides):
                (ax, ay), (bx, by) = around[side], around[(side + 1) % len(around)]
                drawn += f"M{short(x)} {short(y)}L{short(x + (ax + bx) / 2)} {short(y + (ay + by) / 2)}"
            for colour, width in ((PALE, 15), (self.page.tint(way.role) or "#ffffff", 13)):
                self.page.out.append(
                    f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="0.8"/>'
                )

    def frames(self, board: Diagram, middles: Mapping[At, Point], around: Sequence[Point]) -> None:
        """Draw a frame around each group, along the sides that lead out of it."""
        vectors = HEX.vectors if board.grid == "hex" else SQUARE4.vectors
        groups = {spot.at: spot.group for spot in board.spots}
        sides = ""
        for at, group in groups.items():
            for side, (dx, dy) in enumerate(vectors):
                if group and groups.get((at[0] + dx, at[1] + dy)) != group:
                    (x, y), (ax, ay) = middles[at], around[side]
                    bx, by = around[(side + 1) % len(around)]
                    sides += f"M{short(x + ax)} {short(y + ay)}L{short(x + bx)} {short(y + by)}"
        if sides:
            self.page.out.append(
                f'<path d="{sides}" fill="none" stroke="{FRAME}" stroke-width="3.5" stroke-linecap="round"/>'
            )

    def hex(self, spot: Spot, x: float, y: float) -> None:
        """Draw what is printed above, the pieces in the middle, the coordinates below."""
        page = self.page
        inks = [ink for row in spot.face for ink in row]
        marks = [mark for mark in (page.icon(ink.role) for ink in inks) if mark]
        letters = "".join(ink.text for ink in inks if not page.icon(ink.role) and ink.text.isalnum())
        page.text(x - 9 * len(marks), y - 21, letters, size=11.5, anchor="middle", bold=True)
        for n, mark in enumerate(marks):
            page.put(mark, x + 7 + 14 * n, y - 23, 0.8)
        printed = page.icon(spot.ground)
        if printed and not spot.pieces:
            page.put(printed, x, y + 2)
        page.text(x, y + 29.5, spot.called, size=8, anchor="middle", fill="#222222")
        self.pieces(spot.pieces, x, y + 1, 40, large=len(spot.pieces) == 1)

    def square(self, spot: Spot, x: float, y: float, named: bool, marked: bool) -> None:
        """Draw the face as a grid of letters on their grounds, pieces in a line below, a chain's name above.

        Pieces make room for a mark in the lower right corner.
        """
        left, top = x - SIDE / 2 + 4, y - SIDE / 2 + 4
        low = spot.face and (spot.pieces or (marked and not named))
        wide, tall = SIDE - 8, SIDE - 8 - (22 if low else 0)
        if named:
            self.page.text(x, top + 8, spot.name or str(spot.at[0]), size=9, anchor="middle")
            top, tall = top + 12, tall - 12
        rows = [row for row in spot.face if row]
        for n, row in enumerate(rows):
            letters = [(letter, ink) for ink in row for letter in ink.text]
            across, down = wide / max(1, len(letters)), tall / len(rows)
            for m, (_, ink) in enumerate(letters):
                if ink.on:
                    corner = f"M{short(left + m * across)} {short(top + n * down)}"
                    size = f"h{short(across + 0.3)}v{short(down + 0.3)}h{short(-across - 0.3)}z"
                    self.page.out.append(self.page.filled(ink.on, corner + size))
            if any(ink.on for ink in row):
                high = min(down * 0.6, across, 20)
                for m, (letter, _) in enumerate(letters):
                    at = left + (m + 0.5) * across, top + (n + 0.5) * down + high * 0.36
                    self.page.text(*at, letter, size=high, anchor="middle", bold=True)
            else:
                said = "".join(letter for letter, _ in letters)
                high = min(14, down * 0.8, wide / max(1, len(said)) * 1.5)
                self.page.text(
                    x, top + (n + 0.5) * down + high * 0.36, said, size=high, anchor="middle", bold=n == 0
                )
        y = y + SIDE / 2 - 15 if spot.face else y + 6 * named
        room = 26 * marked
        self.pieces(spot.pieces, x - room / 2, y, wide - room, large=not spot.face and len(spot.pieces) == 1)

    def pieces(self, pieces: Sequence[Piece], x: float, y: float, room: float, large: bool) -> None:
        """Draw pieces around this point: one large one, or small ones in lines of as many as fit."""
        line = 1 if large else max(2, int(room / 20))
        size = 1.0 if large else 0.58
        lines = [pieces[n : n + line] for n in range(0, len(pieces), line)]
        for n, row in enumerate(lines):
            for m, piece in enumerate(row):
                px, py = x + (m - (len(row) - 1) / 2) * 21, y + (n - (len(lines) - 1) / 2) * 22
                outline = SHAPES.get(piece.shape, SHAPES["disc"])
                self.page.put(self.page.filled(piece.role, outline, f' stroke="{DARK}"'), px, py, size)
                high = 15.0 if large else 10.0
                low = 3 if piece.shape in ("castle", "church", "pawn") else 0
                ink = readable(self.page.tint(piece.role) or "#ffffff")
                base = py + high * 0.36 + low * size
                self.page.text(px, base, piece.text, size=high, anchor="middle", bold=True, fill=ink)

    def mark(self, said: str, x: float, y: float) -> None:
        """Draw a mark in a white badge."""
        half = 8 + 4.3 * len(said)
        self.page.out.append(
            f'<rect x="{short(x - half)}" y="{short(y - 8)}" width="{short(2 * half)}" height="22" rx="11" '
            f'fill="#ffffff" stroke="{DARK}" stroke-width="1.8"/>'
        )
        self.page.text(x, y + 8, said, size=14, anchor="middle", bold=True)
