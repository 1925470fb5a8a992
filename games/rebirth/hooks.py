"""The moments and contributions of Rebirth, for modules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Log, Reason, Rules, View, spec

if TYPE_CHECKING:
    from .settlements import Prizes
    from .state import RebirthState


class Specs:
    """Hookspecs of Rebirth. Cells, castles and kinds of tile are numbers, as in `state.printed`."""

    @spec
    def tile_placed(self, state: RebirthState, seat: int, cell: int, log: Log | None) -> None:
        """A tile lies on `cell` and has been scored, castles and cathedrals included; the seat has not drawn yet.

        If an option leaves the seat a choice of castles or cathedrals, the seat is asked after this; a step inserted
        after `place` comes later still. Example: give a point for a tile next to a loch with
        `state.gain(seat, 1, reason, cell)`.
        """

    @spec
    def turn_ends(self, state: RebirthState, seat: int, log: Log | None) -> None:
        """The seat has drawn, if a tile was left, and its turn is over. Example: let it draw once more."""

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
    def settlement_prizes(self, rules: Rules) -> Mapping[int, Prizes]:  # type: ignore[empty-body]
        """By number of hexes, what settlements pay that only the module's map has (`MapFile.settlements`).

        Called whenever a ruleset is assembled and when bots look at it. Each reason is a score reason of the module.
        """

    @spec
    def hand_size(self, rules: Rules) -> int:  # type: ignore[empty-body]
        """The most tiles that a hand may hold because of the module, for the check of positions in scenes.

        The module sees to it that a hand holds one tile when that is placed. Called when a scene is set up.
        """

    @spec
    def cell_worths(  # type: ignore[empty-body]
        self, view: View, kind: int, cells: Sequence[int]
    ) -> Iterable[tuple[str, Sequence[float]]]:
        """Returns what the module adds to the rating of placing a tile of this kind, for the view's seat.

        (message key, worth at each of the cells) lines, in points. Called whenever moves are rated, so it must be
        quick; a worth does not depend on which other cells are asked for.
        """

    @spec
    def break_tie(  # type: ignore[empty-body]
        self, state: RebirthState, tied: Sequence[int]
    ) -> Sequence[int]:
        """The winners where several seats are tied for first place and castles that break ties do not decide.

        They may be other seats than those tied; none if the module does not decide either.
        """

    @spec
    def final_scoring(self, state: RebirthState, log: Log | None) -> None:
        """Settlements, castles and missions have been scored; the game is about to be over."""
