"""A share of wins, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)
"""The normal quantile of a 95 % interval."""


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins in independent games, at least one.

    It is Wilson's, corrected for continuity (Newcombe, "Two-sided confidence intervals for the single proportion",
    1998): without that the interval of a single game holds in 80 % of cases.
    """
    return _score(wins / games, games, 0.5)


def _score(share: float, games: float, step: float) -> tuple[float, float]:
    """Return the shares p with max(|share - p| games - step, 0)² <= Z² games p (1 - p)."""
    ends, z = [], Z
    for seen in (share - step / games, 1 - share - step / games):
        middle = seen + z * z / (2 * games)
        spread = z * max(seen * (1 - seen) / games + z * z / (4 * games * games), 0.0) ** 0.5
        ends.append(0.0 if seen <= 0 else (middle - spread) / (1 + z * z / games))
    return ends[0], 1 - ends[1]


def by_block(blocks: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins over blocks, each (wins, games), whose games share their luck.

    It is that of as many independent games as would leave the share as uncertain as the blocks do; see `dispersion`.
    """
    games = sum(count for _, count in blocks)
    if not games:
        return 0.0, 1.0
    share = sum(won for won, _ in blocks) / games
    spread = dispersion(
        [won - share * count for won, count in blocks],
        [share * (1 - share) * count for _, count in blocks],
        max(count for _, count in blocks),
    )
    return _score(share, games / spread, 0.5)


def dispersion(scores: Sequence[float], variances: Sequence[float], most: float) -> float:
    """Return how many times as much as independent games the blocks vary: 1, or more.

    `scores` are what each block has more than was to be expected, `variances` those that independent games would have,
    and a block has at most `most` games. Where games show little of how much blocks vary (one side wins nearly all),
    all games of a block count as one (`most`), as they do with a single block. Few blocks say little about it:
    Student's t takes the place of the normal quantile, as in Korn and Graubard ("Confidence intervals for proportions
    with small expected number of positive counts estimated from survey data", 1998).
    """
    squares = sum(one * one for one in variances)
    blocks = sum(variances) ** 2 / squares if squares else 0.0
    if blocks < 1.5:
        return float(most)
    freedom, whole, seen = blocks - 1, sum(variances), sum(one * one for one in scores)
    found = (seen * blocks / freedom + most) / (whole + 1)
    t = Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    return max(1.0, min(found * (t / Z) ** 2, max(seen / whole, most)))
