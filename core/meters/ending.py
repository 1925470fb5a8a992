"""Metrics of viability and balance: the length of a game and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..metrics import Meter, Metric, Watcher, at_end, meter
from ..schedule import Sealed

if TYPE_CHECKING:
    from ..actions import Action, Legal
    from ..events import Log
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


class Length(Watcher[Any]):
    """Counts decisions, rounds and turns of seats."""

    def __init__(self, state: State) -> None:
        self.decisions = 0
        self.rounds = 1
        self.last = 0
        self.taken = [0] * len(state.seats)

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        self.decisions += 1
        self.last = action.seat

    def turn_over(self, state: State) -> None:
        self.taken[self.last] += 1

    def round_over(self, state: State) -> None:
        self.rounds += 1

    def values(self, state: State) -> Mapping[str, Value]:
        ended = [seat == self.last and state.over and self.decisions > 0 for seat in range(len(self.taken))]
        return {
            "turns": state.turns,
            "decisions": self.decisions,
            "rounds": self.rounds,
            "turns_taken": [number + more for number, more in zip(self.taken, ended, strict=True)],
        }


class First(Watcher[Any]):
    """Records the first seat to decide alone."""

    def __init__(self) -> None:
        self.seat = -1

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        if self.seat < 0 and not isinstance(state.step, Sealed):
            self.seat = seat

    def values(self, state: State) -> Mapping[str, Value]:
        if self.seat < 0:
            return {"first_win": None, "first_lead": None}
        others = [score for seat, score in enumerate(state.scores) if seat != self.seat]
        lead = state.scores[self.seat] - sum(others) / len(others) if others else None
        return {"first_win": win_share(state, self.seat), "first_lead": lead}


def standing(state: State) -> Mapping[str, Value]:
    """Return scores, places and win shares."""
    seats = range(len(state.seats))
    places, before = [0] * len(state.seats), 1
    for tied in state.ranking():
        for seat in tied:
            places[seat] = before
        before += len(tied)
    return {
        "score": list(state.scores),
        "place": places,
        "win": [win_share(state, seat) for seat in seats],
        "score_range": max(state.scores) - min(state.scores),
    }


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file."""
    return [
        at_end([TIES], lambda state: {"ties": float(len(state.winners) > 1)}),
        meter(LENGTH, Length),
        at_end(STANDING, standing),
        meter(FIRST, lambda state: First()),
    ]
