"""The tree of one search: the results of each line of play, and which line to look at next (PUCT)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from ..rules.actions import Action, Legal

CURIOSITY = 0.6
"""Weight of likely but seldom tried actions, as a share of the range of values seen."""
HEAT = 1.0
"""Points of worth by which an action must be better to be e times as likely."""
WIDTH = 8
"""The most actions that are looked at in one node, the likeliest first."""


class Range:
    """The lowest and highest value seen so far, the scale on which values are compared."""

    __slots__ = ("high", "low")

    def __init__(self) -> None:
        self.low, self.high = 1.0, 0.0

    def widen(self, values: Sequence[float]) -> None:
        self.low, self.high = min(self.low, *values), max(self.high, *values)

    @property
    def span(self) -> float:
        return max(self.high - self.low, 1e-6)


class SearchNode:
    """The position after one action. Values are by seat; the legal actions may differ from world to world."""

    __slots__ = ("children", "likely", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.children: dict[Action, SearchNode] = {}
        self.likely: dict[Action, float] = {}
        """Probability of each likely action, by its worth when it was first rated."""

    def learn(self, values: Sequence[float]) -> None:
        self.visits += 1
        for seat, value in enumerate(values):
            self.totals[seat] += value

    def mean(self, seat: int) -> float:
        return self.totals[seat] / self.visits

    def known(self, legal: Legal) -> list[Action]:
        """Return the actions rated so far that are legal now."""
        return [action for action in self.likely if action in legal]

    def rate(self, actions: Sequence[Action], worths: Sequence[float]) -> None:
        """Add the best of these actions, each with its worth, to the likely ones."""
        for n, chance in chances(worths)[:WIDTH]:
            self.likely.setdefault(actions[n], chance)

    def pick(self, actions: Sequence[Action], seat: int, seen: Range) -> Action:
        """Return the action to look at next: good so far, or likely and seldom tried."""
        eager = CURIOSITY * seen.span * sqrt(self.visits)
        # An action that was never tried is taken to be a little worse than those that were.
        untried = self.mean(seat) - 0.1 * seen.span if self.visits else 0.0
        best, found = -1e9, actions[0]
        for action in actions:
            child = self.children.get(action)
            visits = child.visits if child is not None else 0
            value = child.mean(seat) if child is not None and visits else untried
            value += eager * self.likely[action] / (1 + visits)
            if value > best:
                best, found = value, action
        return found


def chances(worths: Sequence[float]) -> list[tuple[int, float]]:
    """Return the index of each worth with the probability of its action, the likeliest first (softmax)."""
    ranked = sorted(range(len(worths)), key=lambda n: -worths[n])
    top = worths[ranked[0]]
    weights = [exp(max(-30.0, (worths[n] - top) / HEAT)) for n in ranked]
    whole = sum(weights)
    return [(n, weight / whole) for n, weight in zip(ranked, weights, strict=True)]
