"""The initial cursor: it preselects a move only where playing it by mistake does no harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import typed_choice
from .choosing import Choosing, slots, spot

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

    If something must be done, that is the first move. If there is a way out, it is that one where the step names it
    first. Otherwise every move is an extra, which the person may not want or may lose by; then Enter goes to the way
    out, which says what it gives up. Moves that are routine come before all others: Enter plays them together, wherever
    their spots are.
    """
    if not choosing.left or choosing.routine:
        return None
    first, out = choosing.left[0], way_out(choosing)
    return first if out is None or type(out.action) is type(first.action) else None


def way_out(choosing: Choosing) -> Offer | None:
    """The way out of a choice in this order: the move that does nothing more, such as end or pass; None without one.

    It takes no words besides its verb and is about no spot; of several such moves, the step names it last.
    """
    found = [offer for offer in choosing.left if not slots(offer.action) and spot(offer) is None]
    return found[-1] if found else None
