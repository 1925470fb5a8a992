"""What a page waits for: a hint, or the moves of bots in a copy to try moves in.

It takes long, so it is found without the lock of the match, and other pages do not wait for it. Everything of this
kind stands in one queue; a hint gets less work if many wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from ..table import cursor_info
from ..table.hint import WORK
from .page_words import words_of

if TYPE_CHECKING:
    from ..rules.actions import Action
    from ..table.cursor_info import HintText
    from ..table.hint import Advice
    from .page_session import PageSession

LEAST = 300
"""The work for a hint is never less, however many people wait."""


@attrs.define(eq=False)
class Thought:
    """What is to be thought about for a page."""

    find: Callable[[int], Any]
    """Returns what was found, given how many wait in the queue, itself included. It may run in any thread."""
    use: Callable[[Any], object]
    """Does with it what was asked for, under the lock of the match."""
    hint: bool = False
    begun: bool = False


def begin(session: PageSession) -> Thought | None:
    """Return what must be thought about for this page; None if nothing is, or it has begun."""
    thought = session.thought
    if thought is None or thought.begun:
        return None
    thought.begun = True
    return thought


def end(session: PageSession, thought: Thought, found: object) -> None:
    """Use what was found, unless the page wants it no longer.

    If it is an exception, a mistake is said on the page, and anything else is raised.
    """
    with session.served.lock:
        session.follow()
        if session.thought is not thought or session.served.stopped:
            return
        session.thought, session.message, session.alarm = None, "", False
        session.done += 1

        def use() -> None:
            if isinstance(found, Exception):
                raise found
            thought.use(found)

        session.trying(use)


def hinted(session: PageSession) -> tuple[Action, HintText]:
    """Return the hint that is known, in the words of the page."""
    return cursor_info.hint(session.chair, partial(words_of(session).called, session.chair))


def hint(session: PageSession) -> None:
    """Put the cursor on the move that looks best, and say why, as soon as that is found."""
    session.choosing()
    if session.awaited:
        return
    find = session.chair.adviser()

    def use(found: Advice | None) -> None:
        choice = session.choosing()
        session.chair.advice(found)
        action, text = hinted(session)
        choice.pending = None
        choice.seek(action)
        session.hints += 1
        session.say(str(text))

    if session.chair.advised:
        use(None)
    else:
        session.thought = Thought(lambda waiting: find(max(LEAST, WORK // waiting)), use, hint=True)
        session.say(session.awaited)


def bots_answer(session: PageSession, played: Action | None = None) -> None:
    """In a copy, let the next bot think about its move, after playing what the one before it has found."""
    trial = session.trial
    if trial is None:
        return
    if played is not None:
        trial.play(played)
        session.renew()
    if trial.next_bot() is not None:
        session.thought = Thought(lambda waiting: trial.think(), lambda found: bots_answer(session, found))
