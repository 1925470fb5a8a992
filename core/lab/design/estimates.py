"""One setting's figures: the value of a quantity in each block, its mean with an interval, and differences.

Intervals of shares are those of Korn and Graubard (1998): Clopper and Pearson's with as many trials as the spread of
the blocks stands for, so that neither a share near 0 nor blocks that happen to be equal make one too narrow. Those of
all other means are the intervals of comparisons (core/lab/stats/mean_intervals.py). The gap between seats is not a
mean. It lies between the ends that the differences of all pairs of seats allow together.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs
import numpy as np
from scipy import special

from ..games.duels import ahead
from ..games.tabulate import whole
from ..stats.block_table import Floats
from ..stats.intervals import ENOUGH, skewness
from ..stats.mean_intervals import Values, of_columns, resamples_for
from ..stats.power import seen_all, strictness, uneven
from ..stats.seed_share import in_order
from .plan import PANEL
from .targets import Quantity

RESAMPLES = 2000

Games: TypeAlias = "Sequence[Mapping[str, Any]]"
Row: TypeAlias = "Mapping[str, Any]"


@attrs.frozen(kw_only=True)
class QuantityEstimate:
    """A quantity of one setting, or a difference of two, with its interval. NaN where it is not known."""

    value: float
    low: float
    high: float
    blocks: int
    sd: float
    """SD of a block's value."""
    least: int = 0
    """If it cannot be claimed that a mean lies inside bounds, since there are too few blocks, or too few that differ:
    about how many it takes; else 0."""


def arms(row: Row, of: Quantity) -> list[Games]:
    """Return the games of each cast that count for the quantity."""
    if of.kind == "skill":
        return [row["arms"][of.name]]
    return [games for name, games in row["arms"].items() if name.startswith(f"{PANEL} ")]


def sound(row: Row) -> bool:
    """True if none of the block's games failed."""
    return all(whole(games) for games in row["arms"].values())


def values(of: Quantity, rows: Sequence[Row]) -> Floats:
    """Return the quantity in each block, shape (blocks, 1); for the gap the shares of wins, (blocks, seats).

    It is NaN in blocks in which a game failed, or in which the quantity does not occur.
    """
    seats = len(rows[0]["arms"][f"{PANEL} 1"][0]["bots"]) if rows and of.kind == "gap" else 1
    found = np.full((len(rows), seats), np.nan)
    for n, row in enumerate(rows):
        if sound(row):
            each = [_shares(games) if of.kind == "gap" else [_mean(of, games)] for games in arms(row, of)]
            known = [one for one in each if math.isfinite(one[0])]
            found[n] = np.mean(known, axis=0) if known else np.nan
    return found


def _shares(games: Games) -> list[float]:
    """Return each seat's share of the victories in one block, in the order of play."""
    return [sum(shares) / len(games) for shares in zip(*map(in_order, games), strict=True)]


def _mean(of: Quantity, games: Games) -> float:
    if of.duel is not None:
        return float(np.mean([ahead(game, of.duel[0]) for game in games]))
    found = [game["values"].get(of.name) for game in games]
    known = [
        one for value in found for one in (value if isinstance(value, list) else [value]) if one is not None
    ]
    return float(np.mean(known)) if known else math.nan


def gap(shares: Floats) -> float:
    """Return the largest mean minus the smallest."""
    means = shares.mean(axis=0)
    return float(means.max() - means.min())


def estimate(of: Quantity, rows: Sequence[Row], alpha: float) -> QuantityEstimate:
    """Return the quantity over these blocks, with an interval that misses the truth with probability alpha."""
    seen = values(of, rows)
    seen = seen[np.isfinite(seen[:, 0])]
    blocks = len(seen)
    if not blocks:
        return QuantityEstimate(value=math.nan, low=math.nan, high=math.nan, blocks=0, sd=math.nan)
    if of.kind == "gap":
        return _gap(seen, alpha)
    value = float(seen.mean())
    sd = float(seen.std(ddof=1)) if blocks > 1 else math.nan
    if of.share:
        low, high = _share(value, sd, blocks, alpha)
        return QuantityEstimate(value=value, low=low, high=high, blocks=blocks, sd=sd)
    found, counts = np.unique(seen, return_counts=True)
    usual = float(found[counts.argmax()])
    return _mean_interval(seen - usual, usual, of, _room(seen), alpha, sd)


def _mean_interval(
    off: Floats, usual: float, of: Quantity, room: float, alpha: float, sd: float
) -> QuantityEstimate:
    """Return the mean of blocks, which lie `off` the usual value, with an interval as comparisons have it."""
    blocks = len(off)
    if blocks < 2:
        return QuantityEstimate(
            value=usual + float(off.mean()), low=-math.inf, high=math.inf, blocks=blocks, sd=sd
        )
    given = Values(
        values=off,
        rate=np.zeros(1, bool),
        most=np.array([of.span]),
        room=np.array([room]),
        casts=np.zeros(blocks, np.intp),
    )
    error = alpha * strictness(blocks) / (2 if uneven(skewness(off), blocks)[0] else 1)
    [(low, high)] = of_columns(given, (1 - error,), 0, resamples_for(error, blocks, RESAMPLES)).ends
    least = 0
    if not given.known[0]:
        least = max(seen_all(alpha), math.ceil(blocks * ENOUGH / max(int(given.differing[0]), 1)))
    return QuantityEstimate(
        value=usual + float(off.mean()),
        low=usual + float(low[0]),
        high=usual + float(high[0]),
        blocks=blocks,
        sd=sd,
        least=least if least > blocks else 0,
    )


def difference(of: Quantity, base: Sequence[Row], other: Sequence[Row], alpha: float) -> QuantityEstimate:
    """Return the quantity under `other` minus that under `base` over the blocks that both have, in pairs."""
    theirs = {row["block"]: row for row in other}
    both = [row for row in base if row["block"] in theirs]
    one, two = values(of, both), values(of, [theirs[row["block"]] for row in both])
    known = np.isfinite(one[:, 0]) & np.isfinite(two[:, 0])
    one, two = one[known], two[known]
    blocks = len(one)
    if blocks < 2:
        return QuantityEstimate(value=math.nan, low=math.nan, high=math.nan, blocks=blocks, sd=math.nan)
    if of.kind == "gap":
        value, error = gap(two) - gap(one), _apart(one, two, _far(alpha, blocks - 1))
    else:
        change = two - one
        value, error = float(change.mean()), float(change.std(ddof=1)) / math.sqrt(blocks)
        if not of.share:
            return _mean_interval(
                change, 0.0, of, max(_room(one), _room(two)), alpha, error * math.sqrt(blocks)
            )
    if of.share:
        # Blocks that happen to be equal say less than a spread of 0 would claim: one more differs by 1.
        error = max(error, 1 / blocks)
    half = _far(alpha, blocks - 1) * error
    return QuantityEstimate(
        value=value, low=value - half, high=value + half, blocks=blocks, sd=error * math.sqrt(blocks)
    )


def _room(seen: Floats) -> float:
    """Return by how much one more block may differ: by as much as these do, or by their value if they are all equal."""
    apart = float(np.ptp(seen))
    return max(apart or float(np.abs(seen).max()), 1.0)


def _far(alpha: float, free: int) -> float:
    return float(special.stdtrit(free, 1 - alpha / 2)) if free > 0 else math.nan


def _share(value: float, sd: float, blocks: int, alpha: float) -> tuple[float, float]:
    trials = float(blocks)
    if blocks > 1 and sd > 0 and 0 < value < 1:
        shrunk = (special.ndtri(1 - alpha / 2) / _far(alpha, blocks - 1)) ** 2
        trials = value * (1 - value) / (sd**2 / blocks) * shrunk
    wins = value * trials
    low = special.betaincinv(wins, trials - wins + 1, alpha / 2) if wins > 0 else 0.0
    high = special.betaincinv(wins + 1, trials - wins, 1 - alpha / 2) if wins < trials else 1.0
    return float(low), float(high)


def _gap(shares: Floats, alpha: float) -> QuantityEstimate:
    blocks, seats = shares.shape
    pairs = list(itertools.combinations(range(seats), 2))
    far = _far(alpha / len(pairs), blocks - 1)
    low = high = 0.0
    widest = 0.0
    for one, two in pairs:
        apart = shares[:, one] - shares[:, two]
        mean, sd = abs(float(apart.mean())), float(apart.std(ddof=1)) if blocks > 1 else math.nan
        # As for shares: blocks that happen to be equal leave room for one that is not.
        half = far * max(sd / math.sqrt(blocks), 1 / blocks)
        low, high, widest = max(low, mean - half), max(high, mean + half), max(widest, sd)
    if not math.isfinite(far):
        low, high = 0.0, 1.0
    return QuantityEstimate(value=gap(shares), low=low, high=min(high, 1.0), blocks=blocks, sd=widest)


def _apart(one: Floats, two: Floats, far: float) -> float:
    """Return the standard error of the difference between two gaps, from shares in the same blocks.

    Which seats make a gap is not certain. Of all pairs that may, it is the largest error: with seats that are nearly
    equal, the same change may look like one for the better or for the worse.
    """
    seats = one.shape[1]
    ways = np.array([np.eye(seats)[a] - np.eye(seats)[b] for a, b in itertools.permutations(range(seats), 2)])
    spread = np.cov(np.hstack((one, two)).T) / len(one)
    sides = (one, spread[:seats, :seats]), (two, spread[seats:, seats:])
    kept = []
    for shares, own in sides:
        errors = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", ways, own, ways), 0))
        apart = ways @ shares.mean(axis=0)
        kept.append(ways[apart >= apart.max() - 2 * far * errors.max()])
    joined = np.array([np.concatenate((-before, after)) for before in kept[0] for after in kept[1]])
    return float(np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", joined, spread, joined), 0).max()))
