"""What a person has learnt here: the pages that were read, and the games for which no lesson is offered any more."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ..base import files
from ..base.errors import TilewrightError, UsageError
from ..record import format as records
from ..text.strict import EXACT, Slips, structure

if TYPE_CHECKING:
    from .lesson import Lesson, Page
    from .record_index import RecordIndex

FILE = "learned.json"
"""It lies beside the folder of saved games."""
MOST = 1 << 18
"""Bytes of the file."""


@attrs.define(kw_only=True)
class Learnt:
    """What the file holds."""

    pages: list[str] = attrs.field(factory=list)
    """The keys of the pages that were read."""
    offered: list[str] = attrs.field(factory=list)
    """The games and modules whose lesson has been offered."""


@attrs.frozen(eq=False, repr=False)
class Progress:
    """The file that remembers it. A file that cannot be read or written is as good as none: a lesson is still one."""

    path: Path

    def learnt(self) -> Learnt:
        """What it holds now."""
        with suppress(TilewrightError, Slips, FileNotFoundError):
            content = records.parsed(str(self.path), 1, files.content(self.path, most=MOST))
            return structure(content, Learnt, EXACT)
        return Learnt()

    def read(self, page: Page) -> None:
        """Remember that this page was read."""
        self._add("pages", page.key)

    def left(self, lesson: Lesson) -> Lesson:
        """Return the lesson without the pages of the game itself, if all of them have been read before its modules'."""
        known, game = {*self.learnt().pages}, lesson.rules.game.name
        more = [page for page in lesson.pages if page.owner != game]
        done = all(page.key in known for page in lesson.pages if page.owner == game)
        return attrs.evolve(lesson, pages=tuple(more)) if more and done else lesson

    def begin(self, lesson: Lesson) -> int:
        """Return the number of the first page that has not been read, from 0; of the very first if all have been."""
        known = {*self.learnt().pages}
        return next((n for n, page in enumerate(lesson.pages) if page.key not in known), 0)

    def offers(self, game: str, index: RecordIndex, but: Path | None = None) -> bool:
        """True unless it was learnt, offered or played here. The record `but` does not count as a game."""
        learnt = self.learnt()
        if game in learnt.offered or any(one.partition("/")[0] == game for one in learnt.pages):
            return False
        own = but.resolve() if but is not None else None
        played = (one.path for one in index.rows() if one.game == game and one.decisions)
        return all(one.resolve() == own for one in played)

    def offered(self, game: str) -> None:
        """Remember that the lesson of this game has been offered."""
        self._add("offered", game)

    def _add(self, field: str, name: str) -> None:
        learnt = self.learnt()
        if name in getattr(learnt, field):
            return
        getattr(learnt, field).append(name)
        with suppress(UsageError, OSError):  # it is offered once more, which does no harm
            files.folder(self.path.parent)
            files.replace(self.path, json.dumps(attrs.asdict(learnt), ensure_ascii=False), private=True)
