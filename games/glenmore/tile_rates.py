"""The worth of each kind of tile by itself under some weights, computed once for all positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from .state import contents
from .weights import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .printed import Deal, Kind, Printed
    from .weights import Weights

Offer: TypeAlias = tuple[float, tuple[tuple[int, int], ...]]
"""The worth of a deal less that of its cubes, and (resource, number) for each kind of cube that it takes."""

FIXED, PRODUCE, DEAL = 0, 1, 2
"""Worth of an activation: always the same; a cube's, if there is room; that of the best deal."""


class Rates:
    """Worths by kind of tile, by number."""

    def __init__(self, printed: Printed, weights: Weights) -> None:
        w = self.weights = weights
        sorts = later(w)
        kinds = printed.kinds
        self.later = [sorts.get(kind.kind, kind.worth) for kind in kinds]
        """Later activations while the game is young."""
        self.once = [_once(kind, w) for kind in kinds]
        """What placing the tile brings."""
        self.cost = [
            (
                -(sum(kind.cost.cubes) + kind.cost.different) * w.cube,
                kind.cost.whisky * w.barrel,
                kind.cost.member * w.member,
            )
            for kind in kinds
        ]
        """Cubes (negative), barrels and members."""
        self.needs = [tuple((n, count) for n, count in enumerate(kind.cost.cubes) if count) for kind in kinds]
        """(resource, number) for each kind of cube that it costs."""
        self.does = [
            PRODUCE if kind.each.does == "produce" else DEAL if kind.each.deals else FIXED for kind in kinds
        ]
        self.fixed = [_fixed(kind, w) for kind in kinds]
        """What an activation brings, where that is FIXED."""
        self.offers = [_offers(kind, w) for kind in kinds]
        """The deals of each kind, the best one first."""
        trained = w.bloom, w.penalty, w.hurry, w.passing, w.barrel_lead, w.card_lead, w.matching, w.denial
        self.trained = any(trained)
        """Whether taking a tile has a worth by weights that are 0 unless they were trained."""
        self._kinds = kinds
        self._begun: dict[tuple[int, int], tuple[Sequence[Deal], float]] = {}

    def deal(self, kind: int, own: Sequence[int], lacking: Sequence[float]) -> float:
        """The worth of the best deal of a kind with these cubes; `lacking` is the cost of one cube more of each."""
        best, beyond = self.weights.nothing, self.weights.beyond
        for value, needs in self.offers[kind]:
            if value <= best:
                break  # what is lacking only makes it worse
            for n, need in needs:
                lack = need - own[n]
                if lack > 0:
                    value -= beyond if lack > 1 else lacking[n]
            if value > best:
                best = value
        return best

    def begun(self, kind: int, given: int) -> tuple[Sequence[Deal], float]:
        """The deals of a kind that still take cubes once these are given (packed), and what stopping is worth."""
        found = self._begun.get((kind, given))
        if found is None:
            deals, have, barrel = self._kinds[kind].each.deals, contents(given), self.weights.barrel
            now = max([0.0, *(d.vp + d.whisky * barrel for d in deals if d.give == have)])
            open_ = [d for d in deals if all(g >= h for g, h in zip(d.give, have, strict=True))]
            found = self._begun[kind, given] = open_, now / max(1, sum(have) + 1)
        return found


@lru_cache(maxsize=64)
def rates(printed: Printed, weights: Weights) -> Rates:
    """The worths under these weights."""
    return Rates(printed, weights)


def _once(kind: Kind, w: Weights) -> float:
    found = kind.once.member * w.member * w.arrival + kind.once.whisky * w.barrel
    card = kind.card
    if card is not None:
        found += w.card + w.bonnet * card.bonnets + card.once.whisky * w.barrel + card.once.coins * w.coin
        found += card.once.cubes * w.cube + card.once.member * w.member
        if card.final is not None:
            found += w.final
    return found


def _fixed(kind: Kind, w: Weights) -> float:
    each = kind.each
    if each.does == "move":
        return w.movement * each.movement
    return float(each.vp) if each.does == "score" else kind.worth or w.nothing


def _offers(kind: Kind, w: Weights) -> tuple[Offer, ...]:
    found = []
    for deal in kind.each.deals:
        value = deal.vp + deal.whisky * w.barrel - sum(deal.give) * w.cube * w.used
        found.append((value, tuple((n, count) for n, count in enumerate(deal.give) if count)))
    return tuple(sorted(found, key=lambda offer: -offer[0]))
