"""SQLite files of ours: made for their user alone, told by a mark and a version from those of others.

What stands in one is on the disk when a change returns. Several processes may use a file at once, and one that is
killed leaves it as it was before its last change: SQLite's rollback journal sees to both.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from . import files
from .errors import UsageError
from .locks import holder, locked

if TYPE_CHECKING:
    from sqlite3 import Connection

PATIENCE = 10.0
"""Seconds in which another process must have made its change."""


class Unfit(UsageError):
    """The file does not have this mark and version: it is damaged, or another program or version wrote it."""


def opened(path: Path, mark: int, version: int, tables: str) -> Connection:
    """The file, which is made with these tables if nothing is there. It can be used by one thread after the other.

    Unfit if it is not a sound file with this mark and version; UsageError if it cannot be read or written.
    """
    import sqlite3

    try:
        files.folder(path.parent)
        with suppress(FileExistsError):
            files.created(path).close()
        os.close(files.ordinary(str(path), os.O_RDWR))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {files.reason(error)}") from error
    found = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        with changed(found, path):
            marks = [
                int(found.execute(f"PRAGMA {one}").fetchone()[0])
                for one in ("application_id", "user_version")
            ]
            if marks == [0, 0] and not found.execute("SELECT 1 FROM sqlite_master").fetchone():
                for one in (
                    f"PRAGMA application_id={mark}",
                    f"PRAGMA user_version={version}",
                    *tables.split(";"),
                ):
                    found.execute(one)
            elif marks != [mark, version]:
                raise Unfit(f"{path} was written by another program, or by another version of tilewright")
    except BaseException:
        found.close()
        raise
    return found


@contextmanager
def changed(connection: Connection, path: Path) -> Iterator[None]:
    """All changes of the block are made, or none; no other process makes one meanwhile.

    Unfit for a damaged file, UsageError if it cannot be written.
    """
    with told(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """No other process is in such a block for this file meanwhile. UsageError if one does not end."""
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        until = time.monotonic() + PATIENCE
        while not locked(lock):
            if time.monotonic() > until:
                said = f"{path} has been locked for {PATIENCE:g} seconds by another process"
                raise UsageError(f"{said}{holder(lock)}; end that one first")
            time.sleep(0.02)
        yield
    finally:
        os.close(lock)


def removed(path: Path) -> None:
    """Nothing of the file is there. UsageError if it cannot be removed."""
    try:
        for one in (path, path.with_name(f"{path.name}-journal")):
            one.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be replaced: {files.reason(error)}") from error


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Errors of SQLite get a sentence: Unfit for a damaged file, UsageError for one that cannot be read or written."""
    import sqlite3

    try:
        yield
    except sqlite3.OperationalError as error:
        if "no such" in str(error):  # a table or a column
            raise Unfit(f"{path} is damaged: {error}") from error
        raise UsageError(f"{path} cannot be read or written: {error}") from error
    except sqlite3.DatabaseError as error:
        raise Unfit(f"{path} is damaged: {error}") from error
