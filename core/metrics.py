"""Metrics of a game: declared by core, games, modules (hook `add_meters`) and third-party plugins.

A `Meter` watches games; a `Metric` is one number (or curve) that it returns. The laboratory runs them (core/lab); this
file depends only on the engine, so that a game may declare its own.

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
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import attrs

from .events import Log
from .views import Listed, View

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
"""The topic of a metric, as in the tables of docs/metrics.md."""

Value: TypeAlias = "float | Sequence[float | None] | None"
"""A number; None if the game has no value (the time of something that never happened). For a metric by seat, one of
these for each seat; for a curve, one for each round."""


@attrs.frozen(kw_only=True)
class Metric:
    """One measured quantity."""

    name: str
    """The name by which it is requested: `margin`, `closed_regions`, `source.castle`."""
    title: str
    """The title in reports: `margin of the winner`."""
    more: str = ""
    less: str = ""
    """What a player sees if there is more or less of it, as clauses that follow `with castles at 3,`: `the winner is
    further ahead`, `games end closer`. Without them reports say the title with `up` or `down`."""
    group: Group
    unit: str = ""
    """`points`, `turns`, `gold`; "" for a plain number."""
    kind: Literal["mean", "rate", "gap"] = "mean"
    """`rate` if each game gives 0 or 1 (or a share of one). `gap`, of a metric by seat: the largest share of a seat
    over all games minus the smallest."""
    by: Literal["game", "seat", "round"] = "game"
    """`seat`: one value for each seat; also reported by seat and by bot. `round`: a curve over rounds, which is drawn
    but not tested."""
    over_wins: bool = False
    """For wins by seat: the mean wins of the same seat with the same bot under the rules are subtracted, so that
    neither skill nor seat counts; reported for all seats together."""
    costly: bool = False
    """Measured only if requested by its full name, since it takes time."""
    doc: str = ""
    """A sentence on how it is computed, and its source."""


class Course(NamedTuple):
    """What a watch has seen of a game: for meters that need no more, and to compare it with another game."""

    actions: list[Action]
    turns: list[tuple[int, int, list[int]]]
    """At the end of each turn, the last one of the game included: its number, the actions so far, the scores."""
    rounds: list[int]
    """At the end of each round except the last: the turns so far."""


class Watcher(Protocol[S_contra]):
    """One game, watched by one meter. Methods that a subclass does not override cost nothing."""

    def deciding(self, state: S_contra, seat: int, legal: Legal) -> None:
        """Called when `seat` is about to choose among `legal`. It must not change the state."""
        return

    def decided(self, state: S_contra, action: Action, log: Log | None) -> None:
        """Called after the action was applied to `state`; `log` has its events if the meter asks for them."""
        return

    def turn_over(self, state: S_contra) -> None:
        """Called after a turn and everything up to the next decision; not at the end of the game."""
        return

    def round_over(self, state: S_contra) -> None:
        """Called after `turn_over` if a round has ended too; `Game.round_of` defines rounds."""
        return

    def values(self, state: S_contra) -> Mapping[str, Value]:
        """Return the values of the meter's metrics by name, at the end of the game. It may have more than requested."""


class Meter(Protocol):
    """Measures some metrics of each game under some rules."""

    @property
    def metrics(self) -> Sequence[Metric]: ...

    @property
    def events(self) -> bool:
        """True if `decided` needs the log, which costs time."""

    def watch(self, state: State) -> Watcher[Any]:
        """Return a watcher for a game that is set up and about to begin."""


class MakesMeters(Protocol):
    """The type of `Game.meters`, of the hook `add_meters` and of a plugin under `tilewright.metrics`."""

    def __call__(self, rules: Rules) -> Sequence[Meter]: ...


@attrs.frozen(eq=False)
class _Made:
    metrics: tuple[Metric, ...]
    _watcher: Callable[[Any], Watcher[Any]]
    events: bool = False

    def watch(self, state: State) -> Watcher[Any]:
        return self._watcher(state)


def meter(metrics: Sequence[Metric], watcher: Callable[[Any], Watcher[Any]], events: bool = False) -> Meter:
    """Make a meter of these metrics; `watcher(state)` makes its watchers."""
    return _Made(tuple(metrics), watcher, events)


def at_end(metrics: Sequence[Metric], values: Callable[[Any], Mapping[str, Value]]) -> Meter:
    """Make a meter that looks only at the final position."""

    class End(Watcher[Any]):
        def values(self, state: State) -> Mapping[str, Value]:
            return values(state)

    # It keeps nothing of a game, so one watches them all.
    end = End()
    return meter(metrics, lambda state: end)


class Recorded(Watcher[Any]):
    """Sees nothing while the game is played, and its course at the end."""

    course: Course
    """Set by the watch."""

    def __init__(self, values: Callable[[Any, Course], Mapping[str, Value]]) -> None:
        self._values = values

    def values(self, state: State) -> Mapping[str, Value]:
        return self._values(state, self.course)


def of_course(metrics: Sequence[Metric], values: Callable[[Any, Course], Mapping[str, Value]]) -> Meter:
    """Make a meter that looks only at the final position and the course of the game."""
    return meter(metrics, lambda state: Recorded(values))


class Watch:
    """One game, watched by all these meters; their watchers see each position and must not change it."""

    def __init__(self, meters: Sequence[Meter], state: State) -> None:
        self._names = [frozenset(metric.name for metric in one.metrics) for one in meters]
        self._watchers = [one.watch(state) for one in meters]
        self.course = Course([], [], [])
        for watcher in self._watchers:
            # Not `isinstance`, which takes long for a protocol.
            if type(watcher) is Recorded:
                watcher.course = self.course
        self._events = any(one.events for one in meters)
        kinds = [(watcher, type(watcher)) for watcher in self._watchers]
        self._deciding = [w.deciding for w, kind in kinds if kind.deciding is not Watcher.deciding]
        self._decided = [w.decided for w, kind in kinds if kind.decided is not Watcher.decided]
        self._turn_over = [w.turn_over for w, kind in kinds if kind.turn_over is not Watcher.turn_over]
        self._round_over = [w.round_over for w, kind in kinds if kind.round_over is not Watcher.round_over]
        self._round_of = state.rules.game.round_of
        self._turns, self._round = state.turns, self._round_of(state)

    def deciding(self, state: State, seat: int) -> View:
        """Show the position to the watchers and return the seat's view; legal actions are listed only once.

        The view is valid for this decision only.
        """
        if not self._deciding:
            return state.view(seat)
        legal = state.legal(seat)
        for deciding in self._deciding:
            deciding(state, seat, legal)
        return Listed(state.view(seat), legal)

    def log(self) -> Log | None:
        """Return a log for the next action if a meter needs one."""
        return Log() if self._events else None

    def decided(self, state: State, action: Action, log: Log | None = None) -> None:
        """Show the position after the action to the watchers; `log` is that of the action."""
        course = self.course
        course.actions.append(action)
        for decided in self._decided:
            decided(state, action, log)
        if state.turns == self._turns and not state.over:
            return
        course.turns.append((self._turns, len(course.actions), state.scores.copy()))
        self._turns = state.turns
        if state.over:
            return
        for turn_over in self._turn_over:
            turn_over(state)
        now = self._round_of(state)
        while self._round < now:
            self._round += 1
            course.rounds.append(len(course.turns))
            for round_over in self._round_over:
                round_over(state)

    def values(self, state: State) -> dict[str, Value]:
        """Return the requested values by name, at the end of the game."""
        return {
            name: value
            for names, watcher in zip(self._names, self._watchers, strict=True)
            for name, value in watcher.values(state).items()
            if name in names
        }
