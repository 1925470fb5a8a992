"""Who has a page of a match open right now: seen at the table and in the lobby, told only when it changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from ...base.html import Html, tag

if TYPE_CHECKING:
    from ..page_session import PageSession

SETTLES = 1.0
"""Seconds until a page that was opened or closed is told: people load pages again, and many come at once."""


@attrs.frozen
class Present:
    """Who is there."""

    seats: frozenset[int] = frozenset()
    watching: int = 0
    """The open pages of spectators."""

    @classmethod
    def of(cls, pages: Iterable[PageSession]) -> Present:
        """Those of these open pages."""
        every = [page.seat for page in pages]
        return cls(frozenset(one for one in every if one is not None), every.count(None))


def here(session: PageSession) -> Html:
    """Return who is there: to people each of the others by name, to spectators the number alone."""
    served, said, table = session.served, session.said, session.served.table
    present, people = served.present, sorted(table.people)
    if served.seats or (len(people) < 2 and not present.watching):
        return Html("")
    watching = tag("li", said("web.here.watching", n=present.watching)) if present.watching else None
    if session.seat is None:
        count = len(present.seats.intersection(people))
        return tag("ul", tag("li", said("web.here.count", n=count, all=len(people))), watching, cls="here")
    rows = []
    for seat in people:
        there = seat in present.seats or seat == session.seat
        words = said(f"web.here.{'there' if there else 'away'}")
        dot = tag("span", "\u25cf" if there else "\u25cb", cls="dot", aria_hidden="true")
        name = tag("span", table.seats[seat], title=words)
        rows.append(
            tag("li", dot, " ", name, tag("span", f" {words}", cls="aloud"), cls="there" if there else None)
        )
    return tag("ul", rows, watching, cls="here", aria_label=said("web.here"))
