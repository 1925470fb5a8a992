"""One test for each rule of Glen More, by its id: Loch Ness, what it costs and when it may be used."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.play.match import Match
from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore_scene import ANNA, Hand, cubes, legal, members, play, scene, spots, turn, why

RIVER = {"0,1": "s0_forest_river"}
FAR = {"5,5": "s1_pasture", "6,5": "s1_village_wood", "7,5": "iona_abbey", "8,5": "loch_ness"}


def offered(standing: str, chieftains: int = 0, **options: Any) -> GlenMoreState:
    """Loch Ness is the next tile; the river ends at 0,2 and 0,-1."""
    anna = Hand(RIVER | {"5,5": "s1_pasture"}, members=standing, chieftains=chieftains)
    return scene(anna, ahead="loch_ness", stacks={3: "s3_forest s3_forest"}, scorings=2, **options)


def payers(state: GlenMoreState) -> set[str]:
    """Who may pay once Loch Ness has been taken; nobody if it cannot be."""
    if "take 1" not in legal(state):
        return set()
    trial = state.clone()
    play(trial, "take 1")
    return {order.removeprefix("pay-") for order in legal(trial)}


# The cost


def test_a_member_or_a_chieftain() -> None:
    """GM-BLUE-3, GM-TILE-9: the player chooses; whoever pays goes to the supply."""
    state = offered("0,0 0,1", 1)
    assert payers(state) == {"member 0,0", "member 0,1", "chieftain"}
    play(state, "take 1; pay-chieftain")
    assert (members(state), state.chieftains[ANNA]) == ({"0,0": 1, "0,1": 1}, 0)
    state = offered("0,0 0,1", 1)
    play(state, "take 1; pay-member 0,0")
    assert (members(state), state.chieftains[ANNA]) == ({"0,1": 1}, 1)
    assert spots(state) == {"0,2"}
    state = offered("0,0 0,1")
    play(state, "take 1")
    assert why(state, "pay-chieftain") == ["GM-BLUE-3"] and why(state, "pay-member 5,5") == ["GM-BLUE-3"]
    assert why(state, "pay wood 0,1") == ["GM-TILE-3"]


def test_members_are_counted_after_payment() -> None:
    """GM-AMB-4: whoever pays must leave a member beside the spot."""
    assert payers(offered("0,1 5,5")) == {"member 5,5"}
    assert payers(offered("0,1 0,1")) == {"member 0,1"}
    assert payers(offered("5,5 5,5")) == set()
    state = offered("0,1 5,5")
    play(state, "take 1")
    assert why(state, "pay-member 0,1") == ["GM-PLACE-2", "GM-AMB-4"]


@pytest.mark.parametrize("last", ["last_turn", "always"])
def test_the_only_member(last: str) -> None:
    """GM-AMB-4: it cannot pay, not in the last turn either; with a chieftain that one pays (GM-AMB-28)."""
    state = offered("0,1", last_member=last)
    assert payers(state) == set()
    assert why(state, "take 1") == ["GM-BLUE-3"]
    assert payers(offered("0,1", 1, last_member=last)) == {"chieftain"}


def test_members_are_counted_before_payment() -> None:
    """GM-AMB-4, the other reading: the member beside the spot may pay, the only one in the last turn."""
    before: dict[str, Any] = {"ness_payment": "before_payment"}
    assert payers(offered("0,1 5,5", **before)) == {"member 0,1", "member 5,5"}
    state = offered("0,1 5,5", **before)
    play(state, "take 1; pay-member 0,1")
    assert spots(state) == {"0,2"}
    assert why(state, "place 0,-1") == ["GM-PLACE-2"]
    assert payers(offered("0,1", **before, last_member="always")) == {"member 0,1"}
    assert payers(offered("0,1", **before, last_member="never")) == set()
    assert payers(offered("0,1", 1, **before, last_member="always")) == {"chieftain"}  # GM-AMB-28


@pytest.mark.parametrize(("spaces", "allowed"), [(1, False), (2, True), (3, True)])
def test_the_only_member_in_the_very_last_turn(spaces: int, allowed: bool) -> None:
    """GM-AMB-4, GM-AMB-9: two tiles are left, so it is the last turn when the figure advances two spaces."""
    anna = Hand(RIVER, members="0,1")
    ahead = " ".join(["s2_tavern"] * (spaces - 1) + ["loch_ness"])
    state = scene(
        anna, ahead=ahead, stacks={3: "s3_forest s3_forest"}, scorings=2, ness_payment="before_payment"
    )
    assert (f"take {spaces}" in legal(state)) == allowed
    if allowed:
        play(state, f"take {spaces}; pay-member 0,1; place 0,2; activate 0,1")
        assert members(state) == {} and cubes(state) == {"0,1": "wood"}


# Its use


def owning(ahead: str = "s1_meadow s1_forest", **options: Any) -> GlenMoreState:
    """Anna has owned Loch Ness for long, and has placed a tile at 1,1."""
    anna = Hand(RIVER | FAR, members="0,0 0,1", cards="")
    state = scene(anna, ahead=ahead, **options)
    play(state, "take 1; place 1,1")
    return state


def test_any_tile_once_a_turn() -> None:
    """GM-SP-4, GM-ACT-4: near or far, without activating Loch Ness; one only, and again in the next turn."""
    state = owning()
    far = {"5,5", "6,5", "8,5", "0,0", "0,1", "1,1"}
    named = {order.split()[1] for order in legal(state, "ness")}
    assert named == far | {"7,5"}
    assert why(state, "activate 5,5") == ["GM-ACT-4"]
    play(state, "ness 5,5")
    assert cubes(state) == {"5,5": "cattle"}
    assert not legal(state, "ness") and why(state, "ness 6,5") == ["GM-SP-4"]
    turn(state)
    turn(state, "take 1; place -1,1; ness 5,5")
    assert cubes(state)["5,5"] == "cattle cattle"


def test_no_tile_twice() -> None:
    """GM-SP-4: neither one activated before, nor afterwards one that Loch Ness chose."""
    state = owning()
    play(state, "activate 0,1")
    assert why(state, "ness 0,1") == ["GM-SP-4"]
    play(state, "ness 1,1")
    assert why(state, "activate 1,1") == ["GM-ACT-3"]
    assert cubes(state) == {"0,1": "wood", "1,1": "sheep"}


def test_a_tile_that_was_left_out() -> None:
    """GM-AMB-7: it may be chosen, and a cube is named for an abbey."""
    state = owning()
    assert "ness 0,0" in legal(state) and why(state, "ness 7,5") == ["GM-SP-1"]
    play(state, "ness 7,5 grain")
    assert cubes(state) == {"7,5": "grain"}


def test_a_village_through_loch_ness() -> None:
    """GM-SP-4, GM-GREY-2: it brings a movement point."""
    state = owning()
    play(state, "ness 6,5; end")
    assert state.points == 1


def test_among_the_activations() -> None:
    """GM-AMB-5: before, between or after them; not before the tile is placed."""
    for order in (0, 1, 3):
        state = owning()
        for n, at in enumerate(["0,0", "0,1", "1,1"]):
            if n == order:
                play(state, "ness 5,5")
            play(state, f"activate {at}")
        if order == 3:
            play(state, "ness 5,5")
        assert cubes(state) == {"0,1": "wood", "1,1": "sheep", "5,5": "cattle"}
    state = scene(Hand(RIVER | FAR), ahead="s1_meadow")
    assert not legal(state, "ness") and why(state, "ness 5,5") == ["GM-AMB-5"]


def test_it_need_not_be_used() -> None:
    """GM-SP-4, GM-AMB-7: not even where activations are compulsory."""
    state = owning(activation="mandatory")
    for at in ("0,0", "0,1", "1,1"):
        assert "end" not in legal(state)
        play(state, f"activate {at}")
    assert "end" in legal(state) and legal(state, "ness")


def test_nothing_left_for_it() -> None:
    """GM-SP-4: when every tile has been activated there is nothing to decide any more."""
    state = scene(Hand(RIVER, cards="loch_ness"), ahead="s1_meadow")
    play(state, "take 1; place 1,1; activate 0,1; activate 1,1")
    assert legal(state, "ness") == {"ness 0,0"}
    play(state, "activate 0,0")
    assert state.step and state.step.name == "move"


def test_who_has_no_loch_ness() -> None:
    """GM-SP-4: the card is needed."""
    state = scene(Hand(RIVER | {"5,5": "s1_pasture"}), Hand(cards="loch_ness"), ahead="s1_meadow")
    play(state, "take 1; place 1,1")
    assert not legal(state, "ness") and why(state, "ness 5,5") == ["GM-SP-4"]


def test_in_the_turn_of_placing() -> None:
    """GM-AMB-5: at once; in the other reading from the next turn on."""
    for time, usable in (("same_turn", True), ("next_turn", False)):
        state = offered("0,0 0,1", ness_time=time)
        play(state, "take 1; pay-member 0,0; place 0,2")
        assert ("ness 5,5" in legal(state)) == usable
        if not usable:
            assert why(state, "ness 5,5") == ["GM-AMB-5"]
    state = owning(ness_time="next_turn")
    assert "ness 5,5" in legal(state)


def test_before_members_move() -> None:
    """GM-AMB-26: once movement points are being spent Loch Ness is not used any more."""
    state = owning()
    play(state, "activate 0,0; end")
    assert not legal(state, "ness") and why(state, "ness 5,5") == ["GM-AMB-26"]


def test_after_members_move() -> None:
    """GM-AMB-26, the other reading: also then, once a turn all the same."""
    state = owning(ness_after_movement=True)
    play(state, "activate 0,0; activate 0,1; end")
    assert "ness 5,5" in legal(state) and why(state, "ness 0,1") == ["GM-SP-4"]
    play(state, "ness 6,5")
    assert state.points == 2 and not legal(state, "ness")
    assert why(state, "ness 5,5") == ["GM-SP-4"]
    play(state, "move 0,0 0,1")
    assert state.points == 1
    state = owning(ness_after_movement=True)
    play(state, "ness 5,5; activate 0,0; end")
    assert not legal(state, "ness")


def test_after_the_last_movement_point() -> None:
    """GM-AMB-26, GM-AMB-22: what else may be done is still offered; the turn ends when nothing is left."""
    state = owning(ness_after_movement=True)
    play(state, "activate 0,0; end; move 0,0 0,1")
    assert state.points == 0 and "ness 5,5" in legal(state) and not legal(state, "move", "promote")
    assert why(state, "move 0,1 0,0") == ["GM-GREY-4"] and why(state, "promote 0,1") == ["GM-GREY-7"]
    play(state, "ness 6,5")
    assert state.points == 1 and legal(state, "move", "promote")
    play(state, "move 0,1 0,0")
    assert state.turns == 1
    state = owning()
    play(state, "activate 0,0; end; move 0,0 0,1")
    assert state.turns == 1


# At any time


DEAR = " ".join(["s1_distillery"] * 9)
"""Nothing but distilleries on the circuit, which cost a stone."""


def early(cubes: dict[str, str] | None = None, ahead: str = DEAR, **options: Any) -> GlenMoreState:
    """Anna owns Loch Ness, an abbey and other tiles far away, and no coins."""
    tiles = RIVER | FAR | {"9,5": "s1_grain", "10,5": "s1_quarry"}
    given = {"ness_time": "any_time"} | options
    return scene(Hand(tiles, cubes or {}, members="0,0 0,1", coins=0), ahead=ahead, **given)


def test_it_helps_to_pay() -> None:
    """GM-AMB-5, GM-TILE-3: a tile can be taken when Loch Ness makes it payable; only such uses are offered then."""
    assert why(early(ness_time="same_turn"), "take 1") == ["GM-TILE-3"]
    state = early()
    assert {order.split()[1] for order in legal(state, "ness")} == {"7,5", "10,5"}
    play(state, "take 1")
    assert legal(state) == {"ness 7,5 stone", "ness 10,5"}
    assert why(state, "ness 7,5 wood") == why(state, "ness 5,5") == ["GM-TILE-3"]
    assert why(state, "ness 7,5") == ["GM-SP-1"]
    play(state, "ness 10,5; pay stone 10,5; place 1,1")
    assert why(state, "ness 5,5") == ["GM-SP-4"] and not legal(state, "ness")


def test_its_yield_may_be_sold_to_pay() -> None:
    """GM-AMB-5, GM-WARE-7: the cattle brings a coin, which buys the stone."""
    state = scene(
        Hand(RIVER | {"5,5": "s1_pasture", "8,5": "loch_ness"}, members="0,0 0,1", coins=0),
        ahead="s1_distillery",
        warehouse="cattle 1",
        ness_time="any_time",
    )
    play(state, "take 1")
    assert legal(state) == {"ness 5,5"}
    play(state, "ness 5,5; sell cattle 5,5; buy stone")
    assert state.step and state.step.name == "place"


def test_a_full_tile_is_emptied_first() -> None:
    """GM-AMB-5, GM-PROD-2: a cube is sold from the full abbey itself, and then it makes the stone."""
    far = {"5,5": "s1_grain", "7,5": "iona_abbey", "8,5": "loch_ness"}
    piles = {"7,5": "grain grain grain", "5,5": "grain"}
    hand = Hand(RIVER | far, piles, members="0,0 0,1", coins=0)
    stuck = scene(hand, ahead="s1_distillery", warehouse="stone 3", ness_time="any_time")
    assert why(stuck, "take 1") == ["GM-WARE-4"]
    state = scene(hand, ahead="s1_distillery", warehouse="stone 3 grain 1", ness_time="any_time")
    play(state, "take 1")
    assert legal(state) == {
        "sell grain 7,5"
    }  # the grain elsewhere would bring the only coin and make no room
    assert why(state, "sell grain 5,5") == why(state, "ness 7,5") == ["GM-TILE-3"]
    play(state, "sell grain 7,5")
    assert legal(state) == {"ness 7,5 stone"}


def test_a_full_tile_is_paid_from_first() -> None:
    """GM-AMB-5, GM-TILE-9: the grain owed must come from the full abbey, or the stone could not be made."""
    far = {"5,5": "s1_grain", "7,5": "iona_abbey", "8,5": "loch_ness"}
    hand = Hand(
        RIVER | far, {"7,5": "grain grain grain", "5,5": "grain", "0,1": "wood"}, members="0,0 0,1", coins=0
    )
    state = scene(hand, ahead="castle_moil", warehouse="stone 3", ness_time="any_time")
    play(state, "take 1")
    assert legal(state) == {"pay wood 0,1", "pay grain 7,5"}
    assert why(state, "pay grain 5,5") == ["GM-TILE-3"]
    play(state, "pay grain 7,5")
    assert legal(state) == {"pay wood 0,1", "ness 7,5 stone"}
    play(state, "ness 7,5 stone; pay wood 0,1; pay stone 7,5")
    assert state.step and state.step.name == "place"


def test_a_deal_before_payment_leaves_the_cost() -> None:
    """GM-AMB-5, GM-TILE-3: at a fair no cube may go that the cost needs; a second one may."""
    far = {"5,5": "s1_fair_small", "6,5": "s1_forest", "8,5": "loch_ness"}
    for wood, deals in (("wood", {"done"}), ("wood wood", {"done", "pay wood 6,5"})):
        hand = Hand(RIVER | far, {"6,5": wood}, members="0,0 0,1", coins=0)
        state = scene(hand, ahead="s2_village_wood", ness_time="any_time")
        play(state, "take 1; ness 5,5")
        assert legal(state) == deals


def test_before_the_tile_is_taken() -> None:
    """GM-AMB-5, GM-AMB-27: it must leave some tile payable, unless it goes with a discard as well."""
    state = early(ahead="s1_distillery s1_quarry")
    assert "ness 5,5" in legal(state)  # the quarry is free
    play(state, "ness 5,5")
    assert why(state, "take 1") == ["GM-TILE-3"] and "take 2" in legal(state)
    assert why(early(), "ness 5,5") == ["GM-AMB-27"]
    state = early(ness_on_discard=True)
    play(state, "ness 5,5")
    assert legal(state) == {f"discard {n}" for n in range(1, 10)}


def test_tiles_activated_early_count() -> None:
    """GM-SP-4, GM-AMB-17: not again in phase 3; what was gained before phase 3 may be spent in it."""
    state = early(ahead="s1_meadow", spend_gained=False)
    state.warehouse[0] = 2
    play(state, "take 1; ness 0,1; place 1,1")
    assert legal(state, "activate") == {"activate 0,0", "activate 1,1"}
    assert why(state, "activate 0,1") == ["GM-ACT-3"]
    assert legal(state, "sell") == {"sell wood 0,1"}


@pytest.mark.parametrize("time", ["same_turn", "any_time"])
def test_loch_ness_and_loch_oich(time: str) -> None:
    """GM-SP-6: not both in one turn, in whatever order."""
    state = early({"10,5": "stone", "0,1": "wood"}, ahead="loch_oich s1_meadow", ness_time=time)
    trial = state.clone()
    play(state, "take 1")
    assert not legal(state, "ness")
    if time == "any_time":
        assert why(state, "ness 5,5") == ["GM-SP-6"]
        play(trial, "ness 5,5")
        assert why(trial, "take 1") == ["GM-SP-6"]


def test_early_use_is_taken_back() -> None:
    """GM-EV-7, GM-AMB-5: step by step, back to the start of the turn."""
    match = Match(early().rules, ["anna", "bruno", "clara", "danny"], seed=1)
    match.state = early()
    begin = match.state.clone()
    for order in ("take 1", "ness 10,5", "pay stone 10,5"):
        match.play(order)
    for _ in range(3):
        match.undo()
    assert match.state == begin


# The last member and a chieftain


def test_the_last_member_though_a_chieftain_is_there() -> None:
    """GM-AMB-28: in the last turn, where members are counted before payment; GM-GREY-9 holds before."""
    allowed: dict[str, Any] = {"ness_payment": "before_payment", "ness_last_member": True}
    assert payers(offered("0,1", 1, **allowed, last_member="always")) == {"member 0,1", "chieftain"}
    assert payers(offered("0,1", 1, **allowed, last_member="never")) == {"chieftain"}
    assert payers(offered("0,1", 1, ness_last_member=True, last_member="always")) == {"chieftain"}
    state = offered("0,1", 1, **allowed, last_member="never")
    play(state, "take 1")
    assert why(state, "pay-member 0,1") == ["GM-GREY-9"]
    state = offered("0,1", 1, ness_payment="before_payment", last_member="always")
    play(state, "take 1")
    assert why(state, "pay-member 0,1") == ["GM-AMB-28"]
