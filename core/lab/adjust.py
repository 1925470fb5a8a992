"""Several tests at once: the chance of a false alarm is held over all of them."""

from __future__ import annotations

import numpy as np
from scipy.stats import false_discovery_control

from .table import Floats


def holm(p: Floats) -> Floats:
    """Each p so corrected that any false alarm among them has a chance of alpha at most (Holm 1979).

    Written out, since that of statsmodels collects the interpreter's garbage at each call.
    """
    order = np.argsort(p, kind="stable")
    found = np.empty(len(p))
    found[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return found


def benjamini_hochberg(p: Floats) -> Floats:
    """Each p so corrected that of the alarms a share of alpha at most is false (Benjamini and Hochberg 1995)."""
    return np.asarray(false_discovery_control(p)) if len(p) else np.zeros(0)
