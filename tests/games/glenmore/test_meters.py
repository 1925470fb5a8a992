"""What is measured of Glen More, on turns played by hand and on whole random games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.meters.metrics import Watch
from tilewright.core.meters.registry import meters_of

from ...meters.watched import ordered, played
from ...oracle.glenmore_scene import Hand, legal, play, scene

VILLAGES = {"0,1": "s1_village_wood_river", "0,2": "s2_village_stone_river"}
RIVER = {"0,1": "s0_forest_river"}
COMING = {1: "s1_grain s1_forest s1_meadow"}


def test_activations() -> None:
    """The meadow just placed once, three tiles of before besides: four activations, three of them again."""
    state = scene(Hand(VILLAGES), ahead="s1_meadow", stacks=COMING)
    orders = ["take 1", "place -1,1", "activate -1,1", "activate 0,0", "activate 0,1", "activate 0,2"]
    values = ordered(state, orders)
    assert values["activations"] == [4, 0, 0, 0] and values["tiles"] == [4, 1, 1, 1]
    assert values["reuse"] == [3 / 4, 0, 0, 0]
    # All tiles have been laid but the three that are to come, which are of the same sort.
    box = sum(kind.count for kind in state.printed.kinds if kind.kind == "production")
    assert values["content.picked.production"] == pytest.approx(1 / (box - 3))


def test_buying_for_a_tile() -> None:
    """A castle costs wood and stone; bought, the first cube of a row costs 1 coin."""
    state = scene(Hand(RIVER), ahead="castle_stalker", stacks=COMING)
    values = ordered(state, ["take 1", "buy wood", "buy stone", "place 0,-1"])
    assert values["cubes_bought"] == [2, 0, 0, 0] and values["price_paid"] == [1, None, None, None]
    assert values["coins_left"][0] == 6 - 2 and values["cubes_sold"] == [0, 0, 0, 0]
    state = scene(Hand(RIVER), ahead="castle_stalker", stacks=COMING, warehouse="wood 2")
    values = ordered(state, ["take 1", "buy wood", "buy stone"])
    assert values["price_paid"][0] == (3 + 1) / 2  # the third space of a row, the first of another
    # All seven castles have been laid, since nothing is left in stacks but what was named.
    assert values["content.picked.castle"] == pytest.approx(1 / 7)
    assert values["content.picked.loch"] == 0 and values["content.time.loch"] is None


def test_selling() -> None:
    state = scene(Hand(RIVER, {"0,1": "wood"}), ahead="s1_meadow", warehouse="wood 1")
    values = ordered(state, ["sell wood 0,1"])
    assert values["cubes_sold"] == [1, 0, 0, 0] and values["coins_left"][0] == 7
    assert values["price_received"] == [1, None, None, None] and values["price_to_value"] is None


def test_what_cubes_cost_and_bring() -> None:
    """The second space of the row of wood brings 2; stone costs 1 on its first and 2 on its second, in the mean 1.5."""
    state = scene(Hand(RIVER, {"0,1": "wood"}), ahead="castle_stalker", stacks=COMING, warehouse="wood 2")
    prices = state.printed.prices
    values = ordered(state, ["sell wood 0,1", "take 1", "buy wood", "buy stone"])
    assert values["price_received"][0] == prices[1] == 2
    assert values["price_paid"][0] == (prices[1] + prices[0]) / 2 == 1.5
    assert values["price_to_value"] == 1.5 / 2


def test_places_for_a_tile() -> None:
    """As many as may be chosen, of the cells that touch the village by a side."""
    state = scene(Hand(VILLAGES), ahead="s1_meadow", stacks=COMING)
    play(state, "take 1")
    places = legal(state, "place")
    # Beside the three tiles of the river, one below the other: to the west and east of each, at the two ends.
    assert places == {"place -1,1", "place 1,1"}
    values = ordered(state, ["place -1,1"])
    assert values["spots"] == 2 and values["fit_rate"] == 2 / 8 and values["discard_rate"] == 0


def test_a_tile_that_has_no_place_is_discarded() -> None:
    state = scene(Hand(members=""), ahead="s1_meadow", stacks=COMING)
    values = ordered(state, ["discard 1"])
    assert (
        values["discard_rate"] == 1 and values["spots"] is None and values["content.picked.production"] == 0
    )


def test_the_way_along_the_circuit() -> None:
    """Anna moves on to the space before bruno; from there to danny, who is first, it is five more."""
    state: Any = scene(
        Hand(RIVER), circuit="anna s1_meadow bruno s1_grain s1_grain clara danny s1_forest", stacks=COMING
    )
    watch = Watch(meters_of(state.rules, ["track_gap", "turns_taken"]), state)
    for order in ("take 1", "place 1,1", "activate 0,0", "activate 0,1", "activate 1,1", "end"):
        action = state.rules.read(order, state, 0)
        if action not in state.legal(0):
            continue
        state.apply(action)
        watch.decided(state, action)
    assert state.turns == 1
    figures = [at for at, item in enumerate(state.chain) if -100 < item < 0]
    assert watch.values(state) == {"track_gap": figures[-1] - figures[0], "turns_taken": [1, 0, 0, 0]}
    assert figures[-1] - figures[0] == 5


def test_dead_spots() -> None:
    """Between the road of the start village and a tile without one nothing can lie; elsewhere something can."""
    assert ordered(scene(Hand({"1,1": "s1_meadow"})), [])["dead_spots"] == [0, 0, 0, 0]
    assert ordered(scene(Hand({"1,1": "s1_meadow", "2,0": "s1_meadow"})), [])["dead_spots"] == [1, 0, 0, 0]


def test_what_holds_of_whole_games() -> None:
    for seed in range(6):
        state: Any = tw.load("glenmore").new(2 + seed % 3, seed)
        values = played(state, seed=seed)
        kinds = state.printed.kinds
        box = Counter(kinds[n].kind for stack in state.printed.stacks for n in stack)
        box.subtract(kinds[n].kind for stack in state.stacks() for n in stack)
        taken = Counter(kinds[n].kind for display in state.displays for at, n in display.items() if at)
        taken.update(kinds[n].kind for n in [state.tile] if n >= 0)
        for sort, number in box.items():
            assert values[f"content.picked.{sort}"] == (taken[sort] / number if number else None), sort
        assert values["tiles"] == [len(display) for display in state.displays]
        assert all(0 <= again <= most for again, most in zip(values["reuse"], values["activations"]))
        assert values["coins_left"] == state.coins
        assert 0 < values["track_gap"] <= 12
