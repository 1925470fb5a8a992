"""The course of one training: its settings, and what it needs to play."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

from ..base.chance import mix
from ..bots.learned_file import LearnedPlay, WinShare, words
from ..bots.learned_moves import DEFAULTS, Lesson
from ..rules.ruleset import Rules
from .arena import Player, Plays
from .budget import Budget
from .journal import Journal
from .pace import Clock

P = TypeVar("P", bound=Player)

USUAL, LEAST = "greedy", "random"


@attrs.frozen
class TrainingPart:
    """A part of the training that is done."""

    said: str
    """What has been learned."""
    games: int
    """From how many games, in all parts so far."""
    share: WinShare | None
    """How well it plays now; None if nothing could be learned."""


@attrs.frozen(kw_only=True)
class TrainingCourse:
    """The settings of one training: rules, players, budget, seed, start, and the means to play."""

    rules: Rules
    players: int
    budget: Budget
    seed: int
    begin: Lesson = DEFAULTS
    """What is known already, from fewer players or without a module say: the search for weights begins there."""
    begun: str = ""
    """The file with what is known, for the command that repeats the training."""
    against: str = ""
    """The only opponent of an adversary (`exploit`); "" for a bot that is to win against all kinds of players."""
    plays: Plays
    journal: Journal
    clock: Clock = attrs.field(factory=Clock)
    """How long it may take. If time runs short, less is played than the budget says; what is learned says how much."""
    note: Callable[[TrainingPart], None] = lambda done: None
    """Called when a part of the training is done."""
    keep: Callable[[LearnedPlay], None] = lambda best: None
    """Called with the best that is known whenever that is something new, marked as unfinished."""

    @property
    def usual(self) -> Player:
        """The bot that everything is compared with."""
        return self.against or usual_of(self.rules)

    def rivals(self, *others: Player) -> list[Player]:
        """Return the opponents: the usual bot, and these unless one bot alone is to be beaten."""
        return distinct([self.usual, *([] if self.against else others)])

    @property
    def command(self) -> str:
        """The command that learns exactly the same, on any machine."""
        how = ["--players", str(self.players), "--budget", str(self.budget), "--seed", str(self.seed)]
        how += ["--begin", self.begun] if self.begun else []
        how += ["--against", self.against] if self.against else []
        return shlex.join(["tilewright", "train", *words(self.rules), *how])

    def key(self, purpose: int) -> int:
        return mix(mix(self.seed, self.players), purpose)


def usual_of(rules: Rules) -> str:
    """Return the bot that everything is compared with."""
    return USUAL if rules.game.choices is not None else LEAST


def distinct(some: Sequence[P]) -> list[P]:
    found: list[P] = []
    for one in some:
        if one not in found:
            found.append(one)
    return found
