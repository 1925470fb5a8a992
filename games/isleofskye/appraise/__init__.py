"""Estimates what a move or a position of Isle of Skye is worth to a seat, in points, from what that seat can know.

Points of scorings to come are counted as the territory stands. The rest is judgement (`weights`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.game import Choice

from ..actions import Build, Buy, Drop, Price
from .bidding import Buying, Lines, Offering
from .laying import Laying
from .worth import Worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.actions import Action
    from tilewright.core.views import View


def choices(view: View) -> Sequence[Choice]:
    """Returns every legal action of the view's seat with its worth: 0 for passing and for what modules rate."""
    worth = Worth(view)
    rate: dict[type[Action], Callable[..., Lines]] = {}
    found = []
    for action in view.legal():
        kind = type(action)
        if kind not in rate:
            rate |= _rating(kind, view, worth)
        found.append(choice(action, rate[kind](action)))
    return found


def choice(action: Action, lines: Lines) -> Choice:
    """Returns the action with the lines that make up its worth, without those that add nothing."""
    return Choice(action, sum(more for _, more in lines), tuple(line for line in lines if line[1]))


def _rating(kind: type[Action], view: View, worth: Worth) -> dict[type[Action], Callable[..., Lines]]:
    """Returns the functions that rate actions of this kind, and of the kinds that are offered together with it."""
    if kind in (Price, Drop):
        return dict.fromkeys((Price, Drop), Offering(view, worth).rating)
    if kind is Buy:
        return {Buy: Buying(view, worth).rating}
    if kind is Build:
        return {Build: Laying(view, worth).rating}
    return {kind: lambda action: []}


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """Returns what the position is worth to the seat: its points, its territory, its gold, and tiles still to come."""
    lines = [("points", float(view.scores[seat]))]
    if view.over:
        return lines
    worth = Worth(view)
    lines += worth.lines(seat, worth.now[seat])
    lines.append(("gold", worth.purse(seat, worth.gold[seat])))
    coming = [*view.waiting[seat]]
    if view.stakes[seat]:
        coming += view.offers[seat]  # nobody has bought them so far
    lines.append(("waiting_tiles", sum(worth.gain(seat, tile) for tile in coming) * worth.weights.keep))
    return [line for line in lines if line[1]]
