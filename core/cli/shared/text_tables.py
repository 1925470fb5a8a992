"""Tables of text that fit the terminal: aligned columns, and names with their figures."""

from __future__ import annotations

from collections.abc import Sequence

from ...draw.cells import begin, cell_len, cut, ljust, rjust
from .output import line
from .terminal import Terminal

LEAST = 12
"""The fewest columns to which a column is cut."""


def table(
    rows: Sequence[Sequence[str]],
    width: int,
    *,
    narrow: int = -1,
    right: Sequence[int] = (),
    spare: Sequence[int] = (),
) -> list[str]:
    """Return rows as lines of aligned columns; `right` ones end alike.

    Column `narrow` is cut until the lines fit, to no less than LEAST. If they do not fit then, the `spare` columns are
    left out, in this order, as long as that is so.
    """
    if not rows:
        return []
    printed = [[line(cell) for cell in row] for row in rows]
    wide = {n: max(cell_len(row[n]) for row in printed) for n in range(len(rows[0]))}

    def over() -> int:
        return sum(wide.values()) + 2 * (len(wide) - 1) - width if width else 0

    gives = max(0, wide[narrow] - LEAST) if narrow >= 0 else 0
    for n in spare:
        if over() > gives:
            del wide[n]
    if narrow >= 0:
        wide[narrow] -= min(gives, max(0, over()))
    lines = []
    for row in printed:
        aligned = [(rjust if n in right else ljust)(cut(row[n], w), w) for n, w in wide.items()]
        lines.append("  ".join(aligned).rstrip())
    return lines


def figures(rows: Sequence[tuple[str, Sequence[str]]], terminal: Terminal) -> None:
    """Print names with their figures in columns, the titles first.

    If a name leaves no room for the figures, each name has a line of its own above them.
    """
    columns = table([values for _, values in rows], 0, right=range(len(rows[0][1])))
    names = [line(name) for name, _ in rows]
    wide = max(map(cell_len, names))
    if wide + 2 + cell_len(columns[0]) <= terminal.width:
        for name, values in zip(names, columns, strict=True):
            terminal.say(f"{ljust(name, wide)}  {values}")
        return
    most = terminal.width
    for n, (name, values) in enumerate(zip(names, columns, strict=True)):
        if n:
            # The end of a long path says more than its beginning.
            terminal.say(name if cell_len(name) <= most else f"...{begin(name[::-1], most - 3)[::-1]}")
        terminal.say(f"    {values}")
