"""Mission cards as goals: what they count, what everybody has of it, what they would bring now."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tilewright.authoring import Goal

from ..missions import METRICS, amounts, counted, meeting, points
from ..settlements import influence
from .goal_pictures import picture

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tilewright.authoring import Hex, Rules, View

    from ..files import Mission
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
            where=tuple((0, (at.q, at.r)) for at in where(view.rules, card)),
        )


def where(rules: Rules, card: Mission) -> Sequence[Hex]:
    """Return the castles or fields that the card is about; none where it is about all fields, or no certain ones."""
    printed: Printed = rules.data
    if card.kind == "control_any":
        castles = rules.things["castle"].numbers
        return [printed.castles[castles[code]].hex for code in card.castles]
    if card.metric == "castles_controlled":
        sites = zip(printed.castles, printed.castle_areas, strict=True)
        return [site.hex for site, area in sites if card.area in ("", area)]
    meant = METRICS[card.metric].where if card.metric else None
    cells = counted(meant, rules, card.area) if meant is not None else ()
    return [printed.hexes[cell] for cell in cells] if len(cells) < len(printed.hexes) else []


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
