"""The matches of a server: their addresses, and which of them are open.

A match is opened when one of its addresses is visited: its record is played again and its file locked. It is closed
again some time after the last page has gone, so that a terminal and a browser can take turns at one record.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from .. import bots
from ..base.errors import TilewrightError, UsageError
from ..bots import levels
from ..play.match import Match
from ..record.writer import Writer
from ..rules.author_questions import stated
from ..table.face_texts import Texts
from ..table.progress import FILE, Progress
from ..table.record_index import NAME, RecordIndex
from ..table.saved_games import DAY, digest, look
from ..table.setup_choices import titled
from ..table.table import Table
from .address_book import AddressBook, Kind
from .addresses import MatchAddresses, token
from .hosted_match import HostedMatch
from .hosting.log import LOG
from .http_errors import AddressExpired, HttpError, NotBegun, ServerFull, UnknownAddress
from .open_lessons import OpenLessons

if TYPE_CHECKING:
    from ..record.format import Help
    from ..rules.ruleset import Rules
    from ..table.match_setup import MatchSetup
    from .live_match import LiveMatch
    from .page_event import PageEvent


@attrs.frozen(repr=False)
class AddressTarget:
    """The match and the seat to which an address leads."""

    entry: HostedMatch
    seat: int | None
    """None for spectators."""
    public: bool = False
    """Everybody may know this address: it shows nothing before the match is over."""


class MatchRegistry:
    """All matches of one server, and of others that share its file of addresses."""

    def __init__(
        self,
        register: Path,
        folder: Path,
        serve: Callable[[Table], LiveMatch],
        *,
        lang: str = "en",
        undo: bool = True,
        most_open: int = 60,
        playtest: bool = False,
        one_device: bool = False,
        idle: int = 0,
    ) -> None:
        """New records go to `folder`; `serve` makes what keeps an open match going.

        Addresses are kept beside `register`, which is the file in which older versions have kept them. `most_open` is
        the number of matches that are in memory at once; all others rest on the disk. New matches are a `playtest` or
        not. At `one_device` all people sit, and hand it over. A match ends by itself after `idle` days in which nobody
        plays, 0 for never.
        """
        self.folder, self.serve, self.lang, self.undo = folder, serve, lang, undo
        self.most_open, self.playtest = most_open, playtest
        self.one_device, self.idle = one_device, idle
        self.lessons = OpenLessons(Progress(register.with_name(FILE)))
        self.index = RecordIndex(Path(os.path.realpath(folder)), register.with_name(NAME))
        self.book = AddressBook(register.with_suffix(".sqlite"))
        self._lock = threading.Lock()
        self._entries: dict[str, HostedMatch] = {}
        """Those that somebody has asked for; all others are in the book alone."""
        self._open = 0

    # -- addresses -----------------------------------------------------------------------------------------------

    @property
    def lobby(self) -> str:
        """The token of the lobby."""
        return self.book.lobby

    def kind(self, token: str) -> Kind:
        """Return what the token opens, "" if it opens nothing; a lesson is a seat."""
        return self.book.found(token)[0] or ("seat" if self.lessons.found(token) is not None else "")

    def place(self, token: str) -> AddressTarget:
        """Return where the token leads. UnknownAddress if that is nowhere, AddressExpired if its match was closed."""
        kind, id, name = self.book.found(token)
        entry = self._entry(id)
        if kind not in ("seat", "watch"):
            raise UnknownAddress
        if entry is None:
            raise NotBegun if self.book.waiting(id) is not None else UnknownAddress("web.error.match")
        kept = entry.kept
        if kept.closed:
            raise AddressExpired
        if kind == "watch":
            return AddressTarget(entry, None)
        if name in kept.bots:
            raise AddressExpired("web.error.bot", who=name)
        if kept.people.get(name) != token:
            raise AddressExpired("web.error.renewed", who=name)
        return AddressTarget(entry, kept.seats.index(name))

    def _entry(self, id: str) -> HostedMatch | None:
        """The match with this id, as the book has it now; None if there is none."""
        if self.book.news():
            self._follow()
        with self._lock:
            if id not in self._entries and (kept := self.book.match(id)) is not None:
                self._entries[id] = HostedMatch(self, kept)
            return self._entries.get(id)

    def _follow(self) -> None:
        """Other servers may have changed matches that this one knows."""
        with self._lock:
            known = [*self._entries.values()]
        for entry in known:
            entry.kept = self.book.match(entry.id) or entry.kept

    def change(self, entry: HostedMatch, how: Callable[[MatchAddresses], MatchAddresses]) -> None:
        """Change what is kept of a match, in the book as well."""
        entry.kept = self.book.change(entry.id, how) or entry.kept

    # -- matches -------------------------------------------------------------------------------------------------

    def entries(self) -> list[HostedMatch]:
        """The matches that are not closed, the newest first."""
        return [entry for id in self.book.going() if (entry := self._entry(id)) is not None]

    def entry(self, id: str) -> HostedMatch:
        """The match with this name in the lobby. UnknownAddress if there is none, or it is closed."""
        found = self._entry(id)
        if found is None or found.kept.closed:
            raise UnknownAddress("web.error.match")
        return found

    def begin(
        self, plan: MatchSetup, lang: str | None = None, seed: int | None = None, coach: bool = False
    ) -> HostedMatch:
        """Begin a match, in a new record, with a coach or without. TilewrightError says why it cannot be."""
        rules = plan.rules()
        seats = zip(plan.names, plan.players, strict=True)
        texts = {name: levels.settled(one.level, rules) for name, one in seats if one.level}
        return self.add(self.new_record(rules, plan.names, texts, plan.help, seed), lang, coach=coach)

    def new_record(
        self, rules: Rules, names: Sequence[str], bots: Mapping[str, str], help: Help, seed: int | None
    ) -> Path:
        """The record of a new match of these players, with its first line; a fresh seed for None."""
        if self.playtest:
            stated(rules)
        seed = secrets.randbits(128) if seed is None else seed
        match = Match(rules, names, seed=seed, bot_names=bots, help_level=help, playtest=self.playtest)
        match.record_from_start(writer := self.writer(rules.game.name))
        match.close()
        return writer.path

    def writer(self, game: str) -> Writer:
        """What writes a new record."""
        # The seed is not part of the name, since a name is seen by people to whom it would tell everything.
        return Writer.fresh(self.folder / f"{game}-{datetime.now():%Y%m%d-%H%M%S}.jsonl")

    def learn(self, who: str, plan: MatchSetup, lang: str) -> str:
        """The token of the lesson of this game with its modules; at its end one match against `easy` begins."""

        players = [attrs.evolve(one, level="easy" if n else "") for n, one in enumerate(plan.players)]
        begun: list[HostedMatch] = []

        def first_game() -> str:
            if not begun or begun[-1].kept.closed:
                begun.append(self.begin(attrs.evolve(plan, players=tuple(players)), lang, coach=True))
            return next(iter(begun[-1].people.values()))

        return self.lessons.open(who, plan.game, plan.modules, lang, first_game)

    def speaks(self, entry: HostedMatch, seat: int, lang: str) -> None:
        """Remember that this seat has chosen a language. UsageError if it cannot be written."""
        chosen = {entry.kept.seats[seat]: lang}
        self.change(entry, lambda kept: attrs.evolve(kept, langs=kept.langs | chosen))

    def offer(self, entry: HostedMatch, seat: int) -> str:
        """A sentence that offers the lesson of a match's game, if it is the first of its kind here; "" otherwise."""
        head = entry.look().head
        if head is None or not self.lessons.progress.offers(head.game, self.index, entry.record):
            return ""
        return Texts(entry.lang_of(seat))("web.offer", title=titled(head.game) or head.game)

    def answered(self, entry: HostedMatch, seat: int | None, event: PageEvent) -> str:
        """Offer the lesson no longer; return its address for this seat if the answer is `yes`, at page `n` if given."""
        head = entry.look().head
        if head is None:
            return ""
        self.lessons.progress.offered(head.game)
        if event.key != "yes":
            return ""
        found = self.lessons.open(f"{entry.id} {seat}", head.game, [*head.modules], entry.lang_of(seat))
        if event.n and (lesson := self.lessons.found(found)) is not None:
            lesson.turn_to(event.n - 1)
        return f"/t/{found}"

    def add(
        self,
        record: Path,
        lang: str | None = None,
        players: Mapping[str, str] | None = None,
        coach: bool = False,
        known: Mapping[str, Any] | None = None,
    ) -> HostedMatch:
        """The match of this record, which has addresses from now on; the same ones if it had some before.

        `players` (player to bot) replaces the bots of the record; they need not be installed if a person has named
        them. `known` are addresses and more that it brings along. TilewrightError says what is wrong with the record.
        """
        path = Path(os.path.realpath(record))
        save = look(path)
        if save.head is None:
            raise UsageError(f"{record}: {save.problem}")
        head, first = save.head, digest(path)
        if players is None and (strange := [text for text in head.bots.values() if bots.uninstalled(text)]):
            raise HttpError("web.error.uninstalled", status=409, bot=strange[0])
        old = next((one for one in self.book.of(str(path)) if one.head == first), None)
        given = {
            "id": secrets.token_hex(4),
            "people": {},
            "watching": token(),
            "join": "" if self.one_device else token(),
            "lang": self.lang,
            "made": int(time.time()),
            "coach": coach,
        }
        fixed = {"record": str(path), "head": first, "seats": head.seats, "bots": head.bots}
        found = old or MatchAddresses(**{**given, **(known or {}), **fixed})
        seated = found.bots if players is None else dict(players)
        people = {name: found.people.get(name) or token() for name in head.seats if name not in seated}
        kept = attrs.evolve(found, bots=seated, people=found.people | people, lang=lang or found.lang)
        if kept != old:
            self.book.keep(kept)
        entry = self.entry(kept.id)
        entry.kept = kept
        if old is None:
            LOG.info("match %s: %s", "goes on" if save.decisions else "begun", path.stem)
        if players is not None:
            entry.named = dict(players)
        return entry

    def close(self, entry: HostedMatch) -> None:
        """Close the match for good: its addresses say so from now on. The record stays."""
        self.change(entry, lambda kept: attrs.evolve(kept, closed=True))
        LOG.info("match closed: %s", entry.record.stem)
        entry.end()

    # -- replays for everybody -----------------------------------------------------------------------------------

    def share(self, entry: HostedMatch) -> str:
        """The token of an address at which everybody sees the replay, from now on. HttpError if the match goes on."""
        if not entry.look().over:
            raise HttpError("web.error.goes_on", status=409)
        new = token()
        self.change(entry, lambda kept: kept if kept.public else attrs.evolve(kept, public=new))
        return entry.kept.public

    def withdraw(self, entry: HostedMatch) -> None:
        """The address of the replay says from now on that it was withdrawn, for good."""
        self.change(entry, lambda kept: attrs.evolve(kept, public=""))

    def shared(self, token: str) -> AddressTarget:
        """The replay at this address for everybody. AddressExpired if it was withdrawn, else UnknownAddress."""
        kind, id, _ = self.book.found(token)
        entry = self._entry(id)
        if kind != "public" or entry is None:
            raise UnknownAddress
        if entry.kept.closed:
            raise AddressExpired
        if entry.kept.public != token:
            raise AddressExpired("web.error.withdrawn")
        return AddressTarget(entry, None, public=True)

    # -- open and at rest ----------------------------------------------------------------------------------------

    def tidy(self, idle: float) -> None:
        """Close the record of every match that was not needed for so many seconds, or that was closed for good."""
        if self.book.news():
            self._follow()
        for entry in [*self._entries.values()]:
            if entry.opened is not None:
                if entry.kept.closed:
                    entry.end()
                else:
                    entry.rest(idle)

    def end_idle(self) -> None:
        """End every match in which nobody has played for `idle` days; the record says so."""
        old = time.time() - self.idle * DAY
        for id, record in self.book.going().items() if self.idle else ():
            row = self.index.of(Path(record))
            if row.state == "running" and row.changed < old:
                with suppress(TilewrightError), self.entry(id).taken() as served, served.lock:
                    served.table.give_up(self.idle)
                    served.stirred()

    def rest(self) -> None:
        """Put every match to rest, at the end of the server."""
        for entry in [*self._entries.values()]:
            entry.end()

    def reserve(self) -> None:
        """Count one more open match; the least recently needed one is put to rest for it. ServerFull if none can."""
        while True:
            with self._lock:
                if self._open < self.most_open:
                    self._open += 1
                    return
                waiting = sorted(self._entries.values(), key=lambda one: one.left_at)
            if not any(one.opened is not None and one.rest() for one in waiting):
                raise ServerFull(n=self.most_open)

    @property
    def pulse(self) -> tuple[int, ...]:
        """Another one whenever something has happened in a match that is open here, or to the addresses of one."""
        with self._lock:
            opened = [one for entry in self._entries.values() if (one := entry.opened) is not None]
        return self.book.changes, len(opened), sum(one.table.revision + one.arrivals for one in opened)

    @property
    def live(self) -> int:
        """The matches that are open now."""
        return self._open

    def release(self) -> None:
        with self._lock:
            self._open -= 1
