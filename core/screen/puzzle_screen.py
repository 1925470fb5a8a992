"""A costly move of a match as a question: the person tries moves at the table as it was, and each try is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import attrs
from textual.strip import Strip

from ..draw.model import Where
from ..draw.styled_lines import BOLD, line, wrap
from ..rules.actions import Action, Illegal
from ..table import move_text
from ..table.comparison import reasons
from ..table.further_reading import further_reading
from ..table.puzzle import Puzzle, PuzzleVerdict
from ..table.review import Review
from . import fitted_lines
from .keys import KEPT, does, named
from .lines_widget import LinesWidget
from .tries_screen import TriesScreen

OWN = "ang"
"""Keys of a question that choose nothing in a list."""


@attrs.frozen
class AfterChoice:
    """The choice of a person after a game."""

    do: Literal["again", "replay", "play", "menu", "board"]
    number: int | None = None
    """The decision to replay from, or to play on from; None for the beginning."""


class PuzzleScreen(TriesScreen):
    """One question. When it closes, it gives `then` an `AfterChoice`, the number of another question, or None."""

    kept = KEPT + OWN
    marks_mean = "after.marks"

    def __init__(
        self,
        review: Review,
        n: int,
        lang: str,
        recorded: bool,
        then: Callable[[AfterChoice | int | None], None],
    ) -> None:
        self.review, self.n, self.recorded = review, n, recorded
        self.puzzle: Puzzle = review.puzzles[n]
        super().__init__(self.puzzle.chair(lang).table, self.puzzle.seat, then)
        self.answer = ""
        """The verdict on the last try."""

    def on_mount(self) -> None:
        """Ask."""
        self.ask()

    def go(self) -> None:
        """Ask the person, even if others decide at the same time. The cursor does not cover the mark."""
        self.unasked()
        self.sit(self.puzzle.seat)
        if self.choice is not None and self.marked:
            self.choice.point(None)
            self.echo()

    def echo(self) -> None:
        """Show what a key has changed; until there is a cursor, the spot that is marked stays in view."""
        super().echo()
        if self.choice is not None and self.choice.nowhere and self.marked:
            self.boards.look_at(min(self.marked))

    @property
    def banner(self) -> str:
        return self.said("after.border")

    @property
    def way_out(self) -> str:
        return self.said("after.border.keys")

    @property
    def marked(self) -> frozenset[Where]:
        """The spots of what was played."""
        places = {move_text.spot_of(self.chair, action) for action in self.puzzle.plan}
        return frozenset(where for where in places if where is not None) or super().marked

    def ask(self) -> None:
        """Write the question, and what is known of the answer."""
        puzzle, width = self.puzzle, max(20, self.app.size.width - 2)
        text = self.said(
            "after.question", n=self.n + 1, of=len(self.review.puzzles), number=puzzle.number,
            name=self.table.seats[puzzle.seat], points=round(puzzle.loss),
            move=move_text.marked(self.chair, puzzle.plan, "( )"),
        )  # fmt: skip
        lines = [line(part, BOLD) for part in wrap(text, width)]
        lines += [line(part, fitted_lines.HERE) for part in wrap(self.answer, width)] if self.answer else []
        self.query_one("#told", LinesWidget).write(lines)

    def footer(self) -> list[Strip]:
        found = [("enter", self.said("table.key.enter"), self.said("after.do.try"))]
        *own, out = [(key, key, self.said(f"after.do.{name}")) for key, name in self.keys()]
        found += [*own, *((key, named(self, key), does(self, key)) for key in ("?", "w", "h", "o"))]
        return fitted_lines.keys(found, max(20, self.app.size.width - 2), [out])

    def keys(self) -> list[tuple[str, str]]:
        """The keys of a question; the last one leads out."""
        found = [("a", "answer"), ("n", "next")]
        return [*found, *([("g", "from_here")] if self.recorded else []), ("q", "back")]

    def action_press(self, key: str) -> None:
        """Do what this key does; tries are built up as at the table."""
        if key in ("q", "i"):
            self.finish(None)
        elif key == "a":
            self.reveal()
        elif key == "n":
            last = self.n + 1 >= len(self.review.puzzles)
            self.finish(None if last else self.n + 1)
        elif key == "g" and self.recorded:
            self.finish(AfterChoice("replay", self.puzzle.number - 1))
        else:
            super().action_press(key)

    def play(self, action: Action, several: object = None) -> None:
        """Judge a try instead of playing it."""
        self.unasked()
        try:
            verdict = self.puzzle.answer(action)
        except Illegal as error:
            self.say("; ".join(self.chair.reasons(error.refusal)), alarm=True)
            return
        self.answer = self.judged(verdict)
        if verdict.right:
            self.reveal(self.answer)
        self.ask()
        self.draw()

    def judged(self, verdict: PuzzleVerdict) -> str:
        """Return what a try is worth."""
        move = move_text.move(self.chair, verdict.action)
        if verdict.right:
            return self.said("after.right", move=move, margin=round(self.puzzle.margin, 1))
        parts = reasons(self.review.match.rules, verdict.gap, self.table.lang)
        return self.said("after.short", move=move, points=round(verdict.short), parts=parts)

    def reveal(self, before: str = "") -> None:
        """Show the best move, and why it is the best."""
        best, verdict = self.puzzle.reveal()
        parts = reasons(self.review.match.rules, verdict.gap, self.table.lang)
        played = move_text.planned(self.chair, self.puzzle.apart)
        move = move_text.marked(self.chair, self.puzzle.better, "[ ]")
        said = self.said("after.best", move=move, played=played, parts=parts)
        more = further_reading(self.puzzle, self.table.lang)
        self.answer = " ".join(filter(None, (before, said, more.said(self.said) if more is not None else "")))
        if self.choice is not None:
            self.choice.seek(best)
        self.ask()
        self.draw()
