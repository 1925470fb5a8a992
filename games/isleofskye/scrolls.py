"""Scrolls in a territory and what they are worth at the end (IS-SCR)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import attrs

from .territory import territory
from .tiles import MARKS

if TYPE_CHECKING:
    from .options import Options
    from .printed import Printed
    from .state import Table
    from .territory import Territory

KINDS = (
    ("per_sheep", "IS-SCR-1"),
    ("per_barrel", "IS-SCR-2"),
    ("per_ship", "IS-SCR-3"),
    ("per_cattle", "IS-SCR-4"),
    ("per_broch", "IS-SCR-5"),
    ("per_farm", "IS-SCR-6"),
    ("per_lighthouse", "IS-SCR-7"),
)
"""The kinds of scroll in the box, and their rules."""


@attrs.frozen
class ScrollLine:
    """What one scroll brings."""

    kind: str
    cell: int
    closed: bool
    """Whether its region is closed, so that it counts double (IS-SCR-9)."""
    points: int


def scrolls(table: Table, seat: int, home: Territory | None = None) -> list[ScrollLine]:
    """What each scroll in the seat's territory would bring now, in the order in which they were built (IS-FINAL-1).

    With `home` in the territory that it would be.
    """
    options: Options = table.rules.options
    found = []
    home = home or territory(table, seat)
    board = home.board
    for cell in board:
        for kind, area in home.tile(cell).scrolls:
            closed = board.regions.closed(board.area(cell, area))
            amount, per, points = _counted(table, home, kind)
            times = options.closed_scroll if closed else 1
            if options.scroll_rounding == "double_first":  # IS-AMB-2
                worth = amount * points * times // per
            else:
                worth = amount // per * points * times
            found.append(ScrollLine(kind, cell, closed, worth))
    return found


def _counted(table: Table, home: Territory, kind: str) -> tuple[int, int, int]:
    """How many of what this kind counts are in the whole territory, and points for each so many (IS-SCR-10)."""
    scroll = cast("Printed", table.rules.data).scrolls[kind]
    mark = MARKS.index(scroll.counts)
    return sum(home.count(cell, mark) for cell in home.board), scroll.per, scroll.points
