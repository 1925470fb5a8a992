"""Toy: push each other off a floe; the last one standing wins. There are no points: lives say who is ahead."""

from __future__ import annotations

from typing import Any

import attrs

from tilewright.authoring import (
    SEAT,
    Action,
    Decision,
    Game,
    Legal,
    Log,
    Phase,
    Reason,
    Rules,
    State,
    by_seat,
    listed,
    notation,
    option,
    public,
    reader,
    roll,
    sequence,
    whole,
)

from .paper import folder, plugin

WAVES = ("calm", "high")


@attrs.frozen(kw_only=True)
class Options:
    lives: int = option(3, rule="BK-LIFE-1", doc="lives of each player", low=1, high=9)
    storm: int = option(1, rule="BK-PUSH-2", doc="lives that a high wave takes", low=0, high=3)


@attrs.define(eq=False)
class Brink(State):
    lives: list[int] = public(means=by_seat(whole(0)), factory=list)
    rested: list[bool] = public(factory=list)
    fallen: list[int] = public(means=sequence(SEAT), factory=list)
    """Who has fallen, the first first."""


@attrs.frozen(cache_hash=True)
class Push(Action):
    """Take a life from another player, and more in high waves."""

    parts = notation("push {number}")
    number: int
    """The seat of the other player, from 0."""


@attrs.frozen(cache_hash=True)
class Rest(Action):
    """Gain a life, once in the game."""

    parts = notation("rest")


class TurnStep(Decision[Brink]):
    name = "turn"
    actions = (Push, Rest)

    def bind(self, rules: Rules) -> None:
        self.storm: int = rules.options.storm

    def legal(self, state: Brink, seat: int) -> Legal:
        others = [other for other, lives in enumerate(state.lives) if lives and other != seat]
        resting = [] if state.rested[seat] else [Rest(seat)]
        return listed([*(Push(seat, other) for other in others), *resting])

    def play(self, state: Brink, action: Any, log: Log | None) -> bool:
        if isinstance(action, Rest):
            state.lives[action.seat] += 1
            state.rested[action.seat] = True
            return False
        high = roll(state, "sea", WAVES, log)
        state.lives[action.number] = max(0, state.lives[action.number] - 1 - high * self.storm)
        if not state.lives[action.number]:
            state.fallen.append(action.number)
            if log is not None:
                log.add("falls", seat=action.number)
        state.over = len(state.fallen) == len(state.seats) - 1
        return False

    def explain(self, state: Brink, action: Any) -> list[Reason]:
        if isinstance(action, Rest):
            return [Reason("rested_before", "BK-REST-1")] if state.rested[action.seat] else []
        others = [other for other, lives in enumerate(state.lives) if lives and other != action.seat]
        if action.number in others:
            return []
        return [Reason("not_there", "BK-PUSH-1")]


def set_up(state: Brink, log: Log | None) -> None:
    state.lives = [state.rules.options.lives] * len(state.seats)
    state.rested = [False] * len(state.seats)


def following(state: Brink, seat: int) -> int:
    """Clockwise, without those who have fallen (BK-TURN-1)."""
    count = len(state.seats)
    order = [(seat + n) % count for n in range(1, count + 1)] if seat >= 0 else [0]
    return next(other for other in order if state.lives[other])


def ranking(state: Brink) -> list[tuple[int, ...]]:
    """Those that still stand, then those that fell last (BK-END-1)."""
    standing = tuple(seat for seat, lives in enumerate(state.lives) if lives)
    return [standing, *((seat,) for seat in reversed(state.fallen))]


GAME = Game(
    name="brink",
    title="Brink",
    version="1",
    seats=(2, 5),
    state=Brink,
    options=Options,
    folder=lambda: folder(
        {
            "falls": "{seat} falls into the sea",
            "rested_before": "a rest comes once a game",
            "not_there": "there is nobody to push",
            "name.standing": {"en": "lives", "de": "Leben", "pl": "życia"},
        },
        {
            "BK-TURN-1": "Clockwise.",
            "BK-LIFE-1": "Everyone begins with so many lives.",
            "BK-PUSH-1": "A push takes a life from another player who still stands.",
            "BK-PUSH-2": "A high wave takes more.",
            "BK-REST-1": "A rest brings a life, once.",
            "BK-END-1": "The last one standing wins.",
        },
    ),
    load=lambda data, options: None,
    phases=lambda rules: [Phase("round", following, [TurnStep()], turns=True)],
    set_up=set_up,
    streams=("sea",),
    readers={"number": reader(whole(0))},
    standing=lambda state: state.lives,
    ranking=ranking,
    turn_rule="BK-TURN-1",
    turn_limit=200,
)


def bent(**changes: Any) -> Any:
    """Brink's plugin with other declarations."""
    return plugin(attrs.evolve(GAME, **changes))


PLUGIN = plugin(GAME)
