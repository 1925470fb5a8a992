"""Placing steps that are declared: onto which board, from which hand, and where a tile goes that has no place."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import testing
from tilewright.core.base.chance import ordered
from tilewright.core.base.errors import PluginError
from tilewright.core.land.board import Board
from tilewright.core.land.faces import read_face
from tilewright.core.land.grid import SQUARE4
from tilewright.core.rules.events import Log
from tilewright.core.rules.game import Game
from tilewright.core.rules.placed import placed
from tilewright.core.rules.placing import PlacingStep
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase, Run, advance, clockwise, once
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import draw, lying, zone

from ..toys.paper import folder, plugin

DRAWN = {"field": "FFF FFF FFF", "shore": "FFF FFF WWW", "lake": "WWW WWW WWW", "hill": "MMM MMM MMM"}
FACES = tuple(read_face(*one) for one in DRAWN.items())
RULES = {
    "SH-1": "Tiles lie on empty cells beside others.",
    "SH-2": "Sides that meet are equal.",
    "SH-3": "Turns.",
}


@attrs.frozen
class Options:
    pass


@attrs.define(eq=False)
class Shared(State):
    """All place on one land."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    aside: list[int] = zone("tile", "all", per_seat=False, factory=list)
    land: Board = placed("tile", lambda rules: FACES, factory=lambda: Board(SQUARE4))


@attrs.define(eq=False)
class Own(State):
    """Each seat has a land, a hand and a heap of its own."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    aside: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    land: list[Board] = placed("tile", lambda rules: FACES, per_seat=True, factory=list)


class Place(PlacingStep[Any]):
    name, touching, matching = "place", "SH-1", "SH-2"
    onto, hand, aside = "land", "drawn", "aside"


def set_up(state: Any, log: Log | None) -> None:
    names = [f"{name}#{n}" for name in DRAWN for n in range(4)]
    state.bag = ordered([(name, n // 4) for n, name in enumerate(names)], state.streams["bag"][0])
    if isinstance(state, Own):
        state.drawn, state.aside = [[] for _ in state.seats], [[] for _ in state.seats]
        state.land = [Board(SQUARE4) for _ in state.seats]
    for land in state.land if isinstance(state, Own) else [state.land]:
        land.place(0, FACES[0])


def draw_tile(state: Any, seat: int, log: Log | None) -> None:
    (state.drawn[seat] if isinstance(state, Own) else state.drawn).append(draw(state, "bag", log))


def end(state: Any, seat: int, log: Log | None) -> None:
    state.over = True


def game(kind: type[State], step: type[Place] = Place) -> Rules:
    def phases(rules: Rules) -> list[Phase]:
        who = clockwise(rounds=True, until=lambda state: not state.bag)
        return [
            Phase("turn", who, [Run("draw", draw_tile), step()], turns=True),
            Phase("end", once, [Run("end", end)]),
        ]

    return tw.load(
        plugin(
            Game(
                name=f"{kind.__name__.lower()}_land",
                title="Land",
                version="1",
                seats=(2, 3),
                state=kind,
                options=Options,
                folder=lambda: folder({}, RULES),
                load=lambda data, options: None,
                phases=phases,
                pieces=lambda data: {"tile": tuple(DRAWN)},
                set_up=set_up,
                streams=("bag",),
                turn_rule="SH-3",
                conserved=lying,
                grid=SQUARE4,
            )
        )
    )


@pytest.mark.parametrize("kind", [Shared, Own])
def test_the_kit_holds_a_step_that_is_declared(kind: type[State]) -> None:
    testing.conforms(game(kind), games=1, every=4)


@pytest.mark.parametrize("kind", [Shared, Own])
def test_a_tile_goes_onto_the_land_or_aside_by_itself(kind: type[State]) -> None:
    """Only fields lie at first: a lake has no place, and whoever has drawn it does not decide."""
    rules, seen = game(kind), set()
    for seed in range(12):
        state: Any = rules.new(["anna", "bruno"], seed)
        while not state.over:
            [seat] = state.to_act
            [tile] = state.drawn[seat] if kind is Own else state.drawn
            land = state.land[seat] if kind is Own else state.land
            log, size = Log(), len(land)
            action = state.legal(seat)[-1]
            state.apply(action, log)
            assert (
                land.face(SQUARE4.key(action.cell)).name == rules.pieces["tile"][tile]
                and len(land) == size + 1
            )
            said = {
                "tile": rules.pieces["tile"][tile],
                "cell": str(action.cell),
                "rotation": str(action.rotation),
            }
            assert (log.events[0].key, log.events[0].args) == ("place.done", {"seat": seat, **said})
            for event in log.events[1:]:
                other = event.args["seat"]
                heap = state.aside[other] if kind is Own else state.aside
                assert event.key == "place.none" and event.args["tile"] in {
                    rules.pieces["tile"][n] for n in heap
                }
                seen.add(event.args["tile"])
        assert not any(state.drawn)
        assert kind is Own or state.aside == sorted(
            state.aside
        )  # a zone without order, as scenes and views have it
    assert {"lake", "hill"} <= seen and "field" not in seen


def test_the_last_tile_of_a_hand_is_placed() -> None:
    rules = game(Shared)
    state: Any = rules.new(2)
    state.drawn = [0, 1]
    state.apply(state.legal(state.to_act[0])[0])
    assert [face.name for face in state.land.faces().values()] == ["field", "shore"] and state.drawn[0] == 0


def test_a_tile_without_a_place_is_all_that_a_step_handles() -> None:
    state: Any = game(Shared).new(2)
    turns = state.turns
    state.bag, state.drawn, state.aside = [0, 0], [0, 3], []
    advance(state, None)
    assert (state.bag, state.drawn, state.aside, state.turns) == ([0], [0, 0], [3], turns + 1)


class Typo(Place):
    onto = "lnad"


class Bag(Place):
    hand = "lnad"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Typo, "Shared has no field 'lnad' of placed tiles; those on boards: land"),
        (Bag, "step place: 'lnad' is not a zone of the game; its zones: bag, drawn, aside"),
    ],
)
def test_a_name_that_the_state_does_not_have_is_refused(step: type[Place], said: str) -> None:
    with pytest.raises(PluginError, match=said):
        game(Shared, step)
