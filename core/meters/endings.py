"""Metrics of viability and balance: the length of a game and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import attrs

from .metrics import Course, Meter, Metric, at_end, of_course

if TYPE_CHECKING:
    from ..rules.ruleset import Rules
    from ..rules.state import State
    from .metrics import Value

viability, balance = partial(Metric, group="viability"), partial(Metric, group="balance")
TIES = viability(
    name="ties",
    title="shared victories",
    more="more victories are shared",
    less="fewer victories are shared",
    kind="rate",
    doc="1 if several seats share first place after the rules' tie-breaks, else 0.",
)
LENGTH = (
    viability(
        name="turns",
        title="turns",
        more="games take more turns",
        less="games take fewer turns",
        unit="turns",
        doc="Turns as the game counts them.",
    ),
    viability(
        name="decisions",
        title="decisions",
        more="games take more decisions",
        less="games take fewer decisions",
        unit="decisions",
        doc="Actions applied.",
    ),
    viability(
        name="rounds",
        title="rounds",
        more="games take more rounds",
        less="games take fewer rounds",
        unit="rounds",
        doc="Rounds begun, as the game counts them; if it has none, a round is as many turns as there are seats.",
    ),
    viability(
        name="turns_taken",
        title="turns of a player",
        more="players take more turns",
        less="players take fewer turns",
        unit="turns",
        by="seat",
        doc="Turns (or an unfinished last turn) that ended with a decision of the seat.",
    ),
)
STANDING = (
    balance(
        name="score",
        title="score",
        more="players score more",
        less="players score less",
        unit="points",
        by="seat",
        doc="Points at the end.",
    ),
    balance(
        name="place",
        title="place",
        by="seat",
        doc="1 plus the number of seats ranked before this one; tied seats share a place.",
    ),
    balance(
        name="win",
        title="win share",
        kind="rate",
        by="seat",
        doc="1 for the winner, split equally between several, 0 for the others.",
    ),
    balance(
        name="score_range",
        title="gap between first and last",
        more="the field is spread further",
        less="the field is closer together",
        unit="points",
        doc="The highest score minus the lowest.",
    ),
)
AHEAD = balance(
    name="standing",
    title="standing",
    by="seat",
    doc="What the game counts to say who is ahead (`Game.standing`), at the end.",
)
SEAT_GAP = balance(
    name="seat_gap",
    title="gap between seats",
    kind="gap",
    by="seat",
    doc="The largest win share of a seat over all games minus the smallest: 0 if seats are balanced. Seats are counted "
    "from the one that begins (as in `first_win`), since chairs are equal where the start player is drawn. Chance "
    "alone makes it larger; the interval of its difference allows for that.",
    more="seats are less equal",
    less="seats are more equal",
)
FIRST = (
    balance(
        name="first_win",
        title="win share of the first player",
        more="the first player wins more often",
        less="the first player wins less often",
        kind="rate",
        doc="Win share of the first seat to decide alone (sealed decisions do not count).",
    ),
    balance(
        name="first_lead",
        title="lead of the first player",
        more="the first player does better",
        less="the first player does worse",
        unit="points",
        doc="Score of the first seat to decide alone, minus the mean of the other seats.",
    ),
)


def counted(rules: Rules, metrics: Iterable[Metric]) -> list[Metric]:
    """Return the metrics of who is ahead, in the unit in which the game says so."""
    unit = rules.counted()
    return [attrs.evolve(one, unit=unit) if unit and one.unit == "points" else one for one in metrics]


def told(rules: Rules) -> list[Metric]:
    """Return the values by seat at the end; no score where nothing but a start position gives points."""
    if rules.game.standing is None:
        return [*STANDING]
    own = attrs.evolve(AHEAD, title=rules.counted())
    score, *others = STANDING
    return [own, *([score] if len(rules.reasons) > 1 else ()), *counted(rules, others)]


def win_shares(state: State) -> list[float]:
    """Return each seat's share of the victory."""
    winners = state.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(state.seats))]


def length(state: State, course: Course) -> Mapping[str, Value]:
    """Return the length of the game, and the turns that ended with a decision of each seat."""
    taken = [0] * len(state.seats)
    for _, end, _ in course.turns:
        taken[course.actions[end - 1].seat] += 1
    return {
        "turns": state.turns,
        "decisions": len(course.actions),
        "rounds": 1 + len(course.rounds),
        "turns_taken": taken,
    }


def of_first(state: State, course: Course) -> Mapping[str, Value]:
    """Return the metrics of FIRST."""
    first = course.first
    if first < 0:
        return dict.fromkeys([metric.name for metric in FIRST])
    ahead = state.standing()
    others = [one for seat, one in enumerate(ahead) if seat != first]
    lead = ahead[first] - sum(others) / len(others) if others else None
    return {"first_win": win_shares(state)[first], "first_lead": lead}


def standing(state: State, course: Course) -> Mapping[str, Value]:
    """Return scores, places and win shares; for SEAT_GAP the shares in the order of play."""
    places, before = [0] * len(state.seats), 1
    for tied in state.ranking():
        for seat in tied:
            places[seat] = before
        before += len(tied)
    wins, ahead = win_shares(state), state.standing()
    return {
        "score": list(state.scores),
        "standing": list(ahead),
        "place": places,
        "win": wins,
        "seat_gap": course.in_order(wins),
        "score_range": max(ahead) - min(ahead),
    }


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file."""
    return [
        at_end([TIES], lambda state: {"ties": float(len(state.winners) > 1)}),
        of_course(LENGTH, length),
        of_course([*told(rules), SEAT_GAP], standing),
        of_course(counted(rules, FIRST), of_first),
    ]
