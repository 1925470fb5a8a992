"""Two bots of one cast: how often the better one, which the cast names second, ends before the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...meters.metrics import Metric
from ...simulation.games import standing

SKILL = "skill"
METRIC = Metric(
    name=SKILL,
    title="how often the better bot is ahead",
    more="skill matters more",
    less="skill matters less",
    group="luck",
    kind="rate",
    doc="The share of the pairs of seats, one of each of two bots, in which the one named later ends before the other.",
)


def ahead(game: Mapping[str, Any], bot: str) -> float:
    """Return the share of the pairs of seats, one of them this bot's, in which the bot ends before the other."""
    ends = [(seat in game["winners"], score) for seat, score in enumerate(standing(game))]
    ours = [end for end, who in zip(ends, game["bots"], strict=True) if who == bot]
    others = [end for end, who in zip(ends, game["bots"], strict=True) if who != bot]
    pairs = [(one, other) for one in ours for other in others]
    return sum((one > other) + (one == other) / 2 for one, other in pairs) / len(pairs)
