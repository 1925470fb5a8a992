"""One match of a server: its record is opened when a page needs it, and closed when none does.

Opening plays the record again and locks its file. It is closed some time after the last page has gone, so that a
terminal and a browser can take turns at one record.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from .. import bots
from ..base import plugin_errors
from ..base.errors import TilewrightError, UsageError
from ..play.replay import resume
from ..record.writer import InUse, unlocked
from ..table.saved_games import SavedGame, digest, look
from ..table.table import Table
from ..text.languages import spoken
from . import rematches
from .http_errors import AddressExpired, RecordBroken, RecordInUse

if TYPE_CHECKING:
    from ..play.lifecycle import Bot
    from ..rules.ruleset import Rules
    from .addresses import MatchAddresses
    from .live_match import LiveMatch
    from .matches import MatchRegistry


@attrs.define(eq=False, repr=False)
class HostedMatch:
    """One match of the registry, open or at rest. Its methods may be called from any thread; `take` may take long."""

    registry: MatchRegistry
    kept: MatchAddresses
    named: Mapping[str, str] = attrs.field(factory=dict)
    """Player to bot, for bots that a person has named to this very process; they need not be installed."""
    broken: str = attrs.field(init=False, default="")
    """Why the match could not be opened the last time, for the person who serves: it may contain secrets."""
    opened: LiveMatch | None = attrs.field(init=False, default=None)
    """The match if it is open now."""
    _course: tuple[int, tuple[str, ...]] | None = attrs.field(init=False, default=None)
    _users: int = attrs.field(init=False, default=0)
    left_at: float = attrs.field(init=False, factory=time.monotonic)
    """The time at which the match was last needed, by the monotonic clock."""
    _lock: threading.Lock = attrs.field(init=False, factory=threading.Lock)
    """Held while the match is opened or put to rest."""
    _counting: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    @property
    def id(self) -> str:
        """The name of the match in the lobby; it opens nothing."""
        return self.kept.id

    def lang_of(self, seat: int | None) -> str:
        """The language of this seat: that of the match, unless it has chosen another one. Spectators choose none."""
        chosen = self.kept.langs.get(self.kept.seats[seat], "") if seat is not None else ""
        return spoken(chosen) if chosen else self.kept.lang

    def chose(self, seat: int) -> bool:
        """True if this seat has chosen a language itself."""
        return self.kept.seats[seat] in self.kept.langs

    @property
    def record(self) -> Path:
        return Path(self.kept.record)

    @property
    def people(self) -> dict[str, str]:
        """Player to token, for every person who plays now."""
        return {name: one for name, one in self.kept.people.items() if name not in self.kept.bots}

    def look(self) -> SavedGame:
        """Return what the record's first and last lines say of the match. Never fails: it may be a `problem`."""
        return look(self.record)

    def course(self) -> tuple[int, tuple[str, ...]] | None:
        """The round and the players who decide now, also while the match rests; None before it was first opened."""
        opened = self.opened
        return _course(opened.table) if opened is not None else self._course

    def take(self) -> LiveMatch:
        """The match, which stays open until `leave` has been called as often. HttpError if it cannot be opened."""
        with self._lock:
            if self.kept.closed:
                raise AddressExpired
            if self.opened is None:
                self.registry.reserve()
                try:
                    self.opened = self._open()
                except BaseException:
                    self.registry.release()
                    raise
            with self._counting:
                self._users += 1
            return self.opened

    def leave(self) -> None:
        """Give back the match once, after `take`. Never waits."""
        with self._counting:
            self._users -= 1
            self.left_at = time.monotonic()

    @contextmanager
    def taken(self) -> Iterator[LiveMatch]:
        """The match, open as long as the block lasts."""
        opened = self.take()
        try:
            yield opened
        finally:
            self.leave()

    def rest(self, idle: float = 0.0) -> bool:
        """Close the record if the match was not needed for so many seconds. Return whether it is closed now.

        It does not wait for a page that is just opening the match.
        """
        if not self._lock.acquire(blocking=False):
            return False
        try:
            with self._counting:
                needed = self._users > 0 or time.monotonic() - self.left_at < idle
            if self.opened is not None and not needed:
                self._close()
            return self.opened is None
        finally:
            self._lock.release()

    def end(self) -> None:
        """Close the record, even if the match is in use."""
        with self._lock:
            if self.opened is not None:
                self._close()

    def _close(self) -> None:
        opened = self.opened
        assert opened is not None
        try:
            opened.stop()
        finally:
            self.opened = None
            match = opened.table.match
            self._course = _course(opened.table)
            match.close()
            self.registry.release()

    def _open(self) -> LiveMatch:
        self.broken = ""
        try:
            if digest(self.record) != self.kept.head:
                raise UsageError(f"{self.record} holds another match now")
            unlocked(self.record)  # before it is played again, since waiting pages ask often
            match, _ = resume(self.record, self._bot, players=self.kept.bots)
        except InUse as error:
            raise RecordInUse from error
        except Exception as error:  # the record may have been edited, which rules do not expect
            self.broken = str(error) if isinstance(error, TilewrightError) else plugin_errors.said(error)
            raise RecordBroken from error
        try:
            kept, undo = self.kept, self.registry.undo
            table = Table(match, kept.lang, undo, one_keyboard=False, coach=kept.coach)
            for seat in table.people:
                if self.lang_of(seat) != kept.lang:
                    table.chair(seat).speak(self.lang_of(seat))
            served = self.registry.serve(table)
            after = rematches.found(self.registry, self) if table.over else None
            served.rematch = after.id if after is not None else ""
            served.days, served.watching = (
                self.registry.idle,
                "" if self.registry.one_device else kept.watching,
            )
            if self.registry.one_device:
                if match.playtest is not None:
                    match.playtest.together = True  # nobody thinks while another has the device
                served.seats = {kept.seats.index(name): f"/t/{one}" for name, one in self.people.items()}
            return served
        except BaseException:
            match.close()
            raise

    def _bot(self, text: str, rules: Rules) -> Bot:
        typed = text in self.named.values() and not bots.learned_from(text)
        made = bots.make if typed else bots.installed
        return made(text, rules, len(self.kept.seats))


def _course(table: Table) -> tuple[int, tuple[str, ...]]:
    view = table.match.state.view(None)
    return table.match.rules.game.round_of(view) + 1, tuple(table.seats[seat] for seat in table.to_act)
