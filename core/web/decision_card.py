"""The decision card: place and gain of the move under the cursor, its reasons, its amount, and its one button."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from ..base.html import Child, Html, inside, tag
from ..draw import html_parts
from ..draw.html_boards import picture
from ..draw.model import Ink
from ..table import choice_keys, cursor_info, lookup, move_text
from ..table.choosing import amounts_of, spot, unturned
from ..table.move_text import Effect
from .page_words import words_of
from .thoughts import hinted

if TYPE_CHECKING:
    from ..draw.model import Offer, Plate, Show
    from ..rules.actions import Action
    from ..table.choice_cursor import ChoiceCursor
    from .page_session import PageSession


def choices(session: PageSession) -> Html:
    """Return what can be picked without a spot, each with its letter."""
    choice = session.choice
    if choice is None or not choice.listed:
        return Html("")
    chair, words = session.chair, words_of(session)
    buttons, kinds = [], {type(one.action) for target in choice.listed for one in target.offers}
    typed = [move_text.target(chair, target).removesuffix(" ...") for target in choice.listed]
    texts = [
        move_text.sentence(chair, target.offers[0]) if target.action is not None else text
        for target, text in zip(choice.listed, typed, strict=True)
    ]
    texts = move_text.told_apart([words(text, session.seat, move=True) for text in texts], typed)
    for n, (label, target, text) in enumerate(zip(choice.labels, choice.listed, texts, strict=False)):
        at = spot(target.offers[0]) if len({*map(spot, target.offers)}) == 1 else None
        one = target.offers[0]
        key, cls = tag("kbd", label, aria_hidden="true"), "option" + (" here" if choice.line == n else "")
        about = f"{at[0]},{at[1][0]},{at[1][1]}" if at is not None else None
        told = tag("span", text, _does(session, one) if len(kinds) > 1 else None)
        buttons.append(tag("button", key, " ", told, cls=cls, data_line=n, data_about=about))
    return inside(buttons)


def _does(session: PageSession, offer: Offer) -> Html | None:
    """What moves of this kind do, below a choice between several kinds that does not say it."""
    if offer.said or move_text.alone(session.chair, offer.action):
        return None
    return tag("small", move_text.does(session.chair, offer.action))


def move(session: PageSession) -> Html:
    """The move under the cursor, what it would bring, and what can be done with it."""
    choice, said, words = session.choice, session.said, words_of(session)
    if choice is None:
        text = words(session.message, session.seat)
        return inside(tag("p", text, cls="words") if text else None, _hand_over(session))
    choice.judge()
    if session.message:
        first = _hint(session) or _said(session)
    elif choice.action is None:
        key = "web.rest" if choice.nowhere else "web.pick" if choice.picks else "web.nothing"
        told = cursor_info.without(choice) if choice.choosing.routine and choice.nowhere else said(key)
        place = words.place(choice.where) if choice.where is not None else ""
        told = words(told, session.seat, move=True)
        first = inside(tag("h2", place) if place else None, tag("p", told, cls="words dim"))
    else:
        first = _brings(session, choice, choice.action)
    alone = "" if session.table.alone is None else ".solo"
    asks = tag("p", said(f"web.final{alone}"), cls="final") if choice.pending is not None else None
    if asks is None and _final(choice):
        asks = tag("p", said(f"web.stands{alone}"), cls="words dim")
    known = cursor_info.known(session.chair, choice.where) if choice.where is not None else []
    under = lookup.spot_at(session.chair.show, choice.where)
    name = f"{under.called}: " if under is not None else ""
    known = [words(text.removeprefix(name), session.seat) for text in known]
    facts = [tag("summary", said("web.more")), tag("p", "; ".join(filter(None, known)))]
    about = tag("details", facts, cls="known") if any(known) else None
    buttons = tag("div", _buttons(session, choice), about, cls="buttons")
    return inside(first, asks, _forms(session, choice), buttons)


def _hand_over(session: PageSession) -> Html | None:
    """A button for those who share one device, if it is another's turn."""
    table, seats = session.table, session.served.seats
    seat = next((seat for seat in table.to_act if seat in seats and seat in table.people), None)
    if session.seat is None or session.trial is not None or seat is None or table.over:
        return None
    said, who = session.said, table.seats[seat]
    texts = {"data_text": said("browser.curtain", who=who), "data_label": said("browser.here", who=who)}
    return tag(
        "p", tag("button", said("browser.hand_over", who=who), cls="main", data_turn=seats[seat], **texts)
    )


def _said(session: PageSession) -> Html:
    text, cls = words_of(session)(session.message, session.seat), "words alarm" if session.alarm else "words"
    return tag("p", text, cls=cls, role="alert")


def _hint(session: PageSession) -> Html | None:
    """The hint, if that was said last: what to do and why, what is as good, and the rule of thumb, each in a line."""
    choice = session.choice
    if choice is None or choice.action is None or not session.chair.advised:
        return None
    text = hinted(session)[1]
    if str(text) != session.message:
        return None
    words = partial(words_of(session), seat=session.seat)
    lines = filter(None, (" ".join(text.why), " ".join(text.other), text.thumb))
    told = tag("ul", [tag("li", words(line)) for line in lines], cls="reasons")
    hint = tag("div", tag("p", words(text.do), cls="words"), told, cls="hinted", role="alert")
    return inside(hint, _brings(session, choice, choice.action))


def _brings(session: PageSession, choice: ChoiceCursor, action: Action) -> Html:
    """The place and the move in words, the own points as a figure, and a line for each thing that it does."""
    chair, words, why = session.chair, words_of(session), cursor_info.refusal(choice)
    place = words.place(choice.where) if choice.where is not None and choice.line is None else ""
    seen = chair.foresee(action) if not why else None
    now, end = (
        [line.amount for line in lines if line.seat == chair.seat]
        for lines in ((seen.lines, seen.at_end) if seen is not None else ((), ()))
    )
    gain = None
    # What is paid now and costs points only at the end is no headline, but a line below it.
    if now or sum(end) > 0:
        own, later = (sum(now), "") if now else (sum(end), " later")
        cls = ("figure" if own >= 0 else "figure less") + later
        gain = tag("span", f"{own:+d}".replace("-", "\u2212"), cls=cls, aria_hidden="true")
    lines = [tag("li", words(why, session.seat))] if why else [*_reasons(session, choice, action, place)]
    offer = choice.offer
    text = move_text.sentence(chair, offer) if offer is not None else cursor_info.move_words(choice)
    return inside(
        tag("h2", tag("span", place or words(text, session.seat, move=True)), gain),
        tag("ul", lines, cls="reasons refused" if why else "reasons"),
    )


def _reasons(session: PageSession, choice: ChoiceCursor, action: Action, place: str) -> Iterator[Html]:
    """Yield what is printed at the choice's spot, what the move does, and what the game says of the spot."""
    chair, offer, words, here = session.chair, choice.offer, words_of(session), session.said("web.place.of")
    show, where = chair.show, spot(offer) if offer is not None else None
    there = lookup.spot_at(show, where)
    told = chair.told(
        action, whole=choice.pending is not None or _final(choice), beside=f"{show.asks} {place}"
    )
    more = cursor_info.joined(chair, offer)[:2]
    facts = chair.about(where).facts if where is not None else ()
    for fact in facts:
        sign = html_parts.ink(show, Ink("", fact.role)) if fact.role else None
        yield _reason(sign, fact.text, [[" ", html_parts.ink(show, one)] for one in fact.inks])
    printed = there.picture.plates if there is not None and there.picture is not None else ()
    apart = there is not None and where is not None and (there.blank or show.boards[where[0]].in_line)
    plates = {
        one.said: one for one in printed if one.said and lookup.folded(one.said) not in lookup.folded(place)
    }
    if plates and (apart or not told):
        each = [tag("span", _signs(show, one), " ", words(said)) for said, one in plates.items()]
        yield tag("li", each, cls="plates")
    if not (told or plates or more or facts) and (nothing := chair.nothing(action)):
        told = [Effect(nothing)]
    for effect in told:
        text = words(effect.text, session.seat)
        if text != "..." and here not in text:  # the title says what is done at this spot
            yield _reason(html_parts.symbol(effect.icon) if effect.icon else None, text)
    for region in more:
        text = session.said("table.after", region=cursor_info.region_said(chair, region))
        yield _reason(None, words(text, session.seat))


def _reason(sign: Html | None, *said: Child) -> Html:
    """A reason with the symbols before it, which say the same."""
    return tag("li", tag("span", sign, cls="signs", aria_hidden="true") if sign else None, tag("span", said))


def _signs(show: Show, one: Plate) -> Html | None:
    """The symbols of a plate; None if it has none, so that its words say it all."""
    inks = (*one.pay, *([Ink("\u2192")] if one.pay and one.get else []), *one.get)
    if not any(ink.role in show.looks and show.looks[ink.role].icon for ink in inks):
        return None
    drawn = html_parts.ink(show, Ink("", "get" if one.get else "pay", inks=inks))
    return tag("span", drawn, cls="signs", aria_hidden="true")


def _forms(session: PageSession, choice: ChoiceCursor) -> Html | None:
    """The amounts that the move can have, and the other moves at this spot: of a tile that can be turned, one."""
    rows = []
    amounts = choice.amounts()
    if amounts:
        at = next((n for n, one in enumerate(amounts) if one is choice.offer), 0)
        rows.append(_amount(session, [amounts_of(one.action)[-1] for one in amounts], at))
    kinds: dict[Any, tuple[int, Offer]] = {}
    for n, offer in enumerate(choice.forms):
        if offer is choice.offer:  # of its kind it is the one that would be played
            kinds[unturned(offer.action)] = n, offer
        kinds.setdefault(unturned(offer.action), (n, offer))
    if len(kinds) > 1 and not choice.picks and choice.line is None:
        under = unturned(choice.offer.action) if choice.offer is not None else None
        several = len({type(one.action) for _, one in kinds.values()}) > 1
        offers = [one for _, one in kinds.values()]
        code, lang = session.chair.view.rules.words.code, session.chair.lang
        typed = [" ".join(code(word, lang) for word in unturned(one.action)) for one in offers]
        texts = move_text.told_apart([_form_text(session, one) for one in offers], typed)
        made = [
            _form(session, n, one, text, unturned(one.action) == under, several)
            for (n, one), text in zip(kinds.values(), texts, strict=True)
        ]
        rows.append(tag("p", made, cls="buttons forms"))
        one = next(one for _, one in kinds.values())
        rows += [tag("p", _does(session, one), cls="dim")] if not several and one.piece is None else []
    return inside(rows) if rows else None


def _amount(session: PageSession, values: list[int], at: int) -> Html:
    """A field between less and more, and a slider where there are many; the script sends the number of a value."""
    said, name = session.said, session.said("table.do.amount")
    less = tag("button", "\u2212", data_key="-", aria_label=said("table.do.less"), disabled=at == 0)
    more = tag("button", "+", data_key="+", aria_label=said("table.do.more"), disabled=at + 1 == len(values))
    own = {"aria_label": name, "name": "amount"}
    field = tag("input", type="number", value=values[at], min=values[0], max=values[-1], **own)
    slider = tag("input", type="range", value=at, min=0, max=len(values) - 1, **own)
    every = [less, field, more, slider] if len(values) > 3 else [less, field, more]
    return tag("div", every, cls="amount", data_values=",".join(map(str, values)))


def _form_text(session: PageSession, offer: Offer) -> str:
    """What a move among others at one spot reads like: the piece that it takes, or else a sentence."""
    chair, words = session.chair, words_of(session)
    if offer.piece is not None and lookup.spot_at(chair.show, offer.piece) is not None:
        return words.place(offer.piece)
    return words(move_text.sentence(chair, offer, at_cursor=True), session.seat, move=True)


def _form(session: PageSession, n: int, offer: Offer, text: str, here: bool, several: bool) -> Html:
    """A move among others at one spot, of `several` kinds or of one, with the piece that it takes."""
    show, piece, said, drawn = session.chair.show, offer.piece, text, None
    if piece is not None and (held := lookup.spot_at(show, piece)) is not None:
        drawn = picture(show, attrs.evolve(show.boards[piece[0]], spots=[held]))
        said = tag("span", text, cls="aloud")
    chosen = {"cls": "here" if here else None, "aria_pressed": str(here).lower()}
    told = tag("span", said, _does(session, offer) if several else None)
    return tag("button", drawn, told, data_form=n, **chosen)


def _buttons(session: PageSession, choice: ChoiceCursor) -> list[Html]:
    """Buttons for the keys that mean something now."""
    said = session.said
    found = []
    if choice.pending is not None:
        found.append(_key("enter", said("table.do.confirm"), "main"))
        return [*found, _key("escape", said("table.do.back"))]
    if not choice.nowhere or choice.choosing.routine:  # the way out has a button of its own among the choices
        does = choice_keys.does(choice, "enter")
        key = "do" if _final(choice) else "enter"
        found.append(_key(key, said(f"table.do.{does}"), "" if does == "why_not" else "main"))
    if _turns(choice):
        found.append(_key("r", said("table.do.turn")))
    if choice.choosing.picked or choice.refused is not None:
        found.append(_key("escape", said("table.do.back")))
    return found


def _final(choice: ChoiceCursor) -> bool:
    """True if the card shows a move that could not be taken back, so that its button need not ask again."""
    action = choice.action if choice_keys.does(choice, "enter") == "enter" else None
    return action is not None and choice.chair.table.confirm and choice.chair.final(action)


def _turns(choice: ChoiceCursor) -> bool:
    """True if the tile under the cursor lies here in several rotations."""
    if choice.offer is None or choice.line is not None:
        return choice.turns
    return sum(unturned(one.action) == unturned(choice.offer.action) for one in choice.forms) > 1


def _key(key: str, text: str, cls: str = "") -> Html:
    return tag("button", text, data_key=key, cls=cls or None)
