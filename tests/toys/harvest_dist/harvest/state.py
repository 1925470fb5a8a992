"""A position of Harvest."""

from __future__ import annotations

import attrs

from tilewright.authoring import SEAT, SQUARE4, Board, State, placed, public, zone


@attrs.define(eq=False)
class Harvest(State):
    """A position of Harvest."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    offer: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    discard: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    deck: list[int] = zone("goal", "none", "pile", per_seat=False, factory=list)
    goals: list[list[int]] = zone("goal", "owner", mixed=True, shown=True, factory=list)
    board: Board = placed(
        "tile", lambda rules: list(rules.data.faces.values()), factory=lambda: Board(SQUARE4)
    )
    closed: list[int] = public(factory=list)
    """The areas (roots) of the fields that have been counted."""
    start: int = public(means=SEAT, default=0)
