"""How many turns a game had: the one counts within which it ends, and not one that ends before a decision."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.play.recorded_game import result

from ..toys import brink, mosaic, nim


@pytest.mark.parametrize("plugin", [nim.PLUGIN, brink.PLUGIN, mosaic.PLUGIN, "rebirth", "isleofskye"])
def test_each_turn_with_a_decision_counts_once(plugin: Any) -> None:
    state, stream, begun = tw.load(plugin).new(["anna", "bruno"], 4), Stream(1, "people"), set()
    while not state.over:
        node = state.rules.nodes[state.stack[0][0]]
        assert state.turns_played == state.turns
        begun |= {state.turns} if getattr(node, "turns", False) else set()
        state.apply(stream.pick(state.legal(state.to_act[0])))
    assert result(state)["turns"] == state.turns_played == len(begun)


def test_a_game_whose_records_count_otherwise_stays_as_it_is() -> None:
    state, stream = tw.load("glenmore").new(["anna", "bruno"], 4), Stream(1, "people")
    while not state.over:
        state.apply(stream.pick(state.legal(state.to_act[0])))
    assert result(state)["turns"] == state.turns
