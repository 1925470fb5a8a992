"""The author's questions after a playtest in a browser: a form on the card of the end, and in a window before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import UsageError
from ..base.html import Html, tag
from ..record.playtest_lines import ANSWER
from ..rules import author_questions
from ..rules.author_questions import Asked

if TYPE_CHECKING:
    from .page_session import PageSession


def asks(session: PageSession) -> list[Asked]:
    """Return what this person is asked and has not answered yet; nothing for spectators, and in a copy."""
    if session.seat is None or session.trial is not None:
        return []
    return author_questions.waiting(session.table.match, session.seat, session.chair.lang)


def form(session: PageSession, title: bool = True) -> Html:
    """Return the questions as a form, thanks once they are answered, and nothing where nothing is asked."""
    said, questions = session.said, asks(session)
    if not questions:
        thanks = tag("p", said("ask.thanks"), cls="thanks", role="status")
        return thanks if answered(session) else Html("")
    intro = said("ask.intro", who=session.chair.name, n=len(questions))
    return tag(
        "form",
        tag("h3", said("ask.title")) if title else None,
        tag("p", intro, cls="dim"),
        [_question(one) for one in questions],
        tag("button", said("ask.send"), type="submit", cls="main"),
        cls="questions",
        data_answers=said("ask.thanks"),
    )


def answered(session: PageSession) -> bool:
    """Return whether this person has answered a question."""
    tests = session.table.match.playtest
    return tests is not None and session.seat is not None and bool(tests.answers.get(session.seat))


def _question(one: Asked) -> Html:
    if one.kind == "text":
        field = tag("textarea", "", name=one.name, maxlength=ANSWER, rows=2)
        return tag("label", tag("span", one.text), field)
    picks = [
        tag("label", tag("input", type="radio", name=one.name, value=key), tag("span", words))
        for key, words in one.answers.items()
    ]
    low, high = (tag("span", end, cls="dim") if end else None for end in one.ends)
    return tag("fieldset", tag("legend", one.text), tag("div", low, picks, high, cls=one.kind))


def answer(session: PageSession, name: str, text: str) -> None:
    """Write down what this person answers. UsageError for an answer that the question does not have."""
    table, said = session.served.table, session.said
    question = next(
        (one for one in author_questions.asked(table.match.rules, said.lang) if one.name == name), None
    )
    fits = question is not None and (question.kind == "text" or text in question.answers)
    if table.match.playtest is None or not fits:
        raise UsageError(said("ask.unasked"))
    table.match.answer(session.person, name, text)
