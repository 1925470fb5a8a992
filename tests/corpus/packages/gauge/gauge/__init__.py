"""A bot that takes the second best move, and metrics of where the points come from and how long decisions are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.authoring import Action, Meter, Metric, Rules, State, Stream, Value, View, Watcher, at_end, meter


class Second:
    """Takes the second best of the moves as the game rates them; the first with the setting `first`."""

    def __init__(self, rules: Rules, rank: str = "second") -> None:
        self.rules = rules
        self.rank = ("first", "second").index(rank)

    def choose(self, view: View, stream: Stream) -> Action:
        rated = sorted(self.rules.choices(view), key=lambda choice: -choice.worth)
        if not rated:
            return stream.pick(view.legal())
        return rated[min(self.rank, len(rated) - 1)].action


class Letters(Watcher[State]):
    """Counts the letters of all moves as they are written."""

    def __init__(self) -> None:
        self.letters = self.moves = 0

    def decided(self, state: State, action: Action, log: object) -> None:
        self.letters += len(str(action))
        self.moves += 1

    def result(self, state: State, course: object) -> Mapping[str, Value]:
        return {"gauge_letters": self.letters / self.moves}


def lines(state: State) -> Mapping[str, Value]:
    """How many lines the score sheet of each seat has."""
    return {"gauge_lines": [len(state.score_lines(seat)) for seat in range(len(state.seats))]}


def meters(rules: Rules) -> Sequence[Meter]:
    sheet = Metric(
        name="gauge_lines", title="lines of the score sheet", group="content", by="seat", doc="Lines at the end."
    )
    typed = Metric(
        name="gauge_letters", title="letters of a move", group="choice", doc="Mean length of a move as written."
    )
    return [at_end([sheet], lines), meter([typed], lambda state: Letters())]
