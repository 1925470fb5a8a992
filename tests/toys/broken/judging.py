"""Faults of judgements: bots are told other numbers than people, or what their seat cannot know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from tilewright.core.rules.actions import Legal
from tilewright.core.rules.game import Choice
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.views import View
from tilewright.core.rules.weights import weight

from .. import meadow
from .plant import fault, meadow_with
from .secrets import choices_that_rate_all_alike_by_the_bag


@attrs.frozen
class Judgement:
    patience: float = weight(0.0, -1.0, 1.0, "worth of a swap beyond its point")


def _choices(view: View) -> Sequence[Choice]:
    return [
        attrs.evolve(
            choice, worth=choice.worth + view.weights.patience * isinstance(choice.action, meadow.Swap)
        )
        for choice in meadow.choices(view)
    ]


def _appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    return [("points", float(view.scores[seat])), ("swap", 0.5 * (not view.swapped[seat]))]


@fault("judgements", "but choices says")
def worths_that_forget_the_weights() -> Rules:
    def worths(view: View, legal: Legal) -> Sequence[float]:
        return [choice.worth for choice in meadow.choices(view)]

    return meadow_with(weights=Judgement, choices=_choices, worths=worths)


@fault("judgements", "but choices says nothing")
def worths_of_more_moves_than_there_are() -> Rules:
    def worths(view: View, legal: Legal) -> Sequence[float]:
        return [*(choice.worth for choice in meadow.choices(view)), 0.0]

    return meadow_with(worths=worths)


@fault("judgements", "worths gives player1 a move that is not worth a finite number", seats=[2])
def moves_that_are_worth_infinity() -> Rules:
    def choices(view: View) -> Sequence[Choice]:
        return [attrs.evolve(choice, worth=float("-inf")) for choice in meadow.choices(view)]

    return meadow_with(choices=choices)


@fault("judgements", "worths rates the moves of player", games=3)
def worths_that_read_the_bag() -> Rules:
    """`choices` reads it as well, so that the two agree."""

    return choices_that_rate_all_alike_by_the_bag()


@fault("judgements", "but the lines of appraise add up to")
def totals_that_leave_a_line_out() -> Rules:
    def totals(views: Sequence[View]) -> Sequence[float]:
        return [float(points) for points in views[0].scores]

    return meadow_with(appraise=_appraise, totals=totals)


@fault("judgements", "not a finite number for each seat")
def a_feature_of_the_own_seat_alone() -> Rules:
    def features(view: View) -> Mapping[str, Sequence[float]]:
        return {"swaps": [float(view.swapped[view.seat or 0])]}

    return meadow_with(features=features)


@fault("judgements", "that the set-up does not have", every=2)
def features_that_are_named_after_the_position() -> Rules:
    def features(view: View) -> Mapping[str, Sequence[float]]:
        return {f"tiles {len(view.cells)}": [1.0 for _ in view.seats]}

    return meadow_with(features=features)


@fault("judgements", "features tells player", games=3)
def features_that_read_the_bag() -> Rules:
    def features(view: Any) -> Mapping[str, Sequence[float]]:
        return {"luck": [float(sum(view._state.bag[-2:])) for _ in view.seats]}

    return meadow_with(features=features)


@fault("judgements", "changes the state")
def features_that_change_the_state() -> Rules:
    def features(view: Any) -> Mapping[str, Sequence[float]]:
        view.swapped.append(True)
        return {"swaps": [0.0 for _ in view.seats]}

    return meadow_with(features=features)
