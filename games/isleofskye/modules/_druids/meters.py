"""Meters of the module: the second buying pass and tablets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.authoring import Action, Log, Meter, Metric, Rules, Value, Watcher, hook, meter

from ...actions import PassTurn
from ...state import IsleOfSkyeState
from .actions import Draw, Take
from .state import part

METRICS = (
    Metric(
        name="dolmen_bought",
        title="tiles bought at the dolmen",
        group="content",
        unit="tiles",
        by="seat",
        doc="Tiles that the seat took from the dolmen (IS-DR-6).",
    ),
    Metric(
        name="bag_bought",
        title="tiles bought from the bag",
        group="content",
        unit="tiles",
        by="seat",
        doc="How often the seat drew from the bag in the second buying pass (IS-DR-12).",
    ),
    Metric(
        name="second_pass_rate",
        title="second buying turns passed",
        group="economy",
        kind="rate",
        by="seat",
        doc="Of the seat's decisions to buy at the dolmen, from the bag or not at all, the share not to.",
    ),
    Metric(
        name="tablets",
        title="tablets",
        group="content",
        by="seat",
        doc="Tiles with a tablet that the seat has built by the end (IS-TAB-1).",
    ),
)


class SecondPass(Watcher[IsleOfSkyeState]):
    """Counts what seats do in the second buying pass."""

    steps = ("dolmen",)

    def __init__(self, state: IsleOfSkyeState) -> None:
        count = len(state.seats)
        self.taken, self.drawn, self.passed = [0] * count, [0] * count, [0] * count

    def decided(self, state: IsleOfSkyeState, action: Action, log: Log | None) -> None:
        kind = type(action)
        self.taken[action.seat] += kind is Take
        self.drawn[action.seat] += kind is Draw
        self.passed[action.seat] += kind is PassTurn

    def values(self, state: IsleOfSkyeState) -> Mapping[str, Value]:
        turns = [sum(mine) for mine in zip(self.taken, self.drawn, self.passed, strict=True)]
        return {
            "dolmen_bought": self.taken,
            "bag_bought": self.drawn,
            "second_pass_rate": [
                no / asked if asked else None for no, asked in zip(self.passed, turns, strict=True)
            ],
            "tablets": [len(mine) for mine in part(state).tablets],
        }


@hook
def add_meters(rules: Rules) -> Sequence[Meter]:
    """Returns the meter of the module."""
    return [meter(METRICS, SecondPass)]
