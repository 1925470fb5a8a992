"""Processes that play games end with the one that started them, however it ends, and when nobody wants more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path

import pytest

from tilewright.core.simulation.workers import pool, spread

from ..cases import cases
from ..outside.programs import alive

PARENT: str = cases(__file__, "parent")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at /proc")
def test_workers_do_not_outlive_whoever_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "parent.py"
    path.write_text(PARENT, "utf-8")
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, path], capture_output=True, text=True, env=found, timeout=45)
    workers = [int(pid) for pid in ran.stdout.split()]
    assert len(workers) == 2 and ran.returncode < 0, ran.stderr
    end = time.monotonic() + 20
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < end, "still there"
        time.sleep(0.05)


def test_nobody_waits_for_what_is_no_longer_wanted() -> None:
    with pool(partial(print, end=""), 2) as executor:
        busy = [executor.submit(time.sleep, 100_000) for _ in range(3)]
    assert all(
        one.done() for one in busy
    )  # cancelled or broken: with its process gone, none of them sleeps on


class Struck(Executor):
    """Receives Ctrl-C in the middle of each submission."""

    def __init__(self) -> None:
        self.begun = self.whole = 0

    def submit(self, fn: object, /, *args: object, **kwargs: object) -> Future[object]:  # type: ignore[override]
        self.begun += 1
        signal.raise_signal(signal.SIGINT)
        self.whole += 1
        return Future()


def test_ctrl_c_does_not_leave_a_job_half_submitted() -> None:
    """What Dask submits complains when it is deleted half made."""
    executor = Struck()
    # Shells have Ctrl-C ignored in the background of a script.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(spread(lambda first, count: [first], 0, 9, executor, 2))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert executor.begun == executor.whole == 1


SCRIPT = """
from tilewright.core.simulation.games import SimulationPlan, run

print(len([*run(SimulationPlan(game="rebirth", games=30), workers=2)]))
"""


def test_a_script_without_a_guard_may_have_workers(tmp_path: Path) -> None:
    """Its processes do not run it once more."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT, "utf-8")
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, path], capture_output=True, text=True, env=found, timeout=120)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "30\n", "")
