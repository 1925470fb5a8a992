"""Information at the cursor: what a move brings or why it is refused, and what is known of its spot.

All faces share these texts. Some take a while to compute, so faces move the cursor first and ask for them then.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import UsageError
from ..draw.show_sentences import spot_said
from ..rules.actions import Reason
from . import lookup, move_text, preview, rule_search
from .choosing import alike, amounts, form, slots, spot
from .face_texts import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..bots.sealed_plans import Plan
    from ..draw.about import Region
    from ..draw.model import At, Offer, Spot, Where
    from ..rules.actions import Action, Refusal
    from .chair import Chair
    from .choice_cursor import ChoiceCursor
    from .choosing import Choosing


# -- the move under the cursor ---------------------------------------------------------------------------------------


def move_words(choice: ChoiceCursor) -> str:
    """The move, which of several at this spot it is, and the amounts that it could have; "" without a move."""
    action, said = choice.action, choice.chair.texts
    if action is None:
        return ""
    text, forms = move_text.move(choice.chair, action), choice.forms
    if choice.line is None and len(forms) > 1 and choice.offer is not None and choice.refused is None:
        at = next((n for n, one in enumerate(forms) if form(one.action) == form(action)), 0)
        text += f"  ({said('table.which', n=at + 1, of=len(forms))})"
    several = choice.amounts()
    if several:
        text += f"  [{amounts(several)}]"
    return text


def without(choice: ChoiceCursor) -> str:
    """Return what can be done while no move is under the cursor."""
    said, chair = choice.chair.texts, choice.chair
    if choice.where is not None and choice.astray:
        barred = chair.reasons(bars(chair, choice.where, choice.choosing))
        return f"{lookup.titled(chair.show, choice.where)}: {'; '.join(barred)}"
    if not choice.nowhere:
        return said("table.pick")
    if choice.choosing.routine:
        return said("table.routine", moves="; ".join(move_text.moves(chair, choice.choosing.routine)))
    out = choice.way_out
    return said("table.rest") + (f" {said('table.leads', move=move_text.move(chair, out))}" if out else "")


def refusal(choice: ChoiceCursor) -> str:
    """Return why the move under the cursor is refused; "" if it is legal, or there is none."""
    choice.judge()
    return "; ".join(choice.chair.reasons(choice.refused[1])) if choice.refused is not None else ""


def brings(choice: ChoiceCursor) -> str:
    """The move with what it would bring, or why it is refused; without a move, what can be done.

    In a match without previews it is the move alone. While a final move awaits confirmation, it is everything that the
    move does.
    """
    why = refusal(choice)
    if choice.action is None:
        return without(choice)
    told = why or choice.chair.said(choice.action, whole=choice.pending is not None)
    return f"{move_words(choice)}: {told}" if told else move_words(choice)


FEW = 12
"""Most moves that are tried at a place, and places that are named."""


@attrs.frozen
class Ghost:
    """The spots that a move fills or empties as they would look after it."""

    where: Where
    spots: tuple[Spot, ...]
    """The one of the move first; none if that is not certain."""
    vacated: tuple[Spot, ...] = ()
    """The spots that it empties."""
    refused: bool = False
    """The move is refused here; the spot is that of a legal one which is turned alike."""


def ghost(choice: ChoiceCursor) -> Ghost | None:
    """The tile as it would lie; a refused one as it would lie elsewhere. None if there is nothing to be shown."""
    choice.judge()
    chair, where = choice.chair, choice.where
    there = lookup.spot_at(chair.show, where)
    if choice.astray and there is not None and not there.blank:
        return None  # a ghost would hide what lies there
    if choice.refused is not None and where is not None:
        action = choice.refused[0]
        if where not in places(chair, action):
            return None  # the move was typed, and is about another place or none
        own, offers = _pieces(chair, action), choice.choosing.offers
        like = next((o for o in offers if alike(o.action, action) and _pieces(chair, o.action) == own), None)
        return Ghost(where, _moved(chair.ghost(like) if like is not None else (), where[1]), refused=True)
    at = spot(choice.offer) if choice.offer is not None else None
    if choice.offer is None or at is None:
        return None
    spots = chair.ghost(choice.offer)
    return Ghost(at, spots, preview.vacated(chair.after(choice.offer.action), choice.offer) if spots else ())


def _moved(spots: tuple[Spot, ...], to: At) -> tuple[Spot, ...]:
    """Return the spots with the first one at this place."""
    found = [
        (spot, spot.at[0] - spots[0].at[0] + to[0], spot.at[1] - spots[0].at[1] + to[1]) for spot in spots
    ]
    return tuple(attrs.evolve(spot, at=(x, y)) for spot, x, y in found)


def _pieces(chair: Chair, action: Action) -> set[str]:
    """The kinds of piece that the action names."""
    known = {name for names in chair.view.rules.pieces.values() for name in names}
    return {
        value for name in slots(action) if isinstance(value := getattr(action, name), str) and value in known
    }


# -- the spot under the cursor ---------------------------------------------------------------------------------------


def named(chair: Chair, name: str) -> list[Where]:
    """The places of this coordinate or name on the table, or else of what lies there or is drawn there."""
    grids = [n for n, board in enumerate(chair.show.boards) if not board.in_line]
    if grids and lookup.COORDINATE.fullmatch(lookup.folded(name)):
        x, y = map(int, name.split(","))
        return [(grids[0], (x, y))]
    return [*dict.fromkeys(where for show in chair.named for where, _ in lookup.spots(show, name))]


def there(chair: Chair, where: Where | None) -> list[str]:
    """Return what lies at the place, in one sentence; nothing if there is nothing to say."""
    found = lookup.spot_at(chair.show, where)
    return [spot_said(found)] if found is not None and found.said else []


def known(chair: Chair, where: Where | None) -> list[str]:
    """Return what is known of the place, one sentence each: what lies there, its regions, the tiles that could fit."""
    if where is None:
        return []
    about = chair.about(where)
    texts = [*there(chair, where), *(region_said(chair, region) for region in about.regions)]
    if about.fits is not None:
        texts.append(chair.texts("table.fits", n=about.fits[0], of=about.fits[1]))
    return [*texts, *(one.word for one in about.facts)]


def joined(chair: Chair, offer: Offer | None) -> list[Region]:
    """The regions that a choice surely makes or joins, the largest first; none in a match without previews."""
    if offer is None or chair.table.help_level == "none" or not chair.drawn(offer):
        return []
    return preview.joined(chair.after(offer.action), offer)


def goals_after(chair: Chair, offer: Offer | None) -> dict[str, dict[int, int]]:
    """What goals, "panel|goal", would say of each seat after a choice, where that surely changes; none as above."""
    if offer is None or chair.table.help_level == "none" or not any(one.goals for one in chair.show.panels):
        return {}
    return preview.goals_after(chair.after(offer.action))


def alight(chair: Chair, where: Where | None, offer: Offer | None = None) -> frozenset[Where]:
    """The spots that light up together: the largest region of the place, and the one that the choice makes or joins."""
    if where is None:
        return frozenset()
    regions = [*chair.about(where).regions[:1], *joined(chair, offer)[:1]]
    return frozenset((where[0], at) for region in regions for at in region.spots)


def region_said(chair: Chair, region: Region) -> str:
    """A region in words: its name, who holds it, its points and what they can become."""
    said, texts = chair.texts, [region.name]
    if region.holder is not None:
        texts.append(region.holder.said or region.holder.text)
    if region.points is not None:
        texts.append(said("table.points", n=region.points))
    if region.possible is not None and region.possible != region.points:
        texts.append(said("table.possible", n=region.possible))
    if region.note:
        texts.append(region.note)
    return ", ".join(texts)


# -- why nothing can be done at a place -----------------------------------------------------------------------------


def why_not(chair: Chair, where: Where, choosing: Choosing | None = None) -> Refusal | None:
    """Return the refusal of the move that comes closest to using this place; None if it can be used, or none does.

    Those that are tried are `About.tries`; if there are none, moves that are possible on this board and agree with
    what has been picked, as they are when `moved` here. It is `untimely` if the step at hand takes none of them.
    """
    choosing, about = choosing or chair.choosing, chair.about(where)
    if where in choosing.spots or about.barred:
        return None
    near = [offer.action for offer in choosing.left if offer.board == where[0]][:FEW]
    tried = about.tries or [one for action in near if (one := moved(chair, action, where)) is not None]
    found = [refused for one in tried if (refused := chair.refused(one)) is not None]
    return min(found, key=lambda one: one.untimely if about.tries else len(one.reasons), default=None)


def bars(chair: Chair, where: Where, choosing: Choosing | None = None) -> Sequence[Reason]:
    """Return why nothing can be done at a place, () if something can.

    That is `About.barred`, the reasons of `why_not`, or else what can be chosen, with the step's first rule.
    """
    choosing, barred, game = choosing or chair.choosing, chair.about(where).barred, chair.view.rules.game
    if where in choosing.lit or barred:
        return barred if where not in choosing.lit else ()
    refused = why_not(chair, where, choosing)
    if refused is not None:
        return refused.reasons
    if not chair.acts:
        return (Reason("game_is_over" if chair.table.over else "not_your_turn", game.turn_rule),)
    found = lookup.spot_at(chair.show, where)
    here = found.called if found is not None else f"{where[1][0]},{where[1][1]}"
    held = [one for one in choosing.left if one.piece == where or here in str(one.action).split()]
    of, boards = {spot(offer) for offer in held or choosing.left}, chair.show.boards
    every = ((n, board.title, one) for n, board in enumerate(boards) for one in board.spots)
    lit = [f"{title} {one.called}".strip() for n, title, one in every if (n, one.at) in of]
    named = "; ".join(lit[:FEW]) + " ..." * (len(lit) > FEW)
    said = {"asks": chair.show.asks or chair.show.title, "places": named, "here": here}
    rule = next(iter(rule_search.of_decision(chair)), game.order_rule or game.turn_rule)
    return (Reason("nowhere" if not lit else "goes_with" if held else "elsewhere", rule, said),)


def moved(chair: Chair, action: Action, where: Where) -> Action | None:
    """The same action at another place, legal or not; None if none of its slots says where it is.

    In a chain or row that is a slot which names the spot in all moves of this kind, or counts the way to it.
    """
    own = _cells(chair, action, where[0])
    if own:
        return attrs.evolve(action, **{own[-1]: type(getattr(action, own[-1]))(*where[1])})
    boards = [board for n, board in enumerate(chair.show.boards) if n == where[0] and board.in_line]
    names = {spot.at: spot.called for board in boards for spot in board.spots}
    same = [one for one in chair.choosing.offers if type(one.action) is type(action)]
    for slot in slots(action) if where[1] in names else ():
        held = [(getattr(one.action, slot), one.at) for one in same if one.at and one.board == where[0]]
        ahead = {value - at[0] for value, at in held if type(value) is int}
        named = held and all(value == names[at] for value, at in held)
        if named or len(ahead) == 1:
            here: Any = names[where[1]] if named else where[1][0] + ahead.pop()
            return attrs.evolve(action, **{slot: here})
    return None


def places(chair: Chair, action: Action) -> list[Where]:
    """The places on boards that the action names, the last one in its notation first; legal or not."""
    boards = dict.fromkeys(o.board for o in chair.choosing.offers if type(o.action) is type(action))
    return [(n, tuple(getattr(action, slot))) for n in boards for slot in _cells(chair, action, n)[::-1]]


def _cells(chair: Chair, action: Action, board: int) -> list[str]:
    """The action's slots for a cell of that board."""
    grid, boards = chair.view.rules.game.grid, chair.show.boards
    kind = type(grid.at(0)) if 0 <= board < len(boards) and boards[board].grid == grid.name else ()
    return [slot for slot in slots(action) if isinstance(getattr(action, slot), kind)]


# -- asked for -------------------------------------------------------------------------------------------------------


@attrs.frozen
class Why:
    """The answer to why: a page of its own, or a part of one."""

    title: str
    texts: tuple[str, ...]
    """Sentences, each a paragraph."""
    rules: tuple[tuple[str, str], ...] = ()
    """The rules that refuse the move: their ids and texts."""


def why(choice: ChoiceCursor) -> Why:
    """Return why the move at the cursor is refused, with the rules; else all that is known of it and of its spot.

    UsageError with a sentence if the cursor is on nothing.
    """
    chair, said = choice.chair, choice.chair.texts
    if choice.nowhere:
        raise UsageError(said("table.why_what"))
    choice.judge()
    if choice.refused is not None:
        return cited(chair, move_text.move(chair, choice.refused[0]), choice.refused[1].reasons)
    action = choice.action
    if action is None:
        assert choice.where is not None
        return answer(chair, choice.where, choice.choosing)
    title = move_text.move(chair, action)
    final = (said("table.why_final"),) if chair.final(action) else ()
    return Why(title, (legal(chair, action), *final, *known(chair, choice.where)))


def answer(chair: Chair, where: Where, choosing: Choosing) -> Why:
    """Return all that is known of a place, and why nothing can be done there now, with the rules."""
    return cited(chair, lookup.titled(chair.show, where), bars(chair, where, choosing), known(chair, where))


def cited(chair: Chair, title: str, reasons: Sequence[Reason], known: Sequence[str] = ()) -> Why:
    """Return an answer that is known, if anything is, then the reasons, with the texts of their rules."""
    texts = chair.rule_texts
    rules = {reason.rule: texts[reason.rule].text for reason in reasons if reason.rule in texts}
    return Why(title, (*known, *chair.reasons(reasons)), tuple(rules.items()))


def legal(chair: Chair, action: Action) -> str:
    """Sentences that the rules allow the move, and what it brings unless the match is played without previews."""
    said, move = chair.texts, move_text.move(chair, action)
    if chair.table.help_level == "none":
        return said("table.why_allowed", move=move)
    return said("table.why_legal", move=move, brings=chair.said(action, whole=True))


@attrs.frozen
class HintText:
    """A hint in sentences."""

    do: str
    """What looks best."""
    brings: str
    """What that brings at once, which faces may show already; "" for nothing."""
    why: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """What is about as good, and what speaks for that."""
    thumb: str = ""
    """The coach's rule of thumb, once a match; "" for none."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.do, self.brings, *self.why, *self.other, self.thumb)))


def hint(chair: Chair, called: Callable[[Action], str] | None = None) -> tuple[Action, HintText]:
    """The move that looks best: what it brings, why it is better than the next best, and the coach's rule of thumb.

    `called` is what a face calls a move.
    """
    from .comparison import reasons, sides, whole  # with what judges moves

    found, said, lang = chair.advice(), chair.texts, chair.lang

    def about(plan: Plan) -> str:
        return listed([(called or partial(_about, chair))(action) for action in plan], lang)

    first, rest, gap = found.plan[:1], found.plan[1:], found.gap
    seen, brings, why, other = chair.foresee(found.action), "", [], []
    own_end = any(line.seat == chair.seat for line in seen.at_end)
    if (seen.lines or own_end or any(seen.standing)) and not chair.table.sealed:
        brings = said("table.hint.brings", brings=chair.said(found.action).removesuffix("."))
    one, two = about(first), about(found.rival) if found.rival else ""
    if one == two:  # they differ in what words do not say
        one, two = said("table.hint.this"), said("table.hint.another")
    if not found.rival:
        why.append(said("table.hint.only"))
    elif not gap.clear:
        other.append(said("table.hint.even", other=two))
        speaks = sides(chair.view.rules, gap, lang)
        for told, move, part in zip((why, other), (one, two), speaks, strict=True):
            told += [said("table.hint.for", move=move, part=part)] if part else []
    else:
        doubt = said("table.hint.doubt", error=round(gap.error)) if round(gap.error) else ""
        parts = reasons(chair.view.rules, gap, lang)
        why.append(said("table.hint.ahead", points=whole(gap), other=two, doubt=doubt, parts=parts))
    do = said("table.hint.plan" if rest else "table.hint", move=about(first), rest=about(rest or first))
    thumb = chair.coaching.thumb(chair)
    rule = said("table.hint.thumb", text=thumb) if thumb else ""
    return found.action, HintText(do, brings, tuple(why), tuple(other), rule)


def _about(chair: Chair, action: Action) -> str:
    """The move in words, with what it is about."""
    about = next((move_text.thing(chair, o) for o in chair.choosing.left if o.action == action), "")
    return move_text.move(chair, action) + (f" ({about})" if about else "")
