"""One test for each rule of Glen More, by its id: the special places and what they give at once or in each turn."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore import CARDS
from ...oracle.glenmore_scene import (
    ANNA,
    BRUNO,
    Hand,
    cards,
    cubes,
    legal,
    members,
    play,
    scene,
    spots,
    store,
    turn,
    why,
)

HOME = {"0,1": "s0_forest_river", "1,0": "s0_quarry_road"}
"""The river ends at 0,2 and 0,-1, the road at 2,0 and -1,0; plain tiles go to 1,1."""
EVERYBODY = "0,0 0,1 1,0"


def built(
    tile: str,
    at: str,
    tiles: dict[str, str] | None = None,
    piles: dict[str, str] | None = None,
    standing: str = EVERYBODY,
    chieftains: int = 0,
    owned: str = "",
    **options: Any,
) -> GlenMoreState:
    """Anna has paid coins for a special place and has placed it."""
    anna = Hand(
        HOME | (tiles or {}), piles or {}, members=standing, coins=9, chieftains=chieftains, cards=owned
    )
    state = scene(anna, ahead=tile, **options)
    play(state, "take 1")
    while state.step and state.step.name == "pay":
        play(state, max(legal(state, "buy", "pay-member", "pay-chieftain")))
    play(state, f"place {at}")
    return state


PLACES = {
    "iona_abbey": "2,0",
    "donan_castle": "2,0",
    "castle_stalker": "0,2",
    **dict.fromkeys(("loch_lochy", "loch_morar", "loch_ness", "loch_shiel", "loch_oich"), "0,2"),
    **dict.fromkeys(
        ("castle_moil", "armadale_castle", "duart_castle", "castle_of_mey", "cawdor_castle"), "1,1"
    ),
}


@pytest.mark.parametrize(("tile", "at"), PLACES.items())
def test_the_card_is_taken_at_once(tile: str, at: str) -> None:
    """GM-SP-0, GM-BLUE-1, GM-GREY-1: for each of the 13 places."""
    assert PLACES.keys() == CARDS.keys()
    state = built(tile, at, chieftains=1)
    assert cards(state) == {tile} and cards(state, BRUNO) == set()
    assert state.step and state.step.name in ("activate", "benefit")


# Iona Abbey


@pytest.mark.parametrize("kind", RESOURCES)
def test_iona_abbey(kind: str) -> None:
    """GM-SP-1, GM-EV-12: any cube at each activation, at the one after placing too."""
    state = built("iona_abbey", "2,0")
    assert legal(state, "activate") >= {f"activate 2,0 {cube}" for cube in RESOURCES}
    assert why(state, "activate 2,0") == ["GM-SP-1"] and why(state, f"activate 1,0 {kind}") == ["GM-SP-1"]
    play(state, f"activate 2,0 {kind}")
    assert cubes(state) == {"2,0": kind}


def test_three_cubes_on_the_abbey() -> None:
    """GM-SP-1: at most; then its activation brings nothing."""
    for held, after in (("wood grain", "wood sheep grain"), ("wood wood grain", "wood wood grain")):
        state = scene(Hand(HOME | {"2,0": "iona_abbey"}, {"2,0": held}, members="1,0"), ahead="s1_meadow")
        play(state, "take 1; place 2,1")
        full = len(held.split()) == 3
        assert ("activate 2,0 sheep" in legal(state)) != full and ("activate 2,0" in legal(state)) == full
        play(state, "activate 2,0" + " sheep" * (not full))
        assert cubes(state) == {"2,0": after}


def test_iona_abbey_once_a_game() -> None:
    """GM-EV-12: in the Polish edition, to the letter."""
    for edition, again in (("alea-de", True), ("polish", False), ("yucata", True)):
        state = built("iona_abbey", "2,0", edition=edition, standing="1,0 1,0")
        turn(state, "activate 2,0 wood")
        turn(state, "take 4; place 2,1", "activate 2,0 sheep" if again else "activate 2,0")
        assert cubes(state)["2,0"] == ("wood sheep" if again else "wood")


# Loch Lochy


def test_loch_lochy() -> None:
    """GM-SP-2, GM-AMB-12, GM-EV-9: two cubes of any kinds, equal ones too, onto the loch itself."""
    for first, second in (("wood", "sheep"), ("grain", "grain")):
        state = built("loch_lochy", "0,2")
        assert legal(state) == {f"get {kind} 0,2" for kind in RESOURCES}
        assert why(state, "get wood 0,1") == ["GM-SP-2"] and why(state, "fill") == ["GM-SP-14"]
        play(state, f"get {first} 0,2; get {second} 0,2")
        assert cubes(state) == {"0,2": f"{first} {second}"}
        assert state.step and state.step.name == "activate"
        play(state, "activate 0,2")
        assert cubes(state) == {"0,2": f"{first} {second}"}  # GM-SP-14


def test_loch_lochy_on_any_tile() -> None:
    """GM-EV-9, GM-AMB-23: in the Polish edition onto any own tiles, as long as production tiles and abbey have room."""
    tiles = {"-1,0": "iona_abbey"}
    piles = {"0,1": "wood wood", "-1,0": "wood wood wood", "1,0": "stone stone stone"}
    state = built("loch_lochy", "0,2", tiles, piles, edition="polish")
    assert {order.split()[2] for order in legal(state, "get")} == {"0,0", "0,1", "0,2"}
    assert why(state, "get wood 1,0") == ["GM-AMB-23"]
    play(state, "get grain 0,1")
    assert {order.split()[2] for order in legal(state, "get")} == {"0,0", "0,2"}
    play(state, "get sheep 0,0")
    assert cubes(state) == piles | {"0,1": "wood wood grain", "0,0": "sheep"}


def test_benefits_are_compulsory() -> None:
    """GM-AMB-29: the cubes of Loch Lochy and Loch Shiel; in the other reading they are not."""
    for loch in ("loch_lochy", "loch_shiel"):
        assert why(built(loch, "0,2"), "decline") == ["GM-AMB-29"]
    state = built("loch_lochy", "0,2", lochy_compulsory=False)
    play(state, "get wood 0,2; decline")
    assert cubes(state) == {"0,2": "wood"}
    state = built("loch_shiel", "0,2", shiel_compulsory=False)
    play(state, "decline")
    assert cubes(state) == {} and state.step and state.step.name == "activate"
    assert why(built("loch_shiel", "0,2", lochy_compulsory=False), "decline") == ["GM-AMB-29"]
    assert why(built("loch_lochy", "0,2", shiel_compulsory=False), "decline") == ["GM-AMB-29"]


# Loch Shiel


def test_loch_shiel() -> None:
    """GM-SP-5: a matching cube for each empty production tile, near or far; no distillery, no village, no loch."""
    tiles = {
        "5,5": "s1_grain",
        "6,5": "s1_pasture",
        "7,5": "s1_meadow",
        "8,5": "s1_distillery",
        "9,5": "loch_lochy",
    }
    state = built("loch_shiel", "0,2", tiles, {"1,0": "stone", "7,5": "sheep sheep"})
    assert legal(state) == {"fill"}
    assert why(state, "fill wood") == ["GM-SP-5"]
    play(state, "fill")
    assert cubes(state) == {
        "0,1": "wood",
        "1,0": "stone",
        "5,5": "grain",
        "6,5": "cattle",
        "7,5": "sheep sheep",
    }


def test_loch_shiel_and_the_abbey() -> None:
    """GM-SP-5, GM-AMB-16: an empty abbey may receive a cube of any kind; one that holds cubes receives none."""
    abbey = {"-1,0": "iona_abbey"}
    state = built("loch_shiel", "0,2", abbey)
    assert legal(state) == {"fill", *(f"fill {kind}" for kind in RESOURCES)}
    play(state, "fill grain")
    assert cubes(state) == {"0,1": "wood", "1,0": "stone", "-1,0": "grain"}
    state = built("loch_shiel", "0,2", abbey)
    play(state, "fill")
    assert cubes(state) == {"0,1": "wood", "1,0": "stone"}
    assert legal(built("loch_shiel", "0,2", abbey, {"-1,0": "wood"})) == {"fill"}


def test_selling_before_loch_shiel() -> None:
    """GM-SP-5: to make a tile empty."""
    state = built("loch_shiel", "0,2", piles={"1,0": "stone"}, warehouse="stone 2")
    play(state, "sell stone 1,0; fill")
    assert cubes(state) == {"0,1": "wood", "1,0": "stone"} and state.coins[ANNA] == 11


# Loch Oich


def oich(held: str, coins: int) -> GlenMoreState:
    """Loch Oich is the next tile."""
    tiles, piles = store(held, per_tile=1)
    anna = Hand(HOME | tiles, piles, coins=coins)
    return scene(anna, ahead="loch_oich", warehouse="wood 2 cattle 3 grain 3")


def test_the_cost_of_loch_oich() -> None:
    """GM-BLUE-4: two cubes of different kinds, own or bought."""
    assert why(oich("wood", 0), "take 1") == []  # it sells for 2, which buys a stone and a sheep
    assert why(oich("stone stone", 0), "take 1") == ["GM-TILE-3"]
    assert why(oich("", 1), "take 1") == ["GM-TILE-3"]
    state = oich("wood wood sheep", 0)
    play(state, "take 1; pay wood 5,5")
    assert why(state, "pay wood 6,5") == ["GM-BLUE-4"]
    assert legal(state, "pay", "buy") == {"pay sheep 7,5"}
    play(state, "pay sheep 7,5")
    assert spots(state) == {"0,-1"}
    state = oich("", 2)
    play(state, "take 1")
    assert legal(state) == {"buy stone", "buy sheep"}
    play(state, "buy sheep; buy stone")
    assert state.coins[ANNA] == 0
    state = oich("", 3)
    play(state, "take 1")
    assert why(state, "buy wood") == ["GM-TILE-3"]  # for 3, and nothing is left for another kind


def test_loch_oich() -> None:
    """GM-SP-6, GM-ACT-4: all own tiles may be activated, in any order, once each; no Loch Ness in this turn."""
    far = {"5,5": "s1_pasture", "6,5": "s1_village_wood"}
    state = built("loch_oich", "0,2", far, owned="loch_ness")
    cells = {order.split()[1] for order in legal(state, "activate")}
    assert cells == {"0,0", "0,1", "0,2", "1,0", "5,5", "6,5"}
    assert not legal(state, "ness") and why(state, "ness 0,1") == ["GM-SP-6"]
    play(state, "activate 5,5; activate 0,1")
    assert cubes(state) == {"5,5": "cattle", "0,1": "wood"}
    assert why(state, "activate 5,5") == ["GM-ACT-3"]
    play(state, "activate 6,5; activate 0,0; end")
    assert state.points == 2  # GM-AMB-6
    turn(state, "promote 0,0; promote 0,1")
    assert state.chieftains[ANNA] == 2 and len(state.chain) == 13


def test_loch_oich_and_movement() -> None:
    """GM-AMB-6: its movement points are spent; in the other reading they are lost, and new tiles are laid."""
    for reading, left in (("spent", "move"), ("lost", "take")):
        state = built("loch_oich", "0,2", oich_movement=reading)
        play(state, "activate 0,0; end")
        assert state.step and state.step.name == left
        assert len(state.chain) == (12 if reading == "spent" else 13)


# Castles


@pytest.mark.parametrize(
    ("castle", "count", "barrels", "coins"),
    [
        ("castle_stalker", 2, 0, 7),
        ("castle_moil", 1, 1, 6),
        ("armadale_castle", 1, 0, 10),
        ("duart_castle", 1, 0, 6),
        ("donan_castle", 1, 2, 6),
        ("castle_of_mey", 1, 0, 6),
        ("cawdor_castle", 1, 0, 6),
    ],
)
def test_castles(castle: str, count: int, barrels: int, coins: int) -> None:
    """GM-SP-7, GM-SP-8, GM-SP-9, GM-SP-11, GM-SP-14: two members; a barrel; three coins; two barrels; once."""
    state = built(castle, PLACES[castle])
    for _ in range(2):
        assert members(state)[PLACES[castle]] == count
        assert (state.barrels[ANNA], state.coins[ANNA]) == (barrels, coins)
        if state.points == 0:
            play(state, f"activate {PLACES[castle]}")
    assert state.points == 1
