"""A bot thinks in a thread of its own, so that the screen stays alive; its result can be dropped."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from ..rules.actions import Action

SWITCH = 0.001
"""Seconds after which a thinking bot lets the screen have its turn."""


@attrs.frozen
class Thought:
    """The result of a bot: a move, or the error with which it failed."""

    number: int
    action: Action | None = None
    error: BaseException | None = None


_lock = threading.Lock()
_before: list[float] = []
"""The switch interval of the program without a bot that thinks, once for every thought under way."""


@contextmanager
def _lively() -> Iterator[None]:
    """Threads change often as long as any bot thinks, and as before afterwards: short intervals cost time."""
    with _lock:
        _before.append(_before[0] if _before else sys.getswitchinterval())
        sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        with _lock:
            usual = _before.pop()
            if not _before:
                sys.setswitchinterval(usual)


@attrs.define(eq=False, repr=False)
class Thinker:
    """Runs one thought at a time. A thread cannot be stopped, but its result can be dropped."""

    tell: Callable[[Thought], object]
    """Called in the thread with what was found; it must be safe there."""
    number: int = 0
    busy: bool = False

    def begin(self, think: Callable[[], Action]) -> None:
        """Think in a thread that ends with the program."""
        self.number += 1
        self.busy = True
        number = self.number

        def work() -> None:
            with _lively():
                try:
                    found = Thought(number, think())
                except (Exception, SystemExit) as error:  # told, and reported as the error of a bot
                    found = Thought(number, error=error)
            if number == self.number:
                self.tell(found)

        threading.Thread(target=work, daemon=True, name="thinking").start()

    def wanted(self, thought: Thought) -> bool:
        """Return whether this thought, which is over now, is still wanted."""
        wanted = self.busy and thought.number == self.number
        if wanted:
            self.busy = False
        return wanted

    def drop(self) -> None:
        """Drop the result of the thought that still runs."""
        self.number += 1
        self.busy = False
