"""A turn: a tile of the hand is placed, and the pawns in front of it move."""

import attrs

from tilewright.authoring import ROTATIONS, Action, Decision, Legal, Log, Reason, Rotation, Rules, notation

from .course import put_out
from .state import PathsState, led, walking


@attrs.frozen(cache_hash=True)
class Place(Action):
    """A tile of the hand goes in front of the own pawn; r1 and so on turn it clockwise. `place T07 r2`"""

    parts = notation("place {tile} [{rotation}]")
    tile: str
    rotation: Rotation


class PlaceStep(Decision[PathsState]):
    """A tile of the hand goes on the cell in front of the own pawn (WP-PLACE-1, WP-PLACE-2)."""

    name = "place"
    actions = (Place,)
    rules = ("WP-PLACE", "WP-MOVE-1", "WP-OUT")

    def bind(self, rules: Rules) -> None:
        self.faces = [face.turned(quarters) for face in rules.data.values() for quarters in range(4)]

    def needed(self, state: PathsState, seat: int) -> bool:
        """A player who is out, or has no tile, is passed over (WP-TURN-1)."""
        return bool(state.hand[seat])

    def legal(self, state: PathsState, seat: int) -> Legal:
        cell, names, faces = state.cells[seat], state.rules.pieces["tile"], self.faces
        codes = [4 * piece + quarters for piece in state.hand[seat] for quarters in range(4)]
        if not state.rules.options.reckless:
            end = led(state, seat)
            codes = [code for code in codes if not end({cell: faces[code]})[2]] or codes

        def make(code: int) -> Place:
            return Place(seat, names[code // 4], ROTATIONS[code % 4])

        def code(action: Action) -> int | None:
            if not isinstance(action, Place) or action.seat != seat:
                return None
            return 4 * names.index(action.tile) + action.rotation

        return Legal(codes, make, code)

    def play(self, state: PathsState, action: Place, log: Log | None) -> bool:
        if log is not None:
            cell = state.board.grid.text(state.cells[action.seat])
            log.add("tile_placed", seat=action.seat, tile=action.tile, cell=cell)
        state.board.place(state.cells[action.seat], state.rules.data[action.tile], action.rotation)
        state.hand[action.seat].remove(state.rules.pieces["tile"].index(action.tile))
        for seat, end in {seat: led(state, seat)({}) for seat in walking(state)}.items():
            state.cells[seat], state.ports[seat], event = end
            if event:
                put_out(state, seat)
                if log is not None:
                    log.add(event, seat=seat)
        return False

    def explain(self, state: PathsState, action: Place) -> list[Reason]:
        if state.rules.pieces["tile"].index(action.tile) not in state.hand[action.seat]:
            return [Reason("not_in_hand", "WP-PLACE-1", {"tile": action.tile})]
        return [] if action in self.legal(state, action.seat) else [Reason("leads_out", "WP-PLACE-2")]
