"""Placing a tile as a step, usual readers, moves rated by trying them, automatic steps that are functions."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError, Unreadable
from tilewright.core.bots.greedy import by_trial
from tilewright.core.draw.captions import Captions
from tilewright.core.draw.derived import offers, ways
from tilewright.core.draw.model import Way
from tilewright.core.land.faces import Face, read_face
from tilewright.core.land.grid import HEX, SQUARE4
from tilewright.core.rules.actions import Illegal
from tilewright.core.rules.placed import declaration
from tilewright.core.rules.placing import PlaceOneOf, PlaceTile, Rotation, rotations
from tilewright.core.rules.position import place
from tilewright.core.rules.schedule import Phase, clockwise

from ..toys import mosaic
from ..toys.harvest_dist import harvest
from ..toys.paper import plugin

pytestmark = pytest.mark.quick

RULES = tw.load(mosaic.PLUGIN)


def drawn(tile: str, **land: str) -> Any:
    state = RULES.new(["anna", "bruno"], 3)
    place(state, {"drawn": [tile], "land": land, "to act": "anna"})
    return state


def refused(state: Any, cell: str, rotation: int) -> list[tuple[str, str]]:
    action = PlaceTile(0, SQUARE4.at(SQUARE4.read(cell)), Rotation(rotation))
    with pytest.raises(Illegal) as caught:
        state.play(action)
    return [(reason.key, reason.rule) for reason in caught.value.refusal.reasons]


def test_a_placement_is_refused_by_every_rule_that_it_breaks() -> None:
    state = drawn("bay")
    assert refused(state, "0,0", 0) == [("place.taken", "MO-LAY-1")]
    assert refused(state, "1,1", 0) == [("place.apart", "MO-LAY-1")]
    assert refused(state, "0,1", 1) == [("place.rotation", "MO-LAY-2")]
    assert refused(state, "0,-1", 0) == [("place.edge", "MO-LAY-2")]
    assert refused(state, "3,0", 2) == [("place.apart", "MO-LAY-1"), ("too_far", "MO-REACH-1")]
    far = drawn("meadow", **{"1,0": "meadow", "2,0": "meadow"})
    assert refused(far, "3,0", 0) == [("too_far", "MO-REACH-1")]
    state.play(PlaceTile(0, SQUARE4.at(SQUARE4.read("0,-1")), Rotation(2)))
    assert state.land.face(SQUARE4.read("0,-1")).rotation == 2


def test_placements_are_those_of_the_board_that_the_game_allows() -> None:
    state = drawn("meadow", **{"1,0": "meadow", "2,0": "meadow"})
    cells = {str(action.cell) for action in state.legal(0)}
    assert cells == {"0,1", "1,1", "-1,0", "1,-1"}  # 2,1 and 3,0 are too far, 0,-1 wants water
    assert all(action in state.legal(0) for action in state.legal(0))
    assert state.legal(0)[0] is state.clone().legal(0)[0]


def test_cells_rotations_and_families_are_read_without_a_reader_of_the_game() -> None:
    assert not RULES.game.readers
    state = drawn("meadow")
    action = RULES.read("place 0,1", state, 0)
    assert action == PlaceTile(0, SQUARE4.at(SQUARE4.read("0,1")), Rotation(0))
    assert RULES.read(str(action), state, 0) == action
    with pytest.raises(Unreadable, match="'r4' is not a rotation: write r0, r1, r2 or r3"):
        RULES.read("place 0,1 r4", state, 0)
    assert RULES.readers["tile"](state, 0, "BAY") == "bay"
    assert [str(one) for one in rotations(HEX).values(state)] == ["r0", "r1", "r2", "r3", "r4", "r5"]  # type: ignore[misc]


def test_moves_are_rated_by_what_they_change() -> None:
    """A tile that touches two others gains two; the bag shrinks by one, whatever is played."""
    state = drawn("meadow", **{"0,1": "meadow", "1,1": "meadow"})
    rated = {str(choice.action): dict(choice.lines) for choice in by_trial(state.view(0))}
    assert rated["place 1,0 r0"] == {"points": 2.0, "left": 0.25}
    assert rated["place -1,0 r1"] == {"points": 1.0, "left": 0.25}
    assert all(choice.worth == sum(dict(choice.lines).values()) for choice in by_trial(state.view(0)))


def test_turns_end_where_the_game_says_and_functions_are_steps() -> None:
    state: Any = RULES.new(2, 1)
    assert state.to_act == (1,)
    seats = []
    while not state.over:
        seats.append(state.to_act[0])
        state.apply(state.legal(state.to_act[0])[0])
    assert seats[:4] == [1, 0, 1, 0] and not state.bag


def test_one_of_several_tiles_is_placed_and_leaves_its_zone() -> None:
    rules = tw.load(harvest)
    state: Any = rules.new(["anna", "bruno"], 3)
    place(state, {"offer": ["edge", "path", "terrace"], "to act": "anna"})
    offered, path = list(state.offer), rules.things["tile"].numbers["path"]
    action = next(one for one in state.legal(0) if isinstance(one, PlaceOneOf) and one.tile == "path")
    assert rules.read(str(action), state, 0) == action and str(action).startswith("place path ")
    names = {one.tile for one in state.legal(0) if isinstance(one, PlaceOneOf)}
    assert names <= {"edge", "path", "terrace"}
    with pytest.raises(Illegal) as caught:
        state.play(attrs.evolve(action, tile="quarry"))
    first = caught.value.refusal.reasons[0]
    assert (first.key, first.rule) == ("place.not_yours", "HV-PLACE-1")
    step: Any = rules.by_name["place"]
    assert step.place(state, action) == SQUARE4.key(action.cell)
    assert state.board.face(SQUARE4.key(action.cell)).name == "path"
    assert state.offer == [one for one in offered if one != path]


def test_a_step_of_placing_names_a_field_of_placed_tiles_and_a_zone() -> None:
    with pytest.raises(
        PluginError, match="Mosaic has no field 'drawn' of placed tiles; those on boards: land"
    ):
        declaration(mosaic.Mosaic, "drawn")
    lost = type("Lost", (mosaic.Laying,), {"hand": "lost"})
    game = attrs.evolve(mosaic.GAME, phases=lambda rules: [Phase("turn", clockwise(), [lost()])])
    with pytest.raises(
        PluginError, match="step lay: 'lost' is not a zone of the game; its zones: bag, drawn"
    ):
        tw.load(plugin(game))


def test_a_step_with_another_action_knows_its_placements_alone() -> None:
    """What the other action holds is no placement; it is refused by the rules of the game."""
    rules = tw.load(harvest)
    state: Any = rules.new(["anna", "bruno"], 3)
    [seat] = state.to_act
    refusal = state.check(rules.read(f"discard {rules.pieces['tile'][state.offer[0]]}", state, seat))
    assert refusal is not None and refusal.rules == ("HV-PLACE-3",)


def test_what_belongs_to_the_step_cannot_be_replaced_by_chance() -> None:
    class Own(mosaic.Laying):
        def bind(self, rules: tw.Rules) -> None:
            super().bind(rules)
            self.tiles = ()  # type: ignore[misc]

    game = attrs.evolve(mosaic.GAME, phases=lambda rules: [Phase("turn", clockwise(), [Own()])])
    with pytest.raises(PluginError, match=r"property 'tiles' of '.*Own' object has no setter"):
        tw.load(plugin(game))


def test_a_side_without_a_name_is_said_by_its_letter() -> None:
    refusal = drawn("bay").check(PlaceTile(0, SQUARE4.at(SQUARE4.read("0,-1")), Rotation(0)))
    assert refusal is not None
    assert refusal.reasons[0].args == {"cell": "0,-1", "side": "n", "wanted": "W", "shown": "P"}


def test_offers_ways_and_the_table_of_players_follow_from_the_rules() -> None:
    state = drawn("meadow")
    found = offers(state.view(0))
    assert [offer.action for offer in found] == list(state.legal(0))
    assert all(offer.at == tuple(offer.action.cell) for offer in found)  # type: ignore[attr-defined]
    assert {offer.at for offer in offers(state.view(0), lambda action: None)} == {None}
    assert {offer.piece for offer in found} == {None}
    taken = offers(state.view(0), piece=lambda action: (1, (int(action.rotation), 0)))
    assert [offer.piece for offer in taken] == [(1, (int(offer.action.rotation), 0)) for offer in taken]  # type: ignore[attr-defined]
    road = read_face("road", "PPP PPP PPP", roads=[(0, 2)])
    assert ways(road, "road", SQUARE4) == (Way("road", ("n", "s")),)
    path = Face("path", "PPPP", (), ((0, 3), (1, 6)), ports=2)
    assert ways(path.turned(1), "way", SQUARE4) == (Way("way", ("e1", "s2"), 2), Way("way", ("n1", "e2"), 2))
    assert [way.role for way in ways(path, lambda road: f"seat {road}", SQUARE4)] == ["seat 0", "seat 1"]
    table = Captions(tw.load(harvest), seats=("anna", "bartholomew the second")).players({"points": [3, 4]})
    assert [[ink.text for ink in row] for row in table.rows] == [
        ["A", "anna", "3"],
        ["B", "bartholomew", "4"],
    ]
    assert [ink.text for ink in table.head] == ["", "", "points"]
