"""Scoring tiles and kinds of scroll, and how they count what they find in a territory.

What counts is found as *sources*: (amount, cells), so that previews can show where points come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilewright.authoring import Friendly, prizes

from .count_forms import Counted, Form

if TYPE_CHECKING:
    from .files import Kind
    from .options import Options
    from .territory import Territory

Source: TypeAlias = tuple[int, tuple[int, ...]]
"""An amount of what counts, and the cells where it is; gold, for example, has no cells."""
Finder: TypeAlias = "Callable[[Territory], Iterator[Source]]"
"""Yields what a scoring tile counts in a territory."""


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
    """The least amount for a prize of a majority."""
    numbers: Mapping[str, object] = attrs.field(factory=dict)
    """The numbers that its text names; the text is the message `name.ID.text`."""
    form: Form = attrs.field(default=attrs.Factory(lambda tile: Counted(tile.amount), takes_self=True))
    """Counts the same as `amount`, for bots that imagine territories; without one of its own they take longer."""
    picture: str = ""
    """What it counts, as a few tiles: rows of words, such as `P+sheep+sheep` (`show/goals`)."""

    def worth(self, source: Source) -> int:
        """Returns the points for one source; for a majority, the amount that is compared."""
        amount = source[0]
        if self.kind == "table":
            return self.points[min(amount, len(self.points)) - 1] if amount else 0
        return amount * self.points[0] if self.kind == "each" else amount

    def amount(self, territory: Territory) -> int:
        """Returns the amount that counts; of a table, the points."""
        if self.kind == "table":
            return sum(self.worth(source) for source in self.sources(territory))
        return sum(amount for amount, _ in self.sources(territory))

    def total(self, territory: Territory) -> int:
        """Returns the territory's points by itself; for a majority, the amount that is compared."""
        return self.amount(territory) * self.each

    @property
    def each(self) -> int:
        """The points for each of its amount."""
        return self.points[0] if self.kind == "each" else 1

    def shared(self, totals: Sequence[int]) -> list[int]:
        """Returns the points by seat, from the `total` of each seat (IS-ST-MAJ)."""
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
    form: Form = attrs.field(default=attrs.Factory(lambda kind: Counted(kind.count), takes_self=True))
    """Counts the same as `count`, as in `Scoring`."""
    counts: str = ""
    """Role of what it counts, for pictures."""

    def worth(self, home: Territory, times: int = 1) -> int:
        """Returns the points for one such scroll that counts `times` times (IS-SCR-8, IS-SCR-9, IS-AMB-2)."""
        return self.brings(self.count(home), times, home.options)

    def brings(self, amount: int, times: int, options: Options) -> int:
        """Returns the same where it counts this amount."""
        if options.scroll_rounding == "double_first":
            return amount * self.points * times // self.per
        return amount // self.per * self.points * times


@attrs.frozen(eq=False)
class Promise:
    """A module's promise of points for a territory, in forms: a line as `territory_lines` has it, by weights."""

    module: str
    label: str
    forms: tuple[Form, ...]
    worth: Callable[[Any, Sequence[int]], tuple[float, float]]
    """From the module's weights and what the forms count, points and points in each round to come."""
    instead: Callable[..., Any]
    """The module's answer to `territory_lines`, which says the same under its default weights."""
