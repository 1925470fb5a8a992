"""Tiles as pictures: what one is, what it costs, what it gives once, and what it does each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.authoring import Ink, Picture, Plate

from ..actions import Take
from ..files import RESOURCES
from ..printed import ANY
from .tiles import LOOKS, ladder

if TYPE_CHECKING:
    from ..printed import Deal, Kind
    from .sight import Sight
    from .tiles import Wording

PLACES = {"wood": "forest", "stone": "quarry", "sheep": "meadow", "cattle": "pasture", "grain": "field"}
"""By what it produces, the role of a tile."""
LINE = 3
"""Prizes of a fair in one line."""


def picture(
    words: Wording, kind: Kind, placed: bool = False, badge: str = "", lacks: Sequence[Ink] = ()
) -> Picture:
    """The tile as a picture; once it is placed, without its cost and what it gave at once."""
    what = kind_role(kind)
    return Picture(
        what=what,
        title=words.name(kind.id) if kind.card is not None or not what else "",
        plates=tuple([*(() if placed else market(words, kind)), *each(words, kind)]),
        badge=badge,
        lacks=tuple(lacks),
    )


def kind_role(kind: Kind) -> str:
    """The role of what a tile is; "" for a kind of a module that has no symbol."""
    if kind.each.does == "produce" and kind.each.cube != ANY:
        return PLACES[RESOURCES[kind.each.cube]]
    return kind.kind if kind.kind in LOOKS else ""


def good(resource: int, number: int = 1) -> tuple[Ink, ...]:
    """So many cubes, one by one, of a resource or of any kind."""
    return (
        Ink("?", "any") if resource == ANY else Ink(RESOURCES[resource][0], RESOURCES[resource]),
    ) * number


def goods(numbers: Sequence[int]) -> tuple[Ink, ...]:
    """Cubes by resource, one by one."""
    return tuple(ink for resource, number in enumerate(numbers) for ink in good(resource, number))


def costs(kind: Kind) -> tuple[Ink, ...]:
    """What a tile costs."""
    paid = kind.cost
    barrels, members = (Ink("b", "barrel"),) * paid.whisky, (Ink("m", "member"),) * paid.member
    return (*goods(paid.cubes), *good(ANY, paid.different), *barrels, *members)


def market(words: Wording, kind: Kind) -> Iterator[Plate]:
    """What a tile costs, and what it gives once."""
    if not kind.cost.free:
        yield Plate(pay=costs(kind), said=words.cost(kind), corner="sw")
    card = kind.card
    once = (Ink("m", "member"),) * kind.once.member + (Ink("b", "barrel"),) * kind.once.whisky
    if card is not None:
        once += (Ink("*", "card"),) + (Ink("^", "bonnet"),) * min(card.bonnets, 2 if once else 3)
    if once:
        yield Plate(get=once, said=words.once(kind), corner="ne")


def each(words: Wording, kind: Kind) -> Iterator[Plate]:
    """What a tile does each time, one line for each exchange."""
    what, said = kind.each, words.each(kind)
    if what.does == "produce":
        yield Plate(get=good(what.cube), said=said)
    elif what.does == "move":
        yield Plate(get=(Ink(">", "move"),) * what.movement, said=said)
    elif what.does == "score":
        yield Plate(get=(Ink(str(what.vp), "vp"),), said=said)
    elif what.does == "different":
        stars = [Ink(str(points), "vp") for points in ladder(kind)]
        yield Plate(pay=good(ANY), get=tuple(stars[:LINE]), said=said)
        if stars[LINE:]:
            yield Plate(get=tuple(stars[LINE:]), said=said)
    elif what.does == "any":
        yield Plate(pay=good(ANY, sum(what.deals[0].give)), get=prize(what.deals[0]), said=said)
    else:
        yield from (
            Plate(pay=goods(deal.give), get=prize(deal), said=words.deal(deal)) for deal in what.deals
        )
    if kind.sign:
        yield Plate(get=(Ink(kind.sign),), said=words.effect(kind))


def prize(deal: Deal) -> tuple[Ink, ...]:
    """What an exchange brings."""
    return (Ink(str(deal.vp), "vp"),) if deal.vp else (Ink("b", "barrel"),) * deal.whisky


def does(kind: Kind) -> Ink:
    """What a tile does, as one symbol: the good that it makes, or else what it is."""
    if kind.each.does == "produce":
        return good(kind.each.cube)[0]
    role = "move" if kind.each.does == "move" else kind_role(kind)
    return Ink(kind.kind[:1], role) if role else Ink(kind.sign or kind.kind)


LACKS = {
    "no_member_to_pay": "member",
    "no_barrel": "barrel",
    "cannot_pay": "coin",
    "no_spot": "tile",
    "oich_and_ness": "loch",
}
"""By refusal, the role of what is missing."""


def lacking(sight: Sight, space: int, seat: int) -> tuple[Ink, ...]:
    """What the seat lacks to take the tile so many spaces ahead, from the rules' own refusals."""
    step: Any = sight.view.rules.nodes[sight.view.stack[-1][0]]
    found: dict[str, Ink] = {}
    for reason in step.why_not(sight.view, Take(seat, space)):
        role = str(reason.args["kind"]) if reason.key == "sold_out" else LACKS.get(reason.key, "")
        if role:
            found.setdefault(role, Ink("-", role))
    return tuple(found.values())
