"""Many rulesets at once: one number over a range, a map of two, or every single change. The best few are played again
on fresh blocks, since the best of many looks better than it is.

Blocks after those of the plan are fresh: they have seeds of their own, and only the base and the best few play them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs
import numpy as np

from ..games.factors import Factor
from ..stats import intervals, seat_gap, strata
from ..stats.band import together
from ..stats.block_table import NAN, BlockTable, Floats, MetricResult, Spec
from ..stats.power import strictness
from .screen import Aim, Screen, level_of, ranked

if TYPE_CHECKING:
    from .findings import Findings

Better: TypeAlias = Literal["better", "worse", "equivalent", "not resolved"]


@attrs.frozen(kw_only=True)
class Level:
    """The mean of a metric under one ruleset, with an interval."""

    variant: str
    metric: str
    mean: float
    low: float
    high: float


@attrs.frozen(kw_only=True)
class Claim:
    """What fresh blocks say of the best value against the printed one."""

    variant: str
    metric: str
    verdict: Better
    printed: Level
    best: Level
    difference: float
    """Best less printed, on fresh blocks."""
    low: float
    high: float
    p: float
    searched: float
    """The mean with the best value in the blocks in which it was found, which flatter it."""


@attrs.frozen(kw_only=True)
class Screening:
    """What a screening has found."""

    factors: Sequence[Factor]
    values: Mapping[str, tuple[str, ...]]
    aim: Aim | None
    levels: Sequence[Level]
    """Of a sweep, each primary metric under each setting; the intervals of one metric hold together."""
    ranked: Sequence[str]
    """The variants: of a sweep from the best to the worst for the aim, else by the size of their effect on the first
    primary metric."""
    chosen: Sequence[str]
    """Those that were played on fresh blocks."""
    claims: Sequence[Claim]
    fresh: Findings | None = attrs.field(metadata={"reported": False})
    """The ordinary findings of those blocks."""

    def level(self, variant: str, metric: str) -> Level | None:
        """Return the level of this metric under this variant; None if it was not measured."""
        return next((one for one in self.levels if (one.variant, one.metric) == (variant, metric)), None)


def screened(screen: Screen, seen: BlockTable, spec: Spec, fresh: Findings | None) -> Screening:
    """Gather what the blocks of the plan say, and what the fresh ones say of the best."""
    found = levels(seen, spec) if screen.factors else []
    order = ranked(seen, spec.primary[0])
    if screen.aim is not None:
        aim = screen.aim
        misses = {name: aim.miss(level_of(seen, name, aim.metric)) for name in seen.variants}
        order = sorted(misses, key=lambda name: misses[name] if math.isfinite(misses[name]) else math.inf)
    return Screening(
        factors=screen.factors,
        values=screen.values,
        aim=screen.aim,
        levels=found,
        ranked=order,
        chosen=[name for name in order if fresh is not None and name in fresh.table.variants[1:]],
        claims=claims(screen.aim, seen, fresh) if screen.factors and fresh is not None else [],
        fresh=fresh,
    )


def levels(seen: BlockTable, spec: Spec) -> list[Level]:
    """Return each primary metric under each variant, with a band that holds for all variants together."""
    found = []
    for name in spec.primary:
        metric = seen.metrics[name]
        if metric.kind == "gap":
            alpha = spec.alpha / len(seen.variants)
            found += [_gap(seen, name, variant, alpha, spec.seed) for variant in seen.variants]
            continue
        columns = np.stack([seen.means[variant, name, ""] for variant in seen.variants], axis=1)
        whole = np.isfinite(columns).all(axis=1)
        if not whole.any():
            continue
        low, high = together(
            columns[whole], strata.of(seen)[whole], 1 - spec.alpha, spec.seed, spec.resamples
        )
        if metric.kind == "rate":
            low, high = np.maximum(low, 0), np.minimum(high, 1)
        means = columns[whole].mean(axis=0)
        found += [
            Level(variant=variant, metric=name, mean=float(means[n]), low=float(low[n]), high=float(high[n]))
            for n, variant in enumerate(seen.variants)
        ]
    return found


def _gap(seen: BlockTable, name: str, variant: str, alpha: float, seed: int) -> Level:
    parts = [part for of, metric, part in seen.means if (of, metric) == (variant, name) and part]
    shares = np.stack([seen.means[variant, name, part] for part in parts], axis=1)
    one = seat_gap.gap(shares, alpha, seed)
    return Level(variant=variant, metric=name, mean=one.seen, low=one.low, high=one.high)


def claims(aim: Aim | None, seen: BlockTable, fresh: Findings) -> list[Claim]:
    """Return what fresh blocks say of each chosen setting."""
    if aim is None:
        return []
    found, table, spec = [], fresh.table, fresh.spec
    base = table.variants[0]
    for name in table.variants[1:]:
        result = fresh.analysis.of(name, aim.metric)
        printed, best = (_alone(table, variant, aim.metric, spec) for variant in (base, name))
        found.append(
            Claim(
                variant=name,
                metric=aim.metric,
                verdict=_verdict(aim, table, result, spec),
                printed=printed,
                best=best,
                difference=result.difference,
                low=result.low,
                high=result.high,
                p=result.adjusted,
                searched=level_of(seen, name, aim.metric),
            )
        )
    return found


def _alone(table: BlockTable, variant: str, metric: str, spec: Spec) -> Level:
    """Return the level of one ruleset with an interval of its own."""
    if table.metrics[metric].kind == "gap":
        return _gap(table, metric, variant, spec.alpha, spec.seed)
    values = table.means[variant, metric, ""]
    known = np.isfinite(values)
    if not known.any():
        return Level(variant=variant, metric=metric, mean=NAN, low=NAN, high=NAN)
    low, high = together(
        values[known][:, None], strata.of(table)[known], 1 - spec.alpha, spec.seed, spec.resamples
    )
    return Level(
        variant=variant,
        metric=metric,
        mean=float(values[known].mean()),
        low=float(low[0]),
        high=float(high[0]),
    )


def _verdict(aim: Aim, table: BlockTable, result: MetricResult, spec: Spec) -> Better:
    if result.verdict == "the same":
        return "equivalent"
    if aim.target is not None:
        # That the means differ at all is the ordinary test's to say.
        if result.verdict != "differs":
            return result.verdict
        one, two = (table.means[name, aim.metric, ""] for name in (table.variants[0], result.variant))
        known = np.isfinite(one) & np.isfinite(two)
        return nearer(one[known], two[known], aim.target, spec)
    if result.verdict != "differs":
        return result.verdict
    return "better" if (result.difference < 0) == (aim.towards == "min") else "worse"


def nearer(printed: Floats, best: Floats, target: float, spec: Spec) -> Better:
    """Say whether the mean of `best` is nearer to the target than that of `printed`, in blocks that both have.

    If the printed mean lies above the target, the other one is nearer if it lies below the printed one, and above what
    lies as far below the target. Both must be shown, each at the error of the spec.
    """
    if len(printed) < 2:
        return "not resolved"
    side = 1.0 if printed.mean() >= target else -1.0
    tested = np.stack([side * (printed - best), side * ((printed + best) / 2 - target)], axis=1)
    drawn = intervals.weights(len(tested), spec.resamples, spec.seed)
    sure = 1 - spec.alpha * strictness(len(tested))
    [(low, high)] = intervals.of_means(tested, drawn, (sure,))
    if (low > 0).all():
        return "better"
    return "worse" if (high < 0).any() else "not resolved"
