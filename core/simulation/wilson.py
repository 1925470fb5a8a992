"""A share of wins, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist


def wilson(wins: float, games: float, level: float = 0.95) -> tuple[float, float]:
    """Return the Wilson score interval of a share of wins, from 0 to 1; `games` is at least 1."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    bottom = 1 + z * z / games
    return max(0.0, (middle - spread) / bottom), min(1.0, (middle + spread) / bottom)


def by_block(blocks: Sequence[tuple[float, int]], level: float = 0.95) -> tuple[float, float]:
    """Return the Wilson interval of a share of wins over blocks, each (wins, games), whose games share their luck.

    It counts as many independent games as would leave the share as uncertain as the blocks do, at most those played
    (Korn and Graubard, "Confidence intervals for proportions with small expected number of positive counts estimated
    from survey data", 1998). A single block counts as one game; so does each block if all games are won, or none.
    """
    games = sum(count for _, count in blocks)
    share = sum(won for won, _ in blocks) / games
    if len(blocks) < 2:
        return wilson(share, 1, level)
    among = len(blocks) / (len(blocks) - 1) * sum((won - share * count) ** 2 for won, count in blocks)
    alone = games * share * (1 - share)
    effective = games * min(1.0, alone / among) if among > 1e-12 else float(games)
    if share in (0, 1):
        effective = len(blocks)
    # Few blocks say little about how much they vary: Student's t in place of the normal quantile.
    z = NormalDist().inv_cdf(0.5 + level / 2)
    freedom = len(blocks) - 1
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    effective = max(1.0, effective * (z / t) ** 2)
    return wilson(share * effective, effective, level)
