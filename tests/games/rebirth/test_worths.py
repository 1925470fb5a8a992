"""Worths are those of the choices, and what a rating keeps is what it would find anew, by any weights."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.weights import Weights
from tilewright.games.rebirth.move_rating import ratings
from tilewright.games.rebirth.state import RebirthState

from .. import playing

SETTINGS: list[tuple[int, Mapping[str, object]]] = [
    (2, {}),
    (3, {"several_neighbours": "one", "cathedral_choice": "optional", "no_place": "out"}),
    (4, {"settlement_tie": "friendly", "farm_tile": 2, "castle": 9, "map": "alternative"}),
]


def drawn(rules: Rules, seed: int) -> Weights:
    """Weights drawn between their bounds."""
    chance = random.Random(seed)
    return rules.weights.changed({w.name: chance.uniform(w.low, w.high) for w in rules.weights.declared()})


def positions(rules: Rules, seats: int) -> Iterator[RebirthState]:
    """Every decision of a game in which any move is made."""
    return playing.decisions(rules, seats, seats)


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_worths_are_those_of_the_choices(seats: int, options: dict[str, Any]) -> None:
    rules = tw.load("rebirth", options=options)
    weights = [rules.weights, drawn(rules, 1), drawn(rules, 2)]
    for state in positions(rules, seats):
        for one in weights:
            view = state.view(state.to_act[0]).weighed(one)
            choices = rules.choices(view)
            assert list(rules.worths(view, view.legal())) == [choice.worth for choice in choices]
            for choice in choices:
                assert sum(worth for _, worth in choice.lines) == pytest.approx(choice.worth, abs=1e-9)


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_what_is_kept_is_what_is_found_anew(seats: int, options: dict[str, Any]) -> None:
    rules = tw.load("rebirth", options=options)
    weights = drawn(rules, 3)
    for n, state in enumerate(positions(rules, seats)):
        view = state.view(state.to_act[0]).weighed(weights)
        kept = list(rules.worths(view, view.legal()))
        if n % 9 == 0:
            ratings.cache_clear()
            assert list(rules.worths(view, view.legal())) == kept


def test_a_late_weight_changes_the_end_of_the_game_alone() -> None:
    rules = tw.load("rebirth")
    late = rules.weights.changed({"new_mission_late": 5.0})
    differs = []
    for state in positions(rules, 2):
        view = state.view(state.to_act[0])
        legal = view.legal()
        differs.append(rules.worths(view, legal) != rules.worths(view.weighed(late), legal))
    assert not any(differs[:6]) and any(differs[40:])
