"""A real server in a thread, and requests that no browser would make."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import attrs

from tilewright.core.web.middleware import App
from tilewright.core.web.server import Server, listen

JSON = {"Content-Type": "application/json"}


@attrs.define
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def error(self) -> str:
        found: str = json.loads(self.body)["error"]
        return found


@attrs.define
class Front:
    """A server that runs, and how to ask it."""

    port: int
    server: Server

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Ask as http.client does, with these headers besides (`sec_fetch_site="none"`)."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, given)
            found = connection.getresponse()
            return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            connection.close()

    def post(self, path: str, content: object, **headers: str) -> Answer:
        """Post JSON as a page of this server does."""
        given = {"origin": self.origin, "content_type": "application/json"} | headers
        return self.ask("POST", path, json.dumps(content).encode(), **given)

    def raw(self, data: bytes, seconds: float = 5) -> bytes:
        """Send these bytes; all that comes back until the server closes, or says nothing for so long."""
        with self.connected() as sock:
            sock.settimeout(seconds)
            with suppress(OSError):  # the server has heard enough
                sock.sendall(data)
            return read(sock)

    @contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as sock:
            yield sock

    @contextmanager
    def listening(self, path: str) -> Iterator[socket.socket]:
        """An event stream whose first bytes have come."""
        with self.connected() as sock:
            sock.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            first = sock.recv(1000)
            assert first.startswith(b"HTTP/1.1 200"), first
            yield sock


def read(sock: socket.socket) -> bytes:
    """All that comes until the other side closes, or is silent for too long."""
    found = b""
    try:
        while part := sock.recv(65536):
            found += part
    except OSError:
        pass
    return found


@contextmanager
def serving(guard: Any) -> Iterator[Front]:
    """This application on a free port; its end must not wait for anybody."""
    sock = listen("127.0.0.1", 0)
    server = Server(guard)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    try:
        begun = time.monotonic()
        while not server.started:
            assert time.monotonic() - begun < 60, "the server does not start"
            time.sleep(0.01)
        yield Front(sock.getsockname()[1], server)
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


def echo(heard: list[bytes]) -> App:
    """An application that keeps every body it gets; a path that ends in /live is a stream without end."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for what in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{what}.complete"})
            return
        live = scope["path"].endswith("/live")
        kind = b"text/event-stream" if live else b"application/json"
        if not live:
            message = await receive()
            heard.append(message["body"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": b"{}", "more_body": live})
        while live and (await receive())["type"] != "http.disconnect":
            await asyncio.sleep(0)

    return app
