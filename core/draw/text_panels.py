"""Panels as lines of text: columns aligned, and panels next to a board or to each other if there is room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import attrs

from .cells import cell_len
from .model import Ink, Panel
from .styled_lines import BOLD, Pen, StyledLine, line, widest, wrap

SIDE = 20
"""The smallest width of a column of panels next to a board."""
GAP = 3
"""Number of blanks between panels side by side, one more than between a board and its panels."""


def table(pen: Pen, panel: Panel, width: int) -> list[StyledLine] | None:
    """Return the panel in at most `width` cells; None if it needs more. Only the last column or a sole row is wrapped.

    Additions to its texts (`Ink.more`) are left out if they do not all fit.
    """
    key = (id(panel), width)
    if key not in pen.tables:
        pen.tables[key] = (panel, _full(pen, panel, width))
    lines = pen.tables[key][1]
    return lines and [one.copy() for one in lines]


def _full(pen: Pen, panel: Panel, width: int) -> list[StyledLine] | None:
    rows = [tuple(ink.full for ink in row) for row in (panel.head, *panel.rows)]
    if any(ink.more for row in (panel.head, *panel.rows) for ink in row):
        full = _table(pen, attrs.evolve(panel, head=rows[0], rows=rows[1:]), width)
        if full is not None:
            return full
    made = _table(pen, panel, width)
    return _squeezed(pen, panel, width) if made is None and len(panel.rows) == 1 and width >= SIDE else made


def _table(pen: Pen, panel: Panel, width: int) -> list[StyledLine] | None:
    rows = [panel.head, *panel.rows] if panel.head else panel.rows
    widths: list[int] = []
    for row in rows:
        for n, ink in enumerate(row if len(row) > 1 else ()):
            widths += [0] * (n + 1 - len(widths))
            widths[n] = max(widths[n], cell_len(ink.text))
    right = [numeric([row[n].text for row in panel.rows if len(row) > max(n, 1)]) for n in range(len(widths))]
    starts = [sum(widths[:n]) + n for n in range(len(widths))]
    if widths and starts[-1] + widths[-1] > width:
        widths[-1] = width - starts[-1]
        if right[-1] or widths[-1] < min(12, width - 8):
            return None
    lines = [line(part, BOLD) for part in wrap(panel.title, width)] if panel.title else []
    for row in rows:
        if len(row) == 1:
            said = wrap(row[0].text, width - 2)
            lines += [
                line("  " if n else "").add(part, pen.paint(row[0].role)) for n, part in enumerate(said)
            ]
            continue
        made = line()
        for n, ink in enumerate(row[:-1]):
            made.to(starts[n] + (widths[n] - cell_len(ink.text)) * right[n])
            made.add(ink.text, pen.paint(ink.role))
        last = len(row) - 1
        for part in wrap(row[last].text, widths[last]):
            made.to(starts[last] + (widths[last] - cell_len(part)) * right[last])
            lines.append(made.add(part, pen.paint(row[last].role)))
            made = line()
    return lines


def numeric(texts: Sequence[str]) -> bool:
    """True for a column of numbers; `-` is none, and `?` one that is hidden."""
    bare = [text.lstrip("+-?") for text in texts]
    return any(texts) and all(not text or text.isdigit() for text in bare)


def beside(pen: Pen, drawn: list[StyledLine], panels: list[Panel], width: int) -> list[StyledLine]:
    """Return the board with panels to its right; those that fit are removed from `panels`."""
    start = widest(drawn) + GAP - 1
    if not drawn or width - start < SIDE:
        return drawn
    column: list[StyledLine] = []
    for panel in list(panels):
        lines = table(pen, panel, width - start)
        if lines is not None and len(column) + bool(column) + len(lines) <= len(drawn):
            column += [line()] * bool(column) + lines
            panels.remove(panel)
    for left, right in zip(drawn, column, strict=False):
        left.to(start).join(right)
    return drawn


def abreast(blocks: Sequence[list[StyledLine]], width: int) -> list[list[StyledLine]]:
    """Return the blocks side by side, in as many bands as needed."""
    bands: list[list[StyledLine]] = []
    for block in blocks:
        start = widest(bands[-1]) + GAP if bands else width
        if start + widest(block) > width:
            bands.append(block)
            continue
        pairs = zip_longest(bands[-1], block, fillvalue=None)
        bands[-1] = [(left or line()).to(start).join(right or line()) for left, right in pairs]
    return bands


def below(pen: Pen, panels: Sequence[Panel], width: int) -> list[StyledLine]:
    """Return the panels side by side in as many bands as needed, a blank line before each band."""
    lines: list[StyledLine] = []
    band: list[StyledLine] = []
    for panel in panels:
        whole = table(pen, panel, width) or _squeezed(pen, panel, width)
        start = widest(band) + GAP if band else 0
        block = table(pen, panel, width - start) if width - start >= SIDE else None
        if not band or block is None or len(block) > max(len(whole), len(band)):
            lines += band
            band = [line(), *whole]
            continue
        pairs = zip_longest(band, [line(), *block], fillvalue=None)
        band = [(left or line()).to(start).join(right or line()) for left, right in pairs]
    return lines + band


def _squeezed(pen: Pen, panel: Panel, width: int) -> list[StyledLine]:
    """Return a table that is too wide for the page with each row as a line of text: every value after its column."""
    heads = [ink.full.text for ink in panel.head]
    said = []
    for row in panel.rows:
        named = zip([*heads, *[""] * len(row)], row)
        texts = [
            f"{head} {ink.full.text}".strip() if head and ink.text else ink.full.text for head, ink in named
        ]
        said.append(", ".join(text for text in texts if text))
    return table(pen, Panel(title=panel.title, rows=[(Ink(text),) for text in said]), width) or []
