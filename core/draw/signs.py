"""The sign of each player: one letter in the player's colour, the same in all drawings of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import normalize

import attrs

if TYPE_CHECKING:
    from .model import Ink, Panel, Show


def letters(names: Sequence[str], taken: str = "") -> tuple[str, ...]:
    """Return a different capital letter for each player: from the names, or A, B, C if these all begin alike.

    `taken` are letters that mean something else in the same drawing; they are avoided as long as there are others.
    """
    alphabet = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in taken]
    alike = len(names) > 1 and len({name[:1].upper() for name in names}) == 1
    found: list[str] = []
    for name in names:
        own = [] if alike else [letter for letter in normalize("NFKD", name).upper() if letter in alphabet]
        found.append(next((letter for letter in [*own, *alphabet, *taken] if letter not in found), "?"))
    return tuple(found)


def rows_of_players(panel: Panel) -> tuple[Ink, ...]:
    """Return what stands for each player, by seat, if the panel has a row for each that begins with that; else ()."""
    first = {row[0].role: row[0] for row in panel.rows if len(row) > 1}
    seats = [f"seat {n}" for n in range(len(panel.rows))]
    return tuple(first[seat] for seat in seats) if sorted(first) == sorted(seats) else ()


def signed(marks: Sequence[Ink]) -> tuple[Ink, ...]:
    """Return the players' signs from what stands for them in a panel: names become letters."""
    if all(len(mark.text) == 1 for mark in marks):
        return tuple(marks)
    found = zip(marks, letters([mark.text for mark in marks]), strict=True)
    return tuple(
        attrs.evolve(mark, text=letter, said=mark.said or mark.text, more="") for mark, letter in found
    )


def players_found(show: Show) -> dict[str, object]:
    """Return the panel of players, marked, and their signs, for a drawing that says neither."""
    rows = [(n, marks) for n, panel in enumerate(show.panels) if (marks := rows_of_players(panel))]
    found: dict[str, object] = {}
    if rows and not any(panel.players for panel in show.panels):
        found["panels"] = [attrs.evolve(one, players=n == rows[0][0]) for n, one in enumerate(show.panels)]
    return found if show.players or not rows else {**found, "players": signed(rows[0][1])}


def signs(show: Show) -> tuple[str, ...]:
    """Return the letters of the players of a drawing, by seat; () if it says none."""
    return tuple(mark.text for mark in show.players)
