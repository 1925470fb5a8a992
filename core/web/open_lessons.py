"""The lessons that people go through at this server: in memory, each at a secret address, and only so many."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

import attrs

from ..table.lesson import lesson
from ..table.progress import Progress
from .addresses import digested, token
from .http_errors import HttpError
from .lesson_match import LessonMatch

MOST = 60
"""Lessons that are open at once."""


@attrs.define(eq=False)
class OpenLessons:
    """All of them. Its methods may be called from any thread."""

    progress: Progress
    """What has been learnt on this machine: a lesson begins where the last one was left."""
    _found: OrderedDict[bytes, LessonMatch] = attrs.field(init=False, factory=OrderedDict)
    """By the digest of the token, those that were needed last at the end."""
    _tokens: dict[tuple[str, ...], str] = attrs.field(init=False, factory=dict)
    """By who asked for them, and for what."""
    _lock: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    def open(
        self,
        who: str,
        game: str,
        modules: Sequence[str] = (),
        lang: str = "en",
        first_game: Callable[[], str] | None = None,
    ) -> str:
        """Return the token of this lesson for `who`, who finds it as it was left. It may take long.

        UsageError for a game that does not exist; HttpError if people look at as many as may be open.
        """
        self.progress.offered(game)
        key = (who, game, *modules, lang)
        known = self._tokens.get(key, "")
        if known and self.found(known) is not None:
            return known
        made = LessonMatch(lesson(game, modules), lang, self.progress, first_game)
        with self._lock:
            while len(self._found) >= MOST:
                # The one that was needed least lately, of those that nobody looks at.
                gone = next((one for one, of in self._found.items() if not of.listeners), None)
                if gone is None:
                    raise HttpError("web.error.busy", status=503, retry=5)
                self._found.pop(gone).stop()
                self._tokens = {of: one for of, one in self._tokens.items() if digested(one) != gone}
            self._tokens[key] = found = token()
            self._found[digested(found)] = made
        return found

    def found(self, token: str) -> LessonMatch | None:
        """The lesson behind this token; None if there is none."""
        with self._lock:
            digest = digested(token)
            if digest in self._found:
                self._found.move_to_end(digest)
            return self._found.get(digest)
