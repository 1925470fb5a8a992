"""The lessons that people go through at this server: in memory, each at a secret address, and only so many."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256

import attrs

from ..table.lesson import lesson
from ..table.progress import Progress
from .addresses import token
from .http_errors import HttpError
from .lesson_match import LessonMatch

MOST = 60
"""Lessons that are open at once."""


@attrs.define(eq=False, repr=False)
class OpenLesson:
    """A lesson, as the server finds it."""

    token: str
    lang: str
    opened: LessonMatch

    def take(self) -> LessonMatch:
        """The lesson; it needs no opening."""
        return self.opened

    def leave(self) -> None:
        """Give it back."""


@attrs.define(eq=False)
class OpenLessons:
    """All of them. Its methods may be called from any thread."""

    progress: Progress
    """What has been learnt on this machine: a lesson begins where the last one was left."""
    _found: OrderedDict[bytes, OpenLesson] = attrs.field(init=False, factory=OrderedDict)
    """By the digest of the token, those that were needed last at the end."""
    _of: dict[tuple[object, ...], bytes] = attrs.field(init=False, factory=dict)
    """Those that somebody asked for before."""
    _lock: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    def open(
        self,
        who: str,
        game: str,
        modules: Sequence[str] = (),
        lang: str = "en",
        first_game: Callable[[], str] | None = None,
    ) -> str:
        """Return the address of this lesson for `who`, who finds it as it was left. It may take long.

        UsageError for a game that does not exist; HttpError if people look at as many as may be open.
        """
        key = (who, game, *modules, lang)
        with self._lock:
            if (known := self._found.get(self._of.get(key, b""))) is not None:
                return known.token
        match = LessonMatch(lesson(game, modules), lang, self.progress, first_game)
        made = OpenLesson(token(), lang, match)
        with self._lock:
            while len(self._found) >= MOST:
                self._drop()
            self._of[key] = digested(made.token)
            self._found[self._of[key]] = made
        return made.token

    def found(self, token: str) -> OpenLesson | None:
        """The lesson at this address; None if there is none."""
        with self._lock:
            digest = digested(token)
            if digest in self._found:
                self._found.move_to_end(digest)
            return self._found.get(digest)

    def _drop(self) -> None:
        """Close the lesson that was needed least lately, of those that nobody looks at."""
        digest = next((one for one, of in self._found.items() if not of.opened.listeners), None)
        if digest is None:
            raise HttpError("web.error.busy", status=503, retry=5)
        self._found.pop(digest).opened.stop()
        self._of = {key: one for key, one in self._of.items() if one != digest}


def digested(token: str) -> bytes:
    """Return what stands for a token where tokens are looked up."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
