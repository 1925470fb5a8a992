"""Moves and parts of them as people read them at a table, in its language. Every face writes them like this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..base.errors import Unreadable
from ..rules.actions import Word
from ..rules.typed_moves import say_unreadable
from . import lookup
from .choosing import KIND, amounts, spot, verb

if TYPE_CHECKING:
    from ..draw.model import Offer
    from ..rules.actions import Action
    from ..text.phrases import Spoken
    from .chair import Chair
    from .choosing import ChoiceTarget


def spoken(chair: Chair) -> Spoken:
    """The words of the notation in the table's language."""
    return chair.view.rules.spoken(chair.table.lang)


def move(chair: Chair, action: Action) -> str:
    """The move as this chair may read it."""
    return chair.view.rules.say_move(action, chair.seat, chair.table.lang)


def moves(chair: Chair, actions: Iterable[Action]) -> list[str]:
    """The moves as this chair may read them."""
    return [move(chair, action) for action in actions]


def target(chair: Chair, one: ChoiceTarget) -> str:
    """Return what can be picked: a move, or a part of several with dots."""
    if one.action is not None:
        return move(chair, one.action)
    if one.slot is None and one.where is None:  # they differ in an amount
        return f"{move(chair, one.offers[0].action)}  [{amounts(one.offers)}]"
    words = spoken(chair)
    if one.slot is not None and one.slot != KIND:
        return chair.view.rules.words.code(str(one.value), chair.table.lang)
    kinds = (
        [str(one.value)] if one.slot == KIND else dict.fromkeys(verb(offer.action) for offer in one.offers)
    )
    return " / ".join(map(words.verb, kinds)) + " ..."


def thing(chair: Chair, offer: Offer) -> str:
    """Return what lies where the offer is about, in a row of things; "" if the move's own words say it, or elsewhere.

    Such as the tile that `take 4` takes.
    """
    where, boards = spot(offer), chair.show.boards
    if where is None or not boards[where[0]].in_line:
        return ""
    name = next(lookup.thing(one) for one in boards[where[0]].spots if one.at == where[1])
    said = lookup.folded(move(chair, offer.action)).split()
    return "" if any(word in said for word in lookup.folded(name).split()) else name


def pattern(chair: Chair, kind: type[Action]) -> str:
    """A notation for people: `place [TILE] [on] [at] CELL`; in other languages without English words to leave out."""
    words = spoken(chair)
    found: list[str] = []
    for part in kind.parts:
        if not isinstance(part, Word):
            text = words.slot(part.name)
        elif part.optional and words.lang != "en":
            continue
        else:
            text = words.verb(part.text)
        found.append(f"[{text}]" if part.optional else text)
    return " ".join(found)


def unreadable(chair: Chair, error: Unreadable) -> Unreadable:
    """The error in the table's language."""
    said = say_unreadable(chair.view.rules, error, chair.table.lang)
    return Unreadable(said, spoken(chair).follows(error.expected))


def typed(chair: Chair, verbs: Sequence[str]) -> set[str]:
    """Everything that these first words of moves can be typed as."""
    words = spoken(chair)
    return {*verbs, *(word for word, meant in words.verbs.items() if meant in verbs)}
