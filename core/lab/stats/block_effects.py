"""Values inside their block: what remains after an effect for each block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .block_table import Floats


def by_block(values: Floats, blocks: NDArray[np.intp]) -> Floats:
    """Return the sums of the rows of each block; `blocks` has the block of each row."""
    return np.stack([np.bincount(blocks, column) for column in values.T], axis=1)


def within(values: Floats, blocks: NDArray[np.intp]) -> Floats:
    """Return the rows less the mean of their block."""
    count = np.maximum(np.bincount(blocks), 1)[:, None]
    return np.asarray(values - (by_block(values, blocks) / count)[blocks])
