"""Metrics of viability and balance: the length of a game and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from ..rules.ruleset import Rules
from ..rules.state import State
from .metrics import Course, Meter, Metric, Value, at_end, declared, of_course

(TIES,) = declared("ties")
LENGTH = declared("turns", "decisions", "rounds", "turns_taken")
STANDING = declared("score", "place", "win", "score_range")
(AHEAD,) = declared("standing")
(SEAT_GAP,) = declared("seat_gap")
FIRST = declared("first_win", "first_lead")


def counted(rules: Rules, metrics: Iterable[Metric]) -> list[Metric]:
    """Return the metrics of who is ahead, in the unit in which the game says so."""
    unit = rules.counted()
    return [attrs.evolve(one, unit=unit) if unit and one.unit == "points" else one for one in metrics]


def told(rules: Rules) -> list[Metric]:
    """Return the values by seat at the end; no score where nothing but a start position gives points."""
    if rules.game.standing is None:
        return [*STANDING]
    own = attrs.evolve(AHEAD, title=rules.counted())
    score, *others = STANDING
    return [own, *([score] if len(rules.reasons) > 1 else ()), *counted(rules, others)]


def win_shares(state: State) -> list[float]:
    """Return each seat's share of the victory."""
    winners = state.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(state.seats))]


def length(state: State, course: Course) -> Mapping[str, Value]:
    """Return the length of the game, and the turns that ended with a decision of each seat."""
    taken = [0] * len(state.seats)
    for _, end, _ in course.turns:
        taken[course.actions[end - 1].seat] += 1
    return {
        "turns": state.turns,
        "decisions": len(course.actions),
        "rounds": 1 + len(course.rounds),
        "turns_taken": taken,
    }


def of_first(state: State, course: Course) -> Mapping[str, Value]:
    """Return the metrics of FIRST."""
    first = course.first
    if first < 0:
        return dict.fromkeys([metric.name for metric in FIRST])
    ahead = state.standing()
    others = [one for seat, one in enumerate(ahead) if seat != first]
    lead = ahead[first] - sum(others) / len(others) if others else None
    return {"first_win": win_shares(state)[first], "first_lead": lead}


def standing(state: State, course: Course) -> Mapping[str, Value]:
    """Return scores, places and win shares; for SEAT_GAP the shares in the order of play."""
    places, before = [0] * len(state.seats), 1
    for tied in state.ranking():
        for seat in tied:
            places[seat] = before
        before += len(tied)
    wins, ahead = win_shares(state), state.standing()
    return {
        "score": list(state.scores),
        "standing": list(ahead),
        "place": places,
        "win": wins,
        "seat_gap": course.in_order(wins),
        "score_range": max(ahead) - min(ahead),
    }


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file."""
    return [
        at_end([TIES], lambda state: {"ties": float(len(state.winners) > 1)}),
        of_course(LENGTH, length),
        of_course([*told(rules), SEAT_GAP], standing),
        of_course(counted(rules, FIRST), of_first),
    ]
