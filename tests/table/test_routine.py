"""Moves that are routine are played together, in any order; a way out says what it gives up."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import attrs
import pytest

from tilewright.core.rules.actions import Action
from tilewright.core.rules.state import State
from tilewright.core.table import choice_keys, cursor_info
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.choosing import Choosing, spot, verb
from tilewright.core.table.initial_cursor import way_out

from .games import decisions, table


def seen(state: State, seat: int) -> object:
    """All that the seat sees of a position, and can do in it."""
    view = state.view(seat)
    return attrs.evolve(view.rules.show(view), about=None), frozenset(view.legal())


@pytest.mark.parametrize("seed", [3, 4])
def test_routine_moves_lead_to_one_position_in_every_order_and_take_no_other_move_away(seed: int) -> None:
    met = 0
    for chair in decisions(table("glenmore", seed=seed), seed=seed):
        moves = chair.choosing.routine
        state: Any = chair.table.match.state
        if len(moves) < 2 or chair.seat is None:
            continue
        met += 1
        places = {spot(offer) for offer in chair.choosing.left if offer.routine}
        others = {offer.action for offer in chair.choosing.left if spot(offer) not in places}
        found = []
        for order in [*permutations(moves)][:4]:
            copy = state.clone()
            for action in order:
                assert {action, *others} <= {*copy.legal(0)}
                copy.apply(action)
            assert copy.coins == state.coins
            found.append(seen(copy, 0))
        assert all(one == found[0] for one in found)
    assert met > 5


def test_enter_plays_what_is_routine_move_by_move_and_each_can_be_taken_back() -> None:
    for chair in decisions(table("glenmore", seed=3), seed=2):
        moves = chair.choosing.routine
        if len(moves) > 1 and not any(map(chair.final, moves)):
            break
    before, count = chair.show, chair.table.match.decisions
    assert choice_keys.press(ChoiceCursor(chair), "enter") == choice_keys.Pressed(routine=True)
    played = [one.action for one in chair.play_routine()]
    assert {*played} == {*moves}, "each is a decision of its own"
    assert chair.table.match.decisions == count + len(moves) and not chair.choosing.routine
    for _ in moves:
        chair.table.take_back(0)
    assert attrs.evolve(chair.show, about=None) == attrs.evolve(before, about=None)


def gains(state: Any, action: Action) -> bool:
    """True if the activation changes anything but that the tile has been activated."""
    copy = state.clone()
    copy.apply(action)
    before, after = ((one.cubes, one.points, one.scores, len(one.stack)) for one in (state, copy))
    return before != after


def test_the_way_out_says_what_it_gives_up_and_enter_goes_there_before_it_is_played() -> None:
    said: dict[str, int] = {}
    for chair in decisions(table("glenmore", seed=3), seed=2):
        choice = ChoiceCursor(chair)
        state: Any = chair.table.match.state
        out, step = choice.way_out, type(state.step).__name__
        if out is None or not choice.nowhere or len(choice.choosing.spots) < 2:
            continue
        told = chair.said(out)
        active = [one for one in choice.choosing.left if verb(one.action) == "activate"]
        if step == "MoveStep" and state.points:
            said["lost"] = said.get("lost", 0) + 1
            assert told.startswith(f"{state.points} movement point")
        elif step == "ActivateStep" and len(active) > 1:
            number = len({spot(one) for one in active if gains(state, one.action)})
            said["left"] = said.get("left", 0) + 1
            assert told.startswith(f"{number} tile") if number else "tile" not in told
        if not choice.choosing.routine:
            assert choice_keys.press(choice, "enter") == choice_keys.MOVED
            assert choice.action == out and cursor_info.brings(choice).endswith(told)
            assert choice_keys.press(choice, "enter") == choice_keys.Pressed(play=out)
    assert said["lost"] > 3 and said["left"] > 3


def test_what_brings_something_is_not_taken_for_the_way_out() -> None:
    """Tiles are drawn from the bag, and sheep gathered, without further words: no way out, for it is named later."""
    for chair in decisions(table("isleofskye+", seed=3), seed=2):
        choice = ChoiceCursor(chair)
        found = {verb(offer.action): offer for offer in choice.choosing.left}
        if {"bag", "pass", "take"} <= {*found}:
            break
    assert choice.way_out == found["pass"].action
    drawn, passing = attrs.evolve(found["bag"], board=0, at=(0, 0)), found["pass"]
    assert spot(passing) is None
    assert way_out(Choosing((found["take"], passing, drawn))) == passing, "a move about a spot is none"
    assert way_out(Choosing((found["take"], drawn))) is None


def test_a_second_click_after_the_question_plays_the_move() -> None:
    for chair in decisions(table("rebirth", seed=3), seed=2):
        choice = ChoiceCursor(chair)
        final = [one for one in choice.choosing.left if spot(one) is not None and chair.final(one.action)]
        if final:
            break
    where = spot(final[0])
    assert where is not None
    for _ in range(3):
        pressed = choice_keys.clicked(choice, where)
        if choice.pending is not None or pressed.play is not None:
            break
    asked = choice.pending
    assert asked is not None and choice_keys.clicked(choice, where).play == asked
