"""Statistics of the block means of each metric and part: difference, interval, test, effect sizes.

Metrics with the same number of blocks are computed together. Corrections for multiple tests and verdicts are made in
core/lab/stats/analysis.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import numpy as np

from . import intervals, mean_intervals, permutation, power, seat_gap, strata
from .block_table import NAN, BlockTable, Floats, MetricEstimate, Spec
from .mean_intervals import Kind

DRAWS = 5
"""Draws of a permutation test for each resample of the bootstrap: they are cheap, and small p need many."""


@attrs.frozen(kw_only=True, eq=False)
class MetricColumn:
    """One metric (or part) of one variant and the base: the blocks that have it under both."""

    variant: str
    metric: str
    part: str
    rate: bool
    most: float
    """The largest difference that a block can have; infinite if that is not known."""
    paired: bool
    base: Floats
    other: Floats
    casts: strata.Casts

    @property
    def key(self) -> tuple[str, str, str]:
        return self.variant, self.metric, self.part

    @property
    def bounded(self) -> bool:
        """True if it is known how far a block can differ, and none differs by more."""
        return bool((np.abs(self.other - self.base) <= self.most).all()) and math.isfinite(self.most)

    @property
    def named(self) -> dict[str, Any]:
        """What an estimate says of its column."""
        return {"variant": self.variant, "metric": self.metric, "part": self.part, "paired": self.paired}


@attrs.frozen(kw_only=True)
class ColumnEstimate(MetricEstimate):
    """The statistics of one column, and what else verdicts need."""

    column: MetricColumn
    differing: int = 0
    sd: float = NAN
    """SD of the block differences inside casts; 0 if nothing varies, NaN with fewer than two blocks."""
    free: float = NAN
    """Degrees of freedom of the mean difference."""
    skewness: float = 0.0
    """Of the block differences."""


def columns(table: BlockTable, spec: Spec) -> list[MetricColumn]:
    """Return every metric and part of every variant except curves. Only the first `spec.pilot` blocks decide if it is
    analysed in pairs."""
    base, casts = table.variants[0], strata.of(table)
    found = []
    for (variant, metric, part), other in table.means.items():
        if variant == base or table.metrics[metric].by == "round":
            continue
        if part and table.metrics[metric].kind == "gap":
            continue
        one = table.means.get((base, metric, part))
        if one is None:
            continue
        both = np.isfinite(one) & np.isfinite(other)
        found.append(
            MetricColumn(
                variant=variant,
                metric=metric,
                part=part,
                rate=table.metrics[metric].kind == "rate",
                most=table.metrics[metric].span,
                paired=table.metrics[metric].kind == "gap"
                or power.in_pairs(one[: spec.pilot], other[: spec.pilot], casts[: spec.pilot]),
                base=one[both],
                other=other[both],
                casts=casts[both],
            )
        )
    return found


def estimates(table: BlockTable, spec: Spec) -> list[ColumnEstimate]:
    """Return the statistics of each column, in the table's order."""
    whole = columns(table, spec)
    groups: dict[tuple[bool, bool, bytes], list[MetricColumn]] = {}
    for column in whole:
        groups.setdefault((column.rate, column.paired, column.casts.tobytes()), []).append(column)
    found = {one.column.key: one for group in groups.values() for one in _group(group, spec)}
    for key, one in found.items():
        if table.metrics[one.column.metric].kind == "gap":
            found[key] = _between_seats(one, table, spec)
        elif table.size > 1:
            found[key] = _of_bundles(one, table, spec)
    return [found[column.key] for column in whole]


def _of_bundles(one: ColumnEstimate, table: BlockTable, spec: Spec) -> ColumnEstimate:
    """Return the estimate from bundles of blocks with what is known of single blocks: in how many the variant has more,
    and where they seldom differ, how many do."""
    if one.interval == "gaffke" and one.column.rate and not one.part:
        one = _of_counts(one, table, spec)
    more = table.above.get((one.variant, one.metric)) if not one.part else None
    if more is None:
        return attrs.evolve(one, superiority=NAN, superiority_low=NAN, superiority_high=NAN)
    known = more[np.isfinite(more)]
    drawn = intervals.weights(len(known), spec.resamples, spec.seed)
    [(low, high)] = intervals.of_means(known[:, None] - 0.5, drawn, (1 - spec.alpha,), 0.5)
    return attrs.evolve(
        one,
        superiority=float(known.mean()),
        superiority_low=max(float(low[0]) + 0.5, 0.0),
        superiority_high=min(float(high[0]) + 0.5, 1.0),
    )


def _of_counts(one: ColumnEstimate, table: BlockTable, spec: Spec) -> ColumnEstimate:
    """Return the estimate of a rate that seldom differs, with the interval of blocks in place of that of bundles, which
    would allow for a whole bundle that was not seen."""
    bundles = one.column.other - one.column.base
    blocks = round(len(bundles) * table.size)
    differing = table.differing.get((one.variant, one.metric), blocks)
    levels = (1 - spec.alpha, 1 - 2 * spec.alpha)
    total = float(bundles.mean()) * blocks
    ends, p = intervals.gaffke_of_counts(total, differing, blocks, spec.seed, spec.resamples, levels)
    flipped = permutation.sign_flip(bundles[:, None], spec.seed, DRAWS * spec.resamples)
    low, high = (np.array([end]) for end in ends[0])
    p = float(_agreed(np.maximum(flipped, p), (low, high), spec.alpha)[0])
    return attrs.evolve(one, low=float(low[0]), high=float(high[0]), low90=ends[1][0], high90=ends[1][1], p=p)


def _between_seats(one: ColumnEstimate, table: BlockTable, spec: Spec) -> ColumnEstimate:
    """Return the estimate of a gap with the interval and the test that allow for the seats having been picked."""
    column = one.column
    base, other = (
        np.stack(
            [table.means[key] for key in table.means if key[:2] == (arm, column.metric) and key[2]], axis=1
        )
        for arm in (table.variants[0], column.variant)
    )
    change = seat_gap.compare(base, other, spec.alpha, seed=spec.seed, resamples=spec.resamples)
    return attrs.evolve(
        one,
        base_mean=change.base.seen,
        variant_mean=change.other.seen,
        difference=change.difference,
        low=change.low,
        high=change.high,
        interval="gap",
        superiority=NAN,
        superiority_low=NAN,
        superiority_high=NAN,
        p=change.p,
        p_rank=None,
        low90=change.low90,
        high90=change.high90,
        differing=change.differing,
    )


def _group(group: Sequence[MetricColumn], spec: Spec) -> Iterable[ColumnEstimate]:
    """Estimate columns of the same blocks, all paired or all unpaired, all rates or none."""
    blocks, casts, rate = len(group[0].base), group[0].casts, group[0].rate
    if not blocks:
        return [ColumnEstimate(column=column, **column.named, interval="none") for column in group]
    base = np.stack([column.base for column in group], axis=1)
    other = np.stack([column.other for column in group], axis=1)
    differences = other - base
    mean, differing = differences.mean(axis=0), (differences != 0).sum(axis=0)
    more = (differences > 0) + 0.5 * (differences == 0)
    drawn = intervals.weights(blocks, spec.resamples, spec.seed)
    # Centred at one half, so that blocks without a difference are 0.
    [above] = intervals.of_means(more - 0.5, drawn, (1 - spec.alpha,), 0.5)
    draws = DRAWS * spec.resamples
    ranks = _ranks(differences)
    if not rate:
        many = differing >= intervals.ENOUGH
        base[:, many] = strata.levelled(base[:, many], casts)
        other[:, many] = strata.levelled(other[:, many], casts)
        differences = other - base
    sd, free = intervals.flat(differences), strata.freedom(differences, casts)
    strict = 1.0 if rate else power.strictness(blocks)
    levels = (1 - strict * spec.alpha, 1 - 2 * strict * spec.alpha)
    means = _intervals(group, base, other, levels, spec)
    ends, kinds, p = means.ends, means.kinds, means.p
    skew = intervals.skewness(differences)
    for wide, narrow in zip(*ends, strict=True):
        np.copyto(narrow, wide, where=power.uneven(skew, blocks) & (np.array(kinds) == "test"))
    # Differences and their ranks have their signs flipped together, since drawing signs takes most of the time.
    flipped = permutation.sign_flip(np.hstack([differences, ranks]), spec.seed, draws)
    p, rank = np.maximum(p, flipped[: len(group)]), flipped[len(group) :]
    if not group[0].paired:
        # As independent samples; but if blocks are negatively correlated, that alone would claim too much.
        p = np.maximum(p, permutation.two_sample(base, other, spec.seed, draws))
    ends[0] = intervals.wider(*ends)  # the test may be of use for the wider level alone
    p = _agreed(np.minimum(p / strict, 1.0), ends[0], spec.alpha)
    ratio = power.gain(base, other)
    alike = _correlation(base, other)
    return [
        ColumnEstimate(
            column=column,
            **column.named,
            base_mean=float(column.base.mean()),
            variant_mean=float(column.other.mean()),
            difference=float(mean[n]),
            low=float(ends[0][0][n]),
            high=float(ends[0][1][n]),
            interval=kinds[n],
            correlation=_number(alike[n]),
            gain=_number(ratio[n]),
            effect=float(mean[n] / sd[n]) if sd[n] > 0 else (0.0 if mean[n] == 0 and blocks > 1 else None),
            superiority=float(more[:, n].mean()),
            superiority_low=max(float(above[0][n]) + 0.5, 0.0),
            superiority_high=min(float(above[1][n]) + 0.5, 1.0),
            odds_ratio=_odds(column.base.mean(), column.other.mean()) if column.rate else None,
            p=float(p[n]),
            p_rank=float(rank[n]),
            low90=float(ends[1][0][n]),
            high90=float(ends[1][1][n]),
            sd=float(sd[n]),
            free=float(free[n]),
            differing=int(differing[n]),
            skewness=float(skew[n]),
        )
        for n, column in enumerate(group)
    ]


def _intervals(
    group: Sequence[MetricColumn],
    base: Floats,
    other: Floats,
    levels: tuple[float, float],
    spec: Spec,
) -> mean_intervals.Means:
    """Return the intervals of the mean difference of each column, wider where it is analysed unpaired."""
    both = np.concatenate([base, other])
    span = np.ptp(both, axis=0)
    found = mean_intervals.of_columns(
        mean_intervals.Values(
            values=other - base,
            rate=np.array([column.rate for column in group]),
            most=np.array([column.most for column in group]),
            # If nothing differs, one more block might, by as much as the values do; counts that are all the same, by 1.
            room=np.where(span > 0, span, 1.0),
            casts=group[0].casts,
        ),
        levels,
        spec.seed,
        spec.resamples,
    )
    if group[0].paired:
        return found
    single = np.array([column.rate and _single(column.base) and _single(column.other) for column in group])
    for n, level in enumerate(levels):
        low, high = found.ends[n]
        alone = intervals.welch(base, other, level)
        alone[0][single], alone[1][single] = intervals.newcombe(base[:, single], other[:, single], level)
        own = alone[1] - alone[0] >= high - low
        found.ends[n] = np.where(own, alone[0], low), np.where(own, alone[1], high)
        if n == 0:
            kinds: list[Kind] = ["newcombe" if one else "t" for one in single]
            found.kinds[:] = [
                mine if wide else kind for mine, wide, kind in zip(kinds, own, found.kinds, strict=True)
            ]
    return found


def _agreed(p: Floats, ends: intervals.Pair, alpha: float) -> Floats:
    """Return p, and widen the intervals in place, so that they exclude 0 if and only if p < alpha.

    The two are computed from different draws, and each may be the more careful one."""
    low, high = ends
    holds = ~((low > 0) | (high < 0))
    np.copyto(low, np.minimum(low, 0.0), where=(p >= alpha) & ~holds)
    np.copyto(high, np.maximum(high, 0.0), where=(p >= alpha) & ~holds)
    return np.where(holds, np.maximum(p, alpha), p)


def _single(values: Floats) -> bool:
    """True if all values are 0 or 1, one game to a block: shares of several games are not independent trials."""
    return bool(((values == 0) | (values == 1)).all())


def _ranks(differences: Floats) -> Floats:
    """Return Wilcoxon's signed ranks of each column: ties share their ranks, zero differences have none."""
    # Rounding errors must not break ties.
    sizes = np.abs(differences).round(12)
    equal = sizes == 0
    return np.asarray(np.where(equal, 0.0, np.sign(differences) * (_ranked(sizes) - equal.sum(axis=0))))


def _ranked(sizes: Floats) -> Floats:
    """Return the rank of each value in its column, from 1; equal values share the mean of their ranks.

    A column with NaN has no ranks.
    """
    found = np.empty(sizes.shape)
    for n, column in enumerate(sizes.T):
        ordered = np.sort(column)
        found[:, n] = (ordered.searchsorted(column) + ordered.searchsorted(column, side="right") + 1) / 2
    found[:, np.isnan(sizes).any(axis=0)] = np.nan
    return found


def _correlation(base: Floats, other: Floats) -> Floats:
    """Return the correlation of each column under both rules; NaN if one does not vary or with under three blocks."""
    if len(base) < 3:
        return np.full(base.shape[1], np.nan)
    one, two = base - base.mean(axis=0), other - other.mean(axis=0)
    norm = intervals.flat(base) * intervals.flat(other) * (len(base) - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(norm > 0, np.clip((one * two).sum(axis=0) / norm, -1, 1), np.nan)


def _odds(base: float, other: float) -> float | None:
    """Return the odds under the variant divided by those under the base; None if either is not finite."""
    if not (0 < base < 1 and 0 <= other < 1):
        return None
    return float(other / (1 - other) / (base / (1 - base)))


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
