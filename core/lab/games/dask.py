"""Blocks played on a Dask cluster, on this machine or elsewhere; workers that would give other results are refused."""

from __future__ import annotations

import logging
import pkgutil
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from traceback import walk_tb
from typing import Any

from ...base.errors import TilewrightError, UsageError, install
from ...base.version import __version__
from ...simulation.workers import Lost as Lost
from ...simulation.workers import without_interrupts
from . import code_digests
from .block import BlockWork

WAIT = 10
"""Seconds to wait for a scheduler to answer, and for its first worker."""
ANSWER = 120
"""Seconds in which each worker must answer before the first block."""
MISSED = 30
"""Seconds without any worker, or without the scheduler, after which the run gives up."""


class Unlike(UsageError):
    """A worker would play other games: its tilewright, rules, data or bots differ."""


@contextmanager
def cluster(address: str, workers: int) -> Iterator[Any]:
    """Connect to the scheduler at the address, or start a cluster on this machine; there is at least one worker."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UsageError(f"--engine dask needs Dask:{install('dask')}") from error
    with _silence():
        if not address:
            with ExitStack() as opened:
                with without_interrupts():
                    # One thread each: games are Python and would wait for each other.
                    started = opened.enter_context(
                        LocalCluster(
                            n_workers=workers,
                            threads_per_worker=1,
                            processes=True,
                            dashboard_address=None,
                            # Even without a dashboard it listens on a port, which must not be another cluster's.
                            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                            silence_logs=logging.CRITICAL,
                        )
                    )
                    client = opened.enter_context(Client(started))
                yield client
            return
        try:
            client = Client(address, timeout=WAIT)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"--engine dask:{address}: no scheduler answers there (within {WAIT} s); "
                "is it running, and is the address the one that it printed (tcp://HOST:PORT)?"
            ) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=WAIT)
            except TimeoutError as error:
                raise UsageError(
                    f"--engine dask:{address}: the scheduler there has no workers; "
                    f"start some: dask worker {address} --nthreads 1"
                ) from error
            yield client


@contextmanager
def _silence() -> Iterator[None]:
    """Silence Dask's loggers: we report lost connections ourselves, in one sentence."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def likeness(work: BlockWork) -> dict[str, str]:
    """Return everything in this process that decides the results, by name: versions, digests of code, data and bots."""
    made_with = {
        "tilewright": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
    }
    every = [side.variant.rules() for side in work.sides]
    for side, rules in zip(work.sides, every, strict=True):
        said = code_digests.of_rules(rules)
        made_with |= {f"{side.variant.name}: {what}": value for what, value in said.items()}
    played = {text for side in work.sides for texts in work.bots(side) for text in texts.values()}
    made_with |= {f"bot {text}": code_digests.of_bot(text, every) for text in sorted(played)}
    # Last, because it says least about what to fix.
    return made_with | {"code": code_digests.ours()}


def unlike(work: BlockWork, wanted: dict[str, str]) -> str:
    """Return in words the first difference between this process and `wanted`; "" if they agree."""
    try:
        here = likeness(work)
    except (TilewrightError, OSError) as error:
        return str(error)
    for name, value in wanted.items():
        if here.get(name) != value:
            return f"{name} is {here.get(name)} there and {value} here"
    return ""


_SAME: list[tuple[BlockWork, dict[str, str]]] = []
"""The work for which this process was last checked."""


def same(work: BlockWork, wanted: dict[str, str]) -> None:
    """Raise `Unlike` if this process differs. Workers may join in mid-run, so each is checked before it plays."""
    if (work, wanted) not in _SAME:
        if said := unlike(work, wanted):
            raise Unlike(_refused("a worker", said))
        _SAME[:] = [(work, wanted)]


def fit(client: Any, work: BlockWork) -> dict[str, str]:
    """Check that every worker is like this process and return its likeness; `Unlike` names a worker that is not.

    A worker that is lost meanwhile does not count, since others play its blocks; `Lost` if all are.
    """
    # First with what any Python has: if tilewright is missing or differs there, so may our own functions.
    for worker, version in _asked(client, pkgutil.resolve_name, "tilewright:__version__"):
        if isinstance(version, ImportError):
            raise Unlike(_refused(f"the worker {worker}", f"it cannot import tilewright ({version})"))
        if version != __version__:
            raise Unlike(
                _refused(f"the worker {worker}", f"tilewright is {version} there and {__version__} here")
            )
    wanted = likeness(work)
    for worker, said in _asked(client, unlike, work, wanted):
        if said:
            raise Unlike(_refused(f"the worker {worker}", str(said)))
    return wanted


def _asked(client: Any, what: Callable[..., object], *words: object) -> list[tuple[str, Any]]:
    """Return what the function gives in each worker that is still there. Only a lost connection gives an OSError."""
    try:
        answers = client.run(what, *words, on_error="return", callback_timeout=ANSWER)
    except TimeoutError as error:
        raise Lost(f"a worker of the cluster has not answered for {ANSWER} s (was it stopped?)") from error
    found = [(worker, answer) for worker, answer in answers.items() if not isinstance(answer, OSError)]
    if not found:
        raise Lost("all workers of the cluster were lost before the first block")
    return found


def threads(client: Any) -> int:
    """Return the number of threads of all workers; `Lost` if the scheduler does not answer."""
    try:
        return sum(client.sync(client.scheduler.ncores, workers=None, callback_timeout=WAIT).values())
    except TimeoutError as error:
        raise Lost(f"the scheduler of the cluster has not answered for {WAIT} s") from error


def _refused(who: str, said: str) -> str:
    return f"{who} would not play the same games: {said}; install the same there, then start it again"


def watched(client: Any) -> Callable[[], None]:
    """Return a function to call while no results arrive; it raises `Lost` if no worker has been there for long."""
    since: list[float] = []

    def look() -> None:
        try:
            there = client.status == "running" and bool(threads(client))
        except Exception:  # a broken connection may raise anything
            there = False
        if there:
            since.clear()
            return
        since[:] = since or [time.monotonic()]
        if time.monotonic() - since[0] > MISSED:
            raise Lost(f"the cluster has had no worker for {MISSED} s")

    return look


def mislaid(error: Exception) -> bool:
    """True if a job has succeeded, but Dask reads its result as an error, since the worker died just then.

    Dask asks how a job has ended after it has fetched the result, and takes the result apart as if it were an error
    if that is lost by now (`distributed.cfexecutor`). An error of the job has its own place in the traceback last.
    """
    *_, (frame, _) = walk_tb(error.__traceback__)
    return frame.f_globals.get("__name__") == "distributed.cfexecutor"


def translated(error: Exception) -> Exception:
    """Translate an error of the cluster into one that the user can act on."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return Lost("the workers that played these blocks died again and again (were they out of memory?)")
    if isinstance(error, ImportError | OSError) and not isinstance(error, TilewrightError):
        return Lost(f"a worker of the cluster cannot play: {type(error).__name__}: {error}")
    return error
