"""Ways to price all tiles at once, by what comes of them when both seats buy. With more seats there are too many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ..state import MARKED
from .deals import Deals, Table

if TYPE_CHECKING:
    from tilewright.core.views import View

    from .bidding import Offering
    from .worth import Worth

MOST = 5_000
"""Options may allow more plans than this, or much gold may."""


class Plans:
    """What each way to price brings the view's seat, against what the other of two seats is expected to ask."""

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
        asked = self._asked[1]
        first = self.deals.order[0] == self.other
        dearest = 0 if first else 2 * max(asked, default=0)
        self._highest = worth.gold[self.other] - sum(asked) + dearest + 1
        """Every price from here on is beyond what the other will have."""
        self._best: dict[tuple[int, int], float] = {}
        plans = list(islice(self._stakes(0, self.now.free, self.now.drops, ()), MOST))
        self.all = len(plans) < MOST
        """False if there are too many plans to look at."""
        for stakes in plans if self.all else ():
            brings = self._bring(stakes)
            for slot in self.now.waiting:
                key = slot, stakes[slot]
                self._best[key] = max(self._best.get(key, brings), brings)

    def best(self, slot: int, stake: int) -> float:
        """Returns the most that may come of it if this much gold (or MARKED) lies at this tile."""
        most = max(self.now.lowest, self._highest)
        # What is more than the other can pay is lost like the rest.
        return self._best[slot, min(stake, most)] - max(0, stake - most) * self.worth.rate

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
            mine = _laid(self.deals.view.offers[seat], stakes)
            both = (mine, self._asked) if seat == 0 else (self._asked, mine)
            table = Table(
                (both[0][0], both[1][0]),
                (both[0][1], both[1][1]),
                (worth.gold[0] - sum(both[0][1]), worth.gold[1] - sum(both[1][1])),
                ((), ()),
            )
            found = self.deals.lead(self.deals.foreseen(table, self.deals.order), seat)
            self._brings[stakes] = found
        return found


def _laid(tiles: Sequence[int], stakes: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the tiles that are offered, and the gold at them."""
    laid = [(tile, stake) for tile, stake in zip(tiles, stakes, strict=True) if stake != MARKED]
    return tuple([tile for tile, _ in laid]), tuple([stake for _, stake in laid])
