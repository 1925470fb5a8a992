"""Restrictions of bots in Rebirth, which measure what the forbidden thing is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Keep, Restriction, Rules, View, forbidding, unknown

from .actions import ChooseCastle, PlaceTile
from .files import KINDS
from .settlements import influence
from .state import presence_at, tile_of

if TYPE_CHECKING:
    from .printed import Printed


def _rivals(view: View, seat: int, amounts: Sequence[int]) -> bool:
    """True if another seat has a part in it."""
    return any(amount for owner, amount in enumerate(amounts) if owner != seat)


def _at_castle(view: View, seat: int, castle: int) -> bool:
    return _rivals(view, seat, presence_at(view, castle)[: len(view.seats)])


def _no_contest(rules: Rules, argument: str) -> Keep:
    printed: Printed = rules.data
    castles = rules.things["castle"].numbers

    def contests(view: View, action: Action) -> bool:
        if isinstance(action, ChooseCastle):
            return _at_castle(view, action.seat, castles[action.castle])
        if not isinstance(action, PlaceTile):
            return False
        cell = printed.cell_at[action.cell]
        settlement = printed.settlement_of[cell]
        if settlement >= 0 and _rivals(view, action.seat, influence(view, settlement)[0]):
            return True
        return any(_at_castle(view, action.seat, castle) for castle in printed.castles_at[cell])

    return forbidding(contests)


def _no_tile(rules: Rules, argument: str) -> Keep:
    if argument not in KINDS:
        raise unknown("kind of tile", argument, KINDS)
    kind = KINDS.index(argument)

    printed: Printed = rules.data

    def builds(view: View, action: Action) -> bool:
        if not isinstance(action, PlaceTile) or action.tile != argument:
            return False
        cell = printed.cell_at[action.cell]
        settlement = printed.settlement_of[cell]
        if settlement >= 0:
            return bool(influence(view, settlement)[0][action.seat])
        return any(view.tiles[other] == tile_of(action.seat, kind) for other in printed.neighbours[cell])

    return forbidding(builds)


RESTRICTIONS = (
    Restriction(
        "no-contest",
        "places no tile in a settlement or next to a castle where another seat has one",
        _no_contest,
    ),
    Restriction(
        "no-tile=KIND",
        "extends nothing with this kind of tile (a drawn tile has to be placed): does not place it next to a farm of "
        f"the same kind and colour, nor in a settlement where its seat has a tile ({', '.join(KINDS)})",
        _no_tile,
    ),
)
