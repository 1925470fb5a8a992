"""A round robin between bots: every cast plays every rotation of seats under the same seeds; ratings follow from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from math import comb
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import attrs

from ..base import limits
from ..base.chance import Stream
from ..base.errors import UsageError
from ..bots import make
from ..bots.program import Program
from ..play import lifecycle
from ..play.guests import seated
from ..play.lifecycle import Bot
from ..rules.actions import Action
from ..rules.ruleset import Rules
from ..rules.teams import sides
from ..rules.views import View
from . import games as simulate
from . import workers as spread
from .rating import Order, added, evened, fit, intervals, orders
from .wilson import by_block

EVEN = 1.0
"""Number of drawn games added between any two bots, so that a bot that always wins has a finite rating."""


@attrs.frozen(kw_only=True)
class Ladder:
    """The games to play; all that a worker process needs."""

    plan: simulate.SimulationPlan
    """The rules, and the seed of each cast's first block."""
    bots: tuple[str, ...]
    players: int
    seeds: int
    """Blocks of each cast."""
    only: tuple[tuple[str, ...], ...] = ()
    """The casts that play; if empty, every set of the bots."""
    gauntlet: bool = False
    """True if only the sets play that the first bot is in: it meets each of the others."""

    def __attrs_post_init__(self) -> None:
        twice = [bot for bot, times in Counter(self.bots).items() if times > 1]
        if twice:
            raise UsageError(f"a ladder needs different bots; {', '.join(twice)} is named twice")
        if len(self.bots) < 2:
            raise UsageError("a ladder needs two bots or more")
        count = len(self.bots)
        least = count if count >= self.players else count + self.players - 1
        casts = len(self.only) or comb(least, self.players)
        limits.within("a ladder of so many games", casts * self.players * self.seeds, limits.GAMES)

    @property
    def casts(self) -> list[tuple[str, ...]]:
        """The sets of bots that play together; with fewer bots than seats, some bots have several seats."""
        if self.only:
            return list(self.only)
        if len(self.bots) >= self.players:
            # The sets with the first bot come first.
            found = list(combinations(self.bots, self.players))
            return [cast for cast in found if cast[0] == self.bots[0]] if self.gauntlet else found
        every = combinations_with_replacement(self.bots, self.players)
        return [cast for cast in every if set(cast) == set(self.bots)]

    @property
    def seatings(self) -> list[tuple[int, int, tuple[str, ...]]]:
        """Every game in order: (block, seed, bots by seat). A block is one cast in all rotations under one seed.

        All casts play under a seed before the next one, so that half a ladder says something of every bot.
        """
        turned = [[*dict.fromkeys(cast[n:] + cast[:n] for n in range(self.players))] for cast in self.casts]
        seeds = range(self.plan.seed, self.plan.seed + self.seeds)
        return [
            (block, seed, seated)
            for block, (seed, cast) in enumerate(product(seeds, turned))
            for seated in cast
        ]


class Timed:
    """Counts and times a bot's decisions: CPU time of this process, for a program the time that it takes."""

    def __init__(self, bot: Bot) -> None:
        self.bot = seated(bot)
        self.decisions = 0
        self.seconds = 0.0
        self._clock = perf_counter if isinstance(lifecycle.inner(self), Program) else process_time

    def choose(self, view: View, stream: Stream) -> Action:
        began = self._clock()
        action = self.bot.choose(view, stream)
        self.seconds += self._clock() - began
        self.decisions += 1
        return action


def _made(ladder: Ladder) -> tuple[Rules, dict[str, Bot], list[tuple[int, int, tuple[str, ...]]]]:
    rules = ladder.plan.rules()
    return rules, {text: make(text, rules) for text in ladder.bots}, ladder.seatings


def rows(ladder: Ladder, first: int, count: int) -> list[dict[str, Any]]:
    """Play so many games from this number on, in any process; return a row for each, as `simulate` does, with its
    block, its bots by seat, their pace."""
    rules, made, seatings = spread.once(ladder, _made)
    found = []
    for number, (block, seed, cast) in enumerate(seatings[first : first + count], first):
        players = [Timed(made[text]) for text in cast]
        # Several games have the same seed, and each that fails keeps a record of its own.
        failed = str(Path(ladder.plan.failed, f"ladder-{number}"))
        plan = attrs.evolve(ladder.plan, bots=cast, seed=seed, failed=failed)
        row = simulate.one(plan, rules, players, seed)
        row |= {"block": block, "bots": list(cast)}
        row["pace"] = [(player.decisions, player.seconds) for player in players]
        found.append(row)
    return found


def play(ladder: Ladder, workers: int = 1) -> list[dict[str, Any]]:
    """Play all games; return their rows as `rows` does."""
    with spread.local(partial(rows, ladder), workers) as playing:
        return list(playing.rows(0, len(ladder.seatings)))


@attrs.frozen
class Performance:
    """The results of one bot."""

    bot: str
    games: int
    """Number of seats that it had: with more seats than bots, several in a game."""
    wins: float
    """Number of victories, with shared ones in parts."""
    wins_low: float
    wins_high: float
    """95 % interval of the share of victories, over blocks: games with one seed share their luck."""
    mean_score: float
    mean_standing: float
    """Of what says who is ahead; the same as `mean_score` unless the game says otherwise."""
    rating: float
    low: float
    high: float
    """95 % interval of the rating, with infinite ends where the games set no bound; 0 and 0 for the first bot, which is
    the reference."""
    ms: float
    """Milliseconds of CPU per decision."""


def performances(ladder: Ladder, rows: Sequence[Mapping[str, Any]]) -> list[Performance]:
    """Return the bots' results in the order in which they were named, from the rows of games that did not fail. Bots
    without a game are left out.

    One model is fitted to all games together. Intervals are over blocks, and have no end where games set no bound.
    """
    bots = [bot for bot in ladder.bots if any(bot in row["bots"] for row in rows)]
    blocks = blocks_of(rows)
    ratings = fit(bots, added(evened(bots, EVEN), *blocks))
    # The drawn games may pull a rating beyond the end of its interval.
    ends = {
        bot: (min(low, ratings[bot] - 1), max(high, ratings[bot] + 1))
        for bot, (low, high) in intervals(bots, blocks).items()
    }
    found = []
    for bot in bots:
        seats = [(row, n) for row in rows for n, text in enumerate(row["bots"]) if text == bot]
        won = by_seed([row for row, _ in seats], [n for _, n in seats])
        wins_low, wins_high = by_block(won)
        low, high = ends.get(bot, (0.0, 0.0))
        # That of the last game of a run that was killed is not known.
        pace = [row["pace"][n] for row, n in seats if row["pace"]]
        decisions, seconds = (sum(one[at] for one in pace) for at in (0, 1))
        found.append(
            Performance(
                bot,
                len(seats),
                sum(wins for wins, _ in won),
                wins_low,
                wins_high,
                sum(row["scores"][n] for row, n in seats) / len(seats),
                sum(simulate.standing(row)[n] for row, n in seats) / len(seats),
                ratings[bot],
                low,
                high,
                1000 * seconds / max(1, decisions),
            )
        )
    return found


def blocks_of(rows: Iterable[Mapping[str, Any]]) -> list[dict[Order, float]]:
    """Return the orders in which bots finished the games of each block; shared places count in equal parts."""
    blocks: dict[int, dict[Order, float]] = {}
    for row in rows:
        counted = blocks.setdefault(row["block"], {})
        for order, weight in orders(ranked(row)):
            counted[order] = counted.get(order, 0.0) + weight
    return list(blocks.values())


def by_seed(rows: Sequence[Mapping[str, Any]], seats: Sequence[int]) -> list[tuple[float, int]]:
    """Return (victories, games) of each block for the seat of each row; shared victories count in parts."""
    found: dict[int, tuple[float, int]] = {}
    for row, seat in zip(rows, seats, strict=True):
        won, count = found.get(row["block"], (0.0, 0))
        share = simulate.shares(row)[seat]
        found[row["block"]] = (won + share, count + 1)
    return [*found.values()]


def ranked(row: Mapping[str, Any]) -> list[list[str]]:
    """Return the bots by place: the winners, the others by standing, those that forfeited."""
    ahead = simulate.standing(row)
    others = [n for n in range(len(ahead)) if n not in row["winners"]]
    standings = sorted({ahead[n] for n in others}, reverse=True)
    places = [list(row["winners"]), *([n for n in others if ahead[n] == points] for points in standings)]
    lost = [one["seat"] for one in row.get("forfeits", ())]
    placed = lifecycle.placed_last(places, lost, sides(None, len(ahead), losable=True))
    return [[row["bots"][n] for n in place] for place in placed]
