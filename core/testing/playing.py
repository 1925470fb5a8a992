"""Random whole games, move by move, and how a failure says where it happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from .. import blame
from ..assembly import load
from ..chance import Stream
from ..events import Log
from ..rules import Rules
from ..schedule import Decision
from ..state import State

if TYPE_CHECKING:
    from ..actions import Action


class Broken(AssertionError):
    """A ruleset does not do what every ruleset must."""


class Skipped(Exception):
    """The check does not apply to this ruleset; says why."""


@attrs.frozen(kw_only=True)
class Subject:
    """What is checked, and how much of it."""

    rules: Rules
    seed: int = 0
    """Seed of the first game; the following games take the next ones."""
    games: int = 3
    """Random games for each number of players."""
    seats: Sequence[int] = ()
    """Numbers of players; () for all that the game allows."""
    every: int = 8
    """What costs much is done at one decision in so many."""
    conceivable: Callable[[State, int], Iterable[Action]] | None = None
    """(state, seat) to actions that somebody might try, legal or not. Those legal at other times are tried anyhow."""
    conserved: Callable[[Any], object] | None = None
    """State to something that must stay the same from set-up to end: the multiset of all tiles, say.

    Without it, what the game itself says to be conserved.
    """
    latest: list[Moment] = attrs.field(factory=list, repr=False, eq=False)
    """Where the check has got to; for failures that do not say so themselves."""

    @property
    def players(self) -> Sequence[int]:
        low, high = self.rules.game.seats
        return self.seats or range(low, high + 1)

    def again(
        self, options: Mapping[str, object] | None = None, modules: Sequence[str] | None = None
    ) -> Rules:
        """The same ruleset assembled once more, with other options, or its modules named in another order."""
        rules = self.rules
        plugins = rules.plugins
        named = [m.name for m in rules.modules] if modules is None else modules
        given = {**rules.option_values, **(options or {}), **rules.overridden}
        game = plugins.get_plugin(rules.game.name)
        parts = [plugins.get_plugin(name) for name in named]
        return load(game, parts, given, rules.edition, rules.data_folder)

    def broken(self, problem: str, rules: Rules | None = None) -> Broken:
        """The failure, told with the place that the check has got to."""
        where = self.latest[-1].where() if self.latest else f"[{settings(rules or self.rules)}]"
        return Broken(f"{problem} {where}")


@attrs.frozen(kw_only=True)
class Moment:
    """One position of a random game, before `action` is played; `action` is None when the game is over."""

    subject: Subject
    seed: int
    decision: int
    """How many decisions have been made."""
    state: State
    action: Action | None
    stream: Stream
    """Chance for the check's own use; the game is played with another stream."""

    def where(self) -> str:
        state = self.state
        said = [f"seed {self.seed}", f"{len(state.seats)} players", settings(state.rules)]
        said.append(f"decision {self.decision}")
        if not state.over:
            node = state.rules.nodes[state.stack[-1][0]]
            waiting = state.to_act if isinstance(node, Decision) else ()
            names = ", ".join(state.seats[seat] for seat in waiting)
            said.append(f"step {node.name}, to act: {names or 'nobody'}")
        if self.action is not None:
            said.append(f"next: {self.action}")
        return f"[{'; '.join(said)}]"

    def need(self, holds: object, problem: str) -> None:
        """Raises `Broken` with the problem and the place unless it holds."""
        if not holds:
            raise Broken(f"{problem} {self.where()}")

    def costly(self) -> bool:
        """Whether this is one of the few decisions at which something costly is done; the last position always is."""
        return self.action is None or self.decision == 0 or self.stream.below(self.subject.every) == 0


def settings(rules: Rules) -> str:
    """Modules and the options that differ from their defaults."""
    changed = [f"{name}={str(value).lower()}" for name, value in rules.changed.items()]
    names = "+".join([rules.game.name, *(module.name for module in rules.modules)])
    return f"{names} with {', '.join(changed) or 'default options'}"


def moments(subject: Subject) -> Iterator[Moment]:
    """Every position of every random game, the set-up and the end included."""
    for players in subject.players:
        for seed in range(subject.seed, subject.seed + subject.games):
            yield from random_game(subject, players, seed)


def random_game(
    subject: Subject,
    players: int,
    seed: int,
    *,
    rules: Rules | None = None,
    played: Callable[[Moment, Log], None] | None = None,
) -> Iterator[Moment]:
    """The positions of one random game, each before its action is played. What is yielded must not be changed.

    With `played`, each action is played with a log, and `played` hears of it; its moment holds the position after.
    """
    used = rules if rules is not None else subject.rules
    state = used.new(players, seed)
    chooser = Stream(seed, f"testing:{players}")
    own = Stream(seed, f"testing:{players}:checks")
    decision = 0
    while True:
        action = None
        moment = Moment(subject=subject, seed=seed, decision=decision, state=state, action=None, stream=own)
        subject.latest[:] = [moment]
        if not state.over:
            moment.need(
                decision < used.game.turn_limit, f"no end after {decision} decisions, the game's turn limit"
            )
            action = choose(moment, chooser)
            moment = attrs.evolve(moment, action=action)
            subject.latest[:] = [moment]
        yield moment
        if action is None:
            return
        log = Log() if played is not None else None
        try:
            state.apply(action, log)
        except Exception as error:
            said = blame.told(error, used.plugins)
            raise Broken(f"playing it failed: {said} {moment.where()}") from error
        decision += 1
        if played is not None and log is not None:
            played(attrs.evolve(moment, decision=decision, action=None), log)


def choose(moment: Moment, chooser: Stream) -> Action:
    """One of the legal actions of one of the seats to act."""
    state = moment.state
    moment.need(state.to_act, "the game is not over, and nobody is to act")
    seat = chooser.pick(state.to_act)
    legal = state.legal(seat)
    moment.need(len(legal), f"{state.seats[seat]} must decide and nothing is legal")
    return chooser.pick(legal)


def play_on(state: State, chooser: Stream, most: int) -> int:
    """The state is played on at random in place, up to so many decisions; returns how many there were."""
    for n in range(most):
        if state.over:
            return n
        state.apply(chooser.pick(state.legal(chooser.pick(state.to_act))))
    return most
