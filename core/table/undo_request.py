"""A request to take back more than one may alone, which happens when everyone else agrees; and its sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

import attrs

from .news import tell

if TYPE_CHECKING:
    from .chair import Chair

End = Literal["", "agreed", "declined", "withdrawn", "overtaken"]
"""The ways in which a request ends; `overtaken` if a player played on instead."""


@attrs.frozen
class UndoRequest:
    """A request of one person to all others. Nothing is taken back before the last of them has agreed."""

    seat: int
    number: int
    """The decision after which the match would stand; 0 is its beginning."""
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]
    """The people who have not answered yet."""
    end: End = ""
    """\"\" while the wish is open."""
    by: int = -1
    """The seat that declined."""
    made: int = attrs.field(default=0, eq=False)
    """The table's revision when it was made: an answer to it is never taken for one to a later wish."""

    def agreed_by(self, seat: int) -> UndoRequest:
        """The same wish when this seat has agreed."""
        waiting = tuple(other for other in self.waiting if other != seat)
        return attrs.evolve(self, agreed=(*self.agreed, seat), waiting=waiting)

    def closed(self, end: End, by: int = -1) -> UndoRequest:
        """The same wish when it has ended."""
        return attrs.evolve(self, end=end, by=by)


def told(viewer: Chair) -> tuple[str, ...]:
    """Return sentences for this viewer about the open request, or the end of the last one.

    They have no full stop, and say what is requested, what would be taken back as far as the viewer knows of it, and
    who has not answered yet.
    """
    table, said = viewer.table, viewer.texts
    seats, ended = table.seats, table.answered
    if ended is not None:
        by = seats[ended.by] if ended.by >= 0 else ""
        return (said(f"table.back.{ended.end}", who=seats[ended.seat], by=by),)
    wish = table.wish
    if wish is None:
        return ()
    teller = viewer.teller
    known = teller.visible(table.match.played)
    stays = [one for one in known if one.number <= wish.number]
    gone = [one for one in known if one.number > wish.number]
    goes = Counter(one.seat for one in gone)
    asked = said("table.back.asks_all", who=seats[wish.seat])
    if stays:
        last = teller.told(stays[-1])
        asked = said("table.back.asks", who=seats[wish.seat], whose=last.who, move=last.move)
    whose = ", ".join(f"{seats[seat]} {goes[seat]}" for seat in sorted(goes))
    found = [asked, said("table.back.goes", n=goes.total(), whose=whose)]
    found += tell(teller, gone).texts
    found += [said("table.back.secret")] if table.sealed else []
    return (*found, said("table.back.waits", who=", ".join(seats[seat] for seat in wish.waiting)))
