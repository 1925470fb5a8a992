"""A bot that plays the action that the game rates highest, without looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import UsageError

if TYPE_CHECKING:
    from ..actions import Action
    from ..chance import Stream
    from ..rules import Rules
    from ..views import View


class Greedy:
    """Plays the best choice by `rules.choices`; ties are broken by the bot's stream."""

    def __init__(self, rules: Rules) -> None:
        if rules.game.choices is None:
            raise UsageError(
                f"{rules.game.title} says nothing of what a move is worth, so greedy cannot play it"
            )
        self.rules = rules

    def choose(self, view: View, stream: Stream) -> Action:
        """Return an action of the highest worth."""
        found = self.rules.choices(view)
        best = max(choice.worth for choice in found)
        return stream.pick([choice.action for choice in found if choice.worth >= best - 1e-9])
