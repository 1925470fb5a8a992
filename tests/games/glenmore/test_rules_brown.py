"""One test for each rule of Glen More, by its id: what brown tiles give points for."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore_scene import ANNA, Hand, Points, cubes, legal, play, rows, scene, store, why

EVERY = " ".join(RESOURCES)


def market(tile: str, held: str = "", coins: int = 0, warehouse: str = "", **options: Any) -> GlenMoreState:
    """Anna has activated this brown tile at 1,1 and holds these cubes, each on a tile of its own, from 5,5 on."""
    tiles, piles = store(held, per_tile=1)
    anna = Hand({"0,1": "s0_forest_river", "1,1": tile} | tiles, piles, members="0,1", coins=coins)
    state = scene(anna, ahead="s2_meadow_river", warehouse=warehouse, **options)
    play(state, "take 1; place 0,2; activate 1,1")
    return state


def hand(state: GlenMoreState, kinds: str) -> Points:
    """Own cubes are handed in, one after the other, as far as they are there."""
    points = []
    for kind in kinds.split():
        at = next(at for at, pile in cubes(state).items() if pile == kind and at != "0,2")
        points += play(state, f"pay {kind} {at}")
    return points


def offers(state: GlenMoreState) -> set[str]:
    """The kinds that can be handed in, own ones, and bought ones with a `+`."""
    return {order.split()[1] for order in legal(state, "pay")} | {
        f"+{o.split()[1]}" for o in legal(state, "buy")
    }


@pytest.mark.parametrize("kind", ["sheep", "cattle"])
def test_butchers(kind: str) -> None:
    """GM-BRN-1, GM-BRN-2: one or two of one kind for 2 or 4 points, and no other kind."""
    tile = f"s1_butcher_{kind}"
    assert offers(market(tile, EVERY)) == {kind}
    state = market(tile, f"{kind} {kind} {kind}")
    assert hand(state, kind) == [] and play(state, "done") == [(ANNA, 2, "butcher")]
    state = market(tile, f"{kind} {kind} {kind}")
    assert hand(state, f"{kind} {kind}") == [(ANNA, 4, "butcher")]
    assert cubes(state) == {"7,5": kind}


def test_the_third_butcher() -> None:
    """GM-BRN-3: exactly a sheep and a cattle for 5; one alone cannot be handed in."""
    state = market("s2_butcher_both", "sheep sheep cattle cattle")
    assert hand(state, "cattle") == [] and offers(state) == {"sheep"}
    assert why(state, "done") == why(state, "pay cattle 7,5") == ["GM-BRN-3"]
    assert hand(state, "sheep") == [(ANNA, 5, "butcher")]
    assert offers(market("s2_butcher_both", "sheep sheep")) == set()
    assert offers(market("s2_butcher_both", "sheep", coins=1)) == {"sheep", "+cattle", "+sheep"}
    assert hand(market("s2_butcher_both", "sheep cattle", mixed_butcher_vp=9), "sheep cattle")[0][1] == 9


FAIRS = {"s1_fair_small": 3, "s2_fair_medium_road": 4, "s3_fair_large": 5}
LADDER = [1, 3, 5, 8, 12]


@pytest.mark.parametrize(("tile", "most"), FAIRS.items())
def test_fairs(tile: str, most: int) -> None:
    """GM-BRN-4, GM-BRN-6: one to three, four or five different kinds for 1, 3, 5, 8, 12 points."""
    for count in range(1, most + 1):
        state = market(tile, EVERY)
        points = hand(state, " ".join(RESOURCES[:count]))
        if count < most:
            assert not points
            points = play(state, "done")
        assert points == [(ANNA, LADDER[count - 1], "fair")]
        assert state.step and state.step.name == "activate"


def test_different_kinds() -> None:
    """GM-BRN-4, GM-BRN-5: the second of a kind is refused; two pairs are two kinds, and 8 points need four."""
    state = market("s2_fair_medium_road", "cattle cattle grain grain")
    hand(state, "cattle grain")
    assert offers(state) == set()
    assert why(state, "pay cattle 6,5") == why(state, "buy grain") == ["GM-BRN-4"]
    assert play(state, "done") == [(ANNA, 3, "fair")]


def test_own_and_bought_together() -> None:
    """GM-BRN-4, GM-BRN-10, GM-WARE-5, GM-COMP-7: missing kinds are bought; barrels are no kind."""
    state = market("s3_fair_large", "sheep wood", 6, "stone 1")
    hand(state, "sheep")
    play(state, "buy stone; buy cattle; buy grain")
    assert state.coins[ANNA] == 6 - 2 - 1 - 1
    assert hand(state, "wood") == [(ANNA, 12, "fair")]
    assert rows(state) == {"wood": 0, "stone": 2, "sheep": 0, "cattle": 1, "grain": 1}


def test_the_grocer() -> None:
    """GM-BRN-7, GM-EV-1: exactly three of any kinds, equal ones too, for 8 points."""
    for kinds in ("wood wood wood", "sheep sheep grain", "stone wood cattle"):
        assert hand(market("s3_grocer", f"{kinds} {kinds}"), kinds) == [(ANNA, 8, "grocer")]
    assert offers(market("s3_grocer", "wood wood")) == set()
    state = market("s3_grocer", "wood wood")
    assert why(state, "pay wood 5,5") == ["GM-BRN-7"]
    state = market("s3_grocer", "wood wood wood wood")
    hand(state, "wood wood")
    assert why(state, "done") == ["GM-BRN-7"]


@pytest.mark.parametrize(("edition", "points"), [("alea-de", 8), ("polish", 7), ("yucata", 8)])
def test_the_grocer_in_the_editions(edition: str, points: int) -> None:
    """GM-EV-1: the Polish text says 7."""
    assert hand(market("s3_grocer", "wood wood wood", edition=edition), "wood wood wood")[0][1] == points
    assert hand(market("s3_grocer", "wood wood wood", grocer_vp=points), "wood wood wood")[0][1] == points


def test_the_bridge() -> None:
    """GM-BRN-8: exactly a stone and a wood for 7 points."""
    state = market("s3_bridge_river", "stone stone wood wood sheep")
    assert offers(state) == {"stone", "wood"}
    hand(state, "wood")
    assert offers(state) == {"stone"}
    assert why(state, "done") == why(state, "buy sheep") == why(state, "pay wood 6,5") == ["GM-BRN-8"]
    assert hand(state, "stone") == [(ANNA, 7, "bridge")]
    assert hand(market("s3_bridge_river", "stone wood", bridge_vp=4), "stone wood") == [(ANNA, 4, "bridge")]


@pytest.mark.parametrize(("tile", "points"), [("s2_tavern", 3), ("s3_tavern", 4)])
def test_taverns(tile: str, points: int) -> None:
    """GM-BRN-9: points for nothing, and no deal to be made."""
    state = market(tile, EVERY)
    assert [(line.amount, line.reason, line.source) for line in state.score_lines()] == [
        (points, "tavern", tile)
    ]
    assert state.step and state.step.name == "activate"


def test_what_may_be_bought_for_a_brown_tile() -> None:
    """GM-BRN-10, GM-AMB-24: also at grocer and bridge, although they speak of own cubes."""
    assert offers(market("s1_butcher_sheep", coins=6)) == {"+sheep"}
    assert offers(market("s3_bridge_river", coins=2)) == {"+stone", "+wood"}
    assert offers(market("s3_bridge_river", coins=4, warehouse="stone 2")) == {"+stone", "+wood"}
    assert offers(market("s3_bridge_river", coins=3, warehouse="stone 2")) == set()
    state = market("s3_grocer", coins=6)
    play(state, "buy wood; buy wood")
    assert play(state, "buy wood") == [(ANNA, 8, "grocer")]
    assert (state.coins[ANNA], rows(state)["wood"]) == (0, 3)


def test_own_cubes_only() -> None:
    """GM-AMB-24, the other reading: at grocer and bridge; butchers and fairs sell on."""
    for tile in ("s3_grocer", "s3_bridge_river"):
        state = market(tile, coins=20, own_only=True)
        assert offers(state) == set() and why(state, "buy wood") == ["GM-AMB-24"]
        assert offers(market(tile, "wood stone stone", coins=20, own_only=True)) == {"wood", "stone"}
    state = market("s3_grocer", "wood wood", 20, own_only=True)
    assert why(state, "pay wood 5,5") == ["GM-BRN-7"]
    assert offers(market("s1_butcher_sheep", coins=6, own_only=True)) == {"+sheep"}
    assert offers(market("s1_fair_small", coins=1, own_only=True)) == {f"+{kind}" for kind in RESOURCES}


def test_a_cube_that_is_needed_is_not_sold() -> None:
    """GM-AMB-24, GM-BRN-7: a deal that has begun can be finished, where nothing can be bought back."""
    state = market("s3_grocer", "wood wood wood", 0, "wood 3", own_only=True)
    hand(state, "wood")
    assert why(state, "sell wood 6,5") == ["GM-BRN-7"]
    state = market("s3_grocer", "wood wood wood", 0, "wood 3")
    hand(state, "wood")
    play(state, "sell wood 6,5; buy wood")
    assert hand(state, "wood") == [(ANNA, 8, "grocer")]


def test_sales_pay_for_purchases_within_a_deal() -> None:
    """GM-WARE-2, GM-BRN-10: one may sell after the deal has begun, for what is still to be bought."""
    state = market("s2_butcher_both", "sheep wood", 0, "wood 1")
    assert offers(state) == {"sheep"}
    hand(state, "sheep")
    assert legal(state) == {"sell wood 6,5"}
    assert play(state, "sell wood 6,5; buy cattle") == [(ANNA, 5, "butcher")]


def test_a_deal_for_nothing() -> None:
    """GM-AMB-16: a butcher, like any other, may be activated for no cubes."""
    for tile in ("s1_butcher_sheep", "s3_fair_large", "s3_grocer", "s3_bridge_river", "s1_distillery"):
        state = market(tile, EVERY + " wood wood")
        before = cubes(state)
        assert play(state, "done") == []
        assert cubes(state) == before and state.barrels[ANNA] == 0


def test_points_are_kept() -> None:
    """GM-BRN-11: they add up; hidden or not changes nothing in play."""
    for secrecy in ("hidden", "open"):
        state = market("s1_butcher_sheep", "sheep sheep", vp_secrecy=secrecy)
        hand(state, "sheep sheep")
        assert state.scores == [4, 0, 0, 0]
