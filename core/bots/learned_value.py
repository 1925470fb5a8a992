"""A linear value of positions: how many points each seat will have at the end, by score reason.

It adds what was learned of the points to come to the points so far. What a feature promises changes in the course of a
game, so each has two numbers, for the beginning and for the end, and counts with a mean of both by the round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..rules.ruleset import Rules
from ..rules.views import View
from .features import end, features


@attrs.frozen(kw_only=True)
class LearnedValue:
    """The value of positions of one ruleset with one number of players, as it was learned."""

    rounds: float
    """The usual number of rounds of a game."""
    points: Mapping[str, Mapping[str, tuple[float, float]]]
    """By key of the score reason, by feature: points to come for one more of it, at the beginning and at the end."""


class Valuation:
    """A value, ready for a ruleset.

    `trained` are the options under which it was learned: where one scales a reason (`ScoreReason.scale`), its points
    count as they are in force. Without them, everything counts as it was learned.
    """

    def __init__(
        self, rules: Rules, value: LearnedValue, trained: Mapping[str, object] | None = None
    ) -> None:
        self.rules, self.value = rules, value
        self.scales = {
            reason.key: _scale(rules, reason.scale, trained)
            for reason in rules.reasons
            if reason.scale and trained is not None
        }
        whole: dict[str, list[float]] = {}
        for reason, parts in value.points.items():
            for name, (early, late) in parts.items():
                scale = self._scale(reason, name)
                both = whole.setdefault(name, [0.0, 0.0])
                both[0] += early * scale
                both[1] += late * scale
        self.whole = {name: (early, late) for name, (early, late) in whole.items()}
        self._rounds: dict[int, dict[str, float]] = {}

    def _scale(self, reason: str, feature: str) -> float:
        # What the end would bring now is counted with the option in force already.
        return 1.0 if feature == end(reason) else self.scales.get(reason, 1.0)

    def progress(self, number: int) -> float:
        """Return the part of a game that is over in this round, from 0 to 1."""
        return min(1.0, number / self.value.rounds) if self.value.rounds > 0 else 0.0

    def of(self, view: View) -> list[float]:
        """By seat, the points that it should have at the end, up to a number that is the same for all seats."""
        found = [float(score) for score in view.scores]
        if view.over:
            return found
        number = self.rules.game.round_of(view)
        worth = self._rounds.get(number)
        if worth is None:
            late = self.progress(number)
            worth = self._rounds[number] = {name: a + (b - a) * late for name, (a, b) in self.whole.items()}
        for name, amounts in features(self.rules, view).items():
            each = worth.get(name)
            if each:
                for seat, amount in enumerate(amounts):
                    found[seat] += each * amount
        return found

    def totals(self, views: Sequence[View]) -> list[float]:
        """Return, as `Rules.totals`, the worth for each seat from its own view."""
        return [self.of(view)[seat] for seat, view in enumerate(views)]

    def appraise(self, view: View, seat: int) -> list[tuple[str, float]]:
        """Return a seat's points at the end by score reason, those so far and those to come, as `Rules.appraise`."""
        found: dict[str, float] = {}
        for line in view.score_lines():
            if line.seat == seat:
                found[line.reason] = found.get(line.reason, 0.0) + line.amount
        if view.over:
            return list(found.items())
        late = self.progress(self.rules.game.round_of(view))
        now = features(self.rules, view)
        for reason, each in self.value.points.items():
            for name, (first, last) in each.items():
                if name in now:
                    more = self._scale(reason, name) * (first + (last - first) * late) * now[name][seat]
                    found[reason] = found.get(reason, 0.0) + more
        return list(found.items())


def _scale(rules: Rules, option: str, trained: Mapping[str, object]) -> float:
    """By how much the points of a reason are scaled by an option that had another value in training."""
    declared = next(one for one in rules.declared if one.name == option)
    then = declared.read(trained[option]) if option in trained else declared.default
    now = rules.option_values[option]
    if not isinstance(now, int) or not isinstance(then, int) or not then:
        return 1.0  # nothing was learned about points that did not exist
    return now / then
