"""`tilewright box GAME`: the page of a draft, for the owner alone, on this machine."""

from __future__ import annotations

import hmac
from functools import partial
from typing import TYPE_CHECKING

from ...box import export as giving
from .. import html_frame, static_files, threads
from ..http_errors import HttpError, handlers, structured
from ..middleware import CONTENT_SECURITY, AccessMiddleware, Hosts, Limits
from ..rate_limit import Rate
from .draft_session import DraftSession
from .page_event import DraftEvent

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ...box.draft import Draft

LIMITS = Limits(body=1 << 20, seat=Rate(100, 400))
"""A stroke over a map is many requests, and one text can be a whole map."""
PHOTO = CONTENT_SECURITY.replace("img-src 'self' data:", "img-src 'self' data: blob:")
"""The page may show a file that its owner has dropped into it; it still can send nothing but to this server."""


def application(draft: Draft, token: str, *, hosts: Hosts, lang: str = "en") -> AccessMiddleware:
    """The page of this draft under /t/TOKEN, behind its guard."""
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse, JSONResponse
    from starlette.responses import Response as Plain
    from starlette.routing import Route

    on = DraftSession(draft, lang)

    async def page(request: Request) -> Response:
        return HTMLResponse(html_frame.box(on.said), headers={"content-security-policy": PHOTO})

    async def do(request: Request) -> Response:
        event = structured(await request.body(), DraftEvent)
        answer, fits = await threads.run(partial(on.do, event))
        return JSONResponse(answer, 200 if fits else 409)

    async def export(request: Request) -> Response:
        def made() -> str:
            with on.lock:
                found = draft.texts() if draft.check().ok else {}
                return giving.packed(draft.game, found) if found else ""

        text = await threads.run(made)
        if not text:
            raise HttpError("box.no_export", status=409)
        named = f'attachment; filename="{draft.game}.box.json"'
        return Plain(text, headers={"content-type": "application/json", "content-disposition": named})

    def kind(given: str) -> str:
        return "seat" if hmac.compare_digest(given.encode(), token.encode()) else ""

    routes = [
        Route("/t/{token}", page),
        Route("/t/{token}/do", do, methods=["POST"]),
        Route("/t/{token}/export", export),
        static_files.static_route(),
    ]
    app = Starlette(routes=routes, exception_handlers=handlers(lang))
    return AccessMiddleware(app, hosts=hosts, kind=kind, limits=LIMITS, lang=lang)
