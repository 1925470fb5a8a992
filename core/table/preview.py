"""Looks at a move before it is played: what it would do as far as its seat can know, and how it would look.

The move is tried on several positions that the seat could be in (`view.determinize`). What is shown happens in all of
them before the first outcome of chance, so it cannot reveal anything hidden, whatever the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..base.chance import Stream
from ..play.recorded_game import learnt
from ..rules.events import Event, Log
from ..rules.schedule import Sealed

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..draw.model import Offer, Show, Spot
    from ..rules.actions import Action
    from ..rules.state import ScoreLine, State
    from ..rules.views import View

TRIES = 16
"""Positions tried; what is shown holds in all of them."""


@attrs.frozen
class MovePreview:
    """Everything that is certain of a move before it is played."""

    lines: tuple[ScoreLine, ...]
    events: tuple[Event, ...]
    final: bool
    """The move cannot be taken back once played: a seat learns something, or a bot plays next."""
    ends_game: bool
    seals: bool
    """It is the last step of the seat's sealed decision."""
    standing: tuple[int, ...] = ()
    """By seat, by how much it changes what says who is ahead; 0 where chance has a part in the move."""

    def bare(self) -> MovePreview:
        """The same without anything that the move brings."""
        return attrs.evolve(self, lines=(), events=(), ends_game=False, standing=())


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


def foresee(view: View, action: Action, bots: Collection[int] = ()) -> MovePreview:
    """Return what `action`, which must be legal for the view's seat, would do. `bots` are the seats that bots play."""
    first = world(view, 0)
    before = len(first.ledger)
    events: list[Event] | None = None
    lines: list[ScoreLine] = []
    final = ends = seals = False
    changes: list[int] | None = None
    for n in range(TRIES):
        could_be = first if n == 0 else world(view, n)
        copy = could_be.clone()
        log = _Certain(copy.ledger)
        copy.apply(action, log)
        by_seat = zip(could_be.standing(), copy.standing(), strict=True)
        change = [now - then if log.sure < 0 else 0 for then, now in by_seat]
        if changes is not None:
            change = [one if one == other else 0 for one, other in zip(change, changes, strict=True)]
        changes = change
        if log.sure < 0:
            log.sure, log.lines_before = len(log.events), len(copy.ledger)
        next_bot = any(seat in bots for seat in copy.to_act) and action.seat not in copy.to_act
        final = final or copy.over or next_bot or log.barrier or learnt(could_be, copy)
        ends = ends or copy.over
        if isinstance(could_be.step, Sealed):
            seals = seals or action.seat not in copy.to_act or not any(copy.sealed)
        sure = [copy.rules.score_line(line, copy) for line in copy.ledger[before : log.lines_before]]
        happened = log.events[: log.sure]
        if events is None:
            events, lines = happened, sure
        else:
            events = [event for event in events if event in happened]
            lines = _common(lines, sure)
    return MovePreview(tuple(lines), tuple(events or ()), final, ends, seals, tuple(changes or ()))


def world(view: View, number: int) -> State:
    """One of the positions that the view's seat could be in; the same for the same number."""
    return view.determinize(Stream(number, "preview"))


WORLDS = 4
"""Positions in which the end of the game is tried."""


def at_end(view: View) -> list[ScoreLine]:
    """The lines that the end would add now in each of several positions that the seat could be in."""
    found = view.rules.ended(world(view, 0))
    for number in range(1, WORLDS):
        found = _common(found, view.rules.ended(world(view, number)))
    return found


def ghost(view: View, offer: Offer, show: Show) -> Spot | None:
    """Return how the offer's spot would look after its move; None if that depends on what the seat does not know.

    `show` is what the seat sees now. It works for every game that draws itself: the move is carried out in two
    positions that the seat could be in, and the spot of the same board is read from their drawings.
    """
    found: list[Spot | None] = []
    for number in (0, 1):
        copy = world(view, number)
        copy.apply(offer.action)
        found.append(_there(view.rules.show(copy.view(view.seat), show.lang), offer, show))
        if found[-1] is None or found[-1] != found[0]:
            return None
    return found[0]


def _there(after: Show, offer: Offer, show: Show) -> Spot | None:
    board = show.boards[offer.board]
    same = [one for one in after.boards if (one.title, one.grid) == (board.title, board.grid)]
    return next((spot for one in same[:1] for spot in one.spots if spot.at == offer.at), None)


def _common(first: list[ScoreLine], second: list[ScoreLine]) -> list[ScoreLine]:
    left = list(second)
    found = []
    for line in first:
        if line in left:
            left.remove(line)
            found.append(line)
    return found
