"""A record as it grows: whole lines, on the disk before a move is acknowledged, under a lock.

A file that was moved, removed, replaced or edited in mid-game is noticed at the next write. All that was written is
kept in memory, compressed, so that it can be written once more whatever has happened to the file.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import FileIO
from itertools import count
from json.encoder import encode_basestring as quoted
from pathlib import Path
from typing import IO, Any, Literal

from ..base import files
from ..base.errors import UsageError
from ..base.locks import holder, locked

ELSEWHERE = (
    "the move was not played. At the prompt, 'save FILE' writes the whole game and goes on in that file"
)


Sync = Literal["each", "end", "never"]
"""When the disk is waited for: after each decision, at the end of the game, never."""
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def written(line: Mapping[str, Any]) -> str:
    """Return a line of a record as it stands in the file.

    Most are numbers and texts alone, for which an encoder made anew takes longer than all the rest.
    """
    parts = []
    for key, value in line.items():
        kind = type(value)
        text = str(value) if kind is int else quoted(value) if kind is str else _ENCODER.encode(value)
        parts.append(f'"{key}": {text}')
    return f"{{{', '.join(parts)}}}\n"


class InUse(UsageError):
    """Another process plays the match of this record, or has just played on."""


class Taken(UsageError):
    """There is a file of this name already, and a record never replaces one."""


class NotWritten(UsageError):
    """The record could not take a move, so the move was not played. The sentence names the file."""


class Writer:
    """Appends lines to a record and flushes them to the disk before returning. New files are private to their user."""

    def __init__(self, path: str | Path, *, append_at: int | None = None, sync: Sync = "each") -> None:
        """Make a new file (it must not exist), or with `append_at` continue an existing one at that byte.

        For games that nobody plays, `sync` says that the disk is waited for only at the `end`, when it is closed, or
        `never`.
        """
        self.path, self._sync = Path(path), sync
        self._end = 0
        self._kept = bytearray()
        self._packer = zlib.compressobj(1)
        self._lead = b""
        """The newline that an editor has left out at the end of what is there."""
        self.failed = False
        """True if the disk did not take the last lines."""
        try:
            if append_at is None:
                self._file = _born(self.path, sync=sync != "never")
            else:
                # Unbuffered: data that could not be written must not come out later, behind another line.
                self._file = open(self.path, "r+b", buffering=0, opener=files.ordinary)  # noqa: SIM115
                held(self._file, self.path)
                self._keep(before := self._file.read(append_at))
                self._lead = b"" if before.endswith((b"\n", b"\r")) else b"\n"
                if self._end < append_at or b"\n" in self._file.read().lstrip():
                    self._file.close()
                    raise InUse(f"{path} was changed by another program while it was read; try again")
                self._cut()
        except FileExistsError as error:
            if not os.path.lexists(self.path):
                raise UsageError(
                    f"{self.path} cannot be written: {error.filename} is not a folder"
                ) from error
            raise Taken(
                f"{self.path} already exists; choose another name, or continue it: tilewright resume {self.path}"
            ) from error
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written: {error.strerror}") from error

    @classmethod
    def fresh(cls, path: Path) -> Writer:
        """Make a new file at the path or, if that is taken, at the first of `NAME-2`, `NAME-3` ... that is not."""
        for found in _names(path):
            with suppress(Taken):
                return cls(found)
        raise AssertionError("there is no end of names")

    def __reduce__(self) -> tuple[Any, ...]:
        raise UsageError(
            f"{self.path} is being written by this process, and only one process can write a record; hand over the "
            "name of the file, close the match, and resume it there"
        )

    def write(self, *lines: Mapping[str, Any]) -> None:
        """Append the lines and flush them to the disk. If that fails, raise NotWritten; the file is as before.

        A file that is gone from its path is written anew, with all that it held. One that another file has replaced,
        or that something else has changed, is refused.
        """
        data = "".join(map(written, lines)).encode()
        try:
            if self._gone():
                anew = _born(self.path, self.content())
                self._file.close()
                self._file = anew
            if data:
                self._append(self._lead + data)
                self._lead = b""
        except OSError as error:
            self.failed = True
            raise NotWritten(
                f"{self.path} cannot be written: {error.strerror}; the move was not played"
            ) from error

    def _append(self, data: bytes) -> None:
        try:
            files.written(self._file, data)
            if self._sync == "each":
                os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self.failed = False
        self._keep(data)

    def _gone(self) -> bool:
        """Return True if nothing lies at the path. UsageError if that is not the file as it was left."""
        try:
            there = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return True
        here = os.fstat(self._file.fileno())
        if not os.path.samestat(here, there):
            raise NotWritten(f"{self.path} was replaced by another file; {ELSEWHERE}")
        if here.st_size != self._end:
            raise NotWritten(
                f"{self.path} was changed by another program: it has {here.st_size} bytes instead of {self._end}; "
                f"{ELSEWHERE}"
            )
        return False

    def copy(self, path: str | Path, *, fresh: bool = False) -> Writer:
        """Return a writer that goes on in a new file, which holds all that was written and is on the disk.

        With `fresh`, another name is chosen if the path is taken.
        """
        other = Writer.fresh(Path(path)) if fresh else Writer(path)
        try:
            files.flushed(other._file, self.content())
        except OSError as error:
            other.close()
            other.path.unlink(missing_ok=True)
            raise UsageError(f"{path} cannot be written: {error.strerror}") from error
        other._keep(self.content())
        return other

    def content(self) -> bytes:
        """Return all that was written."""
        return zlib.decompress(self._kept + self._packer.copy().flush())

    def _keep(self, data: bytes) -> None:
        self._kept += self._packer.compress(data)
        self._end += len(data)

    def _cut(self) -> None:
        """Cut the file off after its last complete write."""
        self._file.truncate(self._end)
        self._file.seek(self._end)

    def close(self) -> None:
        try:
            if self._sync == "end" and not self._file.closed:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise NotWritten(f"{self.path} cannot be written: {error.strerror}") from error
        finally:
            self._file.close()


def _born(path: Path, content: bytes = b"", sync: bool = True) -> FileIO:
    """Make a file with this content, locked and on the disk with its name; OSError leaves nothing behind."""
    made = files.folder(path.parent)
    file = files.created(path)
    try:
        held(file, path)
        if content:
            files.flushed(file, content)
        for folder in (path.parent, *(one.parent for one in made)) if sync else ():
            flush_folder(folder)
    except OSError:
        file.close()
        path.unlink(missing_ok=True)
        raise
    return file


def flush_folder(folder: Path) -> None:
    """Wait until the disk has the names in the folder, where the system can say so: a name alone can be lost."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # Windows opens no folders
    try:
        with suppress(OSError):  # some network file systems refuse
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def held(file: IO[bytes], path: Path) -> None:
    """Lock the open file until it is closed or this process ends; InUse if another process has locked it."""
    if not locked(file):
        who = holder(file)
        file.close()
        raise InUse(f"{path} is in use by another tilewright process{who}; end that one first")


def unlocked(path: Path) -> None:
    """Raise InUse if another process has locked the record now, UsageError if it cannot be opened."""
    try:
        with open(path, "rb", opener=files.ordinary) as file:
            held(file, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {files.reason(error)}") from error


def _names(path: Path) -> Iterator[Path]:
    """Yield the path, then `NAME-2`, `NAME-3` ... beside it."""
    yield path
    for n in count(2):
        yield path.with_name(f"{path.stem}-{n}{path.suffix}")
