"""The index of saved games: what each record says of itself, kept in a file, so that only changed ones are read.

The records are the truth. A row holds for a file as long as the system says that it has not changed; an index that is
missing, damaged or of another version is made anew, and gives the same answers.
"""

from __future__ import annotations

import json
import os
import threading
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs

from ..base import database
from ..base.errors import UsageError
from ..base.version import __version__
from ..record.format import Header
from ..record.result import MatchResult
from .saved_games import GONE, SavedGame, date, look, ordered, stamp, stamped

if TYPE_CHECKING:
    from sqlite3 import Connection

NAME = "index.sqlite"
"""The file beside the folder of saved games."""
MARK = 0x7469_6C69
TABLES = """CREATE TABLE records(path BLOB PRIMARY KEY, stamp TEXT NOT NULL, state TEXT NOT NULL, game TEXT NOT NULL,
decisions INTEGER NOT NULL, words TEXT NOT NULL, content TEXT NOT NULL)"""
AT_ONCE = 500
"""Records that are read before what they say is written down: a process may be killed."""
State = Literal["running", "finished", "given up", "broken"]


def _version() -> int:
    """A number for what rows hold: another one as soon as a record says more, or is read otherwise."""
    named = [attrs.fields_dict(one).keys() for one in (SavedGame, Header, MatchResult)]
    return zlib.crc32(repr((__version__, *map(list, named))).encode()) >> 1


@attrs.frozen(eq=False, repr=False)
class IndexRow:
    """One record, and what can be asked of it without reading anything."""

    path: Path
    stamp: str
    """What the system says of the file: another one for every content."""
    state: State
    game: str
    decisions: int
    words: str
    """What it can be found by: game, modules, edition, options, people, file; in small letters."""
    content: str
    """A SavedGame without path and time, as JSON."""

    @property
    def changed(self) -> float:
        """When the record was last written, in seconds as `time.time` counts them."""
        return float(self.stamp.partition(" ")[0])

    @property
    def save(self) -> SavedGame:
        """What `look` says of the record."""
        try:
            known = json.loads(self.content)
            for name, kind in (("head", Header), ("result", MatchResult)):
                if known[name] is not None:
                    known[name] = kind(**{key: _tuples(one) for key, one in known[name].items()})
            return SavedGame(path=self.path, changed=self.changed, **known)
        except (ValueError, TypeError, LookupError, AttributeError):  # somebody else has written this row
            return look(self.path)


class RecordIndex:
    """The index of one folder, and of other records that are asked for. Its methods may be called from any thread.

    Where its file cannot be written, or this Python has no SQLite, it works without one.
    """

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        """The index lies at `path`, or beside the folder."""
        self.folder, self.path = folder, path or folder.parent / NAME
        self.anew = ""
        """Why its file had to be made anew: "unfit", or "missing" for many records; "" if nobody need know."""
        self._lock = threading.RLock()
        self._rows: dict[str, IndexRow] = {}
        self._file: Connection | None = None
        self._opened = False

    def saves(self) -> list[SavedGame]:
        """What `saved_games.saves` says of the folder."""
        return ordered(row.save for row in self.rows())

    def rows(self) -> list[IndexRow]:
        """Every record of the folder, the one that was written last first."""
        with self._lock:
            there = stamped(self.folder)
            self._refresh(
                there, [path for path in self._rows if path not in there and _in(path, self.folder)]
            )
            found = [self._rows[path] for path in there]
        return sorted(found, key=lambda row: (row.changed, row.path), reverse=True)

    def of(self, path: Path) -> IndexRow:
        """This record, wherever it lies. It may not be there."""
        if (now := stamp(path)) == GONE:
            return _row(path, now)
        with self._lock:
            self._refresh({str(path): now}, ())
            return self._rows[str(path)]

    def rebuild(self) -> int:
        """Forget all rows and read every record of the folder; return how many there are."""
        with self._lock:
            if not self._opened:
                self._open(0)
            self._write(["DELETE FROM records"], [])
            self._rows = {}
            return len(self.rows())

    # -- the file ------------------------------------------------------------------------------------------------

    def _refresh(self, there: dict[str, str], gone: Iterable[str]) -> None:
        if not self._opened and there:
            self._open(len(there))
        for path in gone:
            del self._rows[path]
            self._write(["DELETE FROM records WHERE path = ?"], [(os.fsencode(path),)])
        old = [
            path for path, stamp in there.items() if path not in self._rows or self._rows[path].stamp != stamp
        ]
        for n in range(0, len(old), AT_ONCE):
            read = {path: _row(Path(path), there[path]) for path in old[n : n + AT_ONCE]}
            self._rows |= read
            marks = f"INSERT OR REPLACE INTO records VALUES ({', '.join('?' * 7)})"
            self._write([marks], [(os.fsencode(path), *attrs.astuple(row)[1:]) for path, row in read.items()])

    def _open(self, count: int) -> None:
        """Take over what the file holds; make it anew if it is not ours, or damaged."""
        self._opened = True
        with suppress(UsageError, ImportError):
            there = os.path.lexists(self.path)
            try:
                self._take()
                if not there and count > AT_ONCE:
                    self.anew = "missing"
            except database.Unfit:
                with database.alone(self.path):
                    try:
                        self._take()  # another process has made it anew meanwhile
                    except database.Unfit:
                        database.removed(self.path)
                        self._take()
                self.anew = "unfit"

    def _take(self) -> None:
        file = database.opened(self.path, MARK, _version(), TABLES)
        try:
            with database.told(self.path):
                for path, *known in file.execute("SELECT * FROM records"):
                    name = os.fsdecode(path)
                    self._rows[name] = IndexRow(Path(name), *known)
        except BaseException:
            self._rows = {}
            file.close()
            raise
        self._file = file

    def _write(self, commands: list[str], rows: list[tuple[Any, ...]]) -> None:
        """Write it down, if that is possible: what is not written is read again by the next process."""
        if self._file is None:
            return
        try:
            with database.changed(self._file, self.path):
                for one in commands:
                    if rows:
                        self._file.executemany(one, rows)
                    else:
                        self._file.execute(one)
        except UsageError:
            self._file.close()
            self._file = None


def _in(path: str, folder: Path) -> bool:
    return os.path.dirname(path) == str(folder)


def _row(path: Path, stamp: str) -> IndexRow:
    save = attrs.evolve(look(path), changed=float(stamp.partition(" ")[0]))
    state: State = "finished" if save.result is not None else "given up" if save.given_up else "running"
    state = "broken" if save.problem else state
    content = attrs.asdict(save, filter=lambda field, _: field.name not in ("path", "changed"))
    head = save.head
    return IndexRow(
        path,
        stamp,
        state,
        head.game if head else "",
        save.decisions,
        " ".join(_words(save)).casefold(),
        json.dumps(content),
    )


def _words(save: SavedGame) -> Iterator[str]:
    yield from (save.path.stem.encode("utf-8", "replace").decode(), date(save.changed))
    if save.head is not None:
        yield save.head.rematch
        yield from (save.head.game, *save.head.modules, save.head.edition or "", *save.head.seats)
        yield from (f"{name}={value}" for name, value in save.head.options.items())


def _tuples(value: Any) -> Any:
    """Lists as tuples, as the fields of headers and results have them."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
