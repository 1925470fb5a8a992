"""A hint: the move that does best when the game is played on a little, and why it is better than the next best.

The moves that the bot for hints rates highest (`bots/advisor.py`) are judged in the same simulations. The best two go
on alone, and are compared in simulations that had no say in that. The work is bounded by a number of moves rated, so
that a hint is quick, and the same on every machine.

The steps of a sealed decision are one move: after a step that follows a hint, the next hint continues the same plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ..base.chance import Stream
from ..bots.advisor import Adviser
from ..bots.move_judge import Judged, MoveJudge
from ..bots.rollouts import dealt
from ..bots.sealed_plans import apart, ordered, settled
from ..rules.schedule import Sealed
from .comparison import NONE, PointGap

if TYPE_CHECKING:
    from ..bots.sealed_plans import Plan
    from ..rules.actions import Action
    from ..rules.state import State
    from ..rules.views import View

SCOUTS, FEW = 4, 5
"""Simulations in which the best two are found. After each the worse half goes, as long as more moves are left."""
MEASURED, LEAST = 8, 3
"""Simulations in which these are compared: the fewest take place however much work they are."""
TRUST = 3.0
"""The bot's own rating of a move counts as much as so many simulations."""
WORK = 6_000
"""Moves that are rated in simulations: half of them to find the best two, and half to compare these."""


@attrs.frozen
class Advice:
    """The move that looks best, compared with the next best one."""

    plan: Plan
    """The action, and the further steps of the same sealed decision that go with it."""
    rival: Plan = ()
    """The next best move, without steps that it shares with this one; empty if there is no other."""
    simulations: int = 0
    """In so many they were compared."""
    gap: PointGap = NONE
    """By how much the move does better."""

    @property
    def action(self) -> Action:
        """The action to take now."""
        return self.plan[0]


def advise(view: View, work: int = WORK, plans: dict[str, Plan] | None = None) -> Advice:
    """Return the advice for a seat that must decide now. The same view gets the same advice.

    `plans` keeps those that were made for a sealed decision, so that its next step takes no longer than the first.
    """
    seat, legal, plan = view.seat, view.legal(), tuple["Action", ...]()
    assert seat is not None
    if len(legal) == 1:
        return Advice((legal[0],))
    plans = {} if plans is None else plans
    now = dealt(view, Stream(0, "now"))
    for state, sealed in _steps(now, seat):
        key = state.digest()
        if not plan and key not in plans:
            plans[key] = _advised(view.like(state, seat), (), work).plan
        plan = _rest(plan or plans[key], state, sealed)
    found = _advised(view, plan, work)
    if isinstance(now.step, Sealed):
        plans[now.digest()] = found.plan
    return found


def _steps(state: State, seat: int) -> list[tuple[State, tuple[int, ...]]]:
    """Return the seat's steps in a sealed decision: the position before each, and what it had sealed after it."""
    found: list[tuple[State, tuple[int, ...]]] = []
    while isinstance(state.step, Sealed) and state.sealed[seat]:
        sealed, state = state.sealed[seat], state.clone()
        state.retract(seat)
        found.append((state, sealed))
    return found[::-1]


def _rest(plan: Plan, before: State, sealed: tuple[int, ...]) -> Plan:
    """Return the rest of a plan after this step was sealed; empty if the plan does not contain the step."""
    for n, action in enumerate(plan):
        after = before.clone()
        after.apply(action)
        if after.sealed[action.seat] == sealed:
            return (*plan[:n], *plan[n + 1 :])
        if ordered(before.step):
            break
    return ()


def _advised(view: View, begun: Plan, work: int) -> Advice:
    """Return the advice for this very view. A plan that has been begun is the best move."""
    adviser = Adviser(view.rules, len(view.seats))
    judge = adviser.judge(view, Stream(0, "judge"))
    step = judge.world(0).step
    worth = dict(adviser.plans(view, judge, Stream(0, "hint")))
    if begun:
        same = next((plan for plan in worth if settled(step, plan) == settled(step, begun)), None)
        rated = max(worth.values()) if same is None else worth.pop(same)
        worth = {begun: rated, **worth}
    found = _scouted(judge, worth, work // 2)
    if begun:
        found = [begun, *(plan for plan in found if plan != begun)]
    judged = _measured(judge, found[:2], work)
    while (further := judge.further(judged[0], judged[-1])) is not None:
        judge = further
        judged = _measured(judge, found[:2], judge.moves + work // 2)
    best, rival = judged if begun else _best(judged, worth)
    return Advice(*apart(step, best.plan, rival.plan), len(best.lines), PointGap.of(rival, best))


def _scouted(judge: MoveJudge, worth: Mapping[Plan, float], work: int) -> list[Plan]:
    """Return the plans that do best, the best first, after as many simulations as the work allows.

    The first few plans get one at least.
    """
    left = list(worth)
    lines: dict[Plan, tuple[Mapping[str, float], ...]] = dict.fromkeys(left, ())
    for number in range(SCOUTS):
        for n, plan in enumerate(left):
            if n >= FEW and judge.moves >= work:
                del left[n:]
                break
            [one] = next(judge.comparing([plan], [number]))
            lines[plan] += one.lines
        left = [one.plan for one in _best([Judged(plan, lines[plan]) for plan in left], worth)]
        if judge.moves >= work:
            break
        del left[max(FEW, len(left) // 2) :]
    return left


def _measured(judge: MoveJudge, plans: Sequence[Plan], work: int) -> list[Judged]:
    """Return how the plans do in as many other simulations as the work allows."""
    found: list[Judged] = []
    for found in judge.comparing(plans, range(SCOUTS, SCOUTS + MEASURED)):
        if judge.moves >= work and len(found[0].lines) >= LEAST:
            break
    return found


def _best(judged: Sequence[Judged], worth: Mapping[Plan, float]) -> list[Judged]:
    """Return the plans, best first: by their leads and, as long as these are few, by the bot's own rating."""
    count = len(judged[0].lines)
    top = max(worth.values())

    def value(one: Judged) -> float:
        return (count * one.points + TRUST * (worth[one.plan] - top)) / (count + TRUST)

    return sorted(judged, key=lambda one: -value(one))
