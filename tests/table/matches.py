"""Helpers of test_review and test_point_course."""

from __future__ import annotations

from typing import Any

import tilewright as tw
from tilewright.core import bots
from tilewright.core.play.match import Match

from ..toys import auction, meadow, nim

NAMES = ("anna", "bruno")


PLUGINS: list[tuple[Any, list[str]]] = [
    ("rebirth", []),
    ("glenmore", []),
    ("isleofskye", ["druids", "tunnel"]),
    (meadow.PLUGIN, []),
    (auction.PLUGIN, []),
    (nim.PLUGIN, []),
]


def random_match(plugin: Any, modules: list[str], seed: int = 3) -> Match:
    """A match that is not played yet, between two random bots."""
    rules = tw.load(plugin, modules)
    return Match(rules, NAMES, seed=seed, bots={name: bots.make("random", rules) for name in NAMES})
