"""A skill trace: a bot against itself with half the budget, from the least budget to the whole.

It shows how much a game rewards looking further ahead. One number is computed like Ludii's metric `SkillTrace`
(Stephenson, Soemers and others, Evaluation/src/metrics/designer in github.com/Ludeme/Ludii).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import linear_regression
from typing import Any

import attrs

from ..base import limits
from ..base.errors import UsageError
from ..bots import parted
from ..bots.human_error import warmth
from ..rules.ruleset import Rules
from .games import SimulationPlan
from .ladder import Ladder, by_seed
from .wilson import by_block

LEAST = 5
"""The smallest budget; none is halved below it."""


@attrs.frozen
class TraceStep:
    """The games of one strong bot against weaker ones in all other seats, from every seat."""

    strong: str
    weak: str
    doubling: bool
    """Whether the weak bot is the strong one with half the budget; if not, it is the bot that the trace begins with."""
    games: int
    wins: float
    """Number of victories of the strong bot, with shared ones in parts."""
    players: int
    sure: tuple[float, float] = (0.0, 1.0)
    """95 % interval of the share, over blocks: games with one seed share their luck."""

    @property
    def share(self) -> float:
        """The strong bot's share of the victories."""
        return self.wins / self.games

    @property
    def advantage(self) -> float:
        """The share on a scale from that of an equal bot (0) to all victories (1); below 0 if it is even smaller."""
        even = 1 / self.players
        return (self.share - even) / (1 - even)


def budgets(text: str) -> list[str]:
    """Return the bot with its budget, half of it and so on, smallest first: for `search:40:1` 5, 10, 20 and 40.

    UsageError if the bot's first setting is not a number, or too small to be halved.
    """
    whole, banned = parted(text)
    name, _ = warmth(whole)
    error = whole.removeprefix(name)
    word, *settings = name.split(":")
    budget = limits.number(settings[0]) if settings else None
    if ".py:" in name or budget is None:
        raise UsageError(f"--skill-trace {text}: name a bot with a budget, such as search:40")
    if budget < 2 * LEAST:
        raise UsageError(
            f"--skill-trace {text}: the budget must be {2 * LEAST} or more, so that it can be halved"
        )
    found = []
    while budget >= LEAST:
        ends = f"!{','.join(banned)}" if banned else ""
        found.append(":".join([word, str(budget), *settings[1:]]) + error + ends)
        budget //= 2
    return found[::-1]


def ladder(plan: SimulationPlan, rules: Rules, text: str, players: int, seeds: int) -> Ladder:
    """Return the games of a trace: each budget against the next smaller one, the smallest against greedy or random."""
    bots = ["greedy" if rules.game.choices is not None else "random", *budgets(text)]
    casts = tuple((strong, *[weak] * (players - 1)) for weak, strong in pairwise(bots))
    return Ladder(plan=plan, bots=tuple(bots), players=players, seeds=seeds, only=casts)


def steps(planned: Ladder, rows: Sequence[Mapping[str, Any]]) -> list[TraceStep]:
    """Return the steps, weakest first, from the games that did not fail; steps without games are left out."""
    found = []
    for number, (strong, weak, *_) in enumerate(planned.only):
        # There is one strong bot; all others are equal.
        played = [row for row in rows if sorted(row["bots"]) == sorted(planned.only[number])]
        if not played:
            continue
        blocks = by_seed(played, [row["bots"].index(strong) for row in played])
        wins = sum(won for won, _ in blocks)
        found.append(
            TraceStep(strong, weak, number > 0, len(played), wins, planned.players, by_block(blocks))
        )
    return found


def mean_advantage(found: Sequence[TraceStep]) -> float | None:
    """Return the mean advantage of the doublings; None if there are none."""
    doublings = [step.advantage for step in found if step.doubling]
    return sum(doublings) / len(doublings) if doublings else None


def skill_trace(found: Sequence[TraceStep]) -> float | None:
    """Return Ludii's number from 0 to 1: p + (1 - p) * mean advantage, where p is the predicted next advantage.

    p lies on a line through the advantages of the doublings, kept between 0 and 1; with a single doubling it is that
    doubling's advantage. Advantages below 0 count as 0 in the mean. None without doublings.
    """
    gains = [step.advantage for step in found if step.doubling]
    if not gains:
        return None
    count = len(gains)
    slope, begin = linear_regression(range(count), gains) if count > 1 else (0.0, gains[0])
    promised = min(1.0, max(0.0, begin + slope * count))
    area = sum(max(gain, 0.0) for gain in gains) / count
    return promised + (1 - promised) * area
