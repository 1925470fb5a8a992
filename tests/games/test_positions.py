"""Any position of our games as a scene and back, in several readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.scenes import scene as scenes

from ..cases import cases
from .scenery import back, read_back

NAMES = ["anna", "bruno", "clara", "dan", "eve"]
READINGS: dict[str, list[dict[str, Any]]] = cases(__file__, "readings")
STEPS = {
    "glenmore": {"take", "pay", "place", "benefit", "activate", "deal", "move"},
    "isleofskye": {"price", "buy", "build"},
    "rebirth": {"place", "castle", "cathedral"},
}
"""What a turn can be left in: half-paid tiles and offers, open deals, one-time benefits, markets."""


def walk(rules: Rules, players: int, seed: int) -> Iterator[State]:
    """Positions of a random game: the first two of each step, one in sixty of the others, the last."""
    chance = Stream(seed, "walk")
    state, steps = rules.new(NAMES[:players], seed), Counter[str]()
    yield state
    while not state.over:
        # Whoever decides in secret does so in any order.
        state.apply(chance.pick(state.legal(chance.pick(state.to_act))))
        step = state.step.name if state.step is not None else "over"
        steps[step] += 1
        if steps[step] <= 2 or chance.below(60) == 0:
            yield state


@pytest.mark.parametrize("game", READINGS)
def test_export_reads_back(game: str) -> None:
    """Equal in everything, piles and sealed prices in their order, the state of chance; written again, the same text.

    Every field but one that stands for an unfinished turn of Glen More is in some word of its game.
    """
    steps, sealed = set[str](), 0
    for number, options in enumerate(READINGS[game]):
        rules = tw.load(game, options=options)
        for state in walk(rules, 2 + number % (rules.game.seats[1] - 1), number):
            text = read_back(state, rules)
            assert game == "glenmore" or "fields" not in text
            steps |= {state.step.name} if state.step is not None else set()
            sealed += any(state.sealed)
        assert back(scenes.export(state)) == state and state.over
    assert steps >= STEPS[game] and bool(sealed) == (game == "isleofskye")
