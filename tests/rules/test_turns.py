"""Turns, looked at from outside: what is forced, where a turn opens, how a game is concluded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from tilewright.core.rules import schedule
from tilewright.core.rules.actions import Legal, listed
from tilewright.core.rules.schedule import Automatic, Decision, Node, Phase, Sealed, clockwise, once, push
from tilewright.core.rules.state import State

from ..toys.nim import Nim
from .test_schedule import Ask, Go, Note, begun, finish

pytestmark = pytest.mark.quick


class Forced(Ask):
    """A decision with one action."""

    def legal(self, state: State, seat: int) -> Legal:
        return listed([Go(seat, 0)])


def test_what_is_forced_in_the_same_turn_is_played_too() -> None:
    """Up to a choice, up to another seat, up to the seat's next turn; the world itself stays as it is."""
    forced, second = Forced(name="forced"), Ask(name="second")
    steps = [Ask(), forced, second, Forced(name="last")]
    state = begun(Phase("turn", clockwise(rounds=True), steps), seats=2)
    before = state.clone()
    after: Any = schedule.played(state, Go(0, 3), 0)
    assert after.log == [903, 900] and after.step is second and state == before
    assert schedule.played(after, Go(0, 1), 0).to_act == (1,)

    state = begun(Phase("turn", lambda state, seat: 0, [forced], turns=True))
    assert cast(Nim, schedule.played(state, Go(0, 0), 0)).log == [900]


def test_a_turn_opens_with_the_first_decision_of_its_phase() -> None:
    inner = Ask(name="inner")

    def pushing(state: Nim, n: int) -> bool:
        if n:
            push(state, inner, 0)
        return n != 0

    steps = [Note(1), Ask(pushing), Ask(name="second")]
    state = begun(Phase("turn", clockwise(rounds=True), steps), pushed=[inner], seats=2)
    found = []
    for count in (1, 0, 0, 0, 0):
        found.append((state.step.name, schedule.opening(state)))
        state.play(Go(state.to_act[0], count))
    opens = [("ask", True), ("inner", False), ("ask", True), ("second", False), ("ask", True)]
    assert found == opens


def test_a_game_is_concluded_with_what_brings_each_seat_most() -> None:
    def gaining(state: Nim, n: int) -> bool:
        state.gain(state.stack[-1][1], (3, 1, 4, 1, 2)[n], state.rules.reason["last"])
        return False

    end = Phase("end", clockwise(), [Ask(gaining, name="gain"), Note(1)])
    state = begun(Phase("turn", clockwise(), [Ask()]), end, Phase("over", once, [Note(2, finish)]))
    schedule.conclude(state, "end")
    assert state.over and state.scores == [4, 4, 4] and state.log == [902, 10, 902, 11, 902, 12, 20]


def test_a_sealed_step_must_say_what_it_seals() -> None:
    class Empty(Sealed[Any]):
        name = "ask"
        actions = (Go,)

        def legal(self, state: State, seat: int) -> Legal:
            return listed([Go(seat, 1)])

    state = begun(Phase("turn", once, [Empty()]))
    with pytest.raises(TypeError, match="Empty seals nothing"):
        state.apply(Go(0, 1))


@pytest.mark.parametrize(
    ("node", "call"),
    [
        (Node(), lambda node: node.advance(None, (0, 0), None)),
        (Automatic(), lambda node: node.run(None, 0, None)),
        (Decision(), lambda node: node.play(None, None, None)),
        (schedule.Extra(), lambda node: node.play(None, None, None)),
        (Sealed(), lambda node: node.reveal(None, None)),
    ],
)
def test_what_a_step_leaves_out_is_said(node: Any, call: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=type(node).__name__):
        call(node)
