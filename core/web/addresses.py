"""The file that keeps the addresses of all matches, so that a server that is started again serves them as before.

It lies in the user's data folder, and only the user may read it. Several servers may share it: a server that changes it
reads it first, under a lock, and replaces it whole.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from ..base import files
from ..base.errors import InvalidFile, Problem, UsageError
from ..base.limits import PLAYERS
from ..base.locks import holder, locked
from ..record import format as records
from ..record.changes import MOST_NAMED
from ..text.languages import spoken
from ..text.seat_names import check_seat_names
from ..text.strict import EXACT, Slips, structure

MOST = 1 << 22
"""Bytes of the file; a match takes some 500."""
MATCHES = 2_000
"""Matches in the file, closed ones included."""
BYTES = 16
"""Random bytes of a token: 128 bits."""
PATIENCE = 5.0
"""Seconds in which another process must have written the file."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[0-9a-f]{8}")


def token() -> str:
    """A new address: 128 random bits, in letters that need no escape in a URL."""
    return secrets.token_urlsafe(BYTES)


def _is(pattern: re.Pattern[str], what: str) -> Callable[[object, Any, str], None]:
    def check(_: object, field: Any, value: str) -> None:
        if not pattern.fullmatch(value):
            # The value may be a secret, so it is not shown.
            raise ValueError(f"{field.name}: expected {what}")

    return check


def _tokens(_: object, field: Any, value: dict[str, str]) -> None:
    if not all(_TOKEN.fullmatch(one) for one in value.values()):
        raise ValueError(f"{field.name}: expected a token for each name")


def _absolute(_: object, field: Any, value: str) -> None:
    if not os.path.isabs(value) or "\0" in value:
        raise ValueError(f"{field.name}: expected the whole path of a file")


def _players(_: object, field: Any, value: tuple[str, ...]) -> None:
    if not 0 < len(value) <= PLAYERS:
        raise ValueError(f"{field.name}: expected 1 to {PLAYERS} players")
    check_seat_names(value)


@attrs.frozen(kw_only=True)
class MatchAddresses:
    """One match, as the file keeps it."""

    id: str = attrs.field(validator=_is(_ID, "8 hexadecimal digits"))
    """Its name in the lobby. It opens nothing."""
    record: str = attrs.field(validator=_absolute)
    head: str = attrs.field(validator=_is(_DIGEST, "64 hexadecimal digits"))
    """The digest of the record's first line: another match in its file is not this match."""
    seats: tuple[str, ...] = attrs.field(validator=_players)
    people: dict[str, str] = attrs.field(repr=False, validator=_tokens)
    """Player to token, for everyone who has been a person in this match."""
    watching: str = attrs.field(repr=False, validator=_is(_TOKEN, "a token"))
    """The spectators' token."""
    bots: dict[str, str]
    """Player to bot, as they play on: those of the record, unless others were named."""
    lang: str = attrs.field(default="en", converter=spoken)
    langs: dict[str, str] = attrs.field(factory=dict)
    """Player to the language that this player has chosen instead."""
    made: int = attrs.field(default=0, validator=attrs.validators.ge(0))
    """When it came into the file, in seconds as `time.time` counts them."""
    coach: bool = False
    """A coach speaks to its people from the beginning."""
    closed: bool = False
    """Closed for good: its addresses say so."""

    def __attrs_post_init__(self) -> None:
        if stranger := [name for name in (*self.people, *self.bots, *self.langs) if name not in self.seats]:
            raise ValueError(f"seats: {stranger[0]!r} does not play")


@attrs.frozen(kw_only=True)
class AddressContent:
    """All that the file holds."""

    lobby: str = attrs.field(repr=False, validator=_is(_TOKEN, "a token"))
    matches: tuple[MatchAddresses, ...] = ()

    def __attrs_post_init__(self) -> None:
        if len(self.matches) > MATCHES:
            raise ValueError(f"matches: at most {MATCHES} are kept")
        for what, every in (
            ("id", [one.id for one in self.matches]),
            (
                "token",
                [self.lobby, *(t for one in self.matches for t in (*one.people.values(), one.watching))],
            ),
        ):
            if len(set(every)) < len(every):
                raise ValueError(
                    f"matches: an {what} is given twice" if what == "id" else "a token is given twice"
                )

    def changed(self, kept: MatchAddresses) -> AddressContent:
        """The same with this match in place of that with its id, or added at the end."""
        others = [one.id for one in self.matches]
        if kept.id not in others:
            return attrs.evolve(self, matches=(*self.matches, kept))
        return attrs.evolve(self, matches=tuple(kept if one.id == kept.id else one for one in self.matches))


@attrs.define(eq=False, repr=False)
class AddressFile:
    """The file at `path`."""

    path: Path
    _seen: tuple[int, ...] | None = attrs.field(init=False, default=None)
    _content: AddressContent | None = attrs.field(init=False, default=None)

    def read(self) -> AddressContent:
        """Return what the file holds now; a first one is written if there is none. One thread reads at a time.

        InvalidFile says what is wrong with the file. Once it has been read, nothing that happens to it does harm: what
        it held then is what it holds.
        """
        now = self._state()
        if now is None and self._content is None:
            self.change(lambda content: content)
            now = self._state()
        if now is not None and now != self._seen:
            self._seen = now
            try:
                self._content = self._parsed()
            except (UsageError, InvalidFile):
                if self._content is None:
                    raise
        assert self._content is not None
        return self._content

    def change(self, how: Callable[[AddressContent], AddressContent]) -> None:
        """Replace what the file holds, on the disk before this returns. UsageError if it cannot be written."""
        try:
            files.folder(self.path.parent)
            with self._locked():
                there = self._state() is not None
                before = self._parsed() if there else self._content or AddressContent(lobby=token())
                after = how(before)
                if after is not before or not there:
                    self._write(after)
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written: {error.strerror or error}") from error

    def _state(self) -> tuple[int, ...] | None:
        """Return what changes whenever the file is replaced or edited; None if there is none."""
        try:
            found = os.stat(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"{self.path} cannot be read: {error.strerror or error}") from error
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _parsed(self) -> AddressContent:
        text = files.content(self.path, most=MOST)
        try:
            return structure(records.parsed(str(self.path), 1, text), AddressContent, EXACT)
        except Slips as slips:
            found = [slip.problem(str(self.path)) for slip in slips.slips[:MOST_NAMED]]
        except InvalidFile as error:
            found = error.problems
        said = "move this file away, and new addresses will be made"
        raise InvalidFile([*found, Problem(str(self.path), 0, 0, "", said)])

    def _write(self, content: AddressContent) -> None:
        text = json.dumps(attrs.asdict(content), ensure_ascii=False) + "\n"
        if len(text.encode("utf-8", "replace")) > MOST:
            raise UsageError(f"{self.path} would become too large; close some matches in the lobby")
        files.replace(self.path, text, private=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """No other process changes the file meanwhile."""
        lock = os.open(self.path.with_name(f"{self.path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            until = time.monotonic() + PATIENCE
            while not locked(lock):
                if time.monotonic() > until:
                    said = f"{self.path} has been locked for {PATIENCE:g} seconds by another process"
                    raise UsageError(f"{said}{holder(lock)}; end that one first")
                time.sleep(0.02)
            yield
        finally:
            os.close(lock)
