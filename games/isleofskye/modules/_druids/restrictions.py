"""A restriction of bots that measures what the second buying pass is worth."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.authoring import Action, Keep, Restriction, Rules, View

from .actions import Draw, Take


def _no_dolmen(rules: Rules, argument: str) -> Keep:
    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        return [action for action in actions if not isinstance(action, (Take, Draw))]

    return keep


NO_DOLMEN = Restriction(
    "no-dolmen",
    "passes in the second buying pass: takes no tile from the dolmen and none from the bag",
    _no_dolmen,
)
