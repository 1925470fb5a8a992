"""The choices, and the spots of the boards that they are about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.authoring import Offer

from ..actions import (
    Activate,
    Discard,
    LochNess,
    MoveMember,
    Pay,
    PayMember,
    PlaceTile,
    Promote,
    Sell,
    Take,
    TakeCube,
)

if TYPE_CHECKING:
    from .sight import Sight

CIRCUIT, DISPLAY = 0, 1
"""The boards; the display is the viewer's own."""
ON_DISPLAY = (PlaceTile, Activate, LochNess, MoveMember, Promote, Pay, PayMember, Sell, TakeCube)
"""The actions about a cell of it: where something goes, lies or stands; a member's step is about where it leads."""


def offered(sight: Sight) -> Iterator[Offer]:
    """Every legal action with its spot; buying, and what ends or declines something, is about none."""
    for action in sight.view.legal():
        if isinstance(action, (Take, Discard)):
            yield Offer(action=action, board=CIRCUIT, at=(sight.rear + action.space, 0))
        elif isinstance(action, ON_DISPLAY):
            yield Offer(action=action, board=DISPLAY, at=(action.cell.x, action.cell.y))
        else:
            yield Offer(action=action, board=DISPLAY)
