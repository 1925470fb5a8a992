"""The order of play: policies, phases, pushed steps, dropped turns, steps that stay, sealed decisions, insertions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError
from tilewright.core.rules import schedule
from tilewright.core.rules.actions import Action, Legal, Reason, listed, notation
from tilewright.core.rules.events import Log
from tilewright.core.rules.schedule import Automatic, Decision, Node, Phase, Who, clockwise, once, push
from tilewright.core.rules.state import State

from ..cases import cases
from ..toys import nim, river
from ..toys.nim import Nim

pytestmark = pytest.mark.quick

Run = Callable[[Nim, int], None]


def mark(state: State, *numbers: int) -> None:
    """Notes in the state what happened."""
    cast(Nim, state).log.extend(numbers)


class Note(Automatic[Any]):
    """Notes its number and seat, then does what it is given."""

    def __init__(self, number: int, then: Run | None = None) -> None:
        self.name = f"note {number}"
        self.number = number
        self.then = then

    def run(self, state: State, seat: int, log: Log | None) -> None:
        mark(state, self.number * 10 + seat)
        if self.then is not None:
            self.then(cast(Nim, state), seat)


@attrs.frozen(cache_hash=True)
class Go(Action):
    parts = notation("go {count}")
    count: int


class Ask(Decision[Any]):
    """A decision that notes 900 + the number chosen, then does what it is given; True: it stays."""

    name = "ask"
    actions = (Go,)

    def __init__(self, then: Callable[[Nim, int], bool] = lambda state, n: False, name: str = "ask") -> None:
        self.name = name
        self.then = then

    def legal(self, state: State, seat: int) -> Legal:
        return listed([Go(seat, n) for n in range(5)])

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        mark(state, 900 + action.count)
        return self.then(cast(Nim, state), action.count)

    def explain(self, state: State, action: Any) -> list[Reason]:
        return [] if 0 <= action.count < 5 else [Reason("wrong_count", "NM-TAKE-1", {"count": action.count})]


def begun(*phases: Phase, pushed: Sequence[Node[Any]] = (), seats: int = 3) -> Any:
    plugin = nim.bent(phases=lambda rules: list(phases), pushed=lambda rules: list(pushed))
    return tw.load(plugin).new(seats, 1)


def finish(state: Nim, seat: int) -> None:
    state.over = True


def after_rounds(count: int) -> Run:
    def run(state: Nim, seat: int) -> None:
        state.over = state.turns >= count

    return run


# -- policies ----------------------------------------------------------------------------------------------------


def order(who: Who, seats: int = 3, most: int = 8) -> list[int]:
    """The seats that a policy names, one after the other; -1 ends the phase."""
    state = begun(Phase("turn", clockwise(rounds=True), [Ask()]), seats=seats)
    found = [who(state, -1)]
    while len(found) < most and found[-1] >= 0:
        found.append(who(state, found[-1]))
    return found


def test_clockwise_names_every_seat_once_from_the_first() -> None:
    assert order(clockwise()) == [0, 1, 2, -1]
    assert order(clockwise(lambda state: 2)) == [2, 0, 1, -1]
    assert order(clockwise(lambda state: 1), seats=2) == [1, 0, -1]


def test_clockwise_in_rounds_goes_on() -> None:
    assert order(clockwise(lambda state: 1, rounds=True)) == [1, 2, 0, 1, 2, 0, 1, 2]


def test_clockwise_ends_before_a_passage_if_it_is_to() -> None:
    assert order(clockwise(rounds=True, until=lambda state: True)) == [-1]


def test_once_names_nobody_in_particular() -> None:
    assert order(once) == [0, -1]


def test_the_river_is_played_by_whoever_is_furthest_back() -> None:
    state = cast(river.River, tw.load(river.PLUGIN).new(3, 3))
    for _ in range(20):
        if state.over:
            break
        if state.step is not None and state.step.name == "take":
            assert state.to_act == (state.track.index(min(state.track)),)
        state.play(state.legal(state.to_act[0])[0])
    assert state.turns > 5


# -- phases and steps --------------------------------------------------------------------------------------------


def test_every_seat_goes_through_the_steps_of_a_phase_then_comes_the_next_phase() -> None:
    one = Phase("one", clockwise(lambda state: 1), [Note(1), Note(2)], turns=True)
    two = Phase("two", once, [Note(3)])
    end = Phase("end", clockwise(), [Ask()])
    state = begun(one, two, end)
    assert state.log == [11, 21, 12, 22, 10, 20, 30] and state.turns == 3
    assert state.to_act == (0,) and [state.rules.nodes[f[0]].name for f in state.stack] == ["", "ask"]
    for _ in range(3):
        state.play(Go(state.to_act[0], 0))
    assert state.log[7:] == cases(__file__, "round")  # after the last the first begins again


def test_a_first_phase_that_names_nobody_is_passed_over() -> None:
    def nobody(state: State, seat: int) -> int:
        return -1

    state = begun(
        Phase("none", nobody, [Note(1)]), Phase("two", clockwise(lambda state: 2), [Note(2), Ask()])
    )
    assert state.log == [22] and state.to_act == (2,) and state.turns == 0


def test_when_no_phase_names_a_seat_it_is_said() -> None:
    def nobody(state: State, seat: int) -> int:
        return -1

    with pytest.raises(
        PluginError, match=r"no phase names a seat .*state\.over = True.*`until` ends only its phase"
    ):
        begun(Phase("one", nobody, [Note(1)]), Phase("two", nobody, [Note(2)]))


def test_a_schedule_that_goes_in_circles_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "LONGEST_WALK", 500)
    with pytest.raises(PluginError, match=r"500 steps without a decision .* loops at phase round"):
        begun(Phase("round", once, []))


def test_the_walk_stops_when_the_game_is_over() -> None:
    state = begun(Phase("turn", clockwise(rounds=True), [Note(1, after_rounds(2)), Note(2)], turns=True))
    assert state.over and state.to_act == () and state.log == [10, 20, 11, 21, 12]


def test_a_step_may_be_one_function() -> None:
    step: schedule.Run[Any] = schedule.Run(
        "note", lambda state, seat, log: mark(state, seat, len(log.events) if log else -1)
    )
    state = begun(Phase("turn", clockwise(lambda state: 1), [step, Ask()]))
    assert state.log == [1, -1] and state.rules.by_name["note"] is step


def test_a_decision_that_is_not_needed_is_passed_over() -> None:
    class Once(Ask):
        def needed(self, state: State, seat: int) -> bool:
            return not cast(Nim, state).log

    state = begun(Phase("turn", clockwise(), [Once()]), Phase("end", once, [Ask(name="end")]))
    state.play(Go(0, 1))
    assert state.step is not None and state.step.name == "end"


def test_what_is_pushed_comes_next_and_the_rest_after_it() -> None:
    """A step may push in the middle of a list of steps: last pushed, first done."""
    two, three = Note(2), Note(3)

    def pushing(state: Nim, seat: int) -> None:
        push(state, three, seat)
        push(state, two, seat)

    state = begun(Phase("turn", clockwise(), [Note(1, pushing), Note(4), Ask()]), pushed=[two, three])
    assert state.log == [10, 20, 30, 40]


def test_pushed_frames_carry_numbers() -> None:
    class Count(Automatic[Any]):
        name = "count"

        def advance(self, state: State, frame: tuple[int, ...], log: Log | None) -> bool:
            state.stack.pop()
            mark(state, *frame[1:])
            if frame[2]:
                push(state, self, frame[1], frame[2] - 1)
            return False

    count = Count()
    start = Note(1, lambda state, seat: push(state, count, seat, 2))
    state = begun(Phase("turn", clockwise(), [start, Ask()]), pushed=[count])
    assert state.log == [10, 0, 2, 0, 1, 0, 0]


def test_a_scoring_in_the_middle_of_refilling() -> None:
    """Three tiles are missing, the scoring comes after the first of them, and the row is filled all the same."""
    rules = tw.load(river.PLUGIN)
    state = cast(river.River, rules.new(2, 5))
    state.row = {2: river.MILL, 3: river.MILL, 4: river.MILL}
    state.own = [[river.FARM], [river.FARM, river.FARM]]
    state.pile = [river.FARM, river.MILL, river.FARM, river.FARM, river.WEIR]
    state.due = [4]
    state.play(rules.read("take 2", state, 0))
    assert state.row == {3: river.MILL, 4: river.MILL, 5: river.WEIR, 6: river.FARM, 7: river.FARM}
    assert [(line.seat, line.amount, line.reason) for line in state.score_lines()] == [(1, 2, "farms")]
    assert state.step is not None and state.step.name == "use" and state.due == []


def test_a_decision_may_push_and_be_done() -> None:
    two = Note(2)

    def pushing(state: Nim, n: int) -> bool:
        push(state, two, 0)
        return False

    state = begun(
        Phase("turn", clockwise(), [Ask(pushing), Note(3)]),
        Phase("end", once, [Ask(name="end")]),
        pushed=[two],
        seats=2,
    )
    state.play(Go(0, 0))
    assert state.log == [900, 20, 30] and state.to_act == (1,)


def test_a_decision_may_stay_and_what_it_pushed_comes_first() -> None:
    two = Note(2)

    def staying(state: Nim, n: int) -> bool:
        if n:
            push(state, two, 0)
        return n != 0

    state = begun(Phase("turn", clockwise(), [Ask(staying), Note(3)]), pushed=[two], seats=2)
    state.play(Go(0, 1))
    state.play(Go(0, 2))
    assert state.log == [901, 20, 902, 20] and state.to_act == (0,)
    state.play(Go(0, 0))
    assert state.log[4:] == [900, 30] and state.to_act == (1,)


def test_an_automatic_step_drops_the_rest_of_the_turn() -> None:
    dropping = Note(1, lambda state, seat: river.end_turn(state) if seat == 1 else None)
    state = begun(Phase("turn", clockwise(), [dropping, Note(2)]), Phase("end", once, [Ask()]))
    assert state.log == [10, 20, 11, 12, 22]


@pytest.mark.parametrize("stays", [False, True])
def test_a_decision_drops_the_rest_of_the_turn(stays: bool) -> None:
    """Whatever it answers: its own frame is gone already."""

    def dropping(state: Nim, n: int) -> bool:
        if n == 1:
            river.end_turn(state)
        return stays and n == 1

    state = begun(Phase("turn", clockwise(), [Ask(dropping), Note(2)]), seats=2)
    state.play(Go(0, 1))
    assert state.log == [901] and state.to_act == (1,)
    state.play(Go(1, 0))
    assert state.log == [901, 900, 21] and state.to_act == (0,)


def test_a_decision_drops_the_turn_and_pushes_something_all_the_same() -> None:
    two = Note(2)

    def dropping(state: Nim, n: int) -> bool:
        river.end_turn(state)
        push(state, two, 0)
        return False

    state = begun(Phase("turn", clockwise(), [Ask(dropping), Note(3)]), pushed=[two], seats=2)
    state.play(Go(0, 1))
    assert state.log == [901, 20] and state.to_act == (1,)


def test_a_pushed_decision_drops_the_turn_below_it() -> None:
    def dropping(state: Nim, n: int) -> bool:
        river.end_turn(state)
        return False

    inner = Ask(dropping, name="inner")
    start = Note(1, lambda state, seat: push(state, inner, seat))
    state = begun(Phase("turn", clockwise(), [start, Note(2), Ask()]), pushed=[inner], seats=2)
    assert state.step is inner
    state.play(Go(0, 3))
    assert state.log == [10, 903, 11] and state.to_act == (1,)


def test_a_weir_in_the_river_ends_the_turn_and_a_storm_skips_the_use_of_tiles() -> None:
    rules = tw.load(river.PLUGIN)
    state = cast(river.River, rules.new(2, 1))
    state.own[0] = [river.WEIR, river.MILL]
    state.row = {2: river.MILL, 3: river.MILL, 4: river.FARM, 5: river.FARM, 6: river.FARM}
    state.pile = [river.MILL] * 10
    state.due = []
    state.play(rules.read("take 2", state, 0))
    assert [str(action) for action in state.legal(0)] == ["use 0", "use 1", "use 2", "done"]
    state.play(rules.read("use 1", state, 0))
    assert [str(action) for action in state.legal(0)] == ["use 0", "use 2", "done"]  # in any order, each once
    state.play(rules.read("use 0", state, 0))
    assert state.to_act == (1,) and state.scores == [1 + 2, 0]  # and no wage
    state.pile.append(river.STORM)
    state.play(rules.read("take 3", state, 1))
    assert state.step is not None and state.step.name == "take" and state.scores == [3, 0]
    state.play(rules.read("take 4", state, 0))
    state.play(rules.read("done", state, 0))
    assert state.scores == [3 + 1, 0]
