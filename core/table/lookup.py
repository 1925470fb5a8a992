"""Finds things on the table by the names that are shown there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from unicodedata import normalize

from ..base.errors import UsageError
from ..draw.model import NO_MARKS, At, Diagram, Show, Spot, Where
from ..draw.show_sentences import rows, spot_said
from ..land.grid import HEX, SQUARE4, SQUARE8
from ..text.messages import Words
from ..text.unreadable import engine
from .face_texts import Texts

GRIDS = {grid.name: grid for grid in (HEX, SQUARE4, SQUARE8)}


@lru_cache(10_000)
def folded(text: str) -> str:
    """The text as names are compared: composed, small letters, single blanks, no blank after a comma."""
    return re.sub(r"\s*,\s*", ",", " ".join(normalize("NFC", text).split())).casefold()


def names(spot: Spot) -> tuple[str, ...]:
    """Return what a spot can be called: its name or coordinate, and what its sentence begins with ("Pasture")."""
    said = thing(spot)
    found = [spot.called, f"{spot.at[0]},{spot.at[1]}"] + ([said] if said else [])
    return tuple(dict.fromkeys(map(folded, found)))


def thing(spot: Spot) -> str:
    """Return what its sentence begins with: the name of what lies there."""
    return re.split(r"[,:;]", spot.said)[0].strip()


def called(show: Show, name: str) -> list[tuple[Where, Spot]]:
    """The spots on any board that are called exactly so."""
    wanted = folded(name)
    return [found for found in _every(show) if wanted in names(found[1])]


def mentioned(show: Show, name: str) -> list[tuple[Where, Spot]]:
    """The spots whose description has a word that begins so; none for very short names."""
    wanted = folded(name)
    return [found for found in _every(show) if len(wanted) > 2 and _mentions(found[1].said, wanted)]


def spots(show: Show, name: str) -> list[tuple[Where, Spot]]:
    """The spots that are called so on any board; by a part of their names if none is called exactly so."""
    return called(show, name) or mentioned(show, name)


def _every(show: Show) -> Iterator[tuple[Where, Spot]]:
    for n, board in enumerate(show.boards):
        yield from (((n, spot.at), spot) for spot in board.spots)


def _mentions(said: str, wanted: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(wanted)}", said.casefold()) is not None


def look(show: Show, name: str, marks: Mapping[Where, str] = NO_MARKS) -> list[str]:
    """Describe everything of this name: spots with their neighbours, clockwise, and rows of panels.

    A spot is found by its name, its coordinate or what lies there (`3,4`, `L68`, `Fyvie`). UsageError if there is
    nothing.
    """
    said: list[str] = []
    found = spots(show, name)
    for (index, at), spot in found:
        board = show.boards[index]
        text = spot_said(spot, marks.get((index, at), ""))
        said.append(f"{board.title}: {text}" if board.title else text)
        if len(found) <= FEW:
            there = {one.at: one for one in board.spots}
            said += [
                f"  {direction} {spot_said(there[near], marks.get((index, near), ''))}"
                for direction, near in _around(board, at, show.lang)
                if near in there
            ]
    wanted = folded(name)
    for panel in show.panels:
        for row, values in rows(panel):
            text = ", ".join(f"{column} {word}".strip() for column, word in values.items() if word)
            if _mentions(f"{row} {text}", wanted):
                said.append(f"{panel.title}: {row}: {text}" if row else f"{panel.title}: {text}")
    for ink, meaning in show.legend:
        if folded(ink.text) == wanted or folded(meaning) == wanted:
            said.append(f"{ink.text}: {meaning}")
    if not said:
        raise UsageError(Texts(show.lang)("table.nowhere", name=name))
    return said


FEW = 2
"""Of up to so many spots, the neighbours are described as well."""


def _around(board: Diagram, at: At, lang: str) -> Iterator[tuple[str, At]]:
    grid = GRIDS.get(board.grid)
    if grid is None:
        yield from (("<", (at[0] - 1, 0)), (">", (at[0] + 1, 0)))
        return
    said = Words(engine())
    for name, (dx, dy) in zip(grid.directions, grid.vectors, strict=True):
        yield said.sides((name,), lang), (at[0] + dx, at[1] + dy)
