"""Estimates what the module's moves and belongings are worth to a seat, in points, from what that seat can know.

Tiles and gold are judged as the game judges them; what is added here are judgements on tablets and on tiles of the bag,
chosen by playing variants against each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import SQUARE4, Action, Choice, View, hook, weight

from ...appraise import choice
from ...appraise.bidding import Lines
from ...appraise.territory_worth import Worth, sure
from ...buy_phase import on_offer
from ...state import catalogue, from_start, tile_named
from ...territory import territory
from .actions import BuyOwn, Draw, Keep, Rescore, Take
from .state import NAME, bag_drawn, bag_price, options, seen, spaces, tablets_on
from .tablets import rescored

if TYPE_CHECKING:
    from .files import Tablet


@attrs.frozen(kw_only=True, cache_hash=True)
class Weights:
    """Judgements of the module, in points unless stated otherwise."""

    buying: float = weight(
        0.8, 0.0, 2.0, "how often in a round a discount's owner buys of another player, so that it counts"
    )
    drawing: float = weight(
        0.3, 0.0, 1.5, "how often in a round the owner of a bag tablet buys from the bag, so that it counts"
    )
    choosing: float = weight(
        0.4, 0.0, 3.0, "what one more tile to choose from is worth to the owner of a bag tablet"
    )
    own: float = weight(0.4, 0.0, 3.0, "what an own-tile tablet is worth in a round")
    scroll: float = weight(
        2.0, 0.0, 8.0, "the least that a scroll tablet finds at the end, if there is time for it"
    )


SAMPLE = 6
"""Number of tiles of the bag that are looked at to judge what may be drawn from it."""


class Judge:
    """Judges what the module adds, for a view's seat."""

    def __init__(self, view: View, seat: int, worth: Worth | None = None) -> None:
        self.view, self.seat = view, seat
        self.weights: Weights = view.weights_of(NAME)
        self.worth = worth if worth is not None else Worth(view)
        self.gold = self.worth.gold[seat]

    def paying(self, price: int) -> float:
        """Returns what is lost by paying this much gold."""
        return self.worth.purse(self.seat, self.gold - price) - self.worth.purse(self.seat, self.gold)

    # -- moves -----------------------------------------------------------------------------------------------------

    def rating(self, action: Action) -> Lines | None:
        """Returns the lines that make up the worth of an action of the module; None for any other."""
        view, worth = self.view, self.worth
        if isinstance(action, Take):
            tile = tile_named(view, action.tile)
            cost = next(space.cost for space in spaces(view) if space.tile == tile)
            return [*self.tile(tile), ("price", self.paying(cost))]
        if isinstance(action, Draw):
            return [("tile", self.drawing()), ("price", self.paying(bag_price(view, self.seat)))]
        if isinstance(action, Keep):
            return [("tile", worth.gain(self.seat, tile_named(view, action.tile)))]
        if isinstance(action, BuyOwn):
            return self.own(tile_named(view, action.tile))
        if isinstance(action, Rescore):
            cell = SQUARE4.key(action.cell)
            lines = rescored(view, self.seat)
            points = [line.points for line in lines if (line.cell, line.kind) == (cell, action.scroll)]
            return [("scroll", float(max(points, default=0)))]
        return None

    def tile(self, tile: int) -> Lines:
        """Returns the worth of a tile, and of the tablets that it shows."""
        lines = [("tile", self.worth.gain(self.seat, tile)), ("gold_scroll", self.gold_scrolls(tile))]
        return [*lines, ("tablet", sum(map(self.tablet, tablets_on(self.view, tile))))]

    def gold_scrolls(self, tile: int) -> float:
        """Returns what scrolls of the tile find in the own gold, which the game leaves out of a territory's worth."""
        known = catalogue(self.view)
        poor = attrs.evolve(territory(self.view, self.seat), gold=0)
        rich = attrs.evolve(poor, gold=self.gold)
        kinds = [known.scrolls[kind] for kind, _ in known.tiles[tile].scrolls]
        return float(sum(kind.worth(rich) - kind.worth(poor) for kind in kinds))

    def drawing(self) -> float:
        """Returns the expected best of the tiles drawn from the bag, judged from a sample of it."""
        bag = self.view.bag
        step = max(1, len(bag) // SAMPLE)
        gains = sorted(self.worth.gain(self.seat, tile) for tile in bag[::step])
        drawn = min(bag_drawn(self.view, self.seat), len(gains))
        ways = comb(len(gains), drawn)
        return sum(gain * comb(n, drawn - 1) / ways for n, gain in enumerate(gains))

    def own(self, tile: int) -> Lines:
        """Returns the gain of taking an own tile from the market, which depends on whether another would buy it."""
        view, worth, seat = self.view, self.worth, self.seat
        weights = worth.weights
        slot = list(view.offers[seat]).index(tile)
        stake = view.stakes[seat][slot]
        kept = weights.keep * worth.gain(seat, tile)
        sold = worth.purse(seat, self.gold + 2 * stake) - worth.purse(seat, self.gold)
        order = from_start(view)
        left, found = 1.0, 0.0
        for buyer in order[order.index(seat) + 1 :]:
            offers = [offer for offer in on_offer(view, buyer) if offer.cost <= worth.gold[buyer]]
            seeming = [worth.seeming(buyer, offer.tile) - offer.cost * worth.rate for offer in offers]
            mine = [n for n, offer in enumerate(offers) if offer.tile == tile]
            if not mine:
                continue
            others = [gain for gain, offer in zip(seeming, offers, strict=True) if offer.tile != tile]
            chance = left * sure(seeming[mine[0]] - max([0.0, *others]), weights.doubt)
            gain = worth.gain(buyer, tile) - offers[mine[0]].cost * worth.rate
            found += chance * (kept - sold + worth.rivalry * gain)
            left -= chance
        lines = [("unsold", found)]
        if options(view.rules).own_tile_source == "both":
            lines.append(("price", self.paying(stake)))
        return lines

    # -- tablets -----------------------------------------------------------------------------------------------------

    def tablet(self, tablet: Tablet, *, new: bool = True) -> float:
        """Returns what a tablet is worth in the rounds to come, and in this one if it is not new."""
        weights, rate = self.weights, self.worth.rate
        rounds = self.worth.left + (not new)
        if tablet.kind == "discount":
            return float(weights.buying * rounds * tablet.gold * rate)
        if tablet.kind == "bag":
            return float(weights.drawing * rounds * (tablet.gold * rate + tablet.tiles * weights.choosing))
        if tablet.kind == "own_tile":
            return float(weights.own * rounds * tablet.tiles)
        if not rounds and new and options(self.view.rules).late_tablet != "usable":
            return 0.0
        best = max((line.points for line in rescored(self.view, self.seat)), default=0)
        return max(float(best), weights.scroll if rounds else 0.0)


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> list[Choice]:
    """Returns the module's own actions among these, with their worth."""
    if not any(isinstance(action, (Take, Draw, Keep, BuyOwn, Rescore)) for action in actions):
        return []
    assert view.seat is not None
    judge = Judge(view, view.seat)
    found = []
    for action in actions:
        lines = judge.rating(action)
        if lines is not None:
            found.append(choice(action, lines))
    return found


@hook
def sold_later(view: View, worth: Worth, seat: int) -> list[tuple[int, float] | tuple[int, float, int]]:
    """Returns the second pass as it is now: the tiles of the dolmen, and a draw from the bag."""
    judge = Judge(view, seat, worth)
    tiles = [(one.cost, sum(more for _, more in judge.tile(one.tile)), one.tile) for one in spaces(view)]
    return [*tiles, (bag_price(view, seat), judge.drawing())]


@hook
def add_features(view: View) -> Mapping[str, Sequence[float]]:
    """`tablets`: what they are worth, built or still to be built."""
    seats = range(len(view.seats))
    if view.over:
        return {"tablets": [0.0 for _ in seats]}
    worth = Worth(view)
    return {"tablets": [sum(more for _, more in appraise_lines(view, seat, worth)) for seat in seats]}


@hook
def appraise_lines(view: View, seat: int, worth: Worth | None = None) -> Lines:
    """Returns what the seat's tablets are worth, including those of tiles that it still has to build."""
    if view.over:
        return []
    judge = Judge(view, seat, worth)
    built: Sequence[tuple[int, int]] = seen(view, "tablets")[seat]
    had = sum(
        judge.tablet(tablet, new=number >= view.round)
        for tile, number in built
        for tablet in tablets_on(view, tile)
    )
    coming = sum(judge.tablet(tablet) for tile in view.waiting[seat] for tablet in tablets_on(view, tile))
    return [line for line in (("tablets", had), ("waiting_tablets", coming)) if line[1]]
