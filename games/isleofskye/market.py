"""Phase 4: buying tiles of others, and taking back what nobody bought (IS-BUY)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from tilewright.core.actions import Legal, Reason, listed
from tilewright.core.schedule import Automatic, Decision

from .actions import Buy, PassTurn
from .state import from_start, tile_named

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.state import State

    from .state import IsleOfSkyeState, Table


def on_offer(table: Table, buyer: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield what others offer: (tile, gold at it, seller, its index there), in turn order from the buyer's left."""
    count = len(table.seats)
    for n in range(1, count):
        seller = (buyer + n) % count
        for slot, (tile, stake) in enumerate(zip(table.offers[seller], table.stakes[seller], strict=True)):
            yield tile, stake, seller, slot


def cheapest(table: Table, buyer: int, tile: int) -> tuple[int, int, int, int] | None:
    """The cheapest offer of this tile, as `on_offer` yields it; None if nobody else offers it."""
    offers = [offer for offer in on_offer(table, buyer) if offer[0] == tile]
    return min(offers, key=lambda offer: offer[1], default=None)


class BuyStep(Decision):
    """One tile of another player, or nothing (IS-BUY-1 to IS-BUY-5).

    Who cannot buy passes as well: nobody else knows of it (IS-PRICE-5).
    """

    name = "buy"
    actions = (Buy, PassTurn)

    def legal(self, state: State, seat: int) -> Legal:
        here = cast("IsleOfSkyeState", state)
        names, gold = here.rules.pieces["tile"], here.gold[seat]
        tiles = dict.fromkeys(tile for tile, stake, _, _ in on_offer(here, seat) if stake <= gold)
        return listed([*(Buy(seat, names[tile]) for tile in tiles), PassTurn(seat)])

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here = cast("IsleOfSkyeState", state)
        seat = action.seat
        if isinstance(action, PassTurn):
            if log is not None:
                log.add("passed", seat=seat)
            return False
        found = cheapest(here, seat, tile_named(here, action.tile))
        assert found is not None
        tile, stake, seller, slot = found
        del here.offers[seller][slot]
        del here.stakes[seller][slot]
        here.gold[seat] -= stake
        here.gold[seller] += stake + stake  # the price, and the own gold that lay there (IS-BUY-3)
        here.waiting[seat].append(tile)
        if log is not None:
            log.add("tile_bought", seat=seat, tile=action.tile, other=seller, gold=stake)
        return False

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("IsleOfSkyeState", state)
        seat = action.seat
        if isinstance(action, PassTurn):
            return []
        tile = tile_named(here, action.tile)
        found = cheapest(here, seat, tile)
        if found is None:
            own = tile in here.offers[seat]
            key = "own_tile" if own else "not_on_offer"
            return [Reason(key, "IS-BUY-1" if own else "IS-BUY-4", {"tile": action.tile})]
        price, gold = found[1], here.gold[seat]
        if price > gold:
            return [Reason("cannot_pay", "IS-BUY-2", {"tile": action.tile, "price": price, "gold": gold})]
        return []


class CollectStep(Automatic):
    """Unsold tiles are their owners', and the gold at them goes to the bank (IS-BUY-6)."""

    name = "collect"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("IsleOfSkyeState", state)
        names = here.rules.pieces["tile"]
        for owner in from_start(here):
            if log is not None:
                for tile, stake in zip(here.offers[owner], here.stakes[owner], strict=True):
                    log.add("tile_kept", seat=owner, tile=names[tile], gold=stake)
            here.waiting[owner] += here.offers[owner]
            here.offers[owner].clear()
            here.stakes[owner].clear()
