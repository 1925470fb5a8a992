"""A `Show` as one self-contained SVG: boards on the left, panels on the right, legend and caption below.

Ground has a pattern and a letter as well as its tint, pieces have a shape and letters as well as their colour, and
the `<title>` of every spot says what it is. Each spot is one `<polygon>`; nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..base.html import Html, tag
from .cells import cell_len
from .model import NO_MARKS, At, Diagram, Show, Spot, Where
from .placement import marks_on
from .show_sentences import spot_said
from .svg_board import PER_LINE, SIDE, SMALL, SvgBoard
from .svg_page import LETTER, MARGIN, SvgPage

HIGH = 900.0
"""Panels go down to here, or as far as the boards; further ones start another column."""


def draw_svg(show: Show, *, marks: Mapping[Where, str] = NO_MARKS, notes: bool = True) -> str:
    """Return the picture as SVG text; `marks` and `notes` are those of `draw_text`."""
    page = SvgPage(show)
    page.text(MARGIN, MARGIN + 16, show.title, size=18, bold=True)
    top = below = MARGIN + 34
    beside = MARGIN
    left, line = MARGIN, below  # where the next small board comes to lie, if it fits there
    for index, board in enumerate(show.boards):
        drawn, wide, high = _board(page, board, marks_on(marks, index))
        if board.small:
            wide, high = SMALL * wide, SMALL * high
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
        page.put(drawn, MARGIN, below)
        page.right = max(page.right, MARGIN + wide)
        beside, below = max(beside, MARGIN + wide + 28), below + high + 14
        left, line = MARGIN, below
    below = max(below, page.panels(show.panels, beside, top - 8, max(below, HIGH)))
    if notes:
        below = page.notes(below + 8)
    return page.svg(below + MARGIN)


def _board(page: SvgPage, board: Diagram, marks: Mapping[At, str]) -> tuple[str, float, float]:
    """Return the board with its upper left corner at 0,0, its width and its height."""
    drawing = SvgBoard(attrs.evolve(page, out=[]), board)
    middles = drawing.middles(0.0, 0.0)
    if not middles:
        return "", 0.0, 0.0
    numbers = drawing.numbers(middles, 0.0, 0.0)

    def one(spot: Spot) -> Html:
        cell = drawing.drawn(spot, *middles[spot.at], mark=marks.get(spot.at, ""))
        return tag("g", tag("title", spot_said(spot)), cell)

    below, spots, over = drawing.layers(middles, one)
    return "\n".join([numbers, below, *spots, over]), *drawing.corner(middles)
