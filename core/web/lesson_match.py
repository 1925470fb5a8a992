"""A lesson in the browser: its page at a table in memory, the task, what is said of each try, the way through it.

Boards, cursor, previews and refusals are those of a match (`PageSession`). Nothing here has a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ..base.html import Html, inside, tag
from ..draw import html_parts
from ..draw.svg_board import PER_LINE
from ..table import move_text
from ..table.lesson import Judgement, PageTable
from . import regions
from .live_match import LiveMatch
from .page_acts import ACTS
from .page_session import KEPT, PageSession
from .questions import AnswerPage

if TYPE_CHECKING:
    from ..draw.model import Where
    from ..rules.actions import Action
    from ..table.choice_cursor import ChoiceCursor
    from ..table.choice_keys import Pressed
    from ..table.lesson import Lesson
    from ..table.progress import Progress
    from .page_event import PageEvent

LABELS = "abcdefgh"
"""The keys of answers."""
MARKS = {"done": "\u2713", "on": "\u2192", "missed": "\u21ba", "refused": "\u2717"}
"""The sign of each kind of judgement, which no colour is needed to see."""


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
        self._session.turned()

    @property
    def ended(self) -> bool:
        """True behind the last page."""
        return self.number == len(self.lesson.pages)

    def session(self, seat: int | None, page: str, across: int = PER_LINE) -> PageSession:
        return self._session

    def turn_to(self, number: int) -> None:
        """Show the page with this number; behind the last one the board stays."""
        number = min(max(number, 0), len(self.lesson.pages))
        if number < len(self.lesson.pages):
            self.learns = PageTable(self.lesson.pages[number], self.lang)
        self.number = number


class LessonSession(PageSession):
    """The page that shows a lesson."""

    served: LessonMatch
    acts: ClassVar[Mapping[str, Callable[[Any, PageEvent], object]]] = {
        **{name: act for name, act in ACTS.items() if name != "wish"},
        "learn": lambda session, event: session.learn(event.key, event.n),
    }
    kept_letters = KEPT + "npq"

    def __init__(self, served: LessonMatch) -> None:
        super().__init__(served, served.learns.chair.seat)
        self.judgement: Judgement | None = None
        """What the last try has come to."""
        self.shown = False
        """True if the task was not done, but shown."""
        self.chosen = -1
        """The answer that was chosen last."""
        self._set_ups = 0

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
        return self.learns.page.task is not None and not self.learns.question and not self.learns.done

    def _decision(self) -> tuple[object, ...]:
        return super()._decision() if self.tries else ()

    # -- what is done --------------------------------------------------------------------------------------------

    def turned(self) -> None:
        """Begin the page that is shown now."""
        self.judgement, self.shown, self.chosen, self.seat = None, False, -1, self.learns.chair.seat
        self._followed()

    def _followed(self) -> None:
        """Follow the table of the page, which is another one once the position has been set up again."""
        before = self.number
        self._set_ups += self.served.table is not self.learns.table
        self.served.table = self.learns.table
        if self.learns.done and not self.served.ended and self.learns.page.key not in self.served.known:
            self.served.known.add(self.learns.page.key)
            self.served.progress.read(self.learns.page)
        self.renew()
        self._before = before

    def learn(self, do: str, n: int) -> None:
        """Turn to another page, answer, show how the task is done, set it up again, or begin the first game."""
        if do in ("next", "back", "page"):
            at = self.served.number
            self.served.turn_to({"next": at + 1, "back": at - 1, "page": n}[do])
            self.turned()
        elif do == "answer" and self.learns.question and 0 <= n < len(self.learns.answers):
            self.chosen = n
            self._judged(self.learns.answer(n))
        elif do == "again":
            self.undo()
        elif do == "show":
            self.show_it()
        elif do == "play" and self.served.first_game is not None and self.served.ended:
            self.answer = AnswerPage("", Html(""), go=f"/t/{self.served.first_game()}")

    def show_it(self) -> None:
        """Do the task, or answer the question."""
        task = self.learns.page.task
        if task is None or self.served.ended:
            return
        self.undo()
        if self.learns.question:
            self.learn("answer", next(n for n, one in enumerate(task.answers) if one.right))
        for text in task.shown:
            rules, state = self.learns.page.rules, self.learns.table.match.state
            for action in rules.read_line(text, state, self.seat or 0):
                self._judged(self.learns.play(action))
        self.shown = True

    def _judged(self, judgement: Judgement) -> None:
        self.judgement = judgement
        self._followed()

    def play(self, action: Action | None) -> None:
        """Try a move, or all that are routine."""
        for one in [action] if action is not None else [*self.chair.choosing.routine]:
            judgement = self.learns.play(one)
            self._judged(judgement)
            if judgement.kind != "on":
                break

    def pressed(self, done: Pressed) -> None:
        """Do what follows; a move that is refused is judged, too."""
        if self.choice is None or not (done.why or done.said) or not self._try_refused(self.choice):
            super().pressed(done)

    def _try_refused(self, choice: ChoiceCursor) -> bool:
        """Judge the move under the cursor if it is refused, and return whether it is."""
        choice.judge()
        if choice.refused is None:
            return False
        self.judgement = self.learns.play(choice.refused[0])
        return True

    def click(self, where: Where, with_: str) -> None:
        """Do what a click does at a match; one on a place where a move is refused is a try."""
        super().click(where, with_)
        if self.choice is not None and self.choice.astray:
            self._try_refused(self.choice)

    def key(self, key: str) -> None:
        if key == "h":
            self.show_it()
        elif key == "enter" and not self.tries:
            self.learn("play" if self.served.ended else "next", 0)
        elif key not in ("U", "i"):  # nothing is tried out here, since everything is
            super().key(key)

    def undo(self) -> None:
        """Begin the page again."""
        self.served.turn_to(self.served.number)
        self.turned()

    # -- what is shown -------------------------------------------------------------------------------------------

    def regions(self) -> dict[str, Any]:
        told = sorted([board, *at] for board, at in self.learns.lit)
        return super().regions() | {
            "state": regions.state(self) | {"title": self.served.lesson.title, "lesson": True},
            "head": self._head(),
            "news": regions.news(self) if self.learns.done else Html(""),
            "lesson": self._text(),
            "judged": self._judgement(),
            "ways": inside(self._ways()),
            "choice": self._answers() if self.learns.question else regions.choices(self),
            "move": regions.move(self) if self.tries and not self._refused else Html(""),
            "tools": self._tools(),
            "cursor": regions.cursor(self) | {"told": told},
        }

    def _head(self) -> Html:
        said, lesson, page = self.said, self.served.lesson, self.learns.page
        every = len(lesson.pages)
        at = said("web.learn.page", n=self.served.number + 1, of=every) if not self.served.ended else ""
        title = said("web.learn.end") if self.served.ended else page.title(self.table.lang)
        line = tag("p", ": ".join(filter(None, (lesson.title, at))), cls="title")
        return inside(line, tag("h1", title, cls="asked"), html_parts.status(self.chair.show))

    def _text(self) -> Html:
        """The text of the page, and what is to be done."""
        said, page, lang = self.said, self.learns.page, self.table.lang
        if self.served.ended:
            first = said("web.learn.first") if self.served.first_game is not None else ""
            over = said("learn.over", title=self.served.lesson.title)
            return inside([tag("p", text) for text in (over, first) if text])
        text = [tag("p", part) for part in page.text(lang).splitlines() if part.strip()]
        task = tag("p", page.said(page.task.text, lang), cls="task") if page.task is not None else None
        return inside(text, task)

    def _judgement(self) -> Html:
        """What the last try has come to."""
        judgement, said = self.judgement, self.said
        if judgement is None or (judgement.kind == "refused" and not self._refused):
            return Html("")
        key = {"done": "right", "missed": "wrong" if self.learns.question else "missed"}
        text = said(f"learn.{key.get(judgement.kind, judgement.kind)}", text=judgement.text)
        if self.shown:
            text = self._shown(judgement.text)
        again = f" {said('learn.again')}" if judgement.kind == "missed" and self.tries else ""
        return tag(
            "p", tag("b", MARKS[judgement.kind], aria_hidden="true"), " ", text, again, cls=judgement.kind
        )

    @property
    def _refused(self) -> bool:
        """True while the cursor is on a move that was tried, and is refused."""
        refused = self.choice is not None and self.choice.refused is not None
        return refused and self.judgement is not None and self.judgement.kind == "refused"

    def _shown(self, right: str) -> str:
        """How the task is done, or its answer."""
        if self.learns.question:
            return self.said("learn.answer", answer=self.learns.answers[self.chosen], text=right)
        moves = "; ".join(move_text.moves(self.chair, [one.action for one in self.table.match.played]))
        return f"{self.said('learn.shown', moves=moves)} {right}"

    def _ways(self) -> list[Html]:
        """The ways on, each with its key."""
        served, said, task = self.served, self.said, self.learns.page.task
        on = not self.tries and not (self.learns.question and not self.learns.done)
        found = [_way("back", "p", said("web.learn.back"))] if served.number else []
        if served.ended:
            if served.first_game is not None:
                found.append(_way("play", "Enter", said("web.learn.play"), main=True))
        else:
            found.append(_way("next", "n", said("web.learn.next"), main=on))
        if task is not None and not served.ended and not on:
            found.append(_way("show", "h", said("web.learn.show")))
        if served.table.match.played:
            found.append(_way("again", "u", said("web.learn.again")))
        leave = tag("button", said("web.learn.leave"), " ", tag("kbd", "q"), data_leave=True, data_press="q")
        return [*found, leave]

    def _answers(self) -> Html:
        """The answers of a question."""
        right = self.judgement is not None and self.judgement.kind == "done"
        return inside(
            tag(
                "button",
                tag("kbd", LABELS[n]),
                tag("span", text),
                cls=("option here right" if right else "option here") if n == self.chosen else "option",
                aria_pressed="true" if n == self.chosen else "false",
                data_learn="answer",
                data_n=n,
                data_press=LABELS[n],
            )
            for n, text in enumerate(self.learns.answers if not self.served.ended else ())
        )

    def _tools(self) -> Html:
        """The list of the pages, and what can be asked for at any time."""
        said, served, rows = self.said, self.served, []
        for n, page in enumerate(served.lesson.pages):
            known, title = page.key in served.known, page.title(self.table.lang)
            done = (
                tag("span", MARKS["done"], tag("span", said("web.learn.known"), cls="aloud")) if known else ""
            )
            here = "page" if n == served.number else None
            rows.append(
                tag("li", tag("button", title, " ", done, aria_current=here, data_learn="page", data_n=n))
            )
        count = sum(page.key in served.known for page in served.lesson.pages)
        title = said("web.learn.pages", n=count, of=len(rows))
        pages = tag("details", tag("summary", title), tag("ol", rows), cls="pages")
        asked = [tag("button", said(text), data_ask=name) for name, text in regions.ASKED if name in ASKED]
        return inside(pages, asked)


ASKED = ("rules", "words")
"""What buttons of a lesson ask for."""


def _way(do: str, key: str, text: str, *, main: bool = False) -> Html:
    return tag(
        "button", text, " ", tag("kbd", key), data_learn=do, data_press=key, cls="main" if main else None
    )
