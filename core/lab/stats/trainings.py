"""Trainings as a random effect: players that are trained once more play differently, which no number of blocks shows.

Blocks are dealt among several trainings of each ruleset. The means of the trainings are independent of each other, and
what they differ by has everything in it that chance decides: the luck of training, and that of the games. So they alone
say how sure a difference is, by Student's t with one degree of freedom less than there are trainings. Nothing becomes
surer by it than the blocks alone would say.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from .block_stats import ColumnEstimate
from .block_table import NAN, Analysis, BlockTable, Floats, Spec, mean_of


def error(values: Floats, trainings: NDArray[np.intp]) -> tuple[float, int]:
    """Return the standard error of the mean of these values by block, and its degrees of freedom.

    Trainings with more blocks count for more, as they do in the mean. It is NaN with a single training.
    """
    _, which = np.unique(trainings, return_inverse=True)
    parts = np.bincount(which, values - values.mean()) if len(values) else np.zeros(0)
    count = len(parts)
    if count < 2:
        return NAN, 0
    return float(np.sqrt(count / (count - 1) * (parts**2).sum()) / len(values)), count - 1


def around(
    mean: float, ends: tuple[float, float], values: Floats, trainings: NDArray[np.intp], level: float
) -> tuple[float, float]:
    """Return the ends of the interval by blocks, moved apart as far as the trainings ask for; NaN with a single one."""
    spread, free = error(values, trainings)
    if not free:
        return NAN, NAN
    wide = float(stdtrit(free, (1 + level) / 2) * spread)
    return min(ends[0], mean - wide), max(ends[1], mean + wide)


def widened(found: list[ColumnEstimate], table: BlockTable, spec: Spec) -> list[ColumnEstimate]:
    """Return the estimates with intervals and tests that allow for the luck of training, if the table has any."""
    if len(set(table.trainings)) < 2:
        return found
    return [_widened(one, table, spec) for one in found]


def _widened(one: ColumnEstimate, table: BlockTable, spec: Spec) -> ColumnEstimate:
    base, other = (table.means[name, one.metric, one.part] for name in (table.variants[0], one.variant))
    apart = other - base
    there = np.isfinite(apart)
    which = np.array(table.trainings, np.intp)[there]
    spread, free = error(apart[there], which)
    if not free:  # only one training has this metric
        return attrs.evolve(one, low=NAN, high=NAN, low90=NAN, high90=NAN, interval="none", p=1.0, sd=NAN)
    if not spread > 0:
        return one
    wide, wide90 = (float(stdtrit(free, 1 - alpha) * spread) for alpha in (spec.alpha / 2, spec.alpha))
    middle = one.difference
    p = max(one.p, float(2 * stdtr(free, -abs(middle) / spread)))
    low, high = min(one.low, middle - wide), max(one.high, middle + wide)
    found = attrs.evolve(
        one,
        low=low,
        high=high,
        low90=min(one.low90, middle - wide90),
        high90=max(one.high90, middle + wide90),
        p=p,
        p_rank=None,
    )
    if (low, high) == (one.low, one.high):
        return found
    # As if blocks alone had this error: p of equivalence is made of it.
    return attrs.evolve(found, interval="training", sd=spread * float(np.sqrt(there.sum())), free=float(free))


def averaged(table: BlockTable) -> BlockTable:
    """Return the table with the means of each training in the place of those of blocks."""
    which = np.array(table.trainings, np.intp)
    groups = [which == one for one in np.unique(which)]
    means = {key: np.array([mean_of(values[own]) for own in groups]) for key, values in table.means.items()}
    blocks = tuple(range(len(groups)))
    return attrs.evolve(
        table, blocks=blocks, means=means, games={}, curves={}, diverged={}, casts=(), trainings=()
    )


def judged(found: Analysis, table: BlockTable) -> Analysis:
    """Return the analysis of a table with trainings without the tests that know blocks alone.

    With one training of each ruleset that is all of them: means and differences stay, and no verdict is left.
    """
    if not table.trainings:
        return found
    none = (NAN,) * 9
    shifts = [
        attrs.evolve(one, p=NAN, low=none, high=none, spread_low=NAN, spread_high=NAN) for one in found.shifts
    ]
    # How many blocks would do is not known where the trainings decide.
    results = [attrs.evolve(one, needed=None) if one.interval == "training" else one for one in found.results]
    found = attrs.evolve(found, results=results, shifts=shifts, interactions=())
    if len(set(table.trainings)) > 1:
        return found
    unknown: dict[str, Any] = dict.fromkeys(("p", "adjusted", "low", "high", "low90", "high90"), NAN)
    unknown |= dict.fromkeys(("superiority_low", "superiority_high"), NAN)
    unknown |= dict.fromkeys(("p_rank", "p_equivalent", "needed", "skewed"), None)
    unknown |= {"bounded": False, "uncorrected": False, "interval": "none", "verdict": "not resolved"}
    results = [attrs.evolve(one, **unknown) for one in found.results]
    return attrs.evolve(found, results=results, effects=())
