"""The decisions of a record, and the position that each of them made.

A record that is damaged, or goes differently than the rules, is played as far as it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import attrs

from ..base.errors import TilewrightError
from ..play.match import Match
from ..play.redaction import retell
from ..play.replay import replay

if TYPE_CHECKING:
    from ..play.recorded_game import Played
    from ..record.format import Record, RecordLine
    from ..rules.ruleset import Rules
    from ..rules.state import State

KEPT = 2_000
"""Positions that are kept, some 10 kB each; for others the match is played once more."""


def settled_lines(lines: Sequence[RecordLine]) -> int:
    """Return how many of these lines come before the secret steps that wait for their reveal at the end."""
    waiting = None
    for n, line in enumerate(lines):
        if line.content.keys() & {"reveal", "back"}:
            waiting = None
        elif line.content.get("sealed") and waiting is None:
            waiting = n
    return len(lines) if waiting is None else waiting


@attrs.define(eq=False, slots=False)
class RecordPositions:
    """Position n is what n decisions have made. Decisions that were taken back are left out."""

    record: Record
    rules: Rules
    trouble: str = ""
    """Why the record goes no further, in a sentence that names the line; "" if it is played to its end."""
    at: int = 0
    """The position that its reader looks at."""
    match: Match = attrs.field(init=False)
    """The match at the last position that can be reached."""
    unplayed: Sequence[RecordLine] = attrs.field(init=False, default=())
    """The lines of a shared record that follow; they depend on what its reader cannot know."""
    first: State = attrs.field(init=False)
    _kept: dict[int, State] = attrs.field(init=False, factory=dict)
    _scores: dict[int, tuple[int, ...]] = attrs.field(init=False, factory=dict)
    _rounds: dict[int, int] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.shared:
            self.match = retell(self.record, rules=self.rules, to=0).match
        else:
            self.match = replay(self.record, rules=self.rules, to=0)
        self.first = self.match.state
        self.match = self._played()

    def _played(self) -> Match:
        """Play the record, and note the points and the round after each decision."""
        reached = self.match

        def keep(match: Match, played: Played) -> None:
            nonlocal reached
            reached = match
            state, n = match.state, played.number
            self._scores[n] = tuple(state.standing())
            self._rounds[n] = self.rules.game.round_of(state)

        try:
            if not self.shared:
                return replay(self.record, rules=self.rules, on_decision=keep)
            retold = retell(self.record, rules=self.rules, on_decision=keep)
        except TilewrightError as error:
            # It comes before the damage that reading has found, which lies behind everything that was read.
            self.trouble = str(error)
            return reached
        self.unplayed = retold.rest
        return retold.match

    @property
    def shared(self) -> bool:
        """The record is what one seat, or the spectator, may know of the match."""
        return self.record.head.shared is not None

    @cached_property
    def steps(self) -> tuple[Played, ...]:
        """The decisions: the first one leads from position 0 to position 1."""
        return tuple(self.match.played)

    def state(self, at: int) -> State:
        """Return the position; it must not be changed."""
        if at == 0:
            return self.first
        if at == len(self.steps):
            return self.match.state
        if at not in self._kept:
            # The match as it was then would hold secret steps that were taken back later.
            lowest = max(0, at - KEPT // 2)
            states = islice(self.match.past(), lowest, lowest + KEPT)
            self._kept = {n: state for n, (state, _) in enumerate(states, lowest)}
        return self._kept[at]

    def scores(self, at: int | None = None) -> tuple[int, ...]:
        """Return the points of each seat at the position, or what says in their place who is ahead."""
        n = self.at if at is None else at
        return self._scores[self.steps[n - 1].number] if n else tuple(self.first.standing())

    def round(self, at: int | None = None) -> int:
        """Return the number of the round that the position's decision was played in, from 1."""
        n = self.at if at is None else at
        before = self._rounds[self.steps[n - 2].number] if n > 1 else self.rules.game.round_of(self.first)
        return before + 1
