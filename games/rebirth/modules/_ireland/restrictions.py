"""Restrictions of bots with the module, which measure what the forbidden thing is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Keep, Restriction, Rules, forbidding, hook

from ...actions import PlaceTile
from .state import printed

if TYPE_CHECKING:
    from collections.abc import Sequence


def _no_tower(rules: Rules, argument: str) -> Keep:
    towers_at, cell_at = printed(rules).towers_at, rules.data.cell_at
    return forbidding(lambda view, a: isinstance(a, PlaceTile) and bool(towers_at[cell_at[a.cell]]))


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-tower`."""
    return [Restriction("no-tower", "places no tile next to a round tower", _no_tower)]
