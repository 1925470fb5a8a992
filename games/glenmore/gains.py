"""Activating a tile: it gives a cube if there is room, points, movement points, or a deal (GM-TILE-5, GM-PROD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Log, Reason, push

from .files import RESOURCES
from .printed import ANY
from .state import ONE, put, tile_at, total
from .trade import cell

if TYPE_CHECKING:
    from .printed import Kind
    from .state import GlenMoreState, Readable

NO_CUBE = ("",)
"""The words where no resource can be chosen."""


def has_room(state: Readable, seat: int, at: int) -> bool:
    """True if a further cube fits on a production tile there (GM-PROD-2, GM-SP-1)."""
    capacity: int = state.rules.options.tile_capacity
    return total(state.cubes[seat].get(at, 0)) < capacity


def products(state: Readable, kind: Kind) -> Sequence[int]:
    """The resources of which the tile can make one, if there is room; an abbey can be exhausted (GM-EV-12)."""
    if kind.each.does != "produce":
        return ()
    if kind.each.cube != ANY:
        return (kind.each.cube,)
    return () if state.rules.options.iona_production == "once" and state.iona else range(5)


def cubes_to_name(state: GlenMoreState, seat: int, at: int) -> Sequence[str]:
    """The words that may go with an activation: resources if one can be chosen, else "" alone (GM-SP-1)."""
    kind = tile_at(state, seat, at)
    if kind.each.cube != ANY:
        return NO_CUBE
    return RESOURCES if len(products(state, kind)) > 1 and has_room(state, seat, at) else NO_CUBE


def why_not_this_cube(state: GlenMoreState, seat: int, at: int) -> list[Reason]:
    """Why this cube cannot be named: one is named exactly where one can be chosen."""
    if len(cubes_to_name(state, seat, at)) > 1:
        return [Reason("name_a_cube", "GM-SP-1", {})]
    return [Reason("no_cube_to_name", "GM-SP-1", {"cell": str(cell(at))})]


def brings(state: Readable, seat: int, at: int) -> bool:
    """True if activating the tile there can bring something; a full production tile brings nothing (GM-PROD-2)."""
    each = tile_at(state, seat, at).each
    if each.does == "produce":
        return has_room(state, seat, at)
    if each.does == "move":
        return bool(at or state.rules.options.start_village_counts)
    return each.does == "score" or bool(each.deals)


def routine(state: Readable, seat: int, at: int) -> bool:
    """True if activating the tile costs nothing and does the same before and after all other activations."""
    each = tile_at(state, seat, at).each
    chosen = each.deals or (each.does == "produce" and each.cube == ANY)
    return not chosen and brings(state, seat, at) and not state.rules.assembled.answers.activated


def activate(state: GlenMoreState, seat: int, at: int, cube: str, log: Log | None) -> None:
    """The tile gives its benefit, once (GM-ACT-3); a deal becomes the next step."""
    kind = tile_at(state, seat, at)
    each = kind.each
    state.activated.append(at)
    if log is not None:
        log.add("activated", seat=seat, tile=kind.id, cell=str(cell(at)))
    if each.does == "produce":
        if cube:
            _produce(state, seat, at, RESOURCES.index(cube))
            state.iona = 1
        elif each.cube != ANY and has_room(state, seat, at):
            _produce(state, seat, at, each.cube)
    elif each.does == "score":
        state.gain(seat, each.vp, state.rules.reason["tavern"], state.displays[seat][at])
    elif each.does == "move":
        if at or state.rules.options.start_village_counts:
            state.points += each.movement
    elif each.deals:
        push(state, state.rules.by_name["deal"], seat, at, 0)
    for moment in state.rules.assembled.answers.activated:
        moment(state, seat, at, log)


def _produce(state: GlenMoreState, seat: int, at: int, resource: int) -> None:
    """A cube more lies on the tile; in one reading it must stay there while the phase lasts (GM-AMB-17)."""
    put(state, seat, at, resource)
    if not state.rules.options.spend_gained:
        state.gained[at] = state.gained.get(at, 0) + ONE[resource]
