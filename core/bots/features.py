"""The named numbers by seat from which bots learn what a position is worth, for any ruleset.

A game and its modules say what matters (`Rules.features`). Where a game declares nothing, the declarations of its state
do: what the end of the game would bring now, by score reason, and public fields that hold something for each seat.

A learned value of positions is linear in them: how many points each seat will have at the end, by score reason. It adds
what was learned of the points to come to the points so far. What a feature promises changes in the course of a game, so
each has two numbers, for the beginning and for the end, and counts with a mean of both by the round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from functools import lru_cache
from typing import Any

import attrs

from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.teams import sides_of
from ..rules.views import View, state_behind
from ..rules.zones import MEANS, PUBLIC, Kept, Zone, declared

Features = dict[str, Sequence[float]]
"""Numbers by seat, by name."""
OURS = ("scores", "seats", "ledger", "stack", "sealed", "streams")
"""Fields of every state, which tell nothing that the points so far do not."""


def features(rules: Rules, view: View) -> Features:
    """Return the features of the position behind the view, by what the view's seat can know.

    The view must be of a position that may be looked into: one that was determinized, or one of a training game.
    """
    found: Features = dict(rules.features(view))
    if rules.game.features is None:
        found |= _end(rules, view)
        found |= _fields(view)
    return found


def _end(rules: Rules, view: View) -> Features:
    """Return what the end of the game would bring now: `end REASON`."""
    state = state_behind(view)
    if rules.game.ended is None or state.over:
        return {}
    copy = state.concluded()
    seats, found = len(copy.seats), dict[str, Any]()
    for seat, amount, reason, *_ in copy.ledger[len(state.ledger) :]:
        found.setdefault(end(rules.reasons[reason].key), [0.0] * seats)[seat] += amount
    return found


def end(reason: str) -> str:
    """Return the name of the feature that counts what the end would bring for this score reason now."""
    return f"end {reason}"


def _fields(view: View) -> Features:
    """Return what public and kept fields and zones hold for each seat: numbers, how much lies there, things owned."""
    told = _held_by_seat(state_behind(view))
    return {name: told[name] for name in _seated(view.rules) if name in told}


@lru_cache(maxsize=16)
def _seated(rules: Rules) -> tuple[str, ...]:
    """Return the fields that hold something for each seat at the beginning, with few players as with many.

    A list of other things can be as long as there are seats by chance.
    """
    told = [_held_by_seat(rules.new(players, 0)) for players in sorted(set(rules.game.seats))]
    return tuple(name for name in told[0] if all(name in each for each in told))


def _held_by_seat(state: State) -> Features:
    found = dict[str, Any]()
    parts = [("", state, type(state))]
    parts += [(f"{name}.", part, type(part)) for name, part in state.slices.items()]
    seats = len(state.seats)
    for before, part, kind in parts:
        meanings = {field.name: field.metadata.get(MEANS) for field in attrs.fields(kind)}
        for name, said in declared(kind).items():
            if name in OURS or not (said == PUBLIC or isinstance(said, (Kept, Zone))):
                continue
            held = _held(getattr(part, name), state, meanings.get(name), isinstance(said, Zone))
            if held is not None and len(held) == seats:
                found[f"field {before}{name}"] = held
    return found


def _held(value: Any, state: State, meaning: Any, zone: bool) -> list[float] | None:
    """By seat, the number that a field holds for it; None if it holds nothing for seats."""
    seats = range(len(state.seats))
    if zone:
        by_seat = isinstance(value, list) and len(value) == len(seats) and isinstance(value[0], list)
        return [float(len(pieces)) for pieces in value] if by_seat else None
    if meaning is not None and meaning.owned and isinstance(value, (list, dict)):
        owners = value.values() if isinstance(value, dict) else value
        return [float(sum(1 for owner in owners if meaning.belongs(owner, seat))) for seat in seats]
    if not isinstance(value, (list, tuple)) or len(value) != len(seats):
        return None
    if all(isinstance(one, (int, float)) for one in value):
        return [float(one) for one in value]
    if all(isinstance(one, Sized) for one in value):
        return [float(len(one)) for one in value]
    return None


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
        """By seat, the points that its side should have at the end, up to a number that is the same for all seats."""
        found, sides = [float(score) for score in view.scores], sides_of(view)
        if view.over:
            return sides.totals(found) if sides.teams else found
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
        return sides.totals(found) if sides.teams else found

    def totals(self, views: Sequence[View]) -> list[float]:
        """Return, as `Rules.totals`, the worth for each seat from its own view."""
        return [self.of(view)[seat] for seat, view in enumerate(views)]

    def appraise(self, view: View, seat: int) -> list[tuple[str, float]]:
        """Return the points of a seat's side at the end by score reason, those so far and those to come.

        As `Rules.appraise`.
        """
        found: dict[str, float] = {}
        side = sides_of(view).side(seat)
        for line in view.score_lines():
            if line.seat in side:
                found[line.reason] = found.get(line.reason, 0.0) + line.amount
        if view.over:
            return list(found.items())
        late = self.progress(self.rules.game.round_of(view))
        now = features(self.rules, view)
        for reason, each in self.value.points.items():
            for name, (first, last) in each.items():
                if name in now:
                    amount = sum(now[name][one] for one in side)
                    more = self._scale(reason, name) * (first + (last - first) * late) * amount
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
