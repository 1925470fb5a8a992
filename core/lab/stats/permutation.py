"""Permutation tests for many metrics at once: by signs of block differences, by arms, and by parts.

A p is (hits + 1) / (draws + 1), never 0; with few blocks all sign patterns are enumerated instead. Metrics share the
same signs, which depend only on the seed and the number of blocks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .block_table import Floats

EXACT = 12
"""With up to this many blocks all sign patterns are enumerated: 4096."""
CHUNK = 2000
"""Draws at a time, to save memory."""
MANY = 2**26
"""Up to so many signs are kept, each in a bit."""
FEW = 10
"""A p with fewer hits than this gets ten times as many draws."""

SIGNS, ARMS = 2, 3
"""The random streams of the tests here."""


def signs(blocks: int, draws: int, seed: int) -> Iterator[Floats]:
    """Yield signs -1 and 1 for all blocks, shape (some draws, blocks) at a time; more draws begin like fewer draws."""
    drawn = (_kept if blocks * draws <= MANY else _drawn)(blocks, draws, seed)
    return (2 * np.unpackbits(bits, axis=1, count=blocks).astype(np.float64) - 1 for bits in drawn)


def _drawn(blocks: int, draws: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    chance = np.random.default_rng([seed, SIGNS, blocks])
    for first in range(0, draws, CHUNK):
        bits = chance.integers(0, 2, size=(CHUNK, blocks), dtype=np.int8)[: draws - first]
        yield np.packbits(bits, axis=1)


@lru_cache(maxsize=4)
def _kept(blocks: int, draws: int, seed: int) -> Iterable[NDArray[np.uint8]]:
    # The metrics of a table ask for the same signs one after the other.
    return [*_drawn(blocks, draws, seed)]


def all_signs(blocks: int) -> Floats:
    """Return every sign pattern once, shape (2 ** blocks, blocks)."""
    bits = np.arange(2**blocks)[:, None] >> np.arange(blocks)
    return np.asarray(1 - 2 * (bits & 1), np.float64)


def sign_flip(differences: Floats, seed: int, draws: int) -> Floats:
    """Return the two-sided p of "the differences are symmetric around 0" for each column; exact up to 12 blocks.

    Under the hypothesis each block's difference is as likely to have the other sign. A p with fewer than ten hits gets
    ten times as many draws. This second look does not bias small p downwards, since the first look alone would have
    passed that level too.
    """
    blocks, columns = differences.shape
    if not blocks:
        return np.ones(columns)
    seen = np.abs(differences.sum(axis=0)) - 1e-9 * np.abs(differences).sum(axis=0)
    if blocks <= EXACT:
        return np.asarray((np.abs(all_signs(blocks) @ differences) >= seen).mean(axis=0))
    hits = np.zeros(columns)
    for drawn in signs(blocks, draws, seed):
        hits += (np.abs(drawn @ differences) >= seen).sum(axis=0)
    p = (hits + 1) / (draws + 1)
    few = hits < FEW
    if few.any():
        fine = np.zeros(few.sum())
        for drawn in signs(blocks, 10 * draws, seed):
            fine += (np.abs(drawn @ differences[:, few]) >= seen[few]).sum(axis=0)
        p[few] = (fine + 1) / (10 * draws + 1)
    return p


def inverted(
    differences: Floats, seed: int, draws: int, levels: tuple[float, ...]
) -> list[tuple[Floats, Floats]]:
    """Return for each level the interval of all means that `sign_flip` with so many draws does not reject.

    Taking a mean from all blocks and flipping signs leaves a sum of 0 where the mean is that of the blocks flipped: so
    the ends are quantiles of the means of random subsets (Hartigan, "Using subsample values as typical values", 1969).
    An end is infinite if there are too few blocks for the test to reject anything.
    """
    blocks = len(differences)
    exact = blocks <= EXACT
    drawn = all_signs(blocks) if exact else np.concatenate(list(signs(blocks, draws, seed)))
    whole, sums, counts = differences.sum(axis=0), drawn @ differences, drawn.sum(axis=1)[:, None]
    size = np.abs(differences).max(axis=0, initial=0.0)
    if exact:
        sums, counts = whole - sums, blocks - counts
    else:  # both a subset and the rest of it
        sums = np.concatenate([whole - sums, whole + sums])
        counts = np.concatenate([blocks - counts, blocks + counts])
    means = sums / np.maximum(counts, 1)
    # Rounding must not keep a mean of 0 from counting as 0.
    means = np.where(np.abs(means) <= 1e-9 * size, 0.0, means)
    found = []
    for level in levels:
        alpha = round(1 - level, 12)
        last = math.ceil(alpha * len(drawn) / 2) - 1 if exact else math.ceil(alpha * (draws + 1)) - 2
        ends = []
        for nothing in (-np.inf, np.inf):
            # The empty subset has no mean and is compatible with any.
            filled = np.where(counts > 0, means, nothing)
            place = last if nothing < 0 else len(filled) - 1 - last
            ends.append(np.partition(filled, place, axis=0)[place])
        found.append((ends[0], ends[1]))
    return found


def two_sample(base: Floats, other: Floats, seed: int, draws: int) -> Floats:
    """Return the two-sided p of "both means are equal" for each column of independent samples: Welch's t, permuted."""
    rows, columns = len(base), base.shape[1]
    if rows < 2 or len(other) < 2:
        return np.ones(columns)
    both = np.concatenate([base, other])
    both = both - both.mean(axis=0)
    squares = both**2
    seen = _welch_t(both[:rows].sum(axis=0), squares[:rows].sum(axis=0), both, squares, rows)
    hits = np.zeros(columns)
    for arm in _arms(rows, len(other), draws, seed):
        hits += (_welch_t(arm @ both, arm @ squares, both, squares, rows) >= seen * (1 - 1e-9)).sum(axis=0)
    return np.asarray((hits + 1) / (draws + 1))


def _arms(rows: int, others: int, draws: int, seed: int) -> Iterator[Floats]:
    """Yield which of all rows are in an arm of so many: 1 or 0, shape (some draws, rows + others) at a time."""
    chance = np.random.default_rng([seed, ARMS, rows, others])
    inside, rest = (np.arange(rows + others) < rows).astype(np.uint64), ~np.uint64(1)
    for first in range(0, draws, CHUNK):
        # The last bit of each random number says whether its row is inside: sorting numbers takes half as long as
        # sorting their places.
        numbers = chance.random((CHUNK, rows + others))[: draws - first].view(np.uint64)
        numbers &= rest
        numbers |= inside
        numbers.sort(axis=1)
        yield np.asarray(numbers & ~rest, np.float64)


def _welch_t(sums: Floats, squares: Floats, both: Floats, all_squares: Floats, rows: int) -> Floats:
    """Return |t| of an arm with these sums against the rest; infinite if neither arm varies but they differ."""
    rest = len(both) - rows
    mean, mean_rest = sums / rows, (both.sum(axis=0) - sums) / rest
    spread = squares / rows - mean**2
    spread_rest = (all_squares.sum(axis=0) - squares) / rest - mean_rest**2
    error = np.maximum(spread, 0) / (rows - 1) + np.maximum(spread_rest, 0) / (rest - 1)
    gap = np.abs(mean - mean_rest)
    gap = np.where(gap <= 1e-12 * np.sqrt(all_squares.max(axis=0)), 0.0, gap)
    tiny = error * len(both) <= 1e-12 * all_squares.max(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(gap == 0, 0.0, np.where(tiny, np.inf, gap / np.sqrt(error)))


def depends(parts: Floats, seed: int, draws: int) -> float:
    """Return p of "the mean is the same in all parts" for shape (blocks, parts), NaN where a block lacks the part.

    A Wald statistic of the contrasts between parts, each block one cluster, under random signs of the blocks'
    contributions; its denominator is the same for all signs. Parts may share blocks, as seats do, or not, as bots of
    different casts do.
    """
    there = np.isfinite(parts)
    counts = there.sum(axis=0)
    if parts.shape[1] < 2 or (counts < 2).any():
        return 1.0
    common = parts[there].mean()
    adds = np.where(there, parts - common, 0.0) / counts
    contrasts = adds[:, 1:] - adds[:, :1]
    contrasts = contrasts[there.any(axis=1)]
    size = np.abs(contrasts).max()
    if size <= 1e-12 * np.abs(parts[there]).max():
        return 1.0
    contrasts = contrasts / size
    inverse = np.linalg.pinv(contrasts.T @ contrasts, rcond=1e-10, hermitian=True)
    seen = contrasts.sum(axis=0)
    bar = (seen @ inverse @ seen) * (1 - 1e-9)

    def beyond(drawn: Floats) -> NDArray[np.bool_]:
        sums = drawn @ contrasts
        return np.asarray(np.einsum("ij,jk,ik->i", sums, inverse, sums) >= bar)

    return under_signs(beyond, len(contrasts), seed, draws)


def under_signs(beyond: Callable[[Floats], NDArray[np.bool_]], blocks: int, seed: int, draws: int) -> float:
    """Return p, from what says for each row of signs whether a statistic is as large under them as it was seen."""
    if blocks <= EXACT:
        return float(beyond(all_signs(blocks)).mean())
    hits = sum(int(beyond(drawn).sum()) for drawn in signs(blocks, draws, seed))
    return (hits + 1) / (draws + 1)
