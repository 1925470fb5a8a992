"""Reads what a person types for a choice: a letter, an amount, a name, a coordinate, the notation or a part of it.

What it stands for is a list of moves, or a choice that needs further parts. The faces share it: the prompt, the line
below a full screen, the field of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import product, zip_longest
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import normalize

import attrs

from ..base.brief import closest
from ..base.errors import TilewrightError, Unreadable
from ..rules.actions import Reason, Slot, verbs
from ..text.things import LISTED
from ..text.unreadable import Unclear
from . import cursor_info, lookup, move_text
from .choosing import KIND, ChoiceTarget, Choosing, slots, span, spot, turned, verb
from .preview import world

if TYPE_CHECKING:
    from ..draw.model import Offer
    from ..rules.actions import Action
    from ..rules.state import State
    from .chair import Chair
    from .face_texts import Texts

Read: TypeAlias = "list[Action] | Choosing"
"""Moves, legal or not, or a choice of which some parts are still open."""
AMOUNT = re.compile(r"[0-9]{1,9}")
NO_LABELS: Mapping[str, ChoiceTarget] = {}


def read(text: str, chair: Chair, choosing: Choosing, labels: Mapping[str, ChoiceTarget] = NO_LABELS) -> Read:
    """Return what the text stands for. Parts already picked are kept if it is possible with them; else it begins anew.

    Unreadable if it stands for nothing, with what could follow, or for all the moves that are left already.
    """
    reader, text = _Reader(chair, world(chair.view, 0)), normalize("NFC", text.strip())
    try:
        found = reader.read(text, choosing, labels)
    except Unreadable:
        other = reader.anew(text, choosing)
        if other is None:
            raise
        return other
    if isinstance(found, Choosing):
        if found.left == choosing.left:
            said = chair.texts
            left = () if len(choosing.spots) > 1 else choosing.left
            these = tuple([move_text.move(chair, offer.action) for offer in left])
            raise Unreadable(said("line.fits_all", text=text, now=asked(choosing, said)), these)
        return found
    refused = len(found) == 1 and chair.refused(found[0]) is not None
    return (reader.anew(text, choosing) if refused else None) or found


def begun(text: str, chair: Chair) -> list[Action] | Reason | None:
    """The moves that come closest to a line whose last slot is missing or unfinished: legal ones, or one refused.

    If the step at hand takes no move of its kind, the reason for that; None if the line begins no move.
    """
    reader = _Reader(chair, world(chair.view, 0))
    (first, rest), state, game = reader._meant(text), reader.state, chair.view.rules.game
    kinds = [kind for kind in state.rules.kinds if verbs([kind]) == (first,)]
    ends = [kind.parts[-1] for kind in kinds if kind in _own(state)]
    if kinds and not ends and state.step is not None:
        return Reason("not_now", game.order_rule or game.turn_rule, {"step": state.step.name})
    head, _, last = rest.rpartition(" ")
    found: list[Action] = []
    for values in [state.rules.readers[one.name].values for one in ends if isinstance(one, Slot)]:
        for value in map(str, values(state) if values is not None else ()):
            for line in (f"{first} {rest} {value}", f"{first} {head} {value}" * value.startswith(last)):
                with suppress(TilewrightError):
                    found += reader._line(line)[:1]
    judged = [(len(why.reasons) if (why := chair.refused(one)) is not None else 0, one) for one in found]
    least = min((count for count, _ in judged), default=0)
    return [one for count, one in judged if count == least][: None if not least else 1] or None


def own(chair: Chair) -> list[type[Action]]:
    """The kinds of move that the waiting step takes, in the order in which it names them."""
    return _own(world(chair.view, 0))


def _own(state: State) -> list[type[Action]]:
    step = state.step
    return [] if step is None else [*step.all_actions]


@attrs.frozen
class _Reader:
    """Reads for one seat. `state` is a position that the seat could be in: notation is read in a position."""

    chair: Chair
    state: State

    def read(self, text: str, choosing: Choosing, labels: Mapping[str, ChoiceTarget]) -> Read:
        letter, _, rest = text.partition(" ")
        target = labels.get(text.lower() if not AMOUNT.fullmatch(rest.strip()) else letter.lower())
        if target is not None:
            taken = self._taken(target, choosing)
            return whole(self._amount(int(rest), taken) if rest.strip() else taken)
        if AMOUNT.fullmatch(text):
            return whole(self._amount(int(text), choosing))
        left = choosing.left
        for found in (self._called(text, left), self._verb_called(text, left, exact=True)):
            if found:
                return whole(choosing.only(found))
        try:
            return self._line(text)
        except Unreadable as error:
            bare = self._without_verb(text, choosing)
            if bare is not None:
                return bare
            by_name = () if self._finished(text) else (self._called, self._verb_called)
            for found in (self._begun(text, left), *(find(text, left, exact=False) for find in by_name)):
                if found:
                    return whole(choosing.only(found))
            refused = self._nothing_there(text, choosing)
            if refused is not None:
                return [refused]
            longer = [label for label in labels if label.startswith(text.lower())]
            if longer:
                said = self.chair.texts("line.letters", text=text, labels=", ".join(longer[:LISTED]))
                raise Unreadable(said) from None
            raise self._unreadable(text, error) from None

    def anew(self, text: str, choosing: Choosing) -> Read | None:
        """Read the text as if nothing were picked; None if nothing is picked, or if the text has no meaning then."""
        if len(choosing.left) == len(self.chair.choosing.offers):
            return None
        try:
            found = self.read(text, self.chair.choosing, NO_LABELS)
        except Unreadable:
            return None
        return found if isinstance(found, Choosing) or self.chair.refused(found[0]) is None else None

    def _taken(self, target: ChoiceTarget, choosing: Choosing) -> Choosing:
        """The choice with this target picked: anew, if it does not agree with what is picked already."""
        with suppress(ValueError):
            found = choosing.take(target)
            if found.left:
                return found
        return self.chair.choosing.take(target)

    # -- the notation --------------------------------------------------------------------------------------------

    def _line(self, text: str) -> list[Action]:
        return self.state.rules.read_line(text, self.state, self.seat, self.chair.lang)

    def _without_verb(self, text: str, choosing: Choosing) -> Read | None:
        """The moves if a line without a verb (`food 3,4` for `place food 3,4`) can mean exactly one kind of move.

        None otherwise, also if the line could be the beginning of another move.
        """
        if not self._no_verb(text):
            return None
        found: list[list[Action]] = []
        for first in verbs(_own(self.state)):
            try:
                found.append(self._line(f"{first} {text}"))
            except TilewrightError:
                continue
        legal = [actions for actions in found if actions[0] in self.state.legal(self.seat)]
        begun = self._begun(text, choosing.left)
        if len(legal) == 1:
            kind = verb(legal[0][0])
            return choosing.only(begun) if any(verb(one) != kind for one in begun) else legal[0]
        return found[0] if len(found) == 1 and not begun else None

    def _no_verb(self, text: str) -> bool:
        return text.split()[:1] == [] or self._meant(text)[0] not in verbs(self.state.rules.kinds)

    def _meant(self, text: str) -> tuple[str, str]:
        """The first word, in English if it is a verb of the language of this seat, and the rest."""
        first, _, rest = text.partition(" ")
        return move_text.spoken(self.chair).meant(first), rest

    def _begun(self, text: str, offers: Iterable[Offer]) -> list[Action]:
        """The moves that begin with what was typed, in which optional words may be missing."""
        typed = lookup.folded(" ".join(self._meant(text)).replace("=", " ")).split()
        if not typed:
            return []
        said = {offer.action: self._said(offer) for offer in offers}
        whole, begins = self._finished(text), " ".join(typed)
        exact = [a for a, texts in said.items() if any(_begins(one, begins, whole) for one in texts)]
        return exact or [
            a for a, texts in said.items() if any(_fits(typed, one.split(), whole) for one in texts)
        ]

    def _finished(self, text: str) -> bool:
        """True if the text ends with a coordinate or a name that is on the table: it is not half of a longer one."""
        words = lookup.folded(text.replace("=", " ")).split()
        if not words or lookup.COORDINATE.fullmatch(words[-1]):
            return bool(words)
        ends = {" ".join(words[n:]) for n in range(len(words))}
        spots = (spot for show in self.chair.named for board in show.boards for spot in board.spots)
        return any(name in ends for spot in spots for name in lookup.names(spot))

    def _said(self, offer: Offer) -> tuple[str, ...]:
        """The notation; the same in the language of this seat; its names after the English verb; how it is listed."""
        notation, named = str(offer.action), move_text.move(self.chair, offer.action)
        mixed = " ".join((verb(offer.action), *named.split()[1:]))
        listed = f"{named} ({move_text.thing(self.chair, offer)})"
        return tuple(dict.fromkeys(map(lookup.folded, (notation, named, mixed, listed))))

    # -- amounts -------------------------------------------------------------------------------------------------

    def _amount(self, number: int, choosing: Choosing) -> Choosing:
        said, part = self.chair.texts, choosing.amounts()
        if part is None:
            raise Unreadable(said("line.no_amount", n=number))
        if number not in part.values:
            raise Unreadable(said("line.wrong_amount", n=number, possible=", ".join(map(str, part.values))))
        return choosing.pick(part.slot, number)

    # -- names ---------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        assert self.chair.seat is not None
        return self.chair.seat

    def _called(self, text: str, offers: Sequence[Offer], exact: bool = True) -> list[Action]:
        """The moves about the spots of this name."""
        wanted = lookup.folded(text).strip("()")
        for show in self.chair.named:
            match = lookup.called if exact else lookup.mentioned
            there = {where for where, _ in match(show, wanted)}
            found = [offer.action for offer in offers if spot(offer) in there]
            if found:
                return found
        return []

    def _verb_called(self, text: str, offers: Sequence[Offer], exact: bool) -> list[Action]:
        """The moves of a kind about the spots of a name: `take Pasture`."""
        first, name = self._meant(text)
        of_kind = [offer for offer in offers if verb(offer.action) == first]
        return self._called(name, of_kind, exact) if of_kind and name.strip() else []

    def _nothing_there(self, text: str, choosing: Choosing) -> Action | None:
        """A move that is refused for the place of this name, of the kind that was typed before it if one was."""
        kind, rest = self._meant(text)
        named = [(text, "")] if self._no_verb(text) else [(text, ""), (rest, kind)]
        for show, (name, only) in product(self.chair.named, named):
            for where, _ in lookup.called(show, name):
                refused = cursor_info.why_not(self.chair, where, choosing)
                if refused is not None and only in ("", verb(refused.action)) and not refused.untimely:
                    return refused.action
        return None

    def _unreadable(self, text: str, error: Unreadable) -> Unreadable:
        said, spoken = self.chair.texts, move_text.spoken(self.chair)
        bare = self._no_verb(text)
        first, rest = self._meant(text)
        offers = self.chair.choosing.offers
        now = [*map(spoken.verb, dict.fromkeys(verb(offer.action) for offer in offers))]
        offered = [offer.action for offer in offers if bare or verb(offer.action) == first]
        if not offered:
            return Unreadable(said("line.not_now", verb=spoken.verb(first), verbs=", ".join(now)))
        name = text if bare else rest
        called = any(lookup.called(show, name) for show in self.chair.named)
        if called and (bare or not lookup.COORDINATE.fullmatch(lookup.folded(name))):
            return Unreadable(said("line.nothing_there", name=name))
        if bare:
            return self._no_move(text, now)
        if isinstance(error.said, Unclear) and "text" in error.said.given:
            slot, words, lang = error.expected[0].strip("<>"), self.state.rules.words, self.chair.lang
            values = dict.fromkeys(getattr(one, slot) for one in offered if slot in slots(one))
            listed = [words.code(str(value), lang) for value in values]
            every = [str(getattr(one, part)) for one in offered for part in slots(one)]
            every += [code for codes in self.state.rules.pieces.values() for code in codes]
            typed = str(error.said.given["text"])
            close = closest(typed, [words.code(one, lang) for one in every]) if typed[:3].isalpha() else ""
            if close:
                return Unreadable(said("line.near", text=typed, close=close))
            if values and error.said.key in AMONG and len(values) <= LISTED:
                return Unreadable(said("line.wrong_amount", n=typed, possible=", ".join(listed)))
        return move_text.unreadable(self.chair, error)

    def _no_move(self, text: str, now: Sequence[str]) -> Unreadable:
        """The error for a line that begins with nothing known: what comes closest, or what is possible."""
        said, first = self.chair.texts, (text.split() or [""])[0]
        show = self.chair.show
        names = [lookup.thing(one) for board in show.boards for one in board.spots]
        close = closest(first, now, 0.6 if len(first) <= 4 else 0.7)  # one wrong letter
        if close:
            return Unreadable(said("line.near", text=first, close=" ".join((close, *text.split()[1:]))))
        near = closest(text, [name for name in names if name], 0.75)
        if near:
            return Unreadable(said("line.near", text=text, close=near))
        return Unreadable(said("line.no_move", text=first, verbs=", ".join(now)))


AMONG = ("read.thing", "read.thing_near", "read.number", "read.number_up_to", "read.choice")
"""Slots that are read by these name one of a few things, so that those possible now can be listed."""


def whole(choosing: Choosing) -> Read:
    """The move if only one is left, else the choice."""
    return [choosing.action] if choosing.action is not None else choosing


def _begins(text: str, begun: str, whole: bool) -> bool:
    """True if the text begins so; with `whole`, the last word is not the beginning of a longer one."""
    return text.startswith(begun) and (not whole or text[len(begun) : len(begun) + 1] in ("", " "))


def _fits(typed: Sequence[str], words: Sequence[str], whole: bool) -> bool:
    """True if the typed words occur in this order among the words; the last one may be unfinished if not `whole`."""
    at = 0
    for n, part in enumerate(typed):
        last = n == len(typed) - 1 and not whole
        while at < len(words) and not (words[at] == part or (last and words[at].startswith(part))):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def picked(choosing: Choosing, chair: Chair) -> str:
    """The words that all moves left have in common, with dots between for others: `place ... 1,0`.

    "" if nothing is picked.
    """
    if len(choosing.left) == len(chair.choosing.offers):
        return ""
    moves = [text.split() for text in move_text.moves(chair, (offer.action for offer in choosing.left))]
    text = " ".join(words[0] if len({*words}) == 1 else "..." for words in zip_longest(*moves, fillvalue=""))
    return re.sub(r"\.\.\.( \.\.\.)+", "...", text).removesuffix(" ...")


def asked(choosing: Choosing, said: Texts) -> str:
    """Return what is to be picked next of a choice that is built up: "now choose an amount (1-4)"."""
    if len(choosing.spots) > 1:
        return said("table.next.spot")
    part = next(iter(choosing.parts), None)
    if part is None or part.slot == KIND:
        return said("table.next.kind")
    if part.counts:
        return said("table.next.amount", span=span(part.values))
    if all(map(turned, part.values)):
        return said("table.next.turn")
    return said("table.next.part")
