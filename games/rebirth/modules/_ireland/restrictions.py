"""Restrictions of bots with the module, which measure what the forbidden thing is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Action, Keep, Restriction, Rules, View, hook

from ...actions import PlaceTile
from .state import printed

if TYPE_CHECKING:
    from collections.abc import Sequence


def _no_tower(rules: Rules, argument: str) -> Keep:
    towers_at, cell_at = printed(rules).towers_at, rules.data.cell_at

    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        return [a for a in actions if not (isinstance(a, PlaceTile) and towers_at[cell_at[a.cell]])]

    return keep


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-tower`."""
    return [Restriction("no-tower", "places no tile next to a round tower", _no_tower)]
