"""Plays whole random games, move by move, and says where a failure happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Literal, TypeAlias

import attrs

from .. import bots
from ..base import plugin_errors
from ..base.chance import Stream
from ..base.errors import UsageError
from ..rules.actions import Action
from ..rules.assembly import forget, load
from ..rules.events import Log
from ..rules.placing import PlacingStep
from ..rules.ruleset import Rules
from ..rules.schedule import Decision
from ..rules.state import State
from ..rules.views import View
from ..simulation import games as simulate
from ..text.options import typed


class Broken(AssertionError):
    """A ruleset does not do what every ruleset must do."""


class Endless(Broken):
    """A random game, or a move in it, does not end. Every other check that plays would wait as long, for nothing."""


class Skipped(Exception):
    """The check does not apply to this ruleset; the text says why."""


Kind: TypeAlias = Literal["option", "conserved", "reason", "message", "stream", "hook", "rotation"]


@attrs.define(slots=False)  # so that every way of pickling exceptions takes its fields along
class Warned(UserWarning):
    """Something that breaks nothing and was probably forgotten. `conforms` passes it to Python's `warnings`."""

    kind: Kind
    name: str
    """The option, score reason, message key, stream or hook; for `conserved`, the game or a zone."""
    said: str
    """What is missing and where, and what to do about it."""

    def __str__(self) -> str:
        return self.said


@attrs.frozen(kw_only=True)
class Subject:
    """The ruleset to check, and the number and kinds of games to check it in."""

    rules: Rules
    seed: int = 0
    """Seed of the first game; the following games take the next ones."""
    games: int = 3
    """Random games for each number of players."""
    seats: Sequence[int] = ()
    """Numbers of players; () for all that the game allows."""
    every: int = 8
    """Costly work is done at one decision in this many."""
    conceivable: Callable[[State, int], Iterable[Action]] | None = None
    """(state, seat) to actions worth trying, legal or not. Actions that are legal at other times are tried anyway."""
    conserved: Callable[[Any], object] | None = None
    """State to something that must stay the same from set-up to end, such as the multiset of all tiles.

    By default, what the game itself declares with `Game(conserved=...)`.
    """
    seconds: float = 30.0
    """One move, and one question to the game, may take this long; what takes longer is broken."""
    latest: list[Moment] = attrs.field(factory=list, repr=False, eq=False)
    """The position that the check has reached, for failures that do not name one."""
    warnings: list[Warned] = attrs.field(factory=list, repr=False, eq=False)
    """What the check warns of."""

    @property
    def players(self) -> Sequence[int]:
        return self.seats or allowed(self.rules)

    @property
    def deals(self) -> Iterator[tuple[int, int]]:
        """Number of players and seed of each game."""
        return product(self.players, range(self.seed, self.seed + self.games))

    def again(
        self,
        options: Mapping[str, object] | None = None,
        modules: Sequence[str] | None = None,
        plugin: Callable[[Any], Any] = lambda plugin: plugin,
    ) -> Rules:
        """Assemble the same ruleset once more, with other options, or with its modules in another order.

        `plugin` is called with each plugin and returns what is assembled in its place.
        """
        forget()  # a ruleset whose options are all given would be the very same object
        rules = self.rules
        plugins = rules.plugins
        named = [m.name for m in rules.modules] if modules is None else modules
        given = {**rules.option_values, **(options or {}), **rules.overridden}
        game = plugin(plugins.get_plugin(rules.game.name))
        parts = [plugin(plugins.get_plugin(name)) for name in named]
        return load(game, parts, given, rules.edition, rules.data_folder)

    def broken(self, problem: str, rules: Rules | None = None) -> Broken:
        """Return the failure with the position that the check has reached."""
        where = self.latest[-1].where() if self.latest else f"[{settings(rules or self.rules)}]"
        return Broken(f"{problem} {where}")

    def warn(self, kind: Kind, name: str, said: str) -> None:
        """Note something that breaks nothing and was probably forgotten; the check goes on."""
        self.warnings.append(Warned(kind, name, said))


@lru_cache(maxsize=64)
def allowed(rules: Rules) -> Sequence[int]:
    """Return the numbers of players that the set-up does not refuse, as it may under some options.

    All are left if it refuses all, so that a check says why.
    """
    every = rules.game.seat_counts
    return [count for count in every if not _refused(rules, count)] or every


def _refused(rules: Rules, count: int) -> bool:
    try:
        rules.new(count, 0)
    except UsageError:
        return True
    except Exception:  # a fault, which the checks report with its place
        return False
    return False


@attrs.frozen
class Moment:
    """One position of a random game, before `action` is played; `action` is None when the game is over."""

    subject: Subject
    seed: int
    decision: int
    """The number of decisions made so far."""
    state: State
    action: Action | None
    stream: Stream
    """Chance for the check's own use; the game is played with another stream."""

    def where(self) -> str:
        """Return seed, players, options, decision, step and next action in brackets."""
        state = self.state
        said = [f"seed {self.seed}", f"{len(state.seats)} players", settings(state.rules)]
        said.append(f"decision {self.decision}")
        if not state.over:
            said.append(_waiting(state))
        if self.action is not None:
            said.append(f"next: {self.action}")
        return f"[{'; '.join(said)}]"

    def broken(self, problem: str) -> Broken:
        """Return the problem with the place, to be raised."""
        return Broken(f"{problem} {self.where()}")

    def need(self, holds: object, problem: str) -> None:
        """Raise `Broken` with the problem and the place unless it holds."""
        if not holds:
            raise self.broken(problem)

    def world(self, view: View) -> State:
        """Return another world that the view's seat could be in."""
        return view.determinize(Stream(self.stream.below(1 << 30), "world"))

    def costly(self) -> bool:
        """Return whether to do costly work here: at the first and the last position, and now and then between."""
        return self.action is None or self.decision == 0 or self.stream.below(self.subject.every) == 0


def _waiting(state: State) -> str:
    """Return the step and who is to act; of a state that a failure has left in between, as much as can be had."""
    if not state.stack:
        return "no step"
    node = state.rules.nodes[state.stack[-1][0]]
    try:
        waiting = state.to_act if isinstance(node, Decision) else ()
    except Exception as error:
        return f"step {node.name}, to act: {plugin_errors.said(error)}"
    names = [state.seats[one] if 0 <= one < len(state.seats) else f"seat {one}" for one in waiting]
    return f"step {node.name}, to act: {', '.join(names) or 'no seat'}"


def play_out(rules: Rules, state: State, players: Sequence[Any], seed: int, limit: int | None = None) -> int:
    """Play the game to its end in place and return the number of decisions. TilewrightError at the turn limit.

    A player is a bot, or the name of one: `greedy`, `random`, `search:20:2`.
    """
    seated = [bots.make(one, rules) if isinstance(one, str) else one for one in players]
    return simulate.play_out(rules, state, seated, seed, limit)


def settings(rules: Rules) -> str:
    """Return the game, its modules and the options that differ from their defaults, as text."""
    changed = [f"{name}={typed(value)}" for name, value in rules.changed.items()]
    names = "+".join([rules.game.name, *(module.name for module in rules.modules)])
    return f"{names} with {', '.join(changed) or 'default options'}"


def moments(subject: Subject, played: Callable[[Moment, Log], None] | None = None) -> Iterator[Moment]:
    """Yield every position of every random game, including set-up and end; `played` is that of `random_game`."""
    for players, seed in subject.deals:
        yield from random_game(subject, players, seed, played=played)


def rated_moments(subject: Subject) -> Iterator[Moment]:
    """Yield every position of a game by `choices` for each number of players, if the game rates its moves.

    They score where moves at random seldom do.
    """
    for players in subject.players if subject.rules.game.choices is not None else ():
        yield from random_game(subject, players, subject.seed, rated=True)


def random_game(
    subject: Subject,
    players: int,
    seed: int,
    *,
    rules: Rules | None = None,
    played: Callable[[Moment, Log], None] | None = None,
    rated: bool = False,
) -> Iterator[Moment]:
    """Yield the positions of one random game, each before its action is played. They must not be changed.

    If it is `rated`, moves are those that the game rates highest, not random ones.

    With `played`, each action is played with a log; `played` is then called with the position after it and the log.
    """
    used = rules if rules is not None else subject.rules
    state = used.new(players, seed)
    chooser = Stream(seed, f"testing:{players}")
    own = Stream(seed, f"testing:{players}:checks")
    decision = 0
    while True:
        action = None
        moment = Moment(subject, seed, decision, state, None, own)
        subject.latest[:] = [moment]
        if not state.over:
            if decision >= used.game.turn_limit:
                said = f"no end after {decision} decisions, the game's turn limit"
                raise Endless(f"{said} (Game.turn_limit, if games may be longer) {moment.where()}")
            action = choose(moment, chooser)
            if rated:
                view = state.view(action.seat)
                worths = list(used.worths(view, legal := view.legal()))
                action = legal[worths.index(max(worths))]
            moment = Moment(subject, seed, decision, state, action, own)
            subject.latest[:] = [moment]
        yield moment
        if action is None:
            return
        log = Log() if played is not None else None
        try:
            state.apply(action, log)
        except (Exception, SystemExit) as error:
            said = plugin_errors.describe(error, used.plugins)
            raise Broken(f"playing it failed: {said} {moment.where()}") from error
        decision += 1
        if played is not None and log is not None:
            played(Moment(subject, seed, decision, state, None, own), log)


def choose(moment: Moment, chooser: Stream) -> Action:
    """Return a random legal action of one of the seats to act."""
    state = moment.state
    moment.need(state.to_act, "the game is not over, but no seat is to act")
    try:
        return any_action(state, chooser)
    except Broken as error:
        raise moment.broken(str(error)) from None


def any_action(state: State, chooser: Stream) -> Action:
    """Return a random legal action of one of the seats to act; Broken, without the place, if that has none."""
    seat = chooser.pick(state.to_act)
    legal = state.legal(seat)
    if not len(legal):
        raise Broken(f"{state.seats[seat]} must decide but has no legal actions{_why_none(state.step)}")
    return chooser.pick(legal)


def _why_none(step: Decision[Any] | None) -> str:
    """Return what to do about a step in which nothing can be decided."""
    if not isinstance(step, PlacingStep):
        return "; give the step one, such as passing, or end the game before (state.over = True)"
    return (
        ": no tile at hand fits anywhere; any sides may meet on a Board(matching=False), a tile that does not fit "
        f"goes away by itself if the step {step.name} says aside=, and state.over = True ends the game before"
    )


def play_on(state: State, chooser: Stream, most: int) -> int:
    """Play on at random, changing the state, for at most so many decisions; return how many were made."""
    for n in range(most):
        if state.over:
            return n
        state.apply(any_action(state, chooser))
    return most
