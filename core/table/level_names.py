"""Levels of bots, shown after the players' names in everything that a game draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..draw.model import Ink, Show
    from .table import Table

LETTERS = 4
"""So many letters of a name tell it from the sign of its player, even where the rest is cut off."""


def introduced(show: Show, table: Table) -> Show:
    """The show with the bots after their names, in the first panel that lists all players by name."""
    bots = {table.seats[seat]: f"({bot})" for seat in table.bots if (bot := table.bot(seat))}
    for n, panel in enumerate(show.panels if bots else ()):
        named = [_named(row, table.seats) for row in panel.rows]
        if {_name(ink) for ink in named if ink is not None} == {*table.seats}:
            rows = [
                tuple(attrs.evolve(ink, more=bots.get(_name(ink), "")) if ink is one else ink for ink in row)
                for row, one in zip(panel.rows, named, strict=True)
            ]
            panels = [*show.panels[:n], attrs.evolve(panel, rows=rows), *show.panels[n + 1 :]]
            return attrs.evolve(show, panels=panels)
    return show


def _named(row: Sequence[Ink], seats: Sequence[str]) -> Ink | None:
    """The name of a player that a row begins with, maybe after a sign; None if there is none."""
    found = [ink for ink in row[:2] if _name(ink) in seats and _name(ink)[:LETTERS] in ink.text]
    return found[-1] if found else None


def _name(ink: Ink) -> str:
    return ink.said or ink.text
