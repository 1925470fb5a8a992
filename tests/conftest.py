"""Options of the long soak: `pytest -m soak tests/soak --soak-hours 2 --soak-seed 7`. See tests/soak/test_soak.py.

What costs every process of a run is here, too: threads for arithmetic, the search for garbage, waiting for the disk.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# As core/lab/__init__.py does, but before any test imports numpy: the processes of a parallel run share the cores, and
# threads that wait for one another cost more than half of the time of all tests that calculate.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Examples of a property may take as long as they take: a loaded machine breaks no property.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """What the owner of a box has put in place on this machine, their saved games, and what they have played before,
    change no test; neither does what another test has played."""
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    folder = os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="tilewright-tests-")
    os.environ["TILEWRIGHT_ANEW"] = "1"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m quick`, files without that mark are not imported: collecting all tests takes half a minute of CPU."""
    if config.option.markexpr != "quick" or not collection_path.name.startswith("test_"):
        return None
    return "mark.quick" not in collection_path.read_text("utf-8") or None


def pytest_collection_finish() -> None:
    """What is there before the first test stays: half a million objects need not be searched for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)


@pytest.fixture(scope="session", autouse=True)
def disk() -> Iterator[None]:
    """No record waits for the disk: no test cuts the power, and a process that is killed loses nothing that is written.

    Tests of when the disk is waited for set `os.fsync` themselves; the processes that tests start wait as always.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            os, "fsync", lambda descriptor: os.fstat(descriptor) and None
        )  # an error if it is closed
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    soak = parser.getgroup("soak", "the long soak of random games (-m soak)")
    soak.addoption("--soak-hours", type=float, metavar="H", help="play for so many hours in all")
    soak.addoption(
        "--soak-games", type=int, default=5000, metavar="N", help="without hours: games of each game"
    )
    soak.addoption(
        "--soak-seed", type=int, default=1, metavar="N", help="the seed of everything that is drawn"
    )
    soak.addoption(
        "--soak-only", metavar="GAME:N", help="play only this game (or A-B), which has failed before"
    )


@pytest.fixture(scope="module", autouse=True)
def places() -> Iterator[None]:
    """Games of others that a test has made known (`testing.register`) are unknown to the tests of other files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path])
        yield
