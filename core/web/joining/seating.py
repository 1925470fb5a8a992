"""One link for a whole table: whoever opens it takes a free seat, which has a secret address from then on.

The link is the key to no seat. A browser that has taken one is known again by a key of its own, of which only the
digest is kept.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

import attrs

from ...base.errors import TilewrightError, UsageError
from ...bots import uninstalled
from ...table.match_setup import NAME, named
from ...text.seat_names import check_seat_names, find, spelled
from ..addresses import MatchAddresses, token
from ..hosted_match import HostedMatch
from ..hosting.log import LOG
from ..http_errors import AddressExpired, HttpError, UnknownAddress
from .waiting_table import WaitingSeat, WaitingTable

if TYPE_CHECKING:
    from ..matches import MatchRegistry

Joined: TypeAlias = "WaitingTable | HostedMatch"
"""Where a link leads: a table for which people are awaited, or a match."""
HERE = "by address"
"""In place of a digest, for a seat whose person has come by its own address."""
_LOCK = threading.Lock()
"""Held while a match begins, so that it begins once."""


# -- where a link leads ----------------------------------------------------------------------------------------------


def found(registry: MatchRegistry, link: str) -> Joined:
    """Where this link leads now. UnknownAddress if it is none, AddressExpired if it was closed."""
    kind, id, _ = registry.book.found(link)
    if kind != "join":
        raise UnknownAddress
    where = _now(registry, id)
    if kept_of(where).join != link:
        raise AddressExpired("web.join.closed")
    return where


def _now(registry: MatchRegistry, id: str) -> Joined:
    """The table or match with this name; after rematches, the last of them."""
    if (waits := registry.book.waiting(id)) is not None:
        return waits
    last = registry.book.match(id)
    while last is not None and last.after and (after := registry.book.match(last.after)) is not None:
        last = after
    return registry.entry(last.id if last is not None else id)


def kept_of(where: Joined) -> WaitingTable | MatchAddresses:
    """What is kept of it."""
    return where if isinstance(where, WaitingTable) else where.kept


def seats(where: Joined) -> Sequence[WaitingSeat]:
    """Who sits where."""
    if isinstance(where, WaitingTable):
        return where.seats
    bots, taken = where.kept.bots, where.kept.taken
    return [
        WaitingSeat(name=one, bot=bots.get(one, ""), taken=taken.get(one, "")) for one in where.kept.seats
    ]


def digested(key: str) -> str:
    """What is kept of a browser's key."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def own(where: Joined, key: str) -> str:
    """The path of the seat that the browser with this key has taken here; "" if it has taken none."""
    digest = digested(key)
    if isinstance(where, WaitingTable):
        return next((f"/t/{one.token}" for one in where.seats if key and one.taken == digest), "")
    taken = where.kept.taken
    name = next((name for name in where.people if key and taken.get(name) == digest), "")
    return f"/t/{where.people[name]}" if name else ""


# -- to sit down -----------------------------------------------------------------------------------------------------


def take(registry: MatchRegistry, link: str, key: str, name: str) -> str:
    """Give a seat to the browser with this key: that of this name, or a free one; return the path of its address.

    A browser that has taken a seat gets that one again. HttpError if the seat is not free, or nobody can be called so.
    """
    where = found(registry, link)
    if path := own(where, key):
        return path
    if isinstance(where, WaitingTable):
        table = registry.book.change_waiting(where.id, lambda now: _sits(now, link, digested(key), name))
        if table is None:  # it has begun meanwhile
            return take(registry, link, key, name)
        if table.full:
            begin(registry, table.id)
        return own(table, key)
    registry.change(where, lambda kept: _finds(kept, link, digested(key), name))
    return own(where, key)


def _sits(table: WaitingTable, link: str, digest: str, name: str) -> WaitingTable:
    if table.join != link:
        raise AddressExpired("web.join.closed")
    if any(one.taken == digest for one in table.seats):
        return table
    n = next((n for n, one in enumerate(table.seats) if one.name and find(name, [one.name]) == 0), None)
    if n is not None and table.seats[n].named:
        _free(table.seats[n].name, bot=bool(table.seats[n].bot), taken=bool(table.seats[n].taken))
        seat = attrs.evolve(table.seats[n], taken=digest)
    else:
        if n is None:
            n = next((n for n, one in enumerate(table.seats) if one.open), None)
            if n is None:
                raise HttpError("web.join.full", status=409)
        checked = _name(name, table.names)
        seat = WaitingSeat(name=checked, token=token(), taken=digest, named=False)
    return attrs.evolve(table, seats=(*table.seats[:n], seat, *table.seats[n + 1 :]))


def _finds(kept: MatchAddresses, link: str, digest: str, name: str) -> MatchAddresses:
    if kept.join != link:
        raise AddressExpired("web.join.closed")
    if digest in kept.taken.values():
        return kept
    n = find(name, kept.seats)
    if n is None:
        raise HttpError("web.join.full", status=409)
    seat = kept.seats[n]
    _free(seat, bot=seat in kept.bots, taken=seat in kept.taken)
    return attrs.evolve(kept, taken=kept.taken | {seat: digest})


def _free(name: str, *, bot: bool, taken: bool) -> None:
    if bot:
        raise HttpError("web.error.bot", status=409, who=name)
    if taken:
        raise HttpError("web.join.taken", status=409, who=name)


def sits(registry: MatchRegistry, entry: HostedMatch, seat: int) -> None:
    """Note that somebody is at this seat, who has come by its own address: under the link it is no longer free."""
    name = entry.kept.seats[seat]
    if entry.kept.join and name not in entry.kept.taken:
        registry.change(
            entry,
            lambda kept: kept if name in kept.taken else attrs.evolve(kept, taken=kept.taken | {name: HERE}),
        )


def _name(text: str, others: Sequence[str]) -> str:
    """The name as it is kept. HttpError if nobody here can be called so."""
    name = spelled(text)
    if not name:
        raise HttpError("web.join.nameless", status=409)
    if len(name) > NAME:
        raise HttpError("web.join.long", status=409, n=NAME)
    try:
        check_seat_names((name,))
    except ValueError:
        raise HttpError("web.join.letters", status=409) from None
    try:
        named([name])
    except UsageError:
        raise HttpError("web.join.word", status=409, who=name) from None
    if find(name, others) is not None:
        raise HttpError("web.join.same", status=409, who=name)
    return name


# -- what the person who serves does ---------------------------------------------------------------------------------


def wait(registry: MatchRegistry, table: WaitingTable) -> WaitingTable:
    """Await people for this table from now on. UsageError if its match could not begin, whoever comes."""
    seats = [attrs.evolve(one, token=token() if one.name and not one.bot else "") for one in table.seats]
    table = attrs.evolve(table, seats=tuple(seats))
    table.loaded().blank([one.name or f"guest-{n}" for n, one in enumerate(table.seats)])
    if table.full:
        raise UsageError("no seat is open")
    registry.book.await_people(table)
    LOG.info("people are awaited: %s", table.game)
    return table


def fresh(game: str, **more: object) -> WaitingTable:
    """A table for which nobody waits yet, with addresses of its own."""
    given: dict[str, object] = {"id": secrets.token_hex(4), "join": token(), "watching": token()}
    return WaitingTable(game=game, made=int(time.time()), **given, **more)  # type: ignore[arg-type]


def begin(registry: MatchRegistry, id: str) -> HostedMatch:
    """Begin the match of such a table; bots take the seats that are open. TilewrightError says why it cannot be."""
    with _LOCK:
        table = registry.book.waiting(id)
        if table is None:
            return registry.entry(id)
        if not any(one.name and not one.bot for one in table.seats):
            raise HttpError("web.join.nobody", status=409)
        rules = table.loaded()
        table = table.seated(rules)
        if strange := [text for text in table.bots.values() if uninstalled(text)]:
            raise HttpError("web.error.uninstalled", status=409, bot=strange[0])
        known = {
            "id": table.id,
            "people": table.people,
            "watching": table.watching,
            "join": table.join,
            "taken": {one.name: one.taken for one in table.seats if one.taken},
        }
        record = registry.new_record(rules, table.names, table.bots, table.help, table.seed)
        entry = registry.add(record, table.lang, known=known)
        registry.book.awaited(id)
        return entry


def link(registry: MatchRegistry, id: str, *, closed: bool = False) -> None:
    """Close the link of this table or match: it says so from then on. Otherwise a new link takes its place."""
    new, where = "" if closed else token(), _now(registry, id)
    if isinstance(where, WaitingTable):
        registry.book.change_waiting(id, lambda now: attrs.evolve(now, join=new))
    else:
        registry.change(where, lambda kept: attrs.evolve(kept, join=new))


def drop(registry: MatchRegistry, id: str) -> bool:
    """Await nobody any more; return whether anybody was awaited under this name."""
    waits = registry.book.waiting(id) is not None
    registry.book.awaited(id)
    return waits


def renew(registry: MatchRegistry, id: str, who: str) -> None:
    """Give the seat a new address, which ends the old one; under the link it can be taken again.

    A seat of a table whose match has not begun is open again, unless whoever serves has given its name.
    """
    where = _now(registry, id)
    if not any(one.name == who and not one.bot for one in seats(where) if who):
        raise UnknownAddress("web.error.match")
    if isinstance(where, WaitingTable):
        registry.book.change_waiting(id, lambda now: _vacated(now, who))
        return

    def renewed(kept: MatchAddresses) -> MatchAddresses:
        taken = {name: key for name, key in kept.taken.items() if name != who}
        return attrs.evolve(kept, people=kept.people | {who: token()}, taken=taken)

    registry.change(where, renewed)
    LOG.info("a seat has a new address: %s", where.record.stem)
    if where.opened is not None:
        where.opened.stirred()


def _vacated(table: WaitingTable, who: str) -> WaitingTable:
    def free(was: WaitingSeat) -> WaitingSeat:
        if was.name != who:
            return was
        return WaitingSeat(name=who, token=token()) if was.named else WaitingSeat()

    return attrs.evolve(table, seats=tuple(map(free, table.seats)))


def problem(error: TilewrightError) -> HttpError:
    """The error as a page says it."""
    return error if isinstance(error, HttpError) else HttpError("web.error.plan", status=409, why=str(error))
