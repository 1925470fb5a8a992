"""How long people take for a decision, as `pace.yaml` says it: of a game, or the one of the engine."""

from __future__ import annotations

from math import log2

import attrs
from attrs.validators import and_, ge, le

PACE = "pace.yaml"
"""The file in a data folder."""
SECONDS = and_(ge(0.0), le(3600.0))
"""Validator: seconds of one decision or turn."""


@attrs.frozen
class KindPace:
    """How long decisions of one kind take."""

    choice: float = attrs.field(validator=SECONDS)
    """Seconds of any choice between moves, however few."""
    doubling: float = attrs.field(validator=SECONDS)
    """Seconds more for each doubling of the moves to choose from: with 8 moves, three times."""
    decisions: int = 0
    """From how many decisions of people that was measured; 0 for a guess."""


@attrs.frozen
class Pace:
    """How long a game takes people. Numbers of players, rounds and boards follow from the game as it is played."""

    rests_on: str
    """A sentence: what the numbers rest on."""
    turn: float = attrs.field(validator=SECONDS)
    """Seconds of a turn beside its decisions: pieces are moved, refilled and counted."""
    single: float = attrs.field(validator=SECONDS)
    """Seconds of a move to which there is no alternative."""
    choice: float = attrs.field(validator=SECONDS)
    doubling: float = attrs.field(validator=SECONDS)
    """Those of every kind that is not among `kinds`."""
    kinds: dict[str, KindPace] = attrs.field(factory=dict)
    """By the first word of a move's notation."""

    def seconds(self, kind: str, choices: int) -> float:
        """Return how long one decision takes."""
        if choices < 2:
            return self.single
        own = self.kinds.get(kind, self)
        return own.choice + own.doubling * log2(choices)
