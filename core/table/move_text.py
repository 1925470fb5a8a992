"""Moves and parts of them as people read them at a table, in its language. Every face writes them like this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from ..base.errors import Unreadable
from ..draw.symbols import symbol_for
from ..rules.actions import Word
from ..rules.typed_moves import say_kind, say_unreadable
from . import lookup, narration
from .choosing import KIND, amounts, place, spot, turned, verb
from .face_texts import listed

if TYPE_CHECKING:
    from ..bots.sealed_plans import Plan
    from ..draw.model import Offer, Where
    from ..rules.actions import Action
    from ..rules.events import Event
    from ..rules.ruleset import Rules
    from ..text.phrases import Spoken
    from .chair import Chair
    from .choosing import ChoiceTarget
    from .preview import MovePreview


def spoken(chair: Chair) -> Spoken:
    """The words of the notation in the language of this seat."""
    return chair.view.rules.spoken(chair.lang)


def move(chair: Chair, action: Action) -> str:
    """The move as this chair may read it."""
    return chair.view.rules.say_move(action, chair.seat, chair.lang)


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
        return chair.view.rules.words.code(str(one.value), chair.lang)
    kinds = (
        [str(one.value)] if one.slot == KIND else dict.fromkeys(verb(offer.action) for offer in one.offers)
    )
    return " / ".join(map(words.verb, kinds)) + " ..."


def sentence(chair: Chair, offer: Offer, *, at_cursor: bool = False) -> str:
    """Return a choice for people who do not type: with what lies on its spots, and not how a tile is turned.

    The spot `at_cursor` goes without saying. A move of one word says what it does.
    """
    own, words, lang = spot(offer), chair.view.rules.words, chair.lang
    found, lead = [spoken(chair).verb(verb(offer.action))], ""
    for part in offer.action.parts[1:]:
        if isinstance(part, Word):
            lead = part.text if part.optional and lang == "en" else ""
            found += [] if part.optional else [words.name(part.text, lang)]
            continue
        value = getattr(offer.action, part.name)
        at, told = place(value), ""
        if at is None or own is None:
            told = "" if turned(value) else words.name(str(value), lang)
        elif not at_cursor or at != own[1]:
            told = lookup.titled(chair.show, (own[0], at))
        found += [lead, told] if told else []
        lead = ""
    return offer.said or alone(chair, offer.action) or " ".join(filter(None, found))


def told_apart(texts: Sequence[str], moves: Sequence[str]) -> list[str]:
    """Return texts of choices; those that read alike with the words in which their moves differ: `turn (r2)`."""
    found = []
    for text, own in zip(texts, moves, strict=True):
        alike = [other.split() for one, other in zip(texts, moves, strict=True) if one == text]
        apart = [word for word in own.split() if any(word not in other for other in alike)]
        found.append(f"{text} ({' '.join(apart)})" if apart else text)
    return found


def alone(chair: Chair, action: Action) -> str:
    """What a move of one word does, such as one that ends a step; "" for a move that names something."""
    return does(chair, action).partition(";")[0] if len(action.parts) == 1 else ""


def does(chair: Chair, action: Action) -> str:
    """What moves of this kind do, as a sentence without its end."""
    return say_kind(chair.view.rules, type(action), chair.lang).rstrip(".")


def thing(chair: Chair, offer: Offer) -> str:
    """Return what lies where the offer is about, in a row of things; "" if the move's own words say it, or elsewhere.

    Such as the tile that `take 4` takes.
    """
    where = spot(offer)
    if where is None or not chair.show.boards[where[0]].in_line:
        return ""
    name = lookup.titled(chair.show, where)
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
    """The error in the language of this seat."""
    said = say_unreadable(chair.view.rules, error, chair.lang)
    return Unreadable(said, spoken(chair).follows(error.expected))


def typed(chair: Chair, verbs: Sequence[str]) -> set[str]:
    """Everything that these first words of moves can be typed as."""
    words = spoken(chair)
    return {*verbs, *(word for word, meant in words.verbs.items() if meant in verbs)}


# -- the moves of a plan --------------------------------------------------------------------------------------------


def spot_of(chair: Chair, action: Action) -> Where | None:
    """The spot of a move that is possible now; None if it has none."""
    return next((spot(offer) for offer in chair.choosing.offers if offer.action == action), None)


def planned(chair: Chair, plan: Plan) -> str:
    """The moves of a plan in one sentence: `drop L18, price L33 2 and price L40 1`."""
    return listed(moves(chair, plan), chair.lang)


def marked(chair: Chair, plan: Plan, mark: str) -> str:
    """The moves of a plan in words, and how their spots are marked on the board, if they have any."""
    words, marks = planned(chair, plan), chair.texts("after.marked", mark=mark)
    return f"{words} {marks}" if any(spot_of(chair, action) is not None for action in plan) else words


# -- what a move does ------------------------------------------------------------------------------------------------


@attrs.frozen
class Effect:
    """Something that a move does, in words."""

    text: str
    icon: str = ""
    """The symbol of the points or of the thing; "" for none."""


def icons(rules: Rules) -> dict[str, str]:
    """Return the symbol of each score reason, as charts and cards have it."""
    return {one.key: one.icon or symbol_for(one.key) for one in rules.reasons}


def effects(chair: Chair, action: Action, whole: bool, beside: str = "") -> list[Effect]:
    """Return what a legal move would do, one thing after the other: points, those at the end, events, what it ends.

    The first few events of many, or all of them if it is to be `whole`; nothing if no effect is certain. The first
    event is left out if it says only what this text `beside` it says.
    """
    seen, rules = chair.foresee(action), chair.view.rules
    seats, lang = chair.table.seats, chair.lang
    drawn, looks = icons(rules), chair.show.looks
    lines = sorted(seen.lines, key=lambda line: line.seat != action.seat)
    each = [[line] for line in lines] if len(lines) <= narration.MANY else [lines]
    found = [
        Effect(narration.by_seat(rules, part, seats, action.seat, lang), drawn.get(part[0].reason, ""))
        for part in each
    ]
    ahead = narration.standing_by_seat(rules, seen.standing, seats, action.seat, lang)
    # The ends of others alone are too much for a line that is read at each step of the cursor.
    if any(whole or line.seat == action.seat for line in seen.at_end):
        changes = narration.by_seat(rules, seen.at_end, seats, action.seat, lang, ", ")
        counted = ahead and narration.totals(seen.at_end, len(seats)) == seen.standing
        apart = chair.texts("table.at_end", changes=changes) + _in_all(chair, seen)
        ahead = [f"{', '.join(ahead)} ({changes})"] if counted else [*ahead, apart]
    own = [line.reason for line in seen.at_end if line.seat == action.seat]
    found += [Effect(text, drawn.get(own[0], "") if own else "") for text in ahead]
    events = [event for event in seen.events if not narration.repeats(event, action)]
    events = events[1:] if events and beside and _says(chair, beside, events[0], action) else events
    most = len(events) if whole else narration.MANY
    for event in events[:most]:
        named = [str(value) for value in event.args.values()]
        icon = next((looks[one].icon for one in named if one in looks and looks[one].icon), "")
        found.append(Effect(rules.say_event(event, seats, chair.seat, lang), icon or symbol_for(event.key)))
    found += [Effect("...")] if len(events) > most else []
    found += [Effect(one.forgoes) for one in chair.choosing.left if one.action == action and one.forgoes]
    return [*found, Effect(chair.texts(f"table.{seen.ends}"))] if seen.ends else found


def _says(chair: Chair, text: str, event: Event, action: Action) -> bool:
    """True if the text or the notation of the move has everything that the event names."""
    words, lang, known = chair.view.rules.words, chair.lang, narration.named(action)
    values = {str(value) for name, value in event.args.items() if (name, value) != ("seat", action.seat)}
    strange = [value for value in values if value not in known]
    return not event.secret_key and all(
        not value.isdigit() and lookup.folded(words.name(value, lang)) in lookup.folded(text)
        for value in strange
    )


def _in_all(chair: Chair, seen: MovePreview) -> str:
    """Return what the seat would have in all if the game ended after the move, in brackets; "" if it is unsure."""
    end, seat = chair.ended(), chair.seat
    if (
        seat is None
        or chair.view.rules.counted()
        or seat in chair.show.hidden
        or any(seat == one for one, _ in end.unsure)
    ):
        return ""
    lines = [*seen.lines, *seen.at_end, *end.lines]
    total = chair.view.scores[seat] + sum(line.amount for line in lines if line.seat == seat)
    return f" ({chair.texts('table.in_all', total=total)})"
