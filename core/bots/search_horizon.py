"""Limits how far a search looks ahead, in rounds of the game's schedule."""

from __future__ import annotations

from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import State

MOST = 60
"""The most decisions of a seat in a round; after that, the position is appraised as it is."""


class Horizon:
    """Watches one simulation. A round ends when every seat has had its turns, or when a new sealed decision begins."""

    __slots__ = ("_fresh", "_left", "_sealed", "_until")

    def __init__(self, rules: Rules, root: State, rounds: int, endless: bool) -> None:
        """`endless`: nothing appraises positions, so only the end of the game parts good ones from bad ones."""
        seats = len(root.seats)
        turns = sum(phase.turns for phase in rules.phases)
        self._until = root.turns + rounds * seats * turns if turns and not endless else rules.game.turn_limit
        self._left = rules.game.turn_limit if endless else rounds * seats * MOST
        self._sealed = rounds if not endless else rules.game.turn_limit
        self._fresh = _fresh(root)

    def reached(self, state: State) -> bool:
        """Return whether to look no further. Must be called exactly once before every decision."""
        if state.over or state.turns >= self._until or self._left <= 0:
            return True
        self._left -= 1
        fresh = _fresh(state)
        if fresh and not self._fresh:
            self._sealed -= 1
        self._fresh = fresh
        return self._sealed <= 0


def _fresh(state: State) -> bool:
    """Return whether a sealed decision has just begun."""
    return isinstance(state.step, Sealed) and not any(state.sealed)
