"""Budgets: the number of games in each part of training, from minutes and the pace of this machine, or as written.

The same budget and seed give the same bot on every machine; minutes alone do not, since machines differ. So a file
states the budget that its minutes came to, or what was played of it if time ran short.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log

import attrs

from ..base.errors import UsageError
from . import lookahead

FORM = re.compile(
    r"(?:(\d{1,6})/)?(\d{1,6})x(\d{1,6}),(\d{1,3})x(\d{1,6}),(?:(\d{1,3})x)?(\d{1,6}),(?:(\d{1,6})/)?(\d{1,6})"
)
CHECKS = 0.15
"""The part of the time that measurements get."""
ROUNDS, LOOKED, SAMPLES = 6, 6, 40
"""Rounds of values, games for each way to look ahead that are worth playing, and those of a round, before there are
more rounds."""


def population(weights: int) -> int:
    """Number of sets of weights in a generation (Hansen 2016)."""
    return 4 + int(3 * log(weights)) if weights else 0


@attrs.frozen(kw_only=True)
class Paces:
    """Seconds of a game on this machine, with all workers."""

    game: float
    """Of one with a bot that does not look ahead."""
    ways: Sequence[float] = ()
    """What a player adds to it who looks ahead, by way; ways after the first that took too long are not among them."""


@attrs.frozen(kw_only=True)
class Budget:
    """`30x24,3x200,40,400` or `17/30x24,3x200,9x40,520/400`: written in this order."""

    stopped: int | None = None
    """After so many of the generations time ran short."""
    generations: int
    """Of weights; 0 leaves the defaults."""
    games: int
    """For each set of weights in a generation."""
    rounds: int
    """Of learning values; 0 learns none, and looks not ahead."""
    samples: int
    """Games of each round."""
    ways: int | None = None
    """The number of ways to look ahead that are compared, the plainest first; None for all."""
    looks: int
    """Games for each way to look ahead, in the first comparison of many."""
    measured: int | None = None
    """Games of each final measurement, if there was time for more than planned, or for fewer."""
    checks: int
    """Those that were planned; each in between has a quarter of them."""
    enough: int = attrs.field(default=0, eq=False)
    """If it learns nothing, about how many minutes would do on this machine, where that is known. It is not written."""

    @property
    def learns(self) -> bool:
        """True if weights or values are learned."""
        return bool(self.generations or self.rounds)

    @classmethod
    def read(cls, text: str, flag: str = "--budget") -> Budget:
        """UsageError if the text is not a budget."""
        form = FORM.fullmatch(text.strip())
        if form is None:
            raise UsageError(
                f"{flag} {text}: write GENERATIONSxGAMES,ROUNDSxGAMES,LOOKS,CHECKS, for example 30x24,3x200,40,400"
            )
        given = [int(number) if number else None for number in form.groups()]
        found = cls(**dict(zip((field.name for field in attrs.fields(cls)), given, strict=False)))
        least = (found.looks, found.checks, found.games if found.generations else 1)
        if 0 in (*least, found.stopped, found.ways, found.measured):
            raise UsageError(
                f"{flag} {text}: without games nothing can be compared; write at least 1 for each"
            )
        return found

    @classmethod
    def of(cls, seconds: float, paces: Paces, weights: int, players: int) -> Budget:
        """Return a budget for so much time. A part that is too dear for it is left out."""
        seconds = max(0.0, seconds)  # the pace alone may have taken longer
        each, game = population(weights), max(paces.game, 1e-6)
        values, looks = parts(weights)
        policies = 1 + bool(each)
        # What one game for each way costs, in all stages of all comparisons.
        ways, unit = 0, game * lookahead.halving(policies + 1, 2)
        for count in range(1, len(paces.ways) + 1):
            mean = game + sum(paces.ways[:count]) / count
            cost = mean * (policies * lookahead.halving(count + 1, 1) + lookahead.halving(policies + 1, 2))
            if max(LOOKED, players) * cost <= looks * seconds:
                ways, unit = count, cost
        if not ways:
            values, looks = 0.0, CHECKS
        tuning = (1 - CHECKS - values - looks) * seconds / game if each else 0.0
        # Few generations learn nothing, and few games say nothing: both grow together.
        games = even(min(96, max(6, int((tuning / each / 4) ** 0.5))), players) if each else 0
        generations = int(tuning / each / games) if each else 0
        if each and generations < 2:
            return cls.of(seconds, paces, 0, players)
        # Three seats of four look ahead, in all rounds but the first.
        plain = game + 0.75 * players * (paces.ways[0] if ways else 0.0)
        rounds = 1 + max(0, min(ROUNDS - 1, int((values * seconds / SAMPLES - game) / plain)))
        dearest = game + max(paces.ways[:ways], default=0.0)
        samples = int(values * seconds / (game + (rounds - 1) * plain))
        checks = int(CHECKS * seconds / (2 * dearest + 1.75 * game))
        return cls(
            generations=generations,
            games=games,
            rounds=rounds if ways else 0,
            samples=min(2000, max(8, samples)) if ways else 0,
            ways=ways or None,
            looks=even(min(600, int(looks * seconds / unit)), players),
            checks=even(min(1000, checks), players),
        )

    def shortened(self, part: float, players: int, every: int) -> Budget:
        """Return the budget with this part of the games in which ways to look ahead are compared, or with more.

        If less than a game for each seat is left, fewer of the ways are compared, of `every` one that there is.
        """
        looks = part * self.looks
        ways = max(1, int((self.ways or every) * looks / players)) if looks < players else self.ways
        return attrs.evolve(self, ways=ways, looks=even(min(600, int(looks)), players))

    def __str__(self) -> str:
        stopped = f"{self.stopped}/" if self.stopped is not None else ""
        ways = f"{self.ways}x" if self.ways is not None else ""
        measured = f"{self.measured}/" if self.measured is not None else ""
        tuned = f"{stopped}{self.generations}x{self.games}"
        return f"{tuned},{self.rounds}x{self.samples},{ways}{self.looks},{measured}{self.checks}"

    @property
    def tuned(self) -> int:
        """Number of generations that are played."""
        return self.generations if self.stopped is None else self.stopped


def parts(weights: int) -> tuple[float, float]:
    """Return the parts of the time for values and for ways to look ahead; weights, if any are tuned, get the most."""
    return (0.15, 0.25) if weights else (0.25, 0.6)


def even(games: int, players: int) -> int:
    """Return so many games, and at least one, that every seat has as many."""
    games = max(1, games)
    return games + -games % players
