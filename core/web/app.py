"""The server: addresses to pages, streams of what changes there, and what people do.

Everything that takes longer than a moment runs in worker threads: few of them, so that the loop stays quick.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

import anyio
import attrs
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ..base import strict_json
from ..base.errors import TilewrightError, UsageError
from ..draw.svg_board import PER_LINE
from ..table.face_texts import Texts
from ..text.strict import Slips
from . import gains, html_frame, http_errors, questions, rematches, static_files, thoughts
from .event_stream import STILL, EventStream, message, packed, packs
from .hosted_match import HostedMatch
from .hosting.health import health_route
from .hosting.self_test import SelfTest
from .http_errors import HttpError, NotBegun, language
from .joining import seating
from .joining.pages import JoinPages
from .lobby import Lobby
from .lobby_routes import LobbyOf, lobby_routes
from .middleware import AccessMiddleware, Hosts, Limits
from .page_acts import FREE
from .page_event import PageEvent
from .page_session import PageSession
from .replay_routes import Replays
from .threads import ThreadLimits, aside, run

if TYPE_CHECKING:
    from starlette.requests import Request

    from .hosting.proxies import Proxies
    from .lesson_match import LessonMatch
    from .live_match import LiveMatch
    from .matches import MatchRegistry
    from .thoughts import Thought

    Entry: TypeAlias = HostedMatch | LessonMatch

BEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""
IDLE = 4.0
"""Seconds after which a match without open pages is put to rest, and free for a terminal."""
ACROSS = (3, 10)
"""The fewest and the most spots of a chain beside each other."""
SOON = 0.3
"""Seconds after which a page says that it waits for a hint."""
LATER = 0.15
"""Seconds after which a page looks at what moves bring: that work would hold up those who watch."""
PATIENCE = 30.0
"""Seconds after which a page no longer waits for a hint: proxies in front of a server wait 60."""
HOUR = 3_600
"""Seconds from one look for matches that end by themselves to the next."""
SWITCH = 0.001
"""Seconds after which a thread lets the next one have its turn."""


class WebApp:
    """The state that all requests of one server share."""

    def __init__(self, registry: MatchRegistry, lang: str) -> None:
        self.registry, self.lang = registry, lang
        self.lanes, self.joins = ThreadLimits(), JoinPages(registry)
        self._thinking: set[asyncio.Task[None]] = set()

    async def place(self, request: Request) -> tuple[Entry, int | None]:
        """The match or lesson at this address, and the seat; None for spectators."""
        token = request.path_params["token"]
        if (lesson := self.registry.lessons.found(token)) is not None:
            return lesson, lesson.learns.chair.seat
        place = self.registry.place(token)
        return place.entry, place.seat

    async def taken(self, entry: Entry) -> LiveMatch:
        """The match, open until `entry.leave()`."""
        lane = self.lanes.opening if entry.opened is None else self.lanes.people
        served = await run(entry.take, lane)
        served.begin(self.lanes)
        return served

    # -- pages ---------------------------------------------------------------------------------------------------

    async def nobody(self, request: Request) -> Response:
        """The address without a token."""
        lang = language(request.headers.raw, self.lang)
        return HTMLResponse(http_errors.page(Texts(lang)("web.ask_your_host"), lang))

    async def table(self, request: Request) -> Response:
        """The page of a seat, or of spectators: a frame that its stream fills."""
        try:
            entry, seat = await self.place(request)
        except NotBegun:
            return await self.joins.room(request)
        await self.taken(entry)  # raise at once if the match cannot be opened
        entry.leave()
        said, learns, speaks = Texts(entry.lang_of(seat)), "", ""
        if isinstance(entry, HostedMatch) and seat is not None:
            learns = await run(partial(self.registry.offer, entry, seat), self.lanes.people)
            asked = language(request.headers.raw, said.lang)
            speaks = asked if asked != said.lang and not entry.chose(seat) else ""
        return HTMLResponse(html_frame.table(said, watching=seat is None, learns=learns, speaks=speaks))

    async def live(self, request: Request) -> Response:
        """Return what the page shows, and from then on every change of it."""
        try:
            entry, seat = await self.place(request)
        except NotBegun:
            return await self.joins.room_live(request)
        token = request.path_params["token"]
        if isinstance(entry, HostedMatch) and seat is not None:
            await run(partial(seating.sits, self.registry, entry, seat), self.lanes.people)
        served = await self.taken(entry)
        page, room = request.query_params.get("page", "")[:64], request.query_params.get("across", "")
        across = min(max(int(room), ACROSS[0]), ACROSS[1]) if room.isdecimal() and len(room) < 4 else PER_LINE
        session, changed, packs_it = served.session(seat, page, across), asyncio.Event(), packs(request)
        session.across = across
        served.opens(changed, session)

        def end() -> None:
            served.closed(changed)
            entry.leave()

        def valid() -> bool:
            """True until the seat gets a new address."""
            if not isinstance(entry, HostedMatch) or seat is None:
                return True
            return bool(entry.kept.people.get(entry.kept.seats[seat]) == token)

        stream = self._stream(valid, served, session, changed, packs_it)
        return EventStream(request, stream, end, ready=True)

    async def _stream(
        self,
        valid: Callable[[], bool],
        served: LiveMatch,
        session: PageSession,
        changed: asyncio.Event,
        packs_it: bool,
    ) -> AsyncIterator[bytes]:
        lane = self.lanes.people if session.seat is not None else self.lanes.spectators
        serial = 0
        while not served.stopped and valid():
            changed.clear()
            try:
                async with session.turn:  # one thread makes what all who look at this page get
                    made = session.made(serial, packs_it)
                    if made is None:
                        made = await run(partial(session.message_since, serial, packs_it), lane)
            except Exception as error:  # a game that cannot be drawn: say so, others go on
                served.failed(error)
                said = message(json.dumps(session.said("web.failed")).encode(), "failed")
                yield packed(said) if packs_it else said
                return
            data, now = made
            if now != serial:
                yield data
            serial = now
            if gains.wanted(session):
                self._begun(self._look(served, session))
            with anyio.move_on_after(BEAT) as waited:
                await changed.wait()
            if waited.cancelled_caught:
                yield packed(STILL) if packs_it else STILL

    # -- what people do ------------------------------------------------------------------------------------------

    async def do(self, request: Request) -> Response:
        """Do what a person at a page has done. The page shows what follows; an answer to be read is returned."""
        entry, seat = await self.place(request)
        try:
            event = PageEvent.of(strict_json.read(await request.body()))
        except (ValueError, Slips) as error:
            return _error(f"{error}", 400)
        if event.do == "offer" and isinstance(entry, HostedMatch):
            answered, lane = partial(self.registry.answered, entry, seat, event), self.lanes.opening
            go = await run(answered, lane)
            return JSONResponse({"page": {"go": go} if go else None})
        if event.do == "rematch" and isinstance(entry, HostedMatch):
            go = await run(partial(rematches.address, self.registry, entry, seat), self.lanes.opening)
            if entry.opened is not None:
                entry.opened.happened()
            return JSONResponse({"page": {"go": go}})
        if event.do == "share" and isinstance(entry, HostedMatch) and seat is not None:
            said, path = Texts(entry.lang_of(seat)), f"/t/{entry.kept.watching}"
            over = await run(lambda: entry.look().over, self.lanes.people)
            if over:
                path = f"/p/{await run(partial(self.registry.share, entry), self.lanes.opening)}"
            return JSONResponse({"page": attrs.asdict(questions.shared(said, path, over=over))})
        if seat is None and event.do not in FREE:
            return _error(Texts(entry.lang_of(None))("web.only_watching"), 403)
        served = await self.taken(entry)
        # What one spectator asks is nothing to the others who look at the same page.
        watching = seat is None
        session = PageSession(served, None) if watching else served.session(seat, event.page[:64])
        before = served.table.revision
        try:
            lane = self.lanes.spectators if watching else self.lanes.people
            async with session.turn:
                page = await run(partial(session.do, event), lane)
            if event.do == "speak" and isinstance(entry, HostedMatch) and seat is not None:
                keep = partial(self.registry.speaks, entry, seat, session.chair.lang)
                await run(keep, lane)
            await asyncio.wait({self._begun(self._think(served, session))}, timeout=PATIENCE + SOON)
        except HttpError:
            raise
        except TilewrightError as error:
            return _error(str(error), 400)
        except Exception as error:  # of a game or plugin: all other pages go on
            served.failed(error)
            return _error(session.said("web.failed"), 500)
        finally:
            if served.table.revision != before:  # also if something failed after the move
                served.happened()
            else:
                served.changed(session)
            entry.leave()
        if watching and session.message:
            return _error(session.message, 400)
        return JSONResponse({"page": attrs.asdict(page) if page is not None else None})

    def _begun(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do this beside everything else."""
        found = asyncio.create_task(work)
        self._thinking.add(found)
        found.add_done_callback(self._thinking.discard)
        return found

    async def _think(self, served: LiveMatch, session: PageSession) -> None:
        """Find what this page waits for, in the order in which people asked; each gets less work if many wait.

        A bot in a copy may think as long as it likes, also when the request that made it think has been answered.
        """
        while (thought := thoughts.begin(session)) is not None:
            later = asyncio.get_running_loop().call_later(SOON, served.changed, session)
            found: object = UsageError(session.said("web.too_many_ask"))
            with anyio.move_on_after(PATIENCE if thought.hint else None):
                async with served.asking:
                    found = await self._found(thought) if session.thought is thought else None
            later.cancel()
            try:
                async with session.turn:
                    await run(partial(thoughts.end, session, thought, found), self.lanes.people)
            except Exception as error:  # of a game or bot
                served.failed(error)
                session.say(session.said("web.failed"), alarm=True)
            served.changed(session)

    async def _look(self, served: LiveMatch, session: PageSession) -> None:
        """Find what the moves at hand bring, and put it on the page, once others have seen what has happened."""
        await anyio.sleep(LATER)
        try:
            await aside(lambda: gains.look(session), self.lanes.looking)
        except Exception as error:  # of a game: its page shows no gains
            served.failed(error)
        served.changed(session)

    async def _found(self, thought: Thought) -> object:
        """Return what was found, or the exception that was raised instead."""
        lane = self.lanes.asked
        waiting = 1 + lane.statistics().tasks_waiting
        try:
            return await aside(lambda: thought.find(waiting), lane)
        except Exception as error:
            return error
        except SystemExit as error:  # of a bot; raised in this loop it would end the server
            return RuntimeError(repr(error))


def _error(said: str, status: int) -> Response:
    # What was sent may be no text that UTF-8 knows.
    return JSONResponse({"error": said.encode("utf-8", "replace").decode()}, status)


def application(
    registry: MatchRegistry,
    *,
    hosts: Hosts,
    lang: str = "en",
    limits: Limits | None = None,
    proxies: Proxies | None = None,
    test: SelfTest | None = None,
) -> AccessMiddleware:
    """The server of this registry, behind its guard. `guard.end()` closes every stream."""
    test, kind = test or SelfTest(), registry.kind
    tests = test.routes(lambda one: kind(one) == "lobby", lambda request: language(request.headers.raw, lang))
    app = pages(registry, lang, more=[health_route(hosts, lambda: registry.live), *tests])
    return AccessMiddleware(
        app, hosts=hosts, kind=kind, limits=limits, lang=lang, proxies=proxies, replaced=test.replaced
    )


def pages(
    registry: MatchRegistry, lang: str, lobby: LobbyOf = Lobby, more: Sequence[Route] = ()
) -> Starlette:
    """The pages of this registry, without a guard; `lobby` makes what one person sees of it, `more` are routes."""
    web = WebApp(registry, lang)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        tidying = asyncio.create_task(_tidy(registry))
        try:
            yield
        finally:
            tidying.cancel()
            await run(registry.rest)
            sys.setswitchinterval(before)

    routes = [
        Route("/", web.nobody),
        Route("/t/{token}", web.table, middleware=[Middleware(GZipMiddleware)]),
        Route("/t/{token}/live", web.live),
        Route("/t/{token}/do", web.do, methods=["POST"]),
        *Replays(registry, web.lanes.replays).routes(),
        *web.joins.routes(),
        static_files.static_route(),
        *more,
        *lobby_routes(registry, lobby),
    ]
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=http_errors.handlers(lang))


async def _tidy(registry: MatchRegistry) -> None:
    ticks = count()
    while True:
        await anyio.sleep(1)
        with suppress(TilewrightError):  # the file of addresses cannot be read just now
            await run(partial(registry.tidy, IDLE))
            if next(ticks) % HOUR == 0:
                await run(registry.end_idle)
