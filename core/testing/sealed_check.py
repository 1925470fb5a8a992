"""A check of sealed steps: what is revealed is what was decided, in whatever order the seats did so."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.actions import Action
from ..rules.schedule import Sealed
from .field_walk import differing, values
from .random_games import Moment


def sealed(moment: Moment, actions: Sequence[Action]) -> None:
    """Check that a sealed step has a number of its own for each action, and that no seat need be quick."""
    state, step = moment.state, moment.state.step
    if not isinstance(step, Sealed) or type(step).code is Sealed.code:
        return
    found: dict[int, Action] = {}
    for action in [one for one in actions if isinstance(one, step.actions)]:
        code = step.code(state, action)
        other = found.setdefault(code, action)
        moment.need(other == action, f"step {step.name} seals {code} for '{other}' and for '{action}'")
    others = [seat for seat in state.to_act if seat != actions[0].seat]
    if others and moment.costly():
        one, other = moment.stream.pick(actions), moment.stream.pick(state.legal(others[0]))
        first, second = state.clone(), state.clone()
        for copy, order in ((first, (one, other)), (second, (other, one))):
            for action in order:
                copy.apply(action)
        parts = ", ".join(differing(values(first), values(second)))
        moment.need(
            first == second,
            f"in the sealed step {step.name} it matters who decides first: after '{one}' of "
            f"{state.seats[one.seat]} and '{other}' of {state.seats[other.seat]} {parts} differs",
        )
