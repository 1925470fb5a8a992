"""Placing on bounded boards with holes, and tiles that are lifted again: the step, its refusals, scenes and saving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import testing
from tilewright.core.land.board import Board, spot
from tilewright.core.land.grid import SQUARE4, pack
from tilewright.core.rules.actions import Illegal, Reason
from tilewright.core.rules.events import Log
from tilewright.core.rules.nouns import Given
from tilewright.core.rules.placed import lift
from tilewright.core.rules.placing import PlaceTile, Rotation
from tilewright.core.rules.position import place, written
from tilewright.core.rules.schedule import Phase, Run, once

from ..toys import mosaic
from ..toys.paper import plugin

HOLE = pack(1, 1)
CELLS = frozenset(pack(x, y) for x in range(4) for y in range(3)) - {HOLE}


class Laying(mosaic.Laying):
    """Dominoes lie anywhere on the board; from the third on, the first one is taken up again and goes aside."""

    def forbids(self, state: Any, seat: int, piece: int, key: int, rotation: int) -> Iterator[Reason]:
        return iter(())

    def play(self, state: Any, action: Any, log: Log | None) -> bool:
        super().play(state, action, log)
        realm = state.realms[action.seat]
        if len(realm) > 4:
            state.aside.append(lift(state, "realms", next(iter(realm)), action.seat))
            state.aside.sort()
        return False


def set_up(state: Any, log: Log | None) -> None:
    mosaic.set_up(state, log)
    state.realms = [Board(SQUARE4, matching=False, bounds=CELLS, scattered=True) for _ in state.seats]


def phases(rules: tw.Rules) -> list[Phase]:
    turn, _ = mosaic.phases(rules)
    steps = [Run("draw", mosaic.drawing), Laying()]
    return [Phase("turn", turn.who, steps, turns=True), Phase("end", once, [Run("end", mosaic.ending)])]


RULES = tw.load(plugin(attrs.evolve(mosaic.PAIRS, name="bounded", set_up=set_up, phases=phases)))


def given(**position: Any) -> Any:
    state = RULES.new(["anna", "bruno"], 3)
    place(state, {"drawn": ["d01"], "to act": "anna", **position})
    return state


def test_the_kit_holds() -> None:
    testing.conforms(RULES, games=1, every=12)


def test_every_free_cell_is_offered_and_no_other() -> None:
    state = given(realms={"anna": {"0,0": "d00 r0"}})
    step: Any = RULES.by_name["lay"]
    found = {spot(one) for one in step.places(state, 0)}
    wanted = {
        (key, rotation)
        for key in CELLS
        for rotation, side in enumerate((1, -pack(0, 1), -1, pack(0, 1)))
        if {key, key + side} <= CELLS - {0, 1}
    }
    assert found == wanted


@pytest.mark.parametrize(
    ("cell", "rotation", "reasons"),
    [
        ("0,0", 0, [("place.taken", "0,0"), ("place.taken", "1,0")]),
        ("1,2", 1, [("place.outside", "1,1")]),
        ("0,2", 3, [("place.outside", "0,3")]),
        ("7,7", 0, [("place.outside", "7,7"), ("place.outside", "8,7")]),
    ],
)
def test_a_refusal_names_the_cell_that_is_taken_or_does_not_exist(
    cell: str, rotation: int, reasons: list[tuple[str, str]]
) -> None:
    state = given(realms={"anna": {"0,0": "d00 r0"}})
    with pytest.raises(Illegal) as caught:
        state.play(PlaceTile(0, SQUARE4.at(SQUARE4.read(cell)), Rotation(rotation)))
    found = caught.value.refusal.reasons
    assert [(one.key, one.args["cell"]) for one in found] == reasons
    assert {one.rule for one in found} == {"MO-LAY-1"}


def test_a_scene_lays_tiles_within_the_bounds_alone() -> None:
    for where, said in (("1,1", "the board has no cell 1,1"), ("3,0", "the board has no cell 4,0")):
        with pytest.raises(Given, match=said):
            given(realms={"anna": {where: "d00 r0"}})


def test_a_tile_is_lifted_by_any_of_its_cells() -> None:
    state = given(realms={"anna": {"0,0": "d00 r0", "2,2": "d01 r2", "3,0": "d01 r3"}})
    realm = state.realms[0]
    assert RULES.pieces["tile"][lift(state, "realms", SQUARE4.read("1,2"), 0)] == "d01"
    assert [SQUARE4.text(key) for key in realm] == ["0,0", "1,0", "3,0", "3,1"]
    assert written(state)["realms"]["anna"] == {"0,0": "d00 r0", "3,0": "d01 r3"}
    assert RULES.pieces["tile"][lift(state, "realms", SQUARE4.read("3,1"), 0)] == "d01"
    assert lift(state, "realms", 0, 0) == 0 and not realm and {*realm.frontier} == CELLS
    with pytest.raises(KeyError, match="no tile lies on 0,0"):
        lift(state, "realms", 0, 0)
