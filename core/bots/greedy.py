"""A bot that plays the action that the game rates highest, without looking ahead."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.chance import Stream
from ..base.errors import UsageError
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.views import View


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
        legal = view.legal()
        return legal[best(self.rules.worths(view, legal), stream)]

    def worths(self, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
        """Return what the game says that these actions are worth."""
        return self.rules.worths(view, legal)


def best(worths: Sequence[float], stream: Stream, slack: float = 1e-9) -> int:
    """Return the index of a highest worth, or of one that is lower by `slack` at most; the stream picks among these."""
    least = max(worths) - slack
    found = [n for n, worth in enumerate(worths) if worth >= least]
    return stream.pick(found)
