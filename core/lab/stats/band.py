"""A band around several means of the same blocks: with its probability all of them lie in it at once."""

from __future__ import annotations

import numpy as np

from .block_table import Floats
from .intervals import Pair, flat, weights
from .strata import Casts, levelled


def together(values: Floats, casts: Casts, level: float, seed: int, resamples: int) -> Pair:
    """Return the ends of a band around the mean of each column, shape (blocks, columns) without NaN.

    Each error counts in standard errors, as the bootstrap says how far the furthest of all columns is off above and
    below (max-t), so that skewed columns get a band that is longer on one side. A column whose blocks are all equal has
    no width. NaN with fewer than two blocks.
    """
    blocks, mean = len(values), values.mean(axis=0)
    if blocks < 2:
        return np.full(mean.shape, np.nan), np.full(mean.shape, np.nan)
    levels = levelled(values, casts)
    spread = flat(levels)
    moving = spread > 0
    if not moving.any():
        return mean, mean.copy()
    centred = levels[:, moving] - mean[moving]
    drawn = weights(blocks, resamples, seed)
    moved = drawn @ centred
    errors = np.sqrt(np.maximum(drawn @ centred**2 - moved**2, 0) / (blocks - 1))
    tiny = 1e-12 * np.abs(centred).max(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(errors > tiny, moved / errors, 0.0)
    above = float(np.quantile(t.max(axis=1), (1 + level) / 2))
    below = float(np.quantile(t.min(axis=1), (1 - level) / 2))
    error = np.where(moving, spread, 0.0) / np.sqrt(blocks)
    return mean - above * error, mean - below * error
