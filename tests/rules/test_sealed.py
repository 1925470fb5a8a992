"""Sealed decisions: all seats at once and in secret, taken back until the last is done, then revealed."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.events import Log
from tilewright.core.rules.state import State

from ..toys import auction, nim


def auction_state(seats: int = 3) -> Any:
    state: Any = tw.load(auction.PLUGIN).new(["anna", "bruno", "clara"][:seats], 4)
    state.hand = [[0, 1, 3], [1, 2, 3], [0, 0, 2]][:seats]
    return state


def say(state: State, seat: int, text: str, log: Log | None = None) -> None:
    state.play(state.rules.read(text, state, seat), log)


def test_all_seats_decide_at_once_each_in_its_own_order() -> None:
    state = auction_state()
    assert state.to_act == (0, 1, 2)
    say(state, 2, "pick owl")
    say(state, 0, "pick stag")
    say(state, 2, "offer 1")
    assert state.to_act == (0, 1) and state.sealed == [(3,), (), (2, 1)] and not len(state.legal(2))
    assert [str(a) for a in state.legal(0)] == ["offer 0", "offer 1", "offer 2", "offer 3"]
    assert [str(a) for a in state.legal(1)] == ["pick fox", "pick owl", "pick stag"]


def test_nothing_happens_before_the_last_is_done_and_then_all_at_once() -> None:
    state = auction_state()
    log = Log()
    for seat, texts in ((2, ("pick owl", "offer 1")), (0, ("pick stag", "offer 0")), (1, ("pick stag",))):
        for text in texts:
            say(state, seat, text, log)
    assert not log.events and not log.barrier and not state.ledger and state.hand[0] == [0, 1, 3]
    say(state, 1, "offer 2", log)
    assert [e.args["seat"] for e in log.events] == [0, 1, 2] and log.revealed and log.barrier
    assert state.played == [3, 3, 2] and state.hand == [[0, 1], [1, 2], [0, 0]]
    assert state.sealed == [(), (), ()] and state.scores == [0, 6 - 2, -1]
    assert state.step is not None and state.step.name == "slip" and state.to_act == (0,)


def test_a_seat_takes_its_steps_back_while_others_decide() -> None:
    state = auction_state()
    for text in ("pick owl", "offer 1"):
        say(state, 2, text)
    assert state.to_act == (0, 1)
    state.retract(2)
    assert state.sealed[2] == (2,) and state.to_act == (0, 1, 2)
    state.retract(2)
    assert state.sealed[2] == ()
    with pytest.raises(UsageError, match="clara has no sealed decision to take back"):
        state.retract(2)
    say(state, 2, "pick hare")
    assert state.sealed[2] == (0,)


def test_nothing_sealed_is_taken_back_outside_a_sealed_step() -> None:
    state = tw.load(nim.PLUGIN).new(2)
    with pytest.raises(UsageError, match="has no sealed decision"):
        state.retract(0)


def test_a_seat_with_nothing_to_decide_is_done_from_the_start() -> None:
    state = auction_state()
    state.hand[1] = []
    assert state.to_act == (0, 2)
    for seat in (0, 2):
        say(state, seat, "pick hare")
        say(state, seat, "offer 0")
    assert state.round == 1 and state.played == [0, 0]
