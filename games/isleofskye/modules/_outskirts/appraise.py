"""Rates what an outskirt is worth where it is built."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.authoring import Action, Choice, View, hook

from ...appraise import choice
from ...appraise.territory_worth import Worth
from ...state import tile_named
from .actions import BuildOutskirt


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> Sequence[Choice]:
    """Rates what each outskirt adds to the territory where it is laid; nothing is saved for later rounds."""
    mine = [action for action in actions if isinstance(action, BuildOutskirt)]
    if not mine or view.seat is None:
        return ()
    worth, seat = Worth(view), view.seat
    labels, found = worth.labels, []
    for action in mine:
        added = worth.added(seat, tile_named(view, action.tile), action.place)
        found.append(choice(action, list(zip(labels, added, strict=True))))
    return found
