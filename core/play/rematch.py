"""The same match once more: its ruleset, help and players with a fresh seed, the next seat in the first place.

The new record names the old one by the digest of its first line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .match import Match

if TYPE_CHECKING:
    from ..record.format import Header
    from ..record.writer import Writer
    from ..rules.ruleset import Rules
    from .lifecycle import Bot


def turned(rules: Rules, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players, each a seat further on, or so far that partners stay partners."""

    def partners(names: tuple[str, ...]) -> set[frozenset[str]]:
        return {frozenset(names[seat] for seat in side) for side in rules.game.sides(len(names)).groups}

    every = [seats[by:] + seats[:by] for by in range(1, len(seats) + 1)]
    return next(names for names in every if partners(names) == partners(seats))


def begun(
    rules: Rules,
    head: Header,
    first: str,
    seed: int,
    writer: Writer,
    bots: Mapping[str, Bot] | None = None,
    texts: Mapping[str, str] | None = None,
) -> Match:
    """Return a new match like the one with this header, recorded by this writer. `first` is the digest of its line.

    `bots` play in it, with these `texts`, or those of the header.
    """
    names = turned(rules, head.seats)
    texts = head.bots if texts is None else texts
    match = Match(
        rules, names, seed=seed, bots=bots, bot_names=texts, help_level=head.help, playtest=head.playtest
    )
    match.record_from_start(writer, rematch=first)
    return match
