"""The worth of a territory to its owner as a match stands: points to come, and gold as a means to points.

Nothing here knows a scoring tile or scroll by name; each returns what it finds. The weights are judgements, chosen by
playing variants against each other with two and with four players.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING

import attrs

from ..state import track
from .outlook import Outlooks, layout

if TYPE_CHECKING:
    from tilewright.core.board import Board
    from tilewright.core.views import View

    from ..counting import Scoring
    from .outlook import Layout, Outlook


@attrs.frozen(kw_only=True)
class Weights:
    """Judgements, in points unless stated otherwise."""

    nearly: float = 0.35
    """The chance in each round that a region with a single open edge is closed."""
    room: float = 0.06
    """An open cell in each round to come, if all tiles fitted there; less for fewer."""
    loose: float = 0.3
    """What a barrel tile apart from the road promises, as a share of what it would bring."""
    growth: float = 0.06
    """The share by which a scroll grows in each round to come."""
    gold: float = 0.2
    """A piece of gold as a means, in each round to come, on top of what it is exchanged for at the end."""
    spread: float = 0.6
    """How far amounts that are compared may still drift apart in this round (the logistic's scale)."""
    drift: float = 0.5
    """The same for each round to come."""
    most: float = 0.5
    """The share of what comparing gold would bring now that is counted on: gold is easily spent."""

    rival: float = 0.5
    """The share of a rival's gain that is one's own loss; divided among several rivals."""
    price: float = 0.4
    """Others are expected to offer a tile at this share of its worth to the best buyer."""
    doubt: float = 1.0
    """How far off judgements of what a buyer will do are (the logistic's scale)."""
    staked: float = 0.6
    """Others are expected to lay this share of their gold at their own tiles."""
    purse: float = 2.0
    """How far off, in gold, that judgement is."""
    reach: float = 0.75
    """The share of a good offer's gain that is counted on beforehand."""
    keep: float = 0.8
    """The share of its worth that a tile has if it is kept: it is not the only one to be built."""


WEIGHTS = Weights()


def sure(lead: float, scale: float) -> float:
    """Returns the chance that something judged to be ahead by `lead` is ahead."""
    return 1 / (1 + exp(max(-30.0, min(30.0, -lead / scale))))


class Worth:
    """Weighs outlooks as a view's match stands. Everyone's gold is used, since a player who counts along knows it."""

    def __init__(self, view: View, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self._seat = view.seat
        self.boards: Sequence[Board] = view.territories
        self.gold: list[int] = view.recall("gold")
        self.outlooks = Outlooks(view)
        self.layouts = [layout(board) for board in self.boards]
        self.now = [
            self.outlooks.of(board, key) for board, key in zip(self.boards, self.layouts, strict=True)
        ]
        options, tiles = view.options, self.outlooks.catalogue.tiles
        rounds = track(view)[view.round :]
        self.left = len(rounds) - 1
        """Number of rounds after this one."""
        self.rate: float = 1 / options.gold_for_vp + weights.gold * self.left
        """The worth of a piece of gold."""
        self._scroll = 1 + weights.growth * self.left
        self._barrel: float = options.barrel_income * self.left * self.rate
        self._room = weights.room * self.left / sum(tile.copies for tile in tiles)
        memo = self.outlooks.memo
        # Places with their scorings to come: how many, and how many count for nearly closed regions; or when.
        self._each: list[tuple[int, int, float]] = []
        self._most: list[tuple[int, list[int]]] = []
        self._golden: list[tuple[int, list[int]]] = []
        for place, (tile, golden) in enumerate(zip(memo.scorings, memo.golden, strict=True)):
            when = [n for n, line in enumerate(rounds) if place in line.scored]
            if golden:
                self._golden.append((place, when))
            elif tile.kind == "majority":
                self._most.append((place, when))
            else:
                hoped = sum(1 - (1 - weights.nearly) ** n for n in when)
                self._each.append((place, len(when), hoped))
        self.rivalry = weights.rival / (len(self.gold) - 1)
        """The share of one rival's gain that the seat loses."""
        self._prizes: dict[tuple[int, int, int], float] = {}
        self._view, self._sellers = view, view.rules.calls("sold_later")
        self._sales: list[Sequence[tuple[int, float]]] | None = None
        self._later: dict[int, float] = {}
        self._weighed: dict[tuple[int, int], tuple[float, float]] = {}

    def of(self, seat: int, seen: Outlook) -> float:
        """Returns what a territory with this outlook is worth to the seat: the sum of its `lines`."""
        worth = seen.scrolls * self._scroll + seen.room * self._room
        worth += (seen.barrels + self.weights.loose * seen.loose) * self._barrel
        for place, times, hoped in self._each:
            total = seen.totals[place]
            worth += total * times + (seen.nearly[place] - total) * hoped
        for place, when in self._most:
            worth += self._prize(place, when, seat, seen.totals[place])
        if seen.promised:
            worth += self._promised(seen)
        return worth

    def _promised(self, seen: Outlook) -> float:
        return sum(once + each * self.left for _, once, each in seen.promised)

    def lines(self, seat: int, seen: Outlook) -> list[tuple[str, float]]:
        """Returns the lines that make up the worth of a territory with this outlook: (label, points)."""
        scorings = self.outlooks.memo.scorings
        worth: dict[int, float] = {}
        for place, times, hoped in self._each:
            total = seen.totals[place]
            worth[place] = total * times + (seen.nearly[place] - total) * hoped
        for place, when in self._most:
            worth[place] = self._prize(place, when, seat, seen.totals[place])
        return [
            *((scorings[place].id, worth[place]) for place in sorted(worth)),
            ("scrolls", seen.scrolls * self._scroll),
            ("whisky", (seen.barrels + self.weights.loose * seen.loose) * self._barrel),
            ("room", seen.room * self._room),
            *((label, once + each * self.left) for label, once, each in seen.promised),
        ]

    def purse(self, seat: int, gold: int) -> float:
        """Returns what this much gold is worth to the seat."""
        compared = sum(self._prize(place, when, seat, gold) for place, when in self._golden)
        return gold * self.rate + compared * self.weights.most

    def later(self, gold: int) -> float:
        """Returns what the view's seat with this gold can hope to gain later in this round from what modules sell."""
        if not self._sellers:
            return 0.0
        if self._sales is None:
            self._sales = [call(self._view, self) for call in self._sellers]
        if gold not in self._later:
            best = [
                max([0.0, *(gain - price * self.rate for price, gain in sales if price <= gold)])
                for sales in self._sales
            ]
            self._later[gold] = sum(best) * self.weights.reach
        return self._later[gold]

    def gains(self, seat: int, board: Board, key: Layout, tile: int) -> dict[int, float]:
        """Returns by placement what the tile adds to a territory of the seat that has this layout."""
        outlooks = self.outlooks
        before = self.of(seat, outlooks.of(board, key))
        wherever = outlooks.wherever(board, key, tile)
        return {place: self.of(seat, seen) - before for place, seen in wherever.items()}

    def gain(self, seat: int, tile: int) -> float:
        """Returns what the tile adds to the seat's territory where it fits best; 0 if it has no place."""
        return self._weigh(seat, tile)[0]

    def seeming(self, seat: int, tile: int) -> float:
        """Returns the gain without what modules promise: prices follow it, and so do the expected decisions of others.

        Gold at an unsold tile is lost. Laid for the sake of promises, it brought them and cost as much elsewhere
        (benchmarks/appraisals.py).
        """
        return self._weigh(seat, tile)[1]

    def _weigh(self, seat: int, tile: int) -> tuple[float, float]:
        """Returns the gain and the seeming gain."""
        key = seat, tile
        if key not in self._weighed:
            board, layout = self.boards[seat], self.layouts[seat]
            gains = self.gains(seat, board, layout, tile)
            if not self.outlooks.catalogue.promised or not gains:
                best = max(gains.values(), default=0.0)
                self._weighed[key] = best, best
            else:
                had = self._promised(self.outlooks.of(board, layout))
                wherever = self.outlooks.wherever(board, layout, tile)
                seeming = {
                    place: gains[place] - self._promised(seen) + had for place, seen in wherever.items()
                }
                laid = max(seeming, key=seeming.__getitem__)
                # Others lay it where it seems best; what it brings them there is another matter.
                self._weighed[key] = max(gains.values()) if seat == self._seat else gains[laid], seeming[laid]
        return self._weighed[key]

    def _prize(self, place: int, when: Sequence[int], seat: int, amount: int) -> float:
        """Returns what all scorings to come bring if this amount is compared with what the others have now."""
        key = place, seat, amount
        if key not in self._prizes:
            memo = self.outlooks.memo
            tile = memo.scorings[place]
            others = [
                self.gold[other] if memo.golden[place] else seen.totals[place]
                for other, seen in enumerate(self.now)
                if other != seat
            ]
            weights = self.weights
            self._prizes[key] = sum(
                expected(tile, amount, others, weights.spread + weights.drift * n) for n in when
            )
        return self._prizes[key]


def expected(tile: Scoring, amount: int, others: Sequence[int], scale: float) -> float:
    """Returns the expected prize of a majority, if each lead may still change (IS-ST-MAJ)."""
    ahead = [1.0]  # the chances that none, one, two ... of the others are ahead
    for other in others:
        level = sure(amount - other + 0.5, scale)  # who ties is paid as well
        ahead = [
            before * level + after * (1 - level)
            for before, after in zip([*ahead, 0.0], [0.0, *ahead], strict=True)
        ]
    some = sure(amount - tile.least + 0.5, scale)
    return some * sum(points * chance for points, chance in zip(tile.points, ahead, strict=False))
