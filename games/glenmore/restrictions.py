"""Actions that bots can be forbidden in Glen More, to measure what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Keep, Restriction, Rules, View, unknown

from .actions import Activate, LochNess, Promote, Take
from .state import figure, tile_at
from .trade import key

if TYPE_CHECKING:
    from .printed import Kind, Printed


def _leaving_out(forbidden: Callable[[Action, Kind | None], bool]) -> Keep:
    """The filter that leaves out such actions; the kind of tile is the one taken or activated."""

    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        return [action for action in actions if not forbidden(action, _kind(view, action))]

    return keep


def _kind(view: View, action: Action) -> Kind | None:
    if isinstance(action, Take):
        printed: Printed = view.rules.assembled
        number: int = view.chain[view.chain.index(figure(action.seat)) + action.space]
        return printed.kinds[number]
    if isinstance(action, (Activate, LochNess)):
        return tile_at(view, action.seat, key(action.cell))
    return None


def _no_contest(rules: Rules, argument: str) -> Keep:
    def contests(action: Action, kind: Kind | None) -> bool:
        if kind is None:
            return isinstance(action, Promote)
        whisky = any(deal.whisky for deal in kind.each.deals)
        return whisky or (isinstance(action, Take) and (kind.card is not None or bool(kind.once.whisky)))

    return _leaving_out(contests)


def _no_tile(rules: Rules, argument: str) -> Keep:
    printed: Printed = rules.assembled
    known = dict.fromkeys([*(kind.kind for kind in printed.kinds), *(kind.id for kind in printed.kinds)])
    if argument not in known:
        raise unknown("kind of tile", argument, known)
    return _leaving_out(
        lambda action, kind: (
            isinstance(action, Take) and kind is not None and argument in (kind.id, kind.kind)
        )
    )


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
