"""Previews a move: what it would do now as far as its seat can know, never the tile or card that chance would bring.

The move is tried on several positions that the seat could be in (`view.determinize`). The preview shows only what
happens in all of them before the first outcome of chance, so it cannot reveal anything hidden, whatever the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..chance import Stream
from ..events import Event, Log
from ..match import learnt

if TYPE_CHECKING:
    from ..actions import Action
    from ..state import ScoreLine, State

TRIES = 16
"""Positions tried; what is shown holds in all of them."""


@attrs.frozen
class Foreseen:
    """What is certain of a move before it is played."""

    lines: tuple[ScoreLine, ...]
    events: tuple[Event, ...]
    final: bool
    """The move cannot be taken back once played: a seat learns something, and the turn is over."""
    ends_game: bool


class _Certain(Log):
    """A log that notes how much had happened before the first outcome of chance."""

    __slots__ = ("ledger", "lines_before", "sure")

    def __init__(self, ledger: list[tuple[int, int, int, int, int]]) -> None:
        super().__init__()
        self.ledger = ledger
        self.sure = -1
        self.lines_before = 0

    def outcome(self, source: str, value: str, to: int = -1) -> None:
        if self.sure < 0:
            self.sure, self.lines_before = len(self.events), len(self.ledger)
        super().outcome(source, value, to)


def foresee(state: State, action: Action) -> Foreseen:
    """Return what `action`, which must be legal, would do."""
    view = state.view(action.seat)
    before, turns = len(state.ledger), state.turns
    events: list[Event] | None = None
    lines: list[ScoreLine] = []
    final = ends = False
    for n in range(TRIES):
        could_be = view.determinize(Stream(n, "preview"))
        copy = could_be.clone()
        log = _Certain(copy.ledger)
        copy.apply(action, log)
        if log.sure < 0:
            log.sure, log.lines_before = len(log.events), len(copy.ledger)
        ended = copy.turns != turns or copy.over
        final = final or (ended and (log.barrier or learnt(could_be, copy)))
        ends = ends or copy.over
        sure = [state.rules.score_line(line, copy) for line in copy.ledger[before : log.lines_before]]
        happened = log.events[: log.sure]
        if events is None:
            events, lines = happened, sure
        else:
            events = [event for event in events if event in happened]
            lines = _common(lines, sure)
    return Foreseen(tuple(lines), tuple(events or ()), final, ends)


def _common(first: list[ScoreLine], second: list[ScoreLine]) -> list[ScoreLine]:
    left = list(second)
    found = []
    for line in first:
        if line in left:
            left.remove(line)
            found.append(line)
    return found
