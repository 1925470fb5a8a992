"""Mission cards as goals: what they count, what everybody has of it, what they would bring now."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tilewright.authoring import Goal

from ..missions import amounts, meeting, points
from ..settlements import influence
from .goal_pictures import picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.authoring import View

    from ..printed import Printed
    from .board import Wording


def goals(view: View, wording: Wording) -> Iterator[Goal]:
    """Yield the viewer's mission cards, equal ones once."""
    printed: Printed = view.rules.data
    seat = view.seat
    assert seat is not None
    for number, copies in Counter(view.missions[seat]).items():
        card = printed.missions[number]
        each = points(view.options, card)
        note = wording.say("no_condition") if card.kind == "unconditional" else ""
        if copies > 1:
            note = wording.say("goal_times", count=copies, points=each)
        yield Goal(
            title=begun(wording.name(card.id)),
            said=wording.text(card.id),
            picture=picture(printed, card, seat),
            worth=str(copies * each),
            amounts=dict(enumerate(amounts(view, card))) if card.kind == "most" else {},
            met=meeting(view, card)[seat],
            note=note,
        )


def begun(text: str) -> str:
    """Return a text with a capital letter, as titles have it."""
    return text[:1].upper() + text[1:]


def if_ended(view: View, seat: int) -> dict[str, int]:
    """Return what a seat would have if the game ended now, by source, without what the viewer cannot know."""
    printed: Printed = view.rules.data
    own = view.missions[seat] if seat == view.seat else []
    cards = [printed.missions[number] for number in own]
    met = [points(view.options, card) for card in cards if meeting(view, card)[seat]]
    found = {"points": view.scores[seat], "castle": 0, "settlement": 0, "missions": 0}
    if not view.over:
        found["castle"] = view.options.castle * view.castles.count(seat)
        found["settlement"] = sum(
            influence(view, number)[0][seat] * view.options.unfinished_symbol
            for number, gaps in enumerate(view.gaps)
            if gaps
        )
        found["missions"] = sum(met)
    return found
