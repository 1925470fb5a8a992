"""The routes of the lobby: its page, what is done there, and a stream of what changes in it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TYPE_CHECKING

import anyio
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ..base.errors import TilewrightError
from ..table.face_texts import Texts
from . import threads
from .event_stream import BEGIN, STILL, EventStream, message, packed, packs
from .http_errors import HttpError, UnknownAddress, language, response
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

    async def answered(request: Request) -> Response:
        try:
            here, view = await lobby(request), LobbyView.of(request.query_params)
            what = request.url.path.rpartition("/")[2]
            if request.method == "POST":
                return JSONResponse(await threads.run(partial(here.do, await request.body())))
            if what == "list":
                news = await threads.run(partial(here.news, view))
                return JSONResponse({"regions": news.regions})
            return HTMLResponse(await threads.run(partial(here.page, view)))
        except HttpError as error:
            return response(error, request, language(request.headers.raw, registry.lang))

    async def live(request: Request) -> Response:
        try:
            here = await lobby(request)
        except HttpError as error:
            return response(error, request, language(request.headers.raw, registry.lang))
        stream = _changes(
            registry, here, LobbyView.of(request.query_params), request.query_params.get("since", "")
        )
        packs_it = packs(request)
        return EventStream(_packed(stream) if packs_it else stream, lambda: None, packed=packs_it)

    return [
        Route("/h/{token}", answered),
        Route("/h/{token}/list", answered, methods=["GET"]),
        Route("/h/{token}/live", live),
        qr_route(registry),
        Route("/h/{token}/do", answered, methods=["POST"]),
    ]


async def _changes(
    registry: MatchRegistry, lobby: Lobby, view: LobbyView, since: str
) -> AsyncIterator[bytes]:
    """Everything, unless it is what the page shows already, and from then on what has changed."""
    before: LobbyNews | None = None
    pulses, seen = 0, registry.pulse
    while True:
        if pulses % SLOWLY == 0 or registry.pulse != seen:
            seen = registry.pulse
            try:
                now = await threads.run(partial(lobby.news, view))
            except TilewrightError:  # a file cannot be read just now
                pass
            else:
                changed = now.since(before) if before is not None or now.digest != since else {}
                before = now
                yield message(json.dumps({"regions": changed}).encode()) if changed else STILL
        pulses += 1
        await anyio.sleep(PULSE)


async def _packed(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield BEGIN
    async for one in stream:
        yield packed(one)
