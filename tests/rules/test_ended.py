"""What `Rules.ended` says just before the end is what the end then brings, in whole random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import ScoreLine, State

from ..toys import nim
from ..toys.harvest_dist import harvest


def last_decision(rules: Rules, seats: int, seed: int) -> tuple[State, State]:
    """The position of a random game in which its last move has been played and nothing followed; and the end."""
    state, random = rules.new(seats, seed=seed), Random(seed)
    while True:
        legal = state.legal(state.to_act[0])
        action = legal[random.randrange(len(legal))]
        after = state.clone()
        after.apply(action)
        if after.over:
            step = state.step
            assert step is not None
            step.all_play(state, action, None)
            return state, after
        state = after


def counted(lines: Sequence[ScoreLine]) -> Counter[tuple[int, int, str, str]]:
    return Counter((line.seat, line.amount, line.reason, line.source) for line in lines)


@pytest.mark.parametrize(
    ("name", "modules", "options"),
    [
        ("isleofskye", (), {}),
        ("isleofskye", ("druids", "tunnel", "outskirts", "bonus"), {}),
        ("isleofskye", ("druids",), {"druids.rescoring": "best", "gold_for_vp": 3}),
        ("rebirth", (), {}),
        ("rebirth", (), {"castle": 9}),
        ("glenmore", (), {}),
        (harvest, (), {}),
    ],
)
def test_the_end_brings_what_was_said(name: Any, modules: Sequence[str], options: dict[str, object]) -> None:
    rules, found = tw.load(name, modules=modules, options=options), set[str]()
    for seed in range(3):
        before, end = last_decision(rules, 2 + seed, seed)
        said = counted(rules.ended(before))
        came = counted(end.score_lines()[len(before.ledger) :])
        assert said == came
        found |= {reason for _, _, reason, _ in said}
    assert "rescored" in found if modules == ("druids",) else found  # IS-TAB-2


@pytest.mark.parametrize("name", ["rebirth", "glenmore", "isleofskye"])
def test_asking_changes_nothing(name: str) -> None:
    rules = tw.load(name)
    state, random = rules.new(3, seed=5), Random(5)
    number = 0
    while not state.over:
        if number % 20 == 0:
            saved = state.digest()
            lines = rules.ended(state)
            assert all(line.turn == state.turns and line.amount for line in lines)
            assert state.digest() == saved
        number += 1
        legal = state.legal(state.to_act[0])
        state.apply(legal[random.randrange(len(legal))])
    assert rules.ended(state) == []


def test_a_game_need_not_say() -> None:
    rules = tw.load(nim.PLUGIN)
    with pytest.raises(UsageError, match="does not say what its end would bring"):
        rules.ended(rules.new(2, seed=1))
