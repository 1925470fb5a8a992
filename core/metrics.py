"""What can be measured of a game: declared by core, games, modules (hook `add_meters`) and other people's plugins.

A `Meter` watches games; a `Metric` is one number (or curve) that it gives. The laboratory runs them (core/lab); this
file knows only the engine, so that a game may declare its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import attrs

if TYPE_CHECKING:
    from .actions import Action, Legal
    from .events import Log
    from .rules import Rules
    from .state import State

Group: TypeAlias = Literal[
    "viability",
    "balance",
    "tension",
    "choice",
    "luck",
    "information",
    "economy",
    "tiles",
    "content",
    "sources",
]
"""What a metric tells of, after the table of metrics in docs/laboratory.md."""

Value: TypeAlias = "float | Sequence[float | None] | None"
"""A number; None where the game gives none (the time of something that never happened). For a metric by seat, one of
these for each seat; for a curve, one for each round."""


@attrs.frozen(kw_only=True)
class Metric:
    """One thing that is measured."""

    name: str
    """As it is asked for: `margin`, `closed_regions`, `source.castle`."""
    title: str
    """In words, for reports: `margin of the winner`."""
    group: Group
    unit: str = ""
    """`points`, `turns`, `gold`; "" for a plain number."""
    kind: Literal["mean", "rate"] = "mean"
    """`rate` where each game gives 0 or 1 (or a share of one)."""
    by: Literal["game", "seat", "round"] = "game"
    """`seat`: one value for each seat; also told by seat and by bot. `round`: a curve over rounds, which is drawn, not
    tested."""
    doc: str = ""
    """How it is computed, in a sentence; where it comes from."""


class Watcher(Protocol):
    """One game, watched by one meter."""

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        """`seat` is about to choose among `legal`; look, do not touch."""

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        """The action has been applied to `state`; `log` has its events if the meter asks for them."""

    def values(self, state: State) -> Mapping[str, Value]:
        """The game is over: the value of each of the meter's metrics, by name."""


class Meter(Protocol):
    """Gives some metrics of each game under some rules."""

    metrics: Sequence[Metric]
    events: bool
    """Whether `decided` needs the log, which costs time."""

    def watch(self, state: State) -> Watcher:
        """A watcher for a game that is set up and about to begin."""


class MakesMeters(Protocol):
    """What `Game.meters`, the hook `add_meters` and a plugin under `tilewright.metrics` are."""

    def __call__(self, rules: Rules) -> Sequence[Meter]: ...
