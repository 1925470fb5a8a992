"""Numbered jobs over several processes, in batches of half a second to a second; results come in order."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import BrokenBarrierError, Event, Thread, current_thread, main_thread
from threading import local as local_to_thread
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import attrs

from ..base.errors import TilewrightError
from ..base.plugin_errors import ENDING
from ..base.sanitize import harmless

if sys.platform != "win32":
    from ..outside.supervisor import SET_PDEATHSIG, adopt, prctl, sweep
if TYPE_CHECKING:
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection as Connection
    else:
        from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Barrier

T = TypeVar("T")
P = TypeVar("P")
Job: TypeAlias = "Callable[[int, int], list[Any]]"
"""Takes the first number and how many; returns their rows. Runs in any process, which it prepares even for none."""

MOST = 500
"""Most jobs in one batch."""
PULSE = 2.0
"""Seconds without a result after which the processes are checked."""


class Lost(TilewrightError):
    """The processes that played have died; what was finished before is not lost."""


@attrs.frozen
class Engine:
    """Plays numbered jobs until it is closed."""

    job: Job
    executor: Executor | None
    """None if this process plays."""
    workers: int

    def playing(self, job: Job) -> Engine:
        """Return this engine with another job."""
        return attrs.evolve(self, job=job)

    def rows(
        self, first: int, end: int, progress: Callable[[int], None] = lambda count: None
    ) -> Generator[Any]:
        """Yield the rows of these numbers in order; `progress` is called with the number of newly finished ones.

        Raises `Lost` if the processes die.
        """
        if self.executor is not None:
            yield from spread(self.job, first, end, self.executor, self.workers, progress)
            return
        for number in range(first, end):
            yield from self.job(number, 1)
            progress(1)


_HERE = local_to_thread()


def once(work: T, make: Callable[[T], P]) -> P:
    """Return what plays the work in this thread, made at the first call."""
    # Which is pure: the same work gives the same rules. Bots and meters may keep things between games, so two threads
    # of a cluster's worker never share them.
    if getattr(_HERE, "work", None) != work:
        _HERE.player, _HERE.work = make(work), work
    player: P = _HERE.player
    return player


def picked(job: Job, places: Sequence[int], first: int, count: int) -> list[dict[str, Any]]:
    """Do the jobs with so many of these numbers, from the one at `first` on."""
    return [row for number in places[first : first + count] for row in job(number, 1)]


@contextmanager
def local(job: Job, workers: int) -> Iterator[Engine]:
    """Give what plays the job in this process, or in so many others; all are prepared."""
    if workers <= 1:
        job(0, 0)
        yield Engine(job, None, 1)
        return
    with pool(partial(job, 0, 0), workers) as executor:
        yield Engine(job, executor, workers)


@contextmanager
def pool(prepare: Callable[[], object], workers: int, *, waits: bool = True) -> Iterator[Executor]:
    """Start processes that have called `prepare`, for `spread`; they are stopped at once afterwards.

    Without `waits` they may still be about to call it: what is submitted comes after that. `Lost` if one of them dies.
    """
    _tracking()
    context = _Context()
    reader, leash = context.Pipe(duplex=False)
    initial = (prepare, context.Barrier(workers), reader)
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=_arrive, initargs=initial)
    over = Event()
    if sys.platform != "win32":
        adopt()
        Thread(target=_keep_going, args=(context.started, over), daemon=True).start()
    try:
        with without_interrupts(), _without_main():
            # No task ends before all processes have arrived, so each task starts one process.
            tasks = [executor.submit(int) for _ in range(workers)]
        if waits:
            wait(tasks)
        yield executor
    except BrokenExecutor as error:
        raise Lost("a worker process has died (was it out of memory, or killed?)") from error
    finally:
        # Results of unfinished jobs are no longer needed, and they may take minutes.
        over.set()
        for process in context.started:
            if process.pid is not None:  # it could be started
                process.kill()
        leash.close()
        executor.shutdown(cancel_futures=True)
        reader.close()
        if sys.platform != "win32":
            sweep()


class _Context(SpawnContext):
    """Starts processes, and knows them afterwards."""

    def __init__(self) -> None:
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **more: Any) -> SpawnProcess:  # type: ignore[override]
        self.started.append(SpawnProcess(*args, **more))
        return self.started[-1]


def _keep_going(started: Sequence[SpawnProcess], over: Event) -> None:
    """Resume processes that a program has stopped, until the pool is over."""
    if sys.platform != "win32":
        while not over.wait(PULSE):
            for process in started:
                if process.pid is not None:
                    with suppress(OSError):
                        os.kill(process.pid, signal.SIGCONT)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Block Ctrl-C while processes are started, so that they never receive it; this one gets it afterwards."""
    if sys.platform == "win32":  # it has no masks
        yield
        return
    _tracking()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _tracking() -> None:
    """Start the process that tidies up after others; starting it unblocks signals. It outlives those sent to all."""
    if sys.platform == "win32":
        return
    here = current_thread() is main_thread()
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN) if here else None
    resource_tracker.ensure_running()
    if here:
        signal.signal(signal.SIGHUP, before)


@contextmanager
def _without_main() -> Iterator[None]:
    """Start processes that do not run the main module once more.

    A script without `if __name__ == "__main__"` would start processes from theirs, and nothing of ours is in it.
    """
    main: dict[str, object] = vars(sys.modules["__main__"])
    names = ("__spec__", "__file__")
    kept: dict[str, object] = {name: main.pop(name) for name in names if name in main}
    main["__spec__"] = None
    try:
        yield
    finally:
        main.update(kept)


@contextmanager
def late_interrupts() -> Iterator[None]:
    """Answer Ctrl-C and SIGTERM only afterwards: what runs inside is not left half done."""
    if current_thread() is not main_thread():  # no other one is ever interrupted
        yield
        return
    came: list[int] = []
    before = [signal.signal(number, lambda number, frame: came.append(number)) for number in ENDING]
    try:
        yield
    finally:
        for number, handler in zip(ENDING, before, strict=True):
            signal.signal(number, handler)
    for caught in came[:1]:
        signal.raise_signal(caught)


def _arrive(prepare: Callable[[], object], all_here: Barrier, reader: Connection) -> None:
    # On systems without signal masks, Ctrl-C is ignored only from here on. The others may be sent to the whole group:
    # the first process answers them, and ends this one by the pipe. Programs that are started here have them as usual.
    for number in ENDING:
        signal.signal(number, lambda number, frame: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What bots and plugins print here is not a result; no terminal and no JSON may suffer from it.
    if sys.stderr is not None:
        sys.stdout = sys.stderr = harmless(sys.stderr)
    if sys.platform != "win32":
        prctl(SET_PDEATHSIG, signal.SIGCONT)  # a process that was stopped could not follow
    Thread(target=_follow, args=(reader,), daemon=True).start()
    with suppress(Exception):  # the first job reports it
        prepare()
    with suppress(BrokenBarrierError):
        all_here.wait(60)


def _follow(reader: Connection) -> None:
    """End this process when the parent closes the pipe or is killed."""
    with suppress(EOFError, OSError):
        reader.recv()
    if sys.platform != "win32":
        sweep()
    os._exit(1)


def spread(
    job: Callable[[int, int], list[T]],
    first: int,
    end: int,
    executor: Executor,
    workers: int,
    progress: Callable[[int], None] | None = None,
    alive: Callable[[], None] | None = None,
    mislaid: Callable[[Exception], bool] | None = None,
) -> Generator[T]:
    """Yield the results of `job(first, count)` for all numbers from `first` up to `end`, in order.

    `job` must be picklable, since it goes to other processes. `progress` is called with the number of newly finished
    jobs. `alive` is called every few seconds without a result, and may raise. A job whose error is that of an executor
    that has `mislaid` its result is done again. Closing the iterator cancels the rest.
    """
    size, next_number, due = 1, first, first
    waiting: dict[Future[list[T]], tuple[int, int, float]] = {}
    done: dict[int, list[T]] = {}
    try:
        while next_number < end or waiting:
            while next_number < end and len(waiting) < workers * 2:
                count = min(size, end - next_number)
                with late_interrupts():
                    future = executor.submit(job, next_number, count)
                    waiting[future] = (next_number, count, time.monotonic())
                next_number += count
            ready, _ = wait(waiting, PULSE if alive is not None else None, return_when=FIRST_COMPLETED)
            if not ready and alive is not None:
                alive()
            for future in ready:
                at, count, began = waiting.pop(future)
                try:
                    done[at] = future.result()
                except Exception as error:
                    if mislaid is None or not mislaid(error):
                        raise
                    with late_interrupts():
                        waiting[executor.submit(job, at, count)] = (at, count, time.monotonic())
                    continue
                if progress is not None:
                    progress(count)
                # Batches of half a second to a second of work, by the pace seen so far.
                took = max(time.monotonic() - began, 1e-4) / 2
                size = max(1, min(MOST, int(0.7 * count / took)))
            while due in done:
                results = done.pop(due)
                due += len(results)
                yield from results
    finally:
        # On an error, or if the caller stops early, no further job must begin.
        for future in waiting:
            future.cancel()
