"""Which matches a lobby lists: those that go on, those that are over, saved games; found by words, page by page."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import attrs

from ..base.html import Html, tag
from ..table.setup_choices import titled

if TYPE_CHECKING:
    from ..table.face_texts import Texts
    from ..table.record_index import IndexRow
    from .matches import MatchRegistry

T = TypeVar("T")
AT_ONCE = {"going": 10, "over": 20}
"""Matches of a page."""
LONGEST = 100
"""Letters of what is searched for."""
FARTHEST = 1_000_000
DIGEST = 64
"""Letters of the digest of a match."""


@attrs.frozen(kw_only=True)
class LobbyView:
    """What a page of the lobby shows."""

    find: str = attrs.field(default="", validator=attrs.validators.max_len(LONGEST))
    """Words, all of which are in what is shown."""
    going: int = attrs.field(default=0, validator=[attrs.validators.ge(0), attrs.validators.le(FARTHEST)])
    """The page of the matches that go on, from 0."""
    over: int = attrs.field(default=0, validator=[attrs.validators.ge(0), attrs.validators.le(FARTHEST)])
    """The page of those that are over."""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> LobbyView:
        """The view in the query of an address; what makes no sense in it is left out."""
        pages = {
            name: min(int(query[name]), FARTHEST)
            for name in AT_ONCE
            if query.get(name, "").isascii() and query.get(name, "").isdecimal() and len(query[name]) < 10
        }
        return cls(find=query.get("find", "")[:LONGEST], **pages)

    def part(self, what: str, found: Sequence[T]) -> Sequence[T]:
        """Those of the matches that are shown: the last page, if there are no longer so many."""
        at = AT_ONCE[what] * self.number(what, found)
        return found[at : at + AT_ONCE[what]]

    def number(self, what: str, found: Sequence[object]) -> int:
        """The page of the matches that is shown, from 0."""
        asked: int = getattr(self, what)
        return min(asked, max(0, len(found) - 1) // AT_ONCE[what])

    def pager(self, what: str, found: Sequence[object], said: Texts) -> Html | None:
        """Where in the matches this page is, with the ways to newer and older ones; None if it shows them all."""
        size, at = AT_ONCE[what], self.number(what, found)
        if len(found) <= size:
            return None
        last = (len(found) - 1) // size

        def way(name: str, to: int) -> Html:
            more = {"data_page": what, "data_n": to, "disabled": not 0 <= to <= last}
            return tag("button", said(f"web.lobby.{name}"), type="button", **more)

        first, end = size * at + 1, min(len(found), size * (at + 1))
        where = said("web.lobby.part", first=first, last=end, n=len(found))
        return tag("p", way("newer", at - 1), " ", where, " ", way("older", at + 1), cls="pager")


@attrs.frozen
class MatchList:
    """All matches of a lobby, the newest first: each served one by its name, with what its record says."""

    going: Sequence[tuple[str, IndexRow]]
    over: Sequence[tuple[str, IndexRow]]
    """Those that are over, and those whose record cannot be used."""
    waiting: Sequence[IndexRow]
    """Saved games that can go on and are not served."""
    begun: bool
    """True if a decision stands in any record."""


def listed(registry: MatchRegistry, find: str = "") -> MatchList:
    """The matches in whose names, games and dates all these words are. No record is read that has not changed."""
    words = find.casefold().split()
    titles: dict[str, str] = {}

    def wanted(row: IndexRow) -> bool:
        if words and row.game not in titles:
            titles[row.game] = titled(row.game).casefold()
        return all(_has(row.words, word) or word in titles[row.game] for word in words)

    rows = {str(row.path): row for row in registry.index.rows()}
    served = registry.book.going()
    found = [(id, rows.get(record) or registry.index.of(Path(record))) for id, record in served.items()]
    going = [one for one in found if one[1].state == "running" and wanted(one[1])]
    over = [one for one in found if one[1].state != "running" and wanted(one[1])]
    records = {*served.values()}
    waiting = [
        row
        for path, row in rows.items()
        if row.state == "running"
        and path not in records
        and wanted(row)
        and os.path.realpath(path) not in records
    ]
    begun = any(row.decisions for row in rows.values())
    return MatchList(going, sorted(over, key=lambda one: -one[1].changed), waiting, begun)


def _has(words: str, sought: str) -> bool:
    """True if one of the words has this in it; digests are not for people."""
    return sought in words and any(sought in one for one in words.split() if len(one) < DIGEST)


@attrs.frozen
class LobbyNews:
    """The parts of the page that change by themselves."""

    regions: Mapping[str, Html]
    far: Mapping[str, Html]
    """What the lines of the matches say that change at every move, by the names of their places."""
    frame: Html
    """The list of matches without them."""
    begun: bool
    """True if something was ever played here."""

    @property
    def digest(self) -> str:
        """Another one whenever anything differs."""
        return f"{zlib.crc32(json.dumps(self.regions).encode()):08x}"

    def since(self, before: LobbyNews | None) -> dict[str, Html]:
        """What a page that shows `before` must be told: regions, or only lines of matches in a list that stays."""
        if before is None:
            return {**self.regions}
        changed = {name: one for name, one in self.regions.items() if one != before.regions[name]}
        if self.frame == before.frame and changed.pop("matches", None) is not None:
            changed |= {name: one for name, one in self.far.items() if one != before.far[name]}
        return changed
