"""A `Show` as one self-contained SVG: boards on the left, panels on the right, legend and caption below.

Ground has a pattern and a letter as well as its tint, pieces have a shape and letters as well as their colour, and
the `<title>` of every spot says what it is. Each spot is one `<polygon>`; nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..base.sanitize import markup
from .cells import cell_len
from .colours import OKABE_ITO, Theme
from .model import NO_MARKS, At, Diagram, Show, Where, marks_on
from .shapes import Point
from .show_sentences import spot_said
from .svg_board import PER_LINE, SIDE, SMALL, SvgBoard
from .svg_page import LETTER, MARGIN, SvgPage

HIGH = 900.0
"""Panels go down to here, or as far as the boards; further ones start another column."""


def draw_svg(
    show: Show, *, marks: Mapping[Where, str] = NO_MARKS, notes: bool = True, theme: Theme = OKABE_ITO
) -> str:
    """Return the picture as SVG text; `marks` and `notes` are those of `draw_text`."""
    page = SvgPage(show, theme)
    page.text(MARGIN, MARGIN + 16, show.title, size=18, bold=True)
    top = below = MARGIN + 34
    beside = MARGIN
    left, line = MARGIN, below  # where the next small board comes to lie, if it fits there
    for index, board in enumerate(show.boards):
        marked = marks_on(marks, index)
        if board.small:
            drawn, wide, high = _apart(page, board, marked)
            if left > MARGIN and left + wide > max(beside, MARGIN + PER_LINE * (SIDE + 16)):
                left, line = MARGIN, below
            page.text(left, line + 12, board.title, size=13, bold=True)
            page.put(drawn, left, line + 22 * bool(board.title), SMALL)
            below = max(below, line + 22 * bool(board.title) + high + 14)
            left += max(wide, cell_len(board.title) * LETTER * 13 / 12) + 28
            beside, page.right = max(beside, left), max(page.right, left)
            continue
        if board.title:
            page.text(MARGIN, below + 14, board.title, size=15, bold=True)
            below += 24
        right, below = _board(page, board, marked, MARGIN, below)
        beside, below = max(beside, right + 28), below + 14
        left, line = MARGIN, below
    below = max(below, page.panels(show.panels, beside, top - 8, max(below, HIGH)))
    if notes:
        below = page.notes(below + 8)
    return page.svg(below + MARGIN)


def _apart(page: SvgPage, board: Diagram, marks: Mapping[At, str]) -> tuple[str, float, float]:
    """Return a small board drawn at 0,0, to be put somewhere, with its width and height there."""
    kept, page.out = page.out, []
    wide, high = _board(page, board, marks, 0.0, 0.0)
    drawn, page.out = "\n".join(page.out), kept
    return drawn, wide * SMALL, high * SMALL


def _board(page: SvgPage, board: Diagram, marks: Mapping[At, str], x: float, y: float) -> Point:
    """Draw the board with its upper left corner here; return its lower right corner."""
    drawing = SvgBoard(page, board)
    middles = drawing.middles(x, y)
    if not middles:
        return x, y
    drawing.numbers(middles, x, y)
    drawing.way(middles)
    for spot in drawing.order():
        page.out.append(f"<g><title>{markup(spot_said(spot))}</title>")
        drawing.cell(spot, *middles[spot.at], mark=marks.get(spot.at, ""))
        page.out.append("</g>")
    drawing.links(middles)
    right, low = drawing.corner(middles)
    page.right = max(page.right, right)
    return right, low
