"""Metrics of choice: how many legal moves there are, how they differ, and what a decision weighs.

What it weighs to a player that looks ahead is what the game's own appraisal says of the moves. That costs more than
playing them at random, so one decision in many is rated. Games with the same luck have the same sample until they part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log2
from typing import Any

from ..rules.actions import Action, Legal
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.teams import sides_of
from .endings import rivals
from .metrics import Course, Meter, Value, Watcher, declared, filled, meter, of_course

BRANCHING = declared("branching", "branching_max", "branching_trend", "real_decisions")
(ENTROPY,) = declared("action_entropy")
GAPS = declared("choice_gap", "choice_range")
EVERY = 500
"""One decision in so many is rated; with which one it begins is left to the luck of the game."""

(WEIGHT,) = declared("decision_weight")
WEIGHT = filled(WEIGHT, every=EVERY)
(INTERACTION,) = declared("interaction")


def branching(state: State, course: Course) -> Mapping[str, Value]:
    """Return the metrics of BRANCHING."""
    counts = course.choices
    number, half = len(counts), len(counts) // 2
    if not number:
        return dict.fromkeys([metric.name for metric in BRANCHING])
    return {
        "branching": sum(counts) / number,
        "branching_max": max(counts),
        "branching_trend": (sum(counts[number - half :]) - sum(counts[:half])) / half if half else None,
        "real_decisions": (number - counts.count(1)) / number,
    }


def variety(state: State, course: Course) -> Mapping[str, Value]:
    """Return the entropy of the kinds of action."""
    return {"action_entropy": entropy([*Counter(map(type, course.actions)).values()])}


class ChoiceGaps(Watcher[Any]):
    """Rates the moves wherever there is a choice."""

    def __init__(self) -> None:
        self.second: list[float] = []
        self.worst: list[float] = []

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        if len(legal) > 1:
            worths = sorted(state.rules.worths(state.view(seat), legal))
            self.second.append(worths[-1] - worths[-2])
            self.worst.append(worths[-1] - worths[0])

    def values(self, state: State) -> Mapping[str, Value]:
        number = len(self.second)
        return {
            "choice_gap": sum(self.second) / number if number else None,
            "choice_range": sum(self.worst) / number if number else None,
        }


class Weighing(Watcher[Any]):
    """Rates moves, and the positions of the other seats before and after, at the sampled decisions."""

    def __init__(self, state: State) -> None:
        self.due: int = next((key for key, _ in state.streams.values()), 0) % EVERY
        self.weights: list[float] = []
        self.taken: list[float] = []
        self.before: Sequence[float] | None = None

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        self.due += EVERY
        if len(legal) < 2:
            return
        worths = state.rules.worths(state.view(seat), legal)
        self.weights.append(max(worths) - sum(worths) / len(worths))
        if state.rules.game.appraise is not None:
            self.before = standing(state)

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        if self.before is None:
            return
        pairs, side = (
            enumerate(zip(self.before, standing(state), strict=True)),
            sides_of(state).side(action.seat),
        )
        self.taken.append(sum(max(was - now, 0.0) for seat, (was, now) in pairs if seat not in side))
        self.before = None

    def values(self, state: State) -> Mapping[str, Value]:
        return {
            "decision_weight": sum(self.weights) / len(self.weights) if self.weights else None,
            "interaction": sum(self.taken) / len(self.taken) if self.taken else None,
        }


def standing(state: State) -> Sequence[float]:
    """Return what the position is worth to each seat in points at the end."""
    if state.over:
        return [float(one) for one in state.standing()]
    return state.rules.totals([state.view(seat) for seat in range(len(state.seats))])


def entropy(counts: Sequence[int]) -> float | None:
    """Return the entropy in bits of these frequencies; None if all are 0."""
    whole = sum(counts)
    # One form alone gives -0.0 otherwise.
    return abs(sum(n / whole * log2(n / whole) for n in counts if n)) if whole else None


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file; those that rate moves only if the game rates them, INTERACTION only if it
    appraises positions, and somebody plays against somebody."""
    found = [of_course(BRANCHING, branching), of_course([ENTROPY], variety)]
    if rules.game.choices is None:
        return found
    weighed = [WEIGHT, INTERACTION] if rules.game.appraise is not None and rivals(rules) else [WEIGHT]
    return [*found, meter(GAPS, lambda state: ChoiceGaps()), meter(weighed, Weighing)]
