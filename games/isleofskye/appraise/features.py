"""Features of a position of Isle of Skye: by name, a number for each seat. Bots learn what they are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .territory_worth import Worth

if TYPE_CHECKING:
    from tilewright.authoring import View

NAMES = (
    "scorings",
    "hopes",
    "prizes",
    "scrolls",
    "whisky",
    "loose",
    "promises",
    "gold",
    "means",
    "compared_gold",
    "room",
    "waiting",
    "tiles",
    "road",
    "closed",
    "nearly_closed",
    "open_edges",
)


def features(view: View) -> Mapping[str, Sequence[float]]:
    """Returns for every seat the points to come by where they come from, and what its territory is like.

    `scorings` are the points of scorings to come as the territory stands, `hopes` what regions with one open edge would
    add, `prizes` and `compared_gold` what is expected of comparisons. `means` is gold times the rounds to come.
    """
    seats = range(len(view.seats))
    found: dict[str, list[float]] = {name: [0.0 for _ in seats] for name in NAMES}
    if view.over:
        return found
    worth = Worth(view)
    left = worth.left
    for seat in seats:
        seen, ground, gold = worth.now[seat], worth.seen[seat].ground, worth.gold[seat]
        stands, hopes, prizes = worth.scorings(seat, seen)
        closed = nearly = edges = 0
        for region in ground.regions.values():
            closed += region.open <= 0
            nearly += region.open == 1
            edges += region.open
        tiles = [*view.waiting[seat], *(view.offers[seat] if view.stakes[seat] else ())]
        numbers = (
            stands,
            hopes,
            prizes,
            seen.scrolls,
            seen.barrels * left,
            seen.loose * left,
            worth.promised(seen),
            gold,
            gold * left,
            worth.purse(seat, gold) - gold * worth.rate,
            seen.room * left * worth.each_room,
            sum([worth.gain(seat, tile) for tile in tiles]),
            len(ground.tiles),
            ground.connected.bit_count(),
            closed,
            nearly * left,
            edges * left,
        )
        for name, number in zip(NAMES, numbers, strict=True):
            found[name][seat] = float(number)
    return found
