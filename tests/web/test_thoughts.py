"""Hints, and bots in copies, are thought out beside the pages: in one queue, with a budget, and as long as wanted."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.table import hint
from tilewright.core.table.hint import WORK, Advice
from tilewright.core.table.preview import foresee_all
from tilewright.core.table.table import Table
from tilewright.core.web import app, gains, thoughts
from tilewright.core.web.page_event import PageEvent
from tilewright.core.web.page_session import PageSession

from .hostile import Seat
from .house import until
from .sessions import ANNA, choice_of, do, mine, play, served, shown
from .test_streams import PEOPLE, SOLO, serving


def press(session: PageSession, key: str) -> None:
    """Press a key as the page does, without thinking about what it asks for."""
    session.follow()
    session.do(
        PageEvent(page="p", do="key", number=session.number, asked=session.asks, hints=session.hints, key=key)
    )


def asked(session: PageSession) -> thoughts.Thought:
    """Ask for a hint; what is to be thought about."""
    press(session, "h")
    found = thoughts.begin(session)
    assert found is not None and session.awaited and session.awaited in shown(session)["move"]
    return found


def test_a_hint_comes_while_the_cursor_moves() -> None:
    anna = mine(served("glenmore"))
    found = asked(anna)
    press(anna, "right")
    assert anna.message == anna.awaited != ""
    thoughts.end(anna, found, found.find(1))
    assert not anna.awaited and choice_of(anna).action == anna.chair.advice().action
    text = anna.message
    press(anna, "right")
    press(anna, "h")
    assert anna.message == text and anna.thought is None, "it is known now, and is not thought out again"


def test_what_choices_bring_is_found_once_and_dropped_with_the_decision() -> None:
    here = served("rebirth")
    for _ in range(12):
        here.table.play(here.table.match.state.legal(here.table.to_act[0])[0])
    anna, spectator = mine(here), here.session(None, "")
    assert "is being worked out" in shown(anna)["gains"].pop("") and not shown(spectator)["gains"]
    assert gains.wanted(anna) and not gains.wanted(spectator)
    gains.look(anna)
    said, chair = shown(anna)["gains"], anna.chair
    assert not gains.wanted(anna)
    choice = choice_of(anna)
    best = {
        f"{board},{x},{y}": max(
            sum(chair.foresee(one.action).gain(chair.view, chair.ended())) for one in offers
        )
        for (board, (x, y)), offers in choice.choosing.spots.items()
    }
    assert said.pop("").startswith(f"{len(best)} spots are ringed")
    assert said and said.keys() <= best.keys() and all(best[key] > min(best.values()) for key in said)
    here.table.play(choice.choosing.left[0].action)
    assert not shown(anna)["gains"] and not gains.wanted(anna)


def test_what_was_found_for_a_decision_that_is_over_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    here = served("rebirth")
    anna = mine(here)
    anna.follow()
    before = anna.number

    def late(*given: Any) -> Any:
        seen = foresee_all(*given)
        play(anna, str(choice_of(anna).choosing.left[0].action))
        return seen

    monkeypatch.setattr("tilewright.core.web.gains.foresee_all", late)
    gains.look(anna)
    assert anna.number != before and not anna.gains and not shown(anna)["gains"]


def test_a_look_that_fails_or_takes_too_long_is_awaited_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = mine(served("rebirth"))
    anna.follow()

    def broken(*given: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("tilewright.core.web.gains.foresee_all", broken)
    with pytest.raises(ZeroDivisionError):
        gains.look(anna)
    many = len(choice_of(anna).choosing.lit)
    assert shown(anna)["gains"] == {"": f"{many} spots are ringed."} and not gains.wanted(anna)


def test_enter_waits_for_the_hint_and_escape_gives_it_up() -> None:
    here = served("glenmore")
    anna = mine(here)
    found = asked(anna)
    for _ in range(3):
        press(anna, "enter")
    assert here.table.match.decisions == 0 and anna.asks == 0 and anna.awaited
    press(anna, "escape")
    assert not anna.awaited
    where = choice_of(anna).where
    thoughts.end(anna, found, found.find(1))
    assert choice_of(anna).where == where and not anna.message


@pytest.mark.parametrize("key", ["enter", "do"])
def test_enter_from_before_the_hint_was_shown_plays_nothing(key: str) -> None:
    """A page sends one event after the other, so Enter arrives when the hint has been found."""
    here = served("rebirth")
    here.table.undo = True
    anna = mine(here)
    anna.follow()
    early = PageEvent(page="p", do="key", number=anna.number, asked=anna.asks, hints=anna.hints, key=key)
    found = asked(anna)
    thoughts.end(anna, found, found.find(1))
    text, hinted = anna.message, choice_of(anna).action
    for _ in range(2):
        anna.do(early)
    assert here.table.match.decisions == 0 and not anna.asks
    assert anna.message == text and choice_of(anna).action == hinted
    assert shown(anna)["state"]["hints"] == 1
    while here.table.match.decisions == 0:
        press(anna, key)
    assert here.table.match.played[0].action == hinted


def test_what_is_chosen_meanwhile_stands() -> None:
    here = served("glenmore")
    anna = mine(here)
    found = asked(anna)
    do(anna, "typed", text=str(choice_of(anna).choosing.offers[-1].action))
    pending = choice_of(anna).pending
    decided = here.table.match.decisions
    assert pending is not None or decided
    thoughts.end(anna, found, found.find(1))
    assert choice_of(anna).pending == pending and here.table.match.decisions == decided


def test_a_hint_for_a_decision_that_is_over_is_dropped() -> None:
    here = served("glenmore", people=2)
    anna = mine(here)
    found = asked(anna)
    here.table.play(here.table.match.state.legal(here.table.to_act[0])[0])
    thoughts.end(anna, found, found.find(1))
    assert not anna.message and anna.thought is None


def test_a_hint_that_fails_leaves_the_page_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = mine(served("glenmore"))
    found = asked(anna)
    with pytest.raises(ZeroDivisionError):
        thoughts.end(anna, found, ZeroDivisionError())
    assert not anna.awaited
    do(anna, "key", key="h")
    assert choice_of(anna).action == anna.chair.advice().action


def test_each_of_many_gets_less_work(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    view = hint._advised

    def counted(seen: Any, begun: Any, work: int) -> Advice:
        given.append(work)
        return view(seen, begun, 1)

    monkeypatch.setattr(hint, "_advised", counted)
    for waiting in (1, 4, 1000):
        anna = mine(served("rebirth"))
        asked(anna).find(waiting)
    assert given == [WORK, WORK // 4, thoughts.LEAST]


def test_bots_in_a_copy_think_without_the_lock_of_the_match() -> None:
    here = served("glenmore", people=1)
    anna = here.session(ANNA, "p")
    press(anna, "i")
    assert anna.trial is not None
    assert anna.thought is None or anna.trial.next_bot() is not None
    while anna.trial.next_bot() is None:
        anna.play(anna.trial.match.state.legal(ANNA)[0])
    found = thoughts.begin(anna)
    assert found is not None and anna.choice is None
    moved: list[Any] = []
    other = threading.Thread(target=lambda: moved.append(found.find(1)), daemon=True)
    with here.lock:
        other.start()
        other.join(10)
    before = anna.trial.match.decisions
    thoughts.end(anna, found, *moved)
    assert anna.trial.match.decisions == before + 1
    press(anna, "i")
    assert anna.trial is None and thoughts.begin(anna) is None, "nobody thinks for a copy that is closed"


def test_pages_come_while_hints_wait_and_the_wait_has_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint that never ends: pages of the same match and of others come at once, and the person is answered."""
    ends = threading.Event()
    monkeypatch.setattr(app, "PATIENCE", 1.5)
    monkeypatch.setattr(app, "SOON", 0.05)
    monkeypatch.setattr(hint, "_advised", lambda *given: ends.wait(20))
    with serving(tmp_path) as (entry, front):
        other = entry.registry.begin(PEOPLE, seed=2)
        anna, far = (Seat(front, one.people["anna"], "p") for one in (entry, other))
        waiting = [
            threading.Thread(target=front.post, args=(f"/t/{seat.token}/do", seat.event("key", key="h")))
            for seat in (anna, far)
        ]
        for one in waiting:
            one.start()
        anna.until(lambda now: "hint" in now["move"])
        begun = time.monotonic()
        for each in (entry, other):
            Seat(front, each.kept.watching, "p").close()
        assert time.monotonic() - begun < 1.2 and all(one.is_alive() for one in waiting)
        for one in waiting:
            one.join(10)
        said = entry.opened.table.said("web.too_many_ask") if entry.opened is not None else ""
        assert said
        anna.until(lambda now: said in now["move"])
        ends.set()
        anna.close()
        far.close()


@pytest.mark.parametrize("fails", (False, True))
def test_a_bot_in_a_copy_plays_when_it_is_ready(
    fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if its page has waited too long; a bot that fails then is said on the page."""
    ready, think = threading.Event(), Table.think

    def slow(table: Table) -> Any:
        assert ready.wait(20) and not fails
        return think(table)

    monkeypatch.setattr(app, "PATIENCE", 0.1)
    monkeypatch.setattr(Table, "think", slow)
    with serving(tmp_path, SOLO) as (entry, front):
        anna = Seat(front, entry.people["anna"], "p")
        assert entry.opened is not None
        session = next(iter(entry.opened.listeners.values()))

        def does(what: str, **more: str) -> None:
            known = {"number": session.number, "asked": session.asks}
            assert anna.post({"page": "p", "do": what, **more, **known}).status == 200

        does("key", key="i")
        assert session.choice is not None
        does("typed", text=str(session.choice.choosing.left[0].action))
        while session.thought is None:
            does("key", key="enter")
        assert session.trial is not None
        before = session.trial.match.decisions
        ready.set()
        until(lambda: session.thought is None, "the bot has thought")
        until(lambda: session.alarm == fails, "what failed is said")
        assert (session.trial.match.decisions > before) != fails
        anna.close()
