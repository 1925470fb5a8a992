"""Games of bots that are forbidden something: it never happens while something else is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.play.lifecycle import Bot
from tilewright.core.rules.actions import Action
from tilewright.core.rules.ruleset import Rules

Forbidden = Callable[[Any, Action], bool]


def watched(
    rules: Rules, text: str, forbidden: Forbidden, seed: int, *, rival: str = "greedy", most: int = 10_000
) -> tuple[int, int, Any]:
    """Play the bot against a rival; how often it was kept from something, how often it could not be, and the end."""
    players: list[Bot] = [bots.make(text, rules), bots.make(rival, rules)]
    state: Any = rules.new(2, seed)
    kept = forced = n = 0
    while not state.over and n < most:
        seat = state.to_act[n % len(state.to_act)]
        action = players[seat].choose(state.view(seat), Stream(seed, f"bot:{n}"))
        if seat == 0:
            bad = [forbidden(state, other) for other in state.legal(0)]
            if forbidden(state, action):
                assert all(bad), f"{action} in {state.turns}"
                forced += 1
            kept += any(bad) and not all(bad)
        state.apply(action)
        n += 1
    return kept, forced, state
