"""What the lobby has of joining: the link of each table with its QR code, tables for which people are awaited."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...base.errors import UsageError
from ...base.html import Html, inside, tag
from ...bots import levels
from ...table.match_setup import named, numbered
from ...table.setup_choices import titled
from .. import threads
from ..html_frame import filled
from . import qr, seating
from .waiting_table import WaitingSeat

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from ..lobby import Lobby, LobbyRequest
    from ..matches import MatchRegistry
    from .waiting_table import WaitingTable

ACTS = ("start", "link", "unlink", "renew")
"""What the lobby does with a table or a match by its link and its seats."""


def act(registry: MatchRegistry, asked: LobbyRequest) -> None:
    """Carry this out. TilewrightError if it fails."""
    if asked.do == "start":
        seating.begin(registry, asked.match)
    elif asked.do == "renew":
        seating.renew(registry, asked.match, asked.who)
    else:
        seating.link(registry, asked.match, closed=asked.do == "unlink")


def wait(registry: MatchRegistry, asked: LobbyRequest) -> str:
    """Await people for the open seats of this plan; return the name of the table. UsageError if it cannot begin."""
    plan = asked.plan
    assert plan is not None
    players = {n: one for n, one in enumerate(plan.players) if n not in asked.open}
    named(one.name for one in players.values())
    if len(players) == len(plan.players):
        raise UsageError(f"open: there is no seat {asked.open[0]}")
    rules, seats = plan.loaded(), [WaitingSeat()] * len(plan.players)
    names = numbered([(one.name, one.level) for one in players.values()])
    for name, (n, one) in zip(names, players.items(), strict=True):
        seats[n] = WaitingSeat(name=name, bot=levels.settled(one.level, rules) if one.level else "")
    table = seating.fresh(
        plan.game,
        modules=plan.modules,
        edition=plan.edition,
        options=dict(plan.options),
        help=plan.help,
        lang=asked.lang,
        seats=tuple(seats),
    )
    return seating.wait(registry, table).id


# -- on the page -----------------------------------------------------------------------------------------------------


def every(lobby: Lobby) -> list[Html]:
    """Each table for which people are awaited, the newest first."""
    return [_table(lobby, one) for one in lobby.registry.book.all_waiting()]


def _table(lobby: Lobby, table: WaitingTable) -> Html:
    said = lobby.said
    rows = link(lobby, table.join)
    for one in table.seats:
        if one.bot or one.open:
            label = f"{one.name} ({levels.spoken(one.bot)})" if one.bot else said("web.join.open")
            rows.append(tag("li", tag("span", label, cls="who")))
        else:
            rows.append(lobby.row(one.name, f"/t/{one.token}", one.name))
    rows.append(lobby.row("watching", f"/t/{table.watching}", said("web.lobby.watching")))
    free, come = sum(one.open for one in table.seats), [one.name for one in table.seats if one.taken]
    far = [said("web.join.missing", n=free), *([said("web.join.come", who=", ".join(come))] if come else [])]
    start = tag("button", said("web.join.start"), type="button", data_do="start", data_match=table.id)
    people = [one.name for one in table.seats if one.name and not one.bot]
    return filled(
        "lobby_match",
        said,
        id=table.id,
        played=inside(" + ".join([titled(table.game) or table.game, *table.modules])),
        far=inside(" ".join(far)),
        problems=tag("p", start),
        rows=inside(rows),
        lost="",
        link=tools(lobby, table.id, table.join, people),
    )


def link(lobby: Lobby, join: str) -> list[Html]:
    """The link for everybody as a row; none if it is closed."""
    return [lobby.row("join", f"/j/{join}", lobby.said("web.join.everybody"))] if join else []


def tools(lobby: Lobby, id: str, join: str, people: Sequence[str]) -> Html:
    """The QR code of the link, ways to close it or to make another one, and new addresses for these people."""
    said = lobby.said

    def button(do: str, text: str, who: str | None = None) -> Html:
        asks = said("web.join.renew.sure", who=who) if who is not None else None
        asks = said("web.join.unlink.sure") if do == "unlink" else asks
        return tag("button", text, type="button", data_do=do, data_match=id, data_who=who, data_ask=asks)

    ways = [button("unlink" if join else "link", said(f"web.join.{'unlink' if join else 'link'}"))]
    ways += [button("renew", said("web.join.renew", who=who), who) for who in people]
    code = None
    if join:
        source = f"/h/{lobby.registry.lobby}/qr/{join}"
        text = said("web.join.qr")
        code = tag("p", tag("img", src=source, alt=text, width=232, height=232, loading="lazy", cls="qr"))
    body = tag("summary", said("web.join.more")), code, tag("p", inside(*ways), cls="ways")
    return tag("details", body, cls="joins", id=f"joins-{id}")


def qr_route(registry: MatchRegistry) -> Route:
    """The QR code of a link, as a picture for the lobby."""
    from starlette.responses import Response
    from starlette.routing import Route

    async def code(request: Request) -> Response:
        lobby, join = request.path_params["token"], request.path_params["join"]
        kind = await threads.run(partial(registry.kind, lobby))
        if kind != "lobby" or await threads.run(partial(registry.kind, join)) != "join":
            return Response(status_code=404)
        address = f"{request.url.scheme}://{request.headers['host']}/j/{join}"
        return Response(await threads.run(partial(qr.svg, address)), media_type="image/svg+xml")

    return Route("/h/{token}/qr/{join}", code)
