"""Actions that bots can be forbidden in Glen More, to measure what they are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Action, Keep, Restriction, Rules, View, forbidding, unknown

from .actions import Activate, LochNess, Promote, Take
from .state import figure, tile_at
from .trade import key

if TYPE_CHECKING:
    from .printed import Kind, Printed


def _kind(view: View, action: Action) -> Kind | None:
    """The kind of the tile that is taken or activated."""
    if isinstance(action, Take):
        printed: Printed = view.rules.assembled
        number: int = view.chain[view.chain.index(figure(action.seat)) + action.space]
        return printed.kinds[number]
    if isinstance(action, (Activate, LochNess)):
        return tile_at(view, action.seat, key(action.cell))
    return None


def _no_contest(rules: Rules, argument: str) -> Keep:
    def contests(view: View, action: Action) -> bool:
        kind = _kind(view, action)
        if kind is None:
            return isinstance(action, Promote)
        whisky = any(deal.whisky for deal in kind.each.deals)
        return whisky or (isinstance(action, Take) and (kind.card is not None or bool(kind.once.whisky)))

    return forbidding(contests)


def _no_tile(rules: Rules, argument: str) -> Keep:
    printed: Printed = rules.assembled
    known = dict.fromkeys([*(kind.kind for kind in printed.kinds), *(kind.id for kind in printed.kinds)])
    if argument not in known:
        raise unknown("kind of tile", argument, known)

    def takes(view: View, action: Action) -> bool:
        kind = _kind(view, action) if isinstance(action, Take) else None
        return kind is not None and argument in (kind.id, kind.kind)

    return forbidding(takes)


RESTRICTIONS = (
    Restriction(
        "no-contest",
        "ignores what the scorings compare: takes no tile that brings whisky or a card, makes no whisky, "
        "promotes no chieftains",
        _no_contest,
    ),
    Restriction(
        "no-tile=KIND",
        "takes no tile of this kind: a sort (production, tavern ...) or the id of a tile",
        _no_tile,
    ),
)
