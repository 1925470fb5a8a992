"""Consequences of prices: who buys what in the rest of the buying phase, and what the tiles bring when they are laid.

Offers are judged by what each seat then has: its gold, and all its new tiles laid together in its territory. Seats buy
in turn order. The seat that plans foresees what follows. Others are expected to play as `greedy` does, which looks at
each tile by itself, but to choose better offers more often, not always.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from ..state import from_start
from .laid_hands import Hands
from .purchases import Lot, Option, Purchase

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .territory_worth import Worth

RARE = 0.05
"""Choices that are less likely are left out."""
FAR = -log(RARE) + 1e-6
"""A choice that is so many times the weight `sway` behind the best one is rare, whatever else there is."""


class Table(NamedTuple):
    """The tiles on the table while seats buy, and the gold that seats have."""

    offers: tuple[tuple[int, ...], ...]
    """By seat, its tiles for sale."""
    stakes: tuple[tuple[int, ...], ...]
    """By seat, the gold at them."""
    gold: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """By seat, the tiles that it has bought."""

    def bought(self, buyer: int, seller: int, slot: int, cost: int) -> Table:
        """Returns the table after a purchase: the seller gets the price, and its own gold back (IS-BUY-3)."""
        offers, stakes = list(self.offers), list(self.stakes)
        gold, hands = list(self.gold), list(self.hands)
        tiles, laid = offers[seller], stakes[seller]
        offers[seller] = tiles[:slot] + tiles[slot + 1 :]
        stakes[seller] = laid[:slot] + laid[slot + 1 :]
        gold[buyer] -= cost
        gold[seller] += cost + laid[slot]
        hands[buyer] = (*hands[buyer], tiles[slot])
        return Table(tuple(offers), tuple(stakes), tuple(gold), tuple(hands))


class Purses(dict[int, float]):
    """What gold is worth to a seat."""

    def __init__(self, worth: Worth, seat: int) -> None:
        super().__init__()
        self._worth, self._seat = worth, seat

    def __missing__(self, gold: int) -> float:
        found = self[gold] = self._worth.purse(self._seat, gold)
        return found


class Deals:
    """Foresees the buying phase from a table."""

    def __init__(self, view: View, worth: Worth) -> None:
        assert view.seat is not None
        self.view, self.worth, self.seat = view, worth, view.seat
        self.order: Sequence[int] = from_start(view)
        self.prices = worth.outlooks.catalogue.prices
        self._more: dict[tuple[int, int, int], int] = {}
        self.purses = [Purses(worth, seat) for seat in range(len(worth.gold))]
        """By seat."""
        self._laid: dict[int, Hands] = {}
        """By seat."""
        self.usual = worth.usual()
        """What things are worth by the weights of `greedy`, by which others are expected to judge."""
        self._purses = [Purses(self.usual, seat) for seat in range(len(worth.gold))]
        """By seat, what gold is worth to it by these judgements."""
        self._scale = worth.weights.sway
        self._far = FAR * self._scale
        self._foresight = worth.weights.foresight if len(worth.gold) == 2 else 0.0

    def lead(self, values: Sequence[float], seat: int) -> float:
        """Returns what these values by seat are worth to a seat."""
        return values[seat] - self.worth.rivalry * (sum(values) - values[seat])

    def foreseen(self, table: Table, order: Sequence[int]) -> list[float]:
        """Returns by seat what it should have when these seats have bought in this order."""
        lot = Lot.of(table.offers, table.stakes, table.hands)
        return self.going_on(lot, table.gold, table.stakes[self.seat], order)

    def going_on(
        self, lot: Lot, gold: tuple[int, ...], mine: Sequence[int], order: Sequence[int]
    ) -> list[float]:
        """Returns the same for a lot: with this gold by seat, and that of the seat that plans at its tiles."""
        if not order:
            return self._having(lot, gold)
        buyer, rest = order[0], order[1:]
        if buyer != self.seat:
            return self._expected(lot, gold, mine, buyer, rest)
        known = {} if rest else lot.known
        found = known.get(gold)
        if found is None:
            ways = [
                self.going_on(*lot.after(buyer, one, gold), mine, rest)
                for one in self._ways(lot, gold, mine, buyer)
            ]
            found = known[gold] = max(ways, key=lambda values: self.lead(values, buyer))
        return found

    def _expected(
        self, lot: Lot, gold: tuple[int, ...], mine: Sequence[int], buyer: int, rest: Sequence[int]
    ) -> list[float]:
        """Returns the same if another seat is next, by what it is likely to take."""
        ways = self._ways(lot, gold, mine, buyer)
        if len(ways) == 1:
            return self.going_on(lot, gold, mine, rest)
        seeming, share = self._seeming(gold, buyer, ways), self._foresight
        if not share:
            alone = self._alone(seeming)
            if alone is not None:
                return self.going_on(*lot.after(buyer, ways[alone], gold), mine, rest)
        chances = self._likely(seeming)
        known = [
            self.going_on(*lot.after(buyer, one, gold), mine, rest) if chance or share else []
            for one, chance in zip(ways, chances)
        ]
        if share:
            foreseen = self._likely([self.lead(values, buyer) for values in known])
            chances = [(1 - share) * one + share * other for one, other in zip(chances, foreseen)]
        found = [0.0] * len(gold)
        for values, chance in zip(known, chances):
            if chance:
                found = [had + chance * value for had, value in zip(found, values)]
        return found

    def _seeming(self, gold: tuple[int, ...], buyer: int, ways: Sequence[Option | None]) -> list[float]:
        """Returns what these bring a buyer who looks at each tile by itself, as `Buying` rates it for `greedy`."""
        worth, purse = self.usual, self._purses[buyer]
        has, later, found = gold[buyer], worth.later if worth.sellers else None, []
        for way in ways:
            if way is None:
                found.append(0.0)
                continue
            cost, paid, one = way
            theirs, before = self._purses[one.seller], gold[one.seller]
            sold = theirs[before + paid] - theirs[before] - one.kept
            more = one.gain + purse[has - cost] - purse[has] - worth.rivalry * sold
            if later is not None:
                more += later(buyer, has - cost) - later(buyer, has)
            found.append(more)
        return found

    def _alone(self, values: Sequence[float]) -> int | None:
        """Returns the place of the only one of these that is likely; None if several are."""
        most = max(values)
        near = most - self._far
        return values.index(most) if len([one for one in values if one > near]) == 1 else None

    def _likely(self, values: Sequence[float]) -> list[float]:
        """Returns how likely another seat is to choose each of these: better ones more often, 0 for the rare."""
        most, scale = max(values), self._scale
        chances = [exp((one - most) / scale) for one in values]
        least = RARE * sum(chances)
        chances = [chance if chance >= least else 0.0 for chance in chances]
        whole = sum(chances)
        return [chance / whole for chance in chances]

    def _having(self, lot: Lot, gold: tuple[int, ...]) -> list[float]:
        """Returns by seat what it has if nobody buys any more."""
        if not lot.worths:
            lot.worths = [self.hand(seat, lot.had(seat)) for seat in range(len(gold))]
        found = [tiles + purse[has] for tiles, purse, has in zip(lot.worths, self.purses, gold)]
        if self.worth.sellers:
            found = [value + more for value, more in zip(found, self.worth.laters(gold))]
        return found

    def _ways(self, lot: Lot, gold: tuple[int, ...], mine: Sequence[int], buyer: int) -> list[Option | None]:
        """Returns what the buyer may do: buy nothing, or one of the tiles for which it has the gold."""
        me, most = self.seat, gold[buyer]
        every, dearest, own = lot.options.get(buyer) or self._options(lot, buyer)
        found = every if dearest <= most else [one for one in every if one is None or one[0] <= most]
        if not own:
            return found
        found = [*found]
        for one in own:
            stake = mine[one.slot]
            cost = self.cost(buyer, me, one.tile, stake) if self.prices else stake
            if cost <= most:
                found.append((cost, cost + stake, one))
        return found

    def _options(self, lot: Lot, buyer: int) -> tuple[list[Option | None], int, list[Purchase]]:
        """Returns nothing and what others offer, the highest price of that, and what the seat that plans offers."""
        every, dearest, own, worth = list[Option | None]([None]), 0, list[Purchase](), self.usual
        for seller, tiles in enumerate(lot.left):
            for slot, tile in tiles if seller != buyer else ():
                kept = worth.weights.keep * worth.gain(seller, tile)
                one = Purchase(seller, slot, tile, worth.gain(buyer, tile), kept)
                if seller == self.seat:
                    own.append(one)
                else:
                    stake = lot.asked[seller][slot]
                    cost = self.cost(buyer, seller, tile, stake)
                    every.append((cost, cost + stake, one))
                    dearest = max(dearest, cost)
        lot.options[buyer] = every, dearest, own
        return every, dearest, own

    def cost(self, buyer: int, seller: int, tile: int, stake: int) -> int:
        """Returns what the buyer would pay."""
        if not self.prices:
            return stake
        key = buyer, seller, tile
        more = self._more.get(key)
        if more is None:
            more = sum([gold for line in self.prices for _, gold in line(self.view, buyer, seller, tile)])
            self._more[key] = more
        return max(0, stake + more)

    def hand(self, seat: int, tiles: tuple[int, ...]) -> float:
        """Returns what these tiles add to the seat's territory if the best is laid first, then the best of the rest."""
        hands = self.worth.holdings[seat].hands
        found = hands.get(tiles)
        if found is None:
            same = tuple(sorted(tiles))
            if same not in hands:
                if seat not in self._laid:
                    self._laid[seat] = Hands(self.worth, seat)
                hands[same] = self._laid[seat].added(same)
            found = hands[tiles] = hands[same]
        return found
