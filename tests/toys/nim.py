"""Toy: take one to three from a heap; the seat that takes the last one wins. Small enough to be bent for one test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from tilewright.core.rules.actions import Action, Legal, Reason, listed, notation
from tilewright.core.rules.game import Game, ScoreReason
from tilewright.core.rules.meanings import reader, whole
from tilewright.core.rules.schedule import Decision, Phase, clockwise
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import public
from tilewright.core.text.options import option

from .paper import folder, plugin

if TYPE_CHECKING:
    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules


@attrs.frozen(kw_only=True)
class Options:
    heap: int = option(7, rule="NM-HEAP-1", doc="how many lie on the heap", low=1, high=20)


@attrs.define(eq=False)
class Nim(State):
    heap: int = public(means=whole(0), default=0)
    log: list[int] = public(factory=list)
    """What was taken, for tests that look at the order of things."""


@attrs.frozen(cache_hash=True)
class Take(Action):
    parts = notation("take {count}")
    count: int


class TakeStep(Decision[Nim]):
    name = "take"
    actions = (Take,)

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason["last"]

    def legal(self, state: Nim, seat: int) -> Legal:
        return listed([Take(seat, n) for n in range(1, min(3, state.heap) + 1)])

    def play(self, state: Nim, action: Any, log: Log | None) -> bool:
        state.heap -= action.count
        state.log.append(action.count)
        if log is not None:
            log.add("taken", seat=action.seat, count=action.count)
        if not state.heap:
            state.gain(action.seat, 1, self.reason)
            state.over = True
        return False

    def explain(self, state: Nim, action: Any) -> list[Reason]:
        if 1 <= action.count <= min(3, state.heap):
            return []
        return [Reason("wrong_count", "NM-TAKE-1", {"count": action.count})]


def set_up(state: Nim, log: Log | None) -> None:
    state.heap = state.rules.options.heap


MESSAGES = {
    "taken": "{seat} takes {count}",
    "last": "took the last",
    "wrong_count": "{count} cannot be taken",
}
RULES = {
    "NM-TURN-1": "Clockwise.",
    "NM-HEAP-1": "A heap.",
    "NM-TAKE-1": "One to three.",
    "NM-END-1": "The last.",
}
GAME = Game(
    name="nim",
    title="Nim",
    version="1",
    seats=(2, 3),
    state=Nim,
    options=Options,
    folder=lambda: folder(MESSAGES, RULES, editions='long: {title: "A long one", options: {heap: "15"}}\n'),
    load=lambda data, options: None,
    phases=lambda rules: [Phase("turn", clockwise(rounds=True), [TakeStep()], turns=True)],
    set_up=set_up,
    reasons=(ScoreReason("last", "NM-END-1"),),
    readers={"count": reader(whole(0))},
    turn_rule="NM-TURN-1",
    turn_limit=50,
)


def bent(**changes: Any) -> Any:
    """Nim's plugin with other declarations."""
    return plugin(attrs.evolve(GAME, **changes))


PLUGIN = plugin(GAME)
