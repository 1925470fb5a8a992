"""The ways to go through with a sealed decision that takes several steps, such as the prices of all tiles.

A step of it brings nothing by itself: it is worth what the best plan with it brings. So plans are compared as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import inf
from typing import TypeAlias

from ..base.chance import Stream
from ..rules.actions import Action, Legal
from ..rules.schedule import Sealed
from ..rules.state import State

Plan: TypeAlias = "tuple[Action, ...]"
"""The actions of one seat that end its part of a decision; one action, except in a sealed decision."""


def stepwise(state: State, seat: int, action: Action) -> bool:
    """Return whether the seat, after this action, still has steps of the same sealed decision to take."""
    if not isinstance(state.step, Sealed):
        return False
    after = state.clone()
    after.apply(action)
    return _open(after, state.step, seat)


def likeliest(
    state: State, seat: int, rated: Callable[[State, Legal], Sequence[float]], most: int, stream: Stream
) -> list[tuple[Plan, float]]:
    """Return the plans that look best from here, at most so many, each with the points that it is behind the first.

    What a plan is behind is the sum over its steps of what each is rated less than the best one then; ratings may
    count what follows, or not. Ties are broken by the stream. Plans that differ in an order that makes no difference
    (`Sealed.ordered`) are one.
    """
    step, found, seen = state.step, list[tuple["Plan", float]](), set[tuple[str, ...]]()
    waiting: list[tuple[float, int, int, Plan, State]] = [(0.0, 0, 0, (), state)]
    while waiting and len(found) < most:
        behind, _, _, plan, before = heappop(waiting)
        here = before
        if plan:
            here = before.clone()
            here.apply(plan[-1])
            if not _open(here, step, seat):
                found.append((plan, behind))
                continue
        legal = here.legal(seat)
        worths = rated(here, legal)
        top = max(worths)
        for action, worth in zip(legal, worths, strict=True):
            longer = (*plan, action)
            key = settled(step, longer)
            if key not in seen:
                seen.add(key)
                less = top - worth if top > -inf else 0.0
                heappush(waiting, (behind + less, stream.bits(), len(seen), longer, here))
    return found


def ordered(step: object) -> bool:
    """Return whether the order of steps makes a difference."""
    return not isinstance(step, Sealed) or step.ordered


def settled(step: object, plan: Plan) -> tuple[str, ...]:
    """Return what is the same for plans that seal the same in this step."""
    texts = [str(action) for action in plan]
    return tuple(texts if ordered(step) else sorted(texts))


def apart(step: object, plan: Plan, other: Plan) -> tuple[Plan, Plan]:
    """Return the plan with the steps first in which it differs from the other one, and those of the other alone.

    Both as they are if the order of steps makes a difference.
    """
    if ordered(step):
        return plan, other
    own, shared, theirs = list["Action"](), list["Action"](), list(other)
    for action in plan:
        if action in theirs:
            theirs.remove(action)
            shared.append(action)
        else:
            own.append(action)
    return (*own, *shared), tuple(theirs)


def _open(state: State, step: object, seat: int) -> bool:
    return state.step is step and isinstance(step, Sealed) and not step.complete(state, seat)
