"""Prices and purchases foreseen: who buys what, at which price, and what the tiles bring together."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf
from types import SimpleNamespace
from typing import Any, cast

import attrs
import pytest

import tilewright as tw
from tilewright.core.bots.learned_moves import Lesson, Mind
from tilewright.core.rules.game import Module
from tilewright.core.rules.hooks import hook
from tilewright.core.rules.views import View
from tilewright.core.simulation.games import play_out
from tilewright.games.isleofskye.actions import Drop, Price
from tilewright.games.isleofskye.appraise import choices, sales
from tilewright.games.isleofskye.appraise.bidding import Offering
from tilewright.games.isleofskye.appraise.price_plans import LIKELY
from tilewright.games.isleofskye.appraise.sales import Deals, Table
from tilewright.games.isleofskye.appraise.territory_worth import Worth
from tilewright.games.isleofskye.price_phase import pricing
from tilewright.games.isleofskye.state import MARKED, IsleOfSkyeState

from .given import following, position, table_of

PLAIN = tw.load("isleofskye")
FORESIGHT = {"deals": 1.0, "sway": 0.1, "foresight": 1.0}
SHEEP = (
    "scoring: [all_sheep, squares, harbours, columns], gold: {anna: 9, bruno: 5}, start: anna,"
    " offers: {anna: [L27, L09, L44], bruno: [L05, L06, L08]}"
)
ANNA, BRUNO = 0, 1


def view(given: str, seat: int = ANNA, **weights: float) -> View:
    return position(given).view(seat).weighed(PLAIN.weights.changed(FORESIGHT | weights))


# -- played out by the rules -------------------------------------------------------------------------------------------


def ahead(values: Sequence[float], seat: int) -> float:
    """As the weight `rival` says: half of what the others have on average is a loss."""
    return values[seat] - 0.5 * (sum(values) - values[seat]) / (len(values) - 1)


def played(
    state: IsleOfSkyeState, deals: Deals, sway: float, me: int = ANNA, foresight: float = 1.0
) -> list[float]:
    """What each seat has after the buying phase: every purchase that the rules allow is made on a copy.

    The seat `me` takes what is best for it, others choose by a softmax: of what follows, and without `foresight` of
    what greedy thinks of the purchase.
    """
    if state.step is None or state.step.name != "buy":
        # Unsold tiles are back with their owners, and the gold that lay at them is lost.
        return [
            deals.hand(seat, tuple(state.waiting[seat])) + deals.purses[seat][gold]
            for seat, gold in enumerate(state.gold)
        ]
    (buyer,) = state.to_act
    legal = state.legal(buyer)
    options = [played(following(state, action), deals, sway, me, foresight) for action in legal]
    leads = [ahead(values, buyer) for values in options]
    if buyer == me:
        return options[leads.index(max(leads))]
    rated = {str(choice.action): choice.worth for choice in choices(state.view(buyer))}
    seeming = [rated[str(action)] for action in legal]
    chances = [
        foresight * one + (1 - foresight) * other
        for one, other in zip(softmax(leads, sway), softmax(seeming, sway), strict=True)
    ]
    return [
        sum(chance * values[seat] for chance, values in zip(chances, options, strict=True))
        for seat in range(len(state.seats))
    ]


def softmax(values: Sequence[float], scale: float) -> list[float]:
    chances = [exp((one - max(values)) / scale) for one in values]
    return [chance / sum(chances) for chance in chances]


THREE = (
    "step: buy, round: 2, scoring: [all_sheep, large_regions, harbours, columns],"
    " gold: {anna: 4, bruno: 5, carla: 3}, offers: {anna: [L27, L09], bruno: [L05, L06], carla: [L44, L31]},"
    " stakes: {anna: {L27: 3, L09: 1}, bruno: {L05: 2, L06: 1}, carla: {L44: 1, L31: 4}}"
)


@pytest.mark.parametrize("start", ["anna", "bruno", "carla"])
def test_purchases_are_foreseen_as_the_rules_let_seats_buy(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """IS-BUY-1 to IS-BUY-6: in turn order, one tile of another, what can be paid; prices paid can be spent at once.

    Others choose by what greedy thinks of each purchase when it is their turn.
    """
    monkeypatch.setattr(sales, "RARE", 0.0)
    monkeypatch.setattr(sales, "FAR", inf)
    state = position(f"{THREE}, start: {start}, to act: {start}", "anna, bruno, carla")
    seen = state.view(ANNA).weighed(PLAIN.weights.changed({"deals": 1.0, "sway": 0.5}))
    deals = Deals(seen, Worth(seen))
    expected = played(state, deals, 0.5, foresight=0.0)
    assert deals.foreseen(table_of(state), deals.order) == pytest.approx(expected, abs=0.001)


TWO = (
    "step: buy, round: 2, scoring: [all_sheep, large_regions, harbours, columns], gold: {anna: 4, bruno: 2},"
    " offers: {anna: [L27, L09], bruno: [L05, L06]},"
    " stakes: {anna: {L27: 3, L09: 1}, bruno: {L05: 2, L06: 1}}"
)


@pytest.mark.parametrize(
    ("start", "foresight"), [("anna", 1.0), ("anna", 0.25), ("anna", 0.0), ("bruno", 0.25)]
)
def test_a_purchase_is_worth_what_it_brings_compared_with_passing(start: str, foresight: float) -> None:
    """Bruno answers, or has bought already and buys no more (IS-BUY-1)."""
    state = position(f"{TWO}, start: {start}, to act: anna")
    seen = state.view(ANNA).weighed(PLAIN.weights.changed(FORESIGHT | {"foresight": foresight}))
    deals = Deals(seen, Worth(seen))
    leads = {
        str(one): ahead(played(following(state, one), deals, 0.1, foresight=foresight), ANNA)
        for one in state.legal(ANNA)
    }
    rated = {str(choice.action): choice.worth for choice in choices(seen)}
    assert len(rated) == 3 and rated["pass"] == 0
    assert rated == pytest.approx({name: lead - leads["pass"] for name, lead in leads.items()}, abs=0.01)


@pytest.mark.parametrize(
    ("start", "gold", "before"),
    [("anna", (9, 5), ()), ("bruno", (9, 5), ()), ("anna", (4, 9), ()), ("bruno", (9, 4), ("price L09 5",))],
)
def test_a_price_is_worth_the_best_that_can_follow(
    start: str, gold: tuple[int, int], before: Sequence[str]
) -> None:
    """IS-PRICE-2, IS-PRICE-3: every way to price the tiles is tried, against what bruno is expected to ask.

    Prices that he cannot pay are only said to be the worse, the higher.
    """
    has = f"gold: {{anna: {gold[0]}, bruno: {gold[1]}}}"
    given = SHEEP.replace("gold: {anna: 9, bruno: 5}", has).replace("start: anna", f"start: {start}")
    state = position(f"step: price, {given}")
    for text in before:
        state.apply(state.rules.read(text, state, ANNA))
    seen = state.view(ANNA).weighed(PLAIN.weights.changed(FORESIGHT))
    worth = Worth(seen)
    deals = Deals(seen, worth)
    asked = dict(zip(state.offers[BRUNO], Offering(seen, worth, BRUNO).plan(), strict=True))
    laid = [stake for stake in asked.values() if stake != MARKED]
    # If anna buys first, the price comes to what he has, and his own gold that lay there.
    able = gold[BRUNO] - sum(laid) + (2 * max(laid) if start == "anna" else 0)
    ends: dict[frozenset[int], float] = {}

    def best(now: IsleOfSkyeState) -> float:
        """The lead after the best that anna can still do, one tile after the other."""
        if ANNA in now.to_act:
            legal = [cast(Price | Drop, action) for action in now.legal(ANNA)]
            return max(best(following(now, one)) for one in legal if one.tile == legal[0].tile)
        key = frozenset(now.sealed[ANNA])
        if key not in ends:
            for tile, stake in asked.items():
                name = PLAIN.pieces["tile"][tile]
                now = following(now, Drop(BRUNO, name) if stake == MARKED else Price(BRUNO, name, stake))
            ends[key] = ahead(played(now, deals, 0.1), ANNA)
        return ends[key]

    rated = {choice.action: choice.worth for choice in choices(seen)}
    for action, found in rated.items():
        true = best(following(state, action))
        if isinstance(action, Price) and action.gold > able + 1:
            assert true - 0.01 <= found < rated[attrs.evolve(action, gold=action.gold - 1)]
        else:
            assert found == pytest.approx(true, abs=0.01), action


# -- the parts ---------------------------------------------------------------------------------------------------------


def test_the_price_and_the_own_gold_go_to_the_seller() -> None:
    """IS-BUY-3: bruno pays 4, so anna has 4 more and the 4 that lay there; the rest stays on the table."""
    table = Table(((7, 8), (9,)), ((4, 1), (2,)), (5, 6), ((), ()))
    assert table.bought(BRUNO, ANNA, 0, 4) == Table(((8,), (9,)), ((1,), (2,)), (13, 2), ((), (7,)))


def test_the_steps_of_a_pricing_follow_the_best_plan() -> None:
    """IS-PRICE-2: what is promised for the first decision is promised for the last, and is the best of all plans."""
    seen = view(f"step: price, {SHEEP}")
    state, promised = seen._state.clone(), list[float]()
    while ANNA in state.to_act:
        best = max(choices(seen.like(state, ANNA)), key=lambda choice: choice.worth)
        promised.append(best.worth)
        state.apply(best.action)
    assert len(promised) == 3 and promised == pytest.approx([promised[0]] * 3)
    plans = Offering(seen, Worth(seen)).plans
    assert plans is not None and max(plans._brings.values()) == promised[0]


def test_others_are_expected_to_ask_what_greedy_asks() -> None:
    """IS-PRICE-2, IS-PRICE-3: whatever the own judgements are; bruno's prices are known before he has sealed them."""
    state = position(f"step: price, {SHEEP}")
    own = PLAIN.weights.changed(FORESIGHT | {"keep": 0.0})
    seen = state.view(ANNA).weighed(own)
    plans = Offering(seen, Worth(seen)).plans
    assert plans is not None
    while BRUNO in state.to_act:
        state.apply(max(choices(state.view(BRUNO)), key=lambda choice: choice.worth).action)
    asked = tuple(pricing(state, BRUNO, state.sealed[BRUNO]).stakes)
    assert plans._asked[BRUNO] == asked
    mistaken = Worth(state.view(ANNA).weighed(own))
    assert Offering(seen, mistaken, BRUNO).plan() != asked, "by anna's judgement he would ask something else"


def test_what_modules_add_to_prices_is_foreseen() -> None:
    """For bruno, tiles of anna cost two more, which she gets; for anna, those of bruno cost five less, not below 0."""

    @hook
    def tilewright_module() -> Module:
        return Module(name="toll", game="isleofskye", title="Toll")

    @hook
    def price_lines(table: Any, buyer: int, seller: int, tile: int) -> list[tuple[str, int]]:
        return [("toll", 2 if buyer == BRUNO else -5)]

    module = SimpleNamespace(__name__="toll", tilewright_module=tilewright_module, price_lines=price_lines)
    rules = tw.load("isleofskye", [module])
    for start in ("anna", "bruno"):
        state = position(f"{TWO}, start: {start}, to act: {start}", rules=rules)
        seen = state.view(ANNA).weighed(rules.weights.changed(FORESIGHT))
        deals = Deals(seen, Worth(seen))
        expected = played(state, deals, 0.1)
        assert deals.foreseen(table_of(state), deals.order) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("given", [f"step: price, {SHEEP}", f"{TWO}, start: anna, to act: anna"])
def test_a_share_of_foresight_is_that_share_of_each_worth(given: str) -> None:
    none, half, whole = (
        [choice.worth for choice in choices(view(given, deals=share))] for share in (0.0, 0.5, 1.0)
    )
    assert none != whole
    assert half == pytest.approx([(one + other) / 2 for one, other in zip(none, whole, strict=True)])


def test_foresight_wins() -> None:
    """Over both seats of the same games."""
    plain, foresight = Mind(PLAIN, Lesson()), Mind(PLAIN, Lesson(weights={"deals": 1.0}))
    lead = 0
    for seed in range(3):
        for seat in range(2):
            state = PLAIN.new(2, seed=seed)
            play_out(PLAIN, state, [foresight, plain] if seat == 0 else [plain, foresight], seed)
            lead += state.scores[seat] - state.scores[1 - seat]
    assert lead > 30


def test_with_more_than_two_seats_the_likely_plans_are_compared() -> None:
    """No plan that was not looked at is rated above those that were."""
    state = cast(IsleOfSkyeState, PLAIN.new(4, seed=4))
    state.gold[:] = [20, 20, 20, 20]
    seen = state.view(state.to_act[0]).weighed(PLAIN.weights.changed(FORESIGHT))
    plans = Offering(seen, Worth(seen)).plans
    assert plans is not None and len(plans._brings) == LIKELY
    rated = choices(seen)
    assert max(choice.worth for choice in rated) == max(plans._brings.values())
    looked_at = {(slot, stake) for stakes in plans._brings for slot, stake in enumerate(stakes)}
    tiles, others = seen.offers[seen.seat], 0
    for choice in rated:
        action = cast(Price | Drop, choice.action)
        slot = tiles.index(PLAIN.pieces["tile"].index(action.tile))
        if (slot, action.gold if isinstance(action, Price) else MARKED) not in looked_at:
            assert choice.worth <= min(plans._brings.values())
            others += 1
    assert others
    assert Offering(seen, Worth(seen), seen.seat).plan() in plans._brings


def test_where_options_allow_too_many_plans_each_tile_is_rated_by_itself() -> None:
    """With four tiles and much gold there are tens of thousands of ways to price them."""
    given = (
        SHEEP.replace("L44]", "L44, L45]")
        .replace("L08]", "L08, L10]")
        .replace("anna: 9, bruno: 5", "anna: 60, bruno: 60")
    )
    rules = tw.load("isleofskye", options={"tiles_drawn": 4})
    seen = position(f"step: price, {given}", rules=rules).view(ANNA).weighed(rules.weights.changed(FORESIGHT))
    assert Offering(seen, Worth(seen)).plans is None
    assert "deals" not in {label for choice in choices(seen) for label, _ in choice.lines}
