"""A bot that looks ahead in worlds that its seat could be in (information-set Monte-Carlo tree search).

Each iteration draws a world from what the seat knows, follows the tree of what was tried so far, plays on greedily for
a round or more, and asks the game what the position is worth to each seat. At the root, sequential halving shares out
the iterations, and every candidate is tried in the same worlds; below the root, PUCT chooses (Cowling, Powley and
Whitehouse 2012; Karnin, Koren and Somekh 2013; Rosin 2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..chance import Stream, mix
from ..errors import UsageError
from ..game import Choice
from ..limits import number
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
"""The fewest iterations for each candidate."""
TRUST = 3.0
"""The game's own rating of a move counts as much as this many iterations."""
NOISE = 10
"""Once in so many moves of a simulation, a nearly best move is played instead of the best."""
NEARLY = 1.0
"""Points of worth by which a nearly best move may be worse."""


class Search:
    """`search:ITERATIONS:ROUNDS`: so many iterations per decision, each so many rounds deep."""

    def __init__(self, rules: Rules, iterations: str = "20", rounds: str = "2") -> None:
        self.rules = rules
        self.iterations = _number("iterations", iterations)
        self.rounds = _number("rounds", rounds)
        self.spent = 0
        """Number of iterations in all decisions so far."""

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action that does best in the worlds drawn."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return _Thought(self, view, stream.bits()).action()

    def choices(self, view: View) -> list[Choice]:
        """Return the legal actions with their worth, which is 0 for all if the game does not rate moves."""
        if self.rules.game.choices is None:
            return [Choice(action, 0.0) for action in view.legal()]
        return self.rules.choices(view)


class _Candidate:
    """An action at the root, with its node in the tree and its worth in the game's own judgement."""

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
        Stream.of(mix(key, 0)).shuffle(found)  # so that ties are broken at random
        found.sort(key=lambda choice: -choice.worth)
        width = max(2, min(CANDIDATES, search.iterations // EACH))
        self.candidates = [_Candidate(choice, self.seats) for choice in found[:width]]

    def action(self) -> Action:
        """Return the best candidate by sequential halving: equal stages, each with half as many candidates."""
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
        """Return the candidates, best first: by the results seen and, while these are few, by the game's judgement."""
        top = candidates[0]
        tried = [candidate for candidate in candidates if candidate.node.visits]

        def value(candidate: _Candidate) -> float:
            node, said = candidate.node, (candidate.worth - self.candidates[0].worth) * self.standing.slope
            return (node.totals[self.seat] + TRUST * (middle + said)) / (node.visits + TRUST)

        middle = sum(c.node.mean(self.seat) for c in tried) / len(tried) if tried else 0.0
        return sorted(tried or [top], key=lambda candidate: -value(candidate))

    def world(self, number: int) -> State:
        """Return the world with this number, the same for every candidate. It must not be changed."""
        while number >= len(self.worlds):
            world = self.view.determinize(Stream.of(mix(self.key, 1 + 2 * len(self.worlds))))
            if isinstance(world.step, Sealed):
                # What the others have sealed is not taken from the draw: they choose again what is best for them.
                for seat in range(len(world.seats)):
                    while seat != self.seat and world.sealed[seat]:
                        world.retract(seat)
            self.worlds.append(world)
        return self.worlds[number]

    def iterate(self, candidate: _Candidate) -> None:
        """Play through one world and note the result in the tree."""
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
                # Beyond the tree; or a sealed choice of others, which must not depend on our own sealed choice.
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
        """Return the seat that decides next in a simulation; while all decide at once, this seat first."""
        waiting = state.to_act
        return self.seat if self.seat in waiting else waiting[0]

    def explored(self, node: Node, view: View, legal: Legal) -> Action:
        """Return the action by which to go on in the tree."""
        assert view.seat is not None
        actions = node.known(legal)
        if not actions:
            node.rate(self.search.choices(view))
            actions = node.known(legal)
        return node.pick(actions, view.seat, self.seen)

    def played(self, view: View, stream: Stream) -> Action:
        """Return a move of a simulation: the best or now and then a nearly best one; any if the game does not rate."""
        if self.search.rules.game.choices is None:
            return stream.pick(view.legal())
        found = self.search.rules.choices(view)
        best = max(choice.worth for choice in found)
        slack = NEARLY if stream.below(NOISE) == 0 else 1e-9
        return stream.pick([choice.action for choice in found if choice.worth >= best - slack])


def _number(what: str, text: str) -> int:
    found = number(text)
    if not found:
        raise UsageError(f"bot search: '{text}' is not a number of {what}; write search:ITERATIONS:ROUNDS")
    return found
