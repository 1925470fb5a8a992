"""Plays blocks in this process, in several on this machine, or on a Dask cluster. The rows are the same."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from typing import Any

import attrs

from ...base.errors import UsageError
from ...simulation import workers as spread
from ...simulation.workers import Engine as Engine
from ...simulation.workers import Job
from ...simulation.workers import Lost as Lost
from . import dask
from .block import BlockWork, rows

DASK = "dask"
LOCAL = "local"


@attrs.frozen
class ClusterEngine(Engine):
    """Plays on a Dask cluster."""

    alive: Callable[[], None]
    """Called while no results arrive; raises `Lost` if none will."""
    guard: Callable[[], None]
    """Called in the process that plays, before each job; raises `dask.Unlike` if it would play other games."""

    def playing(self, job: Job) -> Engine:
        """Return this engine with another job, behind the same guard."""
        return attrs.evolve(self, job=partial(_guarded, self.guard, job))

    def rows(
        self, first: int, end: int, progress: Callable[[int], None] = lambda count: None
    ) -> Generator[dict[str, Any]]:
        assert self.executor is not None
        try:
            yield from spread.spread(
                self.job, first, end, self.executor, self.workers, progress, self.alive, dask.mislaid
            )
        except CancelledError as error:
            raise Lost("the connection to the cluster is lost (is its scheduler still running?)") from error
        except Exception as error:
            raise dask.translated(error) from error


def checked(name: str) -> str:
    """Return the name of an engine if it is `local`, `dask` or `dask:ADDRESS`; UsageError for others."""
    if name in (LOCAL, DASK) or (name.startswith(f"{DASK}:") and len(name) > len(DASK) + 1):
        return name
    raise UsageError(
        f"--engine {name}: there is {LOCAL}, {DASK} (on this machine) and {DASK}:ADDRESS of a scheduler"
    )


@contextmanager
def engine(name: str, work: BlockWork, workers: int) -> Iterator[Engine]:
    """Start the engine of this name. Its own processes end afterwards; those of a cluster stay."""
    if checked(name) == LOCAL:
        with spread.local(partial(rows, work), workers) as playing:
            yield playing
        return
    with dask.cluster(name.partition(":")[2], workers) as client:
        guard = partial(dask.same, work, dask.fit(client, work))
        threads = max(1, dask.threads(client))
        job = partial(_guarded, guard, partial(rows, work))
        yield ClusterEngine(job, client.get_executor(pure=False), threads, dask.watched(client), guard)


def _guarded(guard: Callable[[], None], job: Job, first: int, count: int) -> list[dict[str, Any]]:
    guard()
    return job(first, count)
