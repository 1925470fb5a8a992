"""Purchases are foreseen and hands laid quickly, with what a plain search over whole tables finds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from math import exp

import pytest

import tilewright as tw
from tilewright.core.land.board import placement, spot
from tilewright.core.land.grid import SQUARE8
from tilewright.core.rules.views import View
from tilewright.games.isleofskye.appraise import choices
from tilewright.games.isleofskye.appraise.bidding import Offering
from tilewright.games.isleofskye.appraise.sales import RARE, Deals, Table
from tilewright.games.isleofskye.appraise.territory_worth import Worth
from tilewright.games.isleofskye.price_phase import pricing
from tilewright.games.isleofskye.state import MARKED, IsleOfSkyeState, from_start

from ..playing import game
from .given import following, table_of

MODULES = ["bonus", "druids", "outskirts", "tunnel"]
FORESIGHT = {"deals": 1.0, "gold": 0.1, "rival": 0.8}
"""Others are expected to play by the usual weights."""
TABLES = pytest.mark.parametrize(
    ("modules", "players"), [([], 2), (MODULES, 3), ([], 4)], ids=["two", "three with modules", "four"]
)


class Slow:
    """Foresees with a table for each purchase and all values of each table; a hand is laid tile by tile."""

    def __init__(self, view: View) -> None:
        self.view, self.worth = view, Worth(view)
        self.usual = Worth(view.weighed(view.rules.weights))
        assert view.seat is not None
        self.seat = view.seat

    def foreseen(self, table: Table, order: Sequence[int]) -> list[float]:
        if not order:
            found = []
            for seat, (bought, kept, gold) in enumerate(
                zip(table.hands, table.offers, table.gold, strict=True)
            ):
                value = self.hand(seat, sorted(bought + kept)) + self.worth.purse(seat, gold)
                found.append(value)
            return [had + more for had, more in zip(found, self.laters(table.gold), strict=True)]
        buyer, rest = order[0], order[1:]
        offers = [
            (self.cost(buyer, seller, tile, table.stakes[seller][slot]), seller, slot)
            for seller, tiles in enumerate(table.offers)
            if seller != buyer
            for slot, tile in enumerate(tiles)
        ]
        offers = [one for one in offers if one[0] <= table.gold[buyer]]
        tables = [table, *(table.bought(buyer, seller, slot, cost) for cost, seller, slot in offers)]
        if buyer == self.seat:
            return max((self.foreseen(one, rest) for one in tables), key=lambda one: self.lead(one, buyer))
        chances = self.likely([0.0, *(self.seeming(table, buyer, *offer) for offer in offers)])
        share = self.worth.weights.foresight if len(table.gold) == 2 else 0
        if share:
            leads = [self.lead(self.foreseen(one, rest), buyer) for one in tables]
            pairs = zip(self.likely(leads), chances, strict=True)
            chances = [share * one + (1 - share) * other for one, other in pairs]
        whole = [0.0 for _ in table.gold]
        for one, chance in zip(tables, chances, strict=True):
            for seat, value in enumerate(self.foreseen(one, rest) if chance else whole):
                whole[seat] += chance * value
        return whole

    def laters(self, gold: Sequence[int]) -> list[float]:
        """IS-DR-6: what remains of the second pass is bought in turn order, by each what suits it best."""
        found, taken = [0.0 for _ in gold], set[int]()
        for seat in from_start(self.view):
            for call in self.worth.sellers:
                left = [
                    (gain - price * self.worth.rate, tile)
                    for price, gain, *tile in call(self.view, self.worth, seat)
                    if price <= gold[seat] and not taken & {*tile}
                ]
                gain, tile = max(left, key=lambda one: one[0], default=(0.0, []))
                if gain > 0:
                    found[seat] += gain * self.worth.weights.reach
                    taken |= {*tile}
        return found

    def seeming(self, table: Table, buyer: int, cost: int, seller: int, slot: int) -> float:
        """What the purchase brings by the tile alone: its price counts, and what the seller gets for it."""
        worth, tile, gold = self.usual, table.offers[seller][slot], table.gold
        gets = gold[seller] + cost + table.stakes[seller][slot]
        sold = worth.purse(seller, gets) - worth.purse(seller, gold[seller])
        kept = worth.weights.keep * worth.gain(seller, tile)
        left = gold[buyer] - cost
        spent = worth.purse(buyer, gold[buyer]) - worth.purse(buyer, left)
        later = worth.later(buyer, left) - worth.later(buyer, gold[buyer])
        return worth.gain(buyer, tile) - spent - worth.rivalry * (sold - kept) + later

    def likely(self, values: Sequence[float]) -> list[float]:
        chances = [exp(max(-30.0, (one - max(values)) / self.worth.weights.sway)) for one in values]
        kept = [chance if chance >= RARE * sum(chances) else 0.0 for chance in chances]
        return [chance / sum(kept) for chance in kept]

    def lead(self, values: Sequence[float], seat: int) -> float:
        return values[seat] - self.worth.rivalry * (sum(values) - values[seat])

    def cost(self, buyer: int, seller: int, tile: int, stake: int) -> int:
        lines = self.worth.outlooks.catalogue.prices
        return max(0, stake + sum(gold for line in lines for _, gold in line(self.view, buyer, seller, tile)))

    def hand(self, seat: int, tiles: list[int]) -> float:
        worth, outlooks = self.worth, self.worth.outlooks
        seen, whole = worth.seen[seat], 0.0
        gains = {tile: worth.gains(seat, tile) for tile in tiles}
        while best := [(max(gains[tile].values()), tile) for tile in tiles if gains[tile]]:
            gain, tile = max(best)
            place = max(gains[tile], key=gains[tile].__getitem__)
            whole += gain
            tiles.remove(tile)
            laid = outlooks.next(seen, tile, place)
            before, near = worth.weigh(seat, laid.number), SQUARE8.neighbours(spot(place)[0])
            then: dict[int, dict[int, float]] = {}
            for other in tiles:
                found = then[other] = {}
                for cell, wanted in laid.ground.frontier.items():
                    for rotation in outlooks.catalogue.tiles[other].face.fits[wanted]:
                        following = placement(cell, rotation)
                        if cell not in near and following in gains[other]:
                            found[following] = gains[other][following]
                        else:
                            both = outlooks.both(seen, laid, (tile, place), (other, following))
                            found[following] = worth.weigh(seat, both) - before
            seen, gains = laid, then
        return whole


def positions(modules: list[str], players: int, seed: int, step: str) -> list[tuple[IsleOfSkyeState, View]]:
    """Positions of a random game in which a seat prices or buys, with its view."""
    rules = tw.load("isleofskye", modules)
    weights = rules.weights.changed(FORESIGHT)
    kept = [
        state.clone()
        for state in takewhile(lambda state: state.round < 4, game(rules, players, seed))
        if state.step is not None and state.step.name == step
    ]
    return [(state, state.view(state.to_act[0]).weighed(weights)) for state in kept]


@TABLES
def test_what_is_foreseen_is_that_of_a_search_over_tables(modules: list[str], players: int) -> None:
    """In the buying phase of random games: all seats that still may buy, up to three of them."""
    seen = 0
    for state, view in positions(modules, players, 3 + players, "buy"):
        table = table_of(state)
        slow, deals = Slow(view), Deals(view, Worth(view))
        order = deals.order[deals.order.index(slow.seat) :][:3]
        found = deals.foreseen(table, order)
        assert found == pytest.approx(slow.foreseen(table, order))
        seen += found != deals.foreseen(table, ())
    assert seen > 3


@TABLES
def test_a_plan_brings_what_its_table_does(modules: list[str], players: int) -> None:
    """IS-PRICE-2: plans share what they can; each brings what its own table does, without the tile that is dropped."""
    compared, seen = 0, set[int]()
    for _, view in positions(modules, players, 20 + players, "price"):
        offering = Offering(view, Worth(view))
        plans = offering.plans
        if plans is None or offering.seat in seen:
            continue
        slow, gold = Slow(view), offering.worth.gold
        for stakes in sorted(plans._brings, key=str)[:: 1 + len(plans._brings) // 4]:
            asked = list(plans._asked)
            asked[offering.seat] = stakes
            sold = [
                [(tile, stake) for tile, stake in zip(tiles, laid, strict=True) if stake != MARKED]
                for tiles, laid in zip(view.offers, asked, strict=True)
            ]
            table = Table(
                tuple(tuple(tile for tile, _ in one) for one in sold),
                tuple(tuple(stake for _, stake in one) for one in sold),
                tuple(has - sum(stake for _, stake in one) for has, one in zip(gold, sold, strict=True)),
                tuple(() for _ in gold),
            )
            order = plans.deals.order
            expected = slow.lead(slow.foreseen(table, order), slow.seat)
            assert plans._brings[stakes] == pytest.approx(expected)
            compared += 1
        seen.add(offering.seat)
    assert compared > 2 * players


@TABLES
def test_prices_that_are_expected_of_others_are_those_that_greedy_asks(
    modules: list[str], players: int
) -> None:
    """IS-PRICE-2, IS-PRICE-3: whatever the own weights are. Where several are equally good, one of them."""
    compared = 0
    for state, view in positions(modules, players, 20 + players, "price"):
        plans = Offering(view, Worth(view)).plans
        assert plans is not None
        for seat in range(players):
            if seat == view.seat or state.sealed[seat]:
                continue
            sealed, asked = state.clone(), plans._asked[seat]
            while seat in sealed.to_act:
                rated = choices(sealed.view(seat))
                most = max(choice.worth for choice in rated) - 1e-9
                best = [following(sealed, choice.action) for choice in rated if choice.worth >= most]
                sealed = next((one for one in best if agrees(one, seat, asked)), best[0])
            assert agrees(sealed, seat, asked)
            compared += 1
    assert compared >= 3 * players


def agrees(state: IsleOfSkyeState, seat: int, asked: Sequence[int]) -> bool:
    """True if all that the seat has sealed is part of these prices."""
    stakes = pricing(state, seat, state.sealed[seat]).stakes
    return all(stake in (None, price) for stake, price in zip(stakes, asked, strict=True))
