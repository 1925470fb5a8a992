"""Scrolls in a territory, and their worth at the end (IS-SCR)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import CELL, Automatic, Log, Rules, ScoreReason

from .count_forms import Each, Form
from .scoring_kinds import ScrollKind
from .state import IsleOfSkyeState, from_start
from .territory import Territory, territory
from .tiles import BARREL, MARKS

if TYPE_CHECKING:
    from .printed import Printed
    from .state import Readable

SCROLLS = {
    "per_sheep": "IS-SCR-1",
    "per_barrel": "IS-SCR-2",
    "per_ship": "IS-SCR-3",
    "per_cattle": "IS-SCR-4",
    "per_broch": "IS-SCR-5",
    "per_farm": "IS-SCR-6",
    "per_lighthouse": "IS-SCR-7",
}
"""The kinds of scroll in the box, and their rules."""


@attrs.frozen
class ScrollLine:
    """The points of one scroll."""

    kind: str
    cell: int
    closed: bool
    """True if its region is closed, so that it counts double (IS-SCR-9)."""
    points: int


def reasons(scrolls: Mapping[str, str]) -> list[ScoreReason]:
    """Returns the score reasons of kinds of scroll, given with their rules; a line's source is the scroll's cell."""
    return [ScoreReason(id, rule, CELL, for_all=True) for id, rule in scrolls.items()]


def scroll_kinds(printed: Printed) -> list[ScrollKind]:
    """Returns the kinds of scroll of the box."""

    def form(mark: int) -> Form:
        if mark == BARREL:
            return Each(lambda tile: tile.marks[mark] > 0)
        return Each(lambda tile: tile.marks[mark])

    def counting(mark: int) -> Callable[[Territory], int]:
        if mark == BARREL:  # tiles count, however many barrels they show (IS-SCR-2)
            return lambda home: sum([tile.marks[mark] > 0 for tile in home.tiles.values()])
        return lambda home: sum([tile.marks[mark] for tile in home.tiles.values()])

    return [
        ScrollKind(
            scroll.id,
            scroll.rule,
            counting(MARKS.index(scroll.counts)),
            scroll.per,
            scroll.points,
            form(MARKS.index(scroll.counts)),
            scroll.counts,
        )
        for scroll in printed.scrolls.values()
    ]


def scroll_lines(home: Territory) -> list[ScrollLine]:
    """Returns what each scroll of the territory would bring now, in the order of building (IS-FINAL-1)."""
    found = []
    board = home.board
    for cell, tile in home.tiles.items():
        for kind, area in tile.scrolls:
            closed = board.regions.closed(board.area(cell, area))
            times = home.options.closed_scroll if closed else 1
            found.append(ScrollLine(kind, cell, closed, home.catalogue.scrolls[kind].worth(home, times)))
    return found


def scrolls(state: Readable, seat: int) -> list[ScrollLine]:
    """Returns what each scroll of the seat would bring now."""
    return scroll_lines(territory(state, seat))


class ScrollStep(Automatic[IsleOfSkyeState]):
    """All players score the scrolls of their territories (IS-FINAL-1)."""

    name = "scrolls"

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        if log is not None:
            log.add("final_scoring")
        for owner in from_start(state):
            for line in scrolls(state, owner):
                if line.points:
                    state.gain(owner, line.points, self.reason[line.kind], line.cell)
