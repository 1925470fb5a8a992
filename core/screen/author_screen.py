"""The author's questions after a playtest, one after the other, as a screen of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from ..base.errors import UsageError
from ..draw.styled_lines import BOLD, DIM, StyledLine, line, wrap
from ..record.playtest_lines import ANSWER
from ..rules import author_questions
from ..rules.author_questions import Asked
from ..table.table import Table
from . import shell
from .lines_widget import LinesWidget


class AuthorScreen(Screen[None]):
    """The questions to one person. Enter answers one, or skips it if nothing was typed; Escape skips all others."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", priority=True)]

    def __init__(self, table: Table, seat: int, questions: Sequence[Asked]) -> None:
        super().__init__()
        self.table, self.seat, self.questions = table, seat, list(questions)
        self.message = ""

    def compose(self) -> ComposeResult:
        yield LinesWidget(id="head")
        yield Input(id="answer", compact=True, max_length=ANSWER)
        yield LinesWidget(id="foot")

    def on_mount(self) -> None:
        """Ask the first question."""
        self.query_one("#answer", Input).focus()
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw the question with its answers."""
        question, said, width = self.questions[0], self.table.said, max(20, self.size.width - 2)
        intro = said("ask.intro", who=self.table.seats[self.seat], n=len(self.questions))
        lines = [line(part, DIM) for part in wrap(intro, width)]
        lines += [line(), *(line(part, BOLD) for part in wrap(question.text, width))]
        for key, words in question.how:
            lines += [
                line(f"  {key}  " if not n else "     ").add(part)
                for n, part in enumerate(wrap(words, width - 5))
            ]
        self.query_one("#head", LinesWidget).write([*lines, line()])
        foot: list[StyledLine] = [line(part) for part in wrap(self.message, width)] if self.message else []
        self.query_one("#foot", LinesWidget).write([line(), *foot, line(said("ask.keys"), DIM)])

    def on_resize(self) -> None:
        """Draw again for the new size."""
        self.call_after_refresh(self.draw)

    def action_leave(self) -> None:
        """Skip all questions that are left."""
        if self.is_active:
            self.dismiss(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer the question, and ask the next one."""
        event.stop()
        self.message = ""
        try:
            question = self.questions[0]
            self.table.match.answer(self.seat, question.name, question.read(event.value, self.table.said))
            del self.questions[0]
        except UsageError as error:
            self.message = str(error)
        event.input.value = ""
        if self.questions:
            self.draw()
        else:
            self.action_leave()


def ask(table: Table) -> None:
    """Ask all people who have not answered yet. Ctrl-C ends the questions."""
    for seat in table.people:
        questions = author_questions.waiting(table.match, seat, table.lang)
        if questions:
            try:
                shell.ask(AuthorScreen(table, seat, questions))
            except KeyboardInterrupt:
                return
