"""The debt of a turn for the tile taken: five resources, cubes of different kinds, members, barrels (GM-TILE-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .warehouse import Purse, payable, purse

if TYPE_CHECKING:
    from .printed import Kind
    from .state import GlenMoreState

DIFFERENT, GIVEN, MEMBERS, BARRELS = 5, 6, 7, 8
"""Positions in `owed` of the number of different cubes, the kinds given for them, the members, and the barrels."""
NO_CUBES = (0, 0, 0, 0, 0)


def cost_of(kind: Kind) -> list[int]:
    """The whole cost of taking and placing this kind of tile."""
    cost = kind.cost
    return [*cost.cubes, cost.different, 0, cost.member, cost.whisky]


def settled(owed: Sequence[int]) -> bool:
    """True if nothing is left to be paid."""
    return not any(owed[:GIVEN]) and not any(owed[MEMBERS:])


def wanted(owed: Sequence[int], resource: int) -> bool:
    """True if a cube of this kind counts towards the debt."""
    return bool(owed[resource]) or bool(owed[DIFFERENT] and not owed[GIVEN] >> resource & 1)


def after(owed: Sequence[int], resource: int) -> list[int]:
    """The debt once a cube of this kind has been handed in."""
    left = list(owed)
    if left[resource]:
        left[resource] -= 1
    else:
        left[DIFFERENT] -= 1
        left[GIVEN] |= 1 << resource
    return left


def coverable(mine: Purse, owed: Sequence[int], more: Sequence[int] = NO_CUBES) -> bool:
    """True if the cubes owed, and these as well, can be handed in, buying and selling included.

    What modules let stand in for cubes helps with those owed, and not with the others.
    """
    need = [owed[resource] + more[resource] for resource in range(5)]
    if payable(mine, need, owed[DIFFERENT], owed[GIVEN]):
        return True
    return bool(mine.stand_ins) and any(
        coverable(mine.replacing(), after(owed, resource), more)
        for resource in range(5)
        if wanted(owed, resource)
    )


def replaceable(state: GlenMoreState, seat: int) -> list[int]:
    """Of the debt, the resources of which something of a module's can stand in for a cube, the rest still payable."""
    mine, owed = purse(state, seat), state.owed
    if not owed or owed[BARRELS] or mine.stand_ins < 1:
        return []
    return [n for n in range(5) if wanted(owed, n) and coverable(mine.replacing(), after(owed, n))]


def replace(state: GlenMoreState, resource: int) -> bool:
    """Something has stood in for a cube of this resource. Return True if more is owed, so that the step stays."""
    state.owed = after(state.owed, resource)
    if settled(state.owed):
        state.owed = []
    return bool(state.owed)


def pay_barrels(state: GlenMoreState, seat: int) -> None:
    """Hands over owed barrels, as far as the seat has them (GM-TILE-8)."""
    owed = state.owed
    if owed and owed[BARRELS]:
        paid = min(owed[BARRELS], state.barrels[seat])
        owed[BARRELS] -= paid
        state.barrels[seat] -= paid
        if settled(owed):
            state.owed = []
