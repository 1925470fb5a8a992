"""What counts in a territory, and the scoring tiles and kinds of scroll that give points for it.

What counts is found as *sources*: (amount, cells), so that previews can show where points come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import attrs

from tilewright.core.majority import Friendly, prizes

if TYPE_CHECKING:
    from .files import Kind
    from .territory import Territory

Source: TypeAlias = tuple[int, tuple[int, ...]]
"""How many of what counts, and the cells where it is; no cells for what lies nowhere."""
Finder: TypeAlias = "Callable[[Territory], Iterator[Source]]"


@attrs.frozen(eq=False)
class Scoring:
    """A scoring tile in play."""

    id: str
    rule: str
    kind: Kind
    points: tuple[int, ...]
    """One number for each; a table by amount; or the prizes of a majority."""
    sources: Finder
    least: int = 1
    """What a majority asks for at least."""
    text: Mapping[str, str] = attrs.field(factory=dict)
    """What it says, by language; nothing where its name is all there is."""

    def worth(self, source: Source) -> int:
        """The points for one source; of a majority only the amount that is compared."""
        amount = source[0]
        if self.kind == "table":
            return self.points[min(amount, len(self.points)) - 1] if amount else 0
        return amount * self.points[0] if self.kind == "each" else amount

    def total(self, territory: Territory) -> int:
        """The territory's points by itself; of a majority the amount that is compared."""
        return sum(self.worth(source) for source in self.sources(territory))

    def shared(self, totals: Sequence[int]) -> list[int]:
        """The points by seat, from everybody's `total` (IS-ST-MAJ)."""
        if self.kind != "majority":
            return list(totals)
        found = [0] * len(totals)
        for prize in prizes(totals, Friendly(self.points, least=max(1, self.least))):
            found[prize.seat] += prize.points
        return found


@attrs.frozen(eq=False)
class ScrollKind:
    """A kind of scroll in play: `points` for each full `per` of what it counts in the whole territory (IS-SCR-10)."""

    id: str
    rule: str
    count: Callable[[Territory], int]
    per: int
    points: int

    def worth(self, home: Territory, times: int = 1) -> int:
        """The points for one such scroll that counts so many times (IS-SCR-8, IS-SCR-9, IS-AMB-2)."""
        amount = self.count(home)
        if home.options.scroll_rounding == "double_first":
            return amount * self.points * times // self.per
        return amount // self.per * self.points * times
