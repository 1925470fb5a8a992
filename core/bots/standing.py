"""How good positions are for each seat, from 0 to 1: what search looks ahead for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..restrictions import lead, total

if TYPE_CHECKING:
    from ..rules import Rules
    from ..state import State

LEAST = 5.0
PART = 0.15
"""A lead counts for half of what can be won when it is so many points, and this part of what seats are worth on the
average, taken together."""


class Standing:
    """Positions that follow from one position, judged on one scale."""

    def __init__(self, rules: Rules, root: State) -> None:
        self.rules = rules
        self.appraised = rules.game.appraise is not None
        self.appraisals = 0
        """Positions appraised so far."""
        worth = self.worth(root)
        self.scale = LEAST + PART * sum(map(abs, worth)) / len(worth)

    @property
    def slope(self) -> float:
        """What a point more is, of 1, where nobody leads."""
        return 0.5 / self.scale

    def worth(self, state: State) -> list[float]:
        """By seat, what the game says of the position, seen by that seat; the score where it says nothing."""
        if state.over or not self.appraised:
            return [float(score) for score in state.scores]
        self.appraisals += 1
        return [total(self.rules, state.view(seat), seat) for seat in range(len(state.seats))]

    def of(self, state: State) -> list[float]:
        """By seat: leads in worth over the best other, squeezed; at the end half of it is the victory itself."""
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
