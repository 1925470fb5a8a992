"""One match that the server has open: its table, the pages that look at it, and the loop in which its bots play."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

import anyio

from ..base import plugin_errors
from ..base.errors import TilewrightError
from ..draw.svg_board import PER_LINE
from ..table.saved_games import DAY, date
from .hosting.log import LOG
from .joining.presence import SETTLES, Present
from .page_session import PageSession
from .threads import ThreadLimits, aside, run

if TYPE_CHECKING:
    from ..base.html import Html
    from ..draw.html_boards import Kept
    from ..rules.actions import Action
    from ..table.table import Table

PAGES = 8
"""Pages of one seat that are remembered with their cursors, besides those that are open."""
SPOTS = 3_000
"""Spots whose pictures are remembered."""
ABSENT = 60.0
"""Seconds after which one whose page is closed counts as absent, unless the server says otherwise."""
TRIES = 30.0
"""Seconds after which a bot that has failed tries again, if nothing wakes it before."""


class LiveMatch:
    """A match at one server. All code that touches the table holds the lock, except bots that think."""

    def __init__(self, table: Table, *, pace: float = 0.6, patience: float = ABSENT) -> None:
        """`pace`: seconds for which each move of a bot is seen before the next one; `patience`: seconds after which one
        whose page is closed counts as absent.
        """
        self.patience = patience
        self.table, table.pace = table, pace
        self.lock = threading.RLock()
        self.turn = asyncio.Lock()
        """The lock of work for people: a match uses one of their threads at a time, and never takes all of them."""
        self.asking = asyncio.Lock()
        """The lock of what people let others think about: of each match one thing at a time waits in that queue."""
        self.listeners: dict[asyncio.Event, PageSession] = {}
        """The open connections: what wakes each of them, and the page that it is for."""
        self.trouble: int | None = None
        """The seat whose bot has failed, so that none goes on; None if they do."""
        self.why = ""
        """The last failure here, for the person who serves; it may contain secrets."""
        self._sittings: dict[int | None, OrderedDict[str, PageSession]] = {}
        self.seats: Mapping[int, str] = {}
        """The addresses of the people, by seat, if they all sit at one device and hand it over; empty otherwise."""
        self.rematch = ""
        """The id of the match that these people have begun after this one; "" if there is none."""
        self.watching = ""
        """The token of the spectators; "" where there are none."""
        self.days = 0
        """The days without a decision after which the match ends by itself; 0 if it never does."""
        self._gone: dict[int, float] = {}
        """Seat to when its last page has closed, by the monotonic clock."""
        self._begun = time.monotonic()
        self.present, self.arrivals = Present(), 0
        """Who has a page open, and how often that has changed."""
        self._looking: asyncio.TimerHandle | None = None
        self.stopped = False
        self._over = table.over
        self._moved = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bots: asyncio.Task[None] | None = None
        self._thought: dict[int, float] = {}
        """Seat to the seconds that its bot has thought last."""
        self._spots: dict[Kept, Html] = {}

    # -- pages ---------------------------------------------------------------------------------------------------

    def session(self, seat: int | None, page: str, across: int = PER_LINE) -> PageSession:
        """The page with this name on a seat, a fresh one if it is not known, with room for so many spots of a chain.

        Spectators with equal room share one. It is called in the server's loop.
        """
        pages = self._sittings.setdefault(seat, OrderedDict())
        name = page if seat is not None else str(across)
        if name not in pages:
            pages[name] = PageSession(self, seat, across)
        pages.move_to_end(name)
        looked_at = {id(one) for one in self.listeners.values()}
        closed = [one for one, session in pages.items() if id(session) not in looked_at and one != name]
        for one in closed[: max(0, len(closed) + 1 - PAGES)]:
            del pages[one]
        return pages[name]

    def opens(self, listener: asyncio.Event, session: PageSession) -> None:
        """Wake this connection of a page from now on. It is called in the server's loop."""
        self.listeners[listener] = session
        self._look_around()

    def closed(self, listener: asyncio.Event) -> None:
        """Note that the connection of a page has ended. It is called in the server's loop."""
        seat = self.listeners.pop(listener).seat
        if seat is not None:
            self._gone[seat] = time.monotonic()
        self._look_around()

    def _look_around(self) -> None:
        """See soon who is there, and tell it if it has changed."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(SETTLES, self._seen)

    def _seen(self) -> None:
        self._looking = None
        now = Present.of(self.listeners.values())
        if now != self.present:
            self.present = now
            self.arrivals += 1
            for one in self.listeners:
                one.set()

    def here(self, seat: int) -> bool:
        """True if a page of this seat is open, or was until a moment ago: a phone closes it when it is laid down."""
        if any(one.seat == seat for one in [*self.listeners.values()]):
            return True
        return time.monotonic() < self._gone.get(seat, self._begun) + self.patience

    @property
    def ends(self) -> str:
        """The date on which the match ends by itself if nobody plays; "" if it never does."""
        path = self.table.match.path
        if not self.days or path is None or self.table.over:
            return ""
        try:
            return date(path.stat().st_mtime + self.days * DAY)
        except OSError:  # somebody has moved it
            return ""

    @property
    def spots(self) -> dict[Kept, Html]:
        """Cache of the drawn spots of this match, shared by all pages."""
        if len(self._spots) > SPOTS:
            self._spots.clear()
        return self._spots

    def happened(self) -> None:
        """Wake every page and the bots after something has happened at the table. Called in the server's loop."""
        self._log_end()
        self._moved.set()
        for one in self.listeners:
            one.set()

    def stirred(self) -> None:
        """The same from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.happened)
        else:
            self._log_end()

    def _log_end(self) -> None:
        if self.table.over and not self._over:
            LOG.info("match ended: %s", self.table.match.path.stem if self.table.match.path else "")
        self._over = self.table.over

    def failed(self, error: BaseException) -> None:
        """The error of a game, bot or plugin. It may contain secrets, so only the lobby shows it."""
        known = isinstance(error, TilewrightError)
        self.why = str(error) if known else plugin_errors.describe(error, self.table.match.rules.plugins)

    def changed(self, session: PageSession) -> None:
        """Only this page looks different. It is called in the server's loop."""
        for one, whose in self.listeners.items():
            if whose is session:
                one.set()

    # -- bots ----------------------------------------------------------------------------------------------------

    def begin(self, lanes: ThreadLimits) -> None:
        """The bots play from now on, in the running loop."""
        if self._bots is None:
            self._loop = asyncio.get_running_loop()
            self._bots = self._loop.create_task(self._play_bots(lanes))

    def stop(self) -> None:
        """Nothing is played any more. It can be called in any thread."""
        with self.lock:
            self.stopped = True
        if self._bots is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._bots.cancel)
            self._loop.call_soon_threadsafe(self.happened)  # the streams end

    async def _play_bots(self, lanes: ThreadLimits) -> None:
        while not self.stopped:
            self._moved.clear()
            if await self._bot(lanes):
                self.happened()
                await anyio.sleep(self.table.pace)
            else:
                with anyio.move_on_after(TRIES if self.trouble is not None else None):
                    await self._moved.wait()

    async def _bot(self, lanes: ThreadLimits) -> bool:
        """Play the move of the bot that is next; False if a person decides, the match is over, or the bot failed."""
        table, before = self.table, self.trouble
        revision, seat = table.revision, table.next_bot()
        if seat is None or table.wish is not None:  # a move would end the wish
            self.trouble = None
            return False
        try:
            action = await aside(lambda: self._think(seat), lanes.of(self._thought.get(seat, 0.0)))
            await run(lambda: self._play(action, revision), lanes.quick)
            self.trouble = None
        except (Exception, SystemExit) as error:
            if table.revision != revision:  # a move was played or taken back while it thought
                return True
            # A game or bot has failed: its match stands still, others go on.
            self.failed(error)
            self.trouble = seat
        if self.trouble != before:
            self.happened()
        return self.trouble is None

    def _think(self, seat: int) -> Action:
        begun = time.monotonic()
        try:
            return self.table.think()
        finally:
            self._thought[seat] = time.monotonic() - begun

    def _play(self, action: Action, revision: int) -> None:
        """Play what a bot has found, unless a move was taken back meanwhile."""
        with self.lock:
            if self.table.revision == revision and not self.stopped:
                self.table.play(action)
