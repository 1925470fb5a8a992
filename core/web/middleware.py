"""ASGI middleware: allowed hosts and origins, request sizes and rates.

Nothing here knows a match. Foreign pages must not reach this server through the browser of a person who plays here
(hosts, origins), and no client may use so much of it that nothing is left for the others (sizes, rates, streams).
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import attrs

from .hosting import health, log, self_test
from .hosting.proxies import Proxies
from .http_errors import REFUSED, HttpError, answer, language, wants_page
from .rate_limit import Rate, RateLimiter

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURE: Mapping[bytes, bytes] = {
    b"content-security-policy": CONTENT_SECURITY.encode(),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    b"cache-control": b"no-store",
}
"""Headers of every answer that does not set them itself."""
METHODS = ("GET", "HEAD", "POST")
ONCE = frozenset({b"host", b"origin", b"content-type", b"content-length", b"sec-fetch-site"})
"""Headers that a request has at most once."""
LINES = Rate(0.2, 20)
"""Lines of the log about what was refused to one address of the network."""
OWN = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this machine that no other machine can take over."""


@attrs.frozen(kw_only=True)
class Hosts:
    """The host names under which requests may come.

    A foreign page can make its own name resolve to this machine (DNS rebinding), but not an address or `localhost`.
    Ports do not matter for that, and may differ behind a proxy or over SSH.
    """

    names: frozenset[str] = frozenset()
    """Names besides those of this machine."""
    addresses: bool = False
    """True if every IP address is meant, since the server listens to the network."""

    def allow(self, host: str) -> bool:
        """True for a `Host` that is meant."""
        name = hostname(host)
        if not name:
            return False
        if name in OWN or name in self.names:
            return True
        if not self.addresses:
            return False
        with suppress(ValueError):
            ipaddress.ip_address(name)
            return True
        return False


def hostname(host: str) -> str:
    """The name in `NAME:PORT` or `[ADDRESS]:PORT`, in small letters; "" if it cannot be read."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return ""
    return parts.hostname or "" if parts.netloc == host and "@" not in host else ""


@attrs.frozen(kw_only=True)
class Limits:
    """Limits of what the server takes. Behind a proxy all people may seem to come from one address."""

    body: int = 1 << 16
    body_seconds: float = 10.0
    target: int = 1024
    """Letters of a path with its query."""
    address: Rate = Rate(400, 2000)
    """Requests from one address of the network."""
    seat: Rate = Rate(30, 150)
    """Requests to the address of one seat."""
    watch: Rate = Rate(300, 1500)
    """Requests to an address that many share: that of spectators."""
    wrong: Rate = Rate(1, 30)
    """Wrong tokens from one address of the network."""
    streams: int = 600
    seat_streams: int = 12
    watch_streams: int = 400


class AccessMiddleware:
    """Checks every request before the application around which it stands; refuses it with a sentence."""

    def __init__(
        self,
        app: App,
        *,
        hosts: Hosts,
        kind: Callable[[str], str],
        limits: Limits | None = None,
        lang: str = "en",
        proxies: Proxies | None = None,
        replaced: Callable[[str, str], None] = lambda host, origin: None,
    ) -> None:
        """`kind` says what a token opens: "seat", "watch", "lobby", or "" for a wrong one. It must be quick.

        `replaced` hears of a proxy that asks by another name (`Host`) than the page has (`Origin`).
        """
        self.app, self.hosts, self.kind, self.lang = app, hosts, kind, lang
        self.limits, self.proxies, self.replaced = limits or Limits(), proxies or Proxies(), replaced
        self._rates = RateLimiter()
        self._streams: dict[str, int] = {}
        self._ending = asyncio.Event()

    def end(self) -> None:
        """All event streams end, since the server does. To be called in the server's loop."""
        self._ending.set()

    @property
    def streams(self) -> int:
        """Event streams that are open now."""
        return sum(self._streams.values())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return None
        headers: Headers = scope["headers"]
        scope = self.proxies.told(scope)
        unfinished = False

        async def secured(message: Message) -> None:
            nonlocal unfinished
            unfinished = message["type"] == "http.response.start" or message.get("more_body", False)
            if message["type"] == "http.response.start":
                given = [(name.lower(), value) for name, value in message.get("headers", ())]
                have = {name for name, _ in given}
                message["headers"] = given + [(n, v) for n, v in SECURE.items() if n not in have]
                if (error := scope.get(REFUSED)) is not None:
                    self._log(error, scope)
            await send(message)

        try:
            kept = self._admitted(scope, headers)
            if scope["method"] == "POST":
                receive = _again(await self._body(headers, receive), receive)
        except HttpError as error:
            return await self._refuse(error, scope, headers, secured)
        if not kept:
            return await self.app(scope, receive, secured)
        self._streams[kept] = self._streams.get(kept, 0) + 1
        try:
            await self.app(scope, self._until_the_end(receive), secured)
            if unfinished and self._ending.is_set():  # the browser has not gone, and should not think it torn
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._streams[kept] -= 1
            if not self._streams[kept]:
                del self._streams[kept]
        return None

    # -- checks --------------------------------------------------------------------------------------------------

    def _admitted(self, scope: Scope, headers: Headers) -> str:
        """The token of an event stream, "" for any other request. HttpError if it may not pass."""
        limits = self.limits
        names = [name for name, _ in headers]
        if any(names.count(name) > 1 for name in ONCE):
            raise HttpError("web.error.request", status=400)
        found = {name: value.decode("latin-1") for name, value in headers}
        tries = scope["path"].startswith(self_test.PATH)  # these ask what a proxy makes of names
        if not self.hosts.allow(found.get(b"host", "")) and not (tries or scope["path"] == health.PATH):
            raise HttpError("web.error.host", status=421)
        if scope["method"] not in METHODS:
            raise HttpError("web.error.method", status=405)
        raw: bytes = scope.get("raw_path") or b""
        if len(raw) + len(scope["query_string"]) > limits.target:
            raise HttpError("web.error.long", status=414)
        path: str = scope["path"]
        if "\ufffd" in path or not path.isprintable():
            raise HttpError("web.error.request", status=400)
        client = network(scope.get("client"))
        self._take("from", client, limits.address)
        parts = path.split("/")
        token, live = "", False
        if len(parts) > 2 and parts[1] in ("t", "h", "p", "j"):
            token, live = parts[2], parts[3:] == ["live"]
            kind = self.kind(token) if token else ""
            if not kind:
                self._take("wrong", client, limits.wrong)
                raise HttpError("web.error.address", status=404)
            self._take("token", token, limits.watch if kind in ("watch", "public") else limits.seat)
            if live:
                most = limits.watch_streams if kind in ("watch", "join") else limits.seat_streams
                if self._streams.get(token, 0) >= most:
                    raise HttpError("web.error.pages", status=429, retry=10)
                if self.streams >= limits.streams:
                    raise HttpError("web.error.busy", status=503, retry=10)
        if scope["method"] == "POST" and not tries:
            self._written(found, bool(token))
        return token if live else ""

    def _written(self, found: Mapping[bytes, str], known: bool) -> None:
        """Raise HttpError if a request that changes something does not come from a page of this server.

        `known`: its address is one of ours.
        """
        site, origin, host = found.get(b"sec-fetch-site"), found.get(b"origin", "null"), found[b"host"]
        # Behind a proxy that speaks TLS the page has another scheme than this request.
        own = origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
        # A browser says "null" where pages send no referrer; what it says of the site no page can write.
        if site not in (None, "same-origin") or not (own or (origin == "null" and site == "same-origin")):
            name = hostname(origin.partition("://")[2])
            # No page can write that it is of the same origin: then the name was replaced on the way.
            if known and name and (site == "same-origin" or (site is None and name in self.hosts.names)):
                self.replaced(host, origin)
                raise HttpError("web.error.replaced", status=403)
            raise HttpError("web.error.origin", status=403)
        if found.get(b"content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HttpError("web.error.type", status=415)

    def _take(self, what: str, who: str, rate: Rate) -> None:
        wait = self._rates.take((what, who), rate)
        if wait:
            raise HttpError("web.error.often", status=429, retry=wait, n=wait)

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        """The whole body. HttpError as soon as it is too large, and if it does not come."""
        most = self.limits.body
        length = next((value for name, value in headers if name == b"content-length"), b"0")
        if not length.isdigit() or len(length) > 18 or int(length) > most:
            raise HttpError("web.error.large", status=413, n=most >> 10)
        parts, size = [], 0
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise HttpError("web.error.request", status=400)
                    part: bytes = message.get("body", b"")
                    size += len(part)
                    if size > most:
                        raise HttpError("web.error.large", status=413, n=most >> 10)
                    parts.append(part)
                    if not message.get("more_body", False):
                        return b"".join(parts)
        except TimeoutError:
            raise HttpError("web.error.slow", status=408) from None

    # -- answers -------------------------------------------------------------------------------------------------

    def _log(self, error: HttpError, scope: Scope) -> None:
        if not self._rates.take(("log", network(scope.get("client"))), LINES):
            log.refused(str(error), error.status, scope)

    async def _refuse(self, error: HttpError, scope: Scope, headers: Headers, send: Send) -> None:
        self._log(error, scope)
        given, body = answer(error, language(headers, self.lang), wants_page(headers))
        # The rest of the body of a refused request is not read.
        more = {"connection": "close"} if scope["method"] != "GET" else {}
        more |= {"allow": ", ".join(METHODS)} if error.status == 405 else {}
        written = {**given, **more, "content-length": str(len(body))}
        raw = [(name.encode(), value.encode()) for name, value in written.items()]
        await send({"type": "http.response.start", "status": error.status, "headers": raw})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _until_the_end(self, receive: Receive) -> Receive:
        """Return a `receive` that reports a disconnect when the server ends, too."""

        async def heard() -> Message:
            message, ending = asyncio.ensure_future(receive()), asyncio.ensure_future(self._ending.wait())
            try:
                await asyncio.wait((message, ending), return_when=asyncio.FIRST_COMPLETED)
                return message.result() if message.done() else {"type": "http.disconnect"}
            finally:
                message.cancel()
                ending.cancel()

        return heard


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body that has been read, then the messages after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def heard() -> Message:
        return waiting.pop() if waiting else await receive()

    return heard


def network(client: Sequence[Any] | None) -> str:
    """The address that rates go by: with IPv6 the network, since one home has all addresses in it."""
    if not client:
        return ""
    try:
        address = ipaddress.ip_address(str(client[0]).partition("%")[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
