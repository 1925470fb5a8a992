"""One match that the server has open: its table, the pages that look at it, and the loop in which its bots play."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

import anyio
from anyio import CapacityLimiter, to_thread

from .. import blame
from ..bots import program
from ..draw.diagram import PER_LINE
from ..errors import TilewrightError
from .sitting import Sitting

if TYPE_CHECKING:
    from ..actions import Action
    from ..table.table import Table

PAGES = 8
"""Pages of one seat that are remembered with their cursors; an older one begins with a fresh cursor."""
TRIES = 30.0
"""Seconds after which a bot that has failed is asked again, if nobody comes before."""


class Served:
    """A match at one server. Whatever touches the table holds the lock, but for bots that think."""

    def __init__(self, table: Table, *, pace: float = 0.6) -> None:
        """`pace`: seconds for which each move of a bot is seen before the next one."""
        self.table, self.pace = table, pace
        self.lock = threading.RLock()
        self.listeners: dict[asyncio.Event, Sitting] = {}
        """The open connections: what wakes each of them, and the page that it is for."""
        self.trouble = ""
        """Why the bots do not go on, in a sentence; "" if they do."""
        self._sittings: dict[int | None, OrderedDict[str, Sitting]] = {}
        self.stopped = False
        self._moved = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bots: asyncio.Task[None] | None = None

    # -- pages ---------------------------------------------------------------------------------------------------

    def sitting(self, seat: int | None, page: str, across: int = PER_LINE) -> Sitting:
        """The page with this name on a seat, a fresh one if it is not known, with room for so many spots of a chain.

        Spectators with equal room share one.
        """
        with self.lock:
            pages = self._sittings.setdefault(seat, OrderedDict())
            name = page if seat is not None else str(across)
            if name not in pages:
                pages[name] = Sitting(self, seat, across)
            pages.move_to_end(name)
            while len(pages) > PAGES:
                pages.popitem(last=False)
            return pages[name]

    def happened(self) -> None:
        """Something has happened at the table: tell every page, and the bots. It is called in the server's loop."""
        self._moved.set()
        for one in self.listeners:
            one.set()

    def changed(self, sitting: Sitting) -> None:
        """Only this page looks different. It is called in the server's loop."""
        for one, whose in self.listeners.items():
            if whose is sitting:
                one.set()

    # -- bots ----------------------------------------------------------------------------------------------------

    def begin(self, thinkers: CapacityLimiter) -> None:
        """The bots play from now on, in the running loop; at most as many think at once as there are `thinkers`."""
        if self._bots is None:
            self._loop = asyncio.get_running_loop()
            self._bots = self._loop.create_task(self._play_bots(thinkers))

    def stop(self) -> None:
        """Nothing is played any more. It can be called in any thread."""
        with self.lock:
            self.stopped = True
        if self._bots is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._bots.cancel)
            self._loop.call_soon_threadsafe(self.happened)  # the streams end

    async def _play_bots(self, thinkers: CapacityLimiter) -> None:
        while not self.stopped:
            self._moved.clear()
            if await self._bot(thinkers):
                self.happened()
                await anyio.sleep(self.pace)
            else:
                with anyio.move_on_after(TRIES if self.trouble else None):
                    await self._moved.wait()

    async def _bot(self, thinkers: CapacityLimiter) -> bool:
        """Play the move of the bot that is next; False if a person decides, the match is over, or the bot failed."""
        table, before = self.table, self.trouble
        revision = table.revision
        if table.next_bot() is None or table.wish is not None:  # a move would end the wish
            self.trouble = ""
            return False
        try:
            action = await to_thread.run_sync(table.think, limiter=thinkers, abandon_on_cancel=True)
            await to_thread.run_sync(self._play, action, revision)
            self.trouble = ""
        except (
            Exception,
            SystemExit,
        ) as error:  # a game or bot has failed: its match stands still, others go on
            expected = isinstance(error, TilewrightError)
            said = str(error) if expected else blame.describe(error, table.match.rules.plugins)
            self.trouble = table.said("web.bot_failed", why=said)
        if self.trouble != before:
            self.happened()
        return not self.trouble

    def _play(self, action: Action, revision: int) -> None:
        """Play what a bot has found, unless somebody has taken a move back meanwhile."""
        with self.lock:
            if self.table.revision == revision and not self.stopped:
                program.noted(self.table.match, self.table.play(action))
