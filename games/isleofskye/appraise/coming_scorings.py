"""The scorings to come, as they count for what a territory is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from ..files import Round
    from .cache import Memo
    from .weights import Weights


@attrs.frozen(eq=False)
class Season:
    """The scorings to come of each place, for one number of seats and one set of weights."""

    each: list[tuple[int, int, float]] = attrs.field(factory=list)
    """Number of scorings, and of those that count for regions that are nearly closed."""
    most: list[tuple[int, list[int]]] = attrs.field(factory=list)
    """In how many rounds, for those that compare what lies in territories."""
    golden: list[tuple[int, list[int]]] = attrs.field(factory=list)
    """The same for those that compare gold."""
    places: list[tuple[int, int, float, list[int] | None]] = attrs.field(factory=list)
    """`each` and `most` in the order of the places."""


def season(memo: Memo, rounds: Sequence[Round], weights: Weights) -> Season:
    """Returns the scorings of these rounds, the first of which is the one being played."""
    found = Season()
    for place, (tile, golden) in enumerate(zip(memo.scorings, memo.golden, strict=True)):
        when = [n for n, line in enumerate(rounds) if place in line.scored]
        if golden:
            found.golden.append((place, when))
        elif tile.kind == "majority":
            found.most.append((place, when))
            found.places.append((place, 0, 0.0, when))
        else:
            hoped = sum(1 - (1 - weights.nearly) ** n for n in when)
            found.each.append((place, len(when), hoped))
            found.places.append((place, len(when), hoped, None))
    return found
