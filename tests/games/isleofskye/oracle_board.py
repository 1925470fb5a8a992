"""The engine's boards and the oracle's territories side by side."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.board import Board
from tilewright.core.grid import pack, unpack
from tilewright.games.isleofskye.state import IsleOfSkyeState, catalogue
from tilewright.games.isleofskye.tiles import empty_territory

from ...oracle.isleofskye import Cell, Territory


def laid(board: Board) -> dict[Cell, tuple[str, int]]:
    """What lies on a board, in the oracle's words."""
    return {unpack(key): (board.face(key).name, board.face(key).rotation) for key in board}


def board_of(state: IsleOfSkyeState, land: Territory) -> Board:
    """The oracle's territory as the engine builds it, tile by tile."""
    board = empty_territory()
    faces: Mapping[str, object] = catalogue(state).faces
    for (x, y), (name, quarters) in land.laid.items():
        board.place(pack(x, y), catalogue(state).faces[name], quarters)
    assert len(board) == len(land) and faces
    return board
