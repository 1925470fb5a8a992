"""Budgets: the number of games in each part of training, from minutes and the pace of this machine, or as written.

The same budget and seed give the same bot on every machine; minutes alone do not, since machines differ. So a file
states the budget that its minutes came to.
"""

from __future__ import annotations

import re
import time
from math import log

import attrs

from ..base.errors import UsageError
from .arena import Player, Plays

FORM = re.compile(r"(\d{1,6})x(\d{1,6}),(\d{1,3})x(\d{1,6}),(\d{1,6}),(\d{1,6})")
WEIGHTS, VALUES, LOOKS, CHECKS = 0.5, 0.15, 0.25, 0.1
"""The parts of the time; the first goes to the third if a game has no weights."""
ROUNDS = 6
DEEP = 3.0
"""A game in which a bot looks ahead takes about so many times as long as one of greedy."""


def population(weights: int) -> int:
    """Number of sets of weights in a generation (Hansen 2016)."""
    return 4 + int(3 * log(weights)) if weights else 0


@attrs.frozen(kw_only=True)
class Budget:
    """`30x24,3x200,40,400`: written in this order."""

    generations: int
    """Of weights; 0 leaves the defaults."""
    games: int
    """For each set of weights in a generation."""
    rounds: int
    """Of learning values; 0 learns none, and looks not ahead."""
    samples: int
    """Games of each round."""
    looks: int
    """Games for each way to look ahead, in the first comparison of many."""
    checks: int
    """Games of each final measurement."""

    @classmethod
    def read(cls, text: str, flag: str = "--budget") -> Budget:
        """UsageError if the text is not a budget."""
        form = FORM.fullmatch(text.strip())
        if form is None:
            raise UsageError(
                f"{flag} {text}: write GENERATIONSxGAMES,ROUNDSxGAMES,LOOKS,CHECKS, for example 30x24,3x200,40,400"
            )
        numbers = dict(zip((field.name for field in attrs.fields(cls)), map(int, form.groups()), strict=True))
        found = cls(**numbers)
        if not found.looks or not found.checks or (found.generations and not found.games):
            raise UsageError(
                f"{flag} {text}: without games nothing can be compared; write at least 1 for each"
            )
        return found

    @classmethod
    def of(cls, seconds: float, pace: float, weights: int, players: int) -> Budget:
        """Return a budget for so much time; `pace` is the seconds of a game of the usual bot with all workers."""
        whole = max(seconds, 1.0) / max(pace, 1e-6)
        each = population(weights)
        tuning = WEIGHTS * whole if each else 0.0
        values = (VALUES + (0.1 if not each else 0.0)) * whole / 1.5
        looks = (LOOKS + (0.3 if not each else 0.0)) * whole / DEEP
        checks = CHECKS * whole / DEEP / 2
        # Few generations learn nothing, and few games say nothing: both grow together.
        games = min(96, max(6, int((tuning / each / 4) ** 0.5))) if each else 0
        games += -games % players
        return cls(
            generations=max(2, int(tuning / each / games)) if each else 0,
            games=games,
            rounds=ROUNDS,
            samples=min(2000, max(8, int(values / ROUNDS))),
            looks=_seats(min(600, max(4, int(looks / (140 if each else 70)))), players),
            checks=_seats(min(1000, max(20, int(checks))), players),
        )

    def __str__(self) -> str:
        return f"{self.generations}x{self.games},{self.rounds}x{self.samples},{self.looks},{self.checks}"


def _seats(games: int, players: int) -> int:
    """So many games that every seat has as many."""
    return games + -games % players


ENOUGH = 1.0
"""Seconds of games after which the pace is known."""
MOST = 512


def pace(plays: Plays, usual: Player) -> float:
    """Return the seconds that a game of this bot against itself takes, with all workers."""
    games = plays.players * plays.engine.workers
    while True:
        began = time.perf_counter()
        plays.rows(plays.contest([usual], [usual], games, 0))
        took = time.perf_counter() - began
        if took >= ENOUGH or games >= MOST:
            return took / games
        games = min(MOST, max(2 * games, int(games * ENOUGH / max(took, 1e-3))))


def budget(plays: Plays, usual: Player, minutes: float) -> Budget:
    """Return a budget for so many minutes on this machine."""
    weights = len(plays.variant.rules().weights.declared())
    return Budget.of(60 * minutes, pace(plays, usual), weights, plays.players)
