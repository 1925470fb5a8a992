"""What is written is whole; reading says what is no text; writing waits for no pipe; names of devices."""

from __future__ import annotations

import io
import os
from functools import partial
from pathlib import Path

import pytest

from tilewright.core.base import files
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.base.files import decode, flushed


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
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="nothing reads from it"):
        files.put(pipe, "text")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    files.put(pipe, "text", fresh=True)
    assert os.read(reader, 99) == b"text"
    monkeypatch.setattr(files, "WAIT", 0.1)
    with pytest.raises(UsageError, match=r"has taken nothing for 0\.1 seconds"):
        files.put(pipe, bytes(1 << 20))
    os.close(reader)
    files.put("/dev/null", "text")
    with pytest.raises(UsageError, match="is a pipe"):
        files.replace(pipe, "text")
    with pytest.raises(UsageError, match="is a device"):
        files.replace("/dev/null", "text")


RESERVED = ("CON", "con.jsonl", "Aux.tar.gz", "nul .txt", "LPT1", "com¹.x", "conin$", "game.", "game ")


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


def test_bytes_that_are_no_text_are_placed() -> None:
    for data in (b"", b"a", b"\0", b"\0\0", b"ab", b"\xef\xbb\xbfab\x1a", "é\0".encode()):
        assert decode(data, "a") == data.decode().removeprefix("\ufeff").removesuffix("\x1a")
    for data in (b"a\0", b"\0a", b"\xff\xfea", b"\xfe\xffa"):
        with pytest.raises(InvalidFile, match=r"^a:1:1: it was saved as UTF-16; save it as UTF-8"):
            decode(data, "a")
    for data, place in (
        (b"\xff", "1:1"),
        (b"a\xff", "1:2"),
        (b"a\n\xff", "2:1"),
        ("\né\ne".encode() + b"\xe9", "3:2"),
    ):
        with pytest.raises(InvalidFile, match=f"^a:{place}: byte 0x{data[-1]:02x} is not UTF-8 text"):
            decode(data, "a")


def test_a_folder_may_have_as_many_entries_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    assert sorted(entry.name for entry in files.walk(tmp_path, 3)) == ["file", "in", "link"]
    with pytest.raises(UsageError, match=r"has more than 2 entries"):
        list(files.walk(tmp_path, 2))
