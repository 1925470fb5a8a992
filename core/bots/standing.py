"""Judges how good positions are for each seat, from 0 to 1, for search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..restrictions import lead, total

if TYPE_CHECKING:
    from ..rules import Rules
    from ..state import State

LEAST = 5.0
PART = 0.15
"""A lead of LEAST points plus PART of the seats' average worth is half of the way from an even position (0.5) to 1."""


class Standing:
    """Judges the positions that follow from one position on one scale."""

    def __init__(self, rules: Rules, root: State) -> None:
        self.rules = rules
        self.appraised = rules.game.appraise is not None
        self.appraisals = 0
        """Number of positions appraised so far."""
        worth = self.worth(root)
        self.scale = LEAST + PART * sum(map(abs, worth)) / len(worth)

    @property
    def slope(self) -> float:
        """The value of one more point in an even position."""
        return 0.5 / self.scale

    def worth(self, state: State) -> list[float]:
        """Return the position's worth by seat, as the game appraises that seat's view; the score if it does not."""
        if state.over or not self.appraised:
            return [float(score) for score in state.scores]
        self.appraisals += 1
        return [total(self.rules, state.view(seat), seat) for seat in range(len(state.seats))]

    def of(self, state: State) -> list[float]:
        """Return values from 0 to 1 by seat, by its lead over the best other seat; at the end, victory counts half."""
        worth = self.worth(state)
        found = []
        for seat in range(len(worth)):
            ahead = lead(worth, seat)
            found.append(0.5 + 0.5 * ahead / (self.scale + abs(ahead)))
        if state.over:
            winners = state.winners
            for seat, value in enumerate(found):
                found[seat] = (value + (1 / len(winners) if seat in winners else 0.0)) / 2
        return found
