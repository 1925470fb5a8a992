"""The addresses of one match, and the file of older versions that kept those of all (`address_book` keeps them now)."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from ..base import files
from ..base.errors import InvalidFile, Problem
from ..base.limits import PLAYERS
from ..record import format as records
from ..record.changes import MOST_NAMED
from ..text.languages import spoken
from ..text.seat_names import check_seat_names
from ..text.strict import EXACT, Slips, structure

MOST = 1 << 22
"""Bytes of the file of older versions."""
BYTES = 16
"""Random bytes of a token: 128 bits."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_PUBLIC = re.compile(r"|[A-Za-z0-9_-]{22}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[0-9a-f]{8}")


def token() -> str:
    """A new address: 128 random bits, in letters that need no escape in a URL."""
    return secrets.token_urlsafe(BYTES)


def digested(token: str) -> bytes:
    """The digest by which a token is looked up: how long that takes says nothing of how much of a token is right."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def _is(pattern: re.Pattern[str], what: str) -> Callable[[object, Any, str], None]:
    def check(_: object, field: Any, value: str) -> None:
        if not pattern.fullmatch(value):
            # The value may be a secret, so it is not shown.
            raise ValueError(f"{field.name}: expected {what}")

    return check


def _tokens(_: object, field: Any, value: dict[str, str]) -> None:
    if not all(_TOKEN.fullmatch(one) for one in value.values()):
        raise ValueError(f"{field.name}: expected a token for each name")


def _absolute(_: object, field: Any, value: str) -> None:
    if not os.path.isabs(value) or "\0" in value:
        raise ValueError(f"{field.name}: expected the whole path of a file")


def _players(_: object, field: Any, value: tuple[str, ...]) -> None:
    if not 0 < len(value) <= PLAYERS:
        raise ValueError(f"{field.name}: expected 1 to {PLAYERS} players")
    check_seat_names(value)


@attrs.frozen(kw_only=True)
class MatchAddresses:
    """One match, as it is kept."""

    id: str = attrs.field(validator=_is(_ID, "8 hexadecimal digits"))
    """Its name in the lobby. It opens nothing."""
    record: str = attrs.field(validator=_absolute)
    head: str = attrs.field(validator=_is(_DIGEST, "64 hexadecimal digits"))
    """The digest of the record's first line: another match in its file is not this match."""
    seats: tuple[str, ...] = attrs.field(validator=_players)
    people: dict[str, str] = attrs.field(repr=False, validator=_tokens)
    """Player to token, for everyone who has been a person in this match."""
    watching: str = attrs.field(repr=False, validator=_is(_TOKEN, "a token"))
    """The spectators' token."""
    bots: dict[str, str]
    """Player to bot, as they play on: those of the record, unless others were named."""
    lang: str = attrs.field(default="en", converter=spoken)
    langs: dict[str, str] = attrs.field(factory=dict)
    """Player to the language that this player has chosen instead."""
    made: int = attrs.field(default=0, validator=attrs.validators.ge(0))
    """When it came into the file, in seconds as `time.time` counts them."""
    coach: bool = False
    """A coach speaks to its people from the beginning."""
    closed: bool = False
    """Closed for good: its addresses say so."""
    public: str = attrs.field(default="", repr=False, validator=_is(_PUBLIC, "a token"))
    """The token under which everybody sees the replay once the match is over; "" if nobody has asked for one."""
    join: str = attrs.field(default="", repr=False, validator=_is(_PUBLIC, "a token"))
    """The token of the link under which people find their seats; "" if it was closed."""
    taken: dict[str, str] = attrs.field(factory=dict, repr=False)
    """Player to the digest of the browser that has taken the seat under that link."""
    after: str = ""
    """The id of the rematch, to which the link leads from then on; "" if there is none."""

    def __attrs_post_init__(self) -> None:
        if stranger := [
            name for name in (*self.people, *self.bots, *self.langs, *self.taken) if name not in self.seats
        ]:
            raise ValueError(f"seats: {stranger[0]!r} does not play")

    def opens(self) -> list[tuple[str, str, str]]:
        """Every token of this match, with its kind and the player whose it is."""
        seats = [(one, "seat", name) for name, one in self.people.items()]
        public = [(self.public, "public", "")] if self.public else []
        join = [(self.join, "join", "")] if self.join else []
        return [*seats, (self.watching, "watch", ""), *public, *join]


@attrs.frozen(kw_only=True)
class AddressContent:
    """All that the file of older versions holds."""

    lobby: str = attrs.field(repr=False, validator=_is(_TOKEN, "a token"))
    matches: tuple[MatchAddresses, ...] = ()

    def __attrs_post_init__(self) -> None:
        tokens = [self.lobby, *(token for one in self.matches for token, _, _ in one.opens())]
        if len({one.id for one in self.matches}) < len(self.matches):
            raise ValueError("matches: an id is given twice")
        if len({*tokens}) < len(tokens):
            raise ValueError("a token is given twice")


def parsed(path: Path) -> AddressContent:
    """What a file of older versions holds. InvalidFile says what is wrong with it, and shows no token."""
    text = files.content(path, most=MOST)
    try:
        return structure(records.parsed(str(path), 1, text), AddressContent, EXACT)
    except Slips as slips:
        found = [slip.problem(str(path)) for slip in slips.slips[:MOST_NAMED]]
    except InvalidFile as error:
        found = error.problems
    said = "move this file away, and new addresses will be made"
    raise InvalidFile([*found, Problem(str(path), 0, 0, "", said)])
