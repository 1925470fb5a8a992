"""One test for each rule of Glen More, by its id: costs, buying and selling."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore import TILES
from ...oracle.glenmore_scene import (
    ANNA,
    BRUNO,
    Hand,
    cubes,
    legal,
    play,
    rows,
    scene,
    spots,
    store,
    turn,
    why,
)

ROAD = {"1,0": "s0_forest_road", "0,1": "s0_meadow_river"}
"""With these tiles and a member at 0,0 every sort of tile has a spot."""
EVERY = "wood stone sheep cattle grain"


def shop(
    held: str = "", ahead: str = "", coins: int = 6, warehouse: str = "", barrels: int = 0, **options: Any
) -> GlenMoreState:
    """Anna holds these cubes far away."""
    tiles, piles = store(held)
    anna = Hand(ROAD | tiles, piles, coins=coins, barrels=barrels)
    return scene(anna, ahead=ahead, warehouse=warehouse, **options)


def where(state: GlenMoreState, kind: str) -> str:
    """The first tile that holds this kind."""
    return next(at for at, pile in cubes(state).items() if kind in pile.split())


# Costs


def test_what_tiles_cost() -> None:
    """GM-TILE-2: about half of the tiles cost something; a tile without a cost is free."""
    costs = [bool(tile.get("cost")) for tile in TILES.values() for _ in range(tile.get("count", 1))]
    assert (costs.count(True), costs.count(False)) == (34, 38)
    state = shop(ahead="s1_meadow", coins=0)
    play(state, "take 1")
    assert state.step and state.step.name == "place"


def test_the_whole_cost_must_be_payable() -> None:
    """GM-TILE-3, GM-EV-10: before the figure moves, with all that could be bought and sold."""
    for coins, fine in ((0, False), (1, False), (2, True)):
        assert ("take 1" in legal(shop("stone", "castle_moil", coins))) == fine
    # One cattle sells for 2, which buys wood and grain.
    assert "take 1" in legal(shop("stone cattle", "castle_moil", 0, "cattle 2"))
    assert why(shop("stone cattle", "castle_moil", 0, "cattle 1"), "take 1") == ["GM-TILE-3"]
    # Two sheep sell for 3 and 2; wood costs 3, grain 2.
    assert "take 1" in legal(shop("stone sheep sheep", "castle_moil", 0, "sheep 3 wood 2 grain 1"))
    assert "take 1" not in legal(shop("stone sheep sheep", "castle_moil", 0, "sheep 3 wood 2 grain 2"))


def test_a_cost_that_is_no_cube() -> None:
    """GM-TILE-8, GM-WARE-10: a tavern costs a barrel, which no coins can buy."""
    assert why(shop(EVERY, "s2_tavern", coins=20), "take 1") == ["GM-TILE-3"]
    state = shop(ahead="s2_tavern", barrels=2)
    play(state, "take 1")
    assert state.barrels[ANNA] == 1
    assert spots(state)


def test_cubes_come_from_any_tiles() -> None:
    """GM-TILE-9: the player says which; they go to the supply, not to the warehouse."""
    anna = Hand(ROAD | {"5,5": "s1_quarry", "6,5": "s1_quarry"}, {"5,5": "stone", "6,5": "stone stone"})
    state = scene(anna, ahead="s1_village_stone")
    play(state, "take 1")
    assert legal(state) == {"pay stone 5,5", "pay stone 6,5", "buy stone"}
    play(state, "pay stone 6,5")
    assert cubes(state) == {"5,5": "stone", "6,5": "stone"}
    assert rows(state) == dict.fromkeys(RESOURCES, 0) and state.coins[ANNA] == 6


def test_a_turn_half_paid_can_be_finished() -> None:
    """GM-TILE-3: each cube in any order, and the tile cannot be placed before all are paid."""
    state = shop("wood", "castle_moil", 3, "grain 1")
    play(state, "take 1")
    assert legal(state, "pay", "buy", "place") == {"pay wood 5,5", "buy wood", "buy stone", "buy grain"}
    play(state, "buy grain")
    assert why(state, "buy grain") == ["GM-WARE-5"]
    assert why(state, "place 1,1") == ["GM-TURN-2"]
    # One coin is left for the stone, and none for wood.
    assert legal(state, "pay", "buy") == {"pay wood 5,5", "buy stone", "buy wood"}
    play(state, "buy wood; sell wood 5,5; buy stone")
    assert (state.coins[ANNA], cubes(state)) == (0, {})
    assert state.step and state.step.name == "place"


def test_a_gain_pays_no_cost() -> None:
    """GM-AMB-18: the three coins of Armadale Castle come after it has been paid for."""
    assert why(shop("", "armadale_castle", 1), "take 1") == ["GM-TILE-3"]
    state = shop("", "armadale_castle", 2)
    play(state, "take 1; buy stone; buy wood")
    assert state.coins[ANNA] == 0
    play(state, "place 1,1")
    assert state.coins[ANNA] == 3


# Buying


def test_rows() -> None:
    """GM-WARE-1: one for each resource, with the spaces 1, 2 and 3."""
    state = shop()
    assert state.printed.prices == (1, 2, 3) and len(state.warehouse) == 5


@pytest.mark.parametrize(("occupied", "price"), [(0, 1), (1, 2), (2, 3)])
def test_the_lowest_free_space(occupied: int, price: int) -> None:
    """GM-WARE-3: its number is the price."""
    state = shop("", "s1_village_stone", 3, f"stone {occupied} wood 3")
    play(state, "take 1; buy stone")
    assert state.coins[ANNA] == 3 - price
    assert rows(state)["stone"] == occupied + 1 and rows(state)["wood"] == 3


def test_sold_out() -> None:
    """GM-WARE-4: no free space, no cube to buy, whatever coins there are."""
    state = shop("", "s1_village_stone s1_village_wood", 20, "stone 3")
    assert why(state, "take 1") == ["GM-WARE-4"]
    assert "take 2" in legal(state)
    assert why(shop("", "castle_moil", 20, "stone 3 grain 3"), "take 1") == ["GM-WARE-4", "GM-WARE-4"]


def test_too_dear() -> None:
    """GM-WARE-3: the next space costs more than there is."""
    state = shop("wood wood", "s1_fair_small", 1, "wood 1")
    play(state, "take 1")
    assert why(state, "buy wood") == ["GM-WARE-3"]


def test_what_may_be_bought() -> None:
    """GM-WARE-5: any number and mix for a need at hand: a cost, a brown tile, a distillery. Nothing else."""
    state = shop("grain", "castle_moil", 6)
    assert why(state, "buy wood") == ["GM-TURN-2"]
    play(state, "take 1; buy wood")
    assert why(state, "buy sheep") == why(state, "buy wood") == ["GM-WARE-5"]
    play(state, "buy stone; buy grain")
    for order in ("place 1,1", "activate 1,1", "end"):
        assert not legal(state, "buy") and why(state, "buy wood")
        play(state, order)
    assert state.step and state.step.name == "move"
    assert not legal(state, "buy")


def test_a_bought_cube_is_not_kept() -> None:
    """GM-WARE-6: it is spent at once, and own cubes stay where they are."""
    state = shop("stone", "s1_village_stone")
    play(state, "take 1; buy stone; place 1,1")
    assert cubes(state) == {"5,5": "stone"} and rows(state)["stone"] == 1


@pytest.mark.parametrize(("buy_owned", "buys"), [(True, {"buy stone"}), (False, set())])
def test_buying_what_one_owns(buy_owned: bool, buys: set[str]) -> None:
    """GM-AMB-8: allowed, since the limit is on the purpose; in the other reading only missing cubes are bought."""
    state = shop("stone", "s1_village_stone", buy_owned=buy_owned)
    play(state, "take 1")
    assert legal(state, "buy", "pay") == buys | {"pay stone 5,5"}
    if not buys:
        assert why(state, "buy stone") == ["GM-AMB-8"]
    state = shop("sheep", "s1_butcher_sheep", buy_owned=buy_owned)
    play(state, "take 1; place 1,1; activate 1,1")
    assert legal(state, "buy") == {order.replace("stone", "sheep") for order in buys}
    play(state, "pay sheep 5,5")
    assert legal(state, "buy") == {"buy sheep"}


# Selling


def test_the_dearest_coins_first() -> None:
    """GM-WARE-7, GM-WARE-8, GM-WARE-9, GM-WARE-12: 3, then 2, then 1, then nothing."""
    state = shop("grain grain grain grain sheep", "s1_meadow", 0, "grain 3 sheep 1")
    for coins, left in ((3, 2), (5, 1), (6, 0)):
        play(state, f"sell grain {where(state, 'grain')}")
        assert (state.coins[ANNA], rows(state)["grain"]) == (coins, left)
    assert why(state, "sell grain 6,5") == ["GM-WARE-9"]
    assert why(state, "sell sheep 5,5") == ["GM-WARE-7"]
    assert why(state, "sell wood 0,0") == ["GM-WARE-7", "GM-WARE-9"]
    play(state, "sell sheep 7,5")
    assert state.coins[ANNA] == 7 and cubes(state) == {"6,5": "grain"}


def test_a_sale_frees_a_space() -> None:
    """GM-WARE-12: for a later purchase, for which as much is paid."""
    state = shop("stone", "s1_village_stone", 0, "stone 3")
    play(state, "sell stone 5,5")
    assert (state.coins[ANNA], rows(state)["stone"]) == (3, 2)
    play(state, "take 1; buy stone")
    assert (state.coins[ANNA], rows(state)["stone"]) == (0, 3)


def test_cubes_can_be_sold_at_any_time() -> None:
    """GM-WARE-2, GM-AMB-22: from the start of the turn to its end, the movement step included; by nobody else."""
    state = shop("grain grain wood wood wood", "s1_distillery", 9, "wood 3 stone 1")
    assert state.step is not None
    seen = []
    for order in (
        "take 1",
        "buy stone",
        "place 1,1",
        "activate 1,1",
        "done",
        "activate 0,0",
        "end",
        "move 0,0 1,1",
        "end",
    ):
        assert {"sell wood 6,5"} == legal(state, "sell")
        seen.append(state.step.name)
        play(state, order)
    assert seen == ["take", "pay", "place", "activate", "deal", "activate", "activate", "move", "move"]
    assert state.to_act == (ANNA,) and "sell wood 6,5" in legal(state)
    turn(state, "take 11; place 1,2")
    assert state.to_act == (BRUNO,)
    assert not state.legal(ANNA)
    refusal = state.check(state.rules.read("sell wood 6,5", state, ANNA))
    assert refusal is not None and refusal.rules == ("GM-TURN-2",)


def test_the_last_cube_gained_can_be_sold() -> None:
    """GM-WARE-2, GM-WARE-8: the turn is not over with the last activation while something can be sold."""
    state = scene(Hand({"0,1": "s0_meadow_river"}), ahead="s0_forest_river", warehouse="wood 2 sheep 1")
    play(state, "take 1; place 0,-1; activate 0,0; activate 0,-1")
    assert state.to_act == (ANNA,) and legal(state) == {"sell wood 0,-1", "end"}
    play(state, "sell wood 0,-1")
    assert state.coins[ANNA] == 8
    assert state.step and state.step.name == "move"


def test_selling_during_a_payment() -> None:
    """GM-WARE-2: also while a cost is being paid; what is owed can still be paid afterwards."""
    state = shop("stone wood", "armadale_castle", 0, "stone 2 wood 3")
    play(state, "take 1; sell stone 5,5")
    assert state.coins[ANNA] == 2
    assert legal(state, "pay", "buy") == {"pay wood 6,5", "buy stone"}


def test_whisky_and_members_are_not_traded() -> None:
    """GM-WARE-10: there is no order for it, and cubes are all that can be sold."""
    state = shop("wood", "s1_meadow", warehouse="wood 3", barrels=3)
    assert legal(state, "sell") == {"sell wood 5,5"}
    with pytest.raises(Exception, match="no resource"):
        state.rules.read("sell whisky 0,0", state, ANNA)
    with pytest.raises(Exception, match="no resource"):
        state.rules.read("sell member 0,0", state, ANNA)


# The great example


def test_anna_builds_iona_abbey() -> None:
    """GM-WARE-11, GM-AMB-17, GM-BRN-4, GM-BRN-10, GM-SP-1: move by move, as the rulebook has it."""
    display = {
        "1,0": "s2_fair_medium_road",
        "2,1": "s2_quarry",
        "2,-1": "s3_meadow",
        "-1,0": "s2_forest_road",
        "-2,0": "s2_pasture_road",
    }
    anna = Hand(display, {"-1,0": "wood wood", "-2,0": "cattle"}, members="1,0", coins=3)
    state = scene(anna, ahead="iona_abbey", warehouse="cattle 2 stone 1 sheep 2")
    play(state, "sell cattle -2,0")
    assert state.coins[ANNA] == 5
    play(state, "take 1; buy stone; buy sheep")
    assert (state.coins[ANNA], rows(state)) == (
        0,
        {"wood": 0, "stone": 2, "sheep": 3, "cattle": 1, "grain": 0},
    )
    play(state, "pay wood -1,0")
    assert spots(state) == {"2,0"}
    play(state, "place 2,0; activate 2,1; activate 2,-1; activate 2,0 sheep")
    assert cubes(state) == {"-1,0": "wood", "2,1": "stone", "2,-1": "sheep", "2,0": "sheep"}
    play(state, "sell sheep 2,0")
    assert state.coins[ANNA] == 3
    points = turn(state, "activate 1,0; buy grain; pay wood -1,0; pay stone 2,1; pay sheep 2,-1")
    assert points == [(ANNA, 8, "fair")]
    assert (state.coins[ANNA], cubes(state)) == (2, {})
    assert rows(state) == {"wood": 0, "stone": 2, "sheep": 2, "cattle": 1, "grain": 1}


def test_anna_needs_the_sale() -> None:
    """GM-WARE-11: with the cattle in hand the abbey can be chosen before it is sold; without it not."""
    for held, fine in (("cattle wood wood", True), ("wood wood", False)):
        tiles, piles = store(held)
        anna = Hand({"1,0": "s2_fair_medium_road"} | tiles, piles, members="1,0", coins=3)
        state = scene(anna, ahead="iona_abbey", warehouse="cattle 2 stone 1 sheep 2")
        assert ("take 1" in legal(state)) == fine
