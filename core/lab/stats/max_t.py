"""One test for many columns of block differences: by the largest standardised sum, under the same random signs."""

from __future__ import annotations

import numpy as np

from .block_table import Floats
from .permutation import EXACT, all_signs, signs


def largest(differences: Floats, seed: int, draws: int) -> Floats:
    """Return for each column the two-sided p of "no block differs on average", corrected for all columns at once.

    Each sum is divided by the root of its sum of squares, which no sign changes; the p is the share of sign patterns
    under which any column is as far from 0 (Westfall and Young's max-T, in one step). So under equal rules some p
    is below 0.05 in one run of twenty, however the columns depend on each other. 1 where no block differs.
    """
    blocks, columns = differences.shape
    found = np.ones(columns)
    size = np.sqrt((differences**2).sum(axis=0))
    known = np.flatnonzero(size > 0)
    if not blocks or not known.size:
        return found
    scaled = differences[:, known] / size[known]
    seen = np.abs(scaled.sum(axis=0)) * (1 - 1e-9)
    exact = blocks <= EXACT
    drawn = [all_signs(blocks)] if exact else signs(blocks, draws, seed)
    highest = np.sort(np.concatenate([np.abs(one @ scaled).max(axis=1) for one in drawn]))
    hits = len(highest) - np.searchsorted(highest, seen, side="left")
    found[known] = hits / len(highest) if exact else (hits + 1) / (len(highest) + 1)
    return found
