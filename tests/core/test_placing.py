"""Placing a tile as a step, usual readers, moves rated by trying them, automatic steps that are functions."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.core.actions import Illegal
from tilewright.core.errors import Unreadable
from tilewright.core.grid import HEX, SQUARE4
from tilewright.core.placing import PlaceTile, Rotation, rotations
from tilewright.core.position import place
from tilewright.core.trial import by_trial

from ..toys import mosaic

RULES = tw.load(mosaic.PLUGIN)


def drawn(tile: str, **land: str) -> Any:
    state = RULES.new(["anna", "bruno"], 3)
    place(state, {"drawn": [tile], "land": land, "to act": "anna"})
    return state


def refused(state: Any, cell: str, rotation: int) -> list[tuple[str, str]]:
    action = PlaceTile(0, SQUARE4.at(SQUARE4.read(cell)), Rotation(rotation))
    with pytest.raises(Illegal) as caught:
        state.play(action)
    return [(reason.key, reason.rule) for reason in caught.value.refusal.reasons]


def test_a_placement_is_refused_by_every_rule_that_it_breaks() -> None:
    state = drawn("bay")
    assert refused(state, "0,0", 0) == [("place.taken", "MO-LAY-1")]
    assert refused(state, "1,1", 0) == [("place.apart", "MO-LAY-1")]
    assert refused(state, "0,1", 1) == [("place.rotation", "MO-LAY-2")]
    assert refused(state, "0,-1", 0) == [("place.edge", "MO-LAY-2")]
    assert refused(state, "3,0", 2) == [("place.apart", "MO-LAY-1"), ("too_far", "MO-REACH-1")]
    far = drawn("meadow", **{"1,0": "meadow", "2,0": "meadow"})
    assert refused(far, "3,0", 0) == [("too_far", "MO-REACH-1")]
    state.play(PlaceTile(0, SQUARE4.at(SQUARE4.read("0,-1")), Rotation(2)))
    assert state.land.face(SQUARE4.read("0,-1")).rotation == 2


def test_placements_are_those_of_the_board_that_the_game_allows() -> None:
    state = drawn("meadow", **{"1,0": "meadow", "2,0": "meadow"})
    cells = {str(action.cell) for action in state.legal(0)}
    assert cells == {"0,1", "1,1", "-1,0", "1,-1"}  # 2,1 and 3,0 are too far, 0,-1 wants water
    assert all(action in state.legal(0) for action in state.legal(0))
    assert state.legal(0)[0] is state.clone().legal(0)[0]


def test_cells_rotations_and_families_are_read_without_a_reader_of_the_game() -> None:
    assert not RULES.game.readers
    state = drawn("meadow")
    action = RULES.read("place 0,1", state, 0)
    assert action == PlaceTile(0, SQUARE4.at(SQUARE4.read("0,1")), Rotation(0))
    assert RULES.read(str(action), state, 0) == action
    with pytest.raises(Unreadable, match="'r4' is not a rotation: write r0, r1, r2 or r3"):
        RULES.read("place 0,1 r4", state, 0)
    assert RULES.readers["tile"](state, 0, "BAY") == "bay"
    assert [str(one) for one in rotations(HEX).values(state)] == ["r0", "r1", "r2", "r3", "r4", "r5"]  # type: ignore[misc]


def test_moves_are_rated_by_what_they_change() -> None:
    """A tile that touches two others gains two; the bag shrinks by one, whatever is played."""
    state = drawn("meadow", **{"0,1": "meadow", "1,1": "meadow"})
    rated = {str(choice.action): dict(choice.lines) for choice in by_trial(state.view(0))}
    assert rated["place 1,0 r0"] == {"points": 2.0, "left": 0.25}
    assert rated["place -1,0 r1"] == {"points": 1.0, "left": 0.25}
    assert all(choice.worth == sum(dict(choice.lines).values()) for choice in by_trial(state.view(0)))


def test_turns_end_where_the_game_says_and_functions_are_steps() -> None:
    state: Any = RULES.new(2, 1)
    assert state.to_act == (1,)
    seats = []
    while not state.over:
        seats.append(state.to_act[0])
        state.apply(state.legal(state.to_act[0])[0])
    assert seats[:4] == [1, 0, 1, 0] and not state.bag
