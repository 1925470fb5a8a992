"""Any position of Glen More as a scene and back, and what a position leaves unsaid."""

from __future__ import annotations

from collections import Counter

import tilewright as tw
from tilewright.core.scenes import scene as scenes
from tilewright.games.glenmore.state import GlenMoreState

from ...cases import cases
from ..scenery import back

# Any position as a scene, and back


def test_export_of_a_position_set_up_by_hand() -> None:
    """What no game leads to is written and read back as well: chieftains, cards without tiles, a turn in hand."""
    text = cases(__file__, "by_hand")
    state = back(text)
    again = back(scenes.export(state))
    assert again == state
    assert (state.turns, state.scores, state.to_act) == (9, [12, -3], (0,))
    assert state.step is not None and state.step.name == "pay"


def test_players_may_be_called_like_tiles() -> None:
    """A figure whose player has the name of a tile or of the die is still told from them."""
    state = tw.load("glenmore").new(["die", "s1_forest", "anna"], seed=1)
    text = scenes.export(state)
    assert "player:die" in text and "player:s1_forest" in text
    assert back(text) == state


# What a position leaves unsaid


def begun(given: str) -> GlenMoreState:
    state = back(f"game: glenmore\nplayers: [anna, bruno, clara, dan]\ngiven: {given}\n")
    assert isinstance(state, GlenMoreState)
    return state


def test_a_tile_named_elsewhere_leaves_the_circuit() -> None:
    """The circuit keeps 13 spaces: the next tile of stack 1 stands at its head."""
    fresh = begun("{}")
    state = begun('{displays: {anna: {"1,0": s0_forest_road}}}')
    forest = fresh.rules.data.kind_number["s0_forest_road"]
    assert forest in fresh.chain and forest not in state.chain
    assert len(state.chain) == 13
    assert state.chain[:-1] == [item for item in fresh.chain if item != forest]
    assert state.chain[-1] == fresh.stack1[-1]
    assert state.stack1 == fresh.stack1[:-1]


def test_a_stack_takes_what_it_names_from_the_circuit() -> None:
    fresh = begun("{}")
    head = fresh.rules.data.kinds[fresh.chain[-1]].id
    state = begun(f"{{stack1: [{head}]}}")
    assert [state.rules.data.kinds[kind].id for kind in state.stack1] == [head]
    assert fresh.chain[-1] not in state.chain
    assert len(state.chain) == 13


def test_no_tile_is_there_twice() -> None:
    """Circuit, displays, stacks and the tile in hand never hold more of a tile than the box does."""
    state = begun(
        "{circuit: [anna, s1_forest, bruno, clara, dan, s0_quarry_road], "
        'displays: {anna: {"1,0": s0_forest_road, "1,1": s1_forest}}, turn: {tile: loch_oich}}'
    )
    kinds = state.rules.data.kinds
    held = Counter(item for item in state.chain if item >= 0) + Counter([state.tile])
    for display in state.displays:
        held.update(display.values())
    for stack in state.stacks():
        held.update(stack)
    assert all(count <= kinds[kind].count for kind, count in held.items())
    assert not state.stack0
    assert len(state.stack1) == 21 and len(state.stack3) == 16


def test_scorings_follow_the_stacks_and_the_step_follows_the_turn() -> None:
    assert begun("{}").scorings == 0
    assert begun("{stack1: empty}").scorings == 1
    assert begun("{stack1: empty, stack2: empty}").scorings == 2
    for turn, step in cases(__file__, "steps"):
        found = begun(f"{{turn: {turn}}}").step
        assert found is not None and found.name == step
