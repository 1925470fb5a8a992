"""A restriction of bots that measures what the second buying pass is worth."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.authoring import Keep, Restriction, Rules, forbidding, hook

from .actions import Draw, Take


def _no_dolmen(rules: Rules, argument: str) -> Keep:
    return forbidding(lambda view, action: isinstance(action, (Take, Draw)))


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-dolmen`."""
    said = "passes in the second buying pass: takes no tile from the dolmen and none from the bag"
    return [Restriction("no-dolmen", said, _no_dolmen)]
