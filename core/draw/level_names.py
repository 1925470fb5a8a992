"""Levels of bots, shown after the players' names in everything that a game draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from .model import Ink, Show

LETTERS = 4
"""So many letters of a name tell it from the sign of its player, even where the rest is cut off."""


def with_levels(show: Show, levels: Mapping[str, str]) -> Show:
    """The show with what `levels` has for every player behind the names, in the first panel that lists them all."""
    for n, panel in enumerate(show.panels if any(levels.values()) else ()):
        named = [_named(row, levels) for row in panel.rows]
        if {_name(ink) for ink in named if ink is not None} == {*levels}:
            rows = [
                tuple(attrs.evolve(ink, more=levels[_name(ink)]) if ink is one else ink for ink in row)
                for row, one in zip(panel.rows, named, strict=True)
            ]
            panels = [*show.panels[:n], attrs.evolve(panel, rows=rows), *show.panels[n + 1 :]]
            return attrs.evolve(show, panels=panels)
    return show


def _named(row: Sequence[Ink], players: Collection[str]) -> Ink | None:
    """The name of a player that a row begins with, maybe after a sign; None if there is none."""
    found = [ink for ink in row[:2] if _name(ink) in players and _name(ink)[:LETTERS] in ink.text]
    return found[-1] if found else None


def _name(ink: Ink) -> str:
    return ink.said or ink.text
