"""What a player can order, and how its notation is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilewright.core.actions import Action, Reader, notation
from tilewright.core.grid import SQUARE4, Cell

if TYPE_CHECKING:
    from tilewright.core.state import State

    from .files import Box


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


def _tile(state: State, seat: int, text: str) -> str:
    box: Box = state.rules.data
    return box.tiles[box.kind(text)].name


def _rotation(state: State, seat: int, text: str) -> str:
    if text.lower() not in ("", "r0", "r1", "r2", "r3"):
        raise ValueError(f"'{text}' is not a rotation; write r0, r1, r2 or r3")
    return text.lower() or "r0"


READERS: dict[str, Reader] = {
    "tile": _tile,
    "cell": lambda state, seat, text: SQUARE4.at(SQUARE4.read(text)),
    "rotation": _rotation,
}
