"""Estimates what a move or a position of Isle of Skye is worth to a seat, in points, from what that seat can know.

Points of scorings to come are counted as the territory stands. The rest is judgement (`weights`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Choice, Legal, View

from ..actions import Build, Buy, Drop, Price
from .bidding import Buying, Lines, Offering, Rated
from .placements import Laying
from .territory_worth import Worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from .cache import Known


def choices(view: View) -> Sequence[Choice]:
    """Returns every legal action of the view's seat with its worth: 0 for passing and for what modules rate."""
    found = []
    for action, (labels, values) in _rated(view, view.legal(), Worth(view)):
        found.append(choice(action, list(zip(labels, values, strict=True))))
    return found


def worths(view: View, legal: Legal) -> Sequence[float]:
    """Returns the worth of each action in `choices`."""
    worth = Worth(view)
    known = _known(view, legal, worth)
    if known is None:
        return _worths(view, legal, worth)
    key = tuple(legal.codes)
    found = known.get(key)
    if found is None:
        found = known[key] = _worths(view, legal, worth)
    return found


def _worths(view: View, legal: Legal, worth: Worth) -> tuple[float, ...]:
    return tuple([sum(values) for _, (_, values) in _rated(view, legal, worth)])


def _known(view: View, legal: Legal, worth: Worth) -> Known | None:
    """Returns by codes of legal actions the worths that lists have had in the same position; None if that is not known.

    A search meets the same positions again and again.
    """
    if type(legal) is not Legal or not len(legal):
        return None  # codes of another list do not say which actions they stand for
    kind = type(legal[0])
    if kind is Build:
        return Laying.known(view, worth)
    return Offering.known(view, worth) if kind in (Price, Drop) else None


def choice(action: Action, lines: Lines) -> Choice:
    """Returns the action with the lines that make up its worth, without those that add nothing."""
    return Choice(action, sum([more for _, more in lines]), tuple(line for line in lines if line[1]))


def _rated(view: View, legal: Sequence[Action], worth: Worth) -> Iterator[tuple[Action, Rated]]:
    """Yields every action with the lines that make up its worth."""
    rate: dict[type[Action], Callable[..., Rated]] = {}
    for action in legal:
        kind = type(action)
        if kind not in rate:
            rate |= _rating(kind, view, worth)
        yield action, rate[kind](action)


def _rating(kind: type[Action], view: View, worth: Worth) -> dict[type[Action], Callable[..., Rated]]:
    """Returns the functions that rate actions of this kind, and of the kinds that are offered together with it."""
    if kind in (Price, Drop):
        return dict.fromkeys((Price, Drop), Offering(view, worth).rating)
    if kind is Buy:
        return {Buy: Buying(view, worth).rating}
    if kind is Build:
        return {Build: Laying(view, worth).rating}
    return {kind: lambda action: ((), [])}


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """Returns what the position is worth to the seat: its points, its territory, its gold, and tiles still to come."""
    if view.over:
        return [("points", float(view.scores[seat]))]
    worth = Worth(view)
    labels = "points", *worth.labels, "gold", "waiting_tiles"
    return [line for line in zip(labels, _standing(view, worth, seat), strict=True) if line[1]]


def totals(views: Sequence[View]) -> Sequence[float]:
    """Returns the sum of `appraise` for each seat, from the views of all seats in order."""
    first, found = views[0], []
    if first.over:
        return [float(score) for score in first.scores]
    worth = Worth(first)
    for seat, view in enumerate(views):
        if view.weights is worth.weights:
            found.append(sum(_standing(view, worth.seen_by(seat), seat)))
        else:
            found.append(sum([points for _, points in appraise(view, seat)]))
    return found


def _standing(view: View, worth: Worth, seat: int) -> list[float]:
    """Returns the points of the lines of `appraise`."""
    coming = [*view.waiting[seat]]
    if view.stakes[seat]:
        coming += view.offers[seat]  # nobody has bought them so far
    return [
        float(view.scores[seat]),
        *worth.values(seat, worth.seen[seat].number),
        worth.purse(seat, worth.gold[seat]),
        sum(worth.gain(seat, tile) for tile in coming) * worth.weights.keep,
    ]
