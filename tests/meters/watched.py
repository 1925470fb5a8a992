"""Games that are watched while they are played, by orders or by a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.meters.metrics import Watch
from tilewright.core.meters.registry import meters_of
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.scenes import scene as scenes


def placed(text: str, rules: Rules | None = None) -> State:
    """The position that a scene gives; it is written as one YAML mapping in braces."""
    (scene,) = scenes.read(text, "given")
    state: State = scenes.begin(scene, rules=rules)[1]
    return state


def ordered(state: State, orders: Sequence[str], names: Sequence[str] | None = None) -> dict[str, Any]:
    """The values after these orders, each by the seat to act; the game need not be over."""
    watch = Watch(meters_of(state.rules, names), state)
    for order in orders:
        seat = state.to_act[0]
        action = state.rules.read(order, state, seat)
        assert action in watch.deciding(state, seat).legal(), order
        log = watch.log()
        state.play(action, log)
        watch.decided(state, action, log)
    return watch.values(state)


def played(
    state: State, bot: str = "random", names: Sequence[str] | None = None, seed: int = 0
) -> dict[str, Any]:
    """The values of a game that the bot has played to its end."""
    rules = state.rules
    watch, player, decision = Watch(meters_of(rules, names), state), bots.make(bot, rules), 0
    while not state.over:
        seat = state.to_act[0]
        action = player.choose(watch.deciding(state, seat), Stream(seed, f"{decision}"))
        log = watch.log()
        state.apply(action, log)
        watch.decided(state, action, log)
        decision += 1
    return watch.values(state)
