"""Toy: two seats pick a number each, the larger sum wins. The first begins with `start` and the second with 4 points.

With the chance `luck` (in per cent) a die decides instead: then the game is fair, and nobody's choice counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from tilewright.core.rules.actions import Action, Legal, Reason, listed, notation
from tilewright.core.rules.game import Game, ScoreReason
from tilewright.core.rules.meanings import reader, whole
from tilewright.core.rules.schedule import Decision, Phase, clockwise
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import public, roll
from tilewright.core.text.options import option

from .paper import folder, plugin

if TYPE_CHECKING:
    from tilewright.core.base.chance import Stream
    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules
    from tilewright.core.rules.views import View

MOST = 3
FACES = [str(n) for n in range(100)]


@attrs.frozen(kw_only=True)
class Options:
    start: int = option(0, rule="DU-START-1", doc="points of the first seat at the beginning", high=8)
    luck: int = option(0, rule="DU-LUCK-1", doc="chance in per cent that a die decides", values=(0, 50, 100))
    note: str = option("plain", rule="DU-START-1", doc="changes nothing", values=("plain", "fancy"))


@attrs.define(eq=False)
class Duel(State):
    picks: int = public(means=whole(0), default=0)


@attrs.frozen(cache_hash=True)
class Pick(Action):
    parts = notation("pick {count}")
    count: int


class PickStep(Decision[Duel]):
    name = "pick"
    actions = (Pick,)

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason["picked"]
        self.luck = rules.options.luck

    def legal(self, state: Duel, seat: int) -> Legal:
        return listed([Pick(seat, n) for n in range(MOST + 1)])

    def play(self, state: Duel, action: Any, log: Log | None) -> bool:
        state.gain(action.seat, action.count, self.reason)
        state.picks += 1
        if state.picks == 2:
            # Drawn under all options, so that the luck of the same seed stays the same.
            decided, winner = (int(roll(state, "die", FACES, log)) for _ in range(2))
            if decided < self.luck:
                state.gain(winner % 2, 100, self.reason)
            state.over = True
        return False

    def explain(self, state: Duel, action: Any) -> list[Reason]:
        return (
            [] if 0 <= action.count <= MOST else [Reason("wrong_count", "DU-PICK-1", {"count": action.count})]
        )


def set_up(state: Any, log: Log | None) -> None:
    state.gain(0, state.rules.options.start, 0)
    state.gain(1, 4, 0)


class Perfect:
    """Always picks the largest number."""

    def __init__(self, rules: Rules) -> None:
        pass

    def choose(self, view: View, stream: Stream) -> Action:
        return view.legal()[-1]


GAME = Game(
    name="duel",
    title="Duel",
    version="1",
    seats=(2, 2),
    state=Duel,
    options=Options,
    folder=lambda: folder(
        {"picked": "picked", "wrong_count": "{count} cannot be picked"},
        {
            "DU-TURN-1": "Clockwise.",
            "DU-START-1": "The first seat.",
            "DU-LUCK-1": "A die.",
            "DU-PICK-1": "From 0 to 3.",
        },
    ),
    load=lambda data, options: None,
    phases=lambda rules: [Phase("turn", clockwise(rounds=True), [PickStep()], turns=True)],
    set_up=set_up,
    reasons=(ScoreReason("picked", "DU-PICK-1"),),
    readers={"count": reader(whole(0))},
    streams=("die",),
    turn_rule="DU-TURN-1",
    turn_limit=10,
)
PLUGIN = plugin(GAME)
