"""Metrics of information and luck in a single game: what the seat to act sees, and how often chance decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..rules.actions import Action
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.state import State
from .metrics import Meter, Value, Watcher, declared, meter

(VISIBLE,) = declared("visible")
(CHANCE,) = declared("chance")


class Visible(Watcher[Any]):
    """Counts hidden pieces whenever a round begins."""

    def __init__(self, state: State) -> None:
        places = state.rules.places_of(state)
        self.whole = sum(len(place.pieces(state)) for place in places)
        hidden = [place for place in places if place.zone.order == "pile" or place.zone.sees != "all"]
        # By field rather than place by place, since this is called often.
        fields = {(place.holder, place.name): place.zone for place in hidden}
        self.fields = [
            (holder, name, zone.per_seat, zone.sees == "owner" and zone.order != "pile")
            for (holder, name), zone in fields.items()
        ]
        self.shares: list[float] = []
        self.round_over(state)

    def round_over(self, state: State) -> None:
        if not self.whole or state.over:
            return
        seat, hidden = state.to_act[0], 0
        for holder, name, per_seat, own in self.fields:
            field: Any = getattr(state.slices[holder] if holder else state, name)
            if not per_seat:
                hidden += len(field)
                continue
            hidden += sum(map(len, field))
            if own:
                hidden -= len(field[seat])
        # Pieces that a module adds later must not make the share negative.
        self.shares.append(max(0.0, 1 - hidden / self.whole))

    def values(self, state: State) -> Mapping[str, Value]:
        return {"visible": sum(self.shares) / len(self.shares) if self.shares else None}


class Chance(Watcher[Any]):
    """Counts outcomes in the log."""

    def __init__(self) -> None:
        self.outcomes = 0

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        self.outcomes += len(log.outcomes) if log is not None else 0

    def values(self, state: State) -> Mapping[str, Value]:
        return {"chance": self.outcomes}


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meters of this file; VISIBLE only if there are places for pieces."""
    chance = meter([CHANCE], lambda state: Chance(), events=True)
    return [meter([VISIBLE], Visible), chance] if any(rules.places.values()) else [chance]
