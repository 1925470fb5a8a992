"""Restricted play: what a bot loses by a ban measures the value of the banned thing, under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
import numpy as np

from ... import bots
from ...simulation.games import shares
from ..stats.block_table import NAN, Floats, mean_of
from ..stats.intervals import bounded
from ..stats.trainings import around
from .tabulate import Row, whole


@attrs.frozen
class BanValue:
    """What a bot loses by a ban under one ruleset, with intervals over blocks; NaN where there are too few."""

    bot: str
    full: str
    """The free bot that it met."""
    variant: str
    value: float
    """The free bot's share of wins minus that of the restricted one, per seat held."""
    low: float
    high: float
    blocks: int
    change: float = NAN
    """The difference from the base, of other variants."""
    change_low: float = NAN
    change_high: float = NAN


def restricted(
    rows: Sequence[Row], variants: Sequence[str], alpha: float, trainings: Sequence[int] = ()
) -> list[BanValue]:
    """Return the value for each restricted bot that met its free self, and each variant.

    `trainings` says of which training the players of each block are, if they were trained for the comparison.
    """
    found = []
    for bot, full in _pairs(rows):
        base = _values(rows, variants[0], bot, full)
        for variant in variants:
            values = _values(rows, variant, bot, full)
            blocks = int(np.isfinite(values).sum())
            change = (
                _interval(values - base, alpha, 2.0, trainings) if variant != variants[0] else (NAN, NAN, NAN)
            )
            found.append(
                BanValue(bot, full, variant, *_interval(values, alpha, 1.0, trainings), blocks, *change)
            )
    return found


def _pairs(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Yield (restricted, free) for each pair that played in the same games."""
    casts = dict.fromkeys(tuple(row["cast"]) for row in rows)
    for bot in dict.fromkeys(bot for cast in casts for bot in cast):
        full, banned = bots.parted(bot)
        if banned and any(bot in cast and full in cast for cast in casts):
            yield bot, full


def _values(rows: Sequence[Row], variant: str, bot: str, full: str) -> Floats:
    """Return the values by block, NaN if the two did not meet or a game failed."""
    found = np.full(len(rows), np.nan)
    for n, row in enumerate(rows):
        games = row["arms"][variant]
        if bot not in row["cast"] or full not in row["cast"] or not whole(games):
            continue
        won = {bot: 0.0, full: 0.0}
        seats = {bot: 0, full: 0}
        for game in games:
            for share, who in zip(shares(game), game["bots"], strict=True):
                if who in won:
                    seats[who] += 1
                    won[who] += share
        found[n] = won[full] / seats[full] - won[bot] / seats[bot]
    return found


def _interval(
    values: Floats, alpha: float, most: float, trainings: Sequence[int]
) -> tuple[float, float, float]:
    """Return the mean of values up to +-most, and its interval if there are enough blocks and trainings."""
    there = np.isfinite(values)
    known = values[there]
    if len(known) < 2:
        return mean_of(known), NAN, NAN
    low, high = bounded(known[:, None], 1 - alpha, most)
    mean, ends = mean_of(known), (float(low[0]), float(high[0]))
    if trainings:
        ends = around(mean, ends, known, np.array(trainings, np.intp)[there], 1 - alpha)
    return mean, *ends
