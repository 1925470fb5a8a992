"""A bot that looks ahead in worlds that its seat could be in (information-set Monte-Carlo tree search).

Each iteration draws a world from what the seat knows, follows the tree of what was tried so far, plays on greedily for
a round or more, and asks the game what the position is worth to each seat. At the root, sequential halving shares out
the iterations, and every candidate is tried in the same worlds; below the root, PUCT chooses (Cowling, Powley and
Whitehouse 2012; Karnin, Koren and Somekh 2013; Rosin 2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from ..base.chance import Stream, mix
from ..base.errors import UsageError
from ..base.limits import number
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.views import View
from .learned import LearnedBot
from .move_judge import MoveJudge
from .rollouts import PositionValue, Rollouts

CURIOSITY = 0.6
"""Weight of likely but seldom tried actions, as a share of the range of values seen."""
HEAT = 1.0
"""Points of worth by which an action must be better to be e times as likely."""
WIDTH = 8
"""The most actions that are looked at in one node, the likeliest first."""


class Range:
    """The lowest and highest value seen so far, the scale on which values are compared."""

    __slots__ = ("high", "low")

    def __init__(self) -> None:
        self.low, self.high = 1.0, 0.0

    def widen(self, values: Sequence[float]) -> None:
        self.low, self.high = min(self.low, *values), max(self.high, *values)

    @property
    def span(self) -> float:
        return max(self.high - self.low, 1e-6)


class SearchNode:
    """The position after one action. Values are by seat; the legal actions may differ from world to world."""

    __slots__ = ("children", "likely", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.children: dict[Action, SearchNode] = {}
        self.likely: dict[Action, float] = {}
        """Probability of each likely action, by its worth when it was first rated."""

    def learn(self, values: Sequence[float]) -> None:
        self.visits += 1
        for seat, value in enumerate(values):
            self.totals[seat] += value

    def mean(self, seat: int) -> float:
        return self.totals[seat] / self.visits

    def known(self, legal: Legal) -> list[Action]:
        """Return the actions rated so far that are legal now."""
        return [action for action in self.likely if action in legal]

    def rate(self, actions: Sequence[Action], worths: Sequence[float]) -> None:
        """Add the best of these actions, each with its worth, to the likely ones."""
        for n, chance in chances(worths, WIDTH):
            self.likely.setdefault(actions[n], chance)

    def pick(self, actions: Sequence[Action], seat: int, seen: Range) -> Action:
        """Return the action to look at next: good so far, or likely and seldom tried."""
        eager = CURIOSITY * seen.span * sqrt(self.visits)
        # An action that was never tried is taken to be a little worse than those that were.
        untried = self.mean(seat) - 0.1 * seen.span if self.visits else 0.0
        best, found = -1e9, actions[0]
        for action in actions:
            child = self.children.get(action)
            visits = child.visits if child is not None else 0
            value = child.mean(seat) if child is not None and visits else untried
            value += eager * self.likely[action] / (1 + visits)
            if value > best:
                best, found = value, action
        return found


def chances(worths: Sequence[float], most: int) -> list[tuple[int, float]]:
    """Return the indices of the highest worths with the probability of their actions, the likeliest first (softmax)."""
    ranked = sorted(range(len(worths)), key=lambda n: -worths[n])
    top = worths[ranked[0]]
    weights = [exp(max(-30.0, (worths[n] - top) / HEAT)) for n in ranked]
    whole = sum(weights)
    return [(n, weight / whole) for n, weight in zip(ranked[:most], weights)]


CANDIDATES = 12
"""The most actions that are compared at the root."""
EACH = 5
"""The fewest iterations for each candidate."""
TRUST = 3.0
"""The game's own rating of a move counts as much as this many iterations."""


class Search:
    """`search:ITERATIONS:ROUNDS`: so many iterations per decision, each so many rounds deep.

    `search:ITERATIONS:ROUNDS:learned`, with the settings of `learned` after it if need be, rates moves and positions as
    that bot has learned to.
    """

    def __init__(self, rules: Rules, iterations: str = "20", rounds: str = "2", *learned: str) -> None:
        self.rules = rules
        if learned[:1] not in ((), ("learned",)):
            raise UsageError(
                f"bot search: '{learned[0]}' is not a setting; write search:ITERATIONS:ROUNDS or "
                "search:ITERATIONS:ROUNDS:learned"
            )
        self.learned = LearnedBot(rules, *learned[1:]) if learned else None
        self.iterations = _number("iterations", iterations)
        self.rounds = _number("rounds", rounds)
        self.spent = 0
        """Number of iterations in all decisions so far."""

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action that does best in the worlds drawn."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        view, value = self.taught(view)
        return _Thought(self, view, legal, stream.bits(), value).action()

    def taught(self, view: View) -> tuple[View, PositionValue | None]:
        """Return the view with the weights that were learned, and the value; as it is, and None, if nothing was."""
        if self.learned is None:
            return view, None
        mind = self.learned.mind(len(view.seats))
        return view.weighed(mind.weights), mind.valuation

    def worths(self, view: View, legal: Legal, stream: Stream) -> list[float]:
        """Return the worths by which `choose` decides, in points: found by the search, or else rated by the game."""
        view, value = self.taught(view)
        return _Thought(self, view, legal, stream.bits(), value).worths(legal)

    def judge(self, view: View, stream: Stream) -> MoveJudge:
        """Return a judge of the seat's actions: it says in points how each does as many rounds later."""
        view, value = self.taught(view)
        return MoveJudge(self.rules, view, stream.bits(), self.rounds, value)


class _Candidate:
    """An action at the root, with its node in the tree and its worth in the game's own judgement."""

    __slots__ = ("action", "node", "worth")

    def __init__(self, action: Action, worth: float, seats: int) -> None:
        self.action, self.worth = action, worth
        self.node = SearchNode(seats)


class _Thought(Rollouts):
    """One decision."""

    def __init__(
        self, search: Search, view: View, legal: Legal, key: int, value: PositionValue | None
    ) -> None:
        super().__init__(search.rules, view, key, search.rounds, value)
        self.search = search
        self.seen = Range()
        worths = self.rated(view, legal)
        found = list(range(len(worths)))
        Stream.of(mix(key, 0)).shuffle(found)  # so that ties are broken at random
        found.sort(key=lambda n: -worths[n])
        width = max(2, min(CANDIDATES, search.iterations // EACH))
        self.candidates = [_Candidate(legal[n], worths[n], self.seats) for n in found[:width]]

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
        tried = [candidate for candidate in candidates if candidate.node.visits]
        middle = self.middle(tried)

        def value(candidate: _Candidate) -> float:
            node = candidate.node
            return self.blended(candidate.worth, middle, node.visits, node.totals[self.seat])

        return sorted(tried or [candidates[0]], key=lambda candidate: -value(candidate))

    def middle(self, tried: Sequence[_Candidate]) -> float:
        """Return the mean value of the candidates that were tried."""
        return sum(c.node.mean(self.seat) for c in tried) / len(tried) if tried else 0.0

    def blended(self, worth: float, middle: float, visits: int, total: float) -> float:
        """Return an action's value: the mean of its results, with the game's own judgement as some more of them."""
        said = (worth - self.candidates[0].worth) * self.standing.slope
        return (total + TRUST * (middle + said)) / (visits + TRUST)

    def worths(self, legal: Legal) -> list[float]:
        """Return the values of these actions in points; the action that is chosen has the highest."""
        chosen = self.action()
        middle = self.middle([candidate for candidate in self.candidates if candidate.node.visits])
        nodes = {candidate.action: candidate.node for candidate in self.candidates}
        rates = self.rules.game.choices is not None
        found: list[float] = []
        for action, worth in zip(
            legal, self.rules.worths(self.view, legal) if rates else [0.0] * len(legal), strict=True
        ):
            node = nodes.get(action)
            visits, total = (node.visits, node.totals[self.seat]) if node is not None else (0, 0.0)
            found.append(self.blended(worth, middle, visits, total) / self.standing.slope)
        found[list(legal).index(chosen)] = max(found)
        return found

    def iterate(self, candidate: _Candidate) -> None:
        """Play through one world and note the result in the tree."""
        self.search.spent += 1
        path = [candidate.node]

        def guide(view: View, legal: Legal) -> Action | None:
            node = path[-1]
            if not node.visits:  # beyond the tree
                return None
            action = self.explored(node, view, legal)
            path.append(node.children.setdefault(action, SearchNode(self.seats)))
            return action

        values = self.standing.of(self.played_on((candidate.action,), candidate.node.visits, guide))
        self.seen.widen(values)
        for node in path:
            node.learn(values)

    def explored(self, node: SearchNode, view: View, legal: Legal) -> Action:
        """Return the action by which to go on in the tree."""
        assert view.seat is not None
        actions = node.known(legal)
        if not actions:
            node.rate(legal, self.rated(view, legal))
            actions = node.known(legal)
        return node.pick(actions, view.seat, self.seen)


def _number(what: str, text: str) -> int:
    found = number(text)
    if not found:
        raise UsageError(f"bot search: '{text}' is not a number of {what}; write search:ITERATIONS:ROUNDS")
    return found
