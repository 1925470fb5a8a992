"""Actions as numbers."""

from __future__ import annotations

import re

import pytest

import tilewright as tw
from tilewright.core.adapters.action_numbers import numbering
from tilewright.core.base.errors import UsageError

from .rulesets import RULESETS, rules_of, walk


@pytest.mark.parametrize(("name", "how"), RULESETS)
@pytest.mark.parametrize("kind", ["index", "notation"])
def test_every_legal_action_has_a_number_of_its_own(name: str, how: str, kind: str) -> None:
    of = numbering(kind)
    most = rules_of(name, how).game.seats[1]
    for state in walk(rules_of(name, how), most, seed=3, every=5):
        for seat in state.to_act:
            legal = state.legal(seat)
            numbers = of.numbers(legal)
            assert len(set(numbers)) == len(legal) == len(numbers)
            assert all(0 <= number < of.size for number in numbers)
            assert of.numbers(legal) == numbers


def test_a_notation_keeps_its_number_through_games_and_processes() -> None:
    of, seen, moved, told = numbering("notation"), dict[str, int](), 0, 0
    for seed in range(3):
        for state in walk(rules_of("rebirth"), 3, seed, every=4):
            legal = state.legal(state.to_act[0]) if state.to_act else []
            for action, number in zip(legal, of.numbers(legal) if legal else [], strict=True):  # type: ignore[arg-type]
                told += 1
                moved += seen.setdefault(str(action), number) != number
    assert told > 1000 and moved <= told / 100
    first = tw.load("rebirth").new(2, 7)
    legal = first.legal(first.to_act[0])
    assert (str(legal[0]), of.numbers(legal)[0]) == PINNED


PINNED = ("place energy 8,0", 2503)
"""The number of the first action of that game: another one would make what learners have learnt worthless."""


def test_two_notations_that_share_a_number_are_told_apart() -> None:
    state = rules_of("rebirth").new(2, 7)
    legal = state.legal(state.to_act[0])
    tight = numbering("notation", len(legal))
    assert sorted(tight.numbers(legal)) == list(range(len(legal)))


@pytest.mark.parametrize("kind", ["index", "notation"])
def test_too_few_numbers_are_refused_with_what_to_do(kind: str) -> None:
    state = rules_of("rebirth").new(2, 7)
    legal = state.legal(state.to_act[0])
    said = f"{len(legal)} actions are legal here, but there are numbers for only 3; pass actions=6"
    with pytest.raises(UsageError, match=re.escape(said)):
        numbering(kind, 3).numbers(legal)


def test_a_wrong_name_or_size_is_refused() -> None:
    with pytest.raises(UsageError, match="no numbering 'table'; known: index, notation"):
        numbering("table")
    with pytest.raises(UsageError, match="1 number or more, not 0"):
        numbering("index", 0)
