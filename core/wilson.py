"""A share of wins, and how sure it is."""

from __future__ import annotations

from statistics import NormalDist


def wilson(wins: float, games: int, level: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a share of wins, from 0 to 1; `games` is at least 1."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    bottom = 1 + z * z / games
    return max(0.0, (middle - spread) / bottom), min(1.0, (middle + spread) / bottom)
