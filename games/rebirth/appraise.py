"""The worth of moves and positions of Rebirth to a seat, in points, from what that seat can see.

Points at once are exact. Prospects (a castle held to the end, a settlement not yet finished, room for a farm group, a
mission's condition) are judgements by the weights of the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Choice, Legal, View

from .missions import meeting, points
from .move_rating import ratings
from .seat_moves import Moves

if TYPE_CHECKING:
    from .printed import Printed


def choices(view: View) -> Sequence[Choice]:
    """Every legal action of the view's seat with its worth."""
    moves, legal = Moves(view), view.legal()
    rated = moves.worths(legal)
    return [
        Choice(action, worth, tuple(line for line in moves.lines(action) if line[1]))
        for action, worth in zip(legal, rated, strict=True)
    ]


def worths(view: View, legal: Legal) -> Sequence[float]:
    """The worth of each of these legal actions of the view's seat."""
    return Moves(view).worths(legal)


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """Returns the worth of the position to the seat: points, castles, missions it can see, and settlements begun."""
    lines = [("points", float(view.scores[seat]))]
    if not view.over:
        lines.append(("castle", float(view.castles.count(seat) * view.options.castle)))
        rate = ratings(view.rules, view.weights, len(view.seats))[-1]
        lines.append(("settlement", rate.begun(view)[seat]))
        held = view.missions[seat]
        if held is None:
            lines.append(("mission", view.weights.new_mission * view.count("missions", seat)))
        else:
            lines.append(("mission", _missions(view, seat, held, view.weights.mission_hope, {})))
    return lines


def totals(views: Sequence[View]) -> Sequence[float]:
    """The sum of what `appraise` says of each seat from its own view."""
    first = views[0]
    found = [float(score) for score in first.scores]
    if first.over:
        return found
    met: dict[int, list[bool]] = {}
    castles, each = first.castles, first.options.castle
    for seat, view in enumerate(views):
        weights = view.weights
        found[seat] += float(castles.count(seat) * each)
        if not seat or weights is not views[seat - 1].weights:
            begun = ratings(first.rules, weights, len(views))[-1].begun(first)
        found[seat] += begun[seat]
        found[seat] += _missions(view, seat, view.own_zone("missions"), weights.mission_hope, met)
    return found


def _missions(view: View, seat: int, held: Sequence[int], hope: float, met: dict[int, list[bool]]) -> float:
    """The points of these missions of the seat, in part if they are not met; `met` keeps what was found for others."""
    printed: Printed = view.rules.data
    found = 0.0
    for number in held:
        card = printed.missions[number]
        if number not in met:
            met[number] = meeting(view, card)
        found += points(view.options, card) * (1.0 if met[number][seat] else hope)
    return found
