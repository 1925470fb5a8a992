"""The points of a match by source and by round, as plain data for the charts of every face.

Points are public in all games, so this reveals nothing, not even in mid-game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..draw.signs import signs

if TYPE_CHECKING:
    from ..play.match import Match


@attrs.frozen
class PointCourse:
    """The points of one match, all tuples of seats in the match's order."""

    seats: tuple[str, ...]
    signs: tuple[str, ...]
    """The players' letters in the drawings of the match; () if the game does not draw."""
    reasons: tuple[str, ...]
    """Keys of the score reasons that have brought or cost points, in the order of the rules."""
    sources: tuple[tuple[int, ...], ...]
    """By reason, the points of each seat."""
    numbers: tuple[int, ...]
    """The numbers of the rounds with decisions so far, from 1."""
    rounds: tuple[tuple[int, ...], ...]
    """By round, the points of each seat at its end or now, or what says in their place who is ahead."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat in all."""
        return tuple(sum(points[seat] for points in self.sources) for seat in range(len(self.seats)))


def course(match: Match) -> PointCourse:
    """Return where the points of this match have come from so far, and how they grew."""
    state, rules = match.state, match.rules
    by_reason: dict[str, list[int]] = {}
    for line in state.score_lines():
        by_reason.setdefault(line.reason, [0] * len(state.seats))[line.seat] += line.amount
    order = [reason.key for reason in rules.reasons]
    reasons = sorted(by_reason, key=order.index)
    ends: dict[int, tuple[int, ...]] = {}
    number: int | None = None
    for before, _ in match.past():
        # What a decision brings belongs to its round, though the next one may have begun with it.
        if number is not None:
            ends[number] = tuple(before.standing())
        number = rules.game.round_of(before)
    if number is not None:
        ends[number] = tuple(state.standing())
    return PointCourse(
        state.seats,
        signs(rules.show(state.view(None))) if rules.game.show is not None else (),
        tuple(reasons),
        tuple(tuple(by_reason[reason]) for reason in reasons),
        tuple(number + 1 for number in sorted(ends)),
        tuple(ends[number] for number in sorted(ends)),
    )
