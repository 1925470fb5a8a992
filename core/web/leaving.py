"""Who leaves a match at its page: requests that others answer, bots that play on, resigning, coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import TilewrightError, UsageError
from ..base.html import Html, inside, tag
from ..table import table_request
from .http_errors import HttpError

if TYPE_CHECKING:
    from .hosted_match import HostedMatch
    from .page_session import PageSession


def notes(session: PageSession) -> Html:
    """Return what is said of it above everything, with what this seat can do about it; nothing in a copy."""
    return Html("") if session.trial is not None else inside(_wishes(session), _left(session), _sure(session))


def _wishes(session: PageSession) -> Html:
    """Return a request to take back more than the own turn, or its end, with the answers that this seat can give."""
    table, said, seat = session.served.table, session.said, session.seat
    told = session.served.table.chair(seat).wished()
    if not told:
        return Html("")
    answers = []
    if table.wish is not None and seat in table.wish.waiting:
        answers = [("agree", said("web.agree")), ("decline", said("web.decline"))]
    elif table.wish is not None and seat in (table.wish.seat, *table.wish.agreed):
        answers = [("decline", said("web.withdraw"))]
    made = table.wish.made if table.wish is not None else None
    buttons = [
        tag("button", text, data_wish=do, data_n=made, cls="main" if do == "agree" else None)
        for do, text in answers
    ]
    row = tag("p", buttons, cls="buttons") if buttons else None
    return tag("div", [tag("p", text) for text in told], row, cls="wish", role="alert")


def _left(session: PageSession) -> Html:
    """Return for whom bots play on; one of these persons can come back."""
    table, seat = session.table, session.seat
    told = table_request.left(session.chair)
    if not told:
        return Html("")
    comes = seat in table.match.left.bots and seat not in table.match.left.resigned
    back = tag("button", session.said("web.left.back"), data_sit="back", cls="main")
    row = tag("p", back, cls="buttons") if comes else None
    return tag("div", [tag("p", text) for text in told], row, cls="wish")


def _sure(session: PageSession) -> Html:
    """Return the question whether this seat resigns, while it is open."""
    said, seat = session.said, session.seat
    if seat is None or not session.table.sure(seat):
        return Html("")
    buttons = [
        tag("button", said("web.left.resign"), data_sit="resign"),
        tag("button", said("web.left.stay"), data_sit="stay", cls="main"),
    ]
    asks = tag("p", table_request.resigning(session.table, seat))
    return tag("div", asks, tag("p", buttons, cls="buttons"), cls="wish", role="alert")


def tools(session: PageSession) -> list[Html]:
    """Return what this seat can do about leaving, for the menu."""
    said, table, seat = session.said, session.table, session.seat
    found = []
    if seat in table.people and not table.over and session.trial is None:
        found.append(tag("button", said("web.left.bot"), data_sit="bot"))
        for other in table.people:
            if other != seat:
                text = said("web.left.absent", who=table.seats[other])
                found.append(tag("button", text, data_sit="absent", data_n=other))
        found.append(tag("button", said("web.left.resign"), data_sit="resign"))
    return found


def ends(session: PageSession) -> list[Html]:
    """Return when the match ends by itself, below the menu."""
    date = session.served.ends
    return [tag("p", session.said("web.left.idle", date=date), cls="dim")] if date else []


def handed_over(entry: HostedMatch, who: str) -> None:
    """A bot plays on for this person, since the host wants it. HttpError if that cannot be."""
    with entry.taken() as served, served.lock:
        if who not in served.table.seats:
            raise HttpError("web.lobby.gone", status=404)
        try:
            served.table.let_bot(served.table.seats.index(who))
        except TilewrightError as error:
            raise HttpError("web.lobby.not_handed", status=409, why=str(error)) from error
        served.stirred()


def act(session: PageSession, do: str, other: int) -> None:
    """Resign (when asked twice) or stay, let a bot play on or come back, or ask for a bot for one who is absent."""
    table, seat, served = session.table, session.person, session.served
    if do == "absent":
        if not 0 <= other < len(table.seats):
            raise UsageError(session.said("web.moved_on"))
        if served.seats and not table.trial:  # who hands the device over decides
            table.let_bot(other, by=(seat,))
        elif served.here(other):
            raise UsageError(session.said("web.left.present", who=table.seats[other]))
        else:
            table.ask_bot(seat, other)
    elif do == "bot":
        table.let_bot(seat, by=(seat,))
    elif do == "back":
        table.come_back(seat)
    elif do == "resign":
        table.resign(seat)
    elif do == "stay":
        table.stay()
    else:
        raise UsageError(session.said("web.moved_on"))
