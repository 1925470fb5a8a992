"""Values inside their block: what remains after an effect for each block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .block_table import Floats


def within(values: Floats, blocks: NDArray[np.intp]) -> Floats:
    """Return the rows less the mean of their block; `blocks` has the block of each row."""
    count = np.maximum(np.bincount(blocks), 1)[:, None]
    sums = np.stack([np.bincount(blocks, column, len(count)) for column in values.T], axis=1)
    return np.asarray(values - (sums / count)[blocks])
