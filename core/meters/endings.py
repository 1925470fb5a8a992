"""Metrics of viability and balance: the length of a game and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.teams import sides_of
from .metrics import Course, Meter, Metric, Value, at_end, declared, of_course

(TIES,) = declared("ties")
LENGTH = declared("turns", "decisions", "rounds", "turns_taken")
STANDING = declared("score", "place", "win", "score_range")
ALONE = ("place", "score_range")
"""Those of STANDING that make no sense where all play together."""
(WON,) = declared("won")
(AHEAD,) = declared("standing")
(SEAT_GAP,) = declared("seat_gap")
FIRST = declared("first_win", "first_lead")


def counted(rules: Rules, metrics: Iterable[Metric]) -> list[Metric]:
    """Return the metrics of who is ahead, in the unit in which the game says so."""
    unit = rules.counted()
    return [attrs.evolve(one, unit=unit) if unit and one.unit == "points" else one for one in metrics]


def told(rules: Rules) -> list[Metric]:
    """Return the values by seat at the end; no score where nothing but a start position gives points."""
    found = [one for one in STANDING if rivals(rules) or one.name not in ALONE]
    if rules.game.standing is None:
        return found
    own = attrs.evolve(AHEAD, title=rules.counted())
    score, *others = found
    return [own, *([score] if len(rules.reasons) > 1 else ()), *counted(rules, others)]


def rivals(rules: Rules) -> bool:
    """Return whether several sides play against each other with some number of players."""
    return any(rules.game.sides(count).rivals for count in rules.game.seat_counts)


def win_shares(state: State) -> list[float]:
    """Return each seat's share of the victory, which is that of its side."""
    return sides_of(state).shares(state.winners)


def length(state: State, course: Course) -> Mapping[str, Value]:
    """Return the length of the game, and the turns that ended with a decision of each seat."""
    taken = [0] * len(state.seats)
    for _, end, _ in course.turns:
        taken[course.actions[end - 1].seat] += 1
    return {
        "turns": state.turns_played,
        "decisions": len(course.actions),
        "rounds": 1 + len(course.rounds),
        "turns_taken": taken,
    }


def of_first(state: State, course: Course) -> Mapping[str, Value]:
    """Return the metrics of FIRST."""
    first, sides = course.first, sides_of(state)
    if first < 0 or not sides.rivals:
        return dict.fromkeys([metric.name for metric in FIRST])
    return {"first_win": win_shares(state)[first], "first_lead": sides.ahead(state.standing(), first)}


def standing(state: State, course: Course) -> Mapping[str, Value]:
    """Return scores, places and win shares; for SEAT_GAP the shares in the order of play. Where all play together there
    are no places, and without victories no shares."""
    places, before, sides = [0] * len(state.seats), 1, sides_of(state)
    for tied in state.ranking():
        for seat in tied:
            places[seat] = before
        before += max(1, len(tied))
    wins, ahead, nothing = win_shares(state), state.standing(), [None] * len(state.seats)
    return {
        "score": list(state.scores),
        "standing": list(ahead),
        "won": None if sides.scored or sides.rivals else float(bool(state.winners)),
        "place": places if sides.rivals else nothing,
        "win": nothing if sides.scored else wins,
        "seat_gap": course.in_order(wins) if sides.rivals else nothing,
        "score_range": max(ahead) - min(ahead) if sides.rivals else None,
    }


def ties(state: State) -> Mapping[str, Value]:
    """Return whether several sides share the victory."""
    sides = sides_of(state)
    return {"ties": float(len(sides.named(state.winners)) > 1) if sides.rivals else None}


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file; where nobody plays against anybody, without those that compare."""
    won = [WON] if rules.game.won is not None else []
    against = [SEAT_GAP] if rivals(rules) else []
    return [
        *([at_end([TIES], ties)] if rivals(rules) else []),
        of_course(LENGTH, length),
        of_course([*won, *told(rules), *against], standing),
        *([of_course(counted(rules, FIRST), of_first)] if against else []),
    ]
