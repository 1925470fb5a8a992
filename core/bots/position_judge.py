"""Judges how good positions are for each seat, from 0 to 1, for search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.views import View
from .restrictions import lead

LEAST = 5.0
PART = 0.15
"""A lead of LEAST points plus PART of the seats' average worth is half of the way from an even position (0.5) to 1."""


class PositionValue(Protocol):
    """The worth of positions. `Rules` is one, by the game's own appraisal; a learned one is another."""

    def totals(self, views: Sequence[View]) -> Sequence[float]:
        """Return the position's worth to each seat in points at the end, from the views of all seats in order."""

    def appraise(self, view: View, seat: int) -> Sequence[tuple[str, float]]:
        """Return its worth to a seat, from its own view, part by part."""


class PositionJudge:
    """Judges the positions that follow from one position on one scale."""

    def __init__(self, rules: Rules, view: View, root: State, value: PositionValue | None = None) -> None:
        """`view` is that of the seat that judges: its weights hold for all seats. Without a `value` the game appraises.

        If the game appraises nothing, its standing is what counts: the score, in most games.
        """
        self.like = view.like
        self.seats = range(len(root.seats))
        self.value = value if value is not None or rules.game.appraise is None else rules
        worth = self.worth(root)
        self.scale = LEAST + PART * sum(map(abs, worth)) / len(worth)

    @property
    def slope(self) -> float:
        """The value of one more point in an even position."""
        return 0.5 / self.scale

    def worth(self, state: State) -> Sequence[float]:
        """Return the position's worth by seat; its standing if the game is over, or if nothing says more."""
        if state.over or self.value is None:
            return [float(one) for one in state.standing()]
        return self.value.totals([self.like(state, seat) for seat in self.seats])

    def of(self, state: State) -> list[float]:
        """Return values from 0 to 1 by seat, by its lead over the best other seat; at the end, victory counts half."""
        worth = self.worth(state)
        found = []
        for seat in self.seats:
            ahead = lead(worth, seat)
            found.append(0.5 + 0.5 * ahead / (self.scale + abs(ahead)))
        if state.over:
            winners = state.winners
            for seat, value in enumerate(found):
                found[seat] = (value + (1 / len(winners) if seat in winners else 0.0)) / 2
        return found
