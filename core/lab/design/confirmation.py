"""The confirmation: the finalists on fresh blocks, at an error that is stated for all their intervals together."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import attrs

from .block_cache import Blocks
from .candidates import Candidate
from .estimates import QuantityEstimate, estimate, sound
from .plan import SearchPlan
from .ranking import Tried, judged, ordered
from .targets import SearchTarget

Role: TypeAlias = Literal["finalist", "random", "base"]
Verdict: TypeAlias = Literal["met", "not met", "not resolved"]
MOST = 10_000_000
"""No number of blocks above this is promised to resolve anything."""


@attrs.frozen(kw_only=True)
class TargetCheck:
    """One target of one setting on fresh blocks."""

    target: str
    quantity: str
    verdict: Verdict
    estimate: QuantityEstimate
    searched: float
    """What the search's own blocks said; NaN if it did not play the setting."""
    needed: int | None
    """If not resolved, about how many blocks would resolve it; None if the estimate lies on a bound."""


@attrs.frozen(kw_only=True)
class Confirmed:
    """One setting on fresh blocks."""

    candidate: Candidate
    role: Role
    """`random` for the best of random search, `base` for the rules as they are."""
    checks: tuple[TargetCheck, ...]
    goals: Mapping[str, QuantityEstimate]
    """By quantity of the goals."""
    searched: Mapping[str, float]
    """By quantity, what the search's blocks said; empty if it did not play the setting."""
    failed: int
    """Blocks that were left out because games in them failed."""

    @property
    def estimates(self) -> dict[str, QuantityEstimate]:
        """The estimates on fresh blocks, by quantity."""
        return {check.quantity: check.estimate for check in self.checks} | dict(self.goals)

    @property
    def holds(self) -> bool:
        """True if every target is met for certain."""
        return all(one.verdict == "met" for one in self.checks)


def entrants(
    plan: SearchPlan, best: Sequence[Tried], random: Sequence[Tried], base: Candidate
) -> list[tuple[Candidate, Role]]:
    """Return who is confirmed: the finalists, the best of random search, and the base; none of them twice."""
    found: dict[str, tuple[Candidate, Role]] = {}
    for one in best[: plan.finalists]:
        found.setdefault(one.candidate.key, (one.candidate, "finalist"))
    for one in random[:1]:
        found.setdefault(one.candidate.key, (one.candidate, "random"))
    found.setdefault(base.key, (base, "base"))
    return list(found.values())


def alpha(plan: SearchPlan, count: int) -> float:
    """Return the error of one interval, so that all of so many settings hold together (Bonferroni)."""
    return plan.alpha / (count * len(plan.quantities))


def confirm(
    plan: SearchPlan,
    blocks: Blocks,
    who: Sequence[tuple[Candidate, Role]],
    searched: Mapping[str, Mapping[str, float]],
) -> list[Confirmed]:
    """Play the fresh blocks and judge everyone by them alone; `searched` has the search's figures by setting."""
    blocks.play([one for one, _ in who], plan.fresh)
    error = alpha(plan, len(who))
    found = []
    for candidate, role in who:
        rows = blocks.rows(candidate, plan.fresh)
        seen = {name: estimate(of, rows, error) for name, of in plan.quantities.items()}
        before = searched.get(candidate.key, {})
        found.append(
            Confirmed(
                candidate=candidate,
                role=role,
                checks=tuple(check(one, seen[one.quantity.name], before) for one in plan.targets),
                goals={one.quantity.name: seen[one.quantity.name] for one in plan.goals},
                searched=before,
                failed=sum(not sound(row) for row in rows),
            )
        )
    return found


def check(target: SearchTarget, seen: QuantityEstimate, searched: Mapping[str, float]) -> TargetCheck:
    """Judge one target by the interval, if there are enough blocks to claim that the mean lies in it."""
    verdict: Verdict = "not resolved"
    if seen.least:
        pass
    elif seen.low >= target.low and seen.high <= target.high:
        verdict = "met"
    elif seen.low > target.high or seen.high < target.low:
        verdict = "not met"
    needed = None
    if verdict == "not resolved" and seen.blocks:
        # The interval must shrink to the distance from the nearer bound; it does so by the root of the blocks.
        room = abs(target.beyond(seen.value))
        half = max(seen.high - seen.value, seen.value - seen.low)
        if room > 0 and seen.blocks * (half / room) ** 2 < MOST:
            needed = math.ceil(seen.blocks * (half / room) ** 2)
        if seen.least:
            needed = max(needed or 0, seen.least)
    return TargetCheck(
        target=target.text,
        quantity=target.quantity.name,
        verdict=verdict,
        estimate=seen,
        searched=searched.get(target.quantity.name, math.nan),
        needed=needed,
    )


def chosen(plan: SearchPlan, found: Sequence[Confirmed], scale: Mapping[str, float]) -> Confirmed:
    """Return the setting that the plan should take: the best of the finalists that hold, else the nearest setting.

    Between settings that hold, the goals decide, then how far inside the bounds they lie; fresh blocks alone count.
    The rules as they are count as a setting only if no finalist holds, and then nothing farther off is nearest.
    """
    finalists = [one for one in found if one.role == "finalist"]
    base = next(one for one in found if one.candidate.key == plan.rules.option_hash)
    pool = [one for one in finalists if one.holds] or [base, *(one for one in finalists if one is not base)]
    judging = []
    for one in pool:
        values = {name: seen.value for name, seen in one.estimates.items()}
        judging.append(judged(plan, one.candidate, values, plan.confirm, scale))
    if pool[0] is base:
        judging = [one for one in judging if one.miss <= judging[0].miss]
    # What is refuted for certain counts more than how far off an estimate is.
    refuted = {one.candidate.key: sum(check.verdict == "not met" for check in one.checks) for one in pool}
    first = min((one.candidate.key for one in ordered(judging)), key=refuted.__getitem__)
    return next(one for one in pool if one.candidate.key == first)
