"""Handing in cubes, for a tile's cost or for a deal: own ones, or bought ones (GM-TILE-9, GM-WARE-5)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.authoring import Log, Reason

from .actions import Buy, Pay
from .files import RESOURCES
from .state import amount, put, spendable
from .trade import cell, key
from .warehouse import Purse, buy, price, purse

if TYPE_CHECKING:
    from .printed import Kind
    from .state import GlenMoreState, Readable


@lru_cache(maxsize=8192)
def payment(seat: int, resource: int, at: int) -> Pay:
    """The order to hand in such a cube from this cell; orders are values, so each is made once."""
    return Pay(seat, RESOURCES[resource], cell(at))


def own_only(state: Readable, kind: Kind) -> bool:
    """True if the tile takes own cubes only, no bought ones (GM-AMB-24)."""
    return bool(state.rules.options.own_only) and kind.kind in ("grocer", "bridge")


def may_buy(state: Readable, mine: Purse, resource: int) -> bool:
    """True if the warehouse sells a cube of this resource to the owner of the purse (GM-WARE-3, -4, GM-AMB-8)."""
    return 0 < price(state, resource) <= mine.coins and (
        state.rules.options.buy_owned or not mine.own[resource]
    )


def hand_in(state: GlenMoreState, action: Pay | Buy, resource: int, log: Log | None) -> None:
    """The cube is spent: an own one leaves its tile, a bought one is paid for."""
    if isinstance(action, Buy):
        if log is not None:
            log.add("bought", seat=action.seat, kind=action.kind, coins=price(state, resource))
        buy(state, action.seat, resource)
    else:
        put(state, action.seat, key(action.cell), resource, -1)
        if log is not None:
            log.add("paid", seat=action.seat, kind=action.kind, cell=str(action.cell))


def why_no_cube(state: GlenMoreState, action: Pay | Buy, resource: int, rule: str) -> list[Reason]:
    """Why the seat has no such cube to hand in, or cannot buy it; `rule` is the one that asks for own cubes."""
    args: dict[str, object] = {"kind": action.kind}
    if isinstance(action, Pay):
        at, where = key(action.cell), {**args, "cell": str(action.cell)}
        if not amount(state.cubes[action.seat].get(at, 0), resource):
            return [Reason("no_such_cube", rule, where)]
        if not amount(spendable(state, action.seat)[at], resource):
            return [Reason("just_gained", "GM-AMB-17", where)]
        return []
    mine, cost = purse(state, action.seat), price(state, resource)
    if not cost:
        return [Reason("sold_out", "GM-WARE-4", args)]
    if mine.own[resource] and not state.rules.options.buy_owned:
        return [Reason("own_one_first", "GM-AMB-8", args)]
    if cost > mine.coins:
        return [Reason("too_dear", "GM-WARE-3", {**args, "coins": cost})]
    return []
