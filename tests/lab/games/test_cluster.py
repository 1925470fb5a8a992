"""Dask clusters of real processes: the same bytes, whatever dies; and workers that would play otherwise are refused."""

from __future__ import annotations

import asyncio
import json
import os
import pkgutil
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.base.version import __version__
from tilewright.core.lab.games import dask, engine
from tilewright.core.lab.games.store import BLOCKS, RunFolder
from tilewright.core.lab.study import play
from tilewright.core.lab.study.crew import Crew
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.simulation import workers

pytest.importorskip("distributed", reason='needs Dask: pip install "tilewright[dask]"')
PATIENCE = 120
"""Seconds that Dask's processes may take to start."""
ROOT = Path(__file__).resolve().parents[3]
ASKED = ComparisonRequest(game="rebirth", b="castle=8", bots="random", metrics=["score", "margin"])


def plan(blocks: int) -> ComparisonPlan:
    return made_of(attrs.evolve(ASKED, blocks=blocks), 5)


def played(
    made: ComparisonPlan, folder: Path, told: Callable[[int], None] = lambda blocks: None, **more: Any
) -> bytes:
    """The bytes of the blocks' file."""
    kept = RunFolder(folder, made, lambda said: None)
    try:
        play.play(made, Crew(store=kept, progress=told, **more))
    finally:
        kept.close()
    return (folder / BLOCKS).read_bytes()


@contextmanager
def started(module: str, *words: str, source: Path | None) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's that finds `tilewright` in this folder; gone afterwards."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"PYTHONPATH": str(source)} if source is not None else {}
    with subprocess.Popen(
        [sys.executable, "-c", BARE if source is None else PLAIN, module, *words, "--host", "127.0.0.1"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


PLAIN = (
    "import runpy, sys; sys.argv[:1] = []; runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
)
BARE = "import sys; sys.modules['tilewright'] = None; " + PLAIN
"""As it is where tilewright has not been installed."""


def worker(address: str, source: Path | None = ROOT / "src") -> Any:
    words = ("--no-nanny", "--nthreads", "1", "--no-dashboard")
    return started("distributed.cli.dask_worker", address, *words, source=source)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler without workers. It chooses the port: one chosen here may be taken by then."""
    told = tmp_path_factory.mktemp("scheduler") / "scheduler.json"
    words = ("--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(told))
    with started("distributed.cli.dask_scheduler", *words, source=ROOT / "src") as running:
        by = time.monotonic() + PATIENCE
        while not (told.exists() and told.read_bytes().rstrip().endswith(b"}")):
            assert running.poll() is None and time.monotonic() < by, "the scheduler has not started"
            time.sleep(0.05)
        yield json.loads(told.read_bytes())["address"]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is started here has the time that it takes to start on a busy machine."""
    monkeypatch.setattr(dask, "WAIT", PATIENCE)


def test_a_cluster_of_others_changes_no_byte_even_if_a_worker_is_killed(
    scheduler: str, tmp_path: Path
) -> None:
    made = plan(60)
    counted: list[int] = []
    with worker(scheduler) as one, worker(scheduler):

        def told(blocks: int) -> None:
            counted.append(blocks)
            if sum(counted) > 10 and one.poll() is None:
                one.kill()
                one.wait()

        there = played(made, tmp_path / "there", told, engine=f"dask:{scheduler}")
        assert one.poll()
    assert there == played(made, tmp_path / "here")


def test_a_cluster_of_our_own_changes_no_byte(tmp_path: Path) -> None:
    made = plan(6)
    assert played(made, tmp_path / "dask", engine="dask", workers=1) == played(made, tmp_path / "here")


def numbers(first: int, count: int) -> list[int]:
    return [*range(first, first + count)]


def broken(first: int, count: int) -> list[int]:
    raise ValueError("the job's own")


@attrs.define
class Ended:
    """A future of Dask's whose worker dies when its result has been fetched."""

    status: str
    found: object

    async def _result(self, raiseit: bool) -> object:
        return self.found


class Dying(Executor):
    """Hands on the result of each job as Dask does; with the first one the worker dies."""

    def __init__(self, dies: bool = True) -> None:
        self.dies = dies

    def submit(self, job: Any, /, *words: Any, **named: Any) -> Future[Any]:
        from distributed.cfexecutor import _cascade_future

        async def hand_on() -> None:
            await _cascade_future(ended, handed)

        try:
            ended = Ended("lost" if self.dies else "finished", job(*words))
        except ValueError as error:
            ended = Ended("error", (type(error), error, error.__traceback__))
        self.dies = False
        handed: Future[Any] = Future()
        asyncio.run(hand_on())
        return handed


@pytest.mark.parametrize("count", (1, 3))
def test_a_result_that_is_mislaid_when_its_worker_dies_is_played_again(count: int) -> None:
    with pytest.raises((ValueError, AttributeError)) as mislaid:
        Dying().submit(numbers, 0, count).result()
    assert dask.mislaid(mislaid.value)
    found = workers.spread(numbers, 0, 9, Dying(), 1, mislaid=dask.mislaid)
    assert list(found) == numbers(0, 9)


def test_an_error_of_the_job_is_not_played_again() -> None:
    with pytest.raises(ValueError, match="the job's own"):
        list(workers.spread(broken, 0, 9, Dying(False), 1, mislaid=dask.mislaid))


@pytest.mark.skipif(os.name != "posix", reason="a process is stopped")
def test_a_worker_that_is_stopped_is_not_waited_for_and_one_that_is_gone_ends_the_run(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks that were played are kept."""
    from distributed import Client

    made = plan(10_000)
    with worker(scheduler) as only:
        with Client(scheduler, timeout=PATIENCE) as client:
            client.wait_for_workers(1, timeout=PATIENCE)
            assert dask.threads(client) == 1
            only.send_signal(signal.SIGSTOP)
            with monkeypatch.context() as patched, pytest.raises(dask.Lost, match="has not answered for 1 s"):
                patched.setattr(dask, "ANSWER", 1)
                dask.fit(client, made.work(""))
            only.send_signal(signal.SIGCONT)

        def told(blocks: int) -> None:
            if blocks and (tmp_path / BLOCKS).stat().st_size:
                only.kill()

        monkeypatch.setattr(dask, "MISSED", 1)
        monkeypatch.setattr(workers, "PULSE", 0.2)
        with pytest.raises(engine.Lost, match="the cluster has had no worker for 1 s"):
            played(made, tmp_path, told, engine=f"dask:{scheduler}")
    lines = (tmp_path / BLOCKS).read_bytes().splitlines()
    assert [json.loads(line)["block"] for line in lines] == [*range(len(lines))] and lines


# -- who is refused --------------------------------------------------------------------------------------------------


def copied(folder: Path) -> Path:
    """A copy of our own source with other data of Rebirth."""
    if not (ROOT / "src").is_dir():
        pytest.skip("needs the sources, not a wheel")
    skipped = shutil.ignore_patterns("__pycache__", ".*")
    for room in ("src", "core", "games", "data"):
        shutil.copytree(ROOT / room, folder / room, ignore=skipped, symlinks=True)
    (folder / "pyproject.toml").write_text("")
    box = folder / "data" / "rebirth" / "box.yaml"
    text = box.read_text("utf-8")
    assert "source: 004" in text
    box.write_text(text.replace("source: 004", "source: 005", 1), "utf-8")
    return folder / "src"


OTHERS = {
    "no tilewright": "it cannot import tilewright",
    "other data": "A: the data is [0-9a-f]{16} there",
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_worker_that_would_play_otherwise_is_refused(other: str, scheduler: str, tmp_path: Path) -> None:
    said = OTHERS[other]
    source = copied(tmp_path / "copy") if other == "other data" else None
    refused = pytest.raises(UsageError, match=rf"the worker tcp://\S+ would not play the same games: {said}")
    with worker(scheduler, source), refused:
        played(plan(3), tmp_path / "out", engine=f"dask:{scheduler}")
    assert not (tmp_path / "out" / BLOCKS).read_bytes()


def test_one_that_joins_in_mid_run_is_looked_at_as_well(tmp_path: Path) -> None:
    work = plan(3).work(str(tmp_path))
    wanted = dask.likeness(work)
    dask.same(work, wanted)
    with pytest.raises(
        dask.Unlike, match=r"a worker would not play the same games: code is .* there and x here"
    ):
        dask.same(work, wanted | {"code": "x"})


def test_bots_of_files_must_be_the_same(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "class Bot:\n"
        "    def __init__(self, rules): pass\n"
        "    def choose(self, view, stream): return stream.pick(view.legal())\n"
    )
    work = made_of(attrs.evolve(ASKED, bots=f"{mine}:Bot!one-step", blocks=3), 5).work("")
    wanted = dask.likeness(work)
    mine.write_text(mine.read_text() + "\n")
    assert dask.unlike(work, wanted).startswith(f"bot {mine}:Bot")
    mine.unlink()
    assert "mine.py" in dask.unlike(work, wanted)


# -- nobody there ----------------------------------------------------------------------------------------------------


def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "WAIT", 1)
    begun = time.monotonic()
    with (
        pytest.raises(
            UsageError, match=r"^--engine dask:127.0.0.1:1: no scheduler answers there \(within 1 s\)"
        ),
        engine.engine("dask:127.0.0.1:1", plan(3).work("."), 1),
    ):
        pass
    assert time.monotonic() - begun < 25, "Dask alone would try for 30 s"


def test_a_scheduler_without_workers(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client

    wait = Client.wait_for_workers
    monkeypatch.setattr(Client, "wait_for_workers", lambda client, count, timeout: wait(client, count, 0.5))
    with (
        pytest.raises(UsageError, match="the scheduler there has no workers; start some: dask worker tcp://"),
        engine.engine(f"dask:{scheduler}", plan(3).work("."), 1),
    ):
        pass


@attrs.define(kw_only=True)
class Answering:
    """A client of whose workers some are lost by the time they are asked."""

    lost: Sequence[str] = ()
    version: str = __version__

    def run(
        self, function: Callable[..., Any], *words: Any, on_error: str, callback_timeout: float
    ) -> dict[str, Any]:
        from distributed.comm import CommClosedError

        here = self.version if function is pkgutil.resolve_name else function(*words)
        return {name: CommClosedError("gone") if name in self.lost else here for name in ("one", "two")}


def test_a_worker_of_another_version_is_refused() -> None:
    refused = r"the worker one would not play the same games: tilewright is 9\.\S+ there and \d"
    with pytest.raises(dask.Unlike, match=refused):
        dask.fit(Answering(version=f"9.{__version__}"), plan(2).work(""))


def test_a_worker_that_is_lost_before_the_first_block_is_left_out() -> None:
    work = plan(2).work("")
    assert dask.fit(Answering(lost=["one"]), work) == dask.likeness(work)
    with pytest.raises(dask.Lost, match="before the first block"):
        dask.fit(Answering(lost=["one", "two"]), work)
