"""Toy: three rounds of pulling a rope, alone, in teams or all together against the sea, by what a test declares.

A pull of 1 always holds; a stronger one slips if the die shows less than its strength.
"""

from __future__ import annotations

from typing import Any

import attrs

from tilewright.authoring import (
    Action,
    Decision,
    Game,
    Legal,
    Log,
    Phase,
    Reason,
    Rules,
    ScoreReason,
    State,
    View,
    clockwise,
    listed,
    notation,
    opposite,
    option,
    public,
    reader,
    roll,
    together,
    whole,
)

from .paper import folder, plugin

FACES = ("1", "2", "3", "4")


@attrs.frozen(kw_only=True)
class Options:
    goal: int = option(6, rule="HL-END-2", doc="points for each player that win", low=1, high=9)
    rounds: int = option(3, rule="HL-END-1", doc="rounds", low=1, high=9)


@attrs.define(eq=False)
class Haul(State):
    pulled: int = public(means=whole(0), default=0)


@attrs.frozen(cache_hash=True)
class Pull(Action):
    """Pull the rope with this strength."""

    parts = notation("pull {count}")
    count: int


class PullStep(Decision[Haul]):
    name = "pull"
    actions = (Pull,)

    def bind(self, rules: Rules) -> None:
        self.reason, self.rounds = rules.reason["hauled"], rules.options.rounds

    def legal(self, state: Haul, seat: int) -> Legal:
        return listed([Pull(seat, count) for count in (1, 2, 3)])

    def play(self, state: Haul, action: Any, log: Log | None) -> bool:
        if roll(state, "die", FACES, log) + 1 >= action.count:
            state.gain(action.seat, action.count, self.reason)
        state.pulled += 1
        state.over = state.pulled == self.rounds * len(state.seats)
        return False

    def explain(self, state: Haul, action: Any) -> list[Reason]:
        return [] if 1 <= action.count <= 3 else [Reason("too_strong", "HL-PULL-1")]


def won(state: Haul) -> bool:
    """Enough has been hauled (HL-END-2)."""
    goal: int = state.rules.options.goal
    return sum(state.scores) >= goal * len(state.seats)


def appraise(view: View, seat: int) -> list[tuple[str, float]]:
    """The points of all who play with the seat."""
    return [("score", float(view.standing()[seat]))]


GAME = Game(
    name="haul",
    title="Haul",
    version="1",
    seats=(1, 4),
    state=Haul,
    options=Options,
    folder=lambda: folder(
        {"hauled": "hauled", "too_strong": "nobody is that strong"},
        {
            "HL-TURN-1": "Clockwise.",
            "HL-PULL-1": "From 1 to 3.",
            "HL-END-1": "So many rounds.",
            "HL-END-2": "Enough wins.",
        },
    ),
    load=lambda data, options: None,
    phases=lambda rules: [Phase("round", clockwise(rounds=True), [PullStep()], turns=True)],
    set_up=lambda state, log: None,
    reasons=(ScoreReason("hauled", "HL-PULL-1"),),
    readers={"count": reader(whole(0))},
    streams=("die",),
    appraise=appraise,
    turn_rule="HL-TURN-1",
    turn_limit=60,
)


def bent(**changes: Any) -> Any:
    """Haul's plugin with other declarations."""
    return plugin(attrs.evolve(GAME, **changes))


COOPERATIVE = bent(teams=together, won=won)
TEAMS = bent(teams=opposite, seats=(4, 4))
SOLO = bent(seats=(1, 1))
PLUGIN = plugin(GAME)
