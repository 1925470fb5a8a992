"""Thread limits by kind of work, so that slow bots do not delay people."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

import attrs
from anyio import CapacityLimiter

T = TypeVar("T")
QUICK = 0.1
"""Seconds; a bot that takes longer thinks beside those that do not."""


@attrs.define(eq=False)
class ThreadLimits:
    """Threads of each kind that work at once. Python runs one thread at a time, so more of them would not do more."""

    people: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(3))
    """What people do, and their pages."""
    spectators: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(1))
    """What spectators look at."""
    opening: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(2))
    """Matches that are played again from their records."""
    replays: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(1))
    quick: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(1))
    """Moves of bots, and bots that hardly think."""
    thinking: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(2))
    asked: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(1))
    """What people let others think about: hints, and bots in copies. Pages never wait for it."""

    looking: CapacityLimiter = attrs.field(factory=lambda: CapacityLimiter(1))
    """Looks at what all moves of a decision bring."""

    def of(self, seconds: float) -> CapacityLimiter:
        """The limit for a bot that thought for so long the last time."""
        return self.quick if seconds < QUICK else self.thinking


async def aside(work: Callable[[], T], limiter: CapacityLimiter) -> T:
    """Return what the work returns. Its thread delays neither a cancelled caller nor the end of the process.

    The thread counts for the limiter as long as it works.
    """
    loop, who = asyncio.get_running_loop(), object()
    found: Future[T] = Future()
    ended = asyncio.Event()

    def finish() -> None:
        limiter.release_on_behalf_of(who)
        ended.set()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(finish)

    await limiter.acquire_on_behalf_of(who)
    threading.Thread(target=run, daemon=True).start()
    await ended.wait()
    return found.result()
