"""Files that a user or another file names: read whole, and only if they are ordinary files of a sensible size.

Devices and pipes are never opened for reading: that could block for ever.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, TypeVar

from .errors import UsageError
from .limits import FILES, TEXT

T = TypeVar("T")

KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}


def content(path: str | Path, name: str | None = None, *, most: int = TEXT) -> bytes:
    """The bytes of the file, which is called `name` in messages.

    UsageError if it cannot be read, is not an ordinary file, or has more than `most` bytes.
    """
    found = beginning(path, most + 1, name)
    if len(found) > most:
        raise UsageError(f"{name or path} is too large: such a file has at most {most >> 20} MB")
    return found


def walk(folder: str | Path, most: int = FILES) -> Iterator[os.DirEntry[str]]:
    """Every entry below a folder, one by one, without following links. UsageError for more entries than `most`."""
    waiting, count = [str(folder)], 0
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    count += 1
                    if count > most:
                        raise UsageError(f"{folder} has more than {most} entries; name a smaller folder")
                    yield entry
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError as error:
            raise UsageError(f"{folder} cannot be read: {error.strerror or error}") from error


def ends(path: str | Path, first: int, last: int, name: str | None = None) -> tuple[bytes, bytes]:
    """The first and the last bytes of the file, at most so many. UsageError as for `content`."""
    return _read(path, name or str(path), lambda file: (file.read(first), _tail(file, last)))


def _tail(file: BinaryIO, size: int) -> bytes:
    file.seek(max(0, os.fstat(file.fileno()).st_size - size))
    return file.read(size)


def beginning(path: str | Path, size: int, name: str | None = None) -> bytes:
    """The first `size` bytes of the file, or all if there are fewer. UsageError as for `content`."""
    return _read(path, name or str(path), lambda file: file.read(size))


def _read(path: str | Path, said: str, read: Callable[[BinaryIO], T]) -> T:
    """Return what `read` makes of the file, which is open only meanwhile."""
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise UsageError(f"{said} is {KINDS.get(stat.S_IFMT(mode), 'no ordinary file')}; name a file")
        with open(path, "rb") as file:
            return read(file)
    except OSError as error:
        raise UsageError(f"{said} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a name with a zero byte
        raise UsageError(f"{said!r} cannot be the name of a file: {error}") from error


def replace(path: str | Path, text: str) -> None:
    """Put the text into the file, in place of any that is there. Readers get the old or the new one whole.

    UsageError if it cannot be written.
    """
    target = Path(path)
    new = ""
    try:
        # The name is random and the file is new, so no link that others have placed is followed.
        handle, new = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(new, 0o644)
        os.replace(new, target)
    except OSError as error:
        if new:
            with suppress(OSError):
                os.unlink(new)
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
