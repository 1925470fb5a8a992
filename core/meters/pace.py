"""The metric of how many minutes people sit at the table, estimated from the decisions of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import attrs

from ..rules.actions import Action, Word
from ..rules.ruleset import Rules
from ..rules.schedule import Decision, Sealed
from ..rules.state import State
from ..text.folder import Folder
from ..text.pace import PACE, Pace
from .metrics import Course, Meter, Value, declared, of_course

(MINUTES,) = declared("minutes")


@cache
def usual() -> Pace:
    """Return the pace of games that have none of their own."""
    return Folder(files("tilewright.data") / "core", "data/core").load(PACE, Pace)


def pace_of(rules: Rules) -> Pace:
    """Return the pace of people in this game. InvalidFile for a file that is wrong."""
    folder = rules.folder
    return folder.load(PACE, Pace) if PACE in folder.names() else usual()


def own_pace(rules: Rules) -> Mapping[str, object]:
    """Return the pace that a user's data folder has, as plain data; nothing if it has none."""
    return attrs.asdict(pace_of(rules)) if rules.folder.given(PACE) else {}


def word_of(kind: type[Action]) -> str:
    """Return the first word of the notation of a kind of move."""
    return next((part.text for part in kind.parts if isinstance(part, Word)), kind.__name__.lower())


def minutes(course: Course, turns: int, pace: Pace, together: frozenset[type[Action]]) -> float:
    """Return how long people take. Of decisions that all take at once in secret, the slowest player's count."""

    def seconds(kind: type[Action], choices: int) -> float:
        return pace.seconds(word_of(kind), choices)

    total = pace.turn * turns
    if not together:  # as in most games: equal decisions are added up at once
        pairs = Counter(zip(map(type, course.actions), course.choices, strict=True))
        return (total + sum([count * seconds(*pair) for pair, count in pairs.items()])) / 60
    waiting: dict[int, float] = {}
    for action, choices in zip(course.actions, course.choices, strict=True):
        kind = type(action)
        if kind in together:
            waiting[action.seat] = waiting.get(action.seat, 0.0) + seconds(kind, choices)
            continue
        if waiting:
            total += max(waiting.values())
            waiting.clear()
        total += seconds(kind, choices)
    return (total + max(waiting.values(), default=0.0)) / 60


def secret(rules: Rules) -> frozenset[type[Action]]:
    """Return the kinds of move that are only ever made in secret by all at once."""
    steps = [node for node in rules.nodes if isinstance(node, Decision)]
    sealed = {kind for step in steps if isinstance(step, Sealed) for kind in step.all_actions}
    return frozenset(
        sealed - {kind for step in steps if not isinstance(step, Sealed) for kind in step.all_actions}
    )


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meter of this file."""
    pace, together = pace_of(rules), secret(rules)

    def values(state: State, course: Course) -> Mapping[str, Value]:
        return {MINUTES.name: minutes(course, state.turns_played, pace, together)}

    return [of_course([MINUTES], values)]
