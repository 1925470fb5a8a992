"""The author's questions after a playtest, at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.errors import UsageError
from ...table.table import Table
from ..shared.terminal import Terminal

if TYPE_CHECKING:
    from ...rules.author_questions import Asked


def ask(table: Table, terminal: Terminal) -> None:
    """Ask all people who have not answered yet; nothing in a pipe. Ctrl-D and Ctrl-C end the questions."""
    if table.match.playtest is None or not terminal.asks:
        return
    from ...rules import author_questions

    said = table.said
    for seat in table.people:
        questions = author_questions.waiting(table.match, seat, table.lang)
        if questions:
            terminal.say()
            terminal.wrapped(said("ask.intro", who=table.seats[seat], n=len(questions)))
            terminal.advise(said("ask.skip"), "dim")
        for question in questions:
            terminal.say()
            terminal.say(terminal.fill(question.text), "bold")
            for key, words in question.how:
                terminal.wrapped(words, f"  {key}  ")
            try:
                _answer(table, terminal, seat, question)
            except (EOFError, KeyboardInterrupt):
                terminal.note()
                return


def _answer(table: Table, terminal: Terminal, seat: int, question: Asked) -> None:
    """Ask until there is an answer, or Enter alone skips the question."""
    while typed := terminal.ask(table.said("ask.prompt")):
        try:
            table.match.answer(seat, question.name, question.read(typed, table.said))
            return
        except UsageError as error:
            terminal.advise(str(error), "bad")
