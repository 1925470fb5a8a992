"""Says in points how each action of one decision does: its lead at the end of the same simulations as all others.

Unlike the tree of `search`, which learns from one simulation for the next, these are independent of each other. So the
mean of their differences has an honest standard error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import attrs

from ..restrictions import lead
from .outlook import Outlook

if TYPE_CHECKING:
    from ..actions import Action
    from ..state import State

OTHERS = "others"
"""The part of a lead that the best other seat has."""
SCORE = "points"
"""The label under which games appraise the score so far; it is taken apart by reason."""


@attrs.frozen
class Judged:
    """One action with the seat's lead over the best other seat, in points, at the end of each simulation."""

    action: Action
    leads: tuple[float, ...]
    parts: Mapping[str, float]
    """What the mean lead is made of, by key of the score reason or label of the appraisal; `others` is negative."""

    @property
    def points(self) -> float:
        """The mean lead."""
        return sum(self.leads) / len(self.leads)

    @property
    def error(self) -> float:
        """The standard error of the mean lead, in points."""
        return _error(self.leads)

    def behind(self, other: Judged) -> tuple[float, float]:
        """Return by how many points this is worse than another action of the same simulations, with standard error."""
        gaps = [theirs - ours for ours, theirs in zip(self.leads, other.leads, strict=True)]
        return sum(gaps) / len(gaps), _error(gaps)

    def lacks(self, other: Judged) -> dict[str, float]:
        """Return where these points are lost, by source, the most first; the sum is what `behind` says."""
        keys = dict.fromkeys((*other.parts, *self.parts))
        found = {key: other.parts.get(key, 0.0) - self.parts.get(key, 0.0) for key in keys}
        return dict(sorted(found.items(), key=lambda part: -abs(part[1])))


class Judge(Outlook):
    """Judges the actions of one decision from the seat's view."""

    def judging(self, actions: Sequence[Action], numbers: Iterable[int]) -> Iterator[list[Judged]]:
        """Yield after each simulation, for all actions the one with the same number, how the actions do so far.

        The actions must be legal. The numbers can be any, each once; the same number gives the same simulation again.
        """
        leads: list[tuple[float, ...]] = [()] * len(actions)
        sums: list[dict[str, float]] = [{} for _ in actions]
        for count, number in enumerate(numbers, 1):
            for n, action in enumerate(actions):
                lines = self._lines(self.played_on(action, number))
                leads[n] += (sum(lines.values()),)
                for key, points in lines.items():
                    sums[n][key] = sums[n].get(key, 0.0) + points
            yield [
                Judged(action, leads[n], {key: points / count for key, points in sums[n].items()})
                for n, action in enumerate(actions)
            ]

    def judge(self, actions: Sequence[Action], numbers: Iterable[int]) -> list[Judged]:
        """Return how these actions do in the simulations with these numbers, of which there must be one."""
        *_, found = self.judging(actions, numbers)
        return found

    def _lines(self, state: State) -> dict[str, float]:
        """Return the parts of the seat's lead in a position."""
        found: dict[str, float] = {}
        worth, value, score = self.standing.worth(state), self.standing.value, state.scores[self.seat]
        lines: Sequence[tuple[str, float]] = [(SCORE, float(score))]
        if value is not None and not state.over:
            lines = value.appraise(self.view.like(state, self.seat), self.seat)
        for key, points in lines:
            if key == SCORE and points == score:
                for seat, amount, reason, _, _ in state.ledger:
                    if seat == self.seat:
                        name = self.rules.reasons[reason].key
                        found[name] = found.get(name, 0.0) + amount
            else:
                found[key] = found.get(key, 0.0) + points
        if len(worth) > 1:
            found[OTHERS] = lead(worth, self.seat) - worth[self.seat]
        return found


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; infinite for a single value."""
    count = len(values)
    if count < 2:
        return float("inf")
    mean = sum(values) / count
    return sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
