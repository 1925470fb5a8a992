"""One test for each rule of Glen More, by its id: turns, the circuit and its refill, no tile to be taken."""

from __future__ import annotations

from random import Random
from typing import Any

from tilewright.core.rules.events import Log
from tilewright.games.glenmore.state import GlenMoreState, figure

from ...oracle.glenmore_scene import (
    ANNA,
    BRUNO,
    CLARA,
    FILLER,
    Hand,
    circuit_of,
    cubes,
    fresh,
    legal,
    play,
    scene,
    spots,
    store,
    turn,
    why,
)

RIVER = {"0,1": "s0_forest_river"}
"""With this tile plain tiles find a spot at 1,1."""
EXAMPLE = f"anna s1_meadow s0_village_road bruno s1_forest clara danny {5 * f'{FILLER} '} loch_ness"
COMING = {1: "s1_grain s1_pasture s1_butcher_sheep s1_fair_small s1_village_wood s1_village_stone"}
"""The next tiles of stack 1."""


def example() -> GlenMoreState:
    """Red (Anna) is last, then a meadow, a village, Yellow (Bruno), a forest; Loch Ness at the head."""
    return scene(
        Hand(RIVER, members="0,0 0,1"), Hand(RIVER), circuit=EXAMPLE, stacks={**COMING, 2: "s2_tavern"}
    )


# GM-TURN-13, the example


def test_example_meadow() -> None:
    """GM-TURN-13, GM-TURN-3: after the meadow Red is still last and moves again; one tile is laid."""
    state = example()
    turn(state, "take 1; place 1,1")
    assert circuit_of(state) == ["anna", "s0_village_road", "bruno", *EXAMPLE.split()[4:], "s1_grain"]
    assert state.to_act == (ANNA,)


def test_example_village() -> None:
    """GM-TURN-13, GM-TURN-11: after the village too, and the meadow behind is removed."""
    state = example()
    turn(state, "take 2; place 1,0")
    assert circuit_of(state) == ["anna", "bruno", *EXAMPLE.split()[4:], "s1_grain", "s1_pasture"]
    assert state.to_act == (ANNA,)


def test_example_forest() -> None:
    """GM-TURN-13, GM-TURN-2, GM-TURN-11: after the forest it is Yellow's turn; meadow and village are removed."""
    state = example()
    laid = ["s1_grain", "s1_pasture", "s1_butcher_sheep"]
    turn(state, "take 4; place 1,1")
    assert circuit_of(state) == ["bruno", "anna", *EXAMPLE.split()[5:], *laid]
    assert state.to_act == (BRUNO,)


def test_example_loch_ness() -> None:
    """GM-TURN-13, GM-TURN-5: the tile at the head may be taken as well."""
    state = example()
    turn(state, "take 12; pay-member 0,0; place 0,2")
    circuit = circuit_of(state)
    assert circuit[:2] == ["bruno", "s1_forest"] and circuit[9] == "anna" and len(circuit) == 13


# Turns


def test_three_rounds() -> None:
    """GM-TURN-1, GM-SCORE-1, GM-SCORE-7: each ends when the last tile of stack 1, 2, 3 is laid."""
    random = Random(4)
    for seats in (2, 5):
        state = fresh(seats, seed=seats)
        assert state.scorings == 0 and not state.stack0
        while not state.over:
            (seat,) = state.to_act
            state.apply(random.choice(list(state.legal(seat))))
            assert state.scorings == sum(not stack for stack in state.stacks()[1:])
        assert state.scorings == 3


def test_phases_of_a_turn() -> None:
    """GM-TURN-4: move the pawn (and pay), place, activate, reveal; members move before that (GM-GREY-3)."""
    state = scene(Hand(RIVER), ahead="s1_village_wood", stacks=COMING)
    seen = []
    for order in ["take 1", "buy wood", "place 1,1", "activate 1,1", "end", "move 0,0 1,1"]:
        assert state.step is not None
        seen.append(state.step.name)
        assert len(state.chain) == (13 if order == "take 1" else 12)
        play(state, order)
    assert seen == ["take", "pay", "place", "activate", "activate", "move"]
    assert len(state.chain) == 13


def test_where_the_figure_may_go() -> None:
    """GM-TURN-5: to any tile ahead; not to a figure, not into the gap, not nowhere."""
    state = scene(Hand(RIVER), circuit=EXAMPLE.replace("loch_ness", "s1_meadow"))
    assert legal(state, "take") == {f"take {n}" for n in (1, 2, 4, 7, 8, 9, 10, 11, 12)}
    for wrong in (-1, 0, 3, 5, 6, 13, 14):
        assert why(state, f"take {wrong}") == ["GM-TURN-5"]


def test_only_tiles_that_can_be_placed_and_paid() -> None:
    """GM-TURN-6, GM-TILE-3: no spot, no coins, or both; each is said."""
    state = scene(Hand(coins=0), ahead="s1_forest s0_forest_road s1_distillery_road s1_village_stone")
    assert legal(state) == {"take 2"}
    assert why(state, "take 1") == ["GM-TURN-6"]
    assert why(state, "take 3") == ["GM-TILE-3"]
    assert why(state, "take 4") == ["GM-TILE-3", "GM-TURN-6"]


def test_the_tile_goes_into_the_own_display() -> None:
    """GM-TURN-7, GM-TURN-9, GM-TURN-12: it leaves the circuit, a new one lies at the head, 13 spaces are occupied."""
    state = scene(Hand(RIVER), ahead="s1_meadow", stacks=COMING)
    turn(state, "take 1; place 1,1")
    assert len(state.displays[ANNA]) == 3 and len(state.displays[BRUNO]) == 1
    assert circuit_of(state)[-1] == "s1_grain" and len(state.chain) == 13


def test_stacks_are_used_in_order() -> None:
    """GM-TURN-10: 0, 1, 2, 3."""
    stacks = {0: "s0_grain_road", 1: "s1_grain", 2: "s2_tavern s2_quarry", 3: "s3_grocer"}
    state = scene(Hand(RIVER), ahead="s1_meadow s1_forest s1_quarry s1_pasture", stacks=stacks)
    turn(state, "take 4; place 1,1")
    assert circuit_of(state)[-4:] == ["s0_grain_road", "s1_grain", "s2_tavern", "s2_quarry"]
    assert state.scorings == 2 and not state.over


def test_a_figure_is_always_last() -> None:
    """GM-TURN-11, GM-TURN-12: tiles behind all figures are removed, the rest of the chain stays as it is."""
    state = scene(
        Hand(RIVER), circuit=f"anna s1_meadow s1_forest bruno s1_pasture s1_grain clara danny {FILLER}"
    )
    log = Log()
    play(state, "take 5; place 1,1", log=log)
    play(state, "end", log=log)
    assert [event.args["tile"] for event in log.events if event.key == "tile_removed"] == [
        "s1_meadow",
        "s1_forest",
    ]
    assert circuit_of(state)[:5] == ["bruno", "s1_pasture", "anna", "clara", "danny"]
    assert len(state.chain) == 13


def test_exactly_one_tile_is_taken() -> None:
    """GM-TURN-14: nobody may pass, throw a tile away or end the game while a tile can be taken."""
    for option in ("discard", "pass", "end_game"):
        state = scene(Hand(RIVER), ahead="s1_meadow", no_tile=option)
        assert why(state, "pass") == why(state, "end-game") == why(state, "discard 1") == ["GM-TURN-14"]


def test_when_a_figure_is_last_again() -> None:
    """GM-TURN-15: a figure that advanced d spaces is last again once d tiles have been laid since."""
    random = Random(1)
    for seats in (2, 3, 4, 5):
        state = fresh(seats, seed=seats)
        due: dict[int, int] = {}
        while not state.over:
            (seat,) = state.to_act
            action = random.choice(list(state.legal(seat)))
            left = sum(map(len, state.stacks()))
            state.apply(action)
            laid = left - sum(map(len, state.stacks()))
            if hasattr(action, "space"):
                due[seat] = action.space
            for who in due:
                due[who] -= laid
            if state.step and state.step.name == "take":
                assert {who: state.chain.index(figure(who)) for who in due} == due


# No tile to be taken


def stuck(**options: Any) -> GlenMoreState:
    """Anna can place nothing: all tiles ahead are plain, and she has her start village alone. Bruno can."""
    anna = Hand(cubes={"0,0": "wood"}, cards="loch_ness")
    circuit = f"anna s1_meadow bruno s1_forest s1_grain clara danny {FILLER}"
    return scene(anna, Hand(RIVER), circuit=circuit, stacks=COMING, warehouse="wood 1", **options)


def test_a_tile_is_removed() -> None:
    """GM-AMB-3, GM-AMB-27: any tile, without cost, placing, activation or Loch Ness; cubes may be sold."""
    state = stuck()
    assert legal(state) == {f"discard {n}" for n in (1, 3, 4, *range(7, 13))} | {"sell wood 0,0"}
    assert why(state, "discard 2") == ["GM-TURN-5"]
    assert why(state, "take 1") == ["GM-TURN-6"]
    assert why(state, "pass") == ["GM-AMB-3"]
    play(state, "sell wood 0,0; discard 3")
    assert state.coins[ANNA] == 7
    assert len(state.displays[ANNA]) == 1
    assert circuit_of(state)[:3] == ["bruno", "anna", "s1_grain"]
    assert circuit_of(state)[-2:] == ["s1_grain", "s1_pasture"]
    assert state.to_act == (BRUNO,)


def test_passing_leaves_the_figure() -> None:
    """GM-AMB-3, the reading `pass`: the next figure moves on from where it stands, then the one behind tries again."""
    state = stuck(no_tile="pass")
    assert legal(state, "pass", "discard") == {"pass"}
    play(state, "pass")
    assert state.to_act == (BRUNO,)
    assert circuit_of(state)[0] == "anna" and len(state.chain) == 13
    assert legal(state, "take") == {f"take {n}" for n in (1, 2, *range(5, 11))}
    turn(state, "take 1; place 1,1")
    assert circuit_of(state)[:4] == ["anna", "s1_meadow", "bruno", "s1_grain"]
    assert state.to_act == (ANNA,)


def test_all_pass() -> None:
    """GM-AMB-3, the reading `pass`: when nobody can take a tile the game ends with the final accounting."""
    state = scene(no_tile="pass", stacks=COMING)
    assert play(state, "pass; pass; pass; pass") == [(seat, 6, "coins") for seat in range(4)]
    assert state.over and state.scorings == 0


def test_the_game_ends() -> None:
    """GM-AMB-3, the reading `end_game`."""
    state = stuck(no_tile="end_game")
    assert legal(state, "end-game", "pass", "discard") == {"end-game"}
    assert (ANNA, 6, "coins") in play(state, "end-game")
    assert state.over


def test_clara_waits_for_both() -> None:
    """GM-TURN-2, GM-TURN-3: who is far ahead waits until all others have passed; numbers of turns differ."""
    state = scene(
        Hand(RIVER), Hand(RIVER), circuit=f"anna s1_meadow bruno s1_forest s1_grain {FILLER} clara danny"
    )
    order = []
    for _ in range(4):
        order.append(state.to_act[0])
        play(state, "take 1" if "take 1" in legal(state) else f"take {2 + (state.to_act == (ANNA,))}")
        turn(state, f"place {max(spots(state))}")
    assert order[0] == ANNA and CLARA not in order[:3]


def test_cubes_stay_when_a_tile_is_removed() -> None:
    """GM-AMB-27: nothing else changes."""
    tiles, piles = store("grain")
    state = scene(Hand(tiles, piles), stacks=COMING)
    play(state, "discard 4")
    assert cubes(state) == piles and state.to_act == (BRUNO,)
