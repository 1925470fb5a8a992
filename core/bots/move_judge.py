"""Judges each action of one decision in points: its lead at the end of the same simulations as all others.

Unlike the tree of `search`, which learns from one simulation for the next, these are independent of each other. So the
mean of their differences has an honest standard error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, sqrt

import attrs

from ..base.chance import Stream, mix
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.views import View
from .rollouts import PositionValue, Rollouts
from .sealed_plans import Plan, likeliest, settled, stepwise

OTHERS = "others"
"""The part of a lead that the best other seat has."""
SCORE = "points"
"""The label under which games appraise the score so far; it is taken apart by reason."""
SURE, FURTHER = 0.1, 2
"""If the standard error is below this share of the difference, luck has hardly had a say: up to so many rounds are
added."""
WAYS, TRIED = 6, 3
"""Ways to complete a step of a sealed decision, and the simulations in which the best of them is found."""


@attrs.frozen
class Judged:
    """One plan with the seat's lead over the best other seat, in points, at the end of each simulation."""

    plan: Plan
    """The action, and the further steps of the same sealed decision with which it was played."""
    lines: tuple[Mapping[str, float], ...]
    """By simulation, the parts of the lead, by key of the score reason or label of the appraisal; `others` is
    negative."""

    @property
    def action(self) -> Action:
        """The first action of the plan."""
        return self.plan[0]

    @property
    def leads(self) -> tuple[float, ...]:
        """The lead in each simulation."""
        return tuple([sum(lines.values()) for lines in self.lines])

    @property
    def points(self) -> float:
        """The mean lead."""
        return sum(self.leads) / len(self.lines)

    @property
    def parts(self) -> Mapping[str, float]:
        """The parts of the mean lead, by the keys of `lines`."""
        keys = dict.fromkeys(key for lines in self.lines for key in lines)
        return {key: sum(lines.get(key, 0.0) for lines in self.lines) / len(self.lines) for key in keys}

    @property
    def error(self) -> float:
        """The standard error of the mean lead, in points."""
        return _mean(self.leads)[1]

    def behind(self, other: Judged) -> tuple[float, float]:
        """Return by how many points this is worse than another action of the same simulations, with standard error."""
        return _mean([theirs - ours for ours, theirs in zip(self.leads, other.leads, strict=True)])

    def lacking(self, other: Judged) -> dict[str, tuple[float, float]]:
        """Return where these points are lost, by source with standard error, the most first.

        The sum of the points is what `behind` says. What the best other seat has (`others`) counts with the sign that
        it has for this seat: positive if that seat gets less with the other action.
        """
        pairs = list(zip(self.lines, other.lines, strict=True))
        keys = dict.fromkeys(key for theirs in (other, self) for lines in theirs.lines for key in lines)
        found = {key: _mean([two.get(key, 0.0) - one.get(key, 0.0) for one, two in pairs]) for key in keys}
        return dict(sorted(found.items(), key=lambda part: -abs(part[1][0])))


class MoveJudge(Rollouts):
    """Judges the actions of one decision from the seat's view.

    A step of a sealed decision is judged with the steps that go best with it, since it brings nothing by itself.
    """

    def __init__(
        self, rules: Rules, view: View, key: int, rounds: int, value: PositionValue | None = None
    ) -> None:
        super().__init__(rules, view, key, rounds, value)
        self._completed: dict[Action, Plan] = {}
        self._ended: dict[tuple[int, tuple[str, ...]], Mapping[str, float]] = {}
        self._unfinished = False
        """Whether a simulation has ended before the game."""
        self._first = rounds

    def further(self, one: Judged, other: Judged) -> MoveJudge | None:
        """Return a judge that looks one round further if simulations agree too well by how much one plan is better.

        They share the appraisal at their end; if they end before luck makes a difference, the standard error does not
        show how wrong that may be. None if they differ enough, if the game was over in all of them, or if enough
        rounds have been added. Worlds, chance and the steps that go best with an action stay the same.
        """
        points, error = one.behind(other)
        agree = abs(points) > 0 and error < SURE * abs(points)
        if not (agree and self._unfinished and self.rounds < self._first + FURTHER):
            return None
        return self.deeper()

    def deeper(self) -> MoveJudge:
        """Return a judge that looks one round further, with the same worlds, chance and completed plans."""
        found = MoveJudge(self.rules, self.view, self.key, self.rounds + 1, self.standing.value)
        found._first, found._completed, found.moves = self._first, self._completed, self.moves
        return found

    def likeliest(self, after: Plan, most: int) -> list[tuple[Plan, float]]:
        """Return the plans that begin like this and look best (`sealed_plans.likeliest`)."""
        state = self.world(0).clone()
        for action in after:
            state.apply(action)

        def rated(state: State, legal: Legal) -> Sequence[float]:
            self.moves += len(legal)
            return self.rated(self.view.like(state, self.seat), legal)

        found = likeliest(state, self.seat, rated, most, Stream.of(mix(self.key, 0)))
        return [((*after, *plan), behind) for plan, behind in found]

    def completed(self, action: Action) -> Plan:
        """Return the action with the steps of the same sealed decision that go best with it, if there are any."""
        if action not in self._completed:
            found: Plan = (action,)
            if stepwise(self.world(0), self.seat, action):
                ways = [plan for plan, _ in self.likeliest(found, WAYS)]
                *_, tried = self.comparing(ways, range(TRIED))
                found = max(tried, key=lambda one: one.points).plan
            self._completed[action] = found
        return self._completed[action]

    def comparing(self, plans: Sequence[Plan], numbers: Iterable[int]) -> Iterator[list[Judged]]:
        """Yield after each simulation, for all plans the one with the same number, how the plans do so far.

        The plans must be legal. The numbers can be any, each once; the same number gives the same simulation again.
        """
        lines: list[tuple[Mapping[str, float], ...]] = [()] * len(plans)
        for number in numbers:
            for n, plan in enumerate(plans):
                lines[n] += (self._end(plan, number),)
            yield [Judged(plan, lines[n]) for n, plan in enumerate(plans)]

    def judging(self, actions: Sequence[Action], numbers: Iterable[int]) -> Iterator[list[Judged]]:
        """Judge actions as `comparing` does, each with what goes best with it."""
        yield from self.comparing([self.completed(action) for action in actions], numbers)

    def judge(self, actions: Sequence[Action], numbers: Iterable[int]) -> list[Judged]:
        """Return how these actions do in the simulations with these numbers, of which there must be one."""
        *_, found = self.judging(actions, numbers)
        return found

    def _end(self, plan: Plan, number: int) -> Mapping[str, float]:
        """Return the parts of the seat's lead at the end of a simulation. Plans that seal the same share it."""
        key = number, settled(self.world(0).step, plan)
        if key not in self._ended:
            self._ended[key] = self._lines(self.played_on(plan, number))
        return self._ended[key]

    def _lines(self, state: State) -> dict[str, float]:
        """Return the parts of the seat's lead in a position."""
        self._unfinished = self._unfinished or not state.over
        found: dict[str, float] = {}
        worth, value, sides = self.standing.worth(state), self.standing.value, self.standing.sides
        side = sides.side(self.seat)
        score = sum(state.scores[seat] for seat in side)
        lines: Sequence[tuple[str, float]] = [(SCORE, float(score))]
        if value is not None and not state.over:
            lines = value.appraise(self.view.like(state, self.seat), self.seat)
        elif state.rules.game.standing is not None:
            lines = [("name.standing", worth[self.seat])]
        for key, points in lines:
            if key == SCORE and points == score:
                for seat, amount, reason, _, _ in state.ledger:
                    if seat in side:
                        name = self.rules.reasons[reason].key
                        found[name] = found.get(name, 0.0) + amount
            else:
                found[key] = found.get(key, 0.0) + points
        if sides.rivals:
            found[OTHERS] = sides.lead(worth, self.seat) - worth[self.seat]
        return found


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is infinite for a single value."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, inf
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
