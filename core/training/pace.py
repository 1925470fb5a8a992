"""How long games take on this machine: what minutes come to, and how much time is left while a training goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import ceil, inf

import attrs

from ..base.chance import Stream
from ..bots.features import LearnedValue
from ..bots.learned_moves import Lesson, Mind
from ..rules.actions import Action
from ..rules.events import Log
from ..rules.state import State
from ..rules.views import View
from ..simulation.games import play_out
from . import lookahead
from .arena import Player, Plays, ready
from .budget import Budget, Paces
from .journal import Journal, numbers


class Clock:
    """The time that a training may take. What it shows stands in the journal, so that who goes on stops at the same."""

    def __init__(self, seconds: float = inf) -> None:
        self.whole = self.left = seconds
        self._end = time.monotonic() + seconds

    def start(self, journal: Journal) -> None:
        """Begin to measure; a training that goes on has the time that it had at first."""
        self.whole = self.read(journal, "at the beginning")

    def read(self, journal: Journal, name: str) -> float:
        """Return the seconds that are left."""
        if self.whole < inf:
            self.left = journal.step(f"time {name}", lambda: self._end - time.monotonic(), fits=numbers())
            self._end = time.monotonic() + self.left
        return self.left

    def short(self, journal: Journal, name: str, kept: float) -> bool:
        """Return whether another step as long as the last would leave less than this part of the time."""
        if self.whole == inf:
            return False
        before = self.left
        return 2 * self.read(journal, name) - before < kept * self.whole


ENOUGH = 1.0
"""Seconds of games after which the pace is known."""
MOST = 512
TRIED = 0.05
"""The part of the time that ways to look ahead are tried; those that were not reached are left out."""
LONGEST = 600
"""Minutes up to which it is looked for those with which something would be learned."""
SAMPLE = 4
"""Positions in which each is tried."""


def pace(plays: Plays, hero: Player, usual: Player) -> float:
    """Return the seconds that a game of this bot against others takes, with all workers."""
    games = plays.engine.workers
    while True:
        began = time.perf_counter()
        plays.rows(plays.contest([hero], [usual], games, 0))
        took = time.perf_counter() - began
        if took >= ENOUGH or games >= MOST:
            return took / games
        games = min(MOST, max(2 * games, int(games * ENOUGH / max(took, 1e-3))))


@attrs.define
class Positions:
    """Watches a game, and keeps the positions in which there is a choice."""

    found: list[State] = attrs.field(factory=list)

    def deciding(self, state: State, seat: int) -> View:
        view = state.view(seat)
        if len(view.legal()) > 1:
            self.found.append(state.clone())
        return view

    def log(self) -> None:
        return None

    def decided(self, state: State, action: Action, log: Log | None) -> None: ...


def added(plays: Plays, usual: Player, game: float, seconds: float) -> Iterator[float]:
    """Yield by way to look ahead the seconds that it adds to a game; it ends when they have been tried long enough."""
    rules, seen, until = plays.variant.rules(), Positions(), time.perf_counter() + TRIED * seconds
    play_out(rules, rules.new(plays.players, 0), [ready(rules, usual)] * plays.players, 0, watch=seen)
    for look in lookahead.ways(rules, True):
        mind = Mind(rules, Lesson(value=LearnedValue(rounds=1, points={}), look=look))
        views = [
            view
            for view in (one.view(one.to_act[0]) for one in seen.found)
            if mind.looking(view).candidates > 1
        ]
        took: list[float] = []
        for number, view in enumerate(views[:: max(1, len(views) // SAMPLE)]):
            began = time.perf_counter()
            if look.until == "end":  # half a game for each move
                moves = look.worlds * min(look.candidates, len(view.legal()))
                began -= moves * game * plays.engine.workers / 2
            else:
                mind.choose(view, Stream(number, "pace"))
            took.append(time.perf_counter() - began)
            if time.perf_counter() >= until:
                break
        mean = sum(took) / max(1, len(took))
        yield mean * len(views) / plays.players / plays.engine.workers
        if time.perf_counter() >= until:
            return


def budget(plays: Plays, usual: Player, minutes: float, hero: Player | None = None) -> Budget:
    """Return a budget for so many minutes on this machine, less those in which its pace is measured."""
    began, seconds = time.perf_counter(), 60 * minutes
    rules = plays.variant.rules()
    game = pace(plays, hero or usual, usual)
    paces = Paces(game=game, ways=[*added(plays, usual, game, seconds)])
    spent, weights = time.perf_counter() - began, len(rules.weights.declared())
    found = Budget.of(seconds - spent, paces, weights, plays.players)
    if not found.learns:  # the pace is measured anew with each training, so they are about as many
        more = range(ceil(minutes) + 1, LONGEST)
        enough = (n for n in more if Budget.of(60 * n - spent, paces, weights, plays.players).learns)
        return attrs.evolve(found, enough=next(enough, 0))
    every = len([*lookahead.ways(rules, True)])
    return attrs.evolve(found, ways=None) if found.ways == every else found
