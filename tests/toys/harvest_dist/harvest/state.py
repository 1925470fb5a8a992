"""A position of Harvest."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs

from tilewright.core.board import Board
from tilewright.core.grid import SQUARE4
from tilewright.core.meanings import SEAT
from tilewright.core.state import State
from tilewright.core.zones import lying, public, zone

if TYPE_CHECKING:
    from tilewright.core.rules import Rules

    from .files import Box


@attrs.define(eq=False)
class Harvest(State):
    """A position of Harvest."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    offer: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    discard: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    deck: list[int] = zone("goal", "none", "pile", per_seat=False, factory=list)
    goals: list[list[int]] = zone("goal", "owner", mixed=True, shown=True, factory=list)
    board: Board = public(read=lambda rules, saved: read_board(rules, saved), factory=lambda: Board(SQUARE4))
    closed: list[int] = public(factory=list)
    """The areas (roots) of the fields that have been counted."""
    start: int = public(means=SEAT, default=0)


def fresh_board(box: Box) -> Board:
    """The start tile alone."""
    board = Board(SQUARE4)
    board.place(0, box.faces[box.start])
    return board


def conserved(state: Harvest) -> Counter[tuple[str, str]]:
    """Every piece, in a zone or on the board."""
    return lying(state) + Counter(("tile", state.board.face(key).name) for key in state.board)


def read_board(rules: Rules, saved: Any) -> Board:
    """A board from its packed form."""
    return Board.from_dict(saved, SQUARE4, rules.data.faces)
