"""Prizes for seats that are compared: one function, and a tie policy for each kind of rule.

    prizes(amounts, policy)     amounts: one whole number for each seat, in the order of the seats

    policy         a tie                                                 made for
    Friendly       all tied are paid in full, as many prizes lapse       Isle of Skye: most ships 5, second 2
    Preference     an order of seats breaks it, none is shared           Rebirth: settlements
    Difference     no contest: each is paid by the lead over the last    Glen More: the three scorings

A rules author may write another: any object with a method `share(amounts)` that yields prizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import attrs


class Prize(NamedTuple):
    """One prize that a seat wins: enough to write a score line."""

    seat: int
    place: int
    """1 for the first prize, 2 for the second, and so on."""
    points: int


class Policy(Protocol):
    """Turns amounts into prizes."""

    def share(self, amounts: Sequence[int]) -> Iterator[Prize]:
        """Yield each prize won, in any order."""


def prizes(amounts: Sequence[int], policy: Policy) -> tuple[Prize, ...]:
    """The prizes won, first prizes first, those of one place by seat."""
    return tuple(sorted(policy.share(amounts), key=lambda prize: (prize.place, prize.seat)))


def seats_after(after: int, seats: int) -> tuple[int, ...]:
    """All seats in turn order, beginning after this one, which comes last: an order of preference.

    >>> seats_after(after=1, seats=4)
    (2, 3, 0, 1)
    """
    return tuple((after + 1 + n) % seats for n in range(seats))


@attrs.frozen
class Friendly:
    """Tied seats are all paid in full, and as many prizes lapse as seats share a place (IS-ST-MAJ, IS-AMB-4).

    Two share the first place, so no seat is second; or two share the second:

    >>> prizes([3, 1, 3], Friendly((5, 2)))
    (Prize(seat=0, place=1, points=5), Prize(seat=2, place=1, points=5))
    >>> prizes([1, 4, 1, 0], Friendly((5, 2)))
    (Prize(seat=1, place=1, points=5), Prize(seat=0, place=2, points=2), Prize(seat=2, place=2, points=2))
    """

    points: tuple[int, ...]
    """The prizes, first prize first."""
    least: int = 1
    """The lowest amount that can win anything."""

    def share(self, amounts: Sequence[int]) -> Iterator[Prize]:
        for seat, amount in enumerate(amounts):
            place = _place(amount, amounts)
            if amount >= self.least and place <= len(self.points):
                yield Prize(seat, place, self.points[place - 1])


@attrs.frozen
class Preference:
    """Of tied seats the one that comes earlier in `order` wins (RB-SET-4, RB-SET-9).

    With `order = seats_after(after=finisher, seats=n)` the finisher loses every tie, and the next seat clockwise
    wins it. Here seat 0 finishes:

    >>> prizes([2, 1, 2], Preference((8, 5), order=seats_after(after=0, seats=3)))
    (Prize(seat=2, place=1, points=8), Prize(seat=0, place=2, points=5))

    A sole owner takes all prizes (RB-SET-5, RB-SET-7). Having the only amount is not enough for that, since
    neutral tiles may lie there as well: the caller decides with `sole`.

    >>> prizes([0, 3], Preference((5, 3), order=(0, 1)))
    (Prize(seat=1, place=1, points=5),)
    >>> prizes([0, 3], Preference((5, 3), order=(0, 1), sole=True))
    (Prize(seat=1, place=1, points=5), Prize(seat=1, place=2, points=3))
    """

    points: tuple[int, ...]
    """The prizes, first prize first."""
    order: tuple[int, ...]
    """Every seat once, the winner of ties first."""
    sole: bool = False
    """True if everything compared belongs to one seat."""
    least: int = 1
    """The lowest amount that can win anything."""

    def share(self, amounts: Sequence[int]) -> Iterator[Prize]:
        """Yield each prize won; ValueError if `order` misses a seat, or if `sole` is set for several seats."""
        if sorted(self.order) != list(range(len(amounts))):
            raise ValueError(f"order {self.order} does not name each of {len(amounts)} seats once")
        # The sort is stable: equal amounts stay in the order of preference.
        ranked = sorted((s for s in self.order if amounts[s] >= self.least), key=lambda s: -amounts[s])
        if self.sole:
            if len(ranked) != 1:
                raise ValueError(f"seats {ranked} cannot each be the sole owner")
            ranked *= len(self.points)
        for place, (seat, points) in enumerate(zip(ranked, self.points, strict=False), start=1):
            yield Prize(seat, place, points)


@attrs.frozen
class Difference:
    """A ladder pays each seat for its lead over the lowest amount, which may be 0 (GM-SCORE-4, GM-SCORE-5).

    Leads beyond the end of the ladder count as its last rung; a rung of 0 points is not a prize.

    >>> prizes([4, 1, 3, 9], Difference((0, 1, 2, 3, 5, 8)))
    (Prize(seat=3, place=1, points=8), Prize(seat=0, place=2, points=3), Prize(seat=2, place=3, points=2))
    """

    ladder: tuple[int, ...] = attrs.field(validator=attrs.validators.min_len(1))
    """The points for a lead of 0, 1, 2 and so on; at least one."""

    def share(self, amounts: Sequence[int]) -> Iterator[Prize]:
        lowest = min(amounts, default=0)
        for seat, amount in enumerate(amounts):
            points = self.ladder[min(amount - lowest, len(self.ladder) - 1)]
            if points:
                yield Prize(seat, _place(amount, amounts), points)


def _place(amount: int, amounts: Sequence[int]) -> int:
    """1 more than the number of higher amounts: tied seats share a place, and the next ones are void."""
    return 1 + sum(other > amount for other in amounts)
