"""Numbers of blocks for a given power, and the pilot: what the first blocks decide."""

from __future__ import annotations

import math
from collections.abc import Callable

import attrs
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtr

from . import strata
from .block_table import BlockTable, Floats, Spec
from .intervals import flat
from .strata import Casts

FULL = 80
"""From this number of blocks on, means are tested at the level that is stated."""
MOST = 10_000_000
"""More blocks than this are out of reach, and no number is given."""
SKEWED = 5
"""Times the squared skewness of the differences: with fewer blocks than this even the stricter level may raise more
false alarms than stated. Cochran's rule ("Sampling Techniques", 1977) asks for 25 times, for Student's t."""

NARROW = 0.05
"""Of the wins: a gap between seats is looked for this closely if nothing is stated."""
OFTEN = 0.05
UNEVEN = 40
"""Times the squared skewness of the blocks: with fewer of them a mean is claimed to lie inside bounds at half the error
that is stated. Blocks that lack their tail look certain (benchmarks/calibration.md)."""


def uneven(skewness: Floats, blocks: int) -> NDArray[np.bool_]:
    """Return which columns are skewed for so many blocks."""
    return np.asarray(UNEVEN * skewness**2 > blocks)


def seen_all(alpha: float) -> int:
    """Return how many blocks show, with probability 1 - alpha, whatever happens in one of twenty.

    With fewer of them a metric whose values have no bound is not claimed to lie inside bounds: its large values may all
    be missing, and nothing in the other blocks shows that.
    """
    return blocks_alike(OFTEN, alpha)


def strictness(blocks: int) -> float:
    """Return the factor of alpha for the mean of a metric whose values have no bound.

    A few blocks may lack the rare large values of a skewed metric. They look precise then, and nothing in them shows
    that they are not. So small numbers of blocks are tested at a stricter level, which holds for log-normal
    differences (benchmarks/calibration.md): of 5 %, at 1 % and 1 % more for every 20 blocks.
    """
    return min((20 + blocks) / (20 + FULL), 1.0)


def strict(needed: Callable[[float], int | None]) -> int | None:
    """Return the number of blocks needed at the stricter level; `needed` returns it for a given strictness."""
    found = needed(1.0)
    while found is not None and found < FULL and (needed(strictness(found)) or 0) > found:
        found += 1
    return found


def blocks_needed(sd: float, effect: float, alpha: float, power: float) -> int | None:
    """Return how many blocks detect a mean difference of `effect` with this power, two-sided; None if out of reach.

    The normal approximation with Guenther's correction (1981) for Student's t: within a block of the exact number.
    """
    if not (sd > 0 and effect > 0):
        return None
    z = ndtri(1 - alpha / 2)
    return _whole((z + ndtri(power)) ** 2 * (sd / effect) ** 2 + z**2 / 2)


def blocks_equivalent(sd: float, margin: float, alpha: float, power: float) -> int | None:
    """Return how many blocks show equivalence with this power, by two one-sided tests, if nothing differs."""
    return blocks_needed(sd, margin, 2 * alpha, (1 + power) / 2)


def _whole(blocks: float) -> int | None:
    return max(math.ceil(blocks), 2) if blocks < MOST else None


def gain(base: Floats, other: Floats) -> Floats:
    """Return the unpaired variance of the difference of means divided by the paired one, for each column.

    NaN if nothing varies or there are fewer than three rows; infinite if all differences are equal.
    """
    if len(base) < 3:
        return np.full(base.shape[1], np.nan)
    alone = base.var(axis=0, ddof=1) + other.var(axis=0, ddof=1)
    paired = (other - base).var(axis=0, ddof=1)
    paired = np.where(paired <= 1e-20 * alone, 0.0, paired)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(alone > 0, alone / paired, np.nan)


def in_pairs(base: Floats, other: Floats, casts: Casts) -> bool:
    """True unless pairs vary more, inside casts, than two independent samples would. NaN is dropped."""
    return not gain(*_both(base, other, casts))[0] < 1


def _both(base: Floats, other: Floats, casts: Casts) -> tuple[Floats, Floats]:
    """Return the blocks that have both values, as columns without what differs between casts."""
    both = np.isfinite(base) & np.isfinite(other)
    one, two = (strata.levelled(values[both][:, None], casts[both]) for values in (base, other))
    return one, two


def smallest(spec: Spec, metric: str, sd: float) -> float:
    """Return the smallest difference of interest: as stated, else the margin, else 0.2 SD of the differences."""
    stated = spec.smallest.get(metric, spec.margins.get(metric))
    return stated if stated is not None else 0.2 * sd


def planned(spec: Spec, metric: str, sd: float, tests: int, rate: bool = False) -> int | None:
    """Return how many blocks resolve the metric with the stated power, whichever way, among so many primary tests.

    Holm's correction never needs more than Bonferroni's share of alpha, which is used here.
    """
    margin = spec.margins.get(metric)

    def needed(strictness: float) -> int | None:
        alpha = strictness * spec.alpha
        wanted = blocks_needed(sd, smallest(spec, metric, sd), alpha / tests, spec.power)
        if margin is None or wanted is None:
            return wanted
        equal = blocks_equivalent(sd, margin, alpha, spec.power)
        return None if equal is None else max(wanted, equal, 0 if rate else seen_all(spec.alpha))

    return needed(1.0) if rate else strict(needed)


def still_needed(
    spec: Spec, metric: str, blocks: int, sd: float, difference: float, tests: int, rate: bool = False
) -> int | None:
    """Return how many blocks would resolve what these did not; None if that is out of reach.

    For the smallest difference of interest; if there were enough blocks for that, for the difference observed.
    """
    if not sd > 0:
        return None
    wanted = planned(spec, metric, sd, tests, rate)
    if wanted is not None and wanted > blocks:
        return wanted
    margin = spec.margins.get(metric)

    def needed(strictness: float) -> int | None:
        alpha = strictness * spec.alpha
        ways = [blocks_needed(sd, abs(difference), alpha / tests, spec.power)]
        if margin is not None and abs(difference) < margin:
            # One of the two one-sided tests: the one at the far end of the margin is as good as passed.
            ways.append(blocks_needed(sd, margin - abs(difference), 2 * alpha, spec.power))
        return min((one for one in ways if one is not None), default=None)

    found = needed(1.0) if rate else strict(needed)
    return None if found is None else max(found, blocks + 1)


def narrowing(spec: Spec, metric: str, blocks: int, half: float) -> int | None:
    """Return how many blocks narrow the interval of a gap, now +-half, to the margin or the smallest difference that is
    stated; else to NARROW, or if it is as narrow, to half its width. None without an interval."""
    if not half > 0:
        return None
    wanted = spec.margins.get(metric, spec.smallest.get(metric, NARROW if half > NARROW else half / 2))
    return _whole(max(blocks * (half / wanted) ** 2, blocks + 1))


def equivalence(blocks: int, sd: float, difference: float, margin: float, free: float) -> float:
    """Return p of two one-sided t tests of "the true difference lies outside the margin", with so many degrees of
    freedom.

    Without a spread it is the chance that so many blocks show nothing although as many would differ as it takes to
    leave the margin, each by 1 at most: that is so for rates.
    """
    room = margin - abs(difference)
    if sd == 0 and room > 0:
        return float((1 - min(room, 1.0)) ** blocks)
    return float(stdtr(free, -room * math.sqrt(blocks) / sd)) if sd > 0 else 1.0


def blocks_alike(margin: float, alpha: float) -> int:
    """Return how many blocks show that a rate is equivalent if none differs."""
    return max(math.ceil(math.log(alpha) / math.log1p(-margin)), 2) if margin < 1 else 2


@attrs.frozen(kw_only=True)
class Pilot:
    """The pilot's result for a primary metric of one variant."""

    variant: str
    metric: str
    blocks: int
    """Blocks of the pilot in which both have the metric."""
    paired: bool
    """True if the metric will be analysed in pairs."""
    gain: float | None
    """Unpaired variance divided by paired variance."""
    sd: float | None
    """SD of the block differences inside casts; None with fewer than two blocks."""
    smallest: float | None
    """The difference that `needed` is for."""
    needed: int | None
    """Blocks that detect it with the stated power; None if unknown, for example if nothing differed."""


def pilot(table: BlockTable, spec: Spec) -> list[Pilot]:
    """Decide from the first `spec.pilot` blocks, for each variant and primary metric except gaps, if it is analysed in
    pairs, and how many blocks it takes."""
    base, *others = table.variants
    found, casts = [], strata.of(table)[: spec.pilot]
    tests = max(len(others) * len(spec.primary), 1)
    for variant in others:
        for metric in spec.primary:
            if table.metrics[metric].kind == "gap":
                continue  # no mean of blocks: what the pilot varies by says nothing about it
            one = table.means[base, metric, ""][: spec.pilot]
            two = table.means[variant, metric, ""][: spec.pilot]
            left, right = _both(one, two, casts)
            differences = (right - left)[:, 0]
            ratio = gain(left, right)[0]
            sd = float(flat(right - left)[0]) if len(differences) > 1 else None
            found.append(
                Pilot(
                    variant=variant,
                    metric=metric,
                    blocks=len(differences),
                    paired=in_pairs(one, two, casts),
                    gain=float(ratio) if np.isfinite(ratio) else None,
                    sd=sd,
                    smallest=smallest(spec, metric, sd) if sd is not None else None,
                    needed=planned(spec, metric, sd, tests, table.metrics[metric].kind == "rate")
                    if sd is not None
                    else None,
                )
            )
    return found
