"""The acts of a page, by the names that its script sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from . import author_form, leaving, questions, thoughts

if TYPE_CHECKING:
    from .page_event import PageEvent
    from .page_session import PageSession


def speak(session: PageSession, lang: str) -> None:
    """The seat reads and types in this language from now on, on all its pages. UsageError for spectators."""
    for table in {session.served.table, session.table}:
        table.chair(session.person).speak(lang)


KEYS: Mapping[str, Callable[[PageSession], object]] = {
    "u": lambda session: session.undo(),
    "U": lambda session: session.redo(),
    "h": lambda session: thoughts.hint(session),
    "i": lambda session: session.what_if(),
    "w": lambda session: setattr(session, "answer", questions.why(session)),
    "H": lambda session: setattr(session.chair, "coach", not session.chair.coach),
}
"""Keys beside those of the cursor."""
ACTS: Mapping[str, Callable[[PageSession, PageEvent], object]] = {
    "point": lambda session, event: session.point(event.where, event.key),
    "click": lambda session, event: session.click(event.where, event.key),
    "line": lambda session, event: session.line(event.n),
    "amount": lambda session, event: session.seek(session.choosing().amounts(), event.n),
    "form": lambda session, event: session.seek(session.choosing().forms, event.n),
    "key": lambda session, event: session.key(event.key),
    "typed": lambda session, event: questions.typed(session, event.text),
    "speak": lambda session, event: speak(session, event.key),
    "wish": lambda session, event: session.wish(event.key, event.n),
    "seat": lambda session, event: leaving.act(session, event.key, event.n),
    "answer": lambda session, event: author_form.answer(session, event.key, event.text),
    "ask": lambda session, event: setattr(session, "answer", questions.page(session, event.key, event.text)),
}
FREE = ("ask", "answer")
"""What can be done whatever has happened meanwhile."""
IDLE = ("point",)
"""What needs no answer if it comes too late."""
