"""Casts as strata: what differs between casts of bots is not chance, since the plan says how many blocks each plays.

The error of a mean over all blocks comes from the spread inside casts alone. So before a metric is tested, the blocks
of each cast are moved to the mean of all; its square errors add up to the sum of the casts' variances.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .block_table import BlockTable, Floats

Casts = NDArray[np.intp]
"""By block the number of its cast."""

LEAST = 5
"""With fewer blocks of any cast than this its spread is too uncertain, and all blocks count as one cast."""


def of(table: BlockTable) -> Casts:
    """Return the cast of each block; all the same if the table does not say."""
    return np.array(table.casts or [0] * len(table.blocks), np.intp)


def apart(casts: Casts) -> bool:
    """True if there are several casts, each with enough blocks."""
    counts = np.bincount(casts)
    counts = counts[counts > 0]
    return len(counts) > 1 and int(counts.min()) >= LEAST


def levelled(values: Floats, casts: Casts) -> Floats:
    """Return the values, shape (blocks, metrics), without the differences between the means of casts.

    Means over all blocks stay as they are. Deviations grow by what their cast's mean took from them, so that the
    variance of a mean as computed from all blocks at once is the sum of the casts' own. With one cast, or too few
    blocks of one, nothing changes.
    """
    if not apart(casts):
        return values
    blocks, found = len(values), np.empty(values.shape)
    mean = values.mean(axis=0)
    for cast in np.unique(casts):
        own = casts == cast
        count = int(own.sum())
        centre = values[own].mean(axis=0)
        found[own] = mean + (values[own] - centre) * np.sqrt(count / (count - 1) * (blocks - 1) / blocks)
    return found


def freedom(levels: Floats, casts: Casts) -> Floats:
    """Return the degrees of freedom of each mean of levelled values (Welch and Satterthwaite); one less than the
    number of blocks if they count as one cast, or if nothing varies."""
    blocks, columns = levels.shape
    if not apart(casts):
        return np.full(columns, blocks - 1.0)
    squares = (levels - levels.mean(axis=0)) ** 2
    parts = np.stack([squares[casts == cast].sum(axis=0) for cast in np.unique(casts)])
    counts = np.bincount(casts)
    free = (counts[counts > 0] - 1.0)[:, None]
    total = parts.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = total**2 / (parts**2 / free).sum(axis=0)
    return np.asarray(np.where(np.isfinite(found), found, blocks - 1.0))
