"""What tells how a position of Rebirth stands, by seat; bots learn what it is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .farms import prospects
from .missions import amounts, meeting, points
from .prize_odds import chances_of
from .seat_moves import position

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .state import RebirthState


def features(view: View) -> Mapping[str, Sequence[float]]:
    """By name, numbers by seat; what only others know of their missions counts as nothing."""
    state = position(view)
    count = len(state.seats)
    chances = chances_of(state.rules, count)
    growth, reach, groups = prospects(state, chances.board)
    met, near = [0.0] * count, [0.0] * count
    if view.seat is not None:
        met[view.seat], near[view.seat] = _missions(state, view.seat)
    held = state.cathedrals
    return {
        "castles held": [float(state.castles.count(seat)) for seat in range(count)],
        "castles hoped for": chances.contested(state),
        "settlements": chances.filled(state),
        "growth": growth,
        "reach": reach,
        "groups": groups,
        "cathedrals": [float(sum([seats >> seat & 1 for seats in held])) for seat in range(count)],
        "missions": [float(len(cards)) for cards in state.missions],
        "missions met": met,
        "missions near": near,
    }


def _missions(state: RebirthState, seat: int) -> tuple[float, float]:
    """The points of the seat's missions that are met, and of the others a part the larger, the nearer they are."""
    met = near = 0.0
    for number in state.missions[seat]:
        card = state.printed.missions[number]
        worth = points(state.rules.options, card)
        if not card.metric:
            met += worth * meeting(state, card)[seat]
            continue
        have = amounts(state, card)
        mine, have[seat] = have[seat], -1
        lead = mine - max(have)
        if lead >= 0 and (mine or state.rules.options.zero_missions == "met"):
            met += worth
            near -= worth / (2 + lead)
        else:
            near += worth / (1 - min(lead, 0))
    return met, near
