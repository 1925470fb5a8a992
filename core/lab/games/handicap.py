"""The value of a start resource: the same games again, in which one seat begins with more of it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from ...base.errors import UsageError
from ...rules.handicap import POINTS, StartResource
from ...rules.ruleset import Rules
from ...simulation.games import shares, standing
from ..stats.intervals import of_means, weights
from ..stats.seed_share import lead


def read(text: str, rules: Rules, players: int) -> StartResource:
    """Read `gold+1`. Raises UsageError if the game has no such resource or a seat cannot begin with this amount."""
    parts = re.fullmatch(r"\s*(.*?)\s*([+-][0-9]{1,6})\s*", text)
    if parts is None:
        raise UsageError(f"--start {text}: write it as NAME+N, such as {POINTS}+1")
    found = StartResource(parts[1], int(parts[2]))
    try:
        found.give(rules.new(players, 0), 0)
    except UsageError as error:
        raise UsageError(f"--start {text}: {error}") from error
    return found


@attrs.frozen
class ResourceValue:
    """The gain of a seat that begins with more, mean over seats and blocks, with a 95 % interval; None without one."""

    name: str
    amount: int
    measure: str
    """`lead`: its score minus the mean of the others; `win`: its share of the victory."""
    gain: float
    low: float | None
    high: float | None


def value(start: StartResource, played: Sequence[Mapping[str, Any]]) -> list[ResourceValue]:
    """Estimate the value from the rows of blocks; an empty list if there are none."""
    if not played:
        return []
    found = []
    for measure in ("lead", "win"):
        gains = np.array([_gain(row, measure) for row in played])
        low = high = None
        if len(gains) > 1:
            most = 1.0 if measure == "win" else math.inf
            [(lows, highs)] = of_means(gains[:, None], weights(len(gains), 2000, 0), (0.95,), most)
            if math.isfinite(lows[0]):
                low, high = float(lows[0]), float(highs[0])
        found.append(ResourceValue(start.name, start.amount, measure, float(gains.mean()), low, high))
    return found


def _gain(row: Mapping[str, Any], measure: str) -> float:
    before = row["played"][row["reference"]]
    gains = [
        _of(after, seat, measure) - _of(before, seat, measure) for seat, after in enumerate(row["raised"])
    ]
    return sum(gains) / len(gains)


def _of(game: Mapping[str, Any], seat: int, measure: str) -> float:
    if measure == "lead":
        return lead(standing(game), seat)
    return shares(game)[seat]
