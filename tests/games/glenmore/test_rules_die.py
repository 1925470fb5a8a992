"""One test for each rule of Glen More, by its id: the die, with two and three players."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.rules.events import Log
from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore_scene import ANNA, BRUNO, FILLER, Hand, circuit_of, legal, scene, turn, why

RIVER = {"0,1": "s0_forest_river"}
"""With this tile plain tiles find a spot at 1,1."""
COMING = {1: "s1_grain s1_pasture s1_butcher_sheep s1_fair_small s1_village_wood s1_village_stone"}
"""The next tiles of stack 1."""


def with_die(circuit: str, *pips: str, **options: Any) -> tuple[GlenMoreState, Log]:
    """Two players, Anna to take a tile, and what the die will show."""
    river = Hand(RIVER, coins=6)
    stacks = {**COMING, 2: "s2_tavern s2_quarry s2_grain"}
    state = scene(river, river, seats=2, circuit=circuit, stacks=stacks, **options)
    return state, Log({"die": list(pips)})


@pytest.mark.parametrize(("pips", "lands"), [(1, "s1_pasture"), (2, "s1_grain"), (3, "s1_forest")])
def test_the_die_counts_tiles_alone(pips: int, lands: str) -> None:
    """GM-DIE-4, GM-DIE-5, GM-YU-3: over figures; the tile it comes to leaves the game; all within Anna's turn."""
    state, log = with_die("anna die s1_meadow bruno s1_pasture s1_grain s1_forest", str(pips))
    turn(state, "take 2; place 1,1", log=log)
    expected = [
        "anna",
        "bruno",
        "s1_pasture",
        "s1_grain",
        "s1_forest",
        *[FILLER] * 6,
        "s1_grain",
        "s1_pasture",
    ]
    expected[expected.index(lands)] = "die"
    assert circuit_of(state) == expected
    assert state.to_act == (ANNA,)
    assert [e.args for e in log.events if e.key == "die_rolled"] == [{"pips": pips, "tile": lands}]
    assert len(state.displays[ANNA]) == 3 and len(state.displays[BRUNO]) == 2


def test_the_die_rolls_as_long_as_it_is_last() -> None:
    """GM-DIE-4: it may move several times running."""
    state, log = with_die(f"anna die s1_meadow s1_pasture s1_forest bruno {FILLER} s1_grain", "1", "1", "2")
    turn(state, "take 4; place 1,1", log=log)
    assert circuit_of(state)[:4] == ["anna", "bruno", FILLER, "die"]
    assert len(state.chain) == 13
    assert not log.left()


def test_tiles_that_the_die_leaves_behind() -> None:
    """GM-AMB-14: they are removed as well, and the die rolls again where it is last then."""
    state, log = with_die(f"anna die s1_meadow s1_pasture s1_forest bruno {FILLER} s1_grain", "2", "1")
    turn(state, "take 4; place 1,1", log=log)
    assert circuit_of(state)[:4] == ["anna", "bruno", "die", "s1_grain"]
    assert [e.args["tile"] for e in log.events if e.key == "tile_removed"] == ["s1_meadow"]


def test_only_the_tile_that_the_die_lands_on() -> None:
    """GM-AMB-14, the reading `landed`: what lies behind stays, cannot be taken, and is removed after the next turn."""
    state, log = with_die(
        f"anna die s1_meadow s1_pasture s1_forest bruno {FILLER} s1_grain",
        "2",
        "1",
        "1",
        die_removal="landed",
    )
    turn(state, "take 4; place 1,1", log=log)
    assert circuit_of(state)[:5] == ["s1_meadow", "anna", "bruno", "die", "s1_grain"]
    assert len(state.chain) == 13 and state.to_act == (ANNA,)
    assert legal(state, "take") == {f"take {n}" for n in range(3, 12)}
    assert why(state, "take 0") == why(state, "take -1") == ["GM-TURN-5"]
    turn(state, "take 3; place -1,1", log=log)
    assert circuit_of(state)[:3] == ["bruno", "die", "anna"]


def test_the_die_can_end_a_stack() -> None:
    """GM-DIE-5, GM-SCORE-1: the tile laid for its move counts like any other."""
    river = Hand(RIVER)
    circuit = "anna die s1_meadow bruno s1_pasture"
    state = scene(
        river, river, seats=2, circuit=circuit, stacks={1: "s1_grain s1_pasture", 2: "s2_quarry s2_grain"}
    )
    turn(state, "take 2; place 1,1")
    assert state.scorings == 1 and not state.stack1
