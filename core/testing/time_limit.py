"""A limit for what an author's code may take: a move that never returns is reported, and the check goes on to its end.

A thread looks now and then at the stack of the checked one, so games do not become slower, and it works on every
system. It raises `Stuck` there. What never returns from one call of a function in C cannot be ended in this way.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from types import CodeType, FrameType, TracebackType
from typing import Any

from ..rules.ruleset import Rules
from ..rules.state import State

MOVES = {State.apply.__code__: "apply", State.legal.__code__: "legal"}
"""Calls of the engine behind which a move is played or listed."""
ASKED: dict[CodeType, str] = {
    **MOVES,
    State.check.__code__: "check",
    State.concluded.__code__: "ended",
    State.standing.__code__: "standing",
    State.ranking.__code__: "ranking",
    Rules.new.__code__: "the set-up",
    Rules.show.__code__: "show",
    Rules.sheet.__code__: "a sheet",
    Rules.choices.__code__: "choices",
    Rules.worths.__code__: "worths",
    Rules.appraise.__code__: "appraise",
    Rules.features.__code__: "features",
}
OFTEN = 1.0
"""Seconds between two looks, or a quarter of the limit if that is less."""


class Stuck(BaseException):
    """Raised in code that has not returned in time; no `except Exception` of an author stops it."""


class TimeLimit:
    """While it is entered, no single move and no question to the game takes longer than so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.said = ""
        """What took too long; "" if nothing did."""
        self.move = False
        """It was a move, or the list of moves."""
        self._checked = threading.get_ident()
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> TimeLimit:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        with self._lock:
            self._over.set()
            _raise_in(self._checked, None)

    def _watch(self) -> None:
        seen: FrameType | None = None
        since = time.monotonic()
        while not self._over.wait(min(OFTEN, self.seconds / 4)):
            found = _asking(sys._current_frames().get(self._checked))
            if found is not seen:
                seen, since = found, time.monotonic()
            elif found is not None and time.monotonic() - since > self.seconds:
                with self._lock:
                    if not self._over.is_set():
                        self.said = self.said or _described(found, self.seconds)
                        self.move = found.f_code in MOVES
                        _raise_in(self._checked, Stuck)


def _asking(frame: FrameType | None) -> FrameType | None:
    """Return the outermost of the engine's calls behind which code of the game is running."""
    found = None
    while frame is not None:
        if frame.f_code in ASKED:
            found = frame
        frame = frame.f_back
    return found


def _described(frame: FrameType, seconds: float) -> str:
    name, given = ASKED[frame.f_code], frame.f_locals
    action: Any = given.get("action")
    what = f"{name} of {action}" if action is not None else name
    return f"{what} has not returned after {seconds:g} seconds"


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error of this class in the thread, at its next step; with None, one not met yet is taken back."""
    given = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)
