"""Handicaps: what a seat begins with beyond the rules, as options of every game.

`handicap.2=5` gives the second to play five points, `handicap.2.coins=1` one coin more. Seats are counted in the order
of play from the one that begins. Without a handicap nothing of a ruleset knows of them, its hash included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TYPE_CHECKING

import attrs

from ..base.errors import UsageError
from ..text.messages import Message
from ..text.options import Option, unknown
from . import position
from .game import ScoreReason
from .nouns import Given
from .schedule import Decision, Sealed
from .state import State

if TYPE_CHECKING:
    from .ruleset import Rules

OWNER = "handicap"
"""The first part of the names of these options."""
POINTS = "points"
"""The word for the score, in every game."""
MOST = 999
NAMED = re.compile(r"handicap\.([1-9][0-9]?)(?:\.(.+))?")
HOW = "write handicap.SEAT=POINTS or handicap.SEAT.NAME=NUMBER, such as handicap.2=5"
REASON = ScoreReason("start_handicap", "")
"""Of points; a ruleset has it only with such a handicap."""


@attrs.frozen
class StartResource:
    """Something that a seat has more of (or less) when the game begins."""

    name: str
    """As scenes name it: `gold`."""
    amount: int

    def give(self, state: State, seat: int) -> None:
        """Give it to the seat in a game that has just been set up; nothing else changes. UsageError if it cannot."""
        if self.name == POINTS:
            reasons = state.rules.reason
            state.gain(seat, self.amount, reasons.get(REASON.key, reasons["carried_over"]))
            return
        known = resources(state)
        if self.name not in known:
            raise unknown("start resource", self.name, known)
        player = state.seats[seat]
        try:
            position.place(state, {self.name: {player: known[self.name][player] + self.amount}})
        except Given as error:
            raise UsageError(f"{self.name}{self.amount:+d}: {error.message}") from error


@attrs.frozen
class Handicap:
    """What one seat begins with beyond the rules."""

    option: str
    place: int
    """In the order of play, from 1."""
    more: StartResource

    def told(self) -> Message:
        """Return the sentence that tables and reports say."""
        key = f"{REASON.key}.{'more' if self.more.amount > 0 else 'less'}"
        args = {"place": self.place, "amount": abs(self.more.amount), "name": self.more.name}
        return Message(f"{key}_points" if self.more.name == POINTS else key, args)


def resources(state: State) -> dict[str, Mapping[str, int]]:
    """Return everything of which each seat has a number, by the words of scenes, with the numbers by player."""
    found: dict[str, Mapping[str, int]] = {POINTS: dict(zip(state.seats, state.scores, strict=True))}
    for noun in state.rules.nouns:
        if not noun.name or noun.write is None or noun.put is None:
            continue
        value = noun.write(state)
        by_seat = isinstance(value, Mapping) and [*value] == [*state.seats]
        if by_seat and all(type(number) is int for number in value.values()):
            found[noun.name] = value
    return found


def told(rules: Rules, lang: str = "en") -> list[str]:
    """Return the sentences of all handicaps of the ruleset."""
    return [rules.words.told(one.told(), lang) for one in rules.handicaps]


def without(rules: Rules) -> Rules:
    """Return the same rules without handicaps: for a bot they are no other game."""
    if not rules.handicaps:
        return rules
    names = {one.option for one in rules.handicaps}
    kept = {name: value for name, value in rules.given.items() if name not in names} | rules.overridden
    modules = [one.name for one in rules.modules]
    return rules.loader(rules.game.name, modules, kept, rules.edition, rules.data_folder)


def options(given: Iterable[str], own: Set[str] = frozenset()) -> list[Option]:
    """Return an option for each handicap among these names; UsageError for one that is written otherwise.

    A game may have options of its `own` that are called so.
    """
    found = []
    for name in sorted({*given} - own):
        if name.partition(".")[0] != OWNER:
            continue
        parts = NAMED.fullmatch(name)
        if parts is None:
            raise UsageError(f"option {name}: {HOW}")
        what = parts[2] or POINTS
        doc = f"What seat {parts[1]} in the order of play begins with beyond the rules: {what}."
        found.append(Option(name, "int", 0, (-MOST, MOST), True, "", doc, OWNER))
    return found


def read(given: Mapping[str, int | bool | str]) -> Iterator[Handicap]:
    """Yield the handicaps among the values of options; a handicap of 0 is none."""
    for name, value in sorted(given.items()):
        parts = NAMED.fullmatch(name)
        if parts is not None and value:
            yield Handicap(name, int(parts[1]), StartResource(parts[2] or POINTS, int(value)))


def check(rules: Rules) -> None:
    """Raise UsageError if a handicap is for a seat that the game does not have, or of something that it does not."""
    most = rules.game.seats[1]
    for one in rules.handicaps:
        if one.place > most:
            raise UsageError(f"option {one.option}: {rules.game.title} is for at most {most} players")
    if rules.handicaps:
        rules.new(most, 0)


def fits(rules: Rules, players: int) -> None:
    """Raise UsageError if a handicap is for a seat that a match of so many players does not have."""
    for one in rules.handicaps:
        if one.place > players:
            raise UsageError(
                f"option {one.option}: there are {players} players, so nobody is number {one.place}"
            )


def give(state: State) -> None:
    """Give every handicap of the ruleset, in a game that has been set up and stands at its first decision."""
    begins = first(state)
    for one in state.rules.handicaps:
        try:
            one.more.give(state, (begins + one.place - 1) % len(state.seats))
        except UsageError as error:
            raise UsageError(f"option {one.option}: {error}") from None


def first(state: State) -> int:
    """Return the seat that begins: the first to decide alone. Decisions that all make at once do not count."""
    rules, (frame, *_) = state.rules, state.stack
    if not isinstance(state.step, Sealed):
        return max(state.to_act[0], 0) if state.to_act else 0
    phase = start = next(one for one in rules.phases if one.index == frame[0])
    while True:
        if any(isinstance(step, Decision) and not isinstance(step, Sealed) for step in phase.steps):
            seat = frame[1] if phase is start else phase.who(state, -1)
            if seat >= 0:
                return seat
        phase = phase.following
        if phase is start:
            return 0
