"""Outskirts are built in the building phase, and turned over once both straight edges are joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import NONE, SQUARE4, Automatic, Board, Extra, Face, Legal, Log, Reason, Rules, hook

from ...build_phase import build, misfits, placings
from ...state import IsleOfSkyeState, catalogue, tile_named
from .actions import BuildOutskirt
from .files import CURVE
from .state import options, part

if TYPE_CHECKING:
    from ...catalogue import Catalogue


class BuildOutskirts(Extra[IsleOfSkyeState]):
    """At most one outskirt in a building phase, at any moment of it (IS-OUT-2, IS-OUT-9)."""

    step = "build"
    actions = (BuildOutskirt,)
    rules = ("IS-OUT", "IS-AMB-15", "IS-AMB-20", "IS-AMB-21", "IS-AMB-24", "IS-AMB-30")

    def bind(self, rules: Rules) -> None:
        self.options = options(rules)

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        if self._slips(state, seat):
            return NONE
        board, cells = state.territories[seat], None
        if any(CURVE in board.face(cell).edges for cell in board):
            cells = [cell for cell in board.frontier if not self._at_curves(board, cell)]
        return placings(state, seat, part(state).sets[seat], BuildOutskirt, cells)

    def _slips(self, state: IsleOfSkyeState, seat: int) -> list[Reason]:
        """Returns why the seat may not build any outskirt just now."""
        mine = part(state)
        if mine.built >= self.options.per_phase:
            return [Reason("outskirt_built", "IS-OUT-2", {"count": self.options.per_phase})]
        if self.options.alone == "forbidden" and not (mine.others or state.waiting[seat]):
            return [Reason("outskirt_alone", "IS-AMB-20")]
        return []

    def _at_curves(self, board: Board, cell: int) -> list[Reason]:
        """Returns why curved edges of neighbours forbid every outskirt there, even one whose edges fit."""
        wanted = board.wanted(cell)
        if set(wanted) <= {CURVE, "."}:
            return [Reason("no_straight_contact", "IS-OUT-9", {"cell": SQUARE4.text(cell)})]
        if self.options.curves == "forbidden" and CURVE in wanted:
            return [Reason("curve_at_curve", "IS-AMB-15", {"cell": SQUARE4.text(cell)})]
        return []

    def play(self, state: IsleOfSkyeState, action: BuildOutskirt, log: Log | None) -> bool:
        seat = action.seat
        tile = tile_named(state, action.tile)
        mine = part(state)
        mine.sets[seat].remove(tile)
        mine.built += 1
        mine.others -= 1  # `tile_built` counts this one too in a moment
        build(state, seat, action.key, catalogue(state).tiles[tile].face, action.rotation, log)
        return True

    def explain(self, state: IsleOfSkyeState, action: BuildOutskirt) -> list[Reason]:
        seat = action.seat
        tile, cell = tile_named(state, action.tile), action.key
        if tile not in part(state).sets[seat]:
            return [Reason("no_such_outskirt", "IS-OUT-1", {"tile": action.tile, "seat": seat})]
        board = state.territories[seat]
        reasons = self._slips(state, seat)
        if reasons:
            return reasons  # wherever it would lie
        reasons += misfits(state, seat, cell, catalogue(state).tiles[tile].face, action.rotation)
        if cell in board.frontier:
            reasons += self._at_curves(board, cell)
        return reasons


class BeginBuilding(Automatic[IsleOfSkyeState]):
    """The seat has built nothing in this phase yet."""

    name = "begin_building"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        mine = part(state)
        mine.built = mine.others = 0


class TurnOver(Automatic[IsleOfSkyeState]):
    """Outskirts joined at both straight edges are turned at the end of the phase (IS-AMB-21)."""

    name = "turn_outskirts"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        found = catalogue(state)
        pairs = [
            pair for cell in state.territories[seat] for pair in joined(found, state.territories[seat], cell)
        ]
        if pairs:
            board = state.territories[seat].clone()
            for cell, face in pairs:
                board.replace(cell, face, board.face(cell).rotation)
                if log is not None:
                    log.add("tile_turned", seat=seat, tile=face.name, cell=SQUARE4.text(cell))
            found.join(board)
            state.territories[seat] = board


@hook
def turned_tiles(catalogue: Catalogue, board: Board, cell: int) -> Sequence[tuple[int, Face]]:
    """Turns outskirts once both straight edges are joined, also by a later neighbour (IS-OUT-4, IS-OUT-10)."""
    if options(catalogue.rules).turning == "end_of_phase":
        return ()
    near = [key for key in SQUARE4.neighbours(cell) if key in board]
    return [pair for key in (cell, *near) for pair in joined(catalogue, board, key)]


def joined(catalogue: Catalogue, board: Board, cell: int) -> Iterator[tuple[int, Face]]:
    """Yields the cell and the back's face, if an outskirt lies there front up with tiles at both straight edges."""
    face = board.face(cell)
    tile = catalogue.by_face[face.name]
    if tile.back is not None and CURVE in face.edges:
        straight = [side for side, letter in enumerate(face.edges) if letter != CURVE]
        if all(cell + SQUARE4.offsets[side] in board for side in straight):
            yield cell, tile.back.face
