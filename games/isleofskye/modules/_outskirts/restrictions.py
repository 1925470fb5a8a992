"""A restriction of bots that measures what outskirts are worth."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.authoring import Action, Keep, Restriction, Rules, View, hook

from .actions import BuildOutskirt


def _no_outskirt(rules: Rules, argument: str) -> Keep:
    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        return [action for action in actions if not isinstance(action, BuildOutskirt)]

    return keep


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-outskirt`."""
    return [Restriction("no-outskirt", "builds no outskirt", _no_outskirt)]
