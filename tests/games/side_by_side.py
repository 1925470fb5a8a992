"""A game of the engine and its second implementation, side by side: what Glen More and Isle of Skye have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any

from tilewright.core.rules.actions import Action
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import ScoreLine

Policy = Callable[[Random, Any, list[Action]], Action]
"""Chooses one of the legal actions at the oracle's table."""


class SideBySide:
    """A game of the engine and one at the oracle's table, kept level."""

    rules: Rules
    state: Any
    table: Any
    """The oracle's."""
    legal: list[set[str]]
    """By seat, what the oracle says that may be done."""
    lines = 0
    """How many lines of the engine have been compared."""

    @cached_property
    def known(self) -> set[str]:
        """The ids of all rules."""
        return set(self.rules.rule_texts())

    def compare(self) -> None:
        """Everything that both know is the same."""
        raise NotImplementedError

    def play(self, action: Action) -> None:
        """One decision on both sides, compared."""
        raise NotImplementedError

    def anything(self, random: Random) -> Action:
        """An order that somebody might give, mostly of a kind that the step takes."""
        raise NotImplementedError

    def next_seat(self, random: Random) -> int:
        """Who decides next."""
        raise NotImplementedError

    def places(self) -> list[set[int]]:
        """The oracle's ranking."""
        raise NotImplementedError

    def compare_now_and_then(self) -> None:
        """What takes too long to be compared after each decision."""

    # Comparing

    def compare_legal(self) -> None:
        """What may be done is the same, and nothing is listed twice."""
        for seat, wanted in enumerate(self.legal):
            listed = [str(action) for action in self.state.legal(seat)]
            assert len(set(listed)) == len(listed)
            assert set(listed) == wanted

    def compare_lines(self, lines: Iterable[Any]) -> None:
        """The engine's newest lines are these; lines worth nothing may be left out."""
        gained = self.state.score_lines()[self.lines :]
        self.lines += len(gained)
        self.same(gained, lines)

    def same(self, gained: Sequence[ScoreLine], lines: Iterable[Any]) -> None:
        """The engine's lines are those of the oracle, without those that are worth nothing."""
        assert Counter((line.seat, line.reason, line.source, line.amount) for line in gained) == Counter(
            (line.seat, line.reason, line.source, line.points) for line in lines if line.points
        )

    def refuse(self, random: Random, tries: int) -> None:
        """Whatever could be said: it is accepted when it is listed, and otherwise refused with ids of rules."""
        step = self.state.step
        for _ in range(tries):
            action = self.anything(random)
            listed = str(action) in self.legal[action.seat]
            refusal = self.state.check(action)
            assert (refusal is None) == listed
            if refusal is not None:
                assert refusal.rules and set(refusal.rules) <= self.known
            if action.seat in self.state.to_act and isinstance(action, step.actions):
                assert bool(step.all_explain(self.state, action)) != listed

    # Playing

    def finish(self, random: Random, choose: Policy, tries: int = 1) -> None:
        """The game is played to its end and the result compared."""
        self.compare()
        kept = []
        while not self.table.over:
            self.refuse(random, tries)
            if random.random() < 0.02:
                self.compare_now_and_then()
                copy = self.state.clone()
                kept.append((copy, copy.to_dict()))
            seat = self.next_seat(random)
            self.play(choose(random, self.table, list(self.state.legal(seat))))
        for copy, packed in kept:
            assert copy.to_dict() == packed  # what is played on does not change the copy
        places = self.places()
        assert [set(level) for level in self.state.ranking()] == places
        assert set(self.state.winners) == places[0]
