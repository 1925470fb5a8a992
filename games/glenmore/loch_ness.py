"""Loch Ness: in each turn its owner may activate one more of its tiles, wherever it lies (GM-SP-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason

from .actions import LochNess
from .gains import activate, cubes_to_name, why_not_this_cube
from .state import has, tile_at
from .trade import cell, key

if TYPE_CHECKING:
    from .state import GlenMoreState


def ready(state: GlenMoreState, seat: int) -> bool:
    """True if the seat has Loch Ness, unused in this turn, and a tile for it (GM-SP-4)."""
    if state.ness or not has(state, seat, "loch_ness"):
        return False
    return any(at not in state.activated for at in state.displays[seat])


def uses(state: GlenMoreState, seat: int) -> list[Action]:
    """Every tile that has not been activated, with every cube that can be named for it."""
    tiles = sorted(at for at in state.displays[seat] if at not in state.activated)
    return [LochNess(seat, cell(at), cube) for at in tiles for cube in cubes_to_name(state, seat, at)]


def open_late(state: GlenMoreState, seat: int) -> bool:
    """True if Loch Ness can activate something once a tile has been placed, or discarded (GM-AMB-27)."""
    return ready(state, seat) and bool(state.placed or state.rules.options.ness_on_discard)


def late_moves(state: GlenMoreState, seat: int) -> list[Action]:
    """The uses of Loch Ness once a tile has been placed, or discarded."""
    return uses(state, seat) if open_late(state, seat) else []


def use(state: GlenMoreState, action: LochNess, log: Log | None) -> None:
    """Loch Ness activates the tile, and nothing more in this turn (GM-SP-4).

    In one reading a deal that stays empty leaves the tile as it was, for the ordinary activations (GM-AMB-25): only
    the end of the deal closes it to them.
    """
    at = key(action.cell)
    state.ness = 1
    open_ = state.rules.options.empty_activation == "free" and tile_at(state, action.seat, at).each.deals
    if at in state.active and not open_:
        state.active.remove(at)
    activate(state, action.seat, at, action.cube, log)


def why_not(state: GlenMoreState, action: LochNess) -> list[Reason]:
    """Why Loch Ness cannot activate the tile in this way, in any step; empty if it can."""
    seat, at, printed = action.seat, key(action.cell), state.printed
    where: dict[str, object] = {"cell": str(action.cell)}
    if not has(state, seat, "loch_ness"):
        return [Reason("no_ness", "GM-SP-4", {})]
    number = state.displays[seat][state.placed[0]] if state.placed else state.tile
    if number >= 0 and printed.activates_all(number):
        return [Reason("oich_and_ness", "GM-SP-6", {})]
    if at not in state.displays[seat]:
        return [Reason("no_tile_here", "GM-SP-4", where)]
    if at in state.activated:
        return [Reason("activated_already", "GM-SP-4", where)]
    if state.ness:
        card = printed.kinds[number].card if number >= 0 else None
        if card is not None and card.every_turn and state.rules.options.ness_time == "next_turn":
            return [Reason("ness_next_turn", "GM-AMB-5", {})]
        return [Reason("ness_used", "GM-SP-4", {})]
    return [] if action.cube in cubes_to_name(state, seat, at) else why_not_this_cube(state, seat, at)


def why_not_late(state: GlenMoreState, action: LochNess) -> list[Reason]:
    """As `why_not`, once a tile has been placed or discarded."""
    if not state.placed and not state.rules.options.ness_on_discard:
        return [Reason("ness_not_with_discard", "GM-AMB-27", {})]
    return why_not(state, action)
