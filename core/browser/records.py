"""Records of matches that are kept in a browser: given out as text, and taken in."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..base import files
from ..base.errors import TilewrightError
from ..table.saved_games import look
from ..web.http_errors import HttpError, UnknownAddress

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..web.matches import MatchRegistry

MOST = 1 << 24
"""Bytes of a record that is taken in."""


def routes(registry: MatchRegistry) -> list[Route]:
    """The routes of records: `/t/TOKEN/record` gives one out, `/h/TOKEN/record` takes one in."""

    async def given(request: Request) -> Response:
        entry = registry.place(request.path_params["token"]).entry
        text = files.content(entry.record, most=MOST).decode("utf-8", "replace")
        return Response(text, media_type="application/jsonl")

    async def taken(request: Request) -> Response:
        if registry.kind(request.path_params["token"]) != "lobby":
            raise UnknownAddress
        data = await request.body()
        if len(data) > MOST:
            raise HttpError("browser.too_long", status=413)
        path = registry.folder / f"{secrets.token_hex(6)}.jsonl"
        files.folder(registry.folder)
        files.replace(path, data, private=True)
        try:
            entry = registry.add(path)
            entry.take()  # it is played again, so that what is wrong with it is said now
            entry.leave()
        except TilewrightError as error:
            why = look(path).problem or str(error)
            for one in registry.entries():
                if one.record == path:
                    why = one.broken or why
                    registry.close(one)
            path.unlink(missing_ok=True)
            raise HttpError("browser.no_record", status=409, why=why) from error
        seat = next(iter(entry.people.values()), entry.kept.watching)
        over = look(path).over
        return JSONResponse({"go": f"/t/{seat}/replay" if over else f"/t/{seat}"})

    return [Route("/t/{token}/record", given), Route("/h/{token}/record", taken, methods=["POST"])]
