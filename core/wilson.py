"""A share of wins, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist, variance


def wilson(wins: float, games: float, level: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a share of wins, from 0 to 1; `games` is at least 1."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    bottom = 1 + z * z / games
    return max(0.0, (middle - spread) / bottom), min(1.0, (middle + spread) / bottom)


def by_block(shares: Sequence[float], games: int, level: float = 0.95) -> tuple[float, float]:
    """The same for games that are independent only between blocks; `shares` are the shares of wins by block.

    It counts as many games as would be as uncertain if they were independent (Korn and Graubard 1998), from one for
    each block to all of them.
    """
    blocks, share = len(shares), sum(shares) / len(shares)
    noise = variance(shares) / blocks if blocks > 1 else 0.0
    worth = share * (1 - share) / noise if noise > 0 else 0.0
    counted = min(max(worth, blocks), games)
    return wilson(share * counted, counted, level)
