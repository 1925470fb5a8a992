"""What can be measured of a game: declared by core, games, modules (hook `add_meters`) and other people's plugins.

A `Meter` watches games; a `Metric` is one number (or curve) that it gives. The laboratory runs them (core/lab); this
file knows only the engine, so that a game may declare its own.

    watch = Watch(meters_of(rules), state)           # a game that is set up
    while not state.over:
        seat = state.to_act[0]
        action = bot.choose(watch.deciding(state, seat), stream)
        log = watch.log()
        state.apply(action, log)
        watch.decided(state, action, log)
    watch.values(state)                              # name to value
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

import attrs

from .events import Log
from .views import View

if TYPE_CHECKING:
    from .actions import Action, Legal
    from .rules import Rules
    from .state import State

S_contra = TypeVar("S_contra", bound="State", contravariant=True)
"""The class of state that a watcher reads: `class Taken(Watcher[RebirthState])`."""
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
    over_wins: bool = False
    """By seat, of wins: taken off is what the same seat with the same bot wins in the average of all games under the
    rules, so that neither skill nor seat counts; told for all seats together."""
    costly: bool = False
    """Measured only where it is asked for by its full name, since it takes time."""
    doc: str = ""
    """How it is computed, in a sentence; where it comes from."""


class Watcher(Protocol[S_contra]):
    """One game, watched by one meter. What a subclass leaves as it is here costs nothing."""

    def deciding(self, state: S_contra, seat: int, legal: Legal) -> None:
        """`seat` is about to choose among `legal`; look, do not touch."""
        return

    def decided(self, state: S_contra, action: Action, log: Log | None) -> None:
        """The action has been applied to `state`; `log` has its events if the meter asks for them."""
        return

    def turn_over(self, state: S_contra) -> None:
        """A turn has ended, and with it all that follows until the next decision; the end of the game is no such."""
        return

    def round_over(self, state: S_contra) -> None:
        """As `turn_over`, and a round has ended, too; a round is what the game takes for one (`Game.round_of`)."""
        return

    def values(self, state: S_contra) -> Mapping[str, Value]:
        """The game is over: the value of each of the meter's metrics, by name. It may hold more than was asked for."""


class Meter(Protocol):
    """Gives some metrics of each game under some rules."""

    @property
    def metrics(self) -> Sequence[Metric]: ...

    @property
    def events(self) -> bool:
        """Whether `decided` needs the log, which costs time."""

    def watch(self, state: State) -> Watcher[Any]:
        """A watcher for a game that is set up and about to begin."""


class MakesMeters(Protocol):
    """What `Game.meters`, the hook `add_meters` and a plugin under `tilewright.metrics` are."""

    def __call__(self, rules: Rules) -> Sequence[Meter]: ...


@attrs.frozen(eq=False)
class _Made:
    metrics: tuple[Metric, ...]
    _watcher: Callable[[Any], Watcher[Any]]
    events: bool = False

    def watch(self, state: State) -> Watcher[Any]:
        return self._watcher(state)


def meter(metrics: Sequence[Metric], watcher: Callable[[Any], Watcher[Any]], events: bool = False) -> Meter:
    """A meter that gives these metrics through watchers that `watcher(state)` makes."""
    return _Made(tuple(metrics), watcher, events)


def at_end(metrics: Sequence[Metric], values: Callable[[Any], Mapping[str, Value]]) -> Meter:
    """A meter that looks at the last position alone."""

    class End(Watcher[Any]):
        def values(self, state: State) -> Mapping[str, Value]:
            return values(state)

    return meter(metrics, lambda state: End())


class _Listed(View):
    """A view for one decision, in which what is legal has been listed already."""

    __slots__ = ("_listed",)

    def __init__(self, state: State, seat: int, listed: Legal) -> None:
        super().__init__(state, seat)
        self._listed = listed

    def legal(self) -> Legal:
        return self._listed


class Watch:
    """One game, watched by all these meters; their watchers see each position, and none changes it."""

    def __init__(self, meters: Sequence[Meter], state: State) -> None:
        self._names = [frozenset(metric.name for metric in one.metrics) for one in meters]
        self._watchers = [one.watch(state) for one in meters]
        self._events = any(one.events for one in meters)
        kinds = [(watcher, type(watcher)) for watcher in self._watchers]
        self._deciding = [w.deciding for w, kind in kinds if kind.deciding is not Watcher.deciding]
        self._decided = [w.decided for w, kind in kinds if kind.decided is not Watcher.decided]
        self._turn_over = [w.turn_over for w, kind in kinds if kind.turn_over is not Watcher.turn_over]
        self._round_over = [w.round_over for w, kind in kinds if kind.round_over is not Watcher.round_over]
        self._round_of = state.rules.game.round_of
        self._turns, self._round = state.turns, self._round_of(state)

    def deciding(self, state: State, seat: int) -> View:
        """The seat is about to choose; returns its view, in which the legal moves are listed once for everybody.

        The view is for this decision only.
        """
        if not self._deciding:
            return state.view(seat)
        legal = state.legal(seat)
        for look in self._deciding:
            look(state, seat, legal)
        return _Listed(state, seat, legal)

    def log(self) -> Log | None:
        """A log for the next action where a meter needs one."""
        return Log() if self._events else None

    def decided(self, state: State, action: Action, log: Log | None = None) -> None:
        """The action has been applied, with the log."""
        for look in self._decided:
            look(state, action, log)
        if state.turns != self._turns and not state.over:
            self._turns = state.turns
            for tell in self._turn_over:
                tell(state)
            now = self._round_of(state)
            while self._round < now:
                self._round += 1
                for tell in self._round_over:
                    tell(state)

    def values(self, state: State) -> dict[str, Value]:
        """The game is over: what was asked for, by name."""
        return {
            name: value
            for names, watcher in zip(self._names, self._watchers, strict=True)
            for name, value in watcher.values(state).items()
            if name in names
        }
