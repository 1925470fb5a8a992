"""A lesson: pages that explain a game, each beside a position at which its task is tried, judged by the rules.

Pages come from `learn.yaml`; those of a module join those of its game. A page of the game is set up under the game
alone, a page of a module with that module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs

from ..base.errors import InvalidFile, TilewrightError, UsageError
from ..play.match import Match
from ..rules import lessons
from ..rules.assembly import load
from ..scenes import scene as scenes
from ..scenes.sentences import holds
from ..scenes.stage import moved
from ..text.introduction import Told
from ..text.lesson_file import LEARN, LessonPage, LessonTask
from . import cursor_info, move_text
from .derived_lesson import derived
from .face_texts import Texts
from .table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..draw.model import Where
    from ..rules.actions import Action, Refusal
    from ..rules.ruleset import Rules
    from ..rules.state import State
    from ..text.document import Document
    from .chair import Chair

SPARE = 2
"""Moves that may be tried beyond those that a task of several moves takes."""


@attrs.frozen(eq=False)
class Page:
    """A page under the rules of its owner."""

    name: str
    owner: str
    """The game, or the module as `game.module`."""
    content: LessonPage
    rules: Rules
    document: Document | None = None
    """The file that it stands in; None for one that is derived."""
    begun: State | None = None
    """The position of one that is derived."""

    @property
    def key(self) -> str:
        """What names the page among those of all games: `glenmore/aim`."""
        return f"{self.owner}/{self.name}"

    @property
    def task(self) -> LessonTask | None:
        return self.content.task

    def said(self, text: Told, lang: str) -> str:
        """One of its texts in this language."""
        return lessons.said(self.rules, text, lang)

    def title(self, lang: str) -> str:
        return self.said(self.content.title, lang)

    def text(self, lang: str) -> str:
        return self.said(self.content.text, lang)

    def asks(self, lang: str) -> str:
        """The task or question in words; "" if there is none."""
        if self.task is None:
            return ""
        kind = "learn.question" if self.task.answers else "learn.task"
        return Texts(lang)(kind, text=self.said(self.task.text, lang))

    def position(self) -> State:
        """The position, made anew. InvalidFile with line and field for one that is impossible."""
        if self.begun is not None:
            return self.begun.clone()
        assert self.document is not None
        scene = scenes.Scene(self.document, ("pages", self.name, "scene"))
        _, state, script = scenes.begun(scene, None, self.rules)
        problem = moved(self.document, scene.path, scene.content, state, script)
        if problem is not None:
            raise InvalidFile([problem])
        return state


@attrs.frozen(eq=False)
class Lesson:
    """The pages of a game, with those of modules."""

    rules: Rules
    """The game with all of these modules."""
    pages: tuple[Page, ...]

    @property
    def derived(self) -> bool:
        """True if nobody has written it."""
        return any(page.begun is not None for page in self.pages)

    @property
    def title(self) -> str:
        return ", ".join([self.rules.game.title, *(module.title for module in self.rules.modules)])

    def number(self, page: int) -> int:
        """Return the number, from 0, of the page that `--page` names, from 1. UsageError if there is no such page."""
        if not 1 <= page <= len(self.pages):
            raise UsageError(f"--page {page}: the lesson has {len(self.pages)} pages")
        return page - 1


def lesson(game: str | Any, modules: Sequence[str | Any] = (), data: str | Path | None = None) -> Lesson:
    """Return the lesson of a game; where nobody has written one, pages that are derived from its declaration.

    Games and modules are names or plugins, `data` is as in `load`. UsageError for a game or module that does not exist,
    InvalidFile for what is wrong in a `learn.yaml`.
    """
    rules, pages = load(game, modules, data=data), list[Page]()
    for module in (None, *modules):
        under = load(game, [module] if module else [], data=data)
        names = [under.game.name, *(one.name for one in under.modules)]
        file = lessons.files(under).get(names[-1])
        if module is None and (file is None or not file.pages):
            pages += derived_pages(rules)
        for page, content in file.pages.items() if file is not None else ():
            _joined(pages, Page(page, ".".join(names), content, under, under.folders[-1].document(LEARN)))
    return Lesson(rules, tuple(pages))


def derived_pages(rules: Rules) -> tuple[Page, ...]:
    """The pages of a game for which nobody has written any."""
    name = rules.game.name
    return tuple(Page(one.name, name, one.content, rules, begun=one.begun) for one in derived(rules))


def _joined(pages: list[Page], page: Page) -> None:
    """Put a page in the place of the one of its name, behind the one that it follows, or at the end."""
    names = [one.name for one in pages]
    if page.name in names:
        pages[names.index(page.name)] = page
    elif page.content.after in names:
        pages.insert(names.index(page.content.after) + 1, page)
    else:
        pages.append(page)


@attrs.frozen
class Judgement:
    """What a try has come to."""

    kind: Literal["done", "on", "missed", "refused"]
    """`on`: more moves are needed. After `missed` the position is set up again."""
    text: str
    """What is said of it; "" for `on`."""


@attrs.define(eq=False)
class PageTable:
    """A page at a table of its own, where its task is tried. Faces draw it, and let it `play` and `answer`."""

    page: Page
    lang: str
    table: Table = attrs.field(init=False)
    seat: int = attrs.field(init=False)
    """The learner's."""
    chair: Chair = attrs.field(init=False)
    done: bool = attrs.field(init=False, default=False)
    """True once the task is done, and of a page without a task."""
    _tried: int = attrs.field(init=False, default=0)
    _points: int = attrs.field(init=False, default=0)
    """Lines of points before the first try."""

    def __attrs_post_init__(self) -> None:
        self.done = self.page.task is None
        self.set_up()

    def set_up(self) -> None:
        """Set the position up as it was at first."""
        state = self.page.position()
        self._tried, self._points = 0, len(state.ledger)
        self.table = Table(Match(self.page.rules, start=state), self.lang, trial=True, confirm=False)
        # Where nobody wrote the page, anybody may be to move.
        self.seat = next(iter(self.table.to_act), 0) if self.page.begun is not None else 0
        self.chair = self.table.chair(self.seat)

    @property
    def lit(self) -> frozenset[Where]:
        """The places that the page speaks of. Once something has been tried, there are none."""
        return frozenset() if self._tried else frozenset(self._places())

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards that the page speaks of, by number in the drawing, also once something has been tried."""
        return tuple(dict.fromkeys(board for board, _ in self._places()))

    def _places(self) -> list[Where]:
        """The places that the page names."""
        names = self.page.content.lit
        return [place for name in names for place in cursor_info.named(self.chair, name)]

    @property
    def question(self) -> bool:
        """True if the task is a question with answers to choose from."""
        return bool(self.page.task and self.page.task.answers)

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers of a question."""
        given = [one.answer for one in self.page.task.answers] if self.page.task is not None else []
        return tuple(one if isinstance(one, str) else self.page.said(one, self.lang) for one in given)

    def answer(self, number: int) -> Judgement:
        """Judge the answer with this number, from 0."""
        assert self.page.task is not None
        chosen = self.page.task.answers[number]
        self.done = self.done or chosen.right
        return Judgement("done" if chosen.right else "missed", self.page.said(chosen.say, self.lang))

    def verdict(self, found: Judgement) -> str:
        """What a try or an answer has come to, in a sentence or two."""
        missed = "wrong" if self.question else "missed"
        key = {"done": "right", "missed": missed}.get(found.kind, found.kind)
        text = self.table.said(f"learn.{key}", text=found.text)
        return f"{text} {self.table.said('learn.again')}" if key == "missed" else text

    def play(self, action: Action) -> Judgement:
        """Play the learner's move if the rules allow it, and judge the task."""
        task, refusal = self.page.task, self.chair.refused(action)
        wrong = self._wrong(action)
        if refusal is not None:
            return Judgement("refused", ". ".join(filter(None, (self._refused(refusal), wrong))))
        self.table.play(action)
        self._tried += 1
        if task is None or self.done:
            return Judgement("on", "")
        if not wrong and not self.missing():
            self.done = True
            return Judgement("done", self.page.said(task.right, self.lang))
        if not wrong and self.chair.acts and self._tried < self._most:
            return Judgement("on", "")
        self.set_up()
        return Judgement("missed", wrong or self.page.said(task.miss, self.lang))

    @property
    def _most(self) -> int:
        """The moves after which a task is missed: some more than it takes, since others may come between them."""
        count = len(self.page.task.shown) if self.page.task is not None else 0
        return count + SPARE if count > 1 else count

    @property
    def solution(self) -> list[Action]:
        """The moves with which the answer begins; none before there is a task, or once something has been tried."""
        if self.page.task is None or not self.page.task.shown or self._tried:
            return []
        state = self.table.match.state
        return self.page.rules.read_line(self.page.task.shown[0], state, state.to_act[0])

    def show(self) -> list[str]:
        """Do the task, and return the moves that do it, in words."""
        assert self.page.task is not None
        self.set_up()
        moves = []
        for text in self.page.task.shown:
            state = self.table.match.state
            for action in self.page.rules.read_line(text, state, state.to_act[0]):
                moves.append(move_text.move(self.chair, action))
                self.table.play(action)
                self._tried += 1
        self.done = True
        return moves

    def missing(self, state: State | None = None) -> list[str]:
        """Return what of the task does not hold yet, at the table or in another position, and why."""
        state, found = state or self.table.match.state, list[str]()
        for one in self.page.task.done if self.page.task is not None else ():
            said = [holds(text, state, self._points) for text in ([one] if isinstance(one, str) else one)]
            if None not in said:
                found.append("; ".join(filter(None, said)))
        return found

    def _refused(self, refusal: Refusal) -> str:
        rules, seats = self.page.rules, self.table.seats
        return rules.say_refusal(refusal, seats, self.lang)

    def _wrong(self, action: Action) -> str:
        """What the page says of this wrong try; "" if it does not know it."""
        state = self.table.match.state
        for one in self.page.task.wrong if self.page.task is not None else ():
            try:
                meant = self.page.rules.read_line(one.move, state, action.seat)
            except TilewrightError:  # it belongs to a later moment of the task
                continue
            if meant == [action]:
                return self.page.said(one.say, self.lang)
        return ""
