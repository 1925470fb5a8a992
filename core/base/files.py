"""Files that a user or another file names: read whole, and only if they are ordinary files of a sensible size.

This is the one place where such a file is opened. Devices, pipes and sockets never are: that could block for ever.
Whether there is a file is asked with `os.path.isfile` and its like, which answer for every name; `Path.is_file` raises
for one that is too long.
"""

from __future__ import annotations

import errno
import os
import re
import select
import stat
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from .errors import InvalidFile, Problem, UsageError
from .limits import FILES, TEXT

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")

KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}
WAITLESS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Flags with which opening waits for nothing."""
WAIT = 10.0
"""Seconds that the reader of a pipe has for each part of what is written."""
DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?|.*[. ]", re.IGNORECASE | re.DOTALL
)
"""Names that Windows gives to devices, with any ending, and those that it changes: no new file can have them."""


def content(path: str | Path | Traversable, name: str | None = None, *, most: int = TEXT) -> bytes:
    """The bytes of the file, which is called `name` in messages.

    UsageError if it cannot be read, is not an ordinary file, or has more than `most` bytes.
    """
    if not isinstance(path, (str, Path)):  # of an installed package, which may be an archive
        return path.read_bytes()
    found = beginning(path, most + 1, name)
    if len(found) > most:
        raise UsageError(f"{name or path} is too large: such a file has at most {most >> 20} MB")
    return found


def text(path: str | Path | Traversable, name: str | None = None, *, most: int = TEXT) -> str:
    """The text of the file. UsageError as for `content`, InvalidFile as for `decode`."""
    return decode(content(path, name, most=most), name or str(path))


def unmarked(data: bytes) -> bytes:
    """The bytes of a text without what editors and old systems add to it: a byte order mark, the Ctrl-Z of DOS.

    ValueError for UTF-16, UTF-32 and gzip, with what to do.
    """
    if data.startswith(b"\x1f\x8b"):
        raise ValueError("it is packed with gzip; unpack it first")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(data) > 1 and (data[0] == 0) != (data[1] == 0)):
        raise ValueError("it was saved as UTF-16; save it as UTF-8")
    return data.removeprefix(BOM_UTF8).removesuffix(b"\x1a")


def opening(path: str | Path, size: int) -> bytes:
    """The first bytes of a text in the file, without what may stand before it. UsageError as for `content`."""
    return beginning(path, size + 64).removeprefix(BOM_UTF8).lstrip()[:size]


def decode(data: bytes, file: str) -> str:
    """`data` as text, `unmarked`. InvalidFile names the first byte that is not UTF-8."""
    try:
        data = unmarked(data)
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        said = f"byte 0x{data[error.start]:02x} is not UTF-8 text; save the file as UTF-8"
        raise InvalidFile([Problem(file, line, column, "", said)]) from None
    except ValueError as error:
        raise InvalidFile([Problem(file, 1, 1, "", str(error))]) from None


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
            raise UsageError(f"{folder} cannot be read: {reason(error)}") from error


def ends(path: str | Path, first: int, last: int, name: str | None = None) -> tuple[bytes, bytes]:
    """The first and the last bytes of the file, at most so many. UsageError as for `content`."""
    return _read(path, name or str(path), lambda file: (_first(file, first), _tail(file, last)))


def _first(file: BinaryIO, size: int) -> bytes:
    """Read so many bytes, with room for those that are there. Files of the system have a size of 0."""
    found = b""
    while part := file.read(min(size - len(found), max(os.fstat(file.fileno()).st_size, 1 << 16))):
        found = found + part if found else part
    return found


def _tail(file: BinaryIO, size: int) -> bytes:
    file.seek(max(0, os.fstat(file.fileno()).st_size - size))
    return file.read(size)


def beginning(path: str | Path, size: int, name: str | None = None) -> bytes:
    """The first `size` bytes of the file, or all if there are fewer. UsageError as for `content`."""
    return _read(path, name or str(path), lambda file: _first(file, size))


def _read(path: str | Path, said: str, read: Callable[[BinaryIO], T]) -> T:
    """Return what `read` makes of the file, which is open only meanwhile."""
    try:
        with open(path, "rb", opener=partial(ordinary, said=said)) as file:
            return read(file)
    except OSError as error:
        raise UsageError(f"{said} cannot be read: {reason(error)}") from error
    except ValueError as error:  # a name with a zero byte
        raise UsageError(f"{said!r} cannot be the name of a file: {error}") from error


def _ordinary(found: os.stat_result, said: str) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise UsageError(
            f"{said} is {KINDS.get(stat.S_IFMT(found.st_mode), 'no ordinary file')}; name a file"
        )


def ordinary(path: str, flags: int, said: str = "") -> int:
    """Open an ordinary file, or a new one for its user alone, as the `opener` of `open`. UsageError for anything else.

    It never waits.
    """
    try:
        _ordinary(os.stat(path), said or path)
    except FileNotFoundError:
        nameable(path)
    descriptor = os.open(path, flags | WAITLESS, 0o600)
    try:
        _ordinary(os.fstat(descriptor), said or path)  # another one may have taken its place
    except UsageError:
        os.close(descriptor)
        raise
    return descriptor


def real(path: str | Path) -> str:
    """The path without links. UsageError if no file can have it."""
    try:
        return os.path.realpath(path)
    except ValueError as error:  # a zero byte
        raise UsageError(f"{str(path)!r} cannot be the name of a file: {error}") from error


def reason(error: OSError) -> str:
    """Why a file cannot be read or written, in words. A name that is too long for a file is the name of none."""
    if error.errno == errno.ENAMETOOLONG:
        return "no such file; the name is too long for one"
    if error.errno == errno.ENXIO:
        return "nothing reads from it"
    return error.strerror or str(error)


def nameable(path: str | Path) -> None:
    """Raise UsageError for the name of a device of Windows: there a record would be written to nowhere."""
    if DEVICES.fullmatch(name := Path(path).name):
        raise UsageError(f"'{name}' cannot be the name of a new file on every system; choose another name")


def created(path: str | Path, *, private: bool = True) -> FileIO:
    """Make the file, which only its user can read if it is private, and open it.

    OSError if there is one already, UsageError if it is not `nameable`.
    """
    nameable(path)
    return open(
        os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | WAITLESS, _mode(private)), "r+b", buffering=0
    )


def _mode(private: bool) -> int:
    return 0o600 if private else 0o666


def put(path: str | Path, content: str | bytes, *, private: bool = False, fresh: bool = False) -> None:
    """Write what a person wants in this file: a new one or, unless it must be `fresh`, in place of what one holds.

    It may also be a device, or a pipe that is read. UsageError says why it cannot be written.
    """
    data = memoryview(content.encode() if isinstance(content, str) else content)
    try:
        if os.path.isfile(path) or not os.path.exists(path):
            nameable(path)
            flags = os.O_CREAT | (os.O_EXCL if fresh else os.O_TRUNC)
        else:
            flags = 0
        with open(os.open(path, os.O_WRONLY | flags | WAITLESS, _mode(private)), "wb", buffering=0) as file:
            while data:
                written = file.write(data)
                if written is None and not select.select([], [file], [], WAIT)[1]:
                    raise OSError(errno.EAGAIN, f"what reads from it has taken nothing for {WAIT:g} seconds")
                data = data[written or 0 :]
    except FileExistsError:
        raise UsageError(f"{path} is there already; choose another name") from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte, or half a letter
        why = reason(error) if isinstance(error, OSError) else error
        raise UsageError(f"{path} cannot be written: {why}") from error


def folder(path: str | Path) -> list[Path]:
    """Make the folder, and those above it, for its user alone; return those that were missing. OSError as for mkdir."""
    real(path)
    place = Path(path)
    made = [one for one in (place, *place.parents) if not os.path.exists(one)]
    for one in reversed(made):
        nameable(one)
        one.mkdir(0o700, exist_ok=True)
    place.mkdir(exist_ok=True)
    return made


def replace(path: str | Path, content: str | bytes, *, private: bool = False) -> None:
    """Put the content into the file, in place of any that is there. Readers get the old or the new one whole.

    Only its user can read a private file; others are made as the umask says. UsageError if it cannot be written.
    """
    target = Path(path)
    nameable(target)
    with suppress(OSError):
        _ordinary(os.stat(target), str(target))
    # The name is random and the file is new, so no link that others have placed is followed.
    new = target.parent / f".{target.name[:40]}.{os.urandom(4).hex()}.new"
    try:
        with created(new, private=private) as file:
            flushed(file, content.encode() if isinstance(content, str) else content)
        os.replace(new, target)
    except (OSError, UnicodeEncodeError) as error:
        with suppress(OSError):
            os.unlink(new)
        why = reason(error) if isinstance(error, OSError) else error
        raise UsageError(f"{path} cannot be written: {why}") from error


def written(file: FileIO, data: bytes) -> None:
    """Write all the data."""
    done = 0
    while done < len(data):
        done += file.write(data[done:])


def flushed(file: FileIO, data: bytes) -> None:
    """Write all the data and wait until the disk has it."""
    written(file, data)
    os.fsync(file.fileno())
