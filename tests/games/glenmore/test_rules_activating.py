"""One test for each rule of Glen More, by its id: activations; yellow, green and blue tiles."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore import TILES
from ...oracle.glenmore_scene import ANNA, Hand, cubes, legal, members, play, scene, store, turn, why

AROUND = {
    "0,1": "s0_forest_river",
    "0,2": "s0_pasture_river",
    "0,3": "s0_quarry_river",
    "1,1": "s1_grain",
    "1,3": "s1_quarry",
    "2,1": "s1_meadow",
    "2,3": "s1_forest",
    "3,1": "s1_meadow",
}
"""A tile placed at 1,2 touches 0,1 to 0,3, 1,1, 1,3, 2,1 and 2,3, but neither 0,0 nor 3,1."""
NEAR = {"0,1", "0,2", "0,3", "1,1", "1,2", "1,3", "2,1", "2,3"}


def placed(
    tile: str,
    tiles: dict[str, str] = AROUND,
    *,
    piles: dict[str, str] | None = None,
    cards: str = "",
    **options: Any,
) -> GlenMoreState:
    """Anna has placed a tile at 1,2 and paid for it with coins."""
    anna = Hand(tiles, piles or {}, members="0,1", cards=cards, barrels=2)
    state = scene(anna, ahead=tile, **options)
    play(state, "take 1")
    while legal(state, "buy"):
        play(state, min(legal(state, "buy")))
    play(state, "place 1,2")
    return state


def cells(state: GlenMoreState, verb: str) -> set[str]:
    """The tiles that orders with this verb name."""
    return {order.split()[1] for order in legal(state, verb)}


# Tiles and activations


def test_frames_tell_the_kind() -> None:
    """GM-TILE-1, GM-TILE-7: by colour, what tiles are for."""
    kinds: dict[str, set[str]] = {}
    for tile in TILES.values():
        made = tile["each"].get("cube", "") if tile["kind"] == "production" else tile["kind"]
        kinds.setdefault(tile["frame"], set()).add(made)
    assert kinds == {
        "yellow": {"wood", "stone", "distillery", "abbey"},
        "green": {"sheep", "cattle", "grain"},
        "brown": {"butcher", "fair", "grocer", "bridge", "tavern"},
        "grey": {"village", "castle"},
        "blue": {"loch"},
    }


def test_the_one_time_benefit_comes_first() -> None:
    """GM-TILE-4, GM-ACT-1: barrel, member, card and coins are there before anything is activated, and once."""
    state = placed("s1_distillery")
    assert state.barrels[ANNA] == 3
    state = placed("armadale_castle")
    assert members(state) == {"0,1": 1, "1,2": 1} and state.coins[ANNA] == 6 - 2 + 3
    play(state, "activate 1,2")
    assert members(state) == {"0,1": 1, "1,2": 1} and state.coins[ANNA] == 7


def test_each_time_benefit() -> None:
    """GM-TILE-5: whenever a tile is activated, those that lie there as well as the new one."""
    anna = Hand(AROUND, members="0,1 1,1")
    state = scene(anna, ahead="s1_grain s1_meadow")
    turn(state, "take 1; place 1,2; activate 1,1; activate 1,2")
    assert cubes(state) == {"1,1": "grain", "1,2": "grain"}
    turn(state, "take 1; place 2,2; activate 1,1; activate 1,2; activate 2,2")
    assert cubes(state) == {"1,1": "grain grain", "1,2": "grain grain", "2,2": "sheep"}


def test_the_new_tile_and_those_around_it() -> None:
    """GM-TURN-8, GM-ACT-2, GM-ACT-4: corners included, in any order; any may be left out; no others."""
    state = placed("s1_pasture")
    assert cells(state, "activate") == NEAR
    assert why(state, "activate 0,0") == why(state, "activate 3,1") == ["GM-ACT-4"]
    assert why(state, "activate 2,2") == ["GM-ACT-2"]
    turn(state, "activate 2,3; activate 1,2; activate 0,1")
    assert cubes(state) == {"2,3": "wood", "1,2": "cattle", "0,1": "wood"}


def test_once_for_each_activation() -> None:
    """GM-ACT-3: a tile is activated once in a turn, and gives one cube."""
    state = placed("s1_pasture")
    play(state, "activate 1,1")
    assert cubes(state) == {"1,1": "grain"}
    assert why(state, "activate 1,1") == ["GM-ACT-3"]


def test_once_at_a_distillery_and_a_fair() -> None:
    """GM-ACT-3: one grain for one barrel, one exchange at a fair."""
    tiles, piles = store("grain grain sheep sheep")
    state = placed(
        "s1_pasture", AROUND | tiles | {"2,1": "s1_distillery", "2,3": "s1_fair_small"}, piles=piles
    )
    play(state, "activate 2,1; pay grain 5,5")
    assert state.step and state.step.name == "activate"
    assert state.barrels[ANNA] == 3 and cubes(state) == {"5,5": "grain", "6,5": "sheep sheep"}
    assert play(state, "activate 2,3; pay sheep 6,5; done") == [(ANNA, 1, "fair")]
    assert why(state, "activate 2,3") == ["GM-ACT-3"]


def test_activations_may_be_left_out() -> None:
    """GM-ACT-2, GM-AMB-7: all of them too."""
    state = placed("s1_pasture")
    turn(state)
    assert cubes(state) == {}


def test_activations_are_compulsory() -> None:
    """GM-AMB-7, the other reading: every tile that can be is activated before the turn ends."""
    state = placed("s1_pasture", activation="mandatory")
    for at in sorted(NEAR):
        assert why(state, "end") == ["GM-AMB-7"]
        play(state, f"activate {at}")
    assert len(cubes(state)) == 8
    assert state.turns == 1


# Yellow and green tiles


@pytest.mark.parametrize(
    ("tile", "cube"),
    [("quarry", "stone"), ("forest", "wood"), ("meadow", "sheep"), ("pasture", "cattle"), ("grain", "grain")],
)
def test_production(tile: str, cube: str) -> None:
    """GM-PROD-1: a matching cube of the supply onto that very tile, without changing the warehouse."""
    state = placed(f"s1_{tile}")
    play(state, "activate 1,2")
    assert cubes(state) == {"1,2": cube}
    assert state.warehouse == [0] * 5


def test_three_cubes_at_most() -> None:
    """GM-PROD-2: a fourth is lost; the tile has been activated."""
    state = placed("s1_pasture", piles={"1,1": "grain grain grain", "2,1": "sheep sheep"})
    play(state, "activate 1,1; activate 2,1")
    assert cubes(state) == {"1,1": "grain grain grain", "2,1": "sheep sheep sheep"}
    assert why(state, "activate 1,1") == ["GM-ACT-3"]


def test_selling_makes_room() -> None:
    """GM-PROD-3: before the full tile is activated."""
    state = placed("s1_pasture", piles={"1,1": "grain grain grain"}, warehouse="grain 2")
    play(state, "sell grain 1,1; activate 1,1")
    assert cubes(state) == {"1,1": "grain grain grain"} and state.coins[ANNA] == 8


# Distilleries


def test_a_new_distillery() -> None:
    """GM-DIST-1, GM-DIST-2: a barrel at once, and another for a grain, since it is activated too."""
    tiles, piles = store("grain")
    state = placed("s1_distillery", AROUND | tiles, piles=piles)
    assert state.barrels[ANNA] == 3
    play(state, "activate 1,2; pay grain 5,5")
    assert (state.barrels[ANNA], cubes(state)) == (4, {})


def test_grain_from_anywhere() -> None:
    """GM-DIST-3: the tile that it lies on need not be activated; it goes to the supply."""
    tiles, piles = store("grain grain grain grain wood")
    state = placed("s1_pasture", AROUND | tiles | {"2,1": "s1_distillery"}, piles=piles | {"1,1": "grain"})
    play(state, "activate 2,1")
    assert legal(state) == {"pay grain 5,5", "pay grain 6,5", "pay grain 1,1", "buy grain", "done"}
    assert why(state, "pay wood 7,5") == ["GM-DIST-2"]
    assert why(state, "pay grain 0,1") == ["GM-DIST-3"]
    play(state, "pay grain 6,5")
    assert cubes(state) == {"5,5": "grain grain grain", "1,1": "grain", "7,5": "wood"}
    assert state.warehouse == [0] * 5


def test_grain_may_be_bought() -> None:
    """GM-WARE-5, GM-DIST-2."""
    state = placed("s1_pasture", AROUND | {"2,1": "s1_distillery"}, warehouse="grain 2")
    play(state, "activate 2,1; buy grain")
    assert (state.barrels[ANNA], state.coins[ANNA]) == (3, 3)


def test_barrels_are_not_on_the_tile() -> None:
    """GM-DIST-4: they lie beside the display and are not limited."""
    tiles = AROUND | {at: "s1_distillery" for at in ("1,1", "1,3", "2,1", "2,3")}
    stored, piles = store("grain grain grain grain", per_tile=1)
    state = placed("s1_distillery", tiles | stored, piles=piles)
    for at in ("1,1", "1,2", "1,3", "2,1"):
        play(state, f"activate {at}")
        play(state, min(legal(state, "pay")))
    assert state.barrels[ANNA] == 2 + 1 + 4 and cubes(state) == {}


# Nothing handed in


def test_an_empty_deal_is_an_activation() -> None:
    """GM-AMB-25, GM-AMB-16: nothing needs to be handed in; Loch Ness cannot choose the tile afterwards."""
    state = placed(
        "s1_pasture", AROUND | {"2,1": "s1_butcher_sheep"}, piles={"1,1": "grain"}, cards="loch_ness"
    )
    assert "ness 2,1" in legal(state)
    assert play(state, "activate 2,1; done") == []
    assert why(state, "ness 2,1") == ["GM-SP-4"]
    assert "ness 2,3" in legal(state)


def test_an_empty_deal_does_not_count() -> None:
    """GM-AMB-25, the other reading: Loch Ness can; but it is not activated in the ordinary way again."""
    tiles, piles = store("sheep")
    state = placed(
        "s1_pasture",
        AROUND | tiles | {"2,1": "s1_butcher_sheep"},
        piles=piles,
        cards="loch_ness",
        empty_activation="free",
    )
    play(state, "activate 2,1; done")
    assert "activate 2,1" not in legal(state) and why(state, "activate 2,1") == ["GM-ACT-4"]
    assert play(state, "ness 2,1; pay sheep 5,5; done") == [(ANNA, 2, "butcher")]
    assert why(state, "ness 2,1") == ["GM-SP-4"]


# Blue tiles


def test_lochs_do_nothing() -> None:
    """GM-BLUE-2: activating one changes nothing."""
    for loch in ("loch_morar", "loch_lochy", "loch_shiel", "loch_oich", "loch_ness"):
        state = placed("s1_pasture", AROUND | {"2,3": loch})
        before = state.clone()
        play(state, "activate 2,3")
        assert (cubes(state), members(state), state.points) == (cubes(before), members(before), 0)
        assert (state.scores, state.coins, state.barrels) == (before.scores, before.coins, before.barrels)
        assert why(state, "activate 2,3") == ["GM-ACT-3"]
