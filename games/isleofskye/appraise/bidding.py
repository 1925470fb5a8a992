"""Prices and purchases: what tiles are worth to their owners and to possible buyers, and what these will do."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from operator import add
from typing import TYPE_CHECKING

from ..actions import Buy, Drop, Price
from ..buy_phase import TileOffer, cheapest
from ..price_phase import own_pricing, pricing
from ..state import MARKED, from_start, tile_named
from .price_plans import Plans
from .sales import Deals, Table
from .territory_worth import sure

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .cache import Known
    from .territory_worth import Worth

Lines = list[tuple[str, float]]
Rated = tuple[Sequence[str], list[float]]
"""The labels and the points of lines."""


class Offering:
    """Rates the ways in which the view's seat may price its tiles.

    All tiles are open, so what each is worth to each seat is known, except for what modules promise
    (`Worth.seeming`); what the others will ask and have left is guessed.
    """

    def __init__(self, view: View, worth: Worth, seat: int | None = None) -> None:
        """Rates the view's seat from what it has sealed, or another `seat` from the beginning of its pricing."""
        assert view.seat is not None
        self.view, self.worth = view, worth
        self.seat = view.seat if seat is None else seat
        self.offers: tuple[tuple[int, ...], ...] = view.offers
        self.now = own_pricing(view) if seat is None else pricing(view, seat, (), worth.gold[seat])
        start = pricing(view, self.seat, (), worth.gold[self.seat])
        self.dues = start.lowest * (len(start.tiles) - start.drops)
        """The least gold that a seat has to lay at its tiles."""
        self.gold = worth.gold[self.seat]
        self.buyers = [seat for seat in from_start(view) if seat != self.seat]
        self.highest = 1 + max(worth.gold[buyer] for buyer in self.buyers)
        """Every price above it has the same effect."""
        thoughts = worth.outlooks.memo.thought((worth.key, self.seat, self.offers, view.start))
        self._guesses = thoughts.guesses
        if not self._guesses:
            for owner, tiles in enumerate(self.offers):
                for tile in tiles:
                    self._guesses[owner, tile] = self._guess(owner, tile)
        self._gains: dict[int, list[tuple[float, int]]] = {}
        self.elsewhere = {buyer: self._gain(buyer, worth.gold[buyer]) for buyer in self.buyers}
        """By seat, what the tiles of all other seats promise."""
        self._offers = thoughts.offers
        self._rests = thoughts.rests if not worth.sellers else {}
        self._have = worth.purse(self.seat, self.gold)
        self._purses: dict[int, tuple[float, float, list[float]]] = {}
        self._others: dict[int, tuple[int, ...]] = {}
        self.plans: Plans | None = None
        if worth.weights.deals and seat is None:
            plans = Plans(view, worth, self)
            self.plans = plans if plans.all else None

    @staticmethod
    def known(view: View, worth: Worth) -> Known | None:
        """Returns the worths of lists of prices in the same position; None if they depend on more (`sellers`)."""
        if worth.sellers:
            return None
        key = worth.key, view.seat, view.offers, view.start
        return worth.outlooks.memo.thought(key).rated.setdefault(view.sealed, {})

    def rating(self, action: Drop | Price) -> Rated:
        """Returns what the tile should bring, and the best that can be made of the others then."""
        now, tile = self.now, tile_named(self.view, action.tile)
        if self.plans is None:
            return self._rating(action, tile)
        slot = now.slot(tile)
        assert slot is not None
        deals = self.worth.weights.deals
        foreseen = self.plans.best(slot, MARKED if isinstance(action, Drop) else action.gold)
        if deals >= 1:
            return ("deals",), [foreseen]
        labels, values = self._rating(action, tile)
        return (*labels, "deals"), [*((1 - deals) * value for value in values), deals * foreseen]

    def _rating(self, action: Drop | Price, tile: int) -> Rated:
        now = self.now
        others = self._others.get(tile)
        if others is None:
            slot = now.slot(tile)
            others = self._others[tile] = tuple([other for other in now.waiting if other != slot])
        if isinstance(action, Drop):
            return ("other_tiles",), [self._rest(others, False)[now.free]]
        return ("offer", "other_tiles"), [
            self.offer(tile, action.gold),
            self._rest(others, now.drops)[now.free - action.gold],
        ]

    def _rest(self, slots: tuple[int, ...], drops: bool) -> list[float]:
        """Returns by gold the best that can be made of these offers; gold that is kept buys tiles of others.

        -inf stands where there is too little gold.
        """
        key = slots, drops
        if key in self._rests:
            return self._rests[key]
        most = self.gold
        if slots:
            tile, rest = self.now.tiles[slots[0]], slots[1:]
            found = list(self._rest(rest, False)) if drops else [-inf] * (most + 1)
            if len(slots) > drops:
                low = self.now.lowest
                due, highest = (len(rest) - drops) * low, max(low, self.highest)
                offers = [self.offer(tile, price) for price in range(low, min(most - due, highest) + 1)]
                after = self._rest(rest, drops)[::-1]  # by gold that is spent before, beginning with none
                for gold in range(low + due, most + 1):
                    # Offers from the lowest price on, each with what can be made of the rest then.
                    high = min(gold - due, highest)
                    spent = most - gold + low
                    sums = map(add, offers[: high - low + 1], after[spent : spent + high - low + 1])
                    found[gold] = max(found[gold], *sums)
        else:
            found = [self.spent(gold) for gold in range(most + 1)]
        self._rests[key] = found
        return found

    def plan(self) -> tuple[int, ...]:
        """Returns the gold to lay at each tile, or MARKED, by the best plan from here."""
        now = self.now
        stakes = [0 if stake is None else stake for stake in now.stakes]
        slots, drops, gold = tuple(now.waiting), now.drops, now.free
        while slots:
            slot, rest = slots[0], slots[1:]
            found = [(self._rest(rest, False)[gold], MARKED)] if drops else []
            if len(slots) > drops:
                high = min(gold - (len(rest) - drops) * now.lowest, max(now.lowest, self.highest))
                found += [
                    (self.offer(now.tiles[slot], price) + self._rest(rest, drops)[gold - price], price)
                    for price in range(now.lowest, high + 1)
                ]
            stake = stakes[slot] = max(found)[1]
            if stake == MARKED:
                drops = False
            else:
                gold -= stake
            slots = rest
        return tuple(stakes)

    def spent(self, gold: int) -> float:
        """Returns the best that the seat can hope to buy with what it keeps: another's tile, then what modules sell."""
        worth, best = self.worth, self._gain(self.seat, gold)
        if not worth.later(self.seat, gold):
            return best
        found = [best, worth.later(self.seat, gold)]
        for owner, tiles in enumerate(self.offers):
            for tile in tiles if owner != self.seat else ():
                price = self._guesses[owner, tile]
                if price <= gold:
                    gain = worth.seeming(self.seat, tile) - price * worth.rate
                    found.append(gain * worth.weights.reach + worth.later(self.seat, gold - price))
        return max(found)

    def offer(self, tile: int, price: int) -> float:
        """Returns what offering the tile at this price should bring: it is sold, or kept while the gold is lost."""
        key = tile, price
        if key not in self._offers:
            worth, weights = self.worth, self.worth.weights
            lost, sold, able = self._purse(price)
            kept = weights.keep * worth.seeming(self.seat, tile) + lost - self._have
            unsold, found = 1.0, 0.0
            for buyer, has in zip(self.buyers, able):
                gain = worth.seeming(buyer, tile) - price * worth.rate
                wants = sure(gain - self.elsewhere[buyer], weights.doubt)
                chance = unsold * wants * has
                found += chance * (sold - worth.rivalry * gain + weights.sell)
                unsold -= chance
            self._offers[key] = found + unsold * kept
        return self._offers[key]

    def _purse(self, price: int) -> tuple[float, float, list[float]]:
        """Returns the worth of the gold left if this price is lost, what it adds if paid, and who has it (`_able`)."""
        found = self._purses.get(price)
        if found is None:
            purse, seat, gold = self.worth.purse, self.seat, self.gold
            able = [self._able(buyer, price) for buyer in self.buyers]
            found = purse(seat, gold - price), purse(seat, gold + price) - self._have, able
            self._purses[price] = found
        return found

    def _able(self, buyer: int, price: int) -> float:
        """Returns the chance that the buyer has the gold: some lies at tiles, and returns only if one is sold first."""
        gold = self.worth.gold[buyer]
        if self.buyers[0] == buyer and price > gold - self.dues:
            return 0.0
        weights = self.worth.weights
        return sure(gold * (1 - weights.staked) + 0.5 - price, weights.purse)

    def _gain(self, buyer: int, gold: int) -> float:
        """Returns what the tiles of others, without the view's seat, should bring a buyer who has this much gold."""
        worth = self.worth
        if buyer not in self._gains:
            self._gains[buyer] = [
                (worth.seeming(buyer, tile) - price * worth.rate, price)
                for (owner, tile), price in self._guesses.items()
                if owner not in (buyer, self.seat)
            ]
        gains = [gain * sure(gold + 0.5 - price, 1.0) for gain, price in self._gains[buyer] if gain > 0]
        return max(gains, default=0.0) * worth.weights.reach

    def _guess(self, owner: int, tile: int) -> int:
        """Guesses the price at which the owner offers the tile."""
        worth = self.worth
        wanted = max(worth.seeming(buyer, tile) for buyer in range(len(self.offers)) if buyer != owner)
        return max(1, min(worth.gold[owner] - 1, round(worth.weights.price * wanted / worth.rate)))


class Buying:
    """Rates what the offers of others bring the view's seat."""

    def __init__(self, view: View, worth: Worth) -> None:
        assert view.seat is not None
        self.view, self.worth, self.seat = view, worth, view.seat
        self.foreseen: tuple[Deals, Table, Sequence[int], float] | None = None
        if worth.weights.deals:
            deals, order = Deals(view, worth), from_start(view)
            table = Table(
                tuple(tuple(tiles) for tiles in view.offers),
                tuple(tuple(stakes) for stakes in view.stakes),
                tuple(worth.gold),
                tuple(tuple(tiles) for tiles in view.waiting),
            )
            rest = order[order.index(self.seat) + 1 :]
            self.foreseen = deals, table, rest, deals.lead(deals.foreseen(table, rest), self.seat)

    def rating(self, action: Buy) -> Rated:
        """Returns the worth of the tile, its price, and what the seller gains: price and stake for the tile."""
        worth, seat = self.worth, self.seat
        tile = tile_named(self.view, action.tile)
        offer = cheapest(self.view, seat, tile)
        assert offer is not None
        gold, theirs = worth.gold[seat], worth.gold[offer.seller]
        sold = worth.purse(offer.seller, theirs + offer.cost + offer.stake) - worth.purse(
            offer.seller, theirs
        )
        kept = worth.weights.keep * worth.gain(offer.seller, tile)
        weights = worth.weights
        if self.foreseen is not None and weights.deals >= 1:
            return ("deals",), [self._foreseen(offer)]
        values = [
            worth.gain(seat, tile),
            worth.purse(seat, gold - offer.cost) - worth.purse(seat, gold) - weights.spend * offer.cost,
            -worth.rivalry * (sold - kept),
            worth.later(seat, gold - offer.cost) - worth.later(seat, gold),
        ]
        if weights.deny:
            rivals = [worth.seeming(rival, tile) for rival in range(len(worth.gold)) if rival != seat]
            values[2] += weights.deny * max(rivals)
        if self.foreseen is None:
            return ("tile", "price", "seller", "later_tiles"), values
        values = [(1 - weights.deals) * value for value in values]
        return (
            ("tile", "price", "seller", "later_tiles", "deals"),
            [*values, weights.deals * self._foreseen(offer)],
        )

    def _foreseen(self, offer: TileOffer) -> float:
        """Returns what the purchase brings compared with buying nothing, by what the next seat will buy then."""
        assert self.foreseen is not None
        deals, table, rest, without = self.foreseen
        after = table.bought(self.seat, offer.seller, offer.slot, offer.cost)
        return deals.lead(deals.foreseen(after, rest), self.seat) - without
