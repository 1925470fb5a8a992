"""The positions of a match as they were, for people who walk back in the log: each as a seat could see it then."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import attrs

from ..table.chair import shown
from ..table.narration import DecisionText, Narrator

if TYPE_CHECKING:
    from ..draw.model import Show
    from ..play.recorded_game import Played
    from ..rules.views import View
    from ..table.chair import Chair
    from ..table.table import Table

KEPT = 1000
"""The most decisions whose positions are kept."""


@attrs.define(eq=False)
class PastPositions:
    """Views after each decision. They are drawn only when a person walks back to them."""

    table: Table
    _after: OrderedDict[int, tuple[Played, dict[int | None, View]]] = attrs.field(
        init=False, factory=OrderedDict
    )

    def note(self, played: Played) -> None:
        """Keep the position after this decision, which has just been played."""
        chairs = [self.table.chair(seat) for seat in (*self.table.people, None)]
        self._after[id(played)] = (played, {chair.seat: chair.view for chair in chairs})
        while len(self._after) > KEPT:
            self._after.popitem(last=False)

    def told(self, chair: Chair) -> list[tuple[Played, DecisionText]]:
        """Return what this seat may know of everything that has been played and still stands."""
        teller = Narrator(self.table.match, chair.seat, self.table.lang)
        return [(one, teller.told(one)) for one in teller.visible(self.table.match.played)]

    def show(self, chair: Chair, played: Played) -> Show | None:
        """The position after that decision as the seat saw it; None if it is not kept."""
        kept = self._after.get(id(played))
        return shown(kept[1][chair.seat], self.table.lang) if kept else None
