"""How the score goes on from turn to turn: tension. Read at the ends of turns, nothing in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..metrics import Meter, Metric, Watcher, at_end, meter

if TYPE_CHECKING:
    from ..metrics import Value
    from ..rules import Rules
    from ..state import State

MARGIN = Metric(
    name="margin",
    title="margin of the winner",
    group="tension",
    unit="points",
    doc="The highest score less the second highest; 0 where they are equal, whoever wins.",
)
COURSE = (
    Metric(
        name="lead_changes",
        title="changes of the lead",
        group="tension",
        doc="How often the seat that leads alone at the end of a turn is another one than the last that did.",
    ),
    Metric(
        name="drama",
        title="how far behind the later winner was",
        group="tension",
        unit="points",
        doc="The leader's points less the later winner's at the end of each turn but the last, on the average "
        "(after Browne's drama; of several winners the mean).",
    ),
    Metric(
        name="settled",
        title="share of the game left once the winner was ahead for good",
        group="tension",
        kind="rate",
        doc="Turns from the one after which the winner leads alone to the end of the game, as a share of all; 0 where "
        "the last turn or a tie-break decides (decisiveness).",
    ),
    Metric(
        name="half_time_win",
        title="win share of who led at half-time",
        group="tension",
        kind="rate",
        doc="Win share of the seat with most points after half of the turns; of several the mean.",
    ),
    Metric(
        name="leader_gap",
        title="gap between first and second by round",
        group="tension",
        unit="points",
        by="round",
        doc="The highest score less the second highest at the end of each round, the final scoring included at last.",
    ),
)


def gap(scores: Sequence[int]) -> int:
    """The highest score less the second highest; 0 for a seat alone."""
    ordered = sorted(scores, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


def leader(scores: Sequence[int]) -> int:
    """The seat that has most points alone, or -1."""
    most = max(scores)
    return scores.index(most) if scores.count(most) == 1 else -1


class Course(Watcher[Any]):
    """Keeps the scores at the ends of turns and rounds."""

    def __init__(self, state: State) -> None:
        self.scores: list[list[int]] = []
        self.gaps: list[int] = []

    def turn_over(self, state: State) -> None:
        self.scores.append(state.scores.copy())

    def round_over(self, state: State) -> None:
        self.gaps.append(gap(state.scores))

    def values(self, state: State) -> Mapping[str, Value]:
        course = [*self.scores, state.scores]
        winners = state.winners
        return {
            "lead_changes": lead_changes(course),
            "drama": drama(course, winners),
            "settled": settled(course, winners),
            "half_time_win": half_time(course, winners),
            "leader_gap": [*self.gaps, gap(state.scores)],
        }


def lead_changes(course: Sequence[Sequence[int]]) -> int:
    """How often another seat leads alone than the last that did."""
    leaders = [seat for seat in map(leader, course) if seat >= 0]
    return sum(now != before for before, now in pairwise(leaders))


def drama(course: Sequence[Sequence[int]], winners: Sequence[int]) -> float | None:
    """How far the winners were behind before the end, on the average; None in a game of one turn."""
    behind = [max(scores) - scores[seat] for scores in course[:-1] for seat in winners]
    return sum(behind) / len(behind) if behind else None


def settled(course: Sequence[Sequence[int]], winners: Sequence[int]) -> float:
    """The share of the turns that came after the winner went ahead for good."""
    left = 0
    for scores in reversed(course):
        if (leader(scores),) != tuple(winners):
            break
        left += 1
    return max(left - 1, 0) / len(course)


def half_time(course: Sequence[Sequence[int]], winners: Sequence[int]) -> float | None:
    """What of the victory is theirs who had most points after half of the turns; None in a game of one turn."""
    if len(course) < 2 or not winners:
        return None
    scores = course[len(course) // 2 - 1]
    ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return sum(seat in winners for seat in ahead) / len(winners) / len(ahead)


def meters(rules: Rules) -> Sequence[Meter]:
    """The meters of this file."""
    return [at_end([MARGIN], lambda state: {"margin": gap(state.scores)}), meter(COURSE, Course)]
