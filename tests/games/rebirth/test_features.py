"""What bots learn from in Rebirth: numbers by seat that see no more than the view does."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.rules.ruleset import Rules
from tilewright.games.rebirth.files import KINDS
from tilewright.games.rebirth.missions import meeting, points
from tilewright.games.rebirth.state import RebirthState, lay

from .test_worths import positions


@pytest.fixture(scope="module")
def rules() -> Rules:
    return tw.load("rebirth")


def told(state: RebirthState, seat: int | None) -> dict[str, list[float]]:
    return {name: list(values) for name, values in state.rules.features(state.view(seat)).items()}


def test_what_others_hold_changes_no_feature(rules: Rules) -> None:
    for n, state in enumerate(positions(rules, 3)):
        if n % 10 == 0:
            other = state.clone()
            for seat in (1, 2):
                other.missions[seat] = [0] * len(state.missions[seat])
                other.hand[seat], other.aside[seat] = other.aside[seat][:1], other.hand[seat]
            assert told(state, 0) == told(other, 0)
            assert told(state, 0)["missions met"][1:] == [0.0, 0.0]


def test_missions_that_are_met_count_their_points(rules: Rules) -> None:
    for state in positions(rules, 2):
        for seat in (0, 1):
            cards = [state.printed.missions[number] for number in state.missions[seat]]
            worth = sum(points(rules.options, card) for card in cards if meeting(state, card)[seat])
            assert told(state, seat)["missions met"][seat] == worth


def test_the_end_of_a_contest_is_certain(rules: Rules) -> None:
    """When no field is free any more, a castle is hoped for by the seat that holds it, and nothing can grow."""
    *_, state = positions(rules, 4)
    kinds = {cell: kind for kind, cells in enumerate(state.free) for cell in cells}
    for cell in kinds:
        lay(state, cell, 0, KINDS.index("settlement-1") if kinds[cell] == 3 else 0)
    found = told(state, 1)
    assert found["castles hoped for"] == found["castles held"]
    assert found["settlements"] == found["growth"] == found["reach"] == [0.0] * 4


def test_a_farm_with_room_grows_and_a_second_one_joins_it(rules: Rules) -> None:
    state = rules.new(3, seed=1)
    assert isinstance(state, RebirthState)
    printed = state.printed
    cell, other = next(
        (cell, other)
        for cell, near in enumerate(printed.neighbours)
        for other in near
        if cell < other and printed.kind[cell] == printed.kind[other] == 0
        if any(printed.kind[n] in (0, 2) for n in {*near} - {other, *printed.neighbours[other]})
    )
    lay(state, cell, 1, 0)
    one = told(state, 0)
    lay(state, other, 1, 0)
    two = told(state, 0)
    assert one["groups"] == two["groups"] == [0.0, 1.0, 0.0]
    assert two["growth"][1] > one["growth"][1] > 0
    assert one["reach"][1] == sum(printed.kind[n] in (0, 2) for n in printed.neighbours[cell])
    both = {*printed.neighbours[cell], *printed.neighbours[other]} - {cell, other}
    assert two["reach"][1] == sum(printed.kind[n] in (0, 2) for n in both)
