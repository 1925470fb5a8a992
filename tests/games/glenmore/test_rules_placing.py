"""One test for each rule of Glen More, by its id: where tiles may be placed."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore import TILES
from ...oracle.glenmore_scene import Hand, legal, play, scene, spots, why

PLAIN, RIVER, ROAD = "s1_meadow", "s2_meadow_river", "s2_pasture_road"
GROWN = {
    "0,1": "s0_forest_river",
    "0,2": "s0_quarry_river",
    "0,-1": "s0_pasture_river",
    "1,0": "s0_forest_road",
    "-1,0": "s0_grain_road",
}
"""The river has its ends at 0,3 and 0,-2, the road at 2,0 and -2,0."""
ALL = "0,0 0,1 0,2 0,-1 1,0 -1,0"


def placing(tile: str, tiles: dict[str, str], members: str = "0,0", **options: Any) -> GlenMoreState:
    """Anna has taken a tile that costs nothing and is about to place it."""
    state = scene(Hand(tiles, members=members), ahead=tile, **options)
    play(state, "take 1")
    return state


def test_a_side_must_touch() -> None:
    """GM-PLACE-1: a corner is not enough; neither is a cell that is taken."""
    state = placing(PLAIN, {"0,1": "s0_forest_river"})
    assert spots(state) == {"1,1", "-1,1"}
    assert why(state, "place 1,-1") == ["GM-PLACE-1"]
    assert why(state, "place 0,1") == why(state, "place 0,0") == ["GM-PLACE-1"]
    assert why(state, "place 5,5") == ["GM-PLACE-1", "GM-PLACE-2"]


def test_a_member_must_be_around() -> None:
    """GM-PLACE-2: on a tile that touches with a side or a corner."""
    assert spots(placing(PLAIN, GROWN, members="0,2")) == {"1,1", "-1,1", "1,2", "-1,2"}
    assert spots(placing(PLAIN, GROWN, members="-1,0")) == {"-1,1", "-1,-1"}
    assert spots(placing(PLAIN, GROWN | {"1,1": PLAIN}, members="1,1")) == {"1,2", "2,1"}
    assert spots(placing(PLAIN, GROWN, members="0,-1 0,0")) == {"1,-1", "-1,-1", "1,1", "-1,1"}
    state = placing(PLAIN, GROWN, members="-1,0")
    assert why(state, "place 1,1") == why(state, "place 1,2") == ["GM-PLACE-2"]


def test_the_river() -> None:
    """GM-PLACE-3: it goes on at its two ends; no second river, and no plain tile in its way."""
    state = placing(RIVER, GROWN, members=ALL)
    assert spots(state) == {"0,3", "0,-2"}
    assert why(state, "place 1,1") == ["GM-PLACE-3"]
    for tile in (PLAIN, ROAD):
        assert "GM-PLACE-3" in why(placing(tile, GROWN, members=ALL), "place 0,3")


def test_the_road() -> None:
    """GM-PLACE-4: the same from east to west."""
    state = placing(ROAD, GROWN, members=ALL)
    assert spots(state) == {"2,0", "-2,0"}
    assert why(state, "place 1,1") == ["GM-PLACE-4"]
    for tile in (PLAIN, RIVER):
        assert "GM-PLACE-4" in why(placing(tile, GROWN, members=ALL), "place 2,0")


def test_plain_sides() -> None:
    """GM-PLACE-5: a plain side touches plain sides only, that of the new tile and that of one that lies there."""
    tiles = GROWN | {"1,2": PLAIN, "1,3": PLAIN, "1,4": PLAIN, "0,4": PLAIN}
    state = placing(RIVER, tiles, members=ALL)
    assert spots(state) == {"0,-2"}
    assert why(state, "place 0,3") == ["GM-PLACE-5"]
    assert "take 1" not in legal(scene(Hand(tiles, members="0,2"), ahead=RIVER))
    tiles = GROWN | {"2,1": PLAIN, "3,1": PLAIN, "3,0": PLAIN}
    assert "take 1" in legal(scene(Hand(tiles, members="1,0 -1,0"), ahead=ROAD))
    assert why(placing(ROAD, tiles, members="1,0 -1,0"), "place 2,0") == ["GM-PLACE-5"]


@pytest.mark.parametrize("tile", ["s1_butcher_sheep", "s1_quarry", "s1_pasture", "s1_forest", "s1_grain"])
def test_kinds_and_colours_are_free(tile: str) -> None:
    """GM-PLACE-6: any beside any other."""
    tiles = GROWN | {
        "1,1": "castle_moil",
        "-1,1": "s2_tavern",
        "1,-1": "s1_fair_small",
        "-1,-1": "iona_abbey",
    }
    assert spots(placing(tile, tiles, members="0,2")) == {"1,2", "-1,2"}


@pytest.mark.parametrize(
    ("tile", "cells"), [(PLAIN, set()), (RIVER, {"0,1", "0,-1"}), (ROAD, {"1,0", "-1,0"})]
)
def test_the_first_tile(tile: str, cells: set[str]) -> None:
    """GM-PLACE-7: it has the river or the road."""
    state = scene(ahead=f"{tile} s0_forest_river")
    assert ("take 1" in legal(state)) == bool(cells)
    if cells:
        play(state, "take 1")
        assert spots(state) == cells


def test_no_tile_is_turned() -> None:
    """GM-AMB-19: a river tile does not become a road, and an order to place says a cell alone."""
    state = placing(RIVER, {})
    assert spots(state) == {"0,1", "0,-1"}
    assert legal(state, "place") == {"place 0,1", "place 0,-1"}
    assert why(state, "place 1,0") == ["GM-PLACE-3", "GM-PLACE-4"]


BLOCKING = {"0,1": "s0_forest_river", "1,0": "s0_forest_road", "1,1": PLAIN, "1,2": PLAIN, "1,3": PLAIN, "2,1": PLAIN,
            "3,1": PLAIN}  # fmt: skip
"""A plain tile at 0,3 would touch neither river nor road, and the river could not grow beyond 0,2; so with 3,0."""


def test_blocking_the_line() -> None:
    """GM-AMB-21: legal, since only sides that touch are compared; then nothing fits at the end itself."""
    state = placing(PLAIN, BLOCKING, members="1,3 3,1")
    assert {"0,3", "3,0"} <= spots(state)
    assert why(state, "place 0,2") == ["GM-PLACE-3"]
    play(state, "place 0,3; end")
    closed = BLOCKING | {"0,3": PLAIN}
    assert "take 1" not in legal(scene(Hand(closed, members="1,2"), ahead=RIVER))
    assert spots(placing(PLAIN, closed, members="1,2")) == {"2,2", "2,3"}


def test_blocking_forbidden() -> None:
    """GM-AMB-21, the other reading: a tile without the line is not placed in its column or row at all."""
    state = placing(PLAIN, BLOCKING, members="1,3 3,1", blocking="illegal")
    assert spots(state) == {"1,4", "2,3", "2,2", "3,2", "4,1"}
    assert why(state, "place 0,3") == why(state, "place 3,0") == ["GM-AMB-21"]
    assert spots(placing(RIVER, BLOCKING, members="0,0 1,1", blocking="illegal")) == {"0,2", "0,-1"}
    assert spots(placing(ROAD, BLOCKING, members="0,0 1,1", blocking="illegal")) == {"2,0", "-1,0"}


@pytest.mark.parametrize("tile", [tile for tile, facts in TILES.items() if not facts.get("cost")][1:])
def test_the_edge_rules_come_to_the_same(tile: str) -> None:
    """GM-EV-2: the Polish edition has the spots of the German one, and so has Yucata's."""
    found = set()
    for edition in ("alea-de", "polish", "yucata"):
        state = scene(Hand(BLOCKING, members="0,0 1,1 1,3 3,1"), ahead=tile, edition=edition)
        play(state, "take 1")
        found.add(frozenset(spots(state)))
    assert len(found) == 1
