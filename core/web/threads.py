"""Work in threads, with a limit for each kind of it, so that slow bots do not delay people.

In a browser Python has no threads. There the work is done at once, and whatever else is due is done before it.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

import attrs
from anyio import CapacityLimiter, to_thread

T = TypeVar("T")
THREADS = sys.platform != "emscripten"
"""False where there are none."""
BREATH = 0.02
"""Seconds for others before work that is done without a thread: pages are drawn, and clicks arrive."""
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


async def run(work: Callable[[], T], limiter: CapacityLimiter | None = None) -> T:
    """Return what the work returns."""
    if THREADS:
        return await to_thread.run_sync(work, limiter=limiter)
    await asyncio.sleep(0)
    return work()


async def work_through(pieces: Iterator[object], limiter: CapacityLimiter) -> None:
    """Do work that takes long, of which each piece is short. A cancelled caller does not wait for the end."""
    if THREADS:
        return await to_thread.run_sync(lambda: _exhaust(pieces), limiter=limiter, abandon_on_cancel=True)
    for _ in pieces:
        await asyncio.sleep(0)


def _exhaust(pieces: Iterator[object]) -> None:
    for _ in pieces:
        pass


async def aside(work: Callable[[], T], limiter: CapacityLimiter) -> T:
    """Return what the work returns. Its thread delays neither a cancelled caller nor the end of the process.

    The thread counts for the limiter as long as it works.
    """
    if not THREADS:
        await asyncio.sleep(BREATH)
        return work()
    loop, who = asyncio.get_running_loop(), object()
    found: Future[T] = Future()
    ended = asyncio.Event()

    def finish() -> None:
        limiter.release_on_behalf_of(who)
        ended.set()

    def work_on() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(finish)

    await limiter.acquire_on_behalf_of(who)
    threading.Thread(target=work_on, daemon=True).start()
    await ended.wait()
    return found.result()
