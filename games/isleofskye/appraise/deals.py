"""What comes of prices: who buys what in the rest of the buying phase, and what the tiles bring when they are laid.

Offers are judged by what each seat then has: its gold, and all its new tiles laid together in its territory. Seats buy
in turn order, each looking ahead to the next one; others choose better offers more often, not always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from tilewright.core.board import spot
from tilewright.core.grid import SQUARE8

from ..state import MARKED, from_start

if TYPE_CHECKING:
    from tilewright.core.views import View

    from .bidding import Offering
    from .worth import Worth

BEYOND = -1e3
"""The worth of prices that are higher than need be."""
DEPTH = 2
"""The number of seats that buy, from the first that still may; what the others do is left open."""
RARE = 0.01
"""Choices that are less likely are left out."""


class Table(NamedTuple):
    """What lies on the table while seats buy, and what they have."""

    offers: tuple[tuple[tuple[int, int], ...], ...]
    """By seat, its tiles for sale with the gold at them."""
    gold: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """By seat, the tiles that it has bought."""

    def bought(self, buyer: int, seller: int, slot: int, cost: int) -> Table:
        """Returns the table after a purchase: the seller gets the price, and its own gold back (IS-BUY-3)."""
        tile, stake = self.offers[seller][slot]
        offers, gold, hands = list(self.offers), list(self.gold), list(self.hands)
        offers[seller] = offers[seller][:slot] + offers[seller][slot + 1 :]
        gold[buyer] -= cost
        gold[seller] += cost + stake
        hands[buyer] = (*hands[buyer], tile)
        return Table(tuple(offers), tuple(gold), tuple(hands))


class Deals:
    """Foresees the buying phase from a table."""

    def __init__(self, view: View, worth: Worth) -> None:
        assert view.seat is not None
        self.view, self.worth, self.seat = view, worth, view.seat
        self.order: Sequence[int] = from_start(view)
        self.prices = worth.outlooks.catalogue.prices
        thoughts = worth.outlooks.memo.thought((worth.key, "deals"))
        self._hands, self._purses = thoughts.hands, thoughts.purses
        self._scale = worth.weights.sway

    def lead(self, values: Sequence[float], seat: int) -> float:
        """Returns what these values by seat are worth to a seat."""
        return values[seat] - self.worth.rivalry * (sum(values) - values[seat])

    def foreseen(self, table: Table, order: Sequence[int]) -> Sequence[float]:
        """Returns by seat what it should have when these seats have bought in this order."""
        if not order:
            found = [
                self.hand(seat, (*table.hands[seat], *(tile for tile, _ in table.offers[seat])))
                + self.purse(seat, gold)
                for seat, gold in enumerate(table.gold)
            ]
            found[self.seat] += self.worth.later(table.gold[self.seat])
            return found
        buyer, rest = order[0], order[1:]
        options = [self.foreseen(table, rest)]
        for seller, offers in enumerate(table.offers):
            if seller == buyer:
                continue
            for slot, (tile, stake) in enumerate(offers):
                cost = self.cost(buyer, seller, tile, stake)
                if cost <= table.gold[buyer]:
                    options.append(self.foreseen(table.bought(buyer, seller, slot, cost), rest))
        if len(options) == 1:
            return options[0]
        leads = [self.lead(values, buyer) for values in options]
        most = max(leads)
        if buyer == self.seat:
            return options[leads.index(most)]
        chances = [exp(max(-30.0, (one - most) / self._scale)) for one in leads]
        whole = sum(chances)
        mixed = [0.0] * len(table.gold)
        for values, chance in zip(options, chances, strict=True):
            if chance >= RARE * whole:
                for seat, value in enumerate(values):
                    mixed[seat] += value * chance / whole
        return mixed

    def cost(self, buyer: int, seller: int, tile: int, stake: int) -> int:
        """Returns what the buyer would pay."""
        if not self.prices:
            return stake
        more = sum(gold for line in self.prices for _, gold in line(self.view, buyer, seller, tile))
        return max(0, stake + more)

    def purse(self, seat: int, gold: int) -> float:
        """As `Worth.purse`."""
        key = seat, gold
        found = self._purses.get(key)
        if found is None:
            found = self._purses[key] = self.worth.purse(seat, gold)
        return found

    def hand(self, seat: int, tiles: Sequence[int]) -> float:
        """Returns what these tiles add to the seat's territory if the best is laid first, then the best of the rest."""
        key = seat, tuple(sorted(tiles))
        found = self._hands.get(key)
        if found is None:
            found = self._hands[key] = self._laid(seat, list(key[1]))
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
            before, near = worth.of(seat, laid.now), SQUARE8.neighbours(spot(place)[0])
            gains = {
                # Away from the new tile, another adds as much as it did before.
                other: {
                    following: gains[other][following]
                    if following in gains[other] and spot(following)[0] not in near
                    else worth.of(seat, outlooks.following(laid, other, following)) - before
                    for following in laid.ground.placements(outlooks.catalogue.tiles[other].face)
                }
                for other in tiles
            }
            seen = laid
        return whole


class Plans:
    """What each way to price all tiles brings the view's seat, against what the other of two is expected to ask."""

    def __init__(self, view: View, worth: Worth, offering: Offering) -> None:
        self.worth, self.seat, self.now = worth, offering.seat, offering.now
        self.deals = Deals(view, worth)
        thoughts = worth.outlooks.memo.thought((worth.key, self.seat, offering.offers, view.start, "plans"))
        self._brings = thoughts.plans if not worth.sellers else {}
        self.other = 1 - self.seat
        if not thoughts.stakes:
            rival = type(offering)(view, worth.seen_by(self.other), self.other)
            thoughts.stakes.append(rival.plan())
        self._asked = _laid(offering.offers[self.other], thoughts.stakes[0])
        left = worth.gold[self.other] - sum(stake for _, stake in self._asked)
        first = self.deals.order[0] == self.other
        dearest = 0 if first else max([2 * stake for _, stake in self._asked], default=0)
        self._highest = left + dearest + 1
        """Every price from here on is beyond what the other will have."""
        self._best: dict[tuple[int, int], float] = {}
        for stakes in self._stakes(0, self.now.free, self.now.drops, ()):
            brings = self._bring(stakes)
            for slot in self.now.waiting:
                key = slot, stakes[slot]
                self._best[key] = max(self._best.get(key, brings), brings)

    def best(self, slot: int, stake: int) -> float:
        """Returns the most that may come of it if this much gold (or MARKED) lies at this tile."""
        return self._best.get((slot, stake), BEYOND)

    def _stakes(
        self, slot: int, free: int, drops: bool, before: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yields every way to go on."""
        now = self.now
        if slot == len(now.stakes):
            if not drops:
                yield before
            return
        decided = now.stakes[slot]
        if decided is not None:
            yield from self._stakes(slot + 1, free, drops, (*before, decided))
            return
        if drops:
            yield from self._stakes(slot + 1, free, False, (*before, MARKED))
        rest = sum(stake is None for stake in now.stakes[slot + 1 :]) - drops
        if rest < 0:
            return
        for price in range(now.lowest, min(free - rest * now.lowest, max(now.lowest, self._highest)) + 1):
            yield from self._stakes(slot + 1, free - price, drops, (*before, price))

    def _bring(self, stakes: tuple[int, ...]) -> float:
        found = self._brings.get(stakes)
        if found is None:
            worth, seat = self.worth, self.seat
            offers: list[tuple[tuple[int, int], ...]] = [(), ()]
            offers[seat] = _laid(self.deals.view.offers[seat], stakes)
            offers[self.other] = self._asked
            gold = tuple(
                had - sum(stake for _, stake in laid) for had, laid in zip(worth.gold, offers, strict=True)
            )
            table = Table(tuple(offers), gold, ((), ()))
            found = self.deals.lead(self.deals.foreseen(table, self.deals.order), seat)
            self._brings[stakes] = found
        return found


def _laid(tiles: Sequence[int], stakes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Returns the tiles that are offered, with the gold at them."""
    return tuple((tile, stake) for tile, stake in zip(tiles, stakes, strict=True) if stake != MARKED)
