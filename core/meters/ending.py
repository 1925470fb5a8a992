"""Metrics of viability and balance: the length of a game and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..metrics import Course, Meter, Metric, Watcher, at_end, meter, of_course
from ..schedule import Sealed

if TYPE_CHECKING:
    from ..actions import Legal
    from ..metrics import Value
    from ..rules import Rules
    from ..state import State

TIES = Metric(
    name="ties",
    title="shared victories",
    more="more victories are shared",
    less="fewer victories are shared",
    group="viability",
    kind="rate",
    doc="1 if several seats share first place after the rules' tie-breaks, else 0.",
)
LENGTH = (
    Metric(
        name="turns",
        title="turns",
        more="games take more turns",
        less="games take fewer turns",
        group="viability",
        unit="turns",
        doc="Turns as the game counts them.",
    ),
    Metric(
        name="decisions",
        title="decisions",
        more="games take more decisions",
        less="games take fewer decisions",
        group="viability",
        unit="decisions",
        doc="Actions applied.",
    ),
    Metric(
        name="rounds",
        title="rounds",
        more="games take more rounds",
        less="games take fewer rounds",
        group="viability",
        unit="rounds",
        doc="Rounds begun, as the game counts them; if it has none, a round is as many turns as there are seats.",
    ),
    Metric(
        name="turns_taken",
        title="turns of a player",
        more="players take more turns",
        less="players take fewer turns",
        group="viability",
        unit="turns",
        by="seat",
        doc="Turns (or an unfinished last turn) that ended with a decision of the seat.",
    ),
)
STANDING = (
    Metric(
        name="score",
        title="score",
        more="players score more",
        less="players score less",
        group="balance",
        unit="points",
        by="seat",
        doc="Points at the end.",
    ),
    Metric(
        name="place",
        title="place",
        group="balance",
        by="seat",
        doc="1 plus the number of seats ranked before this one; tied seats share a place.",
    ),
    Metric(
        name="win",
        title="win share",
        group="balance",
        kind="rate",
        by="seat",
        doc="1 for the winner, split equally between several, 0 for the others.",
    ),
    Metric(
        name="score_range",
        title="gap between first and last",
        more="the field is spread further",
        less="the field is closer together",
        group="balance",
        unit="points",
        doc="The highest score minus the lowest.",
    ),
)
SEAT_GAP = Metric(
    name="seat_gap",
    title="gap between seats",
    group="balance",
    kind="gap",
    by="seat",
    doc="The largest win share of a seat over all games minus the smallest: 0 if seats are balanced. Chance alone "
    "makes it larger; the interval of its difference allows for that. Seats are chairs at the table: where the start "
    "player is drawn they are equal under any rules; ask for `first_win` there.",
    more="seats are less equal",
    less="seats are more equal",
)
FIRST = (
    Metric(
        name="first_win",
        title="win share of the first player",
        more="the first player wins more often",
        less="the first player wins less often",
        group="balance",
        kind="rate",
        doc="Win share of the first seat to decide alone (sealed decisions do not count).",
    ),
    Metric(
        name="first_lead",
        title="lead of the first player",
        more="the first player does better",
        less="the first player does worse",
        group="balance",
        unit="points",
        doc="Score of the first seat to decide alone, minus the mean of the other seats.",
    ),
)


def win_share(state: State, seat: int) -> float:
    """Return the seat's share of the victory."""
    winners = state.winners
    return 1 / len(winners) if seat in winners else 0.0


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


class First(Watcher[Any]):
    """Knows the first seat to decide alone."""

    def __init__(self, seat: int = -1) -> None:
        self.seat = seat

    def values(self, state: State) -> Mapping[str, Value]:
        if self.seat < 0:
            return {"first_win": None, "first_lead": None}
        others = [score for seat, score in enumerate(state.scores) if seat != self.seat]
        lead = state.scores[self.seat] - sum(others) / len(others) if others else None
        return {"first_win": win_share(state, self.seat), "first_lead": lead}


class Sought(First):
    """Waits for it, in a game that begins with sealed decisions."""

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        if self.seat < 0 and not isinstance(state.step, Sealed):
            self.seat = seat


def first(state: State) -> First:
    """Return the watcher that knows the first seat to decide alone."""
    return Sought() if state.over or isinstance(state.step, Sealed) else First(state.to_act[0])


def standing(state: State) -> Mapping[str, Value]:
    """Return scores, places and win shares."""
    seats = range(len(state.seats))
    places, before = [0] * len(state.seats), 1
    for tied in state.ranking():
        for seat in tied:
            places[seat] = before
        before += len(tied)
    wins = [win_share(state, seat) for seat in seats]
    return {
        "score": list(state.scores),
        "place": places,
        "win": wins,
        "seat_gap": wins,
        "score_range": max(state.scores) - min(state.scores),
    }


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file."""
    return [
        at_end([TIES], lambda state: {"ties": float(len(state.winners) > 1)}),
        of_course(LENGTH, length),
        at_end([*STANDING, SEAT_GAP], standing),
        meter(FIRST, first),
    ]
