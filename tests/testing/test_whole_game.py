"""One whole game of a soak: each thing that it looks at is seen to break, in words that say what and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.rules.events import Log, Outcome
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase, clockwise
from tilewright.core.rules.state import State, by_score
from tilewright.core.testing import Broken
from tilewright.core.testing.whole_game import whole

from ..toys import nim


def stepping(play: Callable[[nim.TakeStep, nim.Nim, Any, Log | None], bool], **changes: Any) -> Rules:
    """Nim with another step in place of its own."""

    class Step(nim.TakeStep):
        def play(self, state: nim.Nim, action: Any, log: Log | None) -> bool:
            return play(self, state, action, log)

    phases = lambda rules: [Phase("turn", clockwise(rounds=True), [Step()], turns=True)]  # noqa: E731
    return tw.load(nim.bent(phases=phases, **changes))


def points_without_a_line(step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None) -> bool:
    state.scores[action.seat] += 1
    return nim.TakeStep.play(step, state, action, log)


def points_of_another_turn(step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None) -> bool:
    state.ledger.append((0, 0, 0, 0, 40))
    return nim.TakeStep.play(step, state, action, log)


def lines_that_disappear(step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None) -> bool:
    state.ledger[:] = [] if state.ledger else [(0, 0, 0, 0, 0)]
    return nim.TakeStep.play(step, state, action, log)


def a_line_that_changes(step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None) -> bool:
    """The first line is there, and a point in another one later."""
    if not state.ledger:
        state.gain(action.seat, 1, step.reason)
    else:
        seat, amount, *rest = state.ledger[0]
        state.ledger[0] = (seat, amount + 1, *rest)  # type: ignore[assignment]
    return nim.TakeStep.play(step, state, action, log)


def turns_that_run_back(step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None) -> bool:
    stays = nim.TakeStep.play(step, state, action, log)
    state.turns -= 2 if state.turns == 2 and not state.over else 0
    return stays


def a_move_that_depends_on_the_log(step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None) -> bool:
    stays = nim.TakeStep.play(step, state, action, log)
    if log is not None and log.script:
        state.log.append(7)
    return stays


def an_outcome_that_nothing_draws(step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None) -> bool:
    if log is not None:
        log.outcomes.append(Outcome("die", "six"))
    return nim.TakeStep.play(step, state, action, log)


def an_outcome_that_is_drawn_another_way(
    step: nim.TakeStep, state: nim.Nim, action: Any, log: Log | None
) -> bool:
    if log is not None:
        state.log.append(0 if log.scripted("die", lambda: ["six"]) else 1)
        log.outcomes.append(Outcome("die", "six"))
    return nim.TakeStep.play(step, state, action, log)


def set_up_with_a_log(state: nim.Nim, log: Log | None) -> None:
    nim.set_up(state, log)
    state.heap += log is not None


def nothing_conserved(state: Any) -> object:
    return state.heap


def last_wins(state: State) -> list[tuple[int, ...]]:
    return by_score([-points for points in state.scores])


FAULTS: list[tuple[str, Callable[[], Rules]]] = [
    ("scores are [1, 0], but their lines add up to [0, 0]", lambda: stepping(points_without_a_line)),
    ("a score line names turn 40 of", lambda: stepping(points_of_another_turn)),
    ("score lines have disappeared", lambda: stepping(lines_that_disappear)),
    ("all score lines add up to", lambda: stepping(a_line_that_changes)),
    ("is followed by turn", lambda: stepping(turns_that_run_back)),
    ("outcomes are left when the game is played again", lambda: stepping(an_outcome_that_nothing_draws)),
    ("played again, the game ends differently", lambda: stepping(an_outcome_that_is_drawn_another_way)),
    ("the set-up has another result if a log is given", lambda: tw.load(nim.bent(set_up=set_up_with_a_log))),
    ("pieces are lost or added: 7, now", lambda: tw.load(nim.bent(conserved=nothing_conserved))),
    ("the ranking places player", lambda: tw.load(nim.bent(ranking=last_wins))),
    (
        "the ranking [(0,)] does not place every seat once",
        lambda: tw.load(nim.bent(ranking=lambda state: [(0,)])),
    ),
    ("no end after 2 decisions, the game's turn limit", lambda: tw.load(nim.bent(turn_limit=2))),
]


@pytest.mark.parametrize(("words", "rules"), FAULTS, ids=[words for words, _ in FAULTS])
def test_a_fault_is_seen(words: str, rules: Callable[[], Rules]) -> None:
    with pytest.raises(Broken) as caught:
        for seed in range(9):
            whole(rules(), 2, seed)
    assert words in str(caught.value) and "[seed " in str(caught.value), caught.value


def test_a_sound_game_is_sound() -> None:
    assert {whole(tw.load(nim.PLUGIN), 2, seed) for seed in range(9)} <= {3, 4, 5, 6, 7}


def test_a_games_own_promise_is_looked_at_after_each_decision() -> None:
    looked: list[int] = []

    def watch(state: State, log: Log) -> Callable[[State, Log], None]:
        assert not state.turns and log.events == []

        def look(state: Any, log: Log) -> None:
            looked.append(state.heap)
            if len(log.events) != 1 or state.heap == 1:
                raise AssertionError("one is left")

        return look

    with pytest.raises(Broken, match=r"what the game promises does not hold: one is left \[seed "):
        for seed in range(50):
            looked.clear()
            decisions = whole(tw.load(nim.PLUGIN), 2, seed, watch=watch)
            assert len(looked) == decisions and looked[-1] == 0
    assert looked[-1] == 1
