"""The choices, each with the spot that it is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.authoring import Action, At, Offer, Where, pack

from ..actions import Build, Buy, Drop, PassTurn, Placing, Price
from ..buy_phase import cheapest
from ..state import tile_named
from .boards import in_hand, stalls
from .prospects import place_said

if TYPE_CHECKING:
    from .sight import Sight


def offered(sight: Sight, first: int) -> Iterator[Offer]:
    """Yields every legal action with its spot: a cell of the own territory (first board) or a tile on offer.

    Tiles on offer are on the boards from `first`; the tile that is built is a piece in hand, on the second board.
    """
    before = lies(sight, first)
    hand = {one: (1, (number, 0)) for number, one in enumerate(in_hand(sight) if sight.building else ())}
    printed = {tile: where for (tile, rotation), where in hand.items() if rotation == 0}
    for action in sight.view.legal():
        if isinstance(action, Build):
            tile = tile_named(sight.view, action.tile)
            piece = hand.get((tile, action.rotation), printed.get(tile))
            at, said = (action.cell.x, action.cell.y), place_said(sight, action.key)
            yield Offer(action=action, board=0, at=at, piece=piece, said=said)
        elif isinstance(action, Placing):
            said = place_said(sight, pack(action.cell.x, action.cell.y))
            yield Offer(action=action, board=0, at=(action.cell.x, action.cell.y), said=said)
        else:
            board, spot = _offered_tile(sight, action, before)
            yield Offer(action=action, board=board, at=spot, said=sentence(sight, action))


def lies(sight: Sight, first: int) -> dict[tuple[int, int], Where]:
    """Returns where each tile on offer lies, by seat and slot, if its boards begin with this one."""
    return {
        (there.seat, there.slot): (first + board, (number, 0))
        for board, group in enumerate(stalls(sight))
        for number, there in enumerate(group)
        if there.slot >= 0
    }


def sentence(sight: Sight, action: Action) -> str:
    """Returns what a choice about a tile on offer means, for people who do not type it."""
    if isinstance(action, Price):
        return sight.say("say_price", gold=action.gold)
    if isinstance(action, Drop):
        return sight.say("say_drop")
    if isinstance(action, Buy):
        offer = cheapest(sight.view, action.seat, tile_named(sight.view, action.tile))
        return sight.say("say_buy", seat=offer.seller, gold=offer.cost) if offer is not None else ""
    return sight.say("say_pass") if isinstance(action, PassTurn) else ""


def _offered_tile(
    sight: Sight, action: Action, before: dict[tuple[int, int], Where]
) -> tuple[int, At | None]:
    """Returns the spot of the tile that is bought, marked or priced; no place for an action without such a tile."""
    view, nowhere = sight.view, (0, None)
    if isinstance(action, Buy):
        offer = cheapest(view, action.seat, tile_named(view, action.tile))
        return before[offer.seller, offer.slot] if offer is not None else nowhere
    if isinstance(action, (Drop, Price)) and sight.pricing is not None:
        slot = sight.pricing.slot(tile_named(view, action.tile))
        return before[action.seat, slot] if slot is not None else nowhere
    return nowhere
