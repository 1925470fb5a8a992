"""Replays under an address: a match so far, with the eyes of its address; once it is over, with anybody's.

An address for everybody (`/p/...`) shows a match that is over, and nothing of one that goes on.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from typing import TYPE_CHECKING
from urllib.parse import quote

from anyio import CapacityLimiter
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..base.errors import TilewrightError
from ..table.notable_moves import reviewed
from ..table.replay_walk import Walk
from ..table.saved_games import digest
from ..text.seat_names import REFEREE
from . import replay_page, static_files, threads
from .http_errors import HttpError, RecordBroken, UnknownAddress
from .replay_notable import NotableJob

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..table.replay_walk import Eyes
    from .matches import AddressTarget, MatchRegistry

KEPT = 12
"""Pages and reviews that are kept."""
Key = tuple[str, int, str]
"""A record with its size, and the name of the eyes."""


class Replays:
    """The replay pages of one server. They are made in these `workers`, and one review at a time."""

    def __init__(self, registry: MatchRegistry, workers: CapacityLimiter) -> None:
        self.registry, self.workers = registry, workers
        self._reviewing = CapacityLimiter(1)
        self._pages: OrderedDict[Key, bytes] = OrderedDict()
        self._jobs: OrderedDict[Key, tuple[NotableJob, asyncio.Task[None]]] = OrderedDict()

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/t/{token}/replay", self.page),
            Route("/t/{token}/replay/notable", self.notable),
            Route("/p/{token}", self.page),
            Route("/p/{token}/notable", self.notable),
        ]

    async def page(self, request: Request) -> Response:
        """The match so far, to be stepped through."""
        place, name = self._asked(request)
        packed = await threads.run(lambda: self._page(place, name), self.workers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
            return Response(packed, media_type="text/html", headers=headers)
        return Response(gzip.decompress(packed), media_type="text/html")

    async def notable(self, request: Request) -> Response:
        """The costliest moves, as far as they have been found; the first who asks makes the search begin."""
        place, name = self._asked(request)
        key = await threads.run(lambda: _key(place, name), self.workers)
        if key not in self._jobs:
            walk = await threads.run(lambda: _walk(place, name), self.workers)
            if not reviewed(walk):
                raise UnknownAddress
            job = NotableJob(walk)
            run = threads.work_through(job.steps(), self._reviewing)
            self._jobs[key] = job, asyncio.ensure_future(run)
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)[1][1].cancel()
        job, task = self._jobs[key]
        if task.done() and task.exception() is not None:
            self._jobs.pop(key, None)  # the next request begins anew
            task.result()
        return JSONResponse(job.answer())

    def _asked(self, request: Request) -> tuple[AddressTarget, str]:
        place = self.registry.shared if request.url.path.startswith("/p/") else self.registry.place
        return place(request.path_params["token"]), request.query_params.get("eyes", "")

    def _page(self, place: AddressTarget, name: str) -> bytes:
        key = _key(place, name)
        found = self._pages.get(key)
        if found is None:
            walk = _walk(place, name)
            over = walk.match.over
            eyes: dict[Eyes, str] = (
                {one: f"?eyes={quote(walk.called(one))}" for one in walk.every_eyes} if over else {}
            )
            here = place.entry.kept.public if place.public else "replay"
            asks = f"{here}/notable?eyes={quote(walk.called(walk.eyes))}" if reviewed(walk) else ""
            style = static_files.address(static_files.PALETTE, *replay_page.STYLES)
            server = replay_page.ServerLinks(
                style=style,
                script=static_files.address(*replay_page.SCRIPTS),
                eyes=eyes,
                notable=asks,
            )
            found = self._pages[key] = gzip.compress(replay_page.document(walk, server).encode(), 5)
            while len(self._pages) > KEPT:
                self._pages.popitem(last=False)
        return found


def _key(place: AddressTarget, name: str) -> Key:
    record = place.entry.record
    try:
        size = record.stat().st_size
        known = not place.public or digest(record) == place.entry.kept.head
    except (OSError, TilewrightError) as error:
        raise RecordBroken(why=str(error)) from error
    if not known:  # another match lies there now
        raise RecordBroken
    here = place.entry.kept.public if place.public else place.seat
    return f"{place.entry.id} {here} {place.entry.lang_of(place.seat)}", size, name


def _walk(place: AddressTarget, name: str) -> Walk:
    """The match with the eyes of this name, at its last position; without one with everybody's once it is over."""
    try:
        walk = Walk.open(place.entry.record, place.entry.lang_of(place.seat), settled=True)
    except TilewrightError as error:
        raise RecordBroken(why=str(error)) from error
    if place.public and not walk.match.over:  # something was taken back
        raise HttpError("web.error.goes_on", status=409)
    walk.eyes = REFEREE if walk.match.over else place.seat
    if name:
        try:
            eyes = walk.eyes_of(name)
        except KeyError:
            raise UnknownAddress from None
        if eyes != place.seat and not walk.match.over:
            raise UnknownAddress
        walk.eyes = eyes
    walk.at = walk.last
    return walk
