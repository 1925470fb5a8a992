"""The worth of a position of Glen More to each seat, in points: those it has, and what it can expect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .scoring import categories
from .state import total
from .tile_rates import rates

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .weights import Weights


LABELS = (
    "points", "scoring_whisky", "scoring_chieftains", "scoring_cards", "coins", "cubes", "tile_penalty", "later",
)  # fmt: skip


class Prospects:
    """The worth of the position to each seat."""

    def __init__(self, view: View) -> None:
        self.view = view
        if not view.over:
            self.coming: int = 3 - view.scorings
            self.compared = [(amounts, min(amounts)) for amounts in categories(view).values()]
            self.counts = [len(display) for display in view.displays]

    def parts(self, seat: int, w: Weights) -> list[float]:
        """In the order of the labels; the points alone once the game is over."""
        view = self.view
        found = [float(view.scores[seat])]
        if view.over:
            return found
        printed, coming = view.rules.assembled, self.coming
        for amounts, least in self.compared:
            found.append(float(printed.points(amounts[seat] - least)) * coming * w.coming)
        found.append(w.coin * view.coins[seat])
        found.append(w.cube * sum([total(pile) for pile in view.cubes[seat].values()]))
        counts = self.counts
        found.append(-float(view.options.tile_penalty * (counts[seat] - min(counts))))
        each = rates(printed, w).later
        found.append(sum([each[kind] for kind in view.displays[seat].values()]) * coming / 3)
        return found
