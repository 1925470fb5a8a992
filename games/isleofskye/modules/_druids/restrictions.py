"""A restriction of bots that measures what the second buying pass is worth."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.authoring import Action, Keep, Restriction, Rules, View, hook

from .actions import Draw, Take


def _no_dolmen(rules: Rules, argument: str) -> Keep:
    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        return [action for action in actions if not isinstance(action, (Take, Draw))]

    return keep


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-dolmen`."""
    said = "passes in the second buying pass: takes no tile from the dolmen and none from the bag"
    return [Restriction("no-dolmen", said, _no_dolmen)]
