"""The routes of the lobby: its page, what is done there, and a stream of what changes in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ..base.errors import TilewrightError
from ..table.face_texts import Texts
from . import threads
from .event_stream import STILL, EventStream, message, pulses
from .http_errors import UnknownAddress, language
from .joining.lobby_part import qr_route
from .lobby import Lobby
from .lobby_list import LobbyNews, LobbyView

if TYPE_CHECKING:
    from starlette.requests import Request

    from .matches import MatchRegistry

LobbyOf = Callable[["MatchRegistry", Texts, str], Lobby]
"""Makes the lobby of a registry, in these words, with what stands before an address."""
PULSE = 2.0
"""Seconds after which a lobby that is looked at shows what has happened."""
SLOWLY = 5
"""Pulses after which it looks at all records, which a terminal may have changed."""


def lobby_routes(registry: MatchRegistry, lobby_of: LobbyOf = Lobby) -> list[Route]:
    """The routes of the lobby, which is made for each request."""

    async def lobby(request: Request) -> Lobby:
        if await threads.run(partial(registry.kind, request.path_params["token"])) != "lobby":
            raise UnknownAddress
        lang = language(request.headers.raw, registry.lang)
        return lobby_of(registry, Texts(lang), f"{request.url.scheme}://{request.headers['host']}")

    async def page(request: Request) -> Response:
        here = await lobby(request)
        return HTMLResponse(await threads.run(partial(here.page, LobbyView.of(request.query_params))))

    async def listed(request: Request) -> Response:
        here = await lobby(request)
        news = await threads.run(partial(here.news, LobbyView.of(request.query_params)))
        return JSONResponse({"regions": news.regions})

    async def do(request: Request) -> Response:
        here = await lobby(request)
        return JSONResponse(await threads.run(partial(here.do, await request.body())))

    async def live(request: Request) -> Response:
        """Everything, unless it is what the page shows already, and from then on what has changed."""
        here, view = await lobby(request), LobbyView.of(request.query_params)
        since = request.query_params.get("since", "")
        shown: LobbyNews | None = None

        async def told() -> bytes:
            nonlocal shown
            try:
                now = await threads.run(partial(here.news, view))
            except TilewrightError:  # a file cannot be read just now
                return STILL
            changed = now.since(shown) if shown is not None or now.digest != since else {}
            shown = now
            return message(json.dumps({"regions": changed}).encode()) if changed else STILL

        return EventStream(request, pulses(told, lambda: registry.pulse, PULSE, SLOWLY))

    return [
        Route("/h/{token}", page),
        Route("/h/{token}/list", listed, methods=["GET"]),
        Route("/h/{token}/live", live),
        qr_route(registry),
        Route("/h/{token}/do", do, methods=["POST"]),
    ]
