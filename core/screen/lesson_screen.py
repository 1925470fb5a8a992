"""A lesson full screen: a page above its board; Enter leads from its text to its task, and on to the next page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from textual.screen import Screen
from textual.strip import Strip

from ..draw.model import Where
from ..draw.styled_lines import BOLD, DIM, StyledLine, line, wrap
from ..play.recorded_game import Played
from ..rules.actions import Action
from ..table.changes import changed
from ..table.choosing import spot
from ..table.initial_cursor import ordered, resting
from ..table.lesson import Judgement, Lesson, Page, PageTable
from . import fitted_lines
from .app import TableApp, TableExit
from .keys import KEPT, does, named
from .lesson_choices import LessonEnd
from .lines_widget import LinesWidget, framed
from .tries_screen import TriesScreen

OWN = "npa"
"""Keys of a page that choose nothing in a list."""
LETTERS = "abcdef"
"""Keys of the answers of a question."""


class LessonScreen(TriesScreen):
    """One page. When it closes, `then` learns by how many pages to go on, or None to leave."""

    kept = KEPT + OWN

    def __init__(
        self, page: PageTable, number: int, lesson: Lesson, then: Callable[[int | None], None]
    ) -> None:
        self.page, self.number, self.lesson = page, number, lesson
        super().__init__(page.table, page.chair.seat, then)
        self.tries = False
        """True while the task is tried, with its text alone above the board."""
        self.verdict: Judgement | None = None
        self.answered: frozenset[Where] = frozenset()
        """The spots that the answer has changed, once it has been shown."""

    def go(self) -> None:
        """Show the page, or let the learner choose a move."""
        self.unasked()
        self.table, self.chair = self.page.table, self.page.chair
        if self.tries and not self.page.question:
            self.begins = self.beginning()
            self.sit(self.chair.seat)
        else:
            self.choice = None
            self.draw()

    def beginning(self) -> Action | None:
        """Return the move under the cursor when a try begins: the one that was tried last, as long as it is possible.

        Otherwise it is the one closest to what the page speaks of, though not the answer if there is another. None
        where nothing of that is drawn, or where the cursor rests in the list.
        """
        tried = self.choice.action if self.choice is not None else None
        offers = self.chair.choosing.offers
        rests = resting(ordered(self.chair))
        if tried in [one.action for one in offers]:
            return tried
        if not self.page.lit or (rests is not None and spot(rests) is None):
            return None
        known = self.page.solution
        spots = {
            where: one.action for one in reversed(offers) if (where := spot(one)) and one.action not in known
        }
        spots = spots or {where: one.action for one in offers if (where := spot(one))}
        near = self.boards.nearest(self.page.lit, spots)
        return spots[near] if near is not None else None

    @property
    def banner(self) -> str:
        title = self.page.page.title(self.said.lang)
        return f"{self.lesson.title} - " + self.said(
            "learn.page", n=self.number + 1, of=len(self.lesson.pages), title=title
        )

    @property
    def way_out(self) -> str:
        return ""

    marks_mean = "learn.marks"

    @property
    def marked(self) -> frozenset[Where]:
        """The spots that the page speaks of, or those that its answer has changed."""
        return self.page.lit or self.answered

    @property
    def wanted(self) -> tuple[int, ...]:
        """The boards that the page speaks of, while it is read and once its task is done."""
        return () if self.tries else self.page.boards

    @property
    def previews(self) -> bool:
        return (self.tries and not self.page.question) or bool(self.message)

    def draw(self) -> None:
        """Draw the page, then the board in the room that is left; nothing once a key has closed it already."""
        if not self.query("#told"):
            return
        self.border_title = framed(self.banner)
        self.query_one("#told", LinesWidget).write(self.told())
        super().draw()
        if self.marked:
            self.boards.look_at(min(self.marked))

    def told(self) -> list[StyledLine]:
        """The text of the page, its task, and what the last try has come to."""
        page, said, width = self.page, self.said, max(20, self.inner)
        text = page.page.text(said.lang)
        lines = [line(part) for part in wrap(text, width)]
        if self.tries:  # a line of it is enough to know it again
            lines = [line(fitted_lines.cut(" ".join(text.split()), width), DIM)]
        if page.page.task is not None:
            lines += [line(part, BOLD) for part in wrap(page.page.asks(said.lang), width)]
            lines += [line(f"  {key}  {text}") for key, text in zip(LETTERS, page.answers, strict=False)]
        if self.verdict is not None and self.verdict.kind != "on":
            lines += [line(part, fitted_lines.HERE) for part in wrap(page.verdict(self.verdict), width)]
        elif self.verdict is not None and not page.done:
            lines.append(line(said("learn.on"), DIM))
        return lines

    def footer(self) -> list[Strip]:
        enter = "next" if self.page.done else "try" if not self.tries and not self.page.question else ""
        found = [("enter", self.said("table.key.enter"), self.said(f"learn.do.{enter}"))] if enter else []
        if self.choice is not None and not self.page.done:
            found = [("enter", self.said("table.key.enter"), does(self, "enter"))]
        own = [("a", "show")] if self.page.page.task and not self.page.done and not self.page.question else []
        if self.page.question and not self.page.done:
            last = LETTERS[len(self.page.answers) - 1]
            found = [("", f"a-{last}", self.said("learn.do.answer"))]
        own += [("n", "next")] if not self.page.done else []
        own += [("p", "back")] if self.number else []
        found += [(key, key, self.said(f"learn.do.{name}")) for key, name in own]
        found.append(("k", "k", does(self, "k")))
        if self.choice is not None:
            found += [(key, named(self, key), does(self, key)) for key in ("w", "?")]
        return fitted_lines.keys(found, self.inner, [("q", "q", self.said("learn.do.leave"))])

    def action_press(self, key: str) -> None:
        """Do what this key does; tries are built up as at the table."""
        page = self.page
        answers = LETTERS[: len(page.answers)] if page.question and not page.done else ""
        if self.typing:
            super().action_press(key)
        elif key == "q":
            self.finish(None)
        elif key in answers:
            self.heard(page.answer(answers.index(key)))
        elif key in ("n", "right") and (key == "n" or self.choice is None):
            self.finish(1)
        elif key in ("p", "left") and (key == "p" or self.choice is None):
            if self.number:
                self.finish(-1)
        elif key in ("a", "h") and page.page.task is not None and not page.done:
            page.set_up()
            before = page.chair.show
            page.show()
            found = changed(before, page.chair.show)
            self.answered = frozenset(one for one in found if one[0] in page.boards) or found
            self.verdict, self.tries = None, False
            self.go()
        elif key in ("enter", " ", "space") and page.done:
            self.finish(1)
        elif key in ("enter", " ", "space") and answers:
            self.message = self.said("learn.do.answer.first", last=answers[-1])
            self.draw()
        elif key in ("enter", " ", "space") and self.choice is None:
            self.tries = True
            self.go()
        elif key == "escape" and self.tries and (self.choice is None or not self.choice.picks):
            self.tries = False
            self.go()
        elif key in ("i", "U", "C", "P", "H"):
            self.say(self.said("screen.key.none", key=key))
        else:
            super().action_press(key)

    def play(self, action: Action, several: Iterator[Played] | None = None) -> None:
        """Judge a try instead of playing a match."""
        self.heard(self.page.play(action))

    def heard(self, found: Judgement) -> None:
        """Show what a try or an answer has come to."""
        self.verdict, self.message = found, ""
        if found.kind == "refused":
            self.unasked()
            self.draw()
        else:
            self.tries = self.tries and not self.page.done
            self.go()


class LessonApp(TableApp):
    """The pages of a lesson, one after the other, and what follows them."""

    def __init__(self, lesson: Lesson, number: int, lang: str, read: Callable[[Page], None]) -> None:
        self.lesson, self.number, self.lang, self.read = lesson, number, lang, read
        self.page = PageTable(lesson.pages[number], lang)
        super().__init__(self.page.table)

    def get_default_screen(self) -> Screen[Any]:
        """Return an empty screen: pages close, which the first one of a program cannot."""
        return Screen()

    def open(self) -> None:
        """Open the page of this number."""
        self.push_screen(LessonScreen(self.page, self.number, self.lesson, self.closed))

    def closed(self, by: int | None) -> None:
        """Go on by so many pages, or leave."""
        if by is None:
            return self.exit(TableExit("left"))
        if by > 0:
            self.read(self.lesson.pages[self.number])
        if self.number + by >= len(self.lesson.pages):
            # The answer goes to the app: the page that asks for this is gone by then.
            self.call_later(self.ended)
            return None
        self.number += by
        self.page = PageTable(self.lesson.pages[self.number], self.lang)
        return self.open()

    def ended(self) -> None:
        """Offer the first game."""
        self.push_screen(LessonEnd(self.lesson.title, self.page.table.said), self.chosen)

    def chosen(self, begins: bool | None) -> None:
        """Begin the first game, or leave."""
        self.exit(TableExit("over" if begins else "left"))


def teach(lesson: Lesson, number: int, lang: str, read: Callable[[Page], None]) -> bool:
    """Go through the pages full screen, from this one; `read` hears of each. True if the first game is to begin."""
    left = LessonApp(lesson, number, lang, read).run() or TableExit("interrupted")
    if left.error is not None:
        raise left.error
    if left.why == "interrupted":
        raise KeyboardInterrupt
    return left.why == "over"
