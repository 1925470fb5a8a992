"""Intervals around means of blocks, for many metrics at once.

All functions take columns: shape (blocks, metrics), without NaN. Metrics share the same resamples, which depend only on
the seed and the number of blocks: the results for a metric do not depend on which others are measured.
"""

from __future__ import annotations

from functools import lru_cache

import attrs
import numpy as np
from scipy import special

from .block_table import Floats

Pair = tuple[Floats, Floats]
"""Lower and upper ends, one for each column."""

BOOTSTRAP = 1
"""The random stream of the bootstrap; core/lab/stats/permutation.py has others."""
UNSEEN = 4
"""The random stream of Gaffke's bound."""

ENOUGH = 10
"""With fewer blocks other than 0 than this, resampling gives too few different results (benchmarks/calibration.md)."""
TOGETHER = 100_000
"""So many blocks are drawn at a time."""
HITS = 10
"""With fewer hits than this a p of the resamples is too rough, and only says that it is small."""


@lru_cache(maxsize=2)
def weights(blocks: int, resamples: int, seed: int) -> Floats:
    """Return bootstrap resamples of blocks as weights that sum to 1, shape (resamples, blocks); not to be changed."""
    # Most metrics have a value in every block, so that the same resamples are asked for again and again.
    chance = np.random.default_rng([seed, BOOTSTRAP, blocks])
    found = np.empty((resamples, blocks))
    together = max(1, TOGETHER // max(1, blocks))
    for first in range(0, resamples, together):
        rows = found[first : first + together]
        drawn = chance.integers(0, blocks, size=rows.shape) + blocks * np.arange(len(rows))[:, None]
        rows[:] = np.bincount(drawn.ravel(), minlength=rows.size).reshape(rows.shape)
    found /= blocks
    found.flags.writeable = False
    return found


@attrs.frozen(eq=False)
class Spacings:
    """Random weights of the blocks and of one value that was not seen, summing to 1: the gaps between uniform random
    numbers."""

    inner: Floats
    """Of the blocks, shape (resamples, blocks)."""
    end: Floats
    """Of the unseen value, shape (resamples,)."""


def spacings(blocks: int, resamples: int, seed: int) -> Spacings:
    """Return weights for Gaffke's bound of the mean of bounded values ("Three test statistics for a nonparametric
    one-sided hypothesis on the mean of a nonnegative variable", 2005).

    A quantile of the weighted mean in which the unseen value is the largest possible one is an upper bound of the mean,
    whatever the distribution. For counts of 0 and 1 it is Clopper and Pearson's bound, and for -1, 0 and 1 it excludes
    0 when McNemar's exact test does.
    """
    chance = np.random.default_rng([seed, UNSEEN, blocks])
    inner = chance.standard_exponential((resamples, blocks))
    # Evenly spread instead of drawn, so that the bound is exact if all blocks are alike.
    even = (chance.permutation(resamples) + 0.5) / resamples
    end = 1 - even ** (1 / max(blocks, 1))
    inner *= ((1 - end) / inner.sum(axis=1))[:, None]
    return Spacings(inner, end)


def flat(values: Floats) -> Floats:
    """Return the SD of each column, exactly 0 if its values differ only by rounding; NaN with fewer than two rows."""
    if len(values) < 2:
        return np.full(values.shape[1], np.nan)
    spread = values.std(axis=0, ddof=1)
    return np.where(spread <= 1e-12 * np.abs(values).max(axis=0), 0.0, spread)


def skewness(values: Floats) -> Floats:
    """Return the sample skewness of each column; 0 if nothing varies."""
    centred = values - values.mean(axis=0)
    squares = (centred**2).mean(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(flat(values) > 0, (centred**3).mean(axis=0) / squares**1.5, 0.0)


def student(values: Floats, level: float, free: Floats | None = None) -> Pair:
    """Return Student's t interval of each mean; NaN with fewer than two rows. `free` are the degrees of freedom, if
    they are not one less than the number of rows."""
    rows = len(values)
    if rows < 2:
        return flat(values), flat(values)
    degrees = rows - 1 if free is None else free
    half = special.stdtrit(degrees, (1 + level) / 2) * flat(values) / np.sqrt(rows)
    mean = values.mean(axis=0)
    return mean - half, mean + half


def bounded(values: Floats, level: float, most: float) -> Pair:
    """Return Student's interval of each mean; where all values are equal, Gaffke's, as if none lay beyond +-most."""
    found, same = student(values, level), flat(values) == 0
    room = 1 - ((1 - level) / 2) ** (1 / len(values))
    for end, side in zip(found, (-1, 1), strict=True):
        end[same] = values[0, same] + room * (side * most - values[0, same])
    return found


def of_means(values: Floats, drawn: Floats, levels: tuple[float, ...], most: float = np.inf) -> list[Pair]:
    """Return for each level the interval of each mean to report: by bootstrap where enough values are not 0.

    Where all values are equal, others may not be: if no value lies beyond +-most, the interval is Gaffke's, which is
    known exactly for equal values; else it is infinite.
    """
    same = flat(values) == 0
    bent = ((values != 0).sum(axis=0) >= ENOUGH) & ~same
    found = [bounded(values, level, most) for level in levels]
    if bent.any():
        for plain, better in zip(found, bca(values[:, bent], drawn, levels), strict=True):
            plain[0][bent], plain[1][bent] = better
    return found


def studentized(values: Floats, drawn: Floats, levels: tuple[float, ...]) -> tuple[list[Pair], Floats]:
    """Return for each level the bootstrap-t interval of each mean, and two-sided p of "the mean is 0".

    The best of the bootstraps where few blocks are skewed (Hall, "The Bootstrap and Edgeworth Expansion", 1992).
    Columns need a spread, and `ENOUGH` values other than 0.
    """
    rows, mean = len(values), values.mean(axis=0)
    centred = values - mean
    moved = drawn @ centred
    spread = np.maximum(drawn @ centred**2 - moved**2, 0) / (rows - 1)
    tiny = 1e-24 * (centred**2).max(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(spread > tiny, moved / np.sqrt(spread), 0.0)
    error = flat(values) / np.sqrt(rows)
    seen = mean / error
    hits = np.minimum((t >= seen).sum(axis=0), (t <= seen).sum(axis=0))
    t.sort(axis=0)
    found = []
    for level in levels:
        share = np.full(len(mean), (1 - level) / 2)
        found.append((mean - error * _quantile(t, 1 - share), mean - error * _quantile(t, share)))
    return found, _rough(hits, len(t))


def gaffke(
    values: Floats, most: Floats, drawn: Spacings, levels: tuple[float, ...]
) -> tuple[list[Pair], Floats]:
    """Return for each level Gaffke's interval of each mean if no value lies beyond +-most, and p of "the mean is 0"."""
    inner = drawn.inner @ values
    room = drawn.end[:, None] * most
    below, above = inner - room, inner + room
    hits = np.minimum((below <= 0).sum(axis=0), (above >= 0).sum(axis=0))
    below.sort(axis=0)
    above.sort(axis=0)
    found = []
    for level in levels:
        share = np.full(len(most), (1 - level) / 2)
        found.append((_quantile(below, share), _quantile(above, 1 - share)))
    return found, _rough(hits, len(inner))


def gaffke_of_counts(
    total: float, differing: int, blocks: int, seed: int, resamples: int, levels: tuple[float, ...]
) -> tuple[list[tuple[float, float]], float]:
    """Return the same for one column of values from -1 to 1 of which only this is known: their sum, how many are not
    0, and how many there are.

    It is Gaffke's if they are -1, 0 and 1; for others it is wider, since no values with this sum vary more.
    """
    chance = np.random.default_rng([seed, UNSEEN, blocks])
    even = (chance.permutation(resamples) + 0.5) / resamples
    end = 1 - even ** (1 / max(blocks, 1))
    shapes = (differing + total) / 2, (differing - total) / 2, blocks - differing
    up, down, rest = (chance.standard_gamma(max(shape, 0.0), resamples) for shape in shapes)
    inner = (up - down) / (up + down + rest) * (1 - end)
    below, above = np.sort(inner - end), np.sort(inner + end)
    hits = np.array([min(int((below <= 0).sum()), int((above >= 0).sum()))])
    ends = [
        (float(np.quantile(below, (1 - level) / 2)), float(np.quantile(above, (1 + level) / 2)))
        for level in levels
    ]
    return ends, float(_rough(hits, resamples)[0])


def _rough(hits: Floats, draws: int) -> Floats:
    return np.where(hits >= HITS, np.minimum(2 * (hits + 1) / (draws + 1), 1.0), 0.0)


def wider(one: Pair, two: Pair) -> Pair:
    return np.minimum(one[0], two[0]), np.maximum(one[1], two[1])


def welch(base: Floats, other: Floats, level: float) -> Pair:
    """Return Welch's t interval of mean(other) - mean(base), for independent samples."""
    one, two = flat(base) ** 2 / len(base), flat(other) ** 2 / len(other)
    with np.errstate(divide="ignore", invalid="ignore"):
        free = (one + two) ** 2 / (one**2 / (len(base) - 1) + two**2 / (len(other) - 1))
    free = np.where(np.isfinite(free), free, len(base) + len(other) - 2)
    half = special.stdtrit(free, (1 + level) / 2) * np.sqrt(one + two)
    middle = other.mean(axis=0) - base.mean(axis=0)
    return middle - half, middle + half


def newcombe(base: Floats, other: Floats, level: float) -> Pair:
    """Return Newcombe's interval (1998, method 10) of the difference of two independent rates; columns of 0 and 1."""
    z = special.ndtri((1 + level) / 2)
    ends = []
    for values in (base, other):
        rows, rate = len(values), values.mean(axis=0)
        middle = (rate + z**2 / (2 * rows)) / (1 + z**2 / rows)
        half = z / (1 + z**2 / rows) * np.sqrt(rate * (1 - rate) / rows + z**2 / (4 * rows**2))
        ends.append((rate, middle - half, middle + half))
    (p, p_low, p_high), (q, q_low, q_high) = ends
    below = np.sqrt((q - q_low) ** 2 + (p_high - p) ** 2)
    above = np.sqrt((q_high - q) ** 2 + (p - p_low) ** 2)
    return q - p - below, q - p + above


def bca(values: Floats, drawn: Floats, levels: tuple[float, ...]) -> list[Pair]:
    """Return for each level the bias-corrected and accelerated bootstrap intervals of the means (Efron 1987).

    The jackknife of a mean has a closed form, so the acceleration is one sixth of the skewness of the contributions.
    The tails are those of Student's t and of the unbiased SD, without which few blocks give too narrow an interval
    (the expanded percentiles of Hesterberg, "What teachers should know about the bootstrap", 2015).
    """
    rows, mean = len(values), values.mean(axis=0)
    centred = values - mean
    means = drawn @ centred
    means.sort(axis=0)
    resamples = len(means)
    tiny = 1e-12 * np.abs(values).max(axis=0)
    below = ((means < -tiny).sum(axis=0) + (means <= tiny).sum(axis=0)) / 2
    # Half a resample from the ends, so that the correction stays finite if all lie on one side.
    bias = special.ndtri(np.clip(below, 0.5, resamples - 0.5) / resamples)
    squares = (centred**2).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        skew = np.nan_to_num((centred**3).sum(axis=0) / (6 * squares**1.5))
    found = []
    for level in levels:
        ends = []
        far = special.stdtrit(rows - 1, (1 + level) / 2) * np.sqrt(rows / (rows - 1))
        for side in (-1, 1):
            z = bias + side * far
            share = special.ndtr(bias + z / np.maximum(1 - skew * z, 1e-3))
            end = mean + _quantile(means, share)
            # For counts, 0 is a value that occurs; rounding must not put it outside.
            ends.append(np.where(np.abs(end) <= tiny, 0.0, end))
        found.append((ends[0], ends[1]))
    return found


def _quantile(ordered: Floats, share: Floats) -> Floats:
    """Return a quantile of each sorted column, each at its own share (linear between neighbours)."""
    place = np.clip(share, 0, 1) * (len(ordered) - 1)
    under = np.floor(place).astype(int)
    over = np.minimum(under + 1, len(ordered) - 1)
    columns = np.arange(ordered.shape[1])
    low, high = ordered[under, columns], ordered[over, columns]
    return np.asarray(low + (place - under) * (high - low))
