"""Helpers of test_page_session and test_page_bots."""

from __future__ import annotations

import json
from typing import Any

from tilewright.core.web import thoughts
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.page_event import PageEvent
from tilewright.core.web.page_session import PageSession

from ..table.games import table

ANNA = 0


def served(kind: str = "rebirth", people: int = 2, seed: int = 5) -> LiveMatch:
    made = table(kind, seed, people)
    made.one_keyboard = False
    return LiveMatch(made, pace=0)


def mine(here: LiveMatch, page: str = "p") -> PageSession:
    """A page of whoever decides first."""
    return here.session(here.table.to_act[0], page)


def do(session: PageSession, what: str, **more: Any) -> Any:
    """What a page sends that is up to date, with what is thought about because of it."""
    session.follow()
    answer = session.do(
        PageEvent(page="p", do=what, number=session.number, asked=session.asks, hints=session.hints, **more)
    )
    while (thought := thoughts.begin(session)) is not None:
        thoughts.end(session, thought, thought.find(1))
    return answer


def play(session: PageSession, move: str) -> None:
    """Type a move, and confirm it if it is final."""
    do(session, "typed", text=move)
    if session.choice is not None and session.choice.pending is not None:
        do(session, "key", key="enter")


def shown(session: PageSession) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(session.message_since(0)[0].removeprefix(b"data: "))
    return found


def first(session: PageSession) -> tuple[int, int, int]:
    """A spot that is lit."""
    session.follow()
    assert session.choice is not None
    board, at = next(iter(session.choice.choosing.spots))
    return board, at[0], at[1]


def choice_of(session: PageSession) -> Any:
    session.follow()
    assert session.choice is not None
    return session.choice
