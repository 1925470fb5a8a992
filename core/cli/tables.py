"""Tables of text that fit the terminal: aligned columns, and names with their figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .streams import line

if TYPE_CHECKING:
    from .terminal import Terminal


def table(
    rows: Sequence[Sequence[str]], width: int, *, narrow: int = -1, right: Sequence[int] = ()
) -> list[str]:
    """Return rows as lines of aligned columns; column `narrow` is cut until the lines fit, `right` ones end alike."""
    if not rows:
        return []
    printed = [[line(cell) for cell in row] for row in rows]
    wide = [max(len(row[n]) for row in printed) for n in range(len(rows[0]))]
    over = sum(wide) + 2 * (len(wide) - 1) - width
    if narrow >= 0 and width and over > 0:
        wide[narrow] = max(12, wide[narrow] - over)
    lines = []
    for row in printed:
        cells = [cell if len(cell) <= wide[n] else f"{cell[: wide[n] - 3]}..." for n, cell in enumerate(row)]
        aligned = [cell.rjust(wide[n]) if n in right else cell.ljust(wide[n]) for n, cell in enumerate(cells)]
        lines.append("  ".join(aligned).rstrip())
    return lines


def figures(rows: Sequence[tuple[str, Sequence[str]]], terminal: Terminal) -> None:
    """Print names with their figures in columns, the titles first.

    If a name leaves no room for the figures, each name has a line of its own above them.
    """
    columns = table([cells for _, cells in rows], 0, right=range(len(rows[0][1])))
    names = [line(name) for name, _ in rows]
    wide = max(map(len, names))
    if wide + 2 + len(columns[0]) <= terminal.width:
        for name, cells in zip(names, columns, strict=True):
            terminal.say(f"{name.ljust(wide)}  {cells}")
        return
    most = terminal.width
    for n, (name, cells) in enumerate(zip(names, columns, strict=True)):
        if n:
            # The end of a long path says more than its beginning.
            terminal.say(name if len(name) <= most else f"...{name[3 - most :]}")
        terminal.say(f"    {cells}")
