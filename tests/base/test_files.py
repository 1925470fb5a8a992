"""What is written is whole, and waits for no reader of a pipe; names of devices."""

from __future__ import annotations

import io
import os
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from tilewright.core.base import files
from tilewright.core.base.errors import UsageError
from tilewright.core.base.files import flushed


class Slow(io.FileIO):
    def write(self, data: object) -> int:
        return super().write(bytes(data)[:3])  # type: ignore[call-overload]


def test_a_file_that_takes_a_little_at_once(tmp_path: Path) -> None:
    with Slow(tmp_path / "slow", "w") as file:
        flushed(file, b"0123456789")
    assert (tmp_path / "slow").read_bytes() == b"0123456789"


@pytest.mark.skipif(os.name != "posix", reason="there are no such pipes")
def test_a_pipe_is_written_if_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices and pipes stay what they are; nothing is made in their place."""
    pipe, found = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="nothing reads from it"):
        files.put(pipe, "text")
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    whole = b"0123456789" * 100_000
    while reader.is_alive():
        try:
            files.put(pipe, whole, fresh=True)
        except UsageError:  # it has not been opened yet
            time.sleep(0.01)
        else:
            reader.join(20)
    assert found == [whole]
    monkeypatch.setattr(files, "WAIT", 0.1)
    idle = os.open(pipe, os.O_RDWR)
    with pytest.raises(UsageError, match=r"has taken nothing for 0\.1 seconds"):
        files.put(pipe, whole)
    os.close(idle)
    files.put("/dev/null", whole)
    with pytest.raises(UsageError, match="is a pipe"):
        files.replace(pipe, "text")
    with pytest.raises(UsageError, match="is a device"):
        files.replace("/dev/null", "text")


RESERVED = (
    "CON",
    "con.jsonl",
    "Aux.tar.gz",
    "nul .txt",
    "LPT1",
    "com¹.x",
    "conin$",
    "PRN ",
    "game.",
    "game ",
)


@pytest.mark.parametrize("name", RESERVED)
def test_names_that_lose_what_is_written_on_windows_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for make in (
        files.created,
        files.folder,
        partial(files.put, content=""),
        partial(files.replace, content=""),
    ):
        with pytest.raises(UsageError, match="cannot be the name of a new file"):
            make(path)
    with pytest.raises(UsageError, match="cannot be the name of a new file"):
        os.close(files.ordinary(str(path), os.O_WRONLY | os.O_CREAT))
    assert not [*tmp_path.iterdir()]
    files.put(tmp_path / "console.aux", "")
