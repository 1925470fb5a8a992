"""The second half of a turn: activations, Loch Ness among them (GM-ACT, GM-SP-4)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason

from . import loch_ness
from .actions import Activate, End, LochNess, Sell
from .gains import activate, cubes_to_name, why_not_this_cube
from .trade import TurnStep, cell, end, key

if TYPE_CHECKING:
    from .state import GlenMoreState


@lru_cache(maxsize=8192)
def _activation(seat: int, at: int, cube: str) -> Activate:
    return Activate(seat, cell(at), cube)


class ActivateStep(TurnStep):
    """The new tile and its neighbours are activated in free order, Loch Ness in between (GM-ACT-1 to -4)."""

    name = "activate"
    actions = (Activate, LochNess, End, Sell)
    rules = (
        "GM-ACT",
        "GM-TURN-8",
        "GM-TILE-5",
        "GM-PROD",
        "GM-GREY-2",
        "GM-BLUE-2",
        "GM-SP-1",
        "GM-EV-12",
        "GM-AMB-7",
        "GM-AMB-16",
    )

    def needed(self, state: GlenMoreState, seat: int) -> bool:
        # Until new tiles are laid cubes can be sold, those just gained too (GM-WARE-2, GM-AMB-22), and also after a
        # discard (GM-AMB-27).
        return bool(state.placed or state.advanced) and bool(
            state.active or loch_ness.open_late(state, seat) or self.sells(state, seat)
        )

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        found: list[Action] = []
        for at in state.active:
            found += [_activation(seat, at, cube) for cube in cubes_to_name(state, seat, at)]
        if self.options.activation == "optional" or not found:
            found.append(end(seat))
        return found + loch_ness.late_moves(state, seat)

    def carry_out(self, state: GlenMoreState, action: Activate | LochNess | End, log: Log | None) -> bool:
        if isinstance(action, End):
            state.active = []
            if not self.options.ness_after_movement:
                state.ness = 1
            return False
        if isinstance(action, LochNess):
            loch_ness.use(state, action, log)
        else:
            at = key(action.cell)
            state.active.remove(at)
            activate(state, action.seat, at, action.cube, log)
        return True

    def why_not(self, state: GlenMoreState, action: Activate | LochNess | End) -> list[Reason]:
        seat = action.seat
        if isinstance(action, LochNess):
            return loch_ness.why_not_late(state, action)
        if isinstance(action, End):
            return [Reason("activation_is_mandatory", "GM-AMB-7", {})]
        at = key(action.cell)
        where: dict[str, object] = {"cell": str(action.cell)}
        if at not in state.displays[seat]:
            return [Reason("no_tile_here", "GM-ACT-2", where)]
        if at in state.activated:
            return [Reason("activated_already", "GM-ACT-3", where)]
        if at not in state.active:
            return [Reason("not_around", "GM-ACT-4", where)]
        return why_not_this_cube(state, seat, at)
