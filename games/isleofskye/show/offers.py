"""The choices, each with the spot that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Action, At, Diagram, Offer

from ..actions import Build, Buy, Drop, Placing, Price
from ..buy_phase import cheapest
from ..state import tile_named
from .boards import in_hand, lying

if TYPE_CHECKING:
    from .sight import Sight


def offered(sight: Sight, boards: Sequence[Diagram]) -> Iterator[Offer]:
    """Yields every legal action with its spot: a cell of the own territory (first board) or a tile on offer (last).

    The tile that is built is a piece in hand, on the second board.
    """
    market = len(boards) - 1
    before = {(there.seat, there.slot): (number, 0) for number, there in enumerate(lying(sight))}
    hand = {one: (1, (number, 0)) for number, one in enumerate(in_hand(sight) if sight.building else ())}
    printed = {tile: where for (tile, rotation), where in hand.items() if rotation == 0}
    for action in sight.view.legal():
        if isinstance(action, Build):
            tile = tile_named(sight.view, action.tile)
            piece = hand.get((tile, action.rotation), printed.get(tile))
            yield Offer(action=action, board=0, at=(action.cell.x, action.cell.y), piece=piece)
        elif isinstance(action, Placing):
            yield Offer(action=action, board=0, at=(action.cell.x, action.cell.y))
        else:
            yield Offer(action=action, board=market, at=_offered_tile(sight, action, before))


def _offered_tile(sight: Sight, action: Action, before: dict[tuple[int, int], At]) -> At | None:
    """Returns the spot of the tile that is bought, marked or priced; None for an action without an offered tile."""
    view = sight.view
    if isinstance(action, Buy):
        offer = cheapest(view, action.seat, tile_named(view, action.tile))
        return before[offer.seller, offer.slot] if offer is not None else None
    if isinstance(action, (Drop, Price)) and sight.pricing is not None:
        slot = sight.pricing.slot(tile_named(view, action.tile))
        return before[action.seat, slot] if slot is not None else None
    return None
