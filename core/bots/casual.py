"""A bot that plays like a person who does not count: mostly good moves, often not the best, never a poor one."""

from __future__ import annotations

from ..base.chance import Stream
from ..base.errors import UsageError
from ..base.limits import number
from ..rules.actions import Action
from ..rules.ruleset import Rules
from ..rules.views import View
from .human_error import drawn


class Casual:
    """`casual:HEAT`: draws from the better half of the moves, good ones more often, as `rules.choices` rates them.

    A move that is worse than the best by HEAT percent of what separates the best from the middle one is drawn 2.7
    times less often (softmax). So 0 is greedy, and a high heat makes no difference between moves of the better half.
    """

    def __init__(self, rules: Rules, heat: str = "30") -> None:
        if rules.game.choices is None:
            raise UsageError(
                f"{rules.game.title} says nothing of what a move is worth, so casual cannot play it"
            )
        found = number(heat)
        if found is None:
            raise UsageError(f"bot casual: '{heat}' is not a number of percent; write casual:HEAT")
        self.rules = rules
        self.heat = found / 100

    def choose(self, view: View, stream: Stream) -> Action:
        """Return an action of the better half."""
        found = sorted(self.rules.choices(view), key=lambda choice: -choice.worth)
        best, middle = found[0].worth, found[(len(found) - 1) // 2].worth
        width = (best - middle) * self.heat
        if width < 1e-9:
            return stream.pick([choice.action for choice in found if choice.worth >= best - 1e-9])
        half = [choice for choice in found if choice.worth >= middle]
        return half[drawn([choice.worth for choice in half], width, stream)].action
