"""The moments and contributions of Rebirth, for modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.core.hooks import spec

if TYPE_CHECKING:
    from tilewright.core.actions import Reason
    from tilewright.core.events import Log

    from .state import RebirthState


class Specs:
    """Hookspecs of Rebirth. Cells, castles and kinds of tile are numbers, as in `state.printed`."""

    @spec
    def tile_placed(self, state: RebirthState, seat: int, cell: int, log: Log | None) -> None:
        """A tile lies on `cell` and has been scored, castles and cathedrals included; the seat has not drawn yet.

        Example: give a point for a tile next to a loch with `state.gain(seat, 1, reason, cell)`.
        """

    @spec
    def castle_taken(self, state: RebirthState, seat: int, castle: int, before: int, log: Log | None) -> None:
        """The seat has put its castle on the field; `before` held it (-1: no seat)."""

    @spec
    def forbid_cells(  # type: ignore[empty-body]
        self, state: RebirthState, seat: int, kind: int, cells: Sequence[int]
    ) -> Mapping[int, Reason]:
        """Of the cells where the seat might place this kind of tile, those that are refused, each with its reason.

        Called whenever legal moves are listed, so it must be quick. If several modules refuse a cell, the
        first reason counts.
        """

    @spec
    def final_scoring(self, state: RebirthState, log: Log | None) -> None:
        """Settlements, castles and missions have been scored; the game is about to be over."""
