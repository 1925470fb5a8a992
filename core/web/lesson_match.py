"""A lesson in the browser: its page at a table in memory, the task, what is said of each try, the way through it.

Boards, cursor, previews and refusals are those of a match (`PageSession`). Nothing here has a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ..base.html import Html, inside, tag
from ..draw import html_parts
from ..draw.svg_board import PER_LINE
from ..table import cursor_info
from ..table.lesson import PageTable
from . import decision_card, regions
from .live_match import LiveMatch
from .page_acts import ACTS
from .page_session import KEPT, PageSession
from .questions import AnswerPage

if TYPE_CHECKING:
    from ..draw.model import Where
    from ..rules.actions import Action
    from ..table.choice_cursor import ChoiceCursor
    from ..table.choice_keys import Pressed
    from ..table.lesson import Judgement, Lesson
    from ..table.progress import Progress
    from ..text.lesson_file import LessonTask
    from .page_event import PageEvent

MARKS = {"done": "\u2713", "on": "\u2192", "missed": "\u21ba", "refused": "\u2717"}
"""The sign of each kind of judgement, which no colour is needed to see."""
ASKED = ("rules", "words")
"""What buttons of a lesson ask for."""


class LessonMatch(LiveMatch):
    """A lesson that somebody goes through. Its one session is what every page at its address shows."""

    def __init__(
        self, lesson: Lesson, lang: str, progress: Progress, first_game: Callable[[], str] | None = None
    ) -> None:
        """`first_game` begins a match and returns its token; None if the learner sits at one already."""
        self.lesson, self.lang, self.progress, self.first_game = lesson, lang, progress, first_game
        self.number = progress.begin(lesson)
        """The page that is shown, from 0; after the last one it is the number of pages."""
        self.known = {*progress.learnt().pages}
        """The keys of the pages that are done."""
        self.learns = PageTable(lesson.pages[self.number], lang)
        super().__init__(self.learns.table)
        self._session = LessonSession(self)

    @property
    def ended(self) -> bool:
        """True behind the last page."""
        return self.number == len(self.lesson.pages)

    @property
    def opened(self) -> LessonMatch:
        """The lesson itself: unlike a match it need not be opened, nor left."""
        return self

    def lang_of(self, seat: int | None) -> str:
        """The language in which the lesson was begun."""
        return self.lang

    def take(self) -> LessonMatch:
        return self

    def leave(self) -> None:
        """Nothing is closed."""

    def session(self, seat: int | None, page: str, across: int = PER_LINE) -> PageSession:
        return self._session

    def turn_to(self, number: int) -> None:
        """Show the page with this number, from 0, to whom opens the lesson next."""
        with self.lock:
            self._session.turn_to(number)


class LessonSession(PageSession):
    """The page that shows a lesson."""

    served: LessonMatch
    acts: ClassVar[Mapping[str, Callable[[Any, PageEvent], object]]] = {
        **{name: act for name, act in ACTS.items() if name not in ("wish", "speak")},
        "learn": lambda session, event: session.learn(event.key, event.n),
    }
    kept_letters = KEPT + "npq"

    def __init__(self, served: LessonMatch) -> None:
        super().__init__(served, served.learns.chair.seat)
        self.judged: tuple[str, str] | None = None
        """The kind of what the last try has come to, and what is said of it."""
        self.chosen = -1
        """The answer that was chosen last."""
        self._tries = 0
        self._set_ups = 0
        self._follow_table()

    @property
    def learns(self) -> PageTable:
        return self.served.learns

    @property
    def _which(self) -> int:
        """The number of the position that has been set up."""
        return self._set_ups

    @property
    def tries(self) -> bool:
        """True while moves are asked for."""
        return not (self.served.ended or self.learns.question or self.learns.done)

    def _decision(self) -> tuple[object, ...]:
        return super()._decision() if self.tries else ()

    # -- what is done --------------------------------------------------------------------------------------------

    def learn(self, do: str, n: int) -> None:
        """Turn to another page, answer, show how the task is done, begin it again, or begin the first game."""
        served = self.served
        if do in ("next", "back", "page", "again"):
            self.turn_to(served.number + {"next": 1, "back": -1, "again": 0}[do] if do != "page" else n)
        elif do == "answer" and self.learns.question and 0 <= n < len(self.learns.answers):
            self.chosen = n
            self._judge(self.learns.answer(n))
        elif do == "show" and self.learns.page.task is not None and not served.ended:
            self._show(self.learns.page.task)
        elif do == "play" and served.first_game is not None and served.ended:
            self.answer = AnswerPage("", Html(""), go=f"/t/{served.first_game()}")

    def turn_to(self, number: int) -> None:
        """Begin the page with this number; behind the last one the board stays."""
        served, pages = self.served, self.served.lesson.pages
        number = min(max(number, 0), len(pages))
        if number < len(pages):
            served.learns = PageTable(pages[number], served.lang)
        served.number, self.judged, self.chosen = number, None, -1
        self.seat = served.learns.chair.seat
        self._follow_table()

    def _show(self, task: LessonTask) -> None:
        """Do the task, or answer the question."""
        learns, said = self.learns, self.said
        if learns.question:
            self.chosen = next(n for n, one in enumerate(task.answers) if one.right)
            text = learns.answer(self.chosen).text
            self.judged = "done", said("learn.answer", answer=learns.answers[self.chosen], text=text)
        else:
            shown, right = "; ".join(learns.show()), learns.page.said(task.right, learns.lang)
            self.judged = "done", f"{said('learn.shown', moves=shown)} {right}"
        self._follow_table()

    def _judge(self, judgement: Judgement) -> None:
        """Say what a try has come to."""
        kind = judgement.kind
        self._tries += 1
        self.judged = kind, self.learns.verdict(judgement)
        if kind != "refused":
            self._follow_table()

    def _follow_table(self) -> None:
        """Follow the table of the page, which is another one once the position has been set up again."""
        served, page, before = self.served, self.learns.page, self.number
        self._set_ups += served.table is not self.learns.table
        served.table = self.learns.table
        if self.learns.done and not served.ended and page.key not in served.known:
            served.known.add(page.key)
            served.progress.read(page)
        self.renew()
        self._before = before

    def play(self, action: Action | None) -> None:
        """Try a move. The cursor stays on one that was missed, so that the next try goes on from there."""
        if action is None:
            return
        found = self.learns.play(action)
        self._judge(found)
        if found.kind == "missed" and self.choice is not None and action in self.chair.view.legal():
            self.choice.seek(action)

    def pressed(self, done: Pressed) -> None:
        """Do what follows; a move that is refused is judged, too. A try is one move, so what is routine is sought."""
        if done.routine and self.choice is not None:
            self.choice.seek(self.choice.choosing.routine[0])
        elif self.choice is None or not (done.why or done.said) or not self._try_refused(self.choice):
            super().pressed(done)

    def point(self, where: Where, with_: str = "") -> None:
        """Put the cursor there; what was said of another choice is gone, unless a mouse only passes by."""
        super().point(where, with_)
        self.judged = self.judged if self.choice is None or with_ == "hover" else None

    def line(self, number: int) -> None:
        super().line(number)
        self.judged = None

    def click(self, where: Where, with_: str) -> None:
        """Do what a click does at a match; one where a move is refused is a try. Without a task, say what is there."""
        if self.choice is None:
            return self.say("; ".join(cursor_info.known(self.chair, where)))
        self.judged = None
        super().click(where, with_)
        if self.choice is not None and self.choice.astray:
            self._try_refused(self.choice)
        return None

    def _try_refused(self, choice: ChoiceCursor) -> bool:
        """Judge the move under the cursor if it is refused, and return whether it is."""
        choice.judge()
        if choice.refused is not None:
            self._judge(self.learns.play(choice.refused[0]))
        return choice.refused is not None

    def key(self, key: str) -> None:
        if key in ("h", "u"):
            self.learn("show" if key == "h" else "again", 0)
        elif key == "enter" and not self.tries:
            self.learn("play" if self.served.ended else "next", 0)
        elif key not in ("U", "i", "H") and (key != "w" or self.tries):  # everything is tried out here
            super().key(key)

    # -- what is shown -------------------------------------------------------------------------------------------

    def regions(self) -> dict[str, Any]:
        refused = self.choice is not None and self.choice.refused is not None
        judged = self.judged if self.judged is None or self.judged[0] != "refused" or refused else None
        twice = judged is not None and judged[0] == "refused"
        asked = [(name, self.said(text)) for name, (text, _) in regions.ASKED.items() if name in ASKED]
        return super().regions() | {
            "state": regions.state(self)
            | {"title": f"{self._title()} - {self.served.lesson.title}", "lesson": self._lesson()},
            "head": self._head(),
            "news": regions.news(self) if self.learns.done else Html(""),
            "lesson": self._text(),
            "judged": self._judgement(*judged) if judged is not None else Html(""),
            "choice": decision_card.choices(self),
            "gains": {},
            "move": decision_card.move(self) if not twice else Html(""),
            "tools": inside(tag("button", text, data_ask=name) for name, text in asked),
            "cursor": regions.cursor(self) | {"told": sorted([n, *at] for n, at in self.learns.lit)},
        }

    def _lesson(self) -> dict[str, Any]:
        """Return what the script makes buttons of: pages, answers, and the ways on."""
        served, pages, lang = self.served, self.served.lesson.pages, self.served.lang
        known = [page.key in served.known for page in pages]
        return {
            "at": served.number,
            "pages": [*zip((page.title(lang) for page in pages), known, strict=True)],
            "count": self.said("web.learn.pages", n=sum(known), of=len(pages)),
            "answers": self.learns.answers if self.learns.question and not served.ended else (),
            "chosen": self.chosen,
            "done": self.learns.done,
            "ways": self._ways(),
        }

    def _ways(self) -> list[str]:
        """The ways on that there are now."""
        served, learns = self.served, self.learns
        ways = {
            "back": served.number > 0,
            "next": not served.ended,
            "play": served.ended and served.first_game is not None,
            "show": not served.ended and not learns.done,
            "again": not served.ended and bool(served.table.match.played),
        }
        return [name for name, there in ways.items() if there]

    def _head(self) -> Html:
        said, served, every = self.said, self.served, len(self.served.lesson.pages)
        at = f": {said('web.learn.page', n=served.number + 1, of=every)}" * (not served.ended)
        line = tag("p", served.lesson.title, at, cls="title")
        return inside(
            line, tag("h1", self._title(), cls="asked", tabindex=-1), html_parts.status(self.chair.show)
        )

    def _title(self) -> str:
        """The heading of the page."""
        served = self.served
        return self.said("web.learn.end") if served.ended else self.learns.page.title(served.lang)

    def _text(self) -> Html:
        """The text of the page, and what is to be done."""
        said, page, served = self.said, self.learns.page, self.served
        if served.ended:
            first = tag("p", said("web.learn.first")) if served.first_game is not None else None
            left = [
                n for n, one in enumerate(served.lesson.pages) if one.task and one.key not in served.known
            ]
            links = [inside(" ", tag("button", str(n + 1), data_learn="page", data_n=n)) for n in left]
            open_ = tag("p", said("web.learn.open", n=len(left)), links, cls="buttons") if left else None
            return inside(tag("p", said("learn.over", title=served.lesson.title)), open_, first)
        derived = served.lesson.derived and served.number == 0
        intro = [said("learn.derived", title=served.lesson.title)] * derived
        text = intro + page.text(served.lang).split("\n")
        task = tag("p", page.said(page.task.text, served.lang), cls="task") if page.task is not None else None
        frames = tag("p", said("web.learn.frames"), cls="dim") if served.number == 0 else None
        return inside([tag("p", part) for part in text if part.strip()], task, frames)

    def _judgement(self, kind: str, text: str) -> Html:
        """What is said of a try, told apart from the one before, which may have come to the same."""
        sign = tag("b", MARKS[kind], aria_hidden="true")
        return tag("p", sign, " ", text, cls=kind, data_try=self._tries)
