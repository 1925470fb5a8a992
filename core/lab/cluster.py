"""A Dask cluster that plays blocks: on this machine or elsewhere, and only with what would give the same bytes."""

from __future__ import annotations

import logging
import pkgutil
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..bots import parted
from ..errors import TilewrightError, UsageError
from ..plugins import found
from ..spread import deaf
from . import block
from .block import Work

WAIT = 10
"""Seconds for a scheduler to answer, and for its first worker to be there."""
MISSED = 30
"""Seconds without any worker, or without the scheduler, after which nobody waits for them any longer."""


class Lost(TilewrightError):
    """Processes that played have died; what was finished before is not lost."""


class Unlike(UsageError):
    """A worker would not play the same games: it has another tilewright, other rules, data or bots."""


@contextmanager
def cluster(address: str, workers: int) -> Iterator[Any]:
    """A client of the scheduler there, or of a new cluster on this machine, with one worker at least."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UsageError('--engine dask needs Dask: pip install "tilewright[dask]"') from error
    with _silence():
        if not address:
            with ExitStack() as opened:
                with deaf():
                    # One thread each: games are Python and would wait for each other.
                    started = opened.enter_context(
                        LocalCluster(
                            n_workers=workers,
                            threads_per_worker=1,
                            processes=True,
                            dashboard_address=None,
                            # Without a dashboard it still listens; not where another cluster may.
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
    """Lost connections are told by us, in one sentence, and not by Dask's loggers."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def likeness(work: Work) -> dict[str, str]:
    """All of this process that decides what the work gives, by name: versions, and digests of code, data and bots."""
    told = {
        "tilewright": _version(),
        "Python": ".".join(platform.python_version_tuple()[:2]),
    }
    for side in work.sides:
        rules = side.variant.rules()
        name = side.variant.name
        told[f"{name}: the game"] = f"{rules.game.name} {rules.game.version}"
        told[f"{name}: the data"] = rules.data_digest
        told[f"{name}: the rules"] = rules.option_hash
    for text in sorted({text for cast in work.casts for text in cast}):
        name, _ = parted(text)
        path, colon, _ = name.rpartition(":")
        if colon and path.endswith(".py"):
            told[f"bot {text}"] = sha256(Path(path).read_bytes()).hexdigest()[:16]
        else:
            plugin = found("bot").get(name.split(":")[0])
            told[f"bot {text}"] = plugin.source if plugin is not None else "not there"
    # Last, for it says least about what to mend.
    return told | {"code": _code()}


def _version() -> str:
    from tilewright import __version__

    return __version__


@cache
def _code() -> str:
    """Of our own Python files: a checkout may have changed while its version has not."""
    digest = sha256()
    for room in ("core", "games"):
        top = Path(str(files("tilewright").joinpath(room)))
        for path in sorted(top.rglob("*.py")):
            digest.update(path.relative_to(top).as_posix().encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def unlike(work: Work, wanted: dict[str, str]) -> str:
    """What of this process is not as wanted, in words; "" where all is."""
    try:
        here = likeness(work)
    except (TilewrightError, OSError) as error:
        return str(error)
    for name, value in wanted.items():
        if here.get(name) != value:
            return f"{name} is {here.get(name)} there and {value} here"
    return ""


_SAME: list[tuple[Work, dict[str, str]]] = []
"""The work that this process was last found fit for."""


def rows(work: Work, wanted: dict[str, str], first: int, count: int) -> list[dict[str, Any]]:
    """The rows of some blocks, if this process is as wanted; `Unlike` if not. Workers may join in mid-run."""
    if (work, wanted) not in _SAME:
        if said := unlike(work, wanted):
            raise Unlike(_refused("a worker", said))
        _SAME[:] = [(work, wanted)]
    return block.rows(work, first, count)


def fit(client: Any, work: Work) -> dict[str, str]:
    """What every worker has, which is what this process has; `Unlike` names one that has not."""
    # First by what any Python has: where tilewright is missing or another, our own functions may be, too.
    versions = client.run(pkgutil.resolve_name, "tilewright:__version__", on_error="return")
    for worker, version in versions.items():
        if isinstance(version, ImportError):
            raise Unlike(_refused(f"the worker {worker}", f"it cannot import tilewright ({version})"))
        if version != _version():
            raise Unlike(
                _refused(f"the worker {worker}", f"tilewright is {version} there and {_version()} here")
            )
    wanted = likeness(work)
    for worker, said in client.run(unlike, work, wanted, on_error="return").items():
        if said:
            raise Unlike(_refused(f"the worker {worker}", str(said)))
    return wanted


def _refused(who: str, said: str) -> str:
    return f"{who} would not play the same games: {said}; install the same there, then start it again"


def watched(client: Any) -> Callable[[], None]:
    """What is to be called while nothing comes back; raises `Lost` when nobody has been there for long."""
    since: list[float] = []

    def look() -> None:
        try:
            there = client.status == "running" and bool(client.nthreads())
        except Exception:  # whatever a broken connection gives
            there = False
        if there:
            since.clear()
            return
        since[:] = since or [time.monotonic()]
        if time.monotonic() - since[0] > MISSED:
            raise Lost(f"for {MISSED} s no worker of the cluster has been there")

    return look


def told(error: Exception) -> Exception:
    """What went wrong on a cluster as the person who asked for it can use it."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return Lost(
            "workers that played the same blocks have died again and again (were they out of memory?)"
        )
    if isinstance(error, ImportError | OSError) and not isinstance(error, TilewrightError):
        return Lost(f"a worker of the cluster cannot play: {type(error).__name__}: {error}")
    return error
