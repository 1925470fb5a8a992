"""The choices, and the spots of the boards on which they are numbered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.core.draw.model import Offer

from ..actions import Activate, Discard, LochNess, MoveMember, Pay, PayMember, PlaceTile, Take, TakeCube

if TYPE_CHECKING:
    from tilewright.core.actions import Action
    from tilewright.core.draw.model import At

    from .sight import Sight

CIRCUIT, DISPLAY = 0, 1
"""The boards on which choices are numbered; the display is the viewer's own."""


def offered(sight: Sight) -> Iterator[Offer]:
    """Every legal action; numbered on a spot if no other action is meant by it."""
    legal = list(sight.view.legal())
    meant = [_spot_of(action, legal) for action in legal]
    taken = Counter(meant)
    for action, place in zip(legal, meant, strict=True):
        if place is None or taken[place] > 1:
            yield Offer(action=action)
        else:
            yield Offer(action=action, board=place[0], at=place[1])


def _spot_of(action: Action, legal: Sequence[Action]) -> tuple[int, At] | None:
    """Board and spot of an action; None for sales and other actions that say more than a spot."""
    if isinstance(action, (Take, Discard)):
        return CIRCUIT, (action.space, 0)
    if isinstance(action, LochNess) and action.cell in {a.cell for a in legal if isinstance(a, Activate)}:
        return None
    if isinstance(action, MoveMember) and len({a.start for a in legal if isinstance(a, MoveMember)}) > 1:
        return None
    if isinstance(action, (PlaceTile, Activate, LochNess, MoveMember, Pay, PayMember, TakeCube)):
        return DISPLAY, (action.cell.x, action.cell.y)
    return None
