"""Drives a program of Textual and waits until it has done everything, however long this machine takes for it.

    async with driven(program, size=(80, 24)) as pilot:
        await pilot.press("down", "enter")          # afterwards nothing is left to do or to draw
        await pilot.until(lambda: table.over)       # something that takes a thread or a timer

Textual's own pilot sleeps after each key until the process looks idle, and gives up after 30 seconds; a program that
has closed because of an error looks to it like a slow one. This one asks the event loop, and raises the error.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, TypeVar

from textual import events
from textual.app import App
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot

T = TypeVar("T")
LONGEST = 300.0
"""Seconds after which a program that is still busy is taken to hang."""


class Steady(Pilot[T]):
    """A pilot whose every step ends when the program waits for the next key."""

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when the one before has been answered."""
        for key in keys:
            if len(key) == 1 and not key.isalnum():
                key = _character_to_key(key)
            character: str | None
            try:
                character = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(key, key)))
            except KeyError:
                character = key if len(key) == 1 else None
            event = events.Key(key, character)
            event.set_sender(self.app)
            self.app.post_message(event)
            await self.pause()

    async def pause(self, delay: float | None = None) -> None:
        """Wait until every message has been answered and the screen is drawn; before that, so many seconds."""
        if delay:
            await asyncio.sleep(delay)
        loop: Any = asyncio.get_running_loop()
        ends = monotonic() + LONGEST
        while True:
            await asyncio.sleep(0)
            if monotonic() > ends:
                raise AssertionError("the program does not come to rest")
            if loop._ready:  # somebody else goes on first
                continue
            if not self._drawn():
                continue
            break
        self._failed()

    async def until(self, done: Callable[[], object]) -> None:
        """Wait until it is true, for what takes a thread or a timer."""
        ends = monotonic() + LONGEST
        await self.pause()
        while not done():
            assert monotonic() < ends, "it does not become true"
            await self.pause(0.001)

    async def _wait_for_screen(self, timeout: float = LONGEST) -> bool:
        """What clicks wait for."""
        await self.pause()
        return True

    def _drawn(self) -> bool:
        """True if nothing had to be drawn; otherwise it is drawn now, without waiting for the next frame."""
        app: Any = self.app
        if app._exit:  # nobody sees it any more
            return True
        screen = app.screen
        wanted = (
            screen._layout_required
            or screen._scroll_required
            or screen._repaint_required
            or screen._recompose_required
            or screen._dirty_widgets
            or screen._callbacks
        )
        if wanted:
            screen._on_timer_update()
            return False
        return True

    def _failed(self) -> None:
        """Raise the error with which the program has closed."""
        app: Any = self.app
        error = getattr(app, "error", None) or getattr(app.return_value, "error", None)
        if error is not None:
            raise error


@asynccontextmanager
async def driven(app: App[T], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Steady[T]]:
    """The program in a window of this size, once it waits for a key."""
    async with app.run_test(size=size) as pilot:
        steady = Steady(pilot.app)
        await steady.pause()
        yield steady
