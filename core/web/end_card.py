"""The end of a match as a card: who has won, where the points came from, how they grew, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..base.html import Html, inside, tag
from ..draw.html_parts import symbol
from ..draw.signs import signs
from ..draw.svg_charts import bars, rounds_svg
from ..rules.state import by_score
from ..rules.teams import sides_of
from ..table.face_texts import Texts
from ..table.point_course import course, end_texts
from . import author_form

if TYPE_CHECKING:
    from ..play.match import Match
    from ..table.replay_walk import Walk
    from .page_session import PageSession


def card(session: PageSession) -> Html:
    """Return the card of a finished match with its buttons; nothing before, and in a copy."""
    table, said = session.table, session.said
    if not table.over or session.trial is not None:
        return Html("")
    way, rematch = replay(session), session.served.rematch
    review = tag(
        "a", symbol("u-hint"), said("web.end.review"), href="#", data_go=f"{way}#notable", target="_blank"
    )
    ways = [tag("a", symbol("u-replay"), said("web.replay"), href="#", data_go=way, target="_blank"), review]
    ways.append(tag("button", said("web.end.boards"), cls=None if rematch else "main", data_end="close"))
    if session.seat is not None or rematch:
        text = said("web.end.to_rematch" if rematch else "web.end.rematch")
        ways.insert(0, tag("button", text, data_rematch="", cls="main" if rematch else None))
    if session.served.seats:
        ways += [
            tag("a", said("browser.record"), href="#", data_go="record", download="record"),
            tag("a", said("web.lobby.title"), href="/"),
        ]
    elif session.seat is not None:
        ways.insert(-1, tag("button", said("web.end.share"), data_share=True))
    buttons = inside(author_form.form(session), tag("p", ways, cls="buttons ways"))
    return content(table.match, session.seat, session.chair.lang, buttons)


def replay(session: PageSession) -> str:
    """Return where the replay is: once the match is over, under the spectators' address, which gives no seat away.

    One who reads another language than the match has finds it under the own address.
    """
    served = session.served
    away = served.table.over and served.watching and session.chair.lang == served.table.lang
    return f"/t/{served.watching}/replay" if away else "replay"


def content(match: Match, seat: int | None, lang: str, ways: Html | None = None) -> Html:
    """Return the result, the points by source, and what decided it; with `ways` on below, also the points by turn."""
    found, said, rules, seats = course(match), Texts(lang), match.rules, match.state.seats
    told = end_texts(match, found, seat, lang)
    sides, places, totals = sides_of(match.state), match.result["ranking"], match.state.standing()
    given_up = match.left.given_up is not None
    if not sides.rivals and rules.game.standing is None:
        totals = match.state.scores  # each bar has its own
    notes = {seat: said("web.end.you")} if seat is not None else {}
    parts = found.parts(rules, lang)
    grown = None
    if ways is not None and len(found.turns) > 1:
        title = rules.counted(lang) or said("after.end.turns")
        chart = rounds_svg(title, seats, range(1, len(found.turns) + 1), found.turns, signs=found.signs)
        grown = tag("section", tag("h3", title), chart)
    decided = [tag("li", _chip(found.signs, one), tag("span", text)) for one, text in told.decided]
    result = tag("div", tag("h2", told.result, id="result", tabindex="-1"), tag("p", told.about, cls="dim"))
    head = tag("header", symbol("u-trophy") if match.winners else None, result)
    numbered, rest = sides.rivals and not given_up, said("after.rest")
    drawn = bars(
        seats, found.signs, places, totals, parts,
        rest=rest, notes=notes, numbered=numbered, partners=sides.groups if sides.rivals else (),
    )  # fmt: skip
    why = tag("section", tag("h3", said("after.end.decided")), tag("ul", decided)) if decided else None
    below = tag("div", grown, why, cls="two")
    return tag("section", head, drawn, ways, below, cls="ended", aria_labelledby="result")


def rounds(walk: Walk) -> Html:
    """Return a chart of the points after each round; nothing before the second round, since one point is no line."""
    chart = walk.chart(walk.last)
    if chart is None:
        return Html("")
    title, numbers, points = chart
    return inside(tag("h2", title), rounds_svg(title, walk.seats, numbers, points, signs=signs(walk.show)))


def sources(walk: Walk) -> Html:
    """Return where the points of a replay came from; at the end of a match what decided it as well."""
    found, said = course(walk.match), walk.said
    if walk.match.over:
        return content(walk.match, walk.eyes if isinstance(walk.eyes, int) else None, walk.lang)
    if not found.reasons:
        return Html("")
    places, parts = by_score(found.scores), found.parts(walk.rules, walk.lang)
    drawn = bars(found.seats, found.signs, places, found.scores, parts, rest=said("after.rest"))
    return inside(tag("h2", said("after.sources")), drawn)


def _chip(signs: Sequence[str], seat: int) -> Html:
    return tag("span", signs[seat], cls=f"chip seat-{seat}", aria_hidden="true")
