"""Prices and purchases foreseen: who buys what, at which price, and what the tiles bring together."""

from __future__ import annotations

from typing import cast

import pytest

import tilewright as tw
from tilewright.core import scene as scenes
from tilewright.core.board import placement
from tilewright.core.bots.mind import Lesson, Mind
from tilewright.core.simulate import play_out
from tilewright.core.views import View
from tilewright.games.isleofskye.appraise import choices
from tilewright.games.isleofskye.appraise.bidding import Offering
from tilewright.games.isleofskye.appraise.deals import Deals, Table
from tilewright.games.isleofskye.appraise.plans import LIKELY
from tilewright.games.isleofskye.appraise.worth import Worth
from tilewright.games.isleofskye.state import IsleOfSkyeState

PLAIN = tw.load("isleofskye")
FORESIGHT = {"deals": 1.0, "sway": 0.1}
SHEEP = (
    "scoring: [all_sheep, squares, harbours, columns], gold: {anna: 9, bruno: 5}, start: anna,"
    " offers: {anna: [L27, L09, L44], bruno: [L05, L06, L08]}"
)
ANNA, BRUNO = 0, 1


def view(given: str, seat: int = ANNA) -> View:
    (scene,) = scenes.read(f"{{game: isleofskye, players: [anna, bruno], given: {{{given}}}}}", "given")
    state = cast(IsleOfSkyeState, scenes.begin(scene, rules=PLAIN)[1])
    return state.view(seat).weighed(PLAIN.weights.changed(FORESIGHT))


def test_the_price_and_the_own_gold_go_to_the_seller() -> None:
    """IS-BUY-3: bruno pays 4, so anna has 4 more and the 4 that lay there; the rest stays on the table."""
    table = Table(((7, 8), (9,)), ((4, 1), (2,)), (5, 6), ((), ()))
    assert table.bought(BRUNO, ANNA, 0, 4) == Table(((8,), (9,)), ((1,), (2,)), (13, 2), ((), (7,)))


def test_a_seat_buys_one_tile_the_better_one_and_only_what_it_can_pay() -> None:
    """IS-BUY-1, IS-BUY-2: of two tiles that bruno would like, anna cannot count on selling both."""
    seen = view(f"step: price, {SHEEP}")
    worth = Worth(seen)
    deals = Deals(seen, worth)
    names = PLAIN.pieces["tile"]
    sheep, other = names.index("L27"), names.index("L09")
    assert worth.gain(BRUNO, sheep) > worth.gain(BRUNO, other) + 1

    def foreseen(first: int, second: int) -> list[float]:
        table = Table(((sheep, other), ()), ((first, second), ()), (9 - first - second, 5), ((), ()))
        return list(deals.foreseen(table, (BRUNO,)))

    have = [deals.purse(ANNA, 9 + 1 - 1), deals.purse(BRUNO, 4)]
    assert foreseen(1, 1) == pytest.approx(
        [deals.hand(ANNA, (other,)) + have[0], deals.hand(BRUNO, (sheep,)) + have[1]], abs=0.01
    )
    # He cannot pay 6 for the sheep; the other tile is not worth 2 to him.
    assert deals.hand(BRUNO, (other,)) + deals.purse(BRUNO, 3) < deals.purse(BRUNO, 5) - 1
    kept = [deals.hand(ANNA, (sheep, other)) + deals.purse(ANNA, 1), deals.purse(BRUNO, 5)]
    assert foreseen(6, 2) == pytest.approx(kept, abs=0.01)


def test_tiles_laid_together_bring_what_they_bring_one_after_the_other() -> None:
    seen = view(f"step: price, {SHEEP}")
    worth = Worth(seen)
    deals = Deals(seen, worth)
    tiles = worth.outlooks.catalogue.tiles
    for tile in range(0, len(tiles), 5):
        assert deals.hand(ANNA, (tile,)) == worth.gain(ANNA, tile)
    first, second = (PLAIN.pieces["tile"].index(name) for name in ("L27", "L09"))
    start, found = worth.seen[ANNA], []
    for one, two in ((first, second), (second, first)):
        gains = worth.gains(ANNA, one)
        laid = worth.outlooks.next(start, one, max(gains, key=gains.__getitem__))
        ends = [
            worth.weigh(ANNA, worth.outlooks.number(laid, two, placement(cell, rotation)))
            for cell, wanted in laid.ground.frontier.items()
            for rotation in tiles[two].face.fits[wanted]
        ]
        found.append(max(ends) - worth.weigh(ANNA, start.number))
    assert deals.hand(ANNA, (first, second)) in (pytest.approx(found[0]), pytest.approx(found[1]))


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
    state = PLAIN.new(4, seed=4)
    seen = state.view(state.to_act[0]).weighed(PLAIN.weights.changed(FORESIGHT))
    plans = Offering(seen, Worth(seen)).plans
    assert plans is not None and len(plans._brings) == LIKELY
    most = max(choice.worth for choice in choices(seen))
    assert most == max(plans._brings.values())


def test_where_options_allow_too_many_plans_each_tile_is_rated_by_itself() -> None:
    """With four tiles and much gold there are tens of thousands of ways to price them."""
    given = (
        SHEEP.replace("L44]", "L44, L45]")
        .replace("L08]", "L08, L10]")
        .replace("anna: 9, bruno: 5", "anna: 60, bruno: 60")
    )
    rules = tw.load("isleofskye", options={"tiles_drawn": 4})
    (scene,) = scenes.read(
        f"{{game: isleofskye, players: [anna, bruno], given: {{step: price, {given}}}}}", "given"
    )
    state = scenes.begin(scene, rules=rules)[1]
    seen = state.view(ANNA).weighed(rules.weights.changed(FORESIGHT))
    assert Offering(seen, Worth(seen)).plans is None
    assert "deals" not in {label for choice in choices(seen) for label, _ in choice.lines}
