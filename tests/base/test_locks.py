"""One holder of a lock at a time, on each system."""

from __future__ import annotations

import errno
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tilewright.core.base import locks

OTHER = """
import sys
from tilewright.core.base.locks import locked
file = open(sys.argv[1], "rb")
print(locked(file), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., bool]]:
    """The function as it is on Windows, where a byte at the position of the file is locked and cannot be read."""
    held: set[tuple[int, int]] = set()

    def locking(descriptor: int, mode: int, count: int) -> None:
        place = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        if place in held:
            raise PermissionError(errno.EACCES, "Permission denied")
        held.add(place)

    msvcrt = ModuleType("msvcrt")
    vars(msvcrt).update(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("locks_of_windows", str(locks.__file__))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.undo()
    yield module.locked
    assert all(position > 1 << 30 for _, position in held), "where nobody reads"


def test_windows_locks_a_byte_behind_the_file(windows: Callable[..., bool], tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(b"0123456789")
    with open(path, "r+b", buffering=0) as one, open(path, "rb") as two:
        one.seek(3)
        assert windows(one) and not windows(two.fileno())
        assert (one.tell(), one.read(2), two.read(2)) == (3, b"34", b"01")
    assert path.stat().st_size == 10


@pytest.mark.skipif(os.name != "posix", reason="a process is killed")
def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.touch()
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "True\n"
        with open(path, "rb") as file:
            assert not locks.locked(file)
            if os.path.exists("/proc/locks"):
                assert locks.holder(file).startswith(f" (process {process.pid}: {sys.executable} -c")
            process.kill()
            process.wait()
            assert locks.locked(file) and str(process.pid) not in locks.holder(file)
        with open(path, "rb") as one, open(path, "rb") as two:
            assert locks.locked(one) and not locks.locked(two)
    assert [one.name for one in tmp_path.iterdir()] == ["record"]
