"""The pages of a table's link: who sits where, a form to sit down, and the room of those who wait for the others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ...base.errors import TilewrightError
from ...base.html import Html, inside, tag
from ...bots.levels import spoken
from ...table.face_texts import Texts
from ...table.match_setup import NAME
from ...table.setup_choices import titled
from .. import threads
from ..addresses import token as new_token
from ..event_stream import STILL, EventStream, message, pulses
from ..html_frame import filled, whole
from ..http_errors import HttpError, UnknownAddress, language, structured
from . import seating
from .waiting_table import WaitingSeat, WaitingTable

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..matches import MatchRegistry
    from .seating import Joined

COOKIE = "seat"
"""The cookie by which a link knows a browser again; each link has one of its own."""
KEY = re.compile(r"[A-Za-z0-9_-]{22}")
YEAR = 31_536_000
"""Seconds for which a browser keeps it."""
PULSE = 0.5
"""Seconds after which such a page shows who has come."""
SLOWLY = 20
"""Pulses after which it looks in any case, since another server may have changed the table."""


@attrs.frozen(kw_only=True)
class JoinRequest:
    """What somebody does at the link of a table."""

    name: str = attrs.field(default="", validator=attrs.validators.max_len(200))
    """The name of the person, or of the seat that is theirs."""


@attrs.frozen
class JoinPages:
    """The pages of the links of one server."""

    registry: MatchRegistry

    def routes(self) -> list[Route]:
        return [
            Route("/j/{token}", self.page),
            Route("/j/{token}/live", self.live),
            Route("/j/{token}/do", self.do, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """Who sits where, and a way to sit down; whoever sits already is led to their seat."""
        link, key = request.path_params["token"], _key(request)
        where = await threads.run(partial(seating.found, self.registry, link))
        if path := seating.own(where, key):
            return RedirectResponse(path, 303)
        lang = language(request.headers.raw, seating.kept_of(where).lang)
        text = await threads.run(lambda: document(where, Texts(lang)))
        return self._known(request, HTMLResponse(text))

    async def do(self, request: Request) -> Response:
        """Sit down."""
        link, asked = request.path_params["token"], structured(await request.body(), JoinRequest)
        key = _key(request) or new_token()
        try:
            go = await threads.run(partial(seating.take, self.registry, link, key, asked.name))
        except TilewrightError as error:
            raise seating.problem(error) from error
        return self._known(request, JSONResponse({"go": go}), key)

    async def live(self, request: Request) -> Response:
        """What the page shows, and every change of it."""
        link, key = request.path_params["token"], _key(request)

        def look() -> dict[str, object]:
            where = seating.found(self.registry, link)
            said = Texts(language(request.headers.raw, seating.kept_of(where).lang))
            return {"go": seating.own(where, key), **regions(where, said)}

        await threads.run(look)  # raise at once what is wrong with the address
        return self._stream(request, look)

    # -- those who wait ------------------------------------------------------------------------------------------

    async def room(self, request: Request) -> Response:
        """The page at the address of a seat or of spectators before the match begins."""
        table, seat = await threads.run(partial(self._waits, request.path_params["token"]))
        lang = language(request.headers.raw, table.lang)
        return HTMLResponse(await threads.run(lambda: document(table, Texts(lang), room=True, seat=seat)))

    async def room_live(self, request: Request) -> Response:
        """What that page shows; its end is that the match begins."""

        def look() -> dict[str, object]:
            try:
                table, seat = self._waits(request.path_params["token"])
            except UnknownAddress:
                return {"go": f"/t/{request.path_params['token']}"}
            said = Texts(language(request.headers.raw, table.lang))
            return {"go": "", **regions(table, said, room=True, seat=seat)}

        await threads.run(look)
        return self._stream(request, look)

    def _waits(self, token: str) -> tuple[WaitingTable, int | None]:
        kind, id, _ = self.registry.book.found(token)
        table = self.registry.book.waiting(id)
        if table is None or kind not in ("seat", "watch"):
            raise UnknownAddress
        seat = next((n for n, one in enumerate(table.seats) if kind == "seat" and one.token == token), None)
        if seat is None and kind == "seat":
            raise HttpError("web.join.vacated", status=410)
        return table, seat

    # -- what both need ------------------------------------------------------------------------------------------

    def _known(self, request: Request, answer: Response, key: str = "") -> Response:
        """The answer, which gives the browser a key if it has none."""
        if not _key(request):
            answer.set_cookie(
                COOKIE,
                key or new_token(),
                max_age=YEAR,
                path=f"/j/{request.path_params['token']}",
                secure=request.url.scheme == "https",
                httponly=True,
                samesite="lax",
            )
        return answer

    def _stream(self, request: Request, look: Callable[[], dict[str, object]]) -> Response:
        shown = ""

        async def told() -> bytes:
            nonlocal shown
            before = shown
            try:
                shown = json.dumps(await threads.run(look))
            except TilewrightError:  # closed meanwhile: the page is loaded again, which says so
                shown = json.dumps({"again": True})
            return message(shown.encode()) if shown != before else STILL

        return EventStream(request, pulses(told, lambda: self.registry.book.changes, PULSE, SLOWLY))


# -- what is on the page ---------------------------------------------------------------------------------------------


def document(where: Joined, said: Texts, *, room: bool = False, seat: int | None = None) -> str:
    """The whole page for whoever opens the link, or, as a `room`, for the person on a seat, or for a spectator."""
    found = regions(where, said, room=room, seat=seat)
    typed = tag("input", name_="name", maxlength=NAME, required=True, autocomplete="nickname")
    label, sit = tag("span", said("web.join.name")), tag("button", said("web.join.sit"), type="submit")
    form = tag("form", tag("label", label, typed), sit, id="sit", hidden=not found["open"])
    main = filled(
        "join",
        said,
        title=inside(_title(where)),
        about=inside(said("web.join.room" if room else "web.join.about")),
        seats=Html(found["seats"]),
        ways=Html(found["ways"]),
        form=Html("") if room else form,
    )
    title = f"{_title(where)} - tilewright"
    return whole(said.lang, title, main, styles=("lobby.css", "join.css"), scripts=("channel.js", "join.js"))


def regions(where: Joined, said: Texts, *, room: bool = False, seat: int | None = None) -> dict[str, Any]:
    """What of the page changes: the seats, what can be done below them, and whether a seat is open."""
    every = seating.seats(where)
    waits = isinstance(where, WaitingTable)
    opens = sum(not one.name for one in every)
    free = any(not one.taken and not one.bot for one in every)
    ways: list[Html] = []
    if room:
        if seat is not None:
            ways.append(tag("p", said("web.join.you", who=every[seat].name)))
        ways.append(tag("p", said("web.join.missing", n=opens)))
    elif not free:
        watching = seating.kept_of(where).watching
        ways.append(tag("p", said("web.join.full")))
        ways.append(tag("p", tag("a", said("web.join.watch"), href=f"/t/{watching}", cls="button")))
    elif waits:
        ways.append(tag("p", said("web.join.missing", n=opens)))
    rows = [_row(n, one, said, own=room and n == seat, offers=not room) for n, one in enumerate(every)]
    return {"seats": inside(rows), "ways": inside(ways), "open": bool(opens) and not room}


def _row(n: int, one: WaitingSeat, said: Texts, *, own: bool, offers: bool) -> Html:
    """One seat: who sits there, or how to take it."""
    if one.bot:
        state = said("web.join.bot", bot=spoken(one.bot))
    elif not one.name:
        return tag("li", tag("span", said("web.join.open"), cls="who open"), cls=f"seat-{n % 8}")
    elif own:
        state = said("web.join.yours")
    elif one.taken:
        state = said("web.join.sits")
    elif offers:
        text = said("web.join.mine", who=one.name)
        return tag("li", tag("button", text, type="button", data_name=one.name), cls=f"seat-{n % 8}")
    else:
        state = said("web.join.awaited")
    return tag("li", tag("span", one.name, cls="who"), " ", tag("span", state), cls=f"seat-{n % 8}")


def _title(where: Joined) -> str:
    """What is played."""
    if isinstance(where, WaitingTable):
        return " + ".join([titled(where.game) or where.game, *where.modules])
    head = where.look().head
    return titled(head.game) or head.game if head is not None else ", ".join(where.kept.seats)


def _key(request: Request) -> str:
    """The key of the browser; "" if it has none yet, or what it sends is none."""
    key = request.cookies.get(COOKIE, "")
    return key if KEY.fullmatch(key) else ""
