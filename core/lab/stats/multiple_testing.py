"""Corrections for multiple tests: they keep the chance of a false alarm down over all tests together."""

from __future__ import annotations

import numpy as np

from .block_table import Floats


def holm(p: Floats) -> Floats:
    """Return the p adjusted so that the chance of any false alarm among them is at most alpha (Holm 1979).

    Written out here, as is the other one, because importing statsmodels or scipy.stats takes longer than many a run.
    """
    order = np.argsort(p, kind="stable")
    found = np.empty(len(p))
    found[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return found


def benjamini_hochberg(p: Floats) -> Floats:
    """Return the p adjusted so that at most a share alpha of the alarms is false (Benjamini and Hochberg 1995)."""
    order, count = np.argsort(p, kind="stable"), len(p)
    found = np.empty(count)
    scaled = p[order] * (count / np.arange(1, count + 1))
    found[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return found
