"""What a playtest notes of people beside their decisions: how long these took, what was refused, what was answered."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable

import attrs

from ..record.changes import PLAIN
from ..record.format import DECIDING, Record
from ..record.playtest_lines import ANSWERS, LONGEST, REFUSALS, RULES


@attrs.define(eq=False, repr=False)
class Playtest:
    """The clocks of the seats, and the answers so far. A decision that is taken back gives its time to the next one."""

    together: bool = True
    """People decide one after the other at one keyboard, also in secret decisions."""
    answers: dict[int, dict[str, str]] = attrs.field(init=False, factory=dict)
    """Seat to question to the answer."""
    _refusals: int = attrs.field(init=False, default=0)
    """How many refusals the record has since the last decision."""
    _lines: int = attrs.field(init=False, default=0)
    """How many answers it has, also those that others took the place of."""
    _since: dict[int, float] = attrs.field(init=False, factory=dict)
    """Since when a seat could decide."""
    _before: dict[int, list[float]] = attrs.field(init=False, factory=dict)
    """The same of each decision that the seat has taken."""

    def begin(self, to_act: Iterable[int]) -> None:
        """These seats can decide from now on: the match has begun, or goes on."""
        self._since = dict.fromkeys(to_act, time.monotonic())

    def took(self, seat: int) -> float:
        """Return for how many seconds the seat could have decided."""
        now = time.monotonic()
        return min(LONGEST, round(now - self._since.get(seat, now), 1))

    def decided(self, seat: int, to_act: Collection[int]) -> None:
        """The seat has decided; these decide now."""
        now, since, self._refusals = time.monotonic(), self._since, 0
        self._before.setdefault(seat, []).append(since.get(seat, now))
        keeps = [] if self.together else [one for one in to_act if one != seat and one in since]
        self._since = {one: since[one] if one in keeps else now for one in to_act}

    def took_back(self, seat: int, to_act: Collection[int]) -> None:
        """The seat has taken its last decision back: it decides since it began to think about that."""
        before, self._refusals = self._before.get(seat), 0
        self._since = {one: self._since.get(one, time.monotonic()) for one in to_act}
        if before:
            self._since[seat] = before.pop()

    def follow(self, record: Record) -> None:
        """Go on from the end of this record."""
        for line in record.lines:
            content = line.content
            if content.keys() & DECIDING:
                self._refusals = 0
            elif "refused" in content:
                self._refusals += 1
            elif "question" in content:
                self.answered(content["seat"], content["question"], content["answer"])

    def refused(self, seat: int, number: int, rules: Iterable[str]) -> list[dict[str, object]]:
        """Return the line that says which rules have refused a move; none if there is no room for it."""
        self._refusals += 1
        named = [rule for rule in dict.fromkeys(rules) if PLAIN.fullmatch(rule)][:RULES]
        return [{"n": number, "seat": seat, "refused": named}] if self._refusals <= REFUSALS else []

    @property
    def full(self) -> bool:
        """True if the record takes no more answers."""
        return self._lines >= ANSWERS

    def answered(self, seat: int, question: str, answer: str) -> None:
        """The record has this answer."""
        self.answers.setdefault(seat, {})[question] = answer
        self._lines += 1
