"""Pieces that may be turned over in a game: notation, refusals, scenes, and the choice at the table."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import testing
from tilewright.core.base.errors import Unreadable
from tilewright.core.land.board import Board
from tilewright.core.land.faces import OVER, Area, Face
from tilewright.core.land.grid import SQUARE4
from tilewright.core.land.polyomino import Polyomino, Tile, cover
from tilewright.core.rules.actions import Illegal, Reader
from tilewright.core.rules.events import Log
from tilewright.core.rules.nouns import Given
from tilewright.core.rules.placed import lift, placed
from tilewright.core.rules.placing import ROTATIONS, PlaceTile, rotations
from tilewright.core.rules.position import place, written
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import zone

from ..toys import mosaic
from ..toys.paper import plugin

CELL = Face("W", "WWWW", (Area("W", (0, 1, 2, 3)),))
TILES: tuple[Tile, ...] = (
    Polyomino("hook", SQUARE4, (CELL,) * 4, ((0, 0), (0, 1), (0, 2), (1, 0)), over=True),
    Polyomino("bar", SQUARE4, (CELL,) * 3, ((0, 0), (1, 0), (2, 0)), over=True),
    Polyomino("stiff", SQUARE4, (CELL,) * 3, ((0, 0), (0, 1), (1, 0))),
)
BOUNDS = frozenset(SQUARE4.around(0, 3))


@attrs.define(eq=False)
class Hooks(State):
    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    aside: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    realms: list[Board] = placed("tile", lambda rules: TILES, per_seat=True, factory=list)


def set_up(state: Any, log: Log | None) -> None:
    state.bag = [0, 1, 2] * 3
    state.realms = [Board(SQUARE4, matching=False, bounds=BOUNDS, scattered=True) for _ in state.seats]


GAME = attrs.evolve(
    mosaic.PAIRS,
    name="hooks",
    state=Hooks,
    pieces=lambda data: {"tile": tuple(tile.name for tile in TILES)},
    set_up=set_up,
)
RULES = tw.load(plugin(GAME))


def given(tile: str, **realm: str) -> Any:
    state = RULES.new(["anna", "bruno"], 3)
    place(state, {"drawn": [tile], "to act": "anna", "realms": {"anna": realm}})
    return state


def shown(reader: Reader) -> list[str]:
    assert reader.values is not None
    return [str(one) for one in reader.values(given("hook"))]


def test_the_kit_holds() -> None:
    testing.conforms(RULES, games=1, every=12)


def test_a_piece_turned_over_is_typed_written_and_saved() -> None:
    state = given("hook")
    action = RULES.read("place 1,0 F1", state, 0)
    assert action == PlaceTile(0, SQUARE4.at(1), ROTATIONS[OVER | 1]) and str(action) == "place 1,0 f1"
    state.play(action)
    realm = state.realms[0]
    assert {SQUARE4.text(key) for key in realm} == {"1,0", "2,0", "3,0", "1,1"}
    assert written(state)["realms"]["anna"] == {"1,0": "hook f1"}
    assert RULES.restore(state.to_dict()) == state
    assert lift(state, "realms", SQUARE4.read("3,0")) == 0 and not realm


def test_notations_of_pieces_that_are_turned_over_are_known_where_there_are_any() -> None:
    with pytest.raises(
        Unreadable, match="write r0 to r3, quarters clockwise, or f0 to f3, turned over before"
    ):
        RULES.read("place 1,0 f4", given("hook"), 0)
    assert shown(RULES.readers["rotation"])[4:] == ["f0", "f1", "f2", "f3"]
    pairs = tw.load(mosaic.PAIRS_PLUGIN)
    with pytest.raises(Unreadable, match="write r0, r1, r2 or r3"):
        pairs.read("place 1,0 f0", pairs.new(2, 1), 0)
    assert shown(rotations(SQUARE4)) == ["r0", "r1", "r2", "r3"]


@pytest.mark.parametrize(
    ("tile", "rotation", "reason"),
    [("stiff", OVER, "place.over"), ("bar", 2, "place.alike"), ("bar", 11, "place.alike")],
)
def test_a_refusal_says_why_a_piece_does_not_lie_so(tile: str, rotation: int, reason: str) -> None:
    with pytest.raises(Illegal) as caught:
        given(tile).play(PlaceTile(0, SQUARE4.at(0), ROTATIONS[rotation]))
    assert reason in [one.key for one in caught.value.refusal.reasons]


@pytest.mark.parametrize("rotation", [2, 3, 11])
def test_the_placement_that_is_the_same_is_named_with_its_cell(rotation: int) -> None:
    state, key = given("bar"), SQUARE4.read("2,1")
    with pytest.raises(Illegal) as caught:
        state.play(PlaceTile(0, SQUARE4.at(key), ROTATIONS[rotation]))
    said = str(next(one for one in caught.value.refusal.reasons if one.key == "place.alike").args["same"])
    cell, turned = said.split() if " " in said else ("2,1", said)
    bar = TILES[1]
    same = cover(bar, SQUARE4.read(cell), [*map(str, ROTATIONS)].index(turned))
    assert {at for at, _ in same} == {at for at, _ in cover(bar, key, rotation)}


def test_equal_placements_are_offered_once() -> None:
    turned = {str(one.rotation) for one in given("bar").legal(0)}
    assert turned == {"r0", "r1"}
    assert len({str(one.rotation) for one in given("hook").legal(0)}) == 8
    assert {str(one.rotation) for one in given("stiff").legal(0)} == {"r0", "r1", "r2", "r3"}


def test_a_scene_lays_a_piece_turned_over() -> None:
    assert {SQUARE4.text(key) for key in given("bar", **{"0,0": "hook f0"}).realms[0]} == {
        "0,0",
        "0,1",
        "0,2",
        "-1,0",
    }
    with pytest.raises(Given, match="stiff cannot be turned over"):
        given("bar", **{"0,0": "stiff f0"})
    with pytest.raises(Given, match="'f7' is not a rotation; write r0 to r3, or f0 to f3 turned over"):
        given("bar", **{"0,0": "hook f7"})
