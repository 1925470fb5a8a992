"""Rollouts: worlds that a seat could be in, played on greedily for some rounds.

Worlds and simulations have numbers. The same number is the same world and the same chance for every action, so that
luck cancels out when actions are compared. A `PositionJudge` says how good the position is in which one ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ..base.chance import Stream, mix
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import State
from ..rules.teams import sides_of
from ..rules.views import View
from ..rules.zones import Unknown
from .greedy import best
from .sealed_plans import Plan

LEAST = 5.0
PART = 0.15
"""A lead of LEAST points plus PART of the seats' average worth is half of the way from an even position (0.5) to 1."""


class PositionValue(Protocol):
    """The worth of positions. `Rules` is one, by the game's own appraisal; a learned one is another."""

    def totals(self, views: Sequence[View]) -> Sequence[float]:
        """Return the position's worth to each seat in points at the end, from the views of all seats in order."""

    def appraise(self, view: View, seat: int) -> Sequence[tuple[str, float]]:
        """Return its worth to a seat, from its own view, part by part."""


class PositionJudge:
    """Judges the positions that follow from one position on one scale."""

    def __init__(self, rules: Rules, view: View, root: State, value: PositionValue | None = None) -> None:
        """`view` is that of the seat that judges: its weights hold for all seats. Without a `value` the game appraises.

        If the game appraises nothing, its standing is what counts: the score, in most games.
        """
        self.like = view.like
        self.seats, self.sides = range(len(root.seats)), sides_of(root)
        self.value = value if value is not None or rules.game.appraise is None else rules
        worth = self.worth(root)
        self.scale = LEAST + PART * sum(map(abs, worth)) / len(worth)

    @property
    def slope(self) -> float:
        """The value of one more point in an even position."""
        return 0.5 / self.scale

    def worth(self, state: State) -> Sequence[float]:
        """Return the position's worth by seat; its standing if the game is over, or if nothing says more."""
        if state.over or self.value is None:
            return [float(one) for one in state.standing()]
        return self.value.totals([self.like(state, seat) for seat in self.seats])

    def of(self, state: State) -> list[float]:
        """Return values from 0 to 1 by seat, by its lead over the best other seat; at the end, victory counts half."""
        worth = self.worth(state)
        found = []
        for seat in self.seats:
            ahead = self.sides.lead(worth, seat)
            found.append(0.5 + 0.5 * ahead / (self.scale + abs(ahead)))
        if state.over:
            found = [(value + won) / 2 for value, won in zip(found, self.sides.shares(state.winners))]
        return found


MOST = 60
"""The most decisions of a seat in a round; after that, the position is appraised as it is."""


class Horizon:
    """Watches one simulation. A round ends when every seat has had its turns, or when a new sealed decision begins."""

    __slots__ = ("_fresh", "_left", "_sealed", "_until")

    def __init__(self, rules: Rules, root: State, rounds: int, endless: bool) -> None:
        """`endless`: nothing appraises positions, so only the end of the game parts good ones from bad ones."""
        seats = len(root.seats)
        turns = sum(phase.turns for phase in rules.phases)
        self._until = root.turns + rounds * seats * turns if turns and not endless else rules.game.turn_limit
        self._left = rules.game.turn_limit if endless else rounds * seats * MOST
        self._sealed = rounds if not endless else rules.game.turn_limit
        self._fresh = _fresh(root)

    def reached(self, state: State) -> bool:
        """Return whether to look no further. Must be called exactly once before every decision."""
        if state.over or state.turns >= self._until or self._left <= 0:
            return True
        self._left -= 1
        fresh = _fresh(state)
        if fresh and not self._fresh:
            self._sealed -= 1
        self._fresh = fresh
        return self._sealed <= 0


def _fresh(state: State) -> bool:
    """Return whether a sealed decision has just begun."""
    return isinstance(state.step, Sealed) and not any(state.sealed)


Guide = Callable[[View, Legal], Action | None]
"""From a seat's view and its legal actions, the one to take; None to go on greedily to the end."""
NOISE = 10
"""Once in so many moves of a simulation, a nearly best move is played instead of the best."""
NEARLY = 1.0
"""Points of worth by which a nearly best move may be worse."""


class Rollouts:
    """The worlds of one decision, made from nothing but the seat's view and a key of chance."""

    def __init__(
        self, rules: Rules, view: View, key: int, rounds: int, value: PositionValue | None = None
    ) -> None:
        """`value` says what positions are worth; None for the game's own appraisal."""
        assert view.seat is not None
        self.rules, self.view, self.seat, self.key, self.rounds = rules, view, view.seat, key, rounds
        self.unknown = view.unknown()
        self.worlds: list[State] = []
        self.moves = 0
        """Number of moves rated in simulations so far: a measure of work that is the same on every machine."""
        self.standing = PositionJudge(rules, view, self.world(0), value)
        self.seats = len(self.worlds[0].seats)

    def rated(self, view: View, legal: Legal) -> Sequence[float]:
        """Return the worth of each legal action, which is 0 for all if the game does not rate moves."""
        return [0.0] * len(legal) if self.rules.game.choices is None else self.rules.worths(view, legal)

    def world(self, number: int) -> State:
        """Return the world with this number, the same for every action. It must not be changed."""
        while number >= len(self.worlds):
            world = dealt(self.view, Stream.of(mix(self.key, 1 + 2 * len(self.worlds))), self.unknown)
            self.worlds.append(world)
        return self.worlds[number]

    def played_on(self, plan: Plan, number: int, guide: Guide | None = None) -> State:
        """Return the position in which world `number` ends after these actions and some rounds of play.

        Every seat plays greedily, except where the guide knows better.
        """
        world = self.world(number)
        horizon = Horizon(self.rules, world, self.rounds, self.standing.value is None)
        horizon.reached(world)
        stream = Stream.of(mix(self.key, 2 + 2 * number))
        state = world.clone()
        state.apply(plan[0])
        for action in plan[1:]:
            horizon.reached(state)
            state.apply(action)
        while not horizon.reached(state):
            seat = self.mover(state)
            view = self.view.like(state, seat)
            legal = view.legal()
            count = len(legal)
            if count == 1:
                state.apply(legal[0])
                continue
            self.moves += count
            chosen = None
            # A sealed choice of others must not depend on our own sealed choice.
            if guide is not None and (seat == self.seat or not isinstance(state.step, Sealed)):
                chosen = guide(view, legal)
                guide = guide if chosen is not None else None
            state.apply(chosen if chosen is not None else self.greedy(view, legal, stream))
        return state

    def mover(self, state: State) -> int:
        """Return the seat that decides next in a simulation; while all decide at once, this seat first."""
        waiting = state.to_act
        return self.seat if self.seat in waiting else waiting[0]

    def greedy(self, view: View, legal: Legal, stream: Stream) -> Action:
        """Return a move of a simulation: the best or now and then a nearly best one; any if the game does not rate."""
        if self.rules.game.choices is None:
            return stream.pick(legal)
        slack = NEARLY if stream.below(NOISE) == 0 else 1e-9
        return legal[best(self.rules.worths(view, legal), stream, slack)]


def dealt(view: View, stream: Stream, unknown: Unknown | None = None) -> State:
    """Return a world that the view's seat could be in.

    What others have sealed is not taken from the draw: they choose again what is best for them.
    """
    world = view.determinize(stream, unknown)
    if isinstance(world.step, Sealed):
        for seat in range(len(world.seats)):
            while seat != view.seat and world.sealed[seat]:
                world.retract(seat)
    return world
