"""A page of a lesson at the terminal, line by line: its text, its board, and tries that are judged."""

from __future__ import annotations

from typing import Literal

from ...base.errors import UsageError
from ...rules.actions import Action
from ...table.face_texts import Texts
from ...table.lesson import Judgement, Lesson, PageTable
from ...table.progress import Progress
from ..shared.common import Back, Stopped, command
from ..shared.terminal import Terminal
from . import match_text, prompt_screen
from .prompt import Prompt
from .session import Session

Way = Literal["next", "before", "leave"]
LIT = "!"
"""The mark of a place that the page speaks of."""
SPARE = 2
"""Lines below a page: what was said last, and the prompt."""


class LessonPrompt(Prompt):
    """The learner's lines at one page, until they lead to another."""

    def __init__(self, page: PageTable, terminal: Terminal, number: int, of: int) -> None:
        super().__init__(Session(page.table, terminal), page.chair)
        self.page, self.number, self.of = page, number, of
        self.way: Way | None = None
        self.tried = False
        """True once something has been tried, so that the text of the page gives all lines but one to the board."""
        self.words = {**self.words, **self.own()}

    def own(self) -> dict[str, str]:
        """The words of a lesson, each with what it asks for."""
        return match_text.words("learn.word.", self.said.lang)

    @property
    def banner(self) -> str:
        return ""

    @property
    def asks(self) -> str:
        return self.said("learn.prompt")

    @property
    def moved(self) -> bool:
        return self.way is not None

    def read(self) -> Way:
        """Read lines until one leads to another page. EOFError at the end of a pipe."""
        self.draw()
        while self.way is None:
            self.line(self.terminal.ask(self.asks))
        return self.way

    # -- what is shown ---------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Print the page as large as the window is now: its text or a line of it, its task, its board."""
        self.terminal.measure()
        said, page = self.said, self.page
        title = said("learn.page", n=self.number + 1, of=self.of, title=page.page.title(self.table.lang))
        above = [title]
        told = self.terminal.fill(page.page.text(self.table.lang)).split("\n")
        if self.tried and len(told) > 1:  # a line of it is enough to know it again
            told = [f"{told[0].rpartition(' ')[0]} .."]
        above += told
        if page.page.task is not None:
            above += self.terminal.fill(page.page.asks(self.table.lang)).split("\n")
            above += [
                f"  [{letter}] {answer}" for letter, answer in zip("abcdef", page.answers, strict=False)
            ]
        if self.terminal.asks:
            self.terminal.clear()
        for n, text in enumerate(above):
            self.terminal.say(text, "bold" if n == 0 else "")
        tries = page.page.task is not None and not page.question
        lit = {} if tries and page.done else dict.fromkeys(page.lit, LIT)
        self.labels = prompt_screen.decision(self, len(above) + SPARE, lit, tries)
        self.keys()

    def keys(self) -> None:
        """Print what can be typed."""
        kind = "read" if self.page.done else "answer" if self.page.question else "try"
        self.terminal.wrapped(self.said(f"learn.keys.{kind}"))

    # -- what is typed ---------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        if not text.strip() and self.page.done:
            self.way = "next"
        elif not text.strip():
            self.tried = False
            self.draw()
        else:
            super().line(text)

    def obey(self, text: str) -> str:
        word = text.strip().lower()
        asked = self.own().get(word)
        if asked == "show" or self.words.get(word) == "hint":
            self.show()
        elif asked in ("next", "before"):
            self.way = "next" if asked == "next" else "before"
        elif self.words.get(word) == "back" and len(self.choosing.left) == len(self.chair.choosing.offers):
            self.way = "before"
        elif self.page.question and not self.page.done and self.words.get(word) is None:
            self.answered(word)
        else:
            try:
                return super().obey(text)
            except (Back, Stopped):  # the words that leave a table
                self.way = "leave"
        return ""

    def answered(self, word: str) -> None:
        """Judge an answer, by its letter or its text."""
        answers = [one.casefold() for one in self.page.answers]
        letters = "abcdef"[: len(answers)]
        if word not in answers and word not in [*letters]:
            keys = self.said("learn.keys.answer")
            raise UsageError(self.said("learn.what", text=word, keys=keys))
        self.judged(self.page.answer(answers.index(word) if word in answers else letters.index(word)))

    def play(self, action: Action) -> tuple[bool, str]:
        """Judge a try instead of playing a match."""
        found = self.page.play(action)
        self.tried = self.tried or found.kind != "refused"
        self.table, self.chair = self.page.table, self.page.chair
        self.session.table = self.table
        self.choosing = self.chair.choosing
        if found.kind != "refused":
            self.letters = type(self.letters)()
            self.draw()
        self.judged(found)
        return found.kind != "refused", ""

    def judged(self, found: Judgement) -> None:
        """Print what a try or an answer has come to."""
        if found.kind == "on":
            if not self.page.done:
                self.terminal.wrapped(self.said("learn.on"))
            return
        self.terminal.advise(self.page.verdict(found), "bold" if found.kind == "done" else "bad")
        if found.kind == "done":
            self.keys()

    def show(self) -> None:
        """Do what is asked for, and say it."""
        task, page = self.page.page.task, self.page
        if task is None:
            return self.keys()
        if page.question:
            right = next(n for n, one in enumerate(task.answers) if one.right)
            text = page.answer(right).text
            self.terminal.wrapped(self.said("learn.answer", answer=page.answers[right], text=text))
            return self.keys()
        moves = page.show()
        self.table, self.chair, self.choosing = page.table, page.chair, page.chair.choosing
        self.draw()
        self.terminal.wrapped(self.said("learn.shown", moves="; ".join(moves)))
        return None

    def trouble(self, text: str, legal: bool = True) -> None:
        """Say what is wrong with a line; nothing depends on it, so that a pipe goes on."""
        self.unanswered(text)


def taught(found: Lesson, number: int, terminal: Terminal, done: Progress, said: Texts) -> bool:
    """Go through the pages line by line, from this one; True if the first game is to begin."""
    terminal.say(f"{found.title}", "bold")
    if found.derived:
        terminal.wrapped(said("learn.derived", title=found.title))
    if number:
        terminal.wrapped(said("learn.from", n=number + 1, of=len(found.pages)))
    try:
        while True:
            if number == len(found.pages):
                typed = _ended(found, terminal, said)
                if typed not in said("learn.word.before").split():
                    return not typed
                number -= 1
            page = PageTable(found.pages[number], said.lang)
            way = LessonPrompt(page, terminal, number, len(found.pages)).read()
            if way == "leave":
                return False
            if way == "next":
                done.read(page.page)
            number = max(0, number + (1 if way == "next" else -1))
    except EOFError:
        return False


def _ended(found: Lesson, terminal: Terminal, said: Texts) -> str:
    """Offer the first game; return what is typed."""
    names = [module.name for module in found.rules.modules]
    words = [found.rules.game.name, *(["--with", ",".join(names)] if names else []), "--coach"]
    terminal.say()
    terminal.wrapped(said("learn.over", title=found.title))
    typed = command("play", *words, "-p", "player", "-p", "bot:easy")
    terminal.wrapped(said("learn.first", command=typed))
    return terminal.ask(said("learn.prompt")).strip().lower()
