"""Metrics of choice: how many legal moves there are, how they differ, and what a decision weighs.

What it weighs to a player that looks ahead is what the game's own appraisal says of the moves. That costs more than
playing them at random, so one decision in many is rated. Games with the same luck have the same sample until they part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from math import log2
from typing import TYPE_CHECKING, Any

from .metrics import Course, Meter, Metric, Watcher, meter, of_course

if TYPE_CHECKING:
    from ..rules.actions import Action, Legal
    from ..rules.events import Log
    from ..rules.ruleset import Rules
    from ..rules.state import State
    from .metrics import Value

choice = partial(Metric, group="choice")
BRANCHING = (
    choice(
        name="branching",
        title="legal moves",
        more="players have more moves to choose from",
        less="players have fewer moves to choose from",
        unit="moves",
        doc="Mean number of legal actions at a decision.",
    ),
    choice(
        name="branching_max",
        title="most legal moves",
        more="the largest choice of moves is larger",
        less="the largest choice of moves is smaller",
        unit="moves",
        doc="Largest number of legal actions at one decision.",
    ),
    choice(
        name="branching_trend",
        title="growth of the legal moves",
        more="the choice of moves grows more during a game",
        less="the choice of moves grows less during a game",
        unit="moves",
        doc="Mean number of legal actions in the second half of the decisions minus that in the first half; with an "
        "odd number of decisions the middle one counts in neither half.",
    ),
    choice(
        name="real_decisions",
        title="decisions with a choice",
        more="more decisions leave a choice",
        less="fewer decisions leave a choice",
        kind="rate",
        doc="Share of the decisions with more than one legal action.",
    ),
)
ENTROPY = choice(
    name="action_entropy",
    title="variety of action kinds",
    more="players use their kinds of action more evenly",
    less="players do the same kind of thing more often",
    unit="bits",
    doc="Entropy of the kinds of action played: 0 if all are of one kind, 1 for two equally frequent kinds.",
)
GAPS = (
    choice(
        name="choice_gap",
        title="best move minus second best",
        more="the best move stands out more",
        less="the best moves are closer to each other",
        unit="points",
        costly=True,
        doc="Difference between the two best moves as rated by `rules.choices`; mean over decisions with a choice.",
    ),
    choice(
        name="choice_range",
        title="best move minus worst",
        unit="points",
        costly=True,
        doc="As `choice_gap`, for the best and the worst move.",
    ),
)
EVERY = 500
"""One decision in so many is rated; with which one it begins is left to the luck of the game."""

WEIGHT = choice(
    name="decision_weight",
    title="best move minus the average move",
    unit="points",
    doc="What the best move is worth more than the mean of all legal ones, as the game rates them (`rules.choices`): "
    f"how much a choice matters. Mean over decisions with a choice in a sample of one decision in {EVERY}.",
    more="choices matter more",
    less="choices matter less",
)
INTERACTION = Metric(
    name="interaction",
    title="points that a decision takes from the others",
    group="tension",
    unit="points",
    doc="Points that other seats' positions lose by a decision and what follows it, as the game appraises them "
    "(`rules.totals`): taken or denied; seats that gain count 0. The sum over the other seats, mean over the sample "
    "of `decision_weight`.",
    more="players take more from each other",
    less="players take less from each other",
)


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
        pairs = enumerate(zip(self.before, standing(state), strict=True))
        self.taken.append(sum(max(was - now, 0.0) for seat, (was, now) in pairs if seat != action.seat))
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
    appraises positions."""
    found = [of_course(BRANCHING, branching), of_course([ENTROPY], variety)]
    if rules.game.choices is None:
        return found
    weighed = [WEIGHT, INTERACTION] if rules.game.appraise is not None else [WEIGHT]
    return [*found, meter(GAPS, lambda state: ChoiceGaps()), meter(weighed, Weighing)]
