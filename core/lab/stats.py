"""What the block means of a table say of each metric and part: difference, interval, test, effect sizes.

Metrics with the same number of blocks are worked through together. What is corrected for many tests, and the verdict,
is for core/lab/analysis.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import attrs
import numpy as np
from scipy import stats

from . import intervals, permutation, power
from .table import Floats, Spec, Table

DRAWS = 5
"""Draws of a permutation test for each resample of the bootstrap: they are cheap, and small p want many."""

Kind: TypeAlias = Literal["bca", "t", "newcombe", "none"]


@attrs.frozen(kw_only=True, eq=False)
class Column:
    """One metric (or part) of one variant beside the base: the blocks that have it under both."""

    variant: str
    metric: str
    part: str
    rate: bool
    paired: bool
    base: Floats
    other: Floats

    @property
    def key(self) -> tuple[str, str, str]:
        return self.variant, self.metric, self.part


@attrs.frozen(kw_only=True)
class Finding:
    """All that a column says by itself; the names are those of `table.Result`."""

    column: Column
    base_mean: float
    variant_mean: float
    difference: float
    low: float
    high: float
    interval: Kind
    correlation: float | None
    gain: float | None
    effect: float | None
    superiority: float
    superiority_low: float
    superiority_high: float
    odds_ratio: float | None
    p: float
    p_rank: float | None
    low90: float
    high90: float
    sd: float
    """Of the block differences; 0 where nothing varies, NaN below two blocks."""


def columns(table: Table, spec: Spec) -> list[Column]:
    """Every metric and part of every variant, curves left out; whether it is taken in pairs is decided by its first
    `spec.pilot` blocks alone."""
    base = table.variants[0]
    found = []
    for (variant, metric, part), other in table.means.items():
        if variant == base or table.metrics[metric].by == "round":
            continue
        one = table.means.get((base, metric, part))
        if one is None:
            continue
        both = np.isfinite(one) & np.isfinite(other)
        found.append(
            Column(
                variant=variant,
                metric=metric,
                part=part,
                rate=table.metrics[metric].kind == "rate",
                paired=power.in_pairs(one[: spec.pilot], other[: spec.pilot]),
                base=one[both],
                other=other[both],
            )
        )
    return found


def findings(table: Table, spec: Spec) -> list[Finding]:
    """What each column of the table says, in the table's order."""
    whole = columns(table, spec)
    groups: dict[tuple[int, bool], list[Column]] = {}
    for column in whole:
        groups.setdefault((len(column.base), column.paired), []).append(column)
    found = {one.column.key: one for group in groups.values() for one in _group(group, spec)}
    return [found[column.key] for column in whole]


def _group(group: Sequence[Column], spec: Spec) -> Iterable[Finding]:
    """Columns with the same number of blocks, all paired or none."""
    blocks = len(group[0].base)
    if not blocks:
        return [_nothing(column) for column in group]
    base = np.stack([column.base for column in group], axis=1)
    other = np.stack([column.other for column in group], axis=1)
    differences = other - base
    sd = intervals.flat(differences)
    mean = differences.mean(axis=0)
    drawn = intervals.weights(blocks, spec.resamples, spec.seed)
    levels = (1 - spec.alpha, 1 - 2 * spec.alpha)
    ends, kinds = _intervals(group, base, other, drawn, levels)
    draws = DRAWS * spec.resamples
    p = permutation.sign_flip(differences, spec.seed, draws)
    if not group[0].paired:
        # As independent samples; but where blocks are opposed rather than alike, that would claim too much.
        p = np.maximum(p, permutation.two_sample(base, other, spec.seed, draws))
    more = (differences > 0) + 0.5 * (differences == 0)
    # Taken from one half, so that blocks which say nothing are 0.
    above = intervals.told(more - 0.5, drawn, levels[:1])[0][0]
    rank = permutation.sign_flip(_ranks(differences), spec.seed, draws)
    ratio = power.gain(base, other)
    alike = _correlation(base, other)
    return [
        Finding(
            column=column,
            base_mean=float(base[:, n].mean()),
            variant_mean=float(other[:, n].mean()),
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
            odds_ratio=_odds(base[:, n].mean(), other[:, n].mean()) if column.rate else None,
            p=float(p[n]),
            p_rank=float(rank[n]),
            low90=float(ends[1][0][n]),
            high90=float(ends[1][1][n]),
            sd=float(sd[n]),
        )
        for n, column in enumerate(group)
    ]


def _intervals(
    group: Sequence[Column], base: Floats, other: Floats, drawn: Floats, levels: tuple[float, float]
) -> tuple[list[intervals.Pair], list[Kind]]:
    """Of the mean difference of each column at each level, and how they were found."""
    differences = other - base
    sd = intervals.flat(differences)
    found, bent = intervals.told(differences, drawn, levels)
    kinds: list[Kind] = [("bca" if bent[n] else "t") if spread > 0 else "none" for n, spread in enumerate(sd)]
    if group[0].paired:
        return found, kinds
    single = np.array([column.rate and _single(column.base) and _single(column.other) for column in group])
    told = kinds
    for n, level in enumerate(levels):
        alone = intervals.welch(base, other, level)
        alone[0][single], alone[1][single] = intervals.newcombe(base[:, single], other[:, single], level)
        own = alone[1] - alone[0] >= found[n][1] - found[n][0]
        found[n] = np.where(own, alone[0], found[n][0]), np.where(own, alone[1], found[n][1])
        if n == 0:
            told = [("newcombe" if single[k] else "t") if own[k] else kind for k, kind in enumerate(kinds)]
    return found, told


def _single(values: Floats) -> bool:
    """Whether there is 0 and 1 alone, one game to a block: shares of several games are no independent trials."""
    return bool(((values == 0) | (values == 1)).all())


def _ranks(differences: Floats) -> Floats:
    """Wilcoxon's signed ranks of each column: equal sizes share their ranks, no difference has none."""
    # Rounding must not make ranks of what is equal.
    sizes = np.abs(differences).round(12)
    equal = sizes == 0
    return np.asarray(
        np.where(equal, 0.0, np.sign(differences) * (stats.rankdata(sizes, axis=0) - equal.sum(axis=0)))
    )


def _correlation(base: Floats, other: Floats) -> Floats:
    """Of each column under both rules; NaN where one does not vary or below three blocks."""
    if len(base) < 3:
        return np.full(base.shape[1], np.nan)
    one, two = base - base.mean(axis=0), other - other.mean(axis=0)
    norm = intervals.flat(base) * intervals.flat(other) * (len(base) - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(norm > 0, np.clip((one * two).sum(axis=0) / norm, -1, 1), np.nan)


def _odds(base: float, other: float) -> float | None:
    """The odds under the variant divided by those under the base; None where one of them has no finite odds."""
    if not (0 < base < 1 and 0 <= other < 1):
        return None
    return float(other / (1 - other) / (base / (1 - base)))


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _nothing(column: Column) -> Finding:
    """Of a metric that no block has under both."""
    nan = float("nan")
    ends = dict.fromkeys(("low", "high", "low90", "high90", "superiority_low", "superiority_high"), nan)
    return Finding(
        column=column,
        base_mean=nan,
        variant_mean=nan,
        difference=nan,
        interval="none",
        correlation=None,
        gain=None,
        effect=None,
        superiority=nan,
        odds_ratio=None,
        p=1.0,
        p_rank=None,
        sd=nan,
        **ends,
    )
