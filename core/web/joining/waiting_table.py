"""A table for which people are awaited: what will be played, who sits there already, which seats are free.

Its match begins once all seats have a name, since the first line of a record holds the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

import attrs

from ...bots import levels
from ...box import owner_data
from ...text.seat_names import find

if TYPE_CHECKING:
    from ...record.format import Help
    from ...rules.ruleset import Rules

USUAL = "normal"
"""The level of the bots in seats that stay free."""


@attrs.frozen(kw_only=True)
class WaitingSeat:
    """One seat of such a table."""

    name: str = ""
    """"" as long as the seat is free."""
    bot: str = ""
    """The bot that plays there; "" for a person."""
    token: str = attrs.field(default="", repr=False)
    """The address of the seat, once it has a name."""
    taken: str = attrs.field(default="", repr=False)
    """The digest of the browser that has taken it; "" if nobody has come yet."""
    named: bool = True
    """Whoever serves has given the name; otherwise the person who sits there has."""

    @property
    def open(self) -> bool:
        """True for a seat that whoever comes may take, under a name of their own."""
        return not self.name and not self.bot


@attrs.frozen(kw_only=True)
class WaitingTable:
    """A table for which people are awaited."""

    id: str
    """Its name in the lobby, and that of its match."""
    join: str = attrs.field(repr=False)
    """The token of the link for everybody; "" if it was closed."""
    watching: str = attrs.field(repr=False)
    """The spectators' token."""
    game: str
    modules: tuple[str, ...] = ()
    edition: str | None = None
    options: dict[str, str] = attrs.field(factory=dict)
    data: str | None = None
    """The folder of data to play with; None for the usual one."""
    help: Help = "full"
    seed: int | None = attrs.field(default=None, repr=False)
    """None for a fresh one."""
    seats: tuple[WaitingSeat, ...]
    lang: str = "en"
    made: int = 0

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> WaitingTable:
        """The table that `attrs.asdict` has taken apart."""
        seats = tuple(WaitingSeat(**one) for one in content["seats"])
        return cls(**{**content, "modules": tuple(content["modules"]), "seats": seats})

    def opens(self) -> list[tuple[str, str, str]]:
        """Every token of this table, with its kind and the player whose it is."""
        seats = [(one.token, "seat", one.name) for one in self.seats if one.token]
        join = [(self.join, "join", "")] if self.join else []
        return [*seats, (self.watching, "watch", ""), *join]

    def loaded(self) -> Rules:
        """The rules of the match. UsageError says what is not possible."""
        return owner_data.loaded(self.game, self.modules, dict(self.options), self.edition, self.data)

    @property
    def people(self) -> dict[str, str]:
        """Player to token, for every person whose name is known."""
        return {one.name: one.token for one in self.seats if one.token}

    @property
    def bots(self) -> dict[str, str]:
        """Player to bot."""
        return {one.name: one.bot for one in self.seats if one.bot}

    @property
    def names(self) -> list[str]:
        """The names that are known."""
        return [one.name for one in self.seats if one.name]

    @property
    def full(self) -> bool:
        """True if no seat is open."""
        return not any(one.open for one in self.seats)

    def seated(self, rules: Rules) -> WaitingTable:
        """This table with a bot in each open seat."""
        seats, text = [*self.seats], levels.settled(USUAL, rules)
        for n, one in enumerate(seats):
            if one.open:
                known = [seat.name for seat in seats if seat.name]
                name = next(name for k in count(1) if find(name := f"bot{k}", known) is None)
                seats[n] = attrs.evolve(one, name=name, bot=text)
        return attrs.evolve(self, seats=tuple(seats))
