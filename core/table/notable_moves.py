"""The moves of a finished match that cost most, for its replay: `Review` of everyone whose moves the eyes may judge.

A review of a player says what that player could have done, and so what they held. A player's eyes therefore get a
review of that player alone, the referee's one of everyone, and the spectator's one of everyone without the decisions
at which the player knew more than the spectator.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from ..base.cpu_time import cpu_seconds
from ..text.seat_names import REFEREE
from .review import Review, judgeable

if TYPE_CHECKING:
    from .puzzle import Puzzle
    from .replay_walk import Walk

SECONDS = 10.0
"""CPU seconds of all reviews together, unless the caller wants another number."""


@attrs.frozen
class Notable:
    """The moves that were found."""

    puzzles: tuple[Puzzle, ...]
    """The costliest decisions, in the order of the match."""
    looked: int
    decisions: int
    """Decisions with a choice, and how many of them were judged."""
    private: bool
    """Decisions were left out because the eyes are the spectator's."""

    @property
    def numbers(self) -> list[int]:
        """The numbers of the decisions."""
        return [puzzle.number for puzzle in self.puzzles]


def reviewed(walk: Walk) -> tuple[int, ...]:
    """Return the seats whose moves may be looked back at with these eyes.

    None while the match goes on, in a copy (it is played in positions that were made up for its reader, except those of
    the reader's own seat), and in a game that says nothing of points.
    """
    match, eyes = walk.match, walk.eyes
    if not match.over or not judgeable(match):
        return ()
    if walk.shared or isinstance(eyes, int):
        return (eyes,) if isinstance(eyes, int) else ()
    return tuple(range(len(walk.seats)))


def look(walk: Walk, seconds: float = SECONDS) -> Iterator[float | Notable]:
    """Yield the share of the time that is spent, after each small piece of work, and at last what was found.

    `seconds` are CPU seconds of this thread, shared out among the seats.
    """
    seats, spent = reviewed(walk), 0.0
    reviews = [Review(walk.match, seat) for seat in seats]
    for n, review in enumerate(reviews):
        end = spent + (seconds - spent) / (len(reviews) - n)
        began = cpu_seconds() - spent
        for share in review.steps():
            now = cpu_seconds() - began
            yield min(1.0, max(now / seconds if seconds else 1.0, (n + share) / len(reviews)))
            if now > end:
                break
        spent = cpu_seconds() - began
    found = [puzzle for review in reviews for puzzle in review.puzzles]
    kept = [puzzle for puzzle in found if not private(walk, puzzle)]
    yield Notable(
        tuple(sorted(kept, key=lambda puzzle: puzzle.number)),
        sum(review.looked for review in reviews),
        sum(review.decisions for review in reviews),
        len(kept) < len(found),
    )


def private(walk: Walk, puzzle: Puzzle) -> bool:
    """Return whether the decision's player knew something then that a spectator did not know."""
    if walk.eyes in (REFEREE, puzzle.seat):
        return False
    at = next(n for n, step in enumerate(walk.steps) if step.number == puzzle.number)
    own, other = walk.state(at).view(puzzle.seat).to_dict(), walk.state(at).view(None).to_dict()
    # What was sealed has been revealed since.
    return any(own[key] != other[key] for key in own if key not in ("seat", "sealed", "to_act"))
