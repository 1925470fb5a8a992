"""Consequences of prices: who buys what in the rest of the buying phase, and what the tiles bring when they are laid.

Offers are judged by what each seat then has: its gold, and all its new tiles laid together in its territory. Seats buy
in turn order, each looking ahead to the next one; others choose better offers more often, not always.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from tilewright.authoring import SQUARE8, View, placement, spot

from ..state import from_start

if TYPE_CHECKING:
    from .territory_worth import Worth

DEPTH = 2
"""The number of seats that buy, from the first that still may; what the others do is left open."""
RARE = 0.01
"""Choices that are less likely are left out."""
WIDTH = 2
"""Offers that a buyer thinks about when prices of more than two seats are imagined."""


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


class Deals:
    """Foresees the buying phase from a table."""

    def __init__(self, view: View, worth: Worth, width: int | None = None) -> None:
        """Buyers think about all offers, or about the `width` that seem best."""
        assert view.seat is not None
        self._width = width
        self.view, self.worth, self.seat = view, worth, view.seat
        self.order: Sequence[int] = from_start(view)
        self.prices = worth.outlooks.catalogue.prices
        self._more: dict[tuple[int, int, int], int] = {}
        self._purses = worth.outlooks.memo.thought(worth.key).purses
        self._scale = worth.weights.sway

    def lead(self, values: Sequence[float], seat: int) -> float:
        """Returns what these values by seat are worth to a seat."""
        return values[seat] - self.worth.rivalry * (sum(values) - values[seat])

    def foreseen(self, table: Table, order: Sequence[int]) -> Sequence[float]:
        """Returns by seat what it should have when these seats have bought in this order."""
        if not order:
            hand, purse = self.hand, self.purse
            found = [
                hand(seat, bought + kept) + purse(seat, gold)
                for seat, (bought, kept, gold) in enumerate(zip(table.hands, table.offers, table.gold))
            ]
            if self.worth.sellers:
                later = self.worth.later
                found = [
                    value + later(seat, gold) for seat, (value, gold) in enumerate(zip(found, table.gold))
                ]
            return found
        buyer, rest = order[0], order[1:]
        offers = [
            (cost, seller, slot)
            for seller, (tiles, stakes) in enumerate(zip(table.offers, table.stakes))
            if seller != buyer
            for slot, tile in enumerate(tiles)
            for cost in (self.cost(buyer, seller, tile, stakes[slot]),)
            if cost <= table.gold[buyer]
        ]
        if self._width is not None and len(offers) > self._width:
            rate, gain, tiles = self.worth.rate, self.worth.gain, table.offers
            offers.sort(key=lambda one: one[0] * rate - gain(buyer, tiles[one[1]][one[2]]))
            del offers[self._width :]
        options = [self.foreseen(table, rest)]
        for cost, seller, slot in offers:
            options.append(self.foreseen(table.bought(buyer, seller, slot, cost), rest))
        if len(options) == 1:
            return options[0]
        leads = [self.lead(values, buyer) for values in options]
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
            for seat in range(len(table.gold))
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

    def purse(self, seat: int, gold: int) -> float:
        """As `Worth.purse`."""
        key = seat, gold
        found = self._purses.get(key)
        if found is None:
            found = self._purses[key] = self.worth.purse(seat, gold)
        return found

    def hand(self, seat: int, tiles: tuple[int, ...]) -> float:
        """Returns what these tiles add to the seat's territory if the best is laid first, then the best of the rest."""
        hands = self.worth.holdings[seat].hands
        found = hands.get(tiles)
        if found is None:
            same = tuple(sorted(tiles))
            if same not in hands:
                hands[same] = self._laid(seat, list(same))
            found = hands[tiles] = hands[same]
        return found

    def _laid(self, seat: int, tiles: list[int]) -> float:
        worth, outlooks = self.worth, self.worth.outlooks
        seen, whole = worth.seen[seat], 0.0
        gains = {tile: worth.gains(seat, tile) for tile in tiles}
        while tiles:
            best = [(max(gains[tile].values()), tile) for tile in tiles if gains[tile]]
            if not best:
                break
            gain, tile = max(best)
            place = max(gains[tile], key=gains[tile].__getitem__)
            whole += gain
            tiles.remove(tile)
            if not tiles:
                break
            laid = outlooks.next(seen, tile, place)
            before, near = worth.weigh(seat, laid.number), SQUARE8.neighbours(spot(place)[0])
            after: dict[int, dict[int, float]] = {}
            for other in dict.fromkeys(tiles):
                now, fits = gains[other], outlooks.catalogue.tiles[other].face.fits
                found = after[other] = {}
                for cell, wanted in laid.ground.frontier.items():
                    for rotation in fits[wanted]:
                        following = placement(cell, rotation)
                        # Away from the new tile, another adds as much as it did before.
                        if cell not in near and following in now:
                            found[following] = now[following]
                        else:
                            both = outlooks.both(seen, laid, (tile, place), (other, following))
                            found[following] = worth.weigh(seat, both) - before
            seen, gains = laid, after
        return whole
