"""Restricted play: what a bot loses by a ban measures the value of the banned thing, under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ... import bots
from ..stats.block_table import Floats
from ..stats.intervals import bounded
from .tabulate import Row, whole


def restricted(rows: Sequence[Row], variants: Sequence[str], alpha: float = 0.05) -> list[dict[str, Any]]:
    """Return for each restricted bot that met its free self, and each variant,
    `{bot, full, variant, value, low, high, blocks}`.

    `value` is the free bot's share of wins minus the restricted one's, per seat held, over blocks, with its
    interval. For variants other than the base, `change, change_low, change_high` are the difference from the base.
    """
    found = []
    for bot, full in _pairs(rows):
        base = _values(rows, variants[0], bot, full)
        for variant in variants:
            values = _values(rows, variant, bot, full)
            value, low, high, blocks = _interval(values, alpha, 1.0)
            entry: dict[str, Any] = {"bot": bot, "full": full, "variant": variant}
            entry |= {"value": value, "low": low, "high": high, "blocks": blocks}
            if variant != variants[0]:
                change = _interval(values - base, alpha, 2.0)
                entry |= {"change": change[0], "change_low": change[1], "change_high": change[2]}
            found.append(entry)
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
        shares = {bot: 0.0, full: 0.0}
        seats = {bot: 0, full: 0}
        for game in games:
            for seat, who in enumerate(game["bots"]):
                if who in shares:
                    seats[who] += 1
                    shares[who] += (seat in game["winners"]) / len(game["winners"])
        found[n] = shares[full] / seats[full] - shares[bot] / seats[bot]
    return found


def _interval(
    values: Floats, alpha: float, most: float
) -> tuple[float | None, float | None, float | None, int]:
    """Return the mean of values up to +-most, and its interval if there are enough blocks."""
    known = values[np.isfinite(values)]
    if not len(known):
        return None, None, None, 0
    mean = float(known.mean())
    if len(known) < 2:
        return mean, None, None, len(known)
    low, high = bounded(known[:, None], 1 - alpha, most)
    return mean, float(low[0]), float(high[0]), len(known)
