"""The warehouse: what can be bought and sold, and exactly what a seat can pay with buying and selling (GM-WARE)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from .state import counted, put, spendable

if TYPE_CHECKING:
    from .state import GlenMoreState, Readable


def price(state: Readable, resource: int) -> int:
    """Coins that the next cube of this resource costs; 0 if the row is sold out (GM-WARE-3, GM-WARE-4)."""
    prices = state.rules.assembled.prices
    taken = state.warehouse[resource]
    return int(prices[taken]) if taken < len(prices) else 0


def worth(state: Readable, resource: int) -> int:
    """Coins that selling one cube brings; 0 if the row holds no coins (GM-WARE-7, GM-WARE-9)."""
    taken = state.warehouse[resource]
    return int(state.rules.assembled.prices[taken - 1]) if taken else 0


def buy(state: GlenMoreState, seat: int, resource: int) -> None:
    """Coins lie on the cheapest free space; the cube is spent at once and stays in the supply (GM-WARE-6)."""
    state.coins[seat] -= price(state, resource)
    state.warehouse[resource] += 1


def sell(state: GlenMoreState, seat: int, resource: int, cell: int) -> None:
    """A cube leaves the tile for the supply, the coins of the dearest space are the seat's (GM-WARE-7)."""
    state.coins[seat] += worth(state, resource)
    state.warehouse[resource] -= 1
    put(state, seat, cell, resource, -1)


class Purse(NamedTuple):
    """Everything that a seat can trade with: its cubes by resource, its coins, and the rows of the warehouse."""

    own: tuple[int, ...]
    coins: int
    taken: tuple[int, ...]
    prices: tuple[int, ...]
    stand_ins: int = 0
    """Cubes of a tile's cost that something of a module's could replace."""

    def less(self, resource: int) -> Purse:
        """After an own cube has been handed in."""
        return Purse(_changed(self.own, resource, -1), self.coins, self.taken, self.prices, self.stand_ins)

    def more(self, resource: int) -> Purse:
        """After a cube has been gained."""
        return Purse(_changed(self.own, resource, 1), self.coins, self.taken, self.prices, self.stand_ins)

    def bought(self, resource: int) -> Purse:
        """After a cube has been bought, which is spent at once."""
        cost = self.prices[self.taken[resource]]
        taken = _changed(self.taken, resource, 1)
        return Purse(self.own, self.coins - cost, taken, self.prices, self.stand_ins)

    def sold(self, resource: int) -> Purse:
        """After an own cube has been sold."""
        gained = self.prices[self.taken[resource] - 1]
        taken = _changed(self.taken, resource, -1)
        own = _changed(self.own, resource, -1)
        return Purse(own, self.coins + gained, taken, self.prices, self.stand_ins)

    def replacing(self) -> Purse:
        """After something of a module's has stood in for a cube."""
        return self._replace(stand_ins=self.stand_ins - 1)


def purse(state: Readable, seat: int) -> Purse:
    """The purse of the seat whose turn it is."""
    own, printed = tuple(counted(spendable(state, seat))), state.rules.assembled
    more = printed.answers.stand_ins
    found = sum([count(state, seat) for count in more]) if more else 0
    return Purse(own, state.coins[seat], tuple(state.warehouse), printed.prices, found)


def _changed(amounts: tuple[int, ...], resource: int, by: int) -> tuple[int, ...]:
    return (*amounts[:resource], amounts[resource] + by, *amounts[resource + 1 :])


def payable(purse: Purse, need: Sequence[int], different: int = 0, given: int = 0) -> bool:
    """True if the seat can hand in `need` cubes of each resource, and `different` more, all of further kinds.

    Buying and selling count, and the answer is exact: an own cube is never worse than a bought one, since selling
    it and buying it back costs nothing; what is left over is sold, dearest coins first. `given` are the kinds (as
    bits) that have been handed in for `different` already. GM-TILE-3, GM-WARE-5.
    """
    if not different:
        return _affords(purse, need)
    free = [resource for resource in range(5) if not given >> resource & 1]
    for chosen in combinations(free, different):
        wanted = list(need)
        for resource in chosen:
            wanted[resource] += 1
        if _affords(purse, wanted):
            return True
    return False


def _affords(purse: Purse, need: Sequence[int]) -> bool:
    own, coins, rows, prices, _ = purse
    left = coins
    for asked, have, taken in zip(need, own, rows, strict=True):
        if asked > have:
            if taken + asked - have > len(prices):
                return False
            left -= sum(prices[taken : taken + asked - have])
    if left >= 0:
        return True
    # Nothing need be sold unless the coins fall short.
    for asked, have, taken in zip(need, own, rows, strict=True):
        if asked < have:
            left += sum(prices[max(0, taken + asked - have) : taken])
    return left >= 0
