"""Consequences of prices: who buys what in the rest of the buying phase, and what the tiles bring when they are laid.

Offers are judged by what each seat then has: its gold, and all its new tiles laid together in its territory. Seats buy
in turn order, each looking ahead to the next one; others choose better offers more often, not always.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ..state import from_start
from .laid_hands import Hands
from .purchases import Lot, Option, Purchase

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .territory_worth import Worth

DEPTH = 2
"""The number of seats that buy, from the first that still may; what the others do is left open."""
RARE = 0.01
"""Choices that are less likely are left out."""
WIDTH = 2
"""Offers that a buyer thinks about when prices of more than two seats are imagined."""


NO_LIMIT = 99
"""So many offers a buyer may think about who looks at all of them."""
_number = itemgetter(1)


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

    def __init__(self, view: View, worth: Worth, width: int | None = None) -> None:
        """Buyers think about all offers, or about the `width` that seem best."""
        assert view.seat is not None
        self._width = NO_LIMIT if width is None else width
        self.view, self.worth, self.seat = view, worth, view.seat
        self.order: Sequence[int] = from_start(view)
        self.prices = worth.outlooks.catalogue.prices
        self._more: dict[tuple[int, int, int], int] = {}
        self.purses = [Purses(worth, seat) for seat in range(len(worth.gold))]
        """By seat."""
        self._laid: dict[int, Hands] = {}
        """By seat."""
        self._scale = worth.weights.sway

    def lead(self, values: Sequence[float], seat: int) -> float:
        """Returns what these values by seat are worth to a seat."""
        return values[seat] - self.worth.rivalry * (sum(values) - values[seat])

    def foreseen(self, table: Table, order: Sequence[int]) -> list[float]:
        """Returns by seat what it should have when these seats have bought in this order."""
        lot = Lot.of(table.offers, table.stakes, table.hands)
        return self.going_on(lot, table.stakes[self.seat], table.gold, order)

    def going_on(
        self, lot: Lot, mine: Sequence[int], gold: Sequence[int], order: Sequence[int]
    ) -> list[float]:
        """Returns the same for a lot, if the seat that plans has laid this gold at its tiles."""
        if not order:
            return self._having(lot, gold)
        buyer, rest = order[0], order[1:]
        if not rest:
            return self._last(lot, mine, gold, buyer)
        options = [self.going_on(lot, mine, gold, rest)]
        for _, _, cost, paid, one in self._offered(lot, mine, gold, buyer):
            new = list(gold)
            new[buyer] -= cost
            new[one.seller] += paid
            options.append(self.going_on(one.then or lot.after(buyer, one), mine, tuple(new), rest))
        return self._chosen(buyer, options)

    def _last(self, lot: Lot, mine: Sequence[int], gold: Sequence[int], buyer: int) -> list[float]:
        """Returns the same if one seat still buys: all but that one and a seller have what they had."""
        if buyer == self.seat and gold in lot.known:
            return lot.known[gold]
        had, purses = self._having(lot, gold), self.purses
        options, later = [had], self.worth.later if self.worth.sellers else None
        for _, _, cost, paid, one in self._offered(lot, mine, gold, buyer):
            seller, values = one.seller, had.copy()
            bought, unsold = one.ends or self._ends(lot, buyer, one)
            left, has = gold[buyer] - cost, gold[seller] + paid
            values[buyer], values[seller] = bought + purses[buyer][left], unsold + purses[seller][has]
            if later is not None:
                values[buyer] += later(buyer, left)
                values[seller] += later(seller, has)
            options.append(values)
        found = self._chosen(buyer, options)
        if buyer == self.seat:
            lot.known[gold] = found
        return found

    def _having(self, lot: Lot, gold: Sequence[int]) -> list[float]:
        """Returns by seat what it has if nobody buys any more."""
        if not lot.worths:
            lot.worths = [self.hand(seat, lot.had(seat)) for seat in range(len(gold))]
        found = [tiles + purse[has] for tiles, purse, has in zip(lot.worths, self.purses, gold)]
        if self.worth.sellers:
            later = self.worth.later
            found = [value + later(seat, gold[seat]) for seat, value in enumerate(found)]
        return found

    def _ends(self, lot: Lot, buyer: int, one: Purchase) -> tuple[float, float]:
        """Returns what the tiles of buyer and seller add after a purchase if nobody buys any more."""
        hands, left, seller = lot.hands, lot.left, one.seller
        bought = (*hands[buyer], one.tile, *[tile for _, tile in left[buyer]])
        unsold = (*hands[seller], *[tile for slot, tile in left[seller] if slot != one.slot])
        one.ends = self.hand(buyer, bought), self.hand(seller, unsold)
        return one.ends

    def _offered(self, lot: Lot, mine: Sequence[int], gold: Sequence[int], buyer: int) -> list[Option]:
        """Returns the purchases that the buyer thinks about."""
        most, width, rate, me = gold[buyer], self._width, self.worth.rate, self.seat
        others, own = lot.options.get(buyer) or self._options(lot, buyer)
        found: list[Option] = []
        for option in others:
            if option[2] <= most:
                found.append(option)
                if len(found) > width:
                    break
        for one in own:
            stake = mine[one.slot]
            cost = self.cost(buyer, me, one.tile, stake) if self.prices else stake
            if cost <= most:
                found.append((cost * rate - one.gain, one.number, cost, cost + stake, one))
        if len(found) > width:
            found.sort()
            del found[width:]
        elif others:
            found.sort(key=_number)
        return found

    def _options(self, lot: Lot, buyer: int) -> tuple[list[Option], list[Purchase]]:
        """Returns what the buyer may choose: offers of others, the best first, and those of the seat that plans."""
        few, others, own, number = self._width < NO_LIMIT, list[Option](), list[Purchase](), 0
        for seller, tiles in enumerate(lot.left):
            for slot, tile in tiles if seller != buyer else ():
                one = Purchase(seller, slot, tile, number, self.worth.gain(buyer, tile) if few else 0.0)
                number += 1
                if seller == self.seat:
                    own.append(one)
                else:
                    stake = lot.asked[seller][slot]
                    cost = self.cost(buyer, seller, tile, stake)
                    others.append((cost * self.worth.rate - one.gain, one.number, cost, cost + stake, one))
        others.sort()
        lot.options[buyer] = others, own
        return others, own

    def _chosen(self, buyer: int, options: list[list[float]]) -> list[float]:
        """Returns by seat what it should have if the buyer chooses among these."""
        if len(options) == 1:
            return options[0]
        rivalry = self.worth.rivalry
        leads = [values[buyer] - rivalry * (sum(values) - values[buyer]) for values in options]  # `lead`
        most = max(leads)
        if buyer == self.seat:
            return options[leads.index(most)]
        chances = [exp(max(-30.0, (one - most) / self._scale)) for one in leads]
        least = RARE * sum(chances)
        likely = [(values, chance) for values, chance in zip(options, chances) if chance >= least]
        if len(likely) == 1:
            return likely[0][0]
        whole = sum([chance for _, chance in likely])
        return [
            sum([values[seat] * chance for values, chance in likely]) / whole
            for seat in range(len(options[0]))
        ]

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
