"""Whether blocks are alike over time: a test for a trend or a jump of block means along the run.

All intervals and tests take blocks as independent draws of one distribution. Bots that learn, another version of the
program on one machine, or a limit of time make later blocks unlike earlier ones. The statistic is the largest
partial sum of centred ranks: of all places, the one before and after which blocks differ most (Pettitt, "A
non-parametric approach to the change-point problem", 1979). Without a trend it is that of a Brownian bridge, whose
distribution is Kolmogorov's, also where blocks tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
import numpy as np
from scipy.special import kolmogorov

from . import strata
from .block_table import BlockTable, Floats, Spec

ALPHA = 0.01
"""The chance that a run without a trend is said to have one, over all primary metrics, variants and levels together."""
LEAST = 20
"""With fewer blocks nothing is said: chance alone makes them differ."""


@attrs.frozen(kw_only=True)
class Trend:
    """A trend over the blocks of a run: before and after a place the blocks differ by more than chance explains."""

    metric: str
    variant: str
    """The variant whose level moves; the base's name for its own."""
    difference: bool
    """True if it is the difference from the base that moves, and False if it is the level."""
    after: int
    """Number of the first block after the place at which they differ most."""
    before_mean: float
    after_mean: float
    p: float
    """Corrected for all that was tested (Bonferroni)."""


def drift(values: Floats, casts: strata.Casts | None = None) -> tuple[float, int]:
    """Return p of "the order of the blocks does not matter", and the number of blocks before the place at which they
    differ most; NaN is left out. Casts that take turns are levelled first."""
    known = np.isfinite(values)
    kept = values[known]
    if len(kept) < LEAST or np.ptp(kept) <= 1e-12 * max(np.abs(kept).max(), 1e-300):
        return 1.0, 0
    if casts is not None:
        kept = strata.levelled(kept[:, None], casts[known])[:, 0]
    # Rounding must not break ties.
    kept = kept.round(12)
    ordered = np.sort(kept)
    ranks = (ordered.searchsorted(kept) + ordered.searchsorted(kept, side="right")) / 2
    ranks -= ranks.mean()
    sums = np.abs(ranks.cumsum()[:-1])
    far = float(sums.max() / np.sqrt((ranks**2).sum() * len(kept) / (len(kept) - 1)))
    place = int(np.nonzero(known)[0][sums.argmax()]) + 1
    return float(kolmogorov(far)), place


def trends(table: BlockTable, spec: Spec) -> list[Trend]:
    """Return the trends in the primary metrics, the surest first: of the levels under all rules, and of differences."""
    found = list(_tested(table, spec))
    sure = [attrs.evolve(one, p=min(one.p * len(found), 1.0)) for one in found]
    return sorted((one for one in sure if one.p < ALPHA), key=lambda one: one.p)


def _tested(table: BlockTable, spec: Spec) -> Iterator[Trend]:
    base, casts = table.variants[0], strata.of(table)
    for metric in spec.primary:
        if table.metrics[metric].kind == "gap":
            continue
        levels = {
            arm: table.means[arm, metric, ""] for arm in table.variants if (arm, metric, "") in table.means
        }
        for arm, values in levels.items():
            for difference in (False, True) if arm != base and base in levels else (False,):
                moving = values - levels[base] if difference else values
                yield _trend(metric, arm, difference, moving, table.blocks, casts)


def _trend(
    metric: str, variant: str, difference: bool, values: Floats, blocks: Sequence[int], casts: strata.Casts
) -> Trend:
    p, after = drift(values, casts)
    first, second = values[:after][np.isfinite(values[:after])], values[after:][np.isfinite(values[after:])]
    return Trend(
        metric=metric,
        variant=variant,
        difference=difference,
        after=blocks[after] if after < len(blocks) else 0,
        before_mean=float(first.mean()) if first.size else float("nan"),
        after_mean=float(second.mean()) if second.size else float("nan"),
        p=p,
    )


def drifts(values: Sequence[float]) -> bool:
    """True if block differences have a trend, tested alone."""
    return drift(np.array(values, float))[0] < ALPHA
