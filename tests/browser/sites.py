"""Pages that play without a server: their folders, a host of static files, and a channel without a browser."""

from __future__ import annotations

import asyncio
import functools
import http.server
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import platformdirs
import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.browser import compiling, packages, runtime, site_folder, start
from tilewright.core.browser.bridge import Bridge
from tilewright.core.browser.site_plan import SitePlan


@cache
def python() -> Mapping[str, bytes]:
    """Python for browsers, from the cache or by npm; a test that needs it says so if it cannot be had."""
    home = platformdirs.user_cache_path("tilewright", appauthor=False) / "runtime"
    try:
        return runtime.runtime(None, home)
    except UsageError as error:
        pytest.skip(str(error))


def site(folder: Path, plan: SitePlan, *taken: str, compiles: bool = False) -> Path:
    """The folder, with the page of this plan in it, as the command writes it if it `compiles` modules."""
    bundle = packages.bundle(plan, taken)
    if compiles:
        bundle.replace(compiling.compiled(plan, bundle.packed(), python()))
    site_folder.write(folder, site_folder.content(plan, plan.game, bundle.packed(), python()))
    return folder


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a host of static files, nothing more, as long as the block lasts."""
    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=folder))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{host.server_address[1]}/"
    finally:
        host.shutdown()
        host.server_close()


@attrs.define
class Reply:
    """What came back through a channel."""

    status: int = 0
    type: str = ""
    text: str = ""
    failed: str = ""

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@attrs.define
class Channel:
    """A page's channel in this process."""

    bridge: Bridge
    loop: asyncio.AbstractEventLoop
    _replies: dict[int, Reply]
    _number: int = 0

    def ask(self, at: str, content: object = None, lang: str = "en") -> Reply:
        """Ask, and wait for the whole answer."""
        self._number += 1
        reply = self._replies[self._number] = Reply()
        body = content if isinstance(content, str) else json.dumps(content)
        method = "GET" if content is None else "POST"
        kind = "text/html" if content is None else "*/*"
        headers = [("Accept", kind), ("Accept-Language", lang), ("Content-Type", "application/json")]

        async def asked() -> None:
            self.bridge.ask(self._number, method, at, headers, body if content is not None else "")
            await asyncio.gather(*[task for task, _ in self.bridge.open.values()])

        self.loop.run_until_complete(asked())
        return reply

    def shown(self, seat: str) -> Any:
        """What the page of this seat shows at first."""
        self._number += 1
        number, reply = self._number, Reply()
        self._replies[number] = reply

        async def listened() -> None:
            self.bridge.ask(number, "GET", f"{seat}/live?page=one", [], "")
            task = self.bridge.open[number][0]
            while not reply.text and not task.done():
                await asyncio.sleep(0.01)
            self.bridge.leave(number)
            await task

        self.loop.run_until_complete(listened())
        return json.loads(reply.text.partition("data: ")[2].partition("\n")[0])

    def post(self, content: object) -> Any:
        """What the lobby answers to this."""
        return self.ask(f"{self.bridge.home}/do", content).json


@contextmanager
def channel(plan: SitePlan, home: Path) -> Iterator[Channel]:
    """The table of this plan with a channel to it, in a loop of its own."""
    loop, replies = asyncio.new_event_loop(), dict[int, Reply]()

    def told(number: int, kind: str, value: Any) -> None:
        reply = replies[number]
        if kind == "head":
            reply.status, reply.type = value
        elif kind == "body":
            reply.text += value
        elif kind == "failed":
            reply.failed = value

    async def begun() -> Bridge:
        return start.begin(plan.written(), str(home), "en", told)

    try:
        yield Channel(loop.run_until_complete(begun()), loop, replies)
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
