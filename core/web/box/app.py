"""`tilewright box GAME`: the page of a draft, for the owner alone, on this machine."""

from __future__ import annotations

import hmac
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from ...box import export as giving
from ...table.face_texts import Texts
from .. import static_files
from ..http_errors import Refused, response
from ..middleware import CONTENT_SECURITY, Guard, Hosts, Limits
from ..rate_limit import Rate
from . import page_frame
from .draft_session import Correcting
from .page_event import Event

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ...box.draft import Draft

HOST, PORT = "127.0.0.1", 8138
"""Where the page is. A browser keeps photos by this address, so it is another one than that of `serve`."""
LIMITS = Limits(body=1 << 20, seat=Rate(100, 400))
"""A stroke over a map is many requests, and one text can be a whole map."""
PHOTO = CONTENT_SECURITY.replace("img-src 'self' data:", "img-src 'self' data: blob:")
"""The page may show a file that its owner has dropped into it; it still can send nothing but to this server."""


def application(draft: Draft, token: str, *, hosts: Hosts, lang: str = "en") -> Guard:
    """The page of this draft under /t/TOKEN, behind its guard."""
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import HTMLResponse, JSONResponse
    from starlette.responses import Response as Plain
    from starlette.routing import Route

    on = Correcting(draft, lang)

    async def page(request: Request) -> Response:
        return HTMLResponse(page_frame.frame(on.said), headers={"content-security-policy": PHOTO})

    async def do(request: Request) -> Response:
        event = Event.of(await request.body())
        answer, fits = await run_in_threadpool(on.do, event)
        return JSONResponse(answer, 200 if fits else 409)

    async def export(request: Request) -> Response:
        def made() -> str:
            with on.lock:
                found = draft.texts() if draft.check().ok else {}
                return giving.packed(draft.game, found) if found else ""

        text = await run_in_threadpool(made)
        if not text:
            raise Refused("box.no_export", status=409)
        named = f'attachment; filename="{draft.game}.box.json"'
        return Plain(text, headers={"content-type": "application/json", "content-disposition": named})

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return response(error, request, lang)

    def kind(given: str) -> str:
        return "seat" if hmac.compare_digest(given.encode(), token.encode()) else ""

    routes = [
        Route("/t/{token}", page),
        Route("/t/{token}/do", do, methods=["POST"]),
        Route("/t/{token}/export", export),
        static_files.static_route(),
    ]
    app = Starlette(routes=routes, exception_handlers={Refused: refused})
    return Guard(app, hosts=hosts, kind=kind, limits=LIMITS, lang=lang)


def served(game: str, lang: str = "en", port: int = PORT) -> NoReturn:
    """Serve the page of the game's draft to this machine alone until Ctrl-C, and open it in the browser."""
    from ...box.draft import Draft
    from ...cli.shared import common
    from ...cli.table.serve import opened
    from ..server import Server, base, hosts, listen

    draft = Draft.open(game)
    try:
        sock = listen(HOST, port)
        said, token = Texts(lang), secrets.token_urlsafe(16)
        address = f"{base(sock, HOST)}/t/{token}"
        common.say(address)
        common.note(said("box.serve.ends"))
        opened(address)
        with suppress(KeyboardInterrupt):
            Server(application(draft, token, hosts=hosts(sock, HOST, []), lang=lang)).run(sockets=[sock])
        common.note("", said("box.serve.saved", command=common.command("box", game)))
    finally:
        draft.close()
    raise common.Stopped(130)
