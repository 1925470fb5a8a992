"""Looks ahead: a search of worlds that the seat could be in (information-set Monte-Carlo tree search).

Each iteration draws a world from what the seat knows, follows the tree of what was tried so far, plays on greedily for
a round or more, and asks the game what the position is worth to each seat. At the root, sequential halving shares out
the iterations, and every candidate meets the same worlds; below it, PUCT does (Cowling, Powley and Whitehouse 2012;
Karnin, Koren and Somekh 2013; Rosin 2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..chance import Stream, mix
from ..errors import UsageError
from ..game import Choice
from ..schedule import Sealed
from .horizon import Horizon
from .standing import Standing
from .tree import Node, Range

if TYPE_CHECKING:
    from ..actions import Action, Legal
    from ..rules import Rules
    from ..state import State
    from ..views import View

CANDIDATES = 12
"""The most actions that are compared at the root."""
EACH = 5
"""Iterations for each of them, at least."""
TRUST = 3.0
"""As many iterations does the game's own word on a move count for."""
NOISE = 10
"""Once in so many moves of a simulation, a nearly best move is played in place of the best."""
NEARLY = 1.0
"""Points of worth by which a nearly best move may be worse."""


class Search:
    """`search:ITERATIONS:ROUNDS`: so many iterations a decision, each so many rounds deep."""

    def __init__(self, rules: Rules, iterations: str = "20", rounds: str = "2") -> None:
        self.rules = rules
        self.iterations = _number("iterations", iterations)
        self.rounds = _number("rounds", rounds)
        self.spent = 0
        """Iterations in all decisions so far."""

    def choose(self, view: View, stream: Stream) -> Action:
        """The action that does best in the worlds drawn."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return _Thought(self, view, stream.bits()).action()

    def choices(self, view: View) -> list[Choice]:
        """The legal actions with their worth; all alike where the game says nothing."""
        if self.rules.game.choices is None:
            return [Choice(action, 0.0) for action in view.legal()]
        return self.rules.choices(view)


class _Candidate:
    """An action at the root: its line of play, and what it is worth by the game's own word."""

    __slots__ = ("action", "node", "worth")

    def __init__(self, choice: Choice, seats: int) -> None:
        self.action, self.worth = choice.action, choice.worth
        self.node = Node(seats)


class _Thought:
    """One decision."""

    def __init__(self, search: Search, view: View, key: int) -> None:
        assert view.seat is not None
        self.search, self.view, self.seat, self.key = search, view, view.seat, key
        self.worlds: list[State] = []
        self.seen = Range()
        self.standing = Standing(search.rules, self.world(0))
        self.seats = len(self.worlds[0].seats)
        found = list(search.choices(view))
        Stream.of(mix(key, 0)).shuffle(found)  # so that equals stand in no order of ours
        found.sort(key=lambda choice: -choice.worth)
        width = max(2, min(CANDIDATES, search.iterations // EACH))
        self.candidates = [_Candidate(choice, self.seats) for choice in found[:width]]

    def action(self) -> Action:
        """The best candidate, by sequential halving: each stage has as many iterations, for half as many candidates."""
        left = self.search.iterations
        running = self.candidates
        stages = max(1, (len(running) - 1).bit_length())
        while len(running) > 1:
            each = max(1, left // (stages * len(running)))
            for candidate in running[: left // each]:
                for _ in range(each):
                    self.iterate(candidate)
                    left -= 1
            stages -= 1
            running = self.ranked(running)[: (len(running) + 1) // 2 if left and stages else 1]
        return running[0].action

    def ranked(self, candidates: Sequence[_Candidate]) -> list[_Candidate]:
        """Best first: by what was seen and, the less of that there is, by what the game says."""
        top = candidates[0]
        tried = [candidate for candidate in candidates if candidate.node.visits]

        def value(candidate: _Candidate) -> float:
            node, said = candidate.node, (candidate.worth - self.candidates[0].worth) * self.standing.slope
            return (node.totals[self.seat] + TRUST * (middle + said)) / (node.visits + TRUST)

        middle = sum(c.node.mean(self.seat) for c in tried) / len(tried) if tried else 0.0
        return sorted(tried or [top], key=lambda candidate: -value(candidate))

    def world(self, number: int) -> State:
        """The world with this number, the same for every candidate. Look, do not touch."""
        while number >= len(self.worlds):
            world = self.view.determinize(Stream.of(mix(self.key, 1 + 2 * len(self.worlds))))
            if isinstance(world.step, Sealed):
                # What the others commit is played by what is best for them, not drawn.
                for seat in range(len(world.seats)):
                    while seat != self.seat and world.sealed[seat]:
                        world.retract(seat)
            self.worlds.append(world)
        return self.worlds[number]

    def iterate(self, candidate: _Candidate) -> None:
        """One world is played through; what came of it stands in the tree."""
        self.search.spent += 1
        node = candidate.node
        number = node.visits
        world = self.world(number)
        horizon = Horizon(self.search.rules, world, self.search.rounds)
        horizon.reached(world)
        stream = Stream.of(mix(self.key, 2 + 2 * number))
        state = world.clone()
        state.apply(candidate.action)
        path = [node]
        while not horizon.reached(state):
            seat = self.mover(state)
            view = self.view.like(state, seat)
            legal = view.legal()
            if len(legal) == 1:
                state.apply(legal[0])
            elif not node.visits or (seat != self.seat and isinstance(state.step, Sealed)):
                # Behind the tree; and nobody's secret may depend on what we have done in secret.
                state.apply(self.played(view, stream))
            else:
                action = self.explored(node, view, legal)
                node = node.children.setdefault(action, Node(self.seats))
                path.append(node)
                state.apply(action)
        values = self.standing.of(state)
        self.seen.widen(values)
        for node in path:
            node.learn(values)

    def mover(self, state: State) -> int:
        """Who decides next in a simulation; while all decide at once, this seat first."""
        waiting = state.to_act
        return self.seat if self.seat in waiting else waiting[0]

    def explored(self, node: Node, view: View, legal: Legal) -> Action:
        """Where the tree goes on."""
        assert view.seat is not None
        actions = node.known(legal)
        if not actions:
            node.rate(self.search.choices(view))
            actions = node.known(legal)
        return node.pick(actions, view.seat, self.seen)

    def played(self, view: View, stream: Stream) -> Action:
        """A move of a simulation: the best, now and then one that is nearly as good; any where none is rated."""
        if self.search.rules.game.choices is None:
            return stream.pick(view.legal())
        found = self.search.rules.choices(view)
        best = max(choice.worth for choice in found)
        slack = NEARLY if stream.below(NOISE) == 0 else 1e-9
        return stream.pick([choice.action for choice in found if choice.worth >= best - slack])


def _number(what: str, text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise UsageError(f"bot search: '{text}' is no number of {what}; write search:ITERATIONS:ROUNDS")
    return int(text)
