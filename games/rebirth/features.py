"""Features of a position of Rebirth, by seat; bots learn what they are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .farms import prospects
from .missions import amounts, meeting, points
from .prize_odds import chances_of

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .printed import Printed


def features(view: View) -> Mapping[str, Sequence[float]]:
    """By name, numbers by seat; what only others know of their missions counts as nothing."""
    count = len(view.seats)
    chances = chances_of(view.rules, count)
    growth, reach, groups = prospects(view, chances.board)
    met, near = [0.0] * count, [0.0] * count
    if view.seat is not None:
        met[view.seat], near[view.seat] = _missions(view, view.seat)
    castles, held = view.castles, view.cathedrals
    return {
        "castles held": [float(castles.count(seat)) for seat in range(count)],
        "castles hoped for": chances.contested(view),
        "settlements": chances.filled(view),
        "growth": growth,
        "reach": reach,
        "groups": groups,
        "cathedrals": [float(sum([seats >> seat & 1 for seats in held])) for seat in range(count)],
        "missions": [float(view.count("missions", seat)) for seat in range(count)],
        "missions met": met,
        "missions near": near,
    }


def _missions(view: View, seat: int) -> tuple[float, float]:
    """The points of the seat's missions that are met, and of the others a part the larger, the nearer they are."""
    met = near = 0.0
    printed: Printed = view.rules.data
    for number in view.own_zone("missions"):
        card = printed.missions[number]
        worth = points(view.options, card)
        if not card.metric:
            met += worth * meeting(view, card)[seat]
            continue
        have = amounts(view, card)
        mine, have[seat] = have[seat], -1
        lead = mine - max(have)
        if lead >= 0 and (mine or view.options.zero_missions == "met"):
            met += worth
            near -= worth / (2 + lead)
        else:
            near += worth / (1 - min(lead, 0))
    return met, near
