"""Who wins together: every seat for itself, teams, or all seats as one side against the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import attrs

from ..base.plugin_errors import misdeclared

if TYPE_CHECKING:
    from .state import State
    from .views import View

N = TypeVar("N", int, float)
Teams = Callable[[int], Sequence[Sequence[int]]]
"""From the number of seats, the sides: seats that win together."""


def together(seats: int) -> list[tuple[int, ...]]:
    """Return one side of all seats: they win or lose together (`Game(teams=together)`)."""
    return [tuple(range(seats))]


def opposite(seats: int) -> list[tuple[int, ...]]:
    """Return sides of two seats that sit opposite each other; with an odd number every seat is a side."""
    half = seats // 2
    return [(one,) for one in range(seats)] if seats % 2 else [(one, one + half) for one in range(half)]


@attrs.frozen
class Sides:
    """The sides of a match. A game of one side, such as a solo game, is won or lost, or played for points."""

    groups: tuple[tuple[int, ...], ...]
    scored: bool
    """True if there is one side, and nothing says whether it has won: only its points count."""
    of: tuple[int, ...]
    """By seat the number of its side."""

    @property
    def rivals(self) -> bool:
        """True if there are several sides."""
        return len(self.groups) > 1

    @property
    def teams(self) -> bool:
        """True if a side has several seats."""
        return len(self.groups) < len(self.of)

    @property
    def equal(self) -> float:
        """The share of contests that a bot wins if it plays as well as the others: as one side of several or, where all
        play together, against what others reach on the same deals."""
        return 1 / len(self.groups) if self.rivals else 0.5

    def named(self, seats: Sequence[int]) -> list[tuple[int, ...]]:
        """Return these seats by side."""
        return [found for group in self.groups if (found := tuple(one for one in group if one in seats))]

    def shares(self, winners: Sequence[int]) -> list[float]:
        """Return by seat its part of the victory: sides that win share it, and every seat of a side has the whole."""
        return divided(self.groups, winners)

    def side(self, seat: int) -> tuple[int, ...]:
        """Return the seats of the seat's side."""
        return self.groups[self.of[seat]]

    def totals(self, amounts: Sequence[N]) -> list[N]:
        """Return by seat the sum of its side."""
        sums = [sum(amounts[seat] for seat in group) for group in self.groups]
        return [sums[side] for side in self.of]

    def means(self, worth: Sequence[float]) -> list[float]:
        """Return by side the mean of its seats."""
        return [sum(worth[seat] for seat in group) / len(group) for group in self.groups]

    def lead(self, worth: Sequence[float], seat: int) -> float:
        """Return the lead of the seat's side over the best other one; its own worth if there is no other."""
        if not self.teams:
            return worth[seat] - max((value for n, value in enumerate(worth) if n != seat), default=0.0)
        means = self.means(worth)
        own = means.pop(self.of[seat])
        return own - max(means, default=0.0)

    def ahead(self, worth: Sequence[float], seat: int) -> float:
        """Return the lead of the seat's side over the mean of the others, which changes less at once."""
        if not self.teams:
            return worth[seat] - (sum(worth) - worth[seat]) / max(1, len(worth) - 1)
        means = self.means(worth)
        own = means.pop(self.of[seat])
        return own - sum(means) / max(1, len(means))

    def utilities(self, winners: Sequence[int], standing: Sequence[int]) -> list[float]:
        """Return by seat 1 for a victory, 0 for a shared one, -1 for none; the points where only they count."""
        if self.scored:
            return [float(one) for one in standing]
        return [2 * share - 1 if share in (0, 1) else 0.0 for share in self.shares(winners)]


def divided(groups: Sequence[Sequence[int]], winners: Sequence[int]) -> list[float]:
    """Return by seat the part of the victory that its group has: each that wins has the same, and none has any if
    there are no winners."""
    won = [group for group in groups if set(group) & set(winners)]
    having = {seat for group in won for seat in group}
    return [1 / len(won) if seat in having else 0.0 for seat in range(sum(map(len, groups)))]


@lru_cache(maxsize=256)
def sides(teams: Teams | None, seats: int, losable: bool) -> Sides:
    """Return the sides of so many seats. PluginError if `teams` does not place every seat once."""
    groups: tuple[tuple[int, ...], ...] = tuple((seat,) for seat in range(seats))
    if teams is not None:
        groups = tuple(tuple(group) for group in teams(seats))
        if sorted(seat for group in groups for seat in group) != [*range(seats)] or not all(groups):
            raise misdeclared(
                f"Game(teams=...): with {seats} seats expected each of 0 to {seats - 1} in one group, got {groups}"
            )
    return grouped(groups, losable)


def grouped(groups: Sequence[Sequence[int]], losable: bool = True) -> Sides:
    """Return the sides of these groups."""
    of = [0] * sum(map(len, groups))
    for number, group in enumerate(groups):
        for seat in group:
            of[seat] = number
    return Sides(tuple(map(tuple, groups)), len(groups) == 1 and not losable, tuple(of))


def sides_of(state: State | View) -> Sides:
    """Return who wins together in a match."""
    return state.rules.game.sides(len(state.seats))
