"""A decision of the past as a question: what would have been better? The answer comes after a try, or on demand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ..bots.sealed_plans import apart
from ..play.match import Match
from ..rules.actions import Illegal
from .comparison import PointGap
from .table import Table

if TYPE_CHECKING:
    from ..bots.move_judge import Judged, MoveJudge
    from ..bots.sealed_plans import Plan
    from ..play.recorded_game import Played
    from ..rules.actions import Action
    from ..rules.state import State
    from .chair import Chair


@attrs.frozen
class PuzzleVerdict:
    """The value of a move, compared with the best one known."""

    action: Action
    right: bool
    """True if it falls short by no more than the margin."""
    gap: PointGap
    """By how much the best move is better; below 0 if this does even better."""

    @property
    def short(self) -> float:
        """Points of lead by which it falls short of the best move."""
        return self.gap.points

    @property
    def error(self) -> float:
        """The standard error of that, in points."""
        return self.gap.error


class Puzzle:
    """One decision that cost points."""

    def __init__(
        self,
        match: Match,
        state: State,
        played: Played,
        judge: MoveJudge,
        own: Judged,
        best: Judged,
        margin: float,
        first: int,
    ) -> None:
        plan, self.apart = apart(state.step, best.plan, own.plan)
        """Of what was played, the steps alone in which it differs from `better`."""
        own, best = _first(own, self.apart), attrs.evolve(best, plan=plan)
        self._match, self._state, self._judge, self._best = match, state, judge, best
        self._numbers = range(first, first + len(best.lines))
        self.seat = played.seat
        self.plan = own.plan
        """What was played: a move, or the steps of a sealed decision, those first in which it differs from `better`."""
        self.better = best.plan
        """The best that is known, in the same way."""
        self.number = played.number
        """The number of the decision in the match."""
        self.turn = played.turn
        """The number of the turn in the match, from 0."""
        self.margin = margin
        """Points of lead by which a move may be worse than the best one and still count as right."""
        self.position = self.chair("en").table.match.state
        """A position that the seat could have been in: all that it knew then, and nothing that it did not know."""
        self._verdicts = {one.action: self._verdict(one) for one in (own, best)}

    @property
    def played(self) -> Action:
        """The move that was played, or the step of a plan that makes a difference."""
        return self.plan[0]

    @property
    def loss(self) -> float:
        """Points of lead that the move cost."""
        return self._verdicts[self.played].short

    @property
    def error(self) -> float:
        """The standard error of the loss, in points."""
        return self._verdicts[self.played].error

    def chair(self, lang: str) -> Chair:
        """Return the seat's chair at a copy of the table as it was, which knows only what the seat knew.

        Faces draw it and build up a choice there as at any table; then they ask `answer` instead of playing.
        """
        table = Table(Match(self._match.rules, start=self._state), lang)
        return table.chair(self.seat).what_if().chair(self.seat)

    def answer(self, action: Action, lang: str = "en") -> PuzzleVerdict:
        """Return what this move would have been worth. Illegal, with the reasons, if it was not allowed."""
        if action not in self._verdicts:
            refusal = self.position.check(action)
            if refusal is not None:
                said = self._match.rules.say_refusal(refusal, self._match.state.seats, lang)
                raise Illegal(refusal, said)
            self._verdicts[action] = self._verdict(self._judge.judge([action], self._numbers)[0])
        return self._verdicts[action]

    def reveal(self) -> tuple[Action, PuzzleVerdict]:
        """Return the best move known, and what the move that was played lacks in comparison."""
        return self._best.action, self._verdicts[self.played]

    def start(self) -> Match:
        """Return a match, without a record, that begins from this decision, with the same bots."""
        match = self._match
        return Match(match.rules, seed=match.seed, bots=match.bots, start=self._state)

    def words(self, record: Path) -> tuple[str, ...]:
        """Return the words of the command that plays on from here, given the match's record."""
        return "tilewright", "play", self._match.rules.game.name, "--from", f"{record}@{self.number - 1}"

    def _verdict(self, judged: Judged) -> PuzzleVerdict:
        gap = PointGap.of(judged, self._best)
        return PuzzleVerdict(judged.action, gap.points <= self.margin, gap)


def _first(judged: Judged, steps: Plan) -> Judged:
    """Return the same with these steps of its plan at the beginning."""
    return attrs.evolve(judged, plan=(*steps, *(action for action in judged.plan if action not in steps)))
