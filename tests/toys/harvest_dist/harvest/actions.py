"""What a player can order, and how its notation is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilewright.core.actions import Action, Reader, notation
from tilewright.core.grid import Cell
from tilewright.core.meanings import CELL, reader

if TYPE_CHECKING:
    from tilewright.core.state import State

ROTATIONS = ("r0", "r1", "r2", "r3")
"""Quarters clockwise."""


@attrs.frozen(cache_hash=True)
class PlaceTile(Action):
    """A tile on offer goes on a cell, turned. `place edge 1,0 r2`; r0 need not be typed."""

    parts = notation("place {tile} [on] [at] {cell} [{rotation}]")
    tile: str
    cell: Cell
    rotation: str


@attrs.frozen(cache_hash=True)
class Discard(Action):
    """Nothing fits: a tile leaves the game."""

    parts = notation("discard {tile}")
    tile: str


def _rotation(state: State, seat: int, text: str) -> str:
    if text.lower() not in ("", *ROTATIONS):
        raise ValueError(f"'{text}' is not a rotation; write r0, r1, r2 or r3")
    return text.lower() or "r0"


READERS = {
    "tile": reader("tile"),
    "cell": reader(CELL),
    "rotation": Reader(_rotation, lambda state: ROTATIONS),
}
