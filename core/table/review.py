"""A look back at one seat's decisions: those that cost most, compared with what a stronger bot would have played.

How a decision is judged:

1. The *rivals* of the move played are the moves that the bot for hints rates highest (`bots/advisor.py`).
2. In some simulations (`Judge`) the strongest rival is found; in others, which had no say in that, the move played is
   compared with it. So the loss is not the luck of the one that was chosen.
3. A loss counts if it is larger than the margin and clearly above chance: more than twice its standard error. Where
   simulations agree too well for that, luck has hardly had a say yet, and they look further (`Judge.further`).

The steps of a sealed decision are one move, as they are for hints. Everything is judged from the view that the seat had
then. The decisions that look worst at a first glance come first, and the work is bounded by a number of moves rated, so
that a review is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import attrs

from ..base.chance import Stream, key_of, mix
from ..base.cpu_time import cpu_seconds
from ..base.errors import UsageError
from ..bots.advisor import PLANS, Adviser
from ..bots.move_judge import Judged, MoveJudge
from ..bots.sealed_plans import settled, stepwise
from ..rules.schedule import Sealed
from .puzzle import Puzzle

if TYPE_CHECKING:
    from ..bots.sealed_plans import Plan
    from ..play.match import Match
    from ..play.recorded_game import Played
    from ..rules.actions import Action
    from ..rules.state import State

SHOWN = 3
"""The most decisions that are shown."""
SCOUTS = 6
"""Simulations of each move in which the strongest rival is found."""
MEASURED = 24
"""Simulations in which the move played is compared with it."""
HOPELESS = 8
"""After so many, a comparison ends if no loss above the margin can be expected any more."""
SIGMAS = 2.0
"""A loss counts if it is more than so many standard errors."""
SHARE, LEAST = 0.01, 0.5
"""The margin, in points: this share of what the first player has, but at least LEAST."""
WORK = 500_000
"""Moves that are rated in all simulations together, before no further decision is looked at."""


@attrs.frozen
class _Suspect:
    """A decision that may have cost points, with a first judgement by the bot."""

    index: int
    state: State
    """The position before it, or before its first step."""
    played: Played
    plan: Plan
    """What was played: one action, or all steps of a sealed decision."""
    glance: tuple[float, float]
    """Worse ones are smaller: by how much the best move is rated higher, and how close the next one is."""


class Review:
    """Looks for the decisions of one seat that cost most. The match may be over, or still going on.

    What a bot has decided for the person of the seat is left out.

    Iterate over `steps()`, or call `run()`. Both can stop at any time, `puzzles` holds what was found so far, and a
    further call goes on. `done` says whether nothing is left to look at.
    """

    def __init__(
        self,
        match: Match,
        seat: int,
        *,
        work: int = WORK,
        known: Sequence[Mapping[str, Any]] = (),
        judged: Callable[[Mapping[str, Any]], None] = lambda row: None,
    ) -> None:
        """`judged` is called with each decision that was judged, as plain data; those of an earlier review of the same
        are `known`, and not judged again."""
        self.match, self.seat, self.work = match, seat, work
        self._known, self._told = known, judged
        self.adviser = Adviser(match.rules, len(match.state.seats))
        self.margin = max(LEAST, SHARE * max(match.state.standing()))
        """Points of lead by which a move may be worse than the best one and still count as right."""
        self.found: list[Puzzle] = []
        """Every decision that cost more than the margin, in the order in which they were found."""
        self.decisions = 0
        """Number of decisions in which the seat had a choice."""
        self.looked = 0
        """Number of those that have been judged."""
        self._costly: dict[str, Any] = {}
        """What the last decision in `found` is made of again."""
        self.done = False
        self._steps = self._look()

    @property
    def puzzles(self) -> list[Puzzle]:
        """The three decisions of different turns that cost most, the worst first; fewer if there are fewer."""
        worst: dict[int, Puzzle] = {}
        for puzzle in sorted(self.found, key=lambda puzzle: -puzzle.loss):
            worst.setdefault(puzzle.turn, puzzle)  # what follows in a turn often repeats one mistake
        return list(worst.values())[:SHOWN]

    def steps(self) -> Iterator[float]:
        """Yield the share of the work that is done, from 0 to 1, after each small piece of it."""
        return self._steps

    def run(self, seconds: float = 0.0) -> bool:
        """Work for so long (0: to the end), in seconds of this thread's CPU time. Return whether it is done."""
        began = cpu_seconds()
        while not (seconds and cpu_seconds() - began > seconds):
            if next(self._steps, None) is None:
                break
        return self.done

    def _look(self) -> Iterator[float]:
        suspects = list[_Suspect]()
        begun: _Suspect | None = None
        for index, (state, played) in enumerate(self.match.past()):
            if played.seat != self.seat or played.deputy:
                continue
            one = self._suspect(index, state, played)
            if begun is not None and isinstance(state.step, Sealed) and state.sealed[self.seat]:
                behind, close = begun.glance[0] + one.glance[0], min(begun.glance[1], one.glance[1])
                one = attrs.evolve(begun, plan=(*begun.plan, *one.plan), glance=(behind, close))
                suspects.pop()
            suspects.append(one)
            begun = one
            yield 0.0
        suspects = [one for one in suspects if one.glance[1] < inf]
        self.decisions = len(suspects)
        suspects.sort(key=lambda suspect: suspect.glance)
        spent = 0
        for number, suspect in enumerate(suspects):
            if spent >= self.work:
                break
            if number < len(self._known):
                row = self._known[number]
                self._recall(suspect, row)
            else:
                before, moves = len(self.found), 0
                for moves in self._judged(suspect, self._judge(suspect)):
                    yield min(1.0, max(number / len(suspects), (spent + moves) / self.work))
                row = {"decision": suspect.played.number, "moves": moves}
                self._told(row | (self._costly if len(self.found) > before else {}))
            spent += row["moves"]
            self.looked += 1
        self.done = True
        yield 1.0

    def _recall(self, suspect: _Suspect, row: Mapping[str, Any]) -> None:
        """Add a decision to `found` if it had cost points when it was judged."""
        if row["decision"] != suspect.played.number:
            raise UsageError(
                f"decision {row['decision']} was judged where {suspect.played.number} is now; begin anew elsewhere"
            )
        if "own" not in row:
            return
        judge = self._judge(suspect)
        rival = self._rivals(suspect, judge)[row["rival"]]
        for _ in range(row["deeper"]):
            judge = judge.deeper()
        own, best = Judged(suspect.plan, tuple(row["own"])), Judged(rival, tuple(row["best"]))
        self._find(suspect, judge, own, best)

    def _find(self, suspect: _Suspect, judge: MoveJudge, own: Judged, best: Judged) -> None:
        match, margin = self.match, self.margin
        self.found.append(Puzzle(match, suspect.state, suspect.played, judge, own, best, margin, SCOUTS))

    def _suspect(self, index: int, state: State, played: Played) -> _Suspect:
        plan = (played.action,)
        if len(state.legal(self.seat)) == 1:
            return _Suspect(index, state, played, plan, (0.0, inf))
        ranked = self._ranked(index, state)
        own = next(worth for action, worth in ranked if action == played.action)
        return _Suspect(index, state, played, plan, (own - ranked[0][1], ranked[0][1] - ranked[1][1]))

    def _ranked(self, index: int, state: State) -> list[tuple[Action, float]]:
        return self.adviser.ranked(state.view(self.seat), Stream.of(mix(self._key(index), 1)))

    def _rivals(self, suspect: _Suspect, judge: MoveJudge) -> list[Plan]:
        """The plans that look best, without the one that was played."""
        state, played = suspect.state, settled(suspect.state.step, suspect.plan)
        found: list[Plan] = [(action,) for action, _ in self._ranked(suspect.index, state)]
        most = self.adviser.rivals
        if stepwise(state, self.seat, suspect.plan[0]):
            found, most = [plan for plan, _ in judge.likeliest((), PLANS)], PLANS
        return [plan for plan in found if settled(state.step, plan) != played][:most]

    def _key(self, index: int) -> int:
        name = self.match.state.seats[self.seat]
        return mix(key_of(self.match.seed, f"review:{name}"), index)

    def _judge(self, suspect: _Suspect) -> MoveJudge:
        stream = Stream.of(self._key(suspect.index))
        return self.adviser.judge(suspect.state.view(self.seat), stream)

    def _shown(self, loss: float) -> bool:
        """Return whether this loss would be shown, as far as is known."""
        shown = self.puzzles
        return len(shown) < SHOWN or loss > shown[-1].loss

    def _judged(self, suspect: _Suspect, judge: MoveJudge) -> Iterator[int]:
        """Judge one decision, and add it to `found` if it cost points. Yield the number of moves rated so far."""
        plans, scouted = [suspect.plan, *self._rivals(suspect, judge)], list[Judged]()
        for scouted in judge.comparing(plans, range(SCOUTS)):  # noqa: B007
            yield judge.moves
        if len(scouted) < 2:
            return
        rival = max(scouted[1:], key=lambda one: one.points)
        if scouted[0].behind(rival)[0] <= 0:
            return
        own, best, two = scouted[0], rival, (suspect.plan, rival.plan)
        further: MoveJudge | None = judge
        deeper = -1
        while further is not None:
            judge, further, deeper = further, None, deeper + 1
            for own, best in judge.comparing(two, range(SCOUTS, SCOUTS + MEASURED)):
                yield judge.moves
                loss, error = own.behind(best)
                if len(own.lines) == HOPELESS and loss + SIGMAS * error < self.margin:
                    return
                if len(own.lines) >= HOPELESS and self._shown(loss):
                    further = judge.further(own, best)
                if further is not None:
                    break
        loss, error = own.behind(best)
        if loss > max(self.margin, SIGMAS * error):
            lines = {"own": list(own.lines), "best": list(best.lines)}
            self._costly = {"rival": plans.index(rival.plan) - 1, "deeper": deeper, **lines}
            self._find(suspect, judge, own, best)


def judgeable(match: Match) -> bool:
    """Return whether there is anything to judge decisions by: points so far, or an appraisal of positions."""
    return bool(match.state.ledger) or match.rules.game.appraise is not None
