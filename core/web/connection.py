"""One connection to a browser: at most so many at once, and none waits for ever, for a request or to be read."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

MOST = 800
"""Connections at once. A page takes two: one that listens, and one that asks and is closed soon after.

Together with the records of open matches they stay below the 1,024 files that a process usually may open.
"""
HEAD_SECONDS = 10.0
"""Seconds in which the head of a request must arrive."""
STALLED = 30.0
"""Seconds without any progress after which an answer is given up. A page that was only away connects again."""


class Connection(H11Protocol):
    """A connection that is closed if it asks nothing, at once where there are too many."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], **more: Any
    ) -> None:
        super().__init__(config, server_state, app_state, **more)
        self.since = time.monotonic()
        """The time at which it began to wait for a request."""
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """True while no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST:
            # The connection that has been idle longest is dropped, so that idle ones never keep others out.
            idle = [one for one in self.connections if isinstance(one, Connection) and one.idle]
            min(idle, key=lambda one: one.since, default=self).drop()
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        self.since = time.monotonic()
        super().on_response_complete()
        self._watch()
        if (left := self.transport.get_write_buffer_size()) and self._stalled is None:
            self._expect(left)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()
        self._flows()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._flows()

    def _expect(self, left: int) -> None:
        """Fewer bytes than these must be left after a while, and so on until none is; nothing is written meanwhile."""

        def check() -> None:
            self._stalled = None
            now = self.transport.get_write_buffer_size()
            if now >= left:
                self.transport.abort()
            elif now:
                self._expect(now)

        self._stalled = self.loop.call_later(STALLED, check)

    def _flows(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def drop(self) -> None:
        """Close it now."""
        self.connections.discard(self)
        if not self.transport.is_closing():
            self.transport.close()

    def _watch(self) -> None:
        if not self.idle:
            self._stop()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(HEAD_SECONDS, self.drop)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
