"""Rematches: a finished match leads all its people to the next one, which anyone of them begins."""

from __future__ import annotations

import os
import secrets
import threading
from typing import TYPE_CHECKING

import attrs

from ..play import rematch
from .http_errors import HttpError

if TYPE_CHECKING:
    from .hosted_match import HostedMatch
    from .matches import MatchRegistry

_LOCK = threading.Lock()
"""Held while a rematch is begun, so that two people who ask at once get the same one."""


def found(registry: MatchRegistry, entry: HostedMatch) -> HostedMatch | None:
    """Return the rematch of this match; None if there is none here. The first one counts."""
    first = entry.kept.head
    rows = [row for row in registry.index.rows() if first in row.words]
    saves = [save for row in reversed(rows) if (save := row.save).head is not None]
    again = [one.path for one in saves if one.head is not None and one.head.rematch == first]
    kept = [one for path in again for one in registry.book.of(os.path.realpath(path))]
    return registry.entry(kept[0].id) if kept else None


def begun(registry: MatchRegistry, entry: HostedMatch) -> HostedMatch:
    """Return the rematch of a finished match, which begins now if there was none. HttpError if it is not over."""
    with _LOCK:
        if (old := found(registry, entry)) is not None:
            return old
        head = entry.look().head
        with entry.taken() as served:
            match = served.table.match
            if not match.over or head is None:
                raise HttpError("web.error.not_over", status=409)
            writer = registry.writer(head.game)
            rematch.begun(match.rules, head, entry.kept.head, secrets.randbits(128), writer).close()
            known = {"join": entry.kept.join, "taken": entry.kept.taken}
            after = registry.add(writer.path, entry.kept.lang, known=known)
            registry.change(entry, lambda kept: attrs.evolve(kept, after=after.id))
            return after


def address(registry: MatchRegistry, entry: HostedMatch, seat: int | None) -> str:
    """Return where this seat, or a spectator, goes on; a person begins the rematch if there is none yet. HttpError if
    there is no way on."""
    after = begun(registry, entry) if seat is not None else found(registry, entry)
    if after is None:
        raise HttpError("web.error.not_over", status=409)
    if entry.opened is not None:
        entry.opened.rematch = after.id
    name = entry.kept.seats[seat] if seat is not None else ""
    return f"/t/{after.people.get(name) or after.kept.watching}"
