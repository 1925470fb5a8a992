"""Splits a move at every outcome of chance, for frameworks in which chance is a player of its own.

A move that draws is tried on a clone with the outcomes given so far. If it asks for one more, the attempt is thrown
away and the position waits for that outcome; once none is missing, the move is made. So an outcome never depends on
the order in which a pile happens to lie.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from ..play.match import names_of
from ..rules.actions import Action
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.views import View


class _Asked(BaseException):
    """A move needs an outcome of chance. Not an Exception, so that `except Exception` in a ruleset lets it pass."""

    def __init__(self, source: str, among: Sequence[str]) -> None:
        self.source = source
        self.among = tuple(among)


class _Given(Log):
    """Feeds the outcomes given so far, whatever their source, and asks for the next one."""

    __slots__ = ("_waiting",)

    def __init__(self, outcomes: Sequence[str]) -> None:
        super().__init__()
        self._waiting = deque(outcomes)

    def scripted(self, source: str, among: Callable[[], Sequence[str]]) -> str | None:
        if self._waiting:
            return self._waiting.popleft()
        raise _Asked(source, among())


class ChanceState:
    """A point in a game: a decision, the end, or within a move that waits for an outcome of chance."""

    __slots__ = ("asked", "decisions", "drawn", "move", "players", "rules", "state")

    state: State
    """The position; within a move, the one before it. Not set before the set-up is done."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.move: Action | None = None
        """The move being made; None during the set-up and between moves."""
        self.drawn: list[str] = []
        self.asked: tuple[str, tuple[str, ...]] | None = None
        self.decisions = 0

    @classmethod
    def start(cls, rules: Rules, players: int) -> ChanceState:
        """Return a game that is about to be set up."""
        position = cls(rules, players)
        position._on()
        return position

    @property
    def source(self) -> str:
        """The pile or die that must give an outcome."""
        assert self.asked is not None
        return self.asked[0]

    @property
    def among(self) -> tuple[str, ...]:
        """The outcomes that it could give, each entry with the same probability."""
        assert self.asked is not None
        return self.asked[1]

    @property
    def done(self) -> bool:
        """True if the game is over or has reached its limit of decisions."""
        if self.asked is not None:
            return False
        return self.state.over or self.decisions >= self.rules.game.turn_limit

    def view(self, seat: int | None) -> View | None:
        """Return the seat's view; within a move, the view before it; None before the set-up is done."""
        return self.state.view(seat) if hasattr(self, "state") else None

    def play(self, action: Action) -> None:
        """Begin a legal action; it is made at once if it needs no outcome of chance."""
        self.move = action
        self._on()

    def given(self, outcome: str) -> None:
        """Give the outcome asked for; the move goes on."""
        self.drawn.append(outcome)
        self._on()

    def _on(self) -> None:
        """Make the move, or stop where it needs an outcome and several are possible."""
        while True:
            log = _Given(self.drawn)
            try:
                if self.move is None:
                    after = self.rules.new(names_of(self.players), 0, log)
                else:
                    after = self.state.clone()
                    after.apply(self.move, log)
            except _Asked as asked:
                if len(set(asked.among)) == 1:
                    self.drawn.append(asked.among[0])
                    continue
                self.asked = (asked.source, asked.among)
                return
            self.decisions += self.move is not None
            self.state, self.move, self.drawn, self.asked = after, None, [], None
            return

    # -- copies ------------------------------------------------------------------------------------------------------

    def clone(self) -> ChanceState:
        """Return an equal position. It shares the state, which is never changed in place here."""
        copy = ChanceState(self.rules, self.players)
        if hasattr(self, "state"):
            copy.state = self.state
        copy.move, copy.drawn, copy.asked = self.move, self.drawn.copy(), self.asked
        copy.decisions = self.decisions
        return copy

    def __deepcopy__(self, memo: object) -> ChanceState:
        return self.clone()

    def __str__(self) -> str:
        known = f"{self.state.digest()} {list(self.state.scores)}" if hasattr(self, "state") else "set-up"
        if self.asked is None:
            return known
        return f"{known} {self.move or ''} {self.drawn} {self.source}?"
