"""Moves rated by trying them: by what each changes in what the game's appraise says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

import tilewright as tw
from tilewright.core import testing
from tilewright.core.bots.greedy import by_trial
from tilewright.core.rules.views import View

from ..toys import meadow
from ..toys.paper import plugin


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """The points, and a line of the same label for each tile that lies."""
    return [("points", float(view.scores[seat])), *(("tiles", 1.0 + tile) for tile in view.cells.values())]


RULES = tw.load(plugin(attrs.evolve(meadow.GAME, name="tried", choices=by_trial, appraise=appraise)))


def test_moves_are_worth_what_they_change_and_lines_of_one_label_are_added() -> None:
    seen = set()
    for moment in testing.moments(testing.Subject(rules=RULES, games=1, seats=(2,))):
        state: Any = moment.state
        if state.over:
            continue
        seat = state.to_act[0]
        kind = state.drawn[0]
        for choice in RULES.choices(state.view(seat)):
            if not isinstance(choice.action, meadow.LayTile):
                continue
            after = state.clone()
            after.apply(choice.action)
            expected = {"points": float(after.scores[seat] - state.scores[seat]), "tiles": 1.0 + kind}
            assert dict(choice.lines) == {label: points for label, points in expected.items() if points}
            assert choice.worth == sum(expected.values())
            seen.add((len(state.cells) > 1, expected["points"] > 0))
    assert {(True, True), (True, False)} <= seen
