"""Metrics of what a decision weighs to a player that looks ahead, at a sample of decisions.

The game's own appraisal rates the moves. That costs more than playing them at random, so one decision in many is
rated. Games with the same luck have the same sample until they part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .metrics import Meter, Metric, Watcher, meter

if TYPE_CHECKING:
    from ..rules.actions import Action, Legal
    from ..rules.events import Log
    from ..rules.ruleset import Rules
    from ..rules.state import State
    from .metrics import Value

EVERY = 500
"""One decision in so many is rated; with which one it begins is left to the luck of the game."""

WEIGHT = Metric(
    name="decision_weight",
    title="best move minus the average move",
    group="choice",
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


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meter of this file, if the game rates moves; INTERACTION only if it appraises positions."""
    if rules.game.choices is None:
        return []
    return [meter([WEIGHT, INTERACTION] if rules.game.appraise is not None else [WEIGHT], Weighing)]
