"""The panels around the boards, as lines: the decision at hand, the list of choices, tables, a log, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import attrs
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from ..base.sanitize import printable
from ..draw.cells import begin, cell_len
from ..draw.colours import Paint
from ..draw.model import Panel, Show
from ..draw.styled_lines import BOLD, DIM, PLAIN, Pen, StyledLine, line, style, wrap
from ..draw.text import draw_notes
from ..draw.text_panels import below, table
from ..table import move_text
from ..table.choosing import ChoiceTarget
from ..table.narration import DecisionText, one_line
from .lines_widget import clickable

if TYPE_CHECKING:
    from ..table.chair import Chair
    from .window_layout import Block

HERE = Paint("#000000", "#ffd700", bold=True)
"""The line of a list that the cursor is on."""
ALARM = Paint("#ffffff", "#a02020", bold=True)
TRIAL = Paint("#000000", "#cc79a7", bold=True)
KEY = Style(bold=True, reverse=True)


def small(window: Size) -> bool:
    """True if a window is too small for a decision to be seen on it."""
    return window.height < LOW or window.width < NARROW


LOW, NARROW = 12, 40
"""The fewest lines and columns of a window in which most can be seen."""


def across(
    left: Sequence[tuple[str, Paint]], right: Sequence[tuple[str, Paint]], width: int
) -> list[StyledLine]:
    """Texts at the left and at the right end of one line; of two lines, if they do not fit into one.

    Of those at the right, the last ones are left out if even a line of their own has no room for them. Where only one
    blank would be between both, a line is drawn there.
    """
    first, last = StyledLine(), StyledLine()
    for text, paint in left:
        first.add(cut(text, width - first.width), paint)
    for text, paint in right:
        if last.width + cell_len(printable(text)) > width:
            break
        last.add(text, paint)
    if first.width + bool(last.width) + last.width <= width:
        gap = width - first.width - last.width
        return [(first.add("│", DIM) if gap == 1 else first.to(width - last.width)).join(last)]
    return [first, StyledLine().to(width - last.width).join(last)]


def cut(text: str, width: int) -> str:
    """The text in at most so many cells, with dots where it was cut off: between words, if one is near."""
    text = printable(text)
    if cell_len(text) <= width:
        return text
    text = begin(text, width - 2)
    words = text.rpartition(" ")[0].rstrip(" ;,:")
    if 3 * len(words) > 2 * len(text):
        text = f"{words} "
    return (text + "..")[: max(0, width)]


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


def paragraphs(texts: Sequence[str], width: int) -> list[StyledLine]:
    """Texts broken at the width, a blank line for an empty one."""
    return [line(part) for text in texts for part in (wrap(text, width) if text else [""])]


def keys(
    shown: Sequence[tuple[str, str, str]], width: int, fixed: Sequence[tuple[str, str, str]] = ()
) -> list[Strip]:
    """The keys that can be pressed now: (key to press, its name, what it does); as many as fit, clickable.

    `fixed` stand at the right end, each always in the same place. The first of them are left out where there is no
    room for the first of the others; the last one leads out, or to all keys, and is always there.
    """

    def wide(*some: tuple[str, str, str]) -> int:
        return sum(cell_len(name) + cell_len(does) + 4 for _, name, does in some)

    while len(fixed) > 1 and wide(*shown[:1], *fixed) > width:
        fixed = fixed[1:]
    fitting: list[tuple[str, str, str]] = []
    room = width - wide(*fixed)
    for one in shown:
        if wide(one) <= room:
            fitting.append(one)
            room -= wide(one)
    parts: list[Segment] = []
    for press, name, does in [*fitting, *fixed]:
        if len(parts) == 3 * len(fitting) and fixed:
            parts.append(Segment(" " * room))
        pressed = f"press({press!r})"
        parts += [clickable(f" {name} ", KEY, pressed), clickable(f" {does}", Style(), pressed), Segment(" ")]
    return [Strip(parts)]
