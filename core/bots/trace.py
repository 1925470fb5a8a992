"""A skill trace: a bot against itself with half the budget, from the least budget to the whole.

How much a game rewards looking further ahead; one number of it is made as Ludii's metric `SkillTrace` makes it
(Stephenson, Soemers and others, Evaluation/src/metrics/designer in github.com/Ludeme/Ludii).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs

from ..errors import UsageError
from . import parted
from .ladder import Ladder

if TYPE_CHECKING:
    from ..rules import Rules
    from ..simulate import Plan

LEAST = 5
"""No budget is halved below it."""


@attrs.frozen
class Step:
    """A bot that met a weaker one: alone against as many of these as there are other seats, from every seat."""

    strong: str
    weak: str
    doubling: bool
    """Whether it is the same bot with half the budget; else the bot that all begins with."""
    games: int
    wins: float
    """Victories of the stronger one, shared ones in parts."""
    players: int

    @property
    def share(self) -> float:
        """Of the victories."""
        return self.wins / self.games

    @property
    def advantage(self) -> float:
        """The share from what an equal bot would have (0) to all (1); below 0 where it does worse."""
        even = 1 / self.players
        return (self.share - even) / (1 - even)


def budgets(text: str) -> list[str]:
    """The bot with its budget, half of it and so on, the least first: of `search:40:1` five, ten, twenty and forty.

    UsageError where the first setting of the bot is no number, or cannot be halved.
    """
    name, banned = parted(text)
    word, *settings = name.split(":")
    if ".py:" in name or not settings or not settings[0].isdecimal():
        raise UsageError(f"--skill-trace {text}: name a bot with a budget, such as search:40")
    budget = int(settings[0])
    if budget < 2 * LEAST:
        raise UsageError(f"--skill-trace {text}: a budget of {2 * LEAST} or more can be halved")
    found = []
    while budget >= LEAST:
        ends = f"!{','.join(banned)}" if banned else ""
        found.append(":".join([word, str(budget), *settings[1:]]) + ends)
        budget //= 2
    return found[::-1]


def ladder(plan: Plan, rules: Rules, text: str, players: int, seeds: int) -> Ladder:
    """The games of a trace: each budget against the one below it, the least against the game's own word on moves."""
    bots = ["greedy" if rules.game.choices is not None else "random", *budgets(text)]
    casts = tuple((strong, *[weak] * (players - 1)) for weak, strong in pairwise(bots))
    return Ladder(plan=plan, bots=tuple(bots), players=players, seeds=seeds, only=casts)


def steps(planned: Ladder, rows: Sequence[Mapping[str, Any]]) -> list[Step]:
    """How each step went, the weakest first, by games that did not fail; steps without any are left out."""
    found = []
    for number, (strong, weak, *_) in enumerate(planned.only):
        # Beside equal ones the stronger bot sits alone.
        played = [row for row in rows if sorted(row["bots"]) == sorted(planned.only[number])]
        wins = sum(1 / len(row["winners"]) for row in played if row["bots"].index(strong) in row["winners"])
        if played:
            found.append(Step(strong, weak, number > 0, len(played), wins, planned.players))
    return found


def mean_advantage(found: Sequence[Step]) -> float | None:
    """Of the doublings; None where there is none."""
    doublings = [step.advantage for step in found if step.doubling]
    return sum(doublings) / len(doublings) if doublings else None


def skill_trace(found: Sequence[Step]) -> float | None:
    """Ludii's number from 0 to 1: what the next doubling promises, and of the rest the mean advantage.

    A line through the advantages of the doublings says what the next one would bring (kept between 0 and 1); those
    below 0 count as 0 in the mean. Of a single doubling the next one is taken to bring as much.
    """
    gains = [step.advantage for step in found if step.doubling]
    if not gains:
        return None
    count = len(gains)
    middle, mean = (count - 1) / 2, sum(gains) / count
    spread = sum((n - middle) ** 2 for n in range(count))
    slope = sum((n - middle) * (gain - mean) for n, gain in enumerate(gains)) / spread if spread else 0.0
    promised = min(1.0, max(0.0, mean + slope * (count - middle)))
    area = sum(max(gain, 0.0) for gain in gains) / count
    return promised + (1 - promised) * area
