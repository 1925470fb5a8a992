"""A restriction of bots that measures what outskirts are worth."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.authoring import Keep, Restriction, Rules, forbidding, hook

from .actions import BuildOutskirt


def _no_outskirt(rules: Rules, argument: str) -> Keep:
    return forbidding(lambda view, action: isinstance(action, BuildOutskirt))


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-outskirt`."""
    return [Restriction("no-outskirt", "builds no outskirt", _no_outskirt)]
