"""An implementation of a game's rules as it is compared: positions, moves, counts; and ours as one of them.

A referee knows everything, hidden things included. Its draws are fixed (`draws`), so a position follows from the start
and the moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple, Protocol

import attrs

from ..base import plugin_errors
from ..base.errors import PluginError, TilewrightError, UsageError
from ..rules.actions import Action
from ..rules.packing import state_schema
from ..rules.ruleset import Rules
from ..rules.state import ScoreLine, State
from .fixed_draws import FixedDraws, FixedLog


class Move(NamedTuple):
    """A decision: the seat, and the action in the game's notation."""

    seat: int
    action: str


@attrs.frozen
class GameStart:
    """The beginning of a game, besides its rules."""

    seats: tuple[str, ...]
    seed: int


@attrs.frozen(kw_only=True)
class StatedPosition:
    """A position as one implementation states it: what two of them must agree about."""

    to_act: tuple[int, ...]
    legal: Mapping[int, tuple[str, ...]]
    """The actions of each seat that must decide, each once, in any order."""
    scores: tuple[int, ...]
    over: bool
    ranking: tuple[tuple[int, ...], ...] = ()
    """Seats by place, best first; seats that share a place are together. Empty before the end."""
    draws: tuple[tuple[str, str], ...] = ()
    """(source, outcome) for everything that chance gave in the last move, or in the set-up, in any order."""
    hash: str = ""
    """Text that stands for the whole position, "" if the implementation has none."""


class Referee(Protocol):
    """An implementation of the rules of a game."""

    title: str
    """As reports name it."""
    hashing: str
    """The kind of its hashes: those of two implementations are compared if it is the same. "" if it has none."""
    counting: bool
    """Whether it can count."""

    def new(self, start: GameStart, moves: Sequence[Move] = ()) -> StatedPosition:
        """Begin a game, play these moves, and return the position."""

    def play(self, move: Move) -> StatedPosition:
        """Play one legal move and return the position."""

    def count(self, depth: int) -> dict[Move, int]:
        """By legal move, the number of ways to make exactly `depth` decisions from here that begin with it.

        Games that end sooner are not counted. `depth` is at least 1, and nothing is played.
        """


class EngineReferee:
    """A ruleset of this engine."""

    counting = True

    def __init__(self, rules: Rules, title: str = "", *, most: int | None = None) -> None:
        """`most` is how many positions one count may look at."""
        self.rules, self.most = rules, most
        names = "+".join([rules.game.name, *(module.name for module in rules.modules)])
        self.title = title or names
        self.hashing = f"tilewright {state_schema(rules)} {rules.option_hash}"
        self.gained: list[ScoreLine] = []
        """The points of the last move."""

    def new(self, start: GameStart, moves: Sequence[Move] = ()) -> StatedPosition:
        draws = FixedDraws(start.seed)
        log = FixedLog(draws)
        self.state, self._draws, self.gained = self.rules.new(start.seats, start.seed, log), draws, []
        found = self._position(log)
        for move in moves:
            found = self.play(move)
        return found

    def play(self, move: Move) -> StatedPosition:
        """Play the move; Illegal or Unreadable if that is not allowed, and then nothing has changed."""
        state = self.state
        action = self._read(move)
        before = len(state.ledger)
        log = FixedLog(self._draws)
        state.play(action, log)
        self.gained = [self.rules.score_line(line, state) for line in state.ledger[before:]]
        return self._position(log)

    def count(self, depth: int) -> dict[Move, int]:
        """Count as `Referee` says; UsageError if it takes more positions than `most`."""
        found, seen = {}, count()

        def leaves(state: State, draws: FixedDraws, depth: int) -> int:
            if next(seen) == self.most:
                raise UsageError(f"more than {self.most:,} positions to look at; ask for a smaller depth")
            if depth == 1:
                return sum(len(state.legal(seat)) for seat in state.to_act)
            return sum(leaves(*_after(state, draws, action), depth - 1) for action in _legal(state))

        for action in _legal(self.state):
            below = 1 if depth == 1 else leaves(*_after(self.state, self._draws, action), depth - 1)
            found[Move(action.seat, str(action))] = below
        return found

    def favourites(self) -> list[Move]:
        """Return the moves that the game rates highest for the first seat to act; none if it does not rate moves."""
        if self.rules.game.choices is None or self.state.over:
            return []
        choices = self.rules.choices(self.state.view(self.state.to_act[0]))
        best = max(choice.worth for choice in choices)
        return [Move(c.action.seat, str(c.action)) for c in choices if c.worth >= best - 1e-9]

    def refuses(self, move: Move) -> tuple[str, tuple[str, ...]]:
        """Return why the move cannot be played here: a sentence, and the ids of the rules that it breaks."""
        try:
            refusal = self.state.check(action := self._read(move))
        except TilewrightError as error:
            return str(error), ()
        if refusal is None:
            return f"it is read as '{action}', which is legal", ()
        return self.rules.say_refusal(refusal, self.state.seats), tuple(dict.fromkeys(refusal.rules))

    def spelling(self, move: Move) -> str:
        """Return the action in our notation, as far as it can be read; otherwise as it is."""
        try:
            return str(self._read(move))
        except TilewrightError:
            return move.action

    def failed(self, error: Exception) -> PluginError:
        """Make the error to raise for an exception from the code of the game or of a module."""
        return PluginError(plugin_errors.describe(error, self.rules.plugins))

    def _read(self, move: Move) -> Action:
        if not 0 <= move.seat < len(self.state.seats):
            raise UsageError(f"there is no seat {move.seat}")
        return self.rules.read(move.action, self.state, move.seat)

    def _position(self, log: FixedLog) -> StatedPosition:
        state = self.state
        return StatedPosition(
            to_act=state.to_act,
            legal={seat: tuple(map(str, state.legal(seat))) for seat in state.to_act},
            scores=tuple(state.scores),
            over=state.over,
            ranking=tuple(state.ranking()) if state.over else (),
            draws=tuple((outcome.source, outcome.value) for outcome in log.outcomes),
            hash=state.digest(),
        )


def _legal(state: State) -> list[Action]:
    return [action for seat in state.to_act for action in state.legal(seat)]


def _after(state: State, draws: FixedDraws, action: Action) -> tuple[State, FixedDraws]:
    after, branch = state.clone(), draws.copy()
    after.apply(action, FixedLog(branch))
    return after, branch
