"""The matches of a server: who may come in by which address, and which of them are open.

A match is opened when somebody comes to one of its addresses: its record is played again and its file locked. It is put
to rest some time after the last page has gone, so that a terminal and a browser can take turns at one record.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar

import attrs

from .. import bots
from ..base import files, plugin_errors
from ..base.errors import TilewrightError, UsageError
from ..bots import levels
from ..play.match import Match
from ..play.replay import resume
from ..record.writer import InUse, free, unlocked
from ..table.saved_games import FIRST, SavedGame, look
from ..table.table import Table
from .addresses import AddressContent, AddressFile, MatchAddresses, token
from .http_errors import AddressExpired, HttpError, RecordBroken, RecordInUse, ServerFull, UnknownAddress

if TYPE_CHECKING:
    from ..play.lifecycle import Bot
    from ..rules.ruleset import Rules
    from ..table.match_setup import MatchSetup

CLOSED = 500
"""Closed matches whose addresses are remembered, to say that they are used up."""
Kind = Literal["seat", "watch", "lobby", ""]
"""What a token opens."""


class OpenMatch(Protocol):
    """A match that is open, as the registry knows it."""

    @property
    def table(self) -> Table: ...

    @property
    def why(self) -> str:
        """What has failed in it, for the person who serves; "" for nothing."""

    def stop(self) -> None:
        """No move is played afterwards; whoever looks at the match has been told."""


S = TypeVar("S", bound=OpenMatch)


@attrs.frozen(repr=False)
class AddressTarget(Generic[S]):
    """Where an address leads."""

    entry: HostedMatch[S]
    seat: int | None
    """None for spectators."""
    name: str
    """The player's name, "" for spectators."""


@attrs.define(eq=False, repr=False)
class HostedMatch(Generic[S]):
    """One match of the registry, open or at rest. Its methods may be called from any thread; `take` may take long."""

    registry: MatchRegistry[S]
    kept: MatchAddresses
    named: Mapping[str, str] = attrs.field(factory=dict)
    """Player to bot, for bots that a person has named to this very process; they need not be installed."""
    broken: str = attrs.field(init=False, default="")
    """Why the match could not be opened the last time, for the person who serves: it may tell secrets."""
    _opened: S | None = attrs.field(init=False, default=None)
    _course: tuple[int, tuple[str, ...]] | None = attrs.field(init=False, default=None)
    _users: int = attrs.field(init=False, default=0)
    _left: float = attrs.field(init=False, factory=time.monotonic)
    _lock: threading.Lock = attrs.field(init=False, factory=threading.Lock)
    """Held while the match is opened or put to rest."""
    _counting: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    @property
    def id(self) -> str:
        """The name of the match in the lobby; it opens nothing."""
        return self.kept.id

    @property
    def record(self) -> Path:
        return Path(self.kept.record)

    @property
    def people(self) -> dict[str, str]:
        """Player to token, for every person who plays now."""
        return {name: one for name, one in self.kept.people.items() if name not in self.kept.bots}

    @property
    def opened(self) -> S | None:
        """The match if it is open now."""
        return self._opened

    def look(self) -> SavedGame:
        """What the record's first and last lines say of the match. Never fails: it may be a `problem`."""
        return look(self.record)

    def course(self) -> tuple[int, tuple[str, ...]] | None:
        """The round and the players who decide now, also while the match rests; None before it was first opened."""
        opened = self._opened
        return _course(opened.table) if opened is not None else self._course

    def take(self) -> S:
        """The match, which stays open until `leave` has been called as often. Refused says why it cannot be."""
        with self._lock:
            if self.kept.closed:
                raise AddressExpired
            if self._opened is None:
                self.registry._reserve()
                try:
                    self._opened = self._open()
                except BaseException:
                    self.registry._release()
                    raise
            with self._counting:
                self._users += 1
            return self._opened

    def leave(self) -> None:
        """Somebody who has taken the match needs it no more. Never waits."""
        with self._counting:
            self._users -= 1
            self._left = time.monotonic()

    @contextmanager
    def taken(self) -> Iterator[S]:
        """The match, open as long as the block lasts."""
        opened = self.take()
        try:
            yield opened
        finally:
            self.leave()

    def rest(self, idle: float = 0.0) -> bool:
        """Close the record if nobody has needed the match for so many seconds. True if it is at rest now.

        It does not wait for somebody who is just opening it.
        """
        if not self._lock.acquire(blocking=False):
            return False
        try:
            with self._counting:
                needed = self._users > 0 or time.monotonic() - self._left < idle
            if self._opened is not None and not needed:
                self._close()
            return self._opened is None
        finally:
            self._lock.release()

    def end(self) -> None:
        """Close the record, whoever needs the match."""
        with self._lock:
            if self._opened is not None:
                self._close()

    def _close(self) -> None:
        opened = self._opened
        assert opened is not None
        try:
            opened.stop()
        finally:
            self._opened = None
            match = opened.table.match
            self._course = _course(opened.table)
            match.close()
            self.registry._release()

    def _open(self) -> S:
        self.broken = ""
        try:
            if digest(self.record) != self.kept.head:
                raise UsageError(f"{self.record} holds another match now")
            unlocked(self.record)  # before it is played again, since whoever waits for it asks often
            match, _ = resume(self.record, self._bot, players=self.kept.bots)
        except InUse as error:
            raise RecordInUse from error
        except Exception as error:  # the rules expect no record that somebody has edited
            self.broken = str(error) if isinstance(error, TilewrightError) else plugin_errors.said(error)
            raise RecordBroken from error
        try:
            return self.registry.serve(
                Table(match, self.kept.lang, self.registry.undo, one_keyboard=False), self
            )
        except BaseException:
            match.close()
            raise

    def _bot(self, text: str, rules: Rules) -> Bot:
        typed = text in self.named.values() and not bots.learned_from(text)
        made = bots.make if typed else bots.installed
        return made(text, rules, len(self.kept.seats))


class MatchRegistry(Generic[S]):
    """All matches of one server, and whoever else shares its register."""

    def __init__(
        self,
        register: Path,
        folder: Path,
        serve: Callable[[Table, HostedMatch[S]], S],
        *,
        lang: str = "en",
        undo: bool = True,
        most: int = 200,
        most_open: int = 60,
    ) -> None:
        """New records go to `folder`; `serve` makes what keeps an open match going.

        `most` is the number of matches that are not closed, `most_open` of those whose record is open at once.
        """
        self.folder, self.serve, self.lang, self.undo = folder, serve, lang, undo
        self.most, self.most_open = most, most_open
        self._register = AddressFile(register)
        self._lock = threading.Lock()
        self._begins = threading.Lock()
        self._content: AddressContent | None = None
        self._entries: dict[str, HostedMatch[S]] = {}
        self._index: dict[bytes, tuple[Kind, str, str]] = {}
        self._open = 0
        self._known()

    # -- addresses -----------------------------------------------------------------------------------------------

    @property
    def lobby(self) -> str:
        """The token of the lobby."""
        return self._known().lobby

    def kind(self, token: str) -> Kind:
        """What the token opens, "" if it opens nothing."""
        return self._found(token)[0]

    def place(self, token: str) -> AddressTarget[S]:
        """Where the token leads. NoAddress if that is nowhere, UsedUp if it has led somewhere."""
        kind, number, name = self._found(token)
        if kind not in ("seat", "watch"):
            raise UnknownAddress
        entry = self._entries[number]
        kept = entry.kept
        if kept.closed:
            raise AddressExpired
        if kind == "watch":
            return AddressTarget(entry, None, "")
        if name in kept.bots:
            raise AddressExpired("web.error.bot", who=name)
        return AddressTarget(entry, kept.seats.index(name), name)

    def _found(self, token: str) -> tuple[Kind, str, str]:
        # By digest: how long this takes says nothing of how much of a token is right.
        self._known()
        return self._index.get(_hashed(token), ("", "", ""))

    def _known(self) -> AddressContent:
        """What the register holds now; entries and addresses follow it."""
        with self._lock:
            return self._take(self._register.read())

    def _take(self, content: AddressContent) -> AddressContent:
        if content is self._content:
            return content
        index: dict[bytes, tuple[Kind, str, str]] = {_hashed(content.lobby): ("lobby", "", "")}
        for kept in content.matches:
            entry = self._entries.setdefault(kept.id, HostedMatch(self, kept))
            entry.kept = kept
            index[_hashed(kept.watching)] = ("watch", kept.id, "")
            index |= {_hashed(one): ("seat", kept.id, name) for name, one in kept.people.items()}
        for gone in self._entries.keys() - {kept.id for kept in content.matches}:
            # It may still be open; then it has no address, and `tidy` closes it.
            self._entries[gone].kept = attrs.evolve(self._entries[gone].kept, closed=True)
            if self._entries[gone].opened is None:
                del self._entries[gone]
        self._content, self._index = content, index
        return content

    def _change(self, how: Callable[[AddressContent], AddressContent]) -> None:
        self._register.change(how)
        self._known()

    # -- matches -------------------------------------------------------------------------------------------------

    def entries(self) -> list[HostedMatch[S]]:
        """The matches that are not closed, the newest first."""
        self._known()
        return [one for one in reversed([*self._entries.values()]) if not one.kept.closed]

    def entry(self, id: str) -> HostedMatch[S]:
        """The match that the lobby calls so. NoAddress if there is none, or it is closed."""
        self._known()
        found = self._entries.get(id)
        if found is None or found.kept.closed:
            raise UnknownAddress("web.error.match")
        return found

    def begin(self, plan: MatchSetup, lang: str | None = None, seed: int | None = None) -> HostedMatch[S]:
        """Begin a match, in a new record. TilewrightError says why it cannot be."""
        rules = plan.rules()
        self.room()
        texts = {one.name: levels.settled(one.level, rules) for one in plan.players if one.level}
        seed = secrets.randbits(128) if seed is None else seed
        with self._begins:
            # The seed is not part of the name, since a name is seen by people to whom it would tell everything.
            path = free(self.folder / f"{rules.game.name}-{datetime.now():%Y%m%d-%H%M%S}.jsonl")
            Match(
                rules,
                [one.name for one in plan.players],
                seed=seed,
                bot_names=texts,
                record=path,
                help_level=plan.help,
            ).close()
        return self.add(path, lang)

    def add(
        self, record: Path, lang: str | None = None, players: Mapping[str, str] | None = None
    ) -> HostedMatch[S]:
        """The match of this record, which has addresses from now on; the same ones if it had some before.

        `players` (player to bot) replaces the bots of the record; they need not be installed if a person has named
        them. TilewrightError says what is wrong with the record.
        """
        path = record.absolute().resolve()
        save = look(path)
        if save.head is None:
            raise UsageError(f"{record}: {save.problem}")
        head, first = save.head, digest(path)
        if players is None and (strange := [text for text in head.bots.values() if bots.uninstalled(text)]):
            raise HttpError("web.error.uninstalled", status=409, bot=strange[0])
        old = next(
            (one for one in self.entries() if (one.kept.record, one.kept.head) == (str(path), first)), None
        )
        if old is None:
            self.room()
        found = old.kept if old is not None else MatchAddresses(
            id=secrets.token_hex(4),
            record=str(path),
            head=first,
            seats=head.seats,
            people={},
            watching=token(),
            bots=head.bots,
            lang=self.lang,
            made=int(time.time()),
        )  # fmt: skip
        seated = found.bots if players is None else dict(players)
        people = {name: found.people.get(name) or token() for name in head.seats if name not in seated}
        kept = attrs.evolve(found, bots=seated, people=found.people | people, lang=lang or found.lang)
        if old is None or kept != found:
            self._change(lambda content: content.changed(kept))
        entry = self.entry(kept.id)
        if players is not None:
            entry.named = dict(players)
        return entry

    def room(self) -> None:
        """There is room for one more match. Refused if there are too many, and all of them can go on."""
        going = self.entries()
        if len(going) < self.most:
            return
        # What is over, or gone, makes room, the oldest first.
        for one in reversed(going):
            save = one.look()
            if (save.problem or save.result is not None) and one.rest():
                return self.close(one)
        raise HttpError("web.error.many", status=409, n=self.most)

    def close(self, entry: HostedMatch[S]) -> None:
        """Close the match for good: its addresses say so from now on. The record stays."""

        def closed(content: AddressContent) -> AddressContent:
            after = content.changed(attrs.evolve(entry.kept, closed=True))
            old = [one.id for one in after.matches if one.closed][:-CLOSED]
            return attrs.evolve(after, matches=tuple(one for one in after.matches if one.id not in old))

        self._change(closed)
        entry.end()

    # -- open and at rest ----------------------------------------------------------------------------------------

    def tidy(self, idle: float) -> None:
        """Put to rest every match that nobody has needed for so many seconds, and end those that were closed."""
        self._known()
        for entry in [*self._entries.values()]:
            if entry.opened is not None:
                if entry.kept.closed:
                    entry.end()
                else:
                    entry.rest(idle)

    def rest(self) -> None:
        """Put every match to rest, at the end of the server."""
        for entry in [*self._entries.values()]:
            entry.end()

    def _reserve(self) -> None:
        """Count one more open match; the one that was needed least lately is put to rest for it. Full if none can."""
        while True:
            with self._lock:
                if self._open < self.most_open:
                    self._open += 1
                    return
                waiting = sorted(self._entries.values(), key=lambda one: one._left)
            if not any(one.opened is not None and one.rest() for one in waiting):
                raise ServerFull(n=self.most_open)

    def _release(self) -> None:
        with self._lock:
            self._open -= 1


def _course(table: Table) -> tuple[int, tuple[str, ...]]:
    view = table.match.state.view(None)
    return table.match.rules.game.round_of(view) + 1, tuple(table.seats[seat] for seat in table.to_act)


def digest(record: Path) -> str:
    """The digest of the record's first line. UsageError if the file cannot be read."""
    line, _, _ = files.beginning(record, FIRST).partition(b"\n")
    return sha256(line).hexdigest()


def _hashed(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
