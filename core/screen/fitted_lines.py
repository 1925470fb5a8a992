"""Lines, paragraphs and keys that fit into a width: what the screens are made of that show no position."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from ..base.sanitize import printable
from ..draw.cells import begin, cell_len
from ..draw.colours import Paint
from ..draw.styled_lines import DIM, StyledLine, line, wrap
from .lines_widget import clickable

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
