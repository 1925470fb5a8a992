"""One test for each rule of Glen More, by its id: clan members, movement, chieftains, the last member."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tilewright.games.glenmore.member_departure import soonest
from tilewright.games.glenmore.state import DIE, GlenMoreState, figure

from ...oracle.glenmore_circuit import fewest
from ...oracle.glenmore_scene import ANNA, BRUNO, Hand, legal, members, play, scene, turn, why

VILLAGES = {"0,1": "s1_village_wood_river", "0,2": "s2_village_stone_river"}
"""A tile placed at -1,1 touches these two and the start village: up to three movement points."""
RIVER = {"0,1": "s0_forest_river"}
COMING = {1: "s1_grain s1_forest s1_meadow"}


def moving(start: str = "0,0", points: int = 3, **options: Any) -> GlenMoreState:
    """Anna has placed a meadow at -1,1, has activated so many villages and is about to move members."""
    state = scene(Hand(VILLAGES, members=start), ahead="s1_meadow", stacks=COMING, **options)
    play(state, "take 1; place -1,1", *[f"activate 0,{n}" for n in range(points)])
    play(state, "end")
    return state


# Members and movement points


@pytest.mark.parametrize("tile", ["s1_village_wood", "s1_village_stone", "armadale_castle", "duart_castle"])
def test_a_village_or_castle_brings_a_member(tile: str) -> None:
    """GM-GREY-1: onto it, at once; a castle brings its card too."""
    state = scene(Hand(RIVER), ahead=tile)
    play(state, "take 1")
    while legal(state, "buy"):
        play(state, min(legal(state, "buy")))
    play(state, "place 1,1")
    assert members(state) == {"0,0": 1, "1,1": 1}
    assert bool(state.cards[ANNA]) == ("castle" in tile)


def test_other_tiles_bring_nobody() -> None:
    """GM-GREY-1."""
    state = scene(Hand(RIVER), ahead="s1_meadow")
    play(state, "take 1; place 1,1")
    assert members(state) == {"0,0": 1}


def test_each_grey_tile_brings_a_point() -> None:
    """GM-GREY-2: activated ones only, the new one too, castles as well."""
    for points in range(4):
        state = moving(points=points)
        assert state.points == points
    state = scene(Hand(RIVER), ahead="castle_stalker")
    play(state, "take 1; buy wood; buy stone; place 0,-1; activate 0,-1; activate 0,0")
    assert state.points == 2


def test_points_are_spent_at_the_end() -> None:
    """GM-GREY-3: not while tiles are being activated."""
    state = scene(Hand(VILLAGES), ahead="s1_meadow")
    play(state, "take 1; place -1,1; activate 0,0")
    assert not legal(state, "move", "promote") and why(state, "move 0,0 0,1") == ["GM-TURN-2"]
    play(state, "end")
    assert legal(state, "move", "promote")


def test_a_step() -> None:
    """GM-GREY-4: to a tile that touches with a side or a corner, for a point."""
    state = moving("0,1", 2)
    assert legal(state, "move") == {"move 0,1 0,0", "move 0,1 0,2", "move 0,1 -1,1"}
    assert why(state, "move 0,1 1,1") == ["GM-GREY-4"]
    assert why(state, "move 0,0 0,1") == ["GM-GREY-3"]
    state = moving("0,2", 2)
    assert why(state, "move 0,2 0,0") == why(state, "move 0,2 0,2") == ["GM-GREY-4"]
    play(state, "move 0,2 -1,1")
    assert members(state) == {"-1,1": 1} and state.points == 1


def test_points_may_lapse() -> None:
    """GM-GREY-5, GM-EV-13: any number of them, and none is left for another turn."""
    state = moving("0,0 0,1")
    play(state, "move 0,0 -1,1; end")
    assert state.turns == 1 and state.points == 0
    play(state, "take 4; place 1,1; end")
    assert state.turns == 2


def test_three_points() -> None:
    """GM-GREY-6: one member moves three tiles, or three members one each."""
    state = moving("0,0")
    play(state, "move 0,0 -1,1; move -1,1 0,2; move 0,2 0,1")
    assert members(state) == {"0,1": 1} and state.turns == 1
    state = moving("0,0 0,0 0,2")
    play(state, "move 0,0 0,1; move 0,0 -1,1; move 0,2 0,1")
    assert members(state) == {"0,1": 2, "-1,1": 1} and state.turns == 1


# Chieftains


def test_promotion() -> None:
    """GM-GREY-7: any member, wherever it stands, for one point."""
    state = moving("0,0 0,2 0,2", 2)
    assert legal(state, "promote") == {"promote 0,0", "promote 0,2"}
    play(state, "promote 0,2")
    assert members(state) == {"0,0": 1, "0,2": 1}
    assert (state.chieftains[ANNA], state.points) == (1, 1)
    assert why(state, "promote 0,1") == ["GM-GREY-3"]


def test_chieftains_do_not_return() -> None:
    """GM-GREY-8: only members on the display move."""
    state = scene(Hand(VILLAGES, chieftains=3), ahead="s1_meadow")
    play(state, "take 1; place -1,1; activate 0,0; end")
    assert {order.split()[1] for order in legal(state, "move")} == {"0,0"}
    turn(state, "move 0,0 0,1")
    assert state.chieftains[ANNA] == 3


def test_one_member_stays() -> None:
    """GM-GREY-9: the last is not promoted, though it moves."""
    state = moving("0,0 0,2")
    play(state, "promote 0,2")
    assert why(state, "promote 0,0") == ["GM-GREY-9"]
    assert legal(state) == {"move 0,0 0,1", "move 0,0 -1,1", "end"}
    state = moving("0,0 0,0")
    play(state, "promote 0,0")
    assert why(state, "promote 0,0") == ["GM-GREY-9"]


@pytest.mark.parametrize("edition", ["alea-de", "polish", "yucata"])
def test_order_of_promotions_and_moves(edition: str) -> None:
    """GM-EV-4, GM-YU-4: free in print; online promotions come first."""
    state = moving("0,0 0,2", edition=edition)
    assert legal(state, "promote") == {"promote 0,0", "promote 0,2"}
    play(state, "move 0,0 0,1")
    if edition == "yucata":
        assert not legal(state, "promote") and why(state, "promote 0,2") == ["GM-EV-4"]
    else:
        assert legal(state, "promote") == {"promote 0,1", "promote 0,2"}
    state = moving("0,0 0,2", edition=edition)
    play(state, "promote 0,2; move 0,0 0,1")
    assert state.chieftains[ANNA] == 1


def test_members_on_one_tile() -> None:
    """GM-AMB-20: any number; in the other reading one."""
    state = moving("0,0 0,1")
    play(state, "move 0,0 0,1")
    assert members(state) == {"0,1": 2}
    state = moving("0,0 0,1", members_per_tile="one")
    assert legal(state, "move") == {"move 0,0 -1,1", "move 0,1 -1,1", "move 0,1 0,2"}
    assert why(state, "move 0,0 0,1") == ["GM-AMB-20"]


def test_the_start_village_as_a_grey_tile() -> None:
    """GM-AMB-11: it brings a point; in the other reading it does not."""
    for counts, points in ((True, 1), (False, 0)):
        state = scene(Hand(VILLAGES), ahead="s1_meadow", start_village_counts=counts)
        play(state, "take 1; place -1,1; activate 0,0")
        assert state.points == points


# Before or after the new tiles


def test_members_move_before_new_tiles_are_laid() -> None:
    """GM-AMB-1, GM-YU-2: so a promotion counts in the scoring that they bring."""
    state = moving("0,0 0,2", 1)
    del state.stack1[:-1]
    assert (ANNA, 1, "scoring_chieftains") in play(state, "promote 0,2")
    assert state.scorings == 1


def test_members_move_after_new_tiles_are_laid() -> None:
    """GM-AMB-1, the other reading: too late for that scoring."""
    state = scene(Hand(VILLAGES, members="0,0 0,2"), ahead="s1_meadow", stacks={1: "s1_grain", 2: "s2_grain"},
                  movement_after_refill=True)  # fmt: skip
    play(state, "take 1; place -1,1; activate 0,0")
    assert play(state, "end") == [] and state.scorings == 1
    assert state.to_act == (ANNA,) and len(state.chain) == 13
    play(state, "promote 0,2")
    assert state.chieftains[ANNA] == 1 and state.turns == 1


# The last member


def leaving(circuit: str, spaces: int, left: int, **options: Any) -> bool:
    """Whether Anna may promote her only member after taking a meadow so far ahead, so many tiles being left."""
    tiles = ["s3_forest"] * left
    hand = Hand({"0,1": "s0_forest_river"})
    stacks = {3: " ".join(tiles)}
    state = scene(hand, hand, circuit=circuit, stacks=stacks, scorings=2, **options)
    play(state, f"take {spaces}; place 1,1; activate 0,0; end")
    allowed = "promote 0,0" in legal(state)
    assert (why(state, "promote 0,0") == []) == allowed
    assert allowed or why(state, "promote 0,0") == ["GM-GREY-9"]
    return allowed


TILES = "anna s1_grain s1_grain s1_meadow bruno"
"""Taking the meadow advances three spaces and removes two tiles: three new ones."""
FIGURE = "anna s1_grain bruno s1_meadow"
"""Taking the meadow advances three spaces and removes one tile: two new ones."""


@pytest.mark.parametrize("circuit", [TILES, FIGURE])
@pytest.mark.parametrize(("left", "allowed"), [(1, True), (2, True), (3, True), (4, False), (17, False)])
def test_the_very_last_turn(circuit: str, left: int, allowed: bool) -> None:
    """GM-AMB-9, GM-TURN-15, GM-EV-5: with no more tiles left than spaces advanced, whoever lays the last one."""
    assert leaving(circuit, 3, left) == allowed
    assert leaving(circuit, 3, left, edition="polish") == allowed


@pytest.mark.parametrize("no_tile", ["discard", "pass"])
@pytest.mark.parametrize("die_removal", ["all", "landed"])
def test_how_soon_the_next_turn_can_come(no_tile: str, die_removal: str) -> None:
    """GM-AMB-9, GM-TURN-15, GM-AMB-3, GM-AMB-14: as the oracle finds by trying all that others and the die can do."""
    state = scene(no_tile=no_tile, die_removal=die_removal)
    passes, landed = no_tile == "pass", die_removal == "landed"
    for length in range(9):
        for word in product("tfd", repeat=length):
            part = "".join(word)
            if part.count("f") > 2 or part.count("d") > 1:
                continue
            others = iter([figure(1), figure(2)])
            behind = [0 if item == "t" else DIE if item == "d" else next(others) for item in part]
            chain = [*behind, figure(0)]
            assert soonest(state, 0, chain, False) == fewest(part, True, passes, landed), part
            # New tiles lie: a player's figure is last now, and without the option nothing lies behind it.
            if part.lstrip("t")[:1] != "d" and (landed or part[:1] in ("", "f")):
                assert soonest(state, 0, chain, True) == fewest(part, False, passes, landed), part


@pytest.mark.parametrize(("left", "allowed"), [(1, True), (2, False), (3, False), (4, False)])
def test_exactly_one_tile_left(left: int, allowed: bool) -> None:
    """GM-AMB-9, GM-EV-5, GM-YU-5: the reading of Yucata."""
    for circuit in (TILES, FIGURE):
        assert leaving(circuit, 3, left, last_member="one_tile_left") == allowed
        assert leaving(circuit, 3, left, edition="yucata") == allowed


@pytest.mark.parametrize(
    ("circuit", "left", "allowed"),
    [(TILES, 3, True), (TILES, 4, False), (FIGURE, 2, True), (FIGURE, 3, False), (FIGURE, 1, True)],
)
def test_this_turn_ends_the_game(circuit: str, left: int, allowed: bool) -> None:
    """GM-AMB-9, the narrower reading: the coming new tiles are the last."""
    assert leaving(circuit, 3, left, last_member="ends_game") == allowed


@pytest.mark.parametrize(("reading", "allowed"), [("never", False), ("always", True)])
def test_never_and_always(reading: str, allowed: bool) -> None:
    """GM-AMB-9, the two extreme readings."""
    for left in (1, 3, 17):
        assert leaving(TILES, 3, left, last_member=reading) == allowed


def test_several_stacks_left() -> None:
    """GM-AMB-9: all tiles still to come count, not those of the current stack alone."""
    state = scene(
        Hand(RIVER), circuit=TILES, stacks={2: "s2_grain", 3: " ".join(["s3_forest"] * 5)}, scorings=1
    )
    play(state, "take 3; place 1,1; activate 0,0; end")
    assert why(state, "promote 0,0") == ["GM-GREY-9"]


def test_the_last_member_after_the_new_tiles() -> None:
    """GM-AMB-1, GM-AMB-9: where members move after the refill, those new tiles have brought the figure nearer."""

    def after(circuit: str, spaces: int, left: int, reading: str) -> bool:
        options: dict[str, Any] = {"movement_after_refill": True, "last_member": reading}
        stacks = {3: " ".join(["s3_forest"] * left)}
        state = scene(Hand(RIVER), Hand(RIVER), circuit=circuit, stacks=stacks, scorings=2, **options)
        play(state, f"take {spaces}; place 1,1; activate 0,0; end")
        return "promote 0,0" in legal(state)

    assert not after("anna s1_meadow bruno", 1, 2, "last_turn")  # she moves again at once
    assert after(FIGURE, 3, 3, "last_turn")
    assert not after(FIGURE, 3, 4, "last_turn")
    assert not after(FIGURE, 3, 3, "ends_game")
    assert after(FIGURE, 3, 3, "one_tile_left")
    assert not after(FIGURE, 3, 4, "one_tile_left")


def test_nobody_left() -> None:
    """GM-GREY-9: after the last member has gone nothing can be placed, were there another turn."""
    state = scene(Hand(RIVER), Hand(RIVER), circuit=TILES, stacks=COMING, last_member="always")
    turn(state, "take 1; place 1,1; activate 0,0; end; promote 0,0")
    assert members(state) == {} and state.chieftains[ANNA] == 1
    assert not legal(state, "take") and legal(state, "discard")
    assert state.to_act != (BRUNO,)
