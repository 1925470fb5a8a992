"""Shares of an outcome's variance due to each stream of chance, from games in which one stream was drawn again.

Each block has the game of its luck A, the game of another luck B, and for each stream the game of A in which this
stream is B's. The stream's share of the variance, alone (first order) and including its interactions with other streams
(total), follows from the correlations between the three (Glen and Isaacs, "Estimating Sobol sensitivity indices using
correlations", 2012). Chance correlations between A and B are removed: a stream that decides everything has exactly 1,
one that decides nothing exactly 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from ...simulation.games import shares as shares_of
from ...simulation.games import standing
from .block_table import Floats
from .intervals import weights
from .seed_share import lead

MEASURES = {
    "margin": "margin of the winner",
    "winner_score": "score of the winner",
    "lead": "lead of seat 1",
    "win": "victory of seat 1",
}
"""The outcomes whose variance is split, and their titles."""
TOGETHER = "together"
"""The name for the interactions of streams."""


def measured(game: Mapping[str, Any]) -> dict[str, float]:
    """Return the value of each of `MEASURES`."""
    scores, winners = standing(game), game["winners"]
    best = sorted(scores, reverse=True)
    return {
        "margin": best[0] - best[1],
        "winner_score": sum(scores[seat] for seat in winners) / len(winners) if winners else math.nan,
        "lead": lead(scores),
        "win": shares_of(game)[0],
    }


@attrs.frozen(kw_only=True)
class VarianceShare:
    """The share of a measure's variance due to one stream; the intervals are bootstrap intervals over blocks.

    Estimates and ends beyond 0 or 1 are moved there, since a share cannot lie outside. So if `low` is 0, the share
    cannot be told from noise. The ends are None where all resamples are alike: that shows nothing of other seeds.
    """

    stream: str
    measure: str
    first: float | None
    """Due to it alone; for `together` the remainder. None if nothing varies."""
    low: float | None
    high: float | None
    total: float | None
    """Including its interactions with other streams."""
    total_low: float | None
    total_high: float | None


def shares(played: Sequence[Mapping[str, Any]], resamples: int = 2000) -> list[VarianceShare]:
    """Return for each measure the shares of each stream, and then that of interactions."""
    if not played:
        return []
    streams = list(played[0]["swapped"])
    evenly = np.full((1, len(played)), 1 / len(played))
    drawn = np.concatenate([evenly, weights(len(played), resamples, 0)])
    a = _columns(row["played"][row["reference"]] for row in played)
    b = _columns(row["other"] for row in played)
    swapped = {name: _columns(row["swapped"][name] for row in played) for name in streams}
    found: list[VarianceShare] = []
    for measure in MEASURES:
        firsts = []
        for name, values in swapped.items():
            first, total = _coefficients(a[measure], b[measure], values[measure], drawn)
            firsts.append(first)
            found.append(_share(name, measure, first, total))
        found.append(_share(TOGETHER, measure, 1 - np.sum(firsts, axis=0), None))
    return found


def _columns(games: Iterable[Mapping[str, Any]]) -> dict[str, Floats]:
    """Return the values of these games by measure."""
    known = [measured(game) for game in games]
    return {measure: np.array([one[measure] for one in known]) for measure in MEASURES}


def _coefficients(a: Floats, b: Floats, values: Floats, drawn: Floats) -> tuple[Floats, Floats]:
    """Return the first-order and total share under each row of weights; NaN if nothing varies."""

    def mean(of: Floats) -> Floats:
        return np.asarray(drawn @ of)

    def correlation(x: Floats, y: Floats) -> Floats:
        parts = mean(x * y) - mean(x) * mean(y)
        spread = (mean(x * x) - mean(x) ** 2) * (mean(y * y) - mean(y) ** 2)
        return np.asarray(np.where(spread > 1e-18, parts, np.nan) / np.sqrt(spread))

    # Centred, so that squares of large scores lose no digits.
    middle = (a.mean() + b.mean()) / 2
    a, b, values = a - middle, b - middle, values - middle
    with np.errstate(divide="ignore", invalid="ignore"):
        between, with_b, with_a = correlation(a, b), correlation(b, values), correlation(a, values)
        whole = 1 - between**2
        whole = np.where(whole > 1e-9, whole, np.nan)
        return (with_b - between * with_a) / whole, 1 - (with_a - between * with_b) / whole


def _share(stream: str, measure: str, first: Floats, total: Floats | None) -> VarianceShare:
    """Make a share from the estimate, which comes first, and the resamples."""
    one, low, high = _ends(first)
    other, total_low, total_high = _ends(total) if total is not None else (None, None, None)
    return VarianceShare(
        stream=stream,
        measure=measure,
        first=one,
        low=low,
        high=high,
        total=other,
        total_low=total_low,
        total_high=total_high,
    )


def _ends(values: Floats) -> tuple[float | None, float | None, float | None]:
    known = values[1:][np.isfinite(values[1:])]
    if not np.isfinite(values[0]) or not len(known):
        return None, None, None
    low, high = np.quantile(known, (0.025, 0.975))
    one = float(np.clip(values[0], 0.0, 1.0))
    if high - low < 1e-9:
        return one, None, None
    return one, float(np.clip(low, 0.0, 1.0)), float(np.clip(high, 0.0, 1.0))
