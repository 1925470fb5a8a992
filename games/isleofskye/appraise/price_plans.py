"""Ways to price all tiles at once, by what comes of them when all seats buy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ..state import MARKED
from .purchases import Lot
from .sales import Deals

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .bidding import Offering
    from .territory_worth import Worth

LIKELY = 200
"""With more than two seats, the number of plans that are looked at."""
MOST = 5_000
"""Options may allow more plans than this, or much gold may."""


class Plans:
    """The gain of the view's seat from each way to price, against what the others are expected to ask."""

    def __init__(self, view: View, worth: Worth, offering: Offering) -> None:
        self.worth, self.seat, self.now = worth, offering.seat, offering.now
        seats = range(len(offering.offers))
        self._two = len(seats) == 2
        self.deals = Deals(view, worth)
        thoughts = worth.outlooks.memo.thought((worth.key, self.seat, offering.offers, view.start, "plans"))
        self._brings = thoughts.plans if not worth.sellers else {}
        if not thoughts.stakes:
            for seat in seats:
                mine = seat == self.seat
                thoughts.stakes.append(
                    () if mine else type(offering)(view, self.deals.usual.seen_by(seat), seat).plan()
                )
        self._offers, self._asked = offering.offers, thoughts.stakes
        self._lots: dict[int, Lot] = {}
        """By the place of the tile that is dropped."""
        self._left = [gold - laid(asked) for gold, asked in zip(worth.gold, self._asked, strict=True)]
        """By seat, the gold that it keeps if its plan is followed; all of it for the seat that plans."""
        dearest = 2 * max([0, *(stake for asked in self._asked for stake in asked)])
        if self._two and self.deals.order[0] != self.seat:
            dearest = 0
        self._highest = 1 + dearest + max(worth.gold[n] - laid(self._asked[n]) for n in offering.buyers)
        """Every price from here on is beyond what the others will have."""
        self._best: dict[int, dict[int, float]] = {}
        """By place, the most that plans bring with each price there."""
        plans = list(islice(self._stakes(0, self.now.free, self.now.drops, ()), MOST))
        self.all = len(plans) < MOST
        """False if there are too many plans to look at."""
        if self.all:
            brings = [self._bring(stakes) for stakes in plans] if self._two else self._likely(plans, offering)
            for slot in self.now.waiting:
                best = self._best[slot] = {}
                for stakes, more in zip(plans, brings, strict=True):
                    price = stakes[slot]
                    if price not in best or more > best[price]:
                        best[price] = more

    def _likely(self, plans: Sequence[tuple[int, ...]], offering: Offering) -> list[float]:
        """Returns what plans bring: exactly for the likely ones, for others by how far they seem to be behind those."""
        spent, has = dict[int, float](), self.worth.gold[self.seat]
        brings, seeming = list[dict[int, float]](), list[float]()
        for tile, asked in zip(offering.offers[self.seat], zip(*plans)):
            brings.append({MARKED: 0.0} | {one: offering.offer(tile, one) for one in {*asked} - {MARKED}})
        for stakes in plans:
            kept = has - laid(stakes)
            if kept not in spent:
                spent[kept] = offering.spent(kept)
            seeming.append(sum([more[stake] for more, stake in zip(brings, stakes)]) + spent[kept])
        likely = sorted(range(len(plans)), key=lambda n: -seeming[n])[:LIKELY]
        exact = {n: self._bring(plans[n]) for n in likely}
        last, least = seeming[likely[-1]], min(exact.values())
        return [exact.get(n, least + (more - last)) for n, more in enumerate(seeming)]

    def best(self, slot: int, stake: int) -> float:
        """Returns the most that may come of it if this much gold (or MARKED) lies at this tile."""
        most = max(self.now.lowest, self._highest)
        # What is more than the others can pay is lost like the rest; that it may lack elsewhere changes no choice.
        return self._best[slot][min(stake, most)] - max(0, stake - most) * self.worth.rate

    def _stakes(
        self, slot: int, free: int, drops: bool, before: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yields every way to go on."""
        now = self.now
        if slot == len(now.stakes):
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
            deals, gold = self.deals, list(self._left)
            gold[self.seat] -= laid(stakes)
            dropped = stakes.index(MARKED) if MARKED in stakes else -1
            lot = self._lots.get(dropped)
            if lot is None:
                asked = list(self._asked)
                asked[self.seat] = stakes
                lot = self._lots[dropped] = Lot.of(self._offers, asked, [() for _ in asked])
            found = deals.lead(deals.going_on(lot, tuple(gold), stakes, deals.order), self.seat)
            self._brings[stakes] = found
        return found


def laid(stakes: Sequence[int]) -> int:
    """Returns the gold that lies at tiles."""
    return sum([stake for stake in stakes if stake != MARKED])
