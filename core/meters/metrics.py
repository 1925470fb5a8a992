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

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Literal, Protocol, TypeAlias, TypeVar

import attrs

from ..base.errors import PluginError
from ..base.plugin_errors import declares
from ..rules.actions import Action, Legal
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.schedule import Decision, Sealed, name_of
from ..rules.state import State
from ..rules.views import Listed, View
from ..text.folder import Folder

T = TypeVar("T")
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
LISTED = "'tilewright metrics GAME' lists all"
"""What a message says of a metric that is not known."""

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
    low: float | None = None
    high: float | None = None
    """Bounds that no value can be beyond, if there are any: with both, few blocks are enough to say that large
    differences are not merely rare. Those of a rate are 0 and 1."""
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

    @property
    def span(self) -> float:
        """The largest difference between two values; infinite if that is not known."""
        if self.kind != "mean":
            return 1.0
        return self.high - self.low if self.high is not None and self.low is not None else math.inf


@attrs.define(eq=False)
class Course:
    """A game as a watch has seen it: for meters that need no more, and to compare it with another game."""

    actions: list[Action] = attrs.field(factory=list)
    turns: list[tuple[int, int, list[int]]] = attrs.field(factory=list)
    """At the end of each turn, the last one of the game included: its number, the actions so far, the standing."""
    rounds: list[int] = attrs.field(factory=list)
    """At the end of each round except the last: the turns so far."""
    choices: list[int] = attrs.field(factory=list)
    """By action, how many were legal."""
    after: list[int] = attrs.field(factory=list)
    """By action, the turns played once it and all that follows from it were done."""
    first: int = -1
    """The first seat to decide alone, who begins; sealed decisions do not count. -1 if nobody has."""

    def in_order(self, seats: Sequence[T]) -> list[T]:
        """Return what seats have in the order of play: from the one that begins, or from the first of all."""
        first = max(self.first, 0)
        return [*seats[first:], *seats[:first]]


class Watcher(Protocol[S_contra]):
    """One game, watched by one meter. Methods that a subclass does not override cost nothing.

    A decision of a random player takes ten microseconds. So values that follow from the course of a game are computed
    at its end (`result`), and events of some steps are watched only there (`steps`).
    """

    steps: ClassVar[tuple[str, ...]] = ()
    """The names of the steps whose decisions it sees, all of the ruleset; empty for every step."""
    due: int | None = None
    """The number of the only decision that it sees, from 0; `deciding` may change it. None for all in its steps."""

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
        return {}

    def result(self, state: S_contra, course: Course) -> Mapping[str, Value]:
        """Return the same if it takes the course of the game as well."""
        return self.values(state)


Deciding: TypeAlias = "Callable[[Any, int, Legal], None]"
Decided: TypeAlias = "Callable[[Any, Action, Log | None], None]"
"""The methods of a watcher, bound to it."""


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
    for metric in metrics:
        declares("meter(metrics)", "a Metric", metric, isinstance(metric, Metric))
    declares("meter(watcher)", "a function", watcher, callable(watcher))
    return _Made(tuple(metrics), watcher, events)


def at_end(metrics: Sequence[Metric], values: Callable[[Any], Mapping[str, Value]]) -> Meter:
    """Make a meter that looks only at the final position."""

    return of_course(metrics, lambda state, course: values(state))


def of_course(metrics: Sequence[Metric], values: Callable[[Any, Course], Mapping[str, Value]]) -> Meter:
    """Make a meter that looks only at the final position and the course of the game."""

    class Told(Watcher[Any]):
        def result(self, state: State, course: Course) -> Mapping[str, Value]:
            return values(state, course)

    # It keeps nothing of a game, so one watches them all.
    told = Told()
    return meter(metrics, lambda state: told)


def _check(watcher: Watcher[Any], rules: Rules) -> None:
    """PluginError if the watcher names a step in which nothing is decided: it would wait for it in vain."""
    for name in watcher.steps:
        if not isinstance(rules.by_name.get(name), Decision):
            known = sorted(name for name, node in rules.by_name.items() if isinstance(node, Decision))
            raise PluginError(
                f"watcher {type(watcher).__name__} sees the step '{name}', in which nothing is decided under these "
                f"rules; steps with decisions: {', '.join(known)}"
            )


NEVER = sys.maxsize
"""The number of no decision."""


class Watch:
    """One game, watched by all these meters; their watchers see each position and must not change it.

    PluginError if a watcher names a step that the ruleset does not have.
    """

    def __init__(self, meters: Sequence[Meter], state: State) -> None:
        self._names = {metric.name for one in meters for metric in one.metrics}
        self._watchers = [one.watch(state) for one in meters]
        self.course = Course()
        self._events = any([one.events for one in meters])
        self._told: list[Watcher[Any]] = []
        """Those that see the decisions of their steps."""
        self._sampling: list[Watcher[Any]] = []
        self._turn_over: list[Callable[[Any], None]] = []
        self._round_over: list[Callable[[Any], None]] = []
        for watcher in self._watchers:
            kind = type(watcher)
            if kind.deciding is not Watcher.deciding or kind.decided is not Watcher.decided:
                _check(watcher, state.rules)
                (self._told if watcher.due is None else self._sampling).append(watcher)
            if kind.turn_over is not Watcher.turn_over:
                self._turn_over.append(watcher.turn_over)
            if kind.round_over is not Watcher.round_over:
                self._round_over.append(watcher.round_over)
        self._steps: dict[int, tuple[list[Deciding], list[Decided]]] = {}
        """By number of a step, the methods to call before and after its decisions."""
        self._decided: list[Decided] = []
        """The methods to call after this decision."""
        self._due = self._next_due()
        self._round_of = state.rules.game.round_of
        self._turns, self._round = state.turns, self._round_of(state)

    def deciding(self, state: State, seat: int) -> View:
        """Show the position to the watchers and return the seat's view; legal actions are listed only once.

        The view is valid for this decision only.
        """
        legal = state.legal(seat)
        choices = self.course.choices
        step = state.stack[-1][0]
        deciding, self._decided = self._steps.get(step) or self._interested(state, step, seat)
        for tell in deciding:
            tell(state, seat, legal)
        if len(choices) == self._due:
            self._sample(state, seat, legal)
        choices.append(len(legal))
        return Listed(state, seat, legal)

    def _interested(self, state: State, step: int, seat: int) -> tuple[list[Deciding], list[Decided]]:
        """Return the methods to call before and after decisions of this step, by its number; `seat` meets it first."""
        node = state.rules.nodes[step]
        if self.course.first < 0 and not isinstance(node, Sealed):
            self.course.first = seat
        name = name_of(node)
        those = [(one, type(one)) for one in self._told if not one.steps or name in one.steps]
        found = self._steps[step] = (
            [one.deciding for one, kind in those if kind.deciding is not Watcher.deciding],
            [one.decided for one, kind in those if kind.decided is not Watcher.decided],
        )
        return found

    def _sample(self, state: State, seat: int, legal: Legal) -> None:
        """Show the position to those that have asked for this decision."""
        those = [one for one in self._sampling if one.due == self._due]
        for one in those:
            one.deciding(state, seat, legal)
        self._decided = [*self._decided, *(one.decided for one in those)]
        self._due = self._next_due()

    def _next_due(self) -> int:
        """Return the number of the next decision that one of them has asked for."""
        return min([NEVER if one.due is None else one.due for one in self._sampling], default=NEVER)

    def log(self) -> Log | None:
        """Return a log for the next action if a meter needs one."""
        return Log() if self._events else None

    def decided(self, state: State, action: Action, log: Log | None = None) -> None:
        """Show the position after the action to the watchers; `log` is that of the action."""
        course = self.course
        course.actions.append(action)
        course.after.append(state.turns)
        for tell in self._decided:
            tell(state, action, log)
        if state.turns == self._turns and not state.over:
            return
        course.turns.append((self._turns, len(course.actions), [*state.standing()]))
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
        names = self._names
        return {
            name: value
            for watcher in self._watchers
            for name, value in watcher.result(state, self.course).items()
            if name in names
        }


@cache
def _every() -> Mapping[str, Metric]:
    """Return the metrics of the file by name."""
    folder = Folder(files("tilewright.data") / "core", "data/core")
    return {one.name: one for one in folder.load("metrics.yaml", list[Metric])}


def declared(*names: str) -> tuple[Metric, ...]:
    """Return these metrics."""
    return tuple(_every()[name] for name in names)


def filled(metric: Metric, **words: object) -> Metric:
    """Return the metric with these words in its name and texts."""
    texts = {name: getattr(metric, name).format(**words) for name in ("name", "title", "more", "less", "doc")}
    return attrs.evolve(metric, **texts)
