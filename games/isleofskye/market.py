"""Phase 4: buying tiles of others, and taking back what nobody bought (IS-BUY)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tilewright.core.actions import Legal, Reason, listed
from tilewright.core.schedule import Automatic, Decision

from .actions import Buy, PassTurn
from .state import catalogue, from_start, tile_named

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.schedule import Frame
    from tilewright.core.state import State

    from .state import IsleOfSkyeState, Table


class Offer(NamedTuple):
    """A tile that somebody else offers."""

    tile: int
    stake: int
    """The seller's gold at it."""
    seller: int
    slot: int
    """Its index among the seller's offers."""
    cost: int
    """What the buyer would pay."""


def on_offer(table: Table, buyer: int) -> Iterator[Offer]:
    """Yield what others offer, in turn order from the buyer's left."""
    count = len(table.seats)
    lines = catalogue(table).prices
    for n in range(1, count):
        seller = (buyer + n) % count
        for slot, (tile, stake) in enumerate(zip(table.offers[seller], table.stakes[seller], strict=True)):
            more = sum(gold for line in lines for _, gold in line(table, buyer, seller, tile))
            yield Offer(tile, stake, seller, slot, max(0, stake + more))


def cheapest(table: Table, buyer: int, tile: int) -> Offer | None:
    """The cheapest offer of this tile; None if nobody else offers it."""
    offers = [offer for offer in on_offer(table, buyer) if offer.tile == tile]
    return min(offers, key=lambda offer: offer.cost, default=None)


class BuyStep(Decision):
    """One tile of another player, or nothing (IS-BUY-1 to IS-BUY-5).

    Who cannot buy passes as well: nobody else knows of it (IS-PRICE-5). What modules add to the step may be done
    before or after buying; then `pass` ends it.
    """

    name = "buy"
    actions = (Buy, PassTurn)

    def advance(self, state: State, frame: Frame, log: Log | None) -> bool:
        bought = len(frame) > 2
        if bought and not any(len(extra.legal(state, frame[1])) for extra in self.extras):
            state.stack.pop()
            return False
        return True

    def legal(self, state: State, seat: int) -> Legal:
        here = cast("IsleOfSkyeState", state)
        names, gold = here.rules.pieces["tile"], here.gold[seat]
        tiles: dict[int, None] = {}
        if len(here.stack[-1]) == 2:
            tiles = dict.fromkeys(offer.tile for offer in on_offer(here, seat) if offer.cost <= gold)
        return listed([*(Buy(seat, names[tile]) for tile in tiles), PassTurn(seat)])

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here = cast("IsleOfSkyeState", state)
        seat = action.seat
        if isinstance(action, PassTurn):
            if log is not None:
                log.add("passed", seat=seat)
            return False
        offer = cheapest(here, seat, tile_named(here, action.tile))
        assert offer is not None
        del here.offers[offer.seller][offer.slot]
        del here.stakes[offer.seller][offer.slot]
        here.gold[seat] -= offer.cost
        here.gold[offer.seller] += (
            offer.cost + offer.stake
        )  # the price, and the own gold that lay there (IS-BUY-3)
        here.waiting[seat].append(offer.tile)
        if log is not None:
            log.add("tile_bought", seat=seat, tile=action.tile, other=offer.seller, gold=offer.cost)
        here.stack[-1] = (self.index, seat, 1)
        return True

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("IsleOfSkyeState", state)
        seat = action.seat
        if isinstance(action, PassTurn):
            return []
        if len(here.stack[-1]) > 2:
            return [Reason("bought_already", "IS-BUY-1", {"seat": seat})]
        tile = tile_named(here, action.tile)
        offer = cheapest(here, seat, tile)
        if offer is None:
            own = tile in here.offers[seat]
            key = "own_tile" if own else "not_on_offer"
            return [Reason(key, "IS-BUY-1" if own else "IS-BUY-4", {"tile": action.tile})]
        gold = here.gold[seat]
        if offer.cost > gold:
            said = {"tile": action.tile, "price": offer.cost, "gold": gold}
            return [Reason("cannot_pay", "IS-BUY-2", said)]
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
