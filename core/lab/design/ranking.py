"""Ranks settings by how near they come to the targets and goals, as far as the search has measured them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence

import attrs

from .candidates import Candidate
from .estimates import Row, estimate
from .plan import SearchPlan

FAR = 1e6
"""How far a setting lies outside whose quantities are not known."""


@attrs.frozen(kw_only=True)
class Tried:
    """A setting and what its blocks say of it."""

    candidate: Candidate
    blocks: int
    values: Mapping[str, float]
    """By quantity."""
    misses: tuple[float, ...]
    """By target: how far it is missed, in units of the scale; negative where it is met."""
    losses: tuple[float, ...]
    """By goal: what is to be made small."""

    @property
    def miss(self) -> float:
        """The sum of the distances by which targets are missed."""
        return sum(max(one, 0.0) for one in self.misses)

    @property
    def loss(self) -> float:
        """The number to minimise in a search without goals: the miss, or how narrowly all targets are met."""
        return self.miss or max(self.misses)

    @property
    def known(self) -> bool:
        """True if all quantities are known."""
        return all(map(math.isfinite, self.values.values()))


def measured(plan: SearchPlan, rows: Sequence[Row]) -> dict[str, float]:
    """Return each quantity over these blocks."""
    return {name: estimate(of, rows, plan.alpha).value for name, of in plan.quantities.items()}


def judged(
    plan: SearchPlan,
    candidate: Candidate,
    values: Mapping[str, float],
    blocks: int,
    scale: Mapping[str, float],
) -> Tried:
    """Judge the setting by these values of its quantities."""
    misses = (one.beyond(values[one.quantity.name]) / scale[one.quantity.name] for one in plan.targets)
    return Tried(
        candidate=candidate,
        blocks=blocks,
        values=values,
        misses=tuple(one if math.isfinite(one) else FAR for one in misses),
        losses=tuple(-one.better * values[one.quantity.name] for one in plan.goals),
    )


def scale(plan: SearchPlan, seen: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the unit in which each target's miss counts: the SD of its quantity over these settings.

    So no target weighs more because its numbers are larger. If nothing varies, it is half the width of the bounds, or
    the size of the bound.
    """
    found = {}
    for one in plan.targets:
        name = one.quantity.name
        known = [values[name] for values in seen if math.isfinite(values[name])]
        spread = statistics.stdev(known) if len(known) > 1 else 0.0
        bounds = [abs(end) for end in (one.low, one.high) if math.isfinite(end)]
        found[name] = spread or (one.high - one.low) / 2 if one.better == 0 else spread or max(bounds)
        found[name] = found[name] or 1.0
    return found


def ordered(settings: Iterable[Tried]) -> list[Tried]:
    """Return the settings from the best to the worst.

    First come those that meet all targets, front by front of the trade-off between the goals, then the others by how
    far they miss. What is equal keeps its order.
    """
    left: list[Tried] = []
    unknown: list[Tried] = []
    for one in settings:
        (left if one.known else unknown).append(one)
    meeting = [one for one in left if one.miss == 0]
    found: list[Tried] = []
    while meeting:
        best = front(meeting)
        found += sorted(best, key=lambda one: one.loss if one.misses else 0.0)
        meeting = [one for one in meeting if one not in best]
    return [*found, *sorted((one for one in left if one.miss > 0), key=lambda one: one.miss), *unknown]


def front(settings: Sequence[Tried]) -> list[Tried]:
    """Return those that no other one beats in one goal without losing in another; without goals the least loss."""
    if not settings or not settings[0].losses:
        least = min((one.loss for one in settings), default=0.0)
        return [one for one in settings if one.loss == least]
    return [one for one in settings if not any(_beats(other.losses, one.losses) for other in settings)]


def _beats(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(a <= b for a, b in zip(one, other)) and any(a < b for a, b in zip(one, other))
