"""The panels around the boards, as lines: the decision at hand, the list of choices, tables, a log, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import attrs
from rich.segment import Segment
from textual.strip import Strip

from ..draw.cells import cell_len
from ..draw.colours import Paint
from ..draw.model import Panel, Show
from ..draw.styled_lines import BOLD, PLAIN, Pen, StyledLine, line, style, wrap
from ..draw.text import draw_notes
from ..draw.text_panels import below, table
from ..table import move_text
from ..table.choosing import ChoiceTarget
from ..table.narration import DecisionText, one_line
from .fitted_lines import HERE, cut
from .lines_widget import clickable

if TYPE_CHECKING:
    from ..table.chair import Chair
    from .window_layout import Block


def status(show: Show) -> list[tuple[str, Paint]]:
    """Return what the viewer needs at every decision."""
    found: list[tuple[str, Paint]] = []
    for ink in show.status:
        found += [("  " if found else "", PLAIN), (ink.text, Pen(show).paint(ink.role))]
    return found


def choices(
    chair: Chair, targets: Sequence[ChoiceTarget], labels: Sequence[str], chosen: int | None, width: int
) -> list[Strip]:
    """The list of what can be picked, each after its letter, in as many columns as fit; a click takes it."""
    texts = [f"{label} {move_text.target(chair, one)}" for label, one in zip(labels, targets, strict=False)]
    if not texts:
        return []
    wide = min(width, max(map(cell_len, texts)) + 1)
    columns = max(1, (width + 1) // (wide + 1))
    found = []
    for start in range(0, len(texts), columns):
        parts: list[Segment] = []
        for n, text in enumerate(texts[start : start + columns], start):
            label, _, rest = cut(text, wide).partition(" ")
            press, here = f"line({n})", n == chosen
            parts.append(clickable(label, style(HERE if here else BOLD), press))
            parts.append(clickable(f" {rest}", style(HERE if here else PLAIN), press))
            parts.append(Segment(" " * (wide + 1 - cell_len(label) - 1 - cell_len(rest))))
        found.append(Strip(parts))
    return found


def blocks(show: Show, shown: Sequence[Panel]) -> list[Block]:
    """These panels, each to be drawn in any width that it fits."""
    return [partial(table, Pen(show), panel) for panel in shown]


def legend(show: Show, width: int) -> list[StyledLine] | None:
    """Return what letters and grounds mean; None if there is nothing to explain."""
    lines = draw_notes(Pen(show), attrs.evolve(show, caption=()), width)
    return lines[1:] if show.legend and width >= LEGEND else None


LEGEND = 30
"""The fewest columns for a legend."""


def tables(show: Show, shown: Sequence[Panel], width: int) -> list[StyledLine]:
    """These panels, beside each other as far as they fit."""
    made = below(Pen(show), shown, width)
    return made[1:] if made and not made[0].width else made


def log(told: Sequence[DecisionText], at: int, width: int, rows: int) -> list[StyledLine]:
    """The decisions around that one, which is marked."""
    found: list[StyledLine] = []
    marked = 0
    for n, one in enumerate(told):
        if n == at:
            marked = len(found)
            found += [line(part, HERE) for part in wrap(f"{one.number} {one_line(one, 99)}", width)]
        elif abs(n - at) <= rows:
            found.append(line(cut(f"{one.number} {one_line(one, 0)}", width)))
    start = max(0, min(marked - rows // 2, len(found) - rows))
    return found[start : start + rows]
