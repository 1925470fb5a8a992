"""A position: what lies where, who knows it, and what follows from it."""

from __future__ import annotations

from typing import TypeAlias

import attrs
from tilewright.authoring import SEAT, State, View, placed, public, zone

from .actions import GRID

Readable: TypeAlias = "GameState | View"
"""A position that can be read: the state, or what a seat may know of it."""


@attrs.define(eq=False)
class GameState(State):
    """A position. Each field says once who knows it and what its numbers stand for.

    Views, clones, records, and the words of scenes follow from that.
    """

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    deck: list[int] = zone("wish", "none", "pile", per_seat=False, factory=list)
    wishes: list[list[int]] = zone("wish", "owner", mixed=True, shown=True, factory=list)
    tiles: dict[int, int] = placed("tile", factory=dict)
    """The key of each cell with a tile, and its kind. In scenes `tiles: {'0,0': meadow}` and `tile 0,0 is meadow`."""
    start: int = public(means=SEAT, default=0)


def openings(state: Readable) -> list[int]:
    """The cells where a tile may be laid (OR-LAY-1, OR-LAY-2), in a stable order."""
    if not state.tiles:
        return [0]
    beside = {near for cell in state.tiles for near in GRID.neighbours(cell)} - state.tiles.keys()
    reach = state.rules.options.reach
    return sorted(cell for cell in beside if GRID.distance(0, cell) <= reach)


def granted(tiles: dict[int, int], kind: int) -> int:
    """How many tiles of the kind touch an equal one (OR-WISH-2)."""
    return sum(
        found == kind and any(tiles.get(near) == kind for near in GRID.neighbours(cell))
        for cell, found in tiles.items()
    )
