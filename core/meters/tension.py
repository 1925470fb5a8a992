"""Metrics of tension: the course of the scores, read only at the ends of turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.teams import sides_of
from .endings import counted, rivals
from .metrics import Course, Meter, Value, at_end, declared, of_course

(MARGIN,) = declared("margin")
COURSE = declared("lead_changes", "drama", "decisiveness", "half_time_win", "leader_gap")
LAST = declared("comeback", "last_round")


def gap(scores: Sequence[int]) -> int:
    """Return the highest score minus the second highest; 0 in a solo game."""
    ordered = sorted(scores, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


def margin(state: State) -> Mapping[str, Value]:
    """Return the gap between the two best sides."""
    sides = sides_of(state)
    best = [state.standing()[side[0]] for side in sides.groups]
    return {"margin": gap(best) if sides.rivals else None}


def leaders(course: Sequence[Sequence[int]]) -> list[int]:
    """Return the seat that alone has the most points, or -1, at the end of each turn."""
    return [
        scores.index(most) if scores.count(most) == 1 else -1
        for scores, most in zip(course, map(max, course), strict=True)
    ]


def tension(state: State, course: Course) -> Mapping[str, Value]:
    """Return the metrics of COURSE and LAST, of sides in the place of seats; nothing where all play together."""
    sides = sides_of(state)
    if not sides.rivals:
        return dict.fromkeys([metric.name for metric in (*COURSE, *LAST)])
    ends = [scores for _, _, scores in course.turns]
    # The end of the last turn is the final position.
    scores = [*(ends[:-1] if state.over else ends), state.standing()]
    winners: Sequence[int] = state.winners
    if sides.teams:
        heads = [side[0] for side in sides.groups]
        scores = [[now[seat] for seat in heads] for now in scores]
        ends = [[now[seat] for seat in heads] for now in ends]
        winners = sorted({sides.of[seat] for seat in winners})
    ahead, behind = leaders(scores), deficits(scores, winners)
    rounds = [ends[turns - 1] for turns in course.rounds]
    return {
        "lead_changes": lead_changes(ahead),
        "drama": drama(behind),
        "decisiveness": settled(ahead, winners),
        "half_time_win": half_time(scores, winners),
        "leader_gap": [*map(gap, rounds), gap(scores[-1])],
        "comeback": comeback(behind),
        "last_round": overturned(rounds[-1], winners) if rounds else None,
    }


def lead_changes(ahead: Sequence[int]) -> int:
    """Count how often the sole leader is not the previous sole leader."""
    known = [seat for seat in ahead if seat >= 0]
    return sum([now != before for before, now in pairwise(known)])


def deficits(course: Sequence[Sequence[int]], winners: Sequence[int]) -> list[list[int]]:
    """Return by winner how far it was behind at the end of each turn before the last; empty in a game of one turn."""
    most = [*map(max, course[:-1])]
    return [
        [top - scores[seat] for top, scores in zip(most, course, strict=False)] for seat in winners if most
    ]


def drama(behind: Sequence[Sequence[int]]) -> float | None:
    """Return how far the winners were behind, on average."""
    return sum(map(sum, behind)) / sum(map(len, behind)) if behind else None


def comeback(behind: Sequence[Sequence[int]]) -> float | None:
    """Return the most that the winners were behind, on average."""
    return sum(map(max, behind)) / len(behind) if behind else None


def overturned(scores: Sequence[int], winners: Sequence[int]) -> float:
    """Return 1 if other seats win than those that had the most points, else 0."""
    most = max(scores)
    return float([seat for seat, score in enumerate(scores) if score == most] != sorted(winners))


def settled(ahead: Sequence[int], winners: Sequence[int]) -> float:
    """Return the share of the turns that came after the winner took the lead for good."""
    left = 0
    for leader in reversed(ahead):
        if (leader,) != tuple(winners):
            break
        left += 1
    return max(left - 1, 0) / len(ahead)


def half_time(course: Sequence[Sequence[int]], winners: Sequence[int]) -> float | None:
    """Return the win share of the leaders after half of the turns; None in a game of one turn."""
    if len(course) < 2 or not winners:
        return None
    scores = course[len(course) // 2 - 1]
    ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return sum(seat in winners for seat in ahead) / len(winners) / len(ahead)


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file; none where nobody plays against anybody."""
    if not rivals(rules):
        return []
    return [
        at_end(counted(rules, [MARGIN]), margin),
        of_course(counted(rules, (*COURSE, *LAST)), tension),
    ]
