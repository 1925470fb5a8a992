"""The likelihood ratio of two means, in SD, when nothing else is known about the distribution.

Each hypothesis gets the distribution on the observed values that satisfies it and makes them likeliest: the empirical
likelihood (Owen 2001) with the mean / SD as its parameter (M. Van den Bergh, "Comments on normalized Elo", 2020).
"""

from __future__ import annotations

import math

import numpy as np

from .block_table import Floats

PSEUDO = 1e-3
"""Weight, in blocks, of a pseudo-observation at either end, so that a likelihood exists from the first block on."""
ROUNDS = 100
"""Most iterations; a few are enough."""


def llr(differences: Floats, effect: float) -> float:
    """Return the log of the maximum likelihood under "the mean is `effect` SD" over that under "the mean is 0".

    It never falls when the mean rises: far beyond both hypotheses neither is likely and their ratio tends to 1, so a
    mean beyond the one that speaks loudest counts as that one.
    """
    mean, sd = float(differences.mean()), float(differences.std())
    root = math.sqrt(effect**2 + 4)
    # Where the ratio of two normal likelihoods is smallest and largest.
    far = mean - sd * min(max(mean / sd, (effect - root) / 2), (effect + root) / 2) if sd > 0 else 0.0
    values, counts = np.unique(differences - far, return_counts=True)
    end = max(float(np.abs(values).max()), 1e-300) if values.any() else 1.0
    # Once at each end of the range, so that every condition can be met.
    values = np.append(values / end, (-1.0, 1.0))
    counts = np.append(counts, (PSEUDO, PSEUDO))
    shares = counts / counts.sum()
    none = some = _likeliest(values, shares, shares, 0.0)
    # A large effect is approached in steps, since the iteration converges only from nearby.
    for step in range(1, (steps := math.ceil(effect / 0.25)) + 1):
        some = _likeliest(values, shares, shares if step == 1 else some, effect * step / steps)
    return float(counts @ (np.log(some) - np.log(none)))


def _likeliest(values: Floats, shares: Floats, start: Floats, t: float) -> Floats:
    """Return the distribution on these values with mean / SD = t under which the observed shares are likeliest.

    Linearised around the last mean and SD, the condition is that the mean of `gap` is 0; a few rounds converge.
    """
    found = start
    for _ in range(ROUNDS):
        mean = found @ values
        sd = math.sqrt(found @ (values - mean) ** 2)
        gap = values - t * sd * (1 + ((values - mean) / sd) ** 2) / 2
        if not gap.min() < 0 < gap.max():
            # Too narrow to start from: nearly all blocks alike.
            found = (found + 1 / len(found)) / 2
            continue
        last, found = found, _tilted(gap, shares)
        if t == 0 or np.abs(found - last).max() < 1e-10:
            break
    return found


def _tilted(gap: Floats, shares: Floats) -> Floats:
    """Return shares / (1 + x * gap) with the x for which the mean of `gap` is 0: the likeliest under that condition."""
    low, high = -1 / float(gap.max()), -1 / float(gap.min())
    x = 0.0
    for _ in range(ROUNDS):
        part = gap / (1 + x * gap)
        slope = float(shares @ part**2)
        rest = float(shares @ part)
        if rest > 0:
            low = x
        else:
            high = x
        step = rest / slope
        if abs(step) <= 1e-12 * (1 + abs(x)):
            break
        x = x + step if low < x + step < high else (low + high) / 2
    found = shares / (1 + x * gap)
    return np.asarray(found / found.sum())
