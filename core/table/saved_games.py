"""The saved games in a folder: what each is, how far it went and how it ended, from the first and last lines alone."""

from __future__ import annotations

import os
import re
import time
from codecs import BOM_UTF8
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ..base import files
from ..base.errors import InvalidFile, TilewrightError
from ..record import format as records
from ..record import seat_lines
from ..record.format import Header, RecordLine
from ..record.result import MatchResult, checked

if TYPE_CHECKING:
    from .face_texts import Texts

MINUTE, HOUR, DAY = 60, 3600, 86_400
GONE = "0.0"
"""What the system says of a file that is not there."""
FIRST = 1 << 18
"""Bytes in which a header must end; one with a start position has some 20,000."""
LAST = 1 << 12
"""Bytes at the end that are read: some thirty lines."""


@attrs.frozen(kw_only=True)
class SavedGame:
    """One file of a folder of saved games."""

    path: Path
    changed: float
    """When it was last written, in seconds as `time.time` counts them."""
    problem: str = ""
    """Why it cannot be continued, without the file's name; "" for a record that looks sound at both ends."""
    head: Header | None = None
    """None if there is a problem."""
    decisions: int = 0
    result: MatchResult | None = None
    """None if the game is not over, or was given up."""
    given_up: bool = False
    """True if it has ended by itself, since nobody has played on."""

    @property
    def over(self) -> bool:
        """True if the game does not go on."""
        return self.given_up or self.result is not None

    @property
    def people(self) -> tuple[str, ...]:
        """The players without a bot."""
        return tuple(name for name in self.head.seats if name not in self.head.bots) if self.head else ()


def saves(folder: str | Path) -> list[SavedGame]:
    """The saved games in this folder, unfinished ones first and the newest of each first; broken files come last.

    Nothing in the folder can make it fail, and little of each file is read, whatever its size.
    """
    return ordered(look(Path(path)) for path in stamped(folder))


def ordered(found: Iterable[SavedGame]) -> list[SavedGame]:
    """These saved games, unfinished ones first and the newest of each first; broken files come last."""
    newest = sorted(found, key=lambda save: (save.changed, save.path), reverse=True)
    return sorted(newest, key=lambda save: (bool(save.problem), save.over))


def look(path: Path) -> SavedGame:
    """One saved game. Never fails, as `saves`."""
    try:
        changed = path.stat().st_mtime
    except (OSError, ValueError):
        changed = 0.0
    return _save(path, changed)


def stamped(folder: str | Path) -> dict[str, str]:
    """Every record of the folder, each with what the system says of it: when it was last written, and more.

    Whatever is written into a file, this changes.
    """
    found = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".jsonl"):
                    found[entry.path] = stamp(entry)
    except OSError:  # nothing has been saved yet
        return {}
    return found


def stamp(file: Path | os.DirEntry[str]) -> str:
    """What `stamped` says of this file."""
    try:
        now = file.stat()
    except (OSError, ValueError):  # it is gone, or a dangling link; reading it reports that
        return GONE
    return f"{now.st_mtime!r} {now.st_mtime_ns} {now.st_ctime_ns} {now.st_size} {now.st_ino}"


def _save(path: Path, changed: float) -> SavedGame:
    try:
        first, last = files.ends(path, FIRST, LAST, "it")
        head = _head(path, first)
        if head.playtest:  # answers stand behind the result
            _, last = files.ends(path, FIRST, FIRST, "it")
        decisions, result, given_up = _end(path, last, head)
    except InvalidFile as error:
        said = error.problems[0]
        where = f"{said.where}: " if said.where else ""
        return SavedGame(path=path, changed=changed, problem=f"{where}{said.message}")
    except TilewrightError as error:
        return SavedGame(path=path, changed=changed, problem=str(error).removeprefix(f"{path}:1: "))
    return SavedGame(
        path=path, changed=changed, head=head, decisions=decisions, result=result, given_up=given_up
    )


def _head(path: Path, first: bytes) -> Header:
    line, *end = re.split(rb"[\r\n]", first.removeprefix(BOM_UTF8).lstrip(), maxsplit=1)
    if not end:
        said = "the header line is unfinished" if len(first) < FIRST else "the header line does not end"
        raise TilewrightError(f"{said}; this is not a record of a game" if first else "the file is empty")
    head = records.header_of(str(path), records.parsed(str(path), 1, line))
    if head.shared is not None:
        who = head.shared["as"] or "the spectator"
        raise TilewrightError(f"this is what {who} may know of the game; it can be replayed, not continued")
    return head


def _end(path: Path, last: bytes, head: Header) -> tuple[int, MatchResult | None, bool]:
    """The number of decisions, the result and whether it was given up, from the last bytes of the file."""
    decisions, result, given_up = 0, None, False
    sealed: set[int] = set()
    text, stop, _ = records.finished(last)
    for piece in text[: max(0, stop)].split(b"\n")[1:]:  # the first one is the header or part of a line
        if piece.isspace() or not piece:
            continue
        line = RecordLine(0, records.parsed(str(path), 0, piece))
        if "tilewright" in line.content:  # the header, after blank lines
            continue
        records.check(str(path), line, head)
        content = line.content
        if "move" in content:
            decisions = content["n"]
            if content.get("sealed"):
                sealed.add(content["seat"])
        elif "reveal" in content:
            sealed.clear()
        elif "back" in content:
            decisions = content["back"]
            sealed.clear()
        elif "redo" in content:
            decisions += 1
        elif "undo" in content:
            # A step taken back while decisions are sealed is a decision itself.
            decisions += 1 if content["undo"] in sealed else -1
            result = None
        elif "result" in content:
            result = checked(content["result"], len(head.seats))
        elif content.keys() & seat_lines.KEYS:
            decisions, given_up = content["n"], "given_up" in content
    return max(0, decisions), result, given_up


def digest(record: Path) -> str:
    """The digest of the record's first line. UsageError if the file cannot be read."""
    line, _, _ = files.beginning(record, FIRST).partition(b"\n")
    return sha256(line).hexdigest()


def age(then: float, now: float, say: Texts) -> str:
    """Return how long ago that was in words; after a week, the date."""
    passed = now - then
    if passed >= 7 * DAY or passed < -MINUTE:
        return date(then)
    for name, length in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if passed >= length:
            return say(f"age.{name}", n=int(passed // length))
    return say("age.now")


def date(then: float) -> str:
    """Return the local date as 2026-11-22; a question mark if the file's time is not a possible date."""
    try:
        return time.strftime("%Y-%m-%d", time.localtime(then))
    except (OverflowError, ValueError, OSError):
        return "?"
