"""The initial cursor: it preselects a move only where playing it by mistake does no harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import typed_choice
from .choosing import Choosing, slots

if TYPE_CHECKING:
    from ..draw.model import Offer
    from .chair import Chair


def ordered(chair: Chair) -> Choosing:
    """The choice at hand, with the kinds of move in the order in which the waiting step names them.

    A step names what it is about first, and what can be done besides last.
    """
    offers = chair.choosing.offers
    if len({type(offer.action) for offer in offers}) < 2:
        return chair.choosing
    kinds = typed_choice.own(chair)
    places = {kind: n for n, kind in enumerate(kinds)}
    return Choosing(tuple(sorted(offers, key=lambda offer: places.get(type(offer.action), len(kinds)))))


def resting(choosing: Choosing) -> Offer | None:
    """The move that the cursor begins on, of a choice in this order; None if the person has to point at one first.

    If something must be done, that is the first move. If there is a way out (one move that takes no words besides its
    verb: end, pass), it is that one where the step names it first. Otherwise every move is an extra, which the person
    may not want or may lose by; then Enter goes to the way out, which says what it gives up. Moves that are routine
    come before all others: Enter plays them together, wherever their spots are.
    """
    if not choosing.left or choosing.routine:
        return None
    first = choosing.left[0]
    kinds = {type(offer.action) for offer in choosing.left}
    ways_out = {type(offer.action) for offer in ways(choosing)}
    if len(kinds) == 1 or not ways_out or ways_out == {type(first.action)}:
        return first
    return None


def ways(choosing: Choosing) -> list[Offer]:
    """The ways out of a choice: moves that take no words besides their verb."""
    return [offer for offer in choosing.left if not slots(offer.action)]
