"""The channel between a page and the table behind it, where no server stands between them: requests by number.

A page asks as it would ask a server, and gets the same answers, piece by piece. docs/decisions.md says why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import attrs

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Scope

Send = Callable[[int, str, Any], object]
"""Tells the page, by the number of its request: `head` with the status and the type, `body` with text, `end`."""
HOST = "page"


@attrs.define(eq=False)
class Bridge:
    """Answers the requests of the pages of one browser, in the running loop."""

    app: ASGIApp
    send: Send
    home: str = ""
    """The address of the lobby."""
    open: dict[int, tuple[asyncio.Task[None], asyncio.Event]] = attrs.field(init=False, factory=dict)
    """The requests that are being answered, each with what ends it."""

    def ask(self, number: int, method: str, at: str, headers: Sequence[Sequence[str]], body: str) -> None:
        """Begin to answer a request; `at` is a path with its query."""
        gone = asyncio.Event()
        task = asyncio.get_running_loop().create_task(self._answer(number, method, at, headers, body, gone))
        self.open[number] = task, gone
        task.add_done_callback(lambda _: self.open.pop(number, None))

    def leave(self, number: int) -> None:
        """The page that has asked this no longer listens."""
        if number in self.open:
            self.open[number][1].set()

    async def _answer(
        self,
        number: int,
        method: str,
        at: str,
        headers: Sequence[Sequence[str]],
        body: str,
        gone: asyncio.Event,
    ) -> None:
        path, _, query = at.partition("?")
        asked = [{"type": "http.request", "body": body.encode(), "more_body": False}]

        async def receive() -> Message:
            if asked:
                return asked.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                types = [value for name, value in message["headers"] if name == b"content-type"]
                self.send(number, "head", [message["status"], types[0].decode() if types else ""])
            elif message.get("body"):
                self.send(number, "body", message["body"].decode())

        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", HOST.encode()), *((n.lower().encode(), v.encode()) for n, v in headers)],
            "client": None,
            "server": (HOST, 80),
        }
        try:
            await self.app(scope, receive, send)
        except Exception as error:  # of a game or plugin: the page that has asked says so, others go on
            self.send(number, "failed", f"{type(error).__name__}: {error}")
        else:
            self.send(number, "end", None)
