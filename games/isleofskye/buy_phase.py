"""Phase 4: buying tiles of others, and taking back unsold ones (IS-BUY)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tilewright.authoring import Automatic, Decision, Frame, Legal, Log, Reason, listed

from .actions import Buy, PassTurn
from .state import IsleOfSkyeState, catalogue, from_start, tile_named

if TYPE_CHECKING:
    from .state import Readable


class TileOffer(NamedTuple):
    """A tile that another player offers."""

    tile: int
    stake: int
    """The seller's gold at it."""
    seller: int
    slot: int
    """Its index among the seller's offers."""
    cost: int
    """Gold that the buyer would pay."""


def on_offer(state: Readable, buyer: int) -> Iterator[TileOffer]:
    """Yields what others offer, in turn order from the buyer's left."""
    count = len(state.seats)
    lines = catalogue(state).prices
    for n in range(1, count):
        seller = (buyer + n) % count
        for slot, (tile, stake) in enumerate(zip(state.offers[seller], state.stakes[seller], strict=True)):
            more = sum([gold for line in lines for _, gold in line(state, buyer, seller, tile)])
            yield TileOffer(tile, stake, seller, slot, max(0, stake + more))


def cheapest(state: Readable, buyer: int, tile: int) -> TileOffer | None:
    """Returns the cheapest offer of this tile; None if no other player offers it."""
    offers = [offer for offer in on_offer(state, buyer) if offer.tile == tile]
    return min(offers, key=lambda offer: offer.cost, default=None)


def _bought(state: IsleOfSkyeState) -> bool:
    """True if the seat has bought a tile in this turn; then the step's frame holds one more number."""
    return len(state.stack[-1]) > 2


class BuyStep(Decision[IsleOfSkyeState]):
    """The seat buys one tile of another player, or nothing (IS-BUY-1 to IS-BUY-5).

    A player who cannot buy passes as well, since gold is secret (IS-PRICE-5). Actions that modules add to the step are
    possible before and after buying; then `pass` ends it.
    """

    name = "buy"
    actions = (Buy, PassTurn)
    rules = ("IS-BUY",)

    def advance(self, state: IsleOfSkyeState, frame: Frame, log: Log | None) -> bool:
        if _bought(state) and not any(len(extra.legal(state, frame[1])) for extra in self.extras):
            state.stack.pop()
            return False
        return True

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        names, gold = state.rules.pieces["tile"], state.gold[seat]
        tiles: dict[int, None] = {}
        if not _bought(state):
            tiles = dict.fromkeys([offer.tile for offer in on_offer(state, seat) if offer.cost <= gold])
        return listed([*(Buy(seat, names[tile]) for tile in tiles), PassTurn(seat)])

    def play(self, state: IsleOfSkyeState, action: Buy | PassTurn, log: Log | None) -> bool:
        seat = action.seat
        if isinstance(action, PassTurn):
            if log is not None:
                log.add("passed", seat=seat)
            return False
        offer = cheapest(state, seat, tile_named(state, action.tile))
        assert offer is not None
        del state.offers[offer.seller][offer.slot]
        del state.stakes[offer.seller][offer.slot]
        state.gold[seat] -= offer.cost
        state.gold[offer.seller] += (
            offer.cost + offer.stake
        )  # the price, and the own gold that lay there (IS-BUY-3)
        state.waiting[seat].append(offer.tile)
        if log is not None:
            log.add("tile_bought", seat=seat, tile=action.tile, other=offer.seller, gold=offer.cost)
        state.stack[-1] = (self.index, seat, 1)
        return True

    def explain(self, state: IsleOfSkyeState, action: Buy | PassTurn) -> list[Reason]:
        seat = action.seat
        if isinstance(action, PassTurn):
            return []
        if _bought(state):
            return [Reason("bought_already", "IS-BUY-1", {"seat": seat})]
        tile = tile_named(state, action.tile)
        offer = cheapest(state, seat, tile)
        if offer is None:
            own = tile in state.offers[seat]
            key = "own_tile" if own else "not_on_offer"
            return [Reason(key, "IS-BUY-1" if own else "IS-BUY-4", {"tile": action.tile})]
        gold = state.gold[seat]
        if offer.cost > gold:
            said = {"tile": action.tile, "price": offer.cost, "gold": gold}
            return [Reason("cannot_pay", "IS-BUY-2", said)]
        return []


class CollectStep(Automatic[IsleOfSkyeState]):
    """Unsold tiles go to their owners, and the gold at them to the bank (IS-BUY-6)."""

    name = "collect"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        names = state.rules.pieces["tile"]
        for owner in from_start(state):
            if log is not None:
                for tile, stake in zip(state.offers[owner], state.stakes[owner], strict=True):
                    log.add("tile_kept", seat=owner, tile=names[tile], gold=stake)
            state.waiting[owner] += state.offers[owner]
            state.offers[owner].clear()
            state.stakes[owner].clear()
