"""Meters of the market: prices, gold, and which kinds of tile are bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from tilewright.authoring import (
    Action,
    Legal,
    Log,
    Meter,
    Metric,
    Picks,
    Rules,
    Value,
    Watcher,
    at_end,
    meter,
    picks,
)

from ..actions import Buy, Drop, PassTurn, Price
from ..appraise.territory_worth import Worth
from ..buy_phase import cheapest, on_offer
from ..round_end import exchanged
from ..state import IsleOfSkyeState, tile_named
from ..tiles import MARKS, SCROLL

if TYPE_CHECKING:
    from ..buy_phase import TileOffer
    from ..catalogue import Catalogue
    from ..tiles import Tile

LEFT = Metric(
    name="gold_left",
    title="gold left",
    more="players end with more gold",
    less="players end with less gold",
    group="economy",
    unit="gold",
    by="seat",
    doc="The seat's gold at the end, before it is exchanged for points.",
)
MARKET = (
    Metric(
        name="income",
        title="income",
        more="players earn more gold",
        less="players earn less gold",
        group="economy",
        unit="gold",
        by="seat",
        doc="Gold from the bank in phase 1 (IS-INC), mean of the rounds.",
    ),
    Metric(
        name="price",
        title="price laid on a tile",
        more="players lay higher prices on their tiles",
        less="players lay lower prices on their tiles",
        group="economy",
        unit="gold",
        doc="Gold that owners laid on the tiles they offered, mean of the tiles.",
    ),
    Metric(
        name="price_spread",
        title="spread of the prices",
        more="prices differ more",
        less="prices differ less",
        group="economy",
        unit="gold",
        doc="Standard deviation of the gold that owners laid on the tiles they offered.",
    ),
    Metric(
        name="price_paid",
        title="price paid",
        more="players pay more for tiles",
        less="players pay less for tiles",
        group="economy",
        unit="gold",
        by="seat",
        doc="Gold that the seat paid to another one for a tile, mean of its purchases in phase 4.",
    ),
    Metric(
        name="pass_rate",
        title="buying turns passed",
        more="players pass more often when they could buy",
        less="players pass less often when they could buy",
        group="economy",
        kind="rate",
        by="seat",
        doc="Of the seat's decisions to buy of another one or not (phase 4), the share not to.",
    ),
    Metric(
        name="unsold",
        title="offered tiles that nobody buys",
        more="more tiles stay unsold",
        less="fewer tiles stay unsold",
        group="economy",
        kind="rate",
        doc="Of the tiles offered at a price, the share that stays with its owner.",
    ),
)
TO_VALUE = Metric(
    name="price_to_value",
    title="price paid against the tile's value",
    more="cubes cost more than they are worth",
    less="cubes cost less for what they are worth",
    group="economy",
    by="seat",
    costly=True,
    doc="Gold that the seat paid to others in phase 4, divided by the gold that the tiles were worth to it when it "
    "bought them: the points that they add where they add most, as greedy appraises them, at greedy's rate of gold.",
)
KINDS = {
    **{mark: f"tile with {mark}" for mark in MARKS[:-1]},
    SCROLL: "tile with a scroll",
    "bare": "bare tile",
}
"""Kinds of tile by what they show; the castle, last of the marks, is on none that can be bought."""


def kinds_of(tile: Tile) -> list[str]:
    """Returns the kinds that a tile belongs to."""
    found = [mark for mark, number in zip(MARKS, tile.marks, strict=True) if number]
    found += [SCROLL] if tile.scrolls else []
    return found or ["bare"]


def revealed(state: IsleOfSkyeState, action: Action) -> bool:
    """True if the action just applied was the last of the sealed ones, so that prices are open."""
    return type(action) in (Price, Drop) and not any(state.sealed)


class Market(Watcher[IsleOfSkyeState]):
    """Prices, purchases, and the gold that comes between two rounds."""

    def __init__(self, state: IsleOfSkyeState) -> None:
        self.round = state.round
        self.gold = state.gold.copy()
        # Income of the first round has been paid when a game is set up.
        fresh = not state.turns and not state.round and any(state.offers) and not any(state.stakes)
        self.incomes = [state.gold.copy()] if fresh else []
        self.laid: list[int] = []
        self.paid: list[list[int]] = [[] for _ in state.seats]
        self.passed = [0] * len(state.seats)
        self.buying = state.rules.by_name["buy"].index
        self.offers: dict[int, TileOffer] | None = None
        """Offers that the seat about to decide may buy, by tile; None while it decides something else."""

    def deciding(self, state: IsleOfSkyeState, seat: int, legal: Legal) -> None:
        self.gold = state.gold.copy()
        frame = state.stack[-1]
        # A frame of the step that has more than two entries: the seat has bought.
        self.offers = None
        if frame[0] == self.buying and len(frame) == 2:
            self.offers = {}
            # One legal action is to pass.
            for offer in on_offer(state, seat) if len(legal) > 1 else ():
                if offer.cost < self.offers.get(offer.tile, offer._replace(cost=offer.cost + 1)).cost:
                    self.offers[offer.tile] = offer

    def decided(self, state: IsleOfSkyeState, action: Action, log: Log | None) -> None:
        if revealed(state, action):
            self.laid += [stake for stakes in state.stakes for stake in stakes]
        elif self.offers is not None:
            if type(action) is PassTurn:
                self.passed[action.seat] += 1
            elif type(action) is Buy:
                offer = self.offers[tile_named(state, action.tile)]
                self.paid[action.seat].append(offer.cost)
                self.gold[action.seat] -= offer.cost
                self.gold[offer.seller] += offer.cost + offer.stake
        if state.round != self.round:
            self.round = state.round
            self.incomes.append([now - before for now, before in zip(state.gold, self.gold, strict=True)])

    def values(self, state: IsleOfSkyeState) -> Mapping[str, Value]:
        laid, paid, number = self.laid, self.paid, len(self.laid)
        mean = sum(laid) / number if number else 0.0
        asked = [len(mine) + no for mine, no in zip(paid, self.passed, strict=True)]
        rounds = len(self.incomes)
        return {
            "income": [sum(mine) / rounds for mine in zip(*self.incomes, strict=True)] or [None] * len(paid),
            "price": mean if number else None,
            "price_spread": sqrt(sum((one - mean) ** 2 for one in laid) / number) if number else None,
            "price_paid": [sum(mine) / len(mine) if mine else None for mine in paid],
            "pass_rate": [
                no / times if times else None for no, times in zip(self.passed, asked, strict=True)
            ],
            "unsold": 1 - sum(map(len, paid)) / number if number else None,
        }


class Bargains(Watcher[IsleOfSkyeState]):
    """Compares what bought tiles cost with what they were worth to the buyer."""

    def __init__(self, state: IsleOfSkyeState) -> None:
        self.buying = state.rules.by_name["buy"].index
        self.paid = [0] * len(state.seats)
        self.worth = [0.0] * len(state.seats)
        self.offers: dict[int, tuple[int, float]] = {}
        """Of each tile that the seat about to decide may buy, its cost and its worth in gold."""

    def deciding(self, state: IsleOfSkyeState, seat: int, legal: Legal) -> None:
        tiles = {tile_named(state, one.tile) for one in legal if isinstance(one, Buy)}
        self.offers = {}
        if tiles and state.stack[-1][0] == self.buying:
            worth = Worth(state.view(seat))
            for tile in tiles:
                offer = cheapest(state, seat, tile)
                if offer is not None:
                    self.offers[tile] = offer.cost, worth.gain(seat, tile) / worth.rate

    def decided(self, state: IsleOfSkyeState, action: Action, log: Log | None) -> None:
        if isinstance(action, Buy) and self.offers:
            cost, value = self.offers[tile_named(state, action.tile)]
            self.paid[action.seat] += cost
            self.worth[action.seat] += value

    def values(self, state: IsleOfSkyeState) -> Mapping[str, Value]:
        each = zip(self.paid, self.worth, strict=True)
        return {"price_to_value": [cost / value if value > 0 else None for cost, value in each]}


class Bought(Picks["IsleOfSkyeState"]):
    """Counts the kinds bought of others in phase 4, of those offered at a price."""

    steps = ("price", "buy")

    def __init__(self, state: IsleOfSkyeState, kinds: Sequence[Sequence[str]]) -> None:
        super().__init__(state)
        self.kinds = kinds
        """By tile."""
        self.offered: Counter[str] = Counter()

    def picked(self, state: IsleOfSkyeState, action: Action) -> Sequence[str]:
        if type(action) is Buy:
            return self.kinds[tile_named(state, action.tile)]
        if revealed(state, action):
            for tiles in state.offers:
                for tile in tiles:
                    self.offered.update(self.kinds[tile])
        return ()

    def open(self, state: IsleOfSkyeState) -> Mapping[str, int]:
        return {kind: self.offered[kind] for kind in KINDS}


def gold_before(state: IsleOfSkyeState) -> list[int]:
    """Returns by seat the gold at the end plus what was exchanged for points."""
    return [left + more for left, more in zip(state.gold, exchanged(state), strict=True)]


def market_meters(rules: Rules) -> Sequence[Meter]:
    """Returns the meters of this file."""
    box: Catalogue = rules.assembled
    kinds = [kinds_of(tile) for tile in box.tiles]
    return [
        at_end([LEFT], lambda state: {"gold_left": gold_before(state)}),
        meter(MARKET, Market),
        meter([TO_VALUE], Bargains),
        meter(picks(KINDS), lambda state: Bought(state, kinds)),
    ]
