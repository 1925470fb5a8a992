"""Numbered jobs over several processes, in batches of half a second to a second; what comes back stands in order."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from threading import BrokenBarrierError, Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Barrier

T = TypeVar("T")

MOST = 500
"""Jobs in one batch, however quick they are."""
PULSE = 2.0
"""Seconds without a result, after which somebody looks whether the others are still alive."""


@contextmanager
def pool(prepare: Callable[[], None], workers: int) -> Iterator[Executor]:
    """Processes that have started and called `prepare`, for `spread`; they are gone afterwards, at once."""
    context = get_context("spawn")
    told, leash = context.Pipe(duplex=False)
    initial = (prepare, context.Barrier(workers), told)
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=_arrive, initargs=initial)
    try:
        with deaf():
            # Nobody is done with such a task before all have arrived, so each starts one process.
            tasks = [executor.submit(int) for _ in range(workers)]
        wait(tasks)
        yield executor
    finally:
        # Whatever they still play nobody wants any more, and it may take minutes.
        leash.close()
        executor.shutdown(cancel_futures=True)
        told.close()


@contextmanager
def deaf() -> Iterator[None]:
    """Processes started meanwhile never hear Ctrl-C; the one that starts them hears it when they are there."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started first, since starting it lets the signal through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _arrive(prepare: Callable[[], None], all_here: Barrier, told: Connection) -> None:
    # As `deaf` has it; where a system knows no masks, from here on.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow, args=(told,), daemon=True).start()
    with suppress(Exception):  # told by the first job
        prepare()
    with suppress(BrokenBarrierError):
        all_here.wait(60)


def _follow(told: Connection) -> None:
    """Where the other process lets go or is killed, this one ends: it would play on for nobody."""
    with suppress(EOFError, OSError):
        told.recv()
    os._exit(1)


def spread(
    job: Callable[[int, int], list[T]],
    first: int,
    end: int,
    executor: Executor,
    workers: int,
    told: Callable[[int], None] | None = None,
    alive: Callable[[], None] | None = None,
) -> Generator[T]:
    """What `job(first, count)` gives for all numbers from `first` up to `end`, in order, whoever did which.

    `job` goes to other processes and so must be picklable. `told` hears how many are done. `alive` is called every
    few seconds in which nothing comes back, and may raise. Closing the iterator early cancels what has not begun.
    """
    size, next_number, due = 1, first, first
    waiting: dict[Future[list[T]], tuple[int, int, float]] = {}
    done: dict[int, list[T]] = {}
    try:
        while next_number < end or waiting:
            while next_number < end and len(waiting) < workers * 2:
                count = min(size, end - next_number)
                waiting[executor.submit(job, next_number, count)] = (next_number, count, time.monotonic())
                next_number += count
            ready, _ = wait(waiting, PULSE if alive is not None else None, return_when=FIRST_COMPLETED)
            if not ready and alive is not None:
                alive()
            for future in ready:
                at, count, began = waiting.pop(future)
                done[at] = future.result()
                if told is not None:
                    told(count)
                # Batches of half a second to a second of work, by the pace seen so far.
                took = max(time.monotonic() - began, 1e-4) / 2
                size = max(1, min(MOST, int(0.7 * count / took)))
            while due in done:
                results = done.pop(due)
                due += len(results)
                yield from results
    finally:
        # Whoever has heard enough, or cannot go on, leaves nothing behind that would still be begun.
        for future in waiting:
            future.cancel()
