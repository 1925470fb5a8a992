"""All sets of Isle of Skye's own modules."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import tilewright as tw
from tilewright.core.rules import plugins
from tilewright.core.rules.ruleset import Rules

MODULES = sorted(
    name.partition(".")[2]
    for name, found in plugins.found("module").items()
    if name.startswith("isleofskye.") and found.source == "tilewright"
)
SUBSETS = [subset for size in range(len(MODULES) + 1) for subset in combinations(MODULES, size)]


@cache
def ruleset(modules: tuple[str, ...]) -> Rules:
    return tw.load("isleofskye", modules=modules)


def label(modules: tuple[str, ...]) -> str:
    return "+".join(modules) or "base"
