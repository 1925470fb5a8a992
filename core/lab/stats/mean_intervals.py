"""Intervals of means over blocks: the one method of comparisons, searches and studies.

Which one depends on what is known of the values, and on how many blocks differ. Everything is for columns: shape
(blocks, metrics), without NaN.

* `test`: the wider of the sign-flip test's inversion and the bootstrap-t interval, where enough blocks differ.
* `gaffke`: Gaffke's bound, where few blocks differ, and for rates unless many blocks vary in many ways. It needs to
  know how far a block can lie from 0. For rates and metrics with stated bounds this is known; for others it is assumed
  that a block lies at most twice as far as any that was seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from . import intervals, permutation, strata
from .block_table import Floats

Kind: TypeAlias = Literal["test", "gaffke", "gap", "t", "newcombe", "none"]
Bools: TypeAlias = NDArray[np.bool_]

SPREAD = 50
"""A rate whose blocks have several games is treated as a mean from this number of differing blocks on, if they differ
by several amounts and are not too skewed: the bound of what a block can be costs more than it gives then."""
SKEWED = 15
"""Times the squared skewness: the number of blocks that this takes."""
TAIL = 10
"""Least number of resamples beyond an end of an interval."""
FINEST = 10_000
"""Most resamples for that, and most blocks times resamples is a thousand times as many."""


@attrs.frozen(eq=False)
class Means:
    """Intervals of the means of some columns at some levels, and the p of what they add to the sign-flip test."""

    ends: list[intervals.Pair]
    """By level."""
    kinds: list[Kind]
    p: Floats
    """0 where they add nothing to the sign-flip test."""


@attrs.frozen(eq=False, kw_only=True)
class Values:
    """What is known of columns of blocks."""

    values: Floats
    """Differences from what is usual: of two rulesets, or of a block from the commonest block."""
    rate: Bools
    """By column, whether it is a share, or a difference of two."""
    most: Floats
    """By column, the largest distance from 0 that a block can have; infinite if that is not known."""
    room: Floats
    """By column, the distance that one more block may have if nothing differs and `most` is not known."""
    casts: strata.Casts

    @property
    def differing(self) -> NDArray[np.intp]:
        return np.asarray((self.values != 0).sum(axis=0))

    @property
    def known(self) -> Bools:
        """Where the bound is known, and no block is beyond it."""
        return np.isfinite(self.most) & (np.abs(self.values) <= self.most * (1 + 1e-9)).all(axis=0)

    def spread(self, skew: Floats) -> Bools:
        """Return which rates vary so much and so evenly that they may be treated as means."""
        return np.array(
            [
                many >= SPREAD and even and len(np.unique(np.abs(column))) > 3
                for column, even, many in zip(
                    self.values.T, SKEWED * skew**2 <= len(self.values), self.differing, strict=True
                )
            ],
            bool,
        )


def of_columns(given: Values, levels: Sequence[float], seed: int, resamples: int) -> Means:
    """Return the intervals of the mean of each column, by level."""
    values, casts, levels = given.values, given.casts, tuple(levels)
    blocks, sd = len(values), intervals.flat(values)
    free = strata.freedom(values, casts)
    few = given.differing < intervals.ENOUGH
    skew = intervals.skewness(values)
    # By Gaffke's bound where it is known what a block can differ by, and where nothing better can be done.
    bound = ((given.rate & given.known & ~given.spread(skew)) | few) & (blocks > 1)
    bent = ~few & ~bound & (sd > 0)
    plain = [intervals.student(values, level) for level in levels]
    found = [(low.copy(), high.copy()) for low, high in plain]
    p = np.zeros(values.shape[1])
    if bound.any():
        part = values[:, bound]
        assumed = np.where(sd > 0, 2 * np.abs(values).max(axis=0, initial=0.0), 0.0)
        most = np.where(given.known, given.most, np.maximum(assumed, given.room))
        unseen = intervals.spacings(blocks, resamples, seed)
        made, p[bound] = intervals.gaffke(part, most[bound], unseen, levels)
        _put(found, bound, made)
    if bent.any():
        made, p[bent] = intervals.studentized(
            values[:, bent], intervals.weights(blocks, resamples, seed), levels
        )
        if strata.apart(casts):
            # A cast of few blocks may be the widest: neither resampling nor signs know how uncertain its spread is.
            part = values[:, bent]
            made = [
                intervals.wider(one, intervals.student(part, level, free[bent]))
                for one, level in zip(made, levels, strict=True)
            ]
        _put(found, bent, made)
    tested = permutation.inverted(values, seed, resamples, levels)
    for n, (one, (low, high)) in enumerate(zip(found, tested, strict=True)):
        # With very few blocks the test rejects nothing, and its interval is infinite. Student's takes its place, since
        # the mean may lie beyond all that was seen; where a bound is known it lies within Gaffke's.
        used = np.isfinite(high - low) & (sd > 0)
        known = [
            np.where(given.known & bound, mine, each[n])
            for mine, each in zip(one, zip(*plain, strict=True), strict=True)
        ]
        found[n] = intervals.wider(one, (np.where(used, low, known[0]), np.where(used, high, known[1])))
    kinds: list[Kind] = list(np.where(bound, "gaffke", np.where(sd > 0, "test", "none")).tolist())
    return Means(found, kinds, p)


def resamples_for(alpha: float, blocks: int, least: int) -> int:
    """Return how many resamples an interval needs that misses with probability alpha, at least `least`."""
    wanted = min(math.ceil(2 * TAIL / alpha), FINEST, 1000 * FINEST // max(blocks, 1))
    # The sign-flip test has no interval at all with fewer than two draws beyond its ends.
    return max(least, wanted, math.ceil(3 / alpha))


def _put(found: list[intervals.Pair], where: Bools, made: Sequence[intervals.Pair]) -> None:
    for (low, high), (lower, upper) in zip(found, made, strict=True):
        low[where], high[where] = lower, upper
