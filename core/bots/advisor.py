"""The bot that thinks for people: hints and looks back ask the strongest one that is quick enough (`thinker`)."""

from __future__ import annotations

from typing import Any

from ..base.chance import Stream
from ..rules.actions import Action
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.views import View
from . import learned_file, make
from .learned import LearnedBot
from .move_judge import MoveJudge
from .sealed_plans import Plan, stepwise
from .search import Search

RIVALS = 4
"""Moves that a move is compared with, if the game rates moves."""
UNRATED = 11
"""The same if it does not."""
SIMULTANEOUS, USUAL = "1", "3"
"""Rounds that are looked ahead: one in games in which all decide at once, since such a round is long."""
PLANS = 10
"""Plans that are compared in a sealed decision of several steps."""


def thinker(rules: Rules, players: int) -> Any:
    """Return the bot that names the moves worth a closer look: the strongest that rates moves quickly.

    What was learned of the printed rules, or with fewer modules, knows more than nothing about others.
    """
    if rules.game.choices is None:
        return make("novice", rules)
    if next(learned_file.shipped(rules, anyway=True), None) is not None:
        learned = LearnedBot(rules, learned_file.ANYWAY)
        if players in learned.minds:
            return learned
    return make("greedy", rules)


class Adviser:
    """Chooses the moves of a decision that are worth a closer look, and judges them in points."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.bot = thinker(rules, players)
        self.rivals = UNRATED if rules.game.choices is None else RIVALS

    def ranked(self, view: View, stream: Stream) -> list[tuple[Action, float]]:
        """Return the legal actions with what the bot says that they are worth, best first."""
        legal = view.legal()
        found = list(zip(legal, self.bot.worths(view, legal, stream), strict=True))
        if self.rules.game.choices is None:
            stream.shuffle(found)  # most moves bring nothing at once
        return sorted(found, key=lambda one: -one[1])

    def plans(self, view: View, judge: MoveJudge, stream: Stream) -> list[tuple[Plan, float]]:
        """Return the moves that are worth a closer look, each with how much it is rated above or below another.

        A move is a whole plan (`sealed_plans.py`). In a sealed decision of several steps it is rated by all of them.
        """
        if any(stepwise(judge.world(0), judge.seat, action) for action in view.legal()[:1]):
            return [(plan, -behind) for plan, behind in judge.likeliest((), PLANS)]
        return [((action,), worth) for action, worth in self.ranked(view, stream)[: 1 + self.rivals]]

    def judge(self, view: View, stream: Stream) -> MoveJudge:
        """Return a judge of the seat's actions: the bot's own if it has one, or that of search."""
        own = getattr(self.bot, "judge", None)
        if own is not None:
            judge: MoveJudge = own(view, stream)
            return judge
        rounds = SIMULTANEOUS if any(isinstance(node, Sealed) for node in self.rules.nodes) else USUAL
        learned = ("learned", learned_file.ANYWAY) if isinstance(self.bot, LearnedBot) else ()
        return Search(self.rules, "20", rounds, *learned).judge(view, stream)
