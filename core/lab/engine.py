"""Who plays the blocks: this process, several on this machine, or a Dask cluster. The rows are the same."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any

import attrs

from .. import spread
from ..errors import TilewrightError, UsageError
from .block import Work, ready, rows

DASK = "dask"
LOCAL = "local"
WAIT = 10
"""Seconds for a scheduler to answer."""


class Lost(TilewrightError):
    """Processes that played have died; what was finished before is not lost."""


@attrs.frozen
class Engine:
    """Plays blocks of one piece of work until it is closed."""

    work: Work
    executor: Executor | None
    """None: this process plays."""
    workers: int

    def rows(
        self, first: int, end: int, told: Callable[[int], None] | None = None
    ) -> Generator[dict[str, Any]]:
        """The rows of these blocks, in order; `told` hears how many are done. `Lost` when its processes die."""
        job = partial(rows, self.work)
        if self.executor is None:
            for block in range(first, end):
                yield from job(block, 1)
                if told is not None:
                    told(1)
            return
        try:
            yield from spread.spread(job, first, end, self.executor, self.workers, told)
        except BrokenProcessPool as error:
            raise Lost("a process that played blocks has died (was it out of memory, or killed?)") from error


def checked(name: str) -> str:
    """The name of an engine: `local`, `dask` or `dask:ADDRESS`; UsageError for others."""
    if name in (LOCAL, DASK) or (name.startswith(f"{DASK}:") and len(name) > len(DASK) + 1):
        return name
    raise UsageError(
        f"--engine {name}: there is {LOCAL}, {DASK} (on this machine) and {DASK}:ADDRESS of a scheduler"
    )


@contextmanager
def engine(name: str, work: Work, workers: int) -> Iterator[Engine]:
    """The engine of this name, ready to play; its processes are gone afterwards, a cluster's stay."""
    if checked(name) == LOCAL:
        if workers <= 1:
            ready(work)
            yield Engine(work, None, 1)
            return
        with spread.pool(partial(_ready, work), workers) as executor:
            yield Engine(work, executor, workers)
        return
    with _client(name.partition(":")[2], workers) as client, client.get_executor(pure=False) as executor:
        yield Engine(work, executor, max(1, sum(client.nthreads().values())))


def _ready(work: Work) -> None:
    ready(work)


@contextmanager
def _client(address: str, workers: int) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UsageError('--engine dask needs Dask: pip install "tilewright[dask]"') from error
    if address:
        try:
            client = Client(address, timeout=WAIT)
        except (OSError, ValueError) as error:
            raise UsageError(f"--engine dask:{address}: no scheduler answers there ({error})") from error
        with client:
            yield client
        return
    # One thread each: games are Python and would wait for each other.
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client
