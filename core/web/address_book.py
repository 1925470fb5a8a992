"""The secret addresses of all matches, in a file, so that a server that is started again serves them as before.

It lies beside the folder of saved games, and only the user may read it. No record holds an address, so nothing can make
this file anew: what is wrong with it is said, and it stays as it is. Several servers may share it.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import attrs

from ..base import database
from ..base.errors import InvalidFile, Problem, UsageError
from .addresses import AddressContent, MatchAddresses, digested, parsed, token
from .joining.waiting_table import WaitingTable

if TYPE_CHECKING:
    from sqlite3 import Connection

MARK, VERSION = 0x7469_6C61, 1
TABLES = """CREATE TABLE lobbies(token TEXT NOT NULL);
CREATE TABLE matches(id TEXT PRIMARY KEY, record BLOB NOT NULL, closed INTEGER NOT NULL, content TEXT NOT NULL);
CREATE INDEX of_record ON matches(record);
CREATE TABLE tokens(digest BLOB PRIMARY KEY, kind TEXT NOT NULL, match TEXT NOT NULL, name TEXT NOT NULL)"""
WAITING = "CREATE TABLE IF NOT EXISTS waiting(id TEXT PRIMARY KEY, content TEXT NOT NULL)"
PUT = """INSERT INTO matches VALUES (?, ?, ?, ?)
ON CONFLICT(id) DO UPDATE SET record = excluded.record, closed = excluded.closed, content = excluded.content"""
Kind = Literal["seat", "watch", "public", "join", "lobby", ""]
"""What a token opens."""
T = TypeVar("T", MatchAddresses, WaitingTable)


class AddressBook:
    """The file at `path`. Its methods may be called from any thread.

    A file of older versions, of the same name with the ending `.json`, is moved over once; all its addresses work on.
    """

    def __init__(self, path: Path) -> None:
        """InvalidFile says what is wrong with the file, or with the older one; UsageError if it cannot be written."""
        self.path = path
        self._lock = threading.RLock()
        try:
            self._file: Connection = database.opened(path, MARK, VERSION, TABLES)
        except database.Unfit as error:
            raise self._unfit(error) from error
        self._place = os.stat(path).st_ino
        self._seen = -1
        self.changes = 0
        """How often this server has changed the file."""
        self._known: dict[bytes, tuple[Kind, str, str]] = {}
        with self._changed():
            self._rows(WAITING)
            old = path.with_suffix(".json")
            moved = parsed(old) if os.path.lexists(old) else None
            if moved is not None:
                self._take_over(moved)
            elif not self._rows("SELECT 1 FROM lobbies"):
                self._lobby(token())
            self.lobby: str = self._rows("SELECT token FROM lobbies ORDER BY rowid LIMIT 1")[0][0]
            """The token of the lobby."""
        if moved is not None:
            with suppress(FileNotFoundError):  # another server was as quick
                os.replace(old, old.with_name(f"{old.name}.moved"))

    # -- what it knows -------------------------------------------------------------------------------------------

    def found(self, text: str) -> tuple[Kind, str, str]:
        """What this token opens: a kind, the match, the player; "" for each if it opens nothing."""
        digest = digested(text)  # what it opens never changes
        if digest not in self._known:
            rows = self._rows("SELECT kind, match, name FROM tokens WHERE digest = ?", digest)
            if not rows:
                return "", "", ""
            self._known[digest] = rows[0]
        return self._known[digest]

    def match(self, id: str) -> MatchAddresses | None:
        """The match with this name; it may be closed."""
        return next(map(self._read, self._rows("SELECT content FROM matches WHERE id = ?", id)), None)

    def of(self, record: str) -> list[MatchAddresses]:
        """The matches of this record that are not closed."""
        rows = self._rows("SELECT content FROM matches WHERE record = ? AND NOT closed", os.fsencode(record))
        return [*map(self._read, rows)]

    def going(self) -> dict[str, str]:
        """Every match that is not closed, the newest first: its name, and its record."""
        rows = self._rows("SELECT id, record FROM matches WHERE NOT closed ORDER BY rowid DESC")
        return {id: os.fsdecode(record) for id, record in rows}

    def waiting(self, id: str) -> WaitingTable | None:
        """The table with this name for which people are still awaited."""
        rows = self._rows("SELECT content FROM waiting WHERE id = ?", id)
        return WaitingTable.of(json.loads(rows[0][0])) if rows else None

    def all_waiting(self) -> list[WaitingTable]:
        """Every table for which people are awaited, the newest first."""
        rows = self._rows("SELECT content FROM waiting ORDER BY rowid DESC")
        return [WaitingTable.of(json.loads(content)) for (content,) in rows]

    def news(self) -> bool:
        """True if the file may have changed since this was asked last."""
        [(version,)] = self._rows("PRAGMA data_version")
        before, self._seen = self._seen, version
        return bool(before != version)

    # -- changes -------------------------------------------------------------------------------------------------

    def keep(self, kept: MatchAddresses) -> None:
        """Keep a match in place of that with its id, or as the newest one; on the disk before this returns."""
        with self._changed():
            self._put(kept)

    def change(self, id: str, how: Callable[[MatchAddresses], MatchAddresses]) -> MatchAddresses | None:
        """Change a match, also if another server has just done so; return it, None if there is no such one."""
        return self._change(self.match, self._put, id, how)

    def await_people(self, table: WaitingTable) -> None:
        """Keep a table for which people are awaited."""
        with self._changed():
            self._put_waiting(table)

    def change_waiting(self, id: str, how: Callable[[WaitingTable], WaitingTable]) -> WaitingTable | None:
        """Change such a table, and return it; None if there is no such one (any more)."""
        return self._change(self.waiting, self._put_waiting, id, how)

    def awaited(self, id: str) -> None:
        """Forget such a table: its match has begun, or never will."""
        with self._changed():
            self._rows("DELETE FROM waiting WHERE id = ?", id)

    def _change(
        self, read: Callable[[str], T | None], put: Callable[[T], None], id: str, how: Callable[[T], T]
    ) -> T | None:
        with self._changed():
            now = read(id)
            if now is None:
                return None
            if (after := how(now)) != now:
                put(after)
            return after

    def _put_waiting(self, table: WaitingTable) -> None:
        self._rows("INSERT OR REPLACE INTO waiting VALUES (?, ?)", table.id, json.dumps(attrs.asdict(table)))
        self._opens(table.id, table.opens())

    def _put(self, kept: MatchAddresses) -> None:
        content = json.dumps(attrs.asdict(kept))
        self._rows(PUT, kept.id, os.fsencode(kept.record), kept.closed, content)
        self._opens(kept.id, kept.opens())

    def _lobby(self, text: str) -> None:
        self._rows("INSERT INTO lobbies VALUES (?)", text)
        self._opens("", [(text, "lobby", "")])

    def _opens(self, id: str, tokens: Iterable[tuple[str, str, str]]) -> None:
        for one, kind, name in tokens:
            self._rows("INSERT OR IGNORE INTO tokens VALUES (?, ?, ?, ?)", digested(one), kind, id, name)

    def _take_over(self, old: AddressContent) -> None:
        """Everything that an older version has kept, or has kept since."""
        if self.found(old.lobby)[0] != "lobby":
            self._lobby(old.lobby)
        for kept in old.matches:
            now = self.match(kept.id)
            self._put(kept if now is None else attrs.evolve(now, closed=now.closed or kept.closed))

    @contextmanager
    def _changed(self) -> Iterator[None]:
        """Make all changes of the block or none. UsageError if the file is no longer that which was opened."""
        with self._lock:
            try:
                here = os.stat(self.path).st_ino == self._place
            except OSError:
                here = False
            if not here:
                raise UsageError(f"{self.path} was moved or replaced; end this server and start it again")
            try:
                with database.changed(self._file, self.path):
                    yield
                self.changes += 1
            except database.Unfit as error:
                raise self._unfit(error) from error

    def _rows(self, command: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._lock, database.told(self.path):
                return self._file.execute(command, values).fetchall()
        except database.Unfit as error:
            raise self._unfit(error) from error

    def _read(self, row: tuple[Any, ...]) -> MatchAddresses:
        try:
            known = json.loads(row[0])
            return MatchAddresses(**known | {"seats": tuple(known["seats"])})
        except (ValueError, TypeError, LookupError, AttributeError):
            raise self._unfit(f"{self.path}: a match in it cannot be read") from None

    def _unfit(self, why: object) -> InvalidFile:
        said = "; move this file away, and new addresses will be made"
        return InvalidFile([Problem(str(self.path), 0, 0, "", f"{why}".removeprefix(f"{self.path} ") + said)])
