"""What a tile could bring the viewer this round, by public knowledge, on the best cell that it has now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import unpack

from ..state import catalogue
from ..territory import territory

if TYPE_CHECKING:
    from .sight import Sight


def brings(sight: Sight, seat: int, number: int) -> int:
    """Returns the most points that this round's scoring tiles would bring the seat more, with this tile built."""
    view, known = sight.view, catalogue(sight.view)
    tiles = [known.scorings[view.scoring[place]] for place in sight.rounds[view.round].scored]
    homes = [territory(view, one) for one in sight.all_seats]
    before = [[tile.total(home) for home in homes] for tile in tiles]
    face, best = sight.tile(number).face, 0
    for cell, wanted in view.territories[seat].frontier.items():
        for rotation in face.fits[wanted]:
            board = view.territories[seat].clone()
            known.lay(board, cell, face, rotation)
            home, gained = territory(view, seat, board), 0
            for tile, totals in zip(tiles, before, strict=True):
                after = [*totals]
                after[seat] = tile.total(home)
                gained += tile.shared(after)[seat] - tile.shared(totals)[seat]
            best = max(best, gained)
    return best


def place_said(sight: Sight, key: int) -> str:
    """Returns where a cell is, seen from the castle: "north-west of the castle"."""
    x, y = unpack(key)
    if not x and not y:
        return sight.say("at_castle")
    name = ("n" if y > 0 else "s" if y else "") + ("e" if x > 0 else "w" if x else "")
    said, far = sight.say(f"at_{name}"), max(abs(x), abs(y))
    return said if far == 1 else sight.say("at_far", place=said, n=far)
