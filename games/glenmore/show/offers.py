"""The choices, and the spots of the boards that they are about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.authoring import Offer

from ..actions import (
    Activate,
    Discard,
    End,
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
from ..gains import brings, routine
from ..trade import key

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
            free = isinstance(action, Activate) and routine(sight.view, action.seat, key(action.cell))
            yield Offer(action=action, board=DISPLAY, at=(action.cell.x, action.cell.y), routine=free)
        else:
            given_up = _given_up(sight) if isinstance(action, End) else ""
            yield Offer(action=action, board=DISPLAY, forgoes=given_up)


def _given_up(sight: Sight) -> str:
    """Returns what the end of this step gives up: tiles that could be activated, or movement points."""
    view = sight.view
    if sight.step == "move":
        return sight.say("points_lost", count=view.points) if view.points else ""
    left = [at for at in view.active if brings(view, sight.turn, at)] if sight.step == "activate" else []
    return sight.say("tiles_left", count=len(left)) if left else ""
