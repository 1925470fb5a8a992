"""The server's test of itself under the names by which people come: what a proxy in front makes of requests.

A browser in the lobby and the server itself ask the same: a stream of two events, which must not come together, and a
request as a page makes it. What is found is kept by the name; each finding is a sentence on what to change.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

import attrs

from ...base.html import Html, inside, tag
from ...table.face_texts import Texts
from .. import threads
from ..event_stream import EventStream, message
from ..http_errors import HttpError, structured
from .log import LOG, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

Finding: TypeAlias = tuple[str, Mapping[str, str]]
"""The key of a text, with its arguments."""

PATH = "/selftest/"
CLAIMED = "192.0.2.1"
"""An address at which nobody is: who seems to come from it has only claimed so."""
APART = 1.2
"""Seconds between the two events of the stream."""
MOST = 8
"""Names whose findings are kept, and streams of the test at once."""
PATIENCE = 8.0


@attrs.frozen(kw_only=True)
class Tried:
    """What a page, or the server itself, tells of its try."""

    outside: str
    """The beginning of its address: `https://games.example.org`."""
    apart: float = APART
    """Seconds between the two events as they came."""


@attrs.frozen(kw_only=True)
class Seen:
    """A request of the test as it arrived."""

    host: str
    origin: str
    scheme: str
    client: str
    proxied: bool
    """True if a proxy that is trusted has passed it on."""


def findings(tried: Tried, seen: Seen) -> list[Finding]:
    """What should be changed on the way from the browser, the most important first; empty if all is well."""
    parts, found = urlsplit(tried.outside), list[Finding]()
    if tried.apart < APART / 2:
        found.append(("web.test.held", {}))
    if seen.host.lower() != parts.netloc.lower():
        found.append(("web.test.host", {"seen": seen.host, "name": parts.netloc}))
    if seen.origin.lower() not in (tried.outside.lower(), "null"):
        found.append(("web.test.origin", {"seen": seen.origin, "name": tried.outside}))
    if parts.scheme == "https":  # this server speaks no TLS: something in front of it does
        if not seen.proxied:
            found.append(("web.test.trust", {"address": seen.client}))
        elif seen.client == CLAIMED:
            found.append(("web.test.claimed", {}))
        if seen.proxied and seen.scheme != "https":
            found.append(("web.test.scheme", {}))
    return found


@attrs.define
class SelfTest:
    """The test of one server, and what it has found."""

    nonce: str = attrs.field(factory=lambda: secrets.token_urlsafe(16), repr=False)
    """What opens it to its own pages; it opens nothing else."""
    found: dict[str, list[Finding]] = attrs.field(factory=dict)
    """What was found, by the beginning of the address under which people came."""
    _open: int = 0

    @property
    def at(self) -> str:
        return PATH + self.nonce

    def keep(self, outside: str, found: list[Finding]) -> None:
        """Remember what was found under this address, in place of what was found before."""
        self.found.pop(outside, None)
        self.found[outside] = found
        while len(self.found) > MOST:
            del self.found[next(iter(self.found))]

    def replaced(self, seen: str, outside: str) -> None:
        """A move was refused, since a proxy asks for another name than the page; say so, once for each name."""
        finding = ("web.test.host", {"seen": plain(seen), "name": plain(urlsplit(outside).netloc)})
        if finding not in self.found.get(outside, []):
            LOG.warning("%s", Texts("en")(finding[0], **finding[1]))
            self.keep(plain(outside), [finding])

    def sentences(self, said: Texts) -> list[str]:
        """What is to be changed, or that all is well under the last name that is not this machine's own."""
        found = [said(key, **args) for one in self.found.values() for key, args in one]
        well = [one for one, wrong in self.found.items() if not wrong and not _own(one)]
        return [*dict.fromkeys(found)] or [said("web.test.well", name=one) for one in well[-1:]]

    def shown(self, said: Texts) -> Html:
        """The same as a part of the lobby."""
        wrong = any(self.found.values())
        return inside(tag("p", one, cls="bad" if wrong else "") for one in self.sentences(said))

    # -- the server's side ---------------------------------------------------------------------------------------

    def routes(self, lobby: Callable[[str], bool], lang: Callable[[Request], str]) -> list[Route]:
        """The routes of the test, and that of the lobby which shows it; `lobby` knows the lobby's token."""
        from starlette.responses import JSONResponse
        from starlette.routing import Route

        def known(request: Request) -> None:
            if not secrets.compare_digest(request.path_params["nonce"].encode(), self.nonce.encode()):
                raise HttpError("web.error.address", status=404)

        async def live(request: Request) -> Response:
            known(request)
            if self._open >= MOST:
                raise HttpError("web.error.busy", status=503, retry=10)
            self._open += 1
            return EventStream(request, _two(), self._ended)

        async def tried(request: Request) -> Response:
            known(request)
            told = structured(await request.body(), Tried)
            outside = plain(told.outside)
            headers, scope = request.headers, request.scope
            seen = Seen(
                host=plain(headers.get("host", "")),
                origin=plain(headers.get("origin") or "-"),
                scheme=scope["scheme"],
                client=(scope["client"] or ("",))[0],
                proxied="proxy" in scope,
            )
            self.keep(outside, findings(attrs.evolve(told, outside=outside), seen))
            return JSONResponse({"ok": not self.found[outside]})

        async def shown(request: Request) -> Response:
            if not await threads.run(lambda: lobby(request.path_params["token"])):
                raise HttpError("web.error.address", status=404)
            return JSONResponse({"at": self.at, "html": str(self.shown(Texts(lang(request))))})

        return [
            Route(PATH + "{nonce}/live", live),
            Route(PATH + "{nonce}", tried, methods=["POST"]),
            Route("/h/{token}/selftest", shown),
        ]

    def _ended(self) -> None:
        self._open -= 1

    # -- the server asks itself ----------------------------------------------------------------------------------

    def ask(
        self, outside: str, said: Texts, say: Callable[[str], object], pauses: Sequence[float] = (0, 5, 30)
    ) -> None:
        """Ask under this address as a browser would, and say what was found. It takes some seconds.

        Where nothing is found, it asks again after each of these pauses: the proxy may begin after the server.
        """
        why = ""
        for pause in pauses:
            time.sleep(pause)
            try:
                self._posted(outside, self._listened(outside))
            except (OSError, http.client.HTTPException, ValueError) as error:
                why = str(error) or type(error).__name__
            else:
                found = self.found.get(outside) or [("web.test.well", {"name": outside})]
                for key, args in found:
                    say(said(key, **args))
                return
        say(plain(said("web.test.away", name=outside, why=why)))

    def _listened(self, outside: str) -> float:
        came = list[float]()
        with _answer(outside, "GET", f"{self.at}/live") as answer:
            while line := answer.readline(1000):
                if line.startswith(b"data:"):
                    came.append(time.monotonic())
        if len(came) != 2:
            raise ValueError("another server answers")
        return came[1] - came[0]

    def _posted(self, outside: str, apart: float) -> None:
        body = json.dumps({"outside": outside, "apart": apart})
        with _answer(outside, "POST", self.at, body, {**TRIES, "Origin": outside}):
            pass


TRIES = {"Content-Type": "application/json", "X-Forwarded-For": CLAIMED}
"""The headers with which a page or the server tries, besides those that a browser sends by itself."""


async def _two() -> AsyncIterator[bytes]:
    yield message(b"1")
    await asyncio.sleep(APART)
    yield message(b"2")


def _own(outside: str) -> bool:
    return urlsplit(outside).hostname in ("localhost", "127.0.0.1", "::1")


@contextmanager
def _answer(outside: str, *request: Any) -> Iterator[http.client.HTTPResponse]:
    """The answer under this address, which must be a good one."""
    parts = urlsplit(outside)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    with closing(kind(parts.hostname or "", parts.port, timeout=PATIENCE)) as connection:
        connection.request(*request)
        answer = connection.getresponse()
        if answer.status != 200:
            raise ValueError(f"HTTP {answer.status}")
        yield answer
