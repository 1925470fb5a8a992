"""Rulesets to try the adapters with, and positions of their games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.rules.plugins import found
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State

from ..toys import auction

GAMES = [name for name, plugin in found("game").items() if plugin.source == "tilewright"]
ALL = "with all modules"
RULESETS = [(name, "") for name in GAMES] + [("isleofskye", ALL), ("rebirth", ALL), ("auction", "")]


def rules_of(name: str, how: str = "") -> Rules:
    """What `load` holds now, never what it held before a test made it forget all."""
    return tw.load(auction.PLUGIN if name == "auction" else name, modules=own(name) if how == ALL else ())


@cache
def own(name: str) -> tuple[str, ...]:
    return tuple(module.partition(".")[2] for module in found("module") if module.startswith(f"{name}."))


def walk(rules: Rules, players: int, seed: int, every: int = 1) -> Iterator[State]:
    """Yield every `every`-th position of a random game, including its end. They must not be changed."""
    state: Any = rules.new(players, seed)
    stream = Stream(seed, "walk")
    number = 0
    while not state.over:
        if number % every == 0:
            yield state
        number += 1
        state.apply(stream.pick(state.legal(state.to_act[0])))
    yield state
