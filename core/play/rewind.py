"""Going back when everyone agrees: over draws, reveals, turns and other seats' decisions.

A match can go back to any decision still in force, but not into an open sealed one: some seats would keep secret steps
that others have seen revealed. A whole round of secret decisions is taken back together, or not at all.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..base.errors import UsageError
from ..rules.events import Log

if TYPE_CHECKING:
    from ..rules.state import State
    from .match import Match


def before(match: Match, seat: int) -> int | None:
    """Return the decision to which `Match.back` must go to take back the seat's last one that stands, or 0.

    None if nothing of this seat stands that can be taken back.
    """
    last = max((n for n, played in enumerate(match.played) if played.seat == seat), default=-1)
    for count in range(last, -1, -1):
        if not _open(match, count):
            return match.played[count - 1].number if count else 0
    return None


def kept(match: Match, number: int) -> int:
    """Count the decisions that stand after `Match.back(number)`; UsageError if it cannot go there."""
    if match.over:
        raise UsageError("back: the match is over, and its end has shown what was hidden")
    numbers = [0, *(played.number for played in match.played)]
    if number not in numbers:
        raise UsageError(f"back: there is no decision {number} that stands; the last one is {numbers[-1]}")
    count = numbers.index(number)
    if count == len(match.played):
        raise UsageError(f"back: nothing has been decided after decision {number}")
    if _open(match, count):
        raise UsageError(
            f"back: secret steps are still waiting after decision {number}; they are taken back together, or not at all"
        )
    return count


def position(match: Match, count: int) -> State:
    """Return the position after the first `count` decisions that stand; fewer than there are."""
    return next(islice(match.past(), count, None))[0]


def script(match: Match, count: int) -> Log:
    """Return what was left of the script of chance after the first `count` decisions that stand."""
    left = Log(match.set_up.left())
    for played in match.played[:count]:
        for outcome in played.log.outcomes:
            left.scripted(outcome.source, list)
    return left


def _open(match: Match, count: int) -> bool:
    """Return True if sealed steps wait for their reveal after so many decisions."""
    if count == 0:
        return match.begun_sealed
    last = match.played[count - 1]
    return last.sealed and not last.log.barrier
