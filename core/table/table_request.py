"""What happens at a table only when everyone else agrees: taking back more than one may alone, a bot for the absent.

And what each person may do alone: resign, let a bot play on, come back. All of it is in the record, before it is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

import attrs

from .. import bots
from ..base.errors import UsageError
from ..bots import levels
from ..play.rewind import before
from .news import tell

if TYPE_CHECKING:
    from ..play.lifecycle import Bot
    from .chair import Chair
    from .table import Table

End = Literal["", "agreed", "declined", "withdrawn", "overtaken"]
"""The ways in which a request ends; `overtaken` if a player played on instead."""


@attrs.frozen
class TableRequest:
    """A request of one person to all others. Nothing happens before the last of them has agreed."""

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
    absent: int | None = None
    """The seat for which a bot shall play on; None if something shall be taken back."""

    @property
    def key(self) -> str:
        """Where its messages begin."""
        return "table.back" if self.absent is None else "table.bot"

    def agreed_by(self, seat: int) -> TableRequest:
        """The same wish when this seat has agreed."""
        waiting = tuple(other for other in self.waiting if other != seat)
        return attrs.evolve(self, agreed=(*self.agreed, seat), waiting=waiting)

    def closed(self, end: End, by: int = -1) -> TableRequest:
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
        absent = {"absent": seats[ended.absent]} if ended.absent is not None else {}
        return (said(f"{ended.key}.{ended.end}", who=seats[ended.seat], by=by, **absent),)
    wish = table.wish
    if wish is None:
        return ()
    waits = said("table.back.waits", who=", ".join(seats[seat] for seat in wish.waiting))
    if wish.absent is not None:
        return said("table.bot.asks", who=seats[wish.seat], absent=seats[wish.absent]), waits
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
    return (*found, waits)


def unasked(table: Table, seat: int) -> str:
    """Return why this seat cannot ask to go back; "" if it can."""
    said = table.chair(seat).texts
    if not table.undo:
        return said("table.undo_off")
    if seat not in table.people:
        return said("table.back.people")
    if table.over:
        return said("table.back.over")
    if table.wish is not None:
        return said("table.back.open", who=table.seats[table.wish.seat])
    if table.trial or table.match.can_undo(seat):
        return said("table.back.yourself")
    if table.alone is not None:
        return said("table.back.alone")
    return said("table.back.nothing") if before(table.match, seat) is None else ""


# -- leaving ---------------------------------------------------------------------------------------------------------


USUAL = "normal"
"""The level of a bot that plays on for somebody."""


def now() -> str:
    """The time as records have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def deputy(table: Table, level: str = USUAL) -> tuple[str, Bot]:
    """Return a bot that can play on for somebody, and its text for the record."""
    rules = table.match.rules
    text = levels.settled(level, rules)
    return text, bots.installed(text, rules, len(table.seats))


def can_leave(table: Table, seat: int | None) -> None:
    """Raise UsageError with a sentence unless this seat can leave the match: a person, in a match that goes on."""
    why = "over" if table.over else "trial" if table.trial else "" if seat in table.people else "people"
    if why:
        raise UsageError(table.chair(seat).texts(f"table.left.{why}"))


def absent(table: Table, seat: int, other: int) -> None:
    """Raise UsageError with a sentence if this seat cannot ask that a bot plays on for the other one."""
    can_leave(table, seat)
    can_leave(table, other)
    if table.wish is not None or seat == other:
        raise UsageError(table.chair(seat).texts("table.left.open"))


def let_bot(table: Table, seat: int, by: Sequence[int], level: str = USUAL) -> None:
    """A bot decides for this person from now on. UsageError if the person cannot leave."""
    can_leave(table, seat)
    table.match.hand_over(seat, *deputy(table, level), by=by, at=now())


def come_back(table: Table, seat: int) -> None:
    """The person decides again for whom a bot plays. UsageError if none does, or the person has resigned."""
    if seat not in table.match.left.bots or table.over:
        raise UsageError(table.chair(seat).texts("table.left.here"))
    if seat in table.match.left.resigned:
        raise UsageError(table.chair(seat).texts("table.left.resigned"))
    table.match.hand_over(seat, "", by=(seat,), at=now())


def resigning(table: Table, seat: int) -> str:
    """Return what follows if this person resigns now, and that it must be meant. UsageError if nobody can resign."""
    can_leave(table, seat)
    said, match = table.chair(seat).texts, table.match
    sides = match.rules.game.sides(len(table.seats))
    if not match.left.decides(match.state, seat):
        return said("table.resign.goes_on")
    return said("table.resign.ends" if sides.rivals else "table.resign.nobody")


def resign(table: Table, seat: int) -> None:
    """This person resigns; if the match goes on, a bot plays for the seat. UsageError if the person cannot leave."""
    can_leave(table, seat)
    match = table.match
    ends = match.left.decides(match.state, seat)
    match.resign(seat, *(() if ends else deputy(table)), at=now())


def left(viewer: Chair) -> tuple[str, ...]:
    """Return a sentence for each seat for which a bot plays on."""
    table, gone = viewer.table, viewer.table.match.left
    if table.over:
        return ()
    keys = {seat: "resigned" if seat in gone.resigned else "plays" for seat in sorted(gone.bots)}
    return tuple(
        viewer.texts(f"table.bot.{key}", who=table.seats[seat], bot=table.bot(seat))
        for seat, key in keys.items()
    )
