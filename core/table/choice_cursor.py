"""The cursor of a choice: the spot or line that it is on, which of the moves there, and the letters typed so far.

Nothing here draws. A choice is a `Choosing` with a cursor; every key changes one of them and looks at nothing else, so
that it can be answered at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..draw.model import Offer, Where
from . import cursor_info, lookup
from .choosing import ChoiceTarget, Choosing, Labels, alike, amounts_of, form, slots, spot, turned, unturned
from .initial_cursor import ordered, resting, way_out
from .preview import world

if TYPE_CHECKING:
    from ..rules.actions import Action, Refusal
    from .chair import Chair

FEW = 12
"""Most values of a slot that are judged."""
MANY = 12
"""So many kinds of moves at one spot are chosen part by part, not turned through."""


@attrs.define(eq=False, repr=False)
class ChoiceCursor:
    """A choice at one chair. `kept` are letters that mean something else and choose nothing."""

    chair: Chair
    kept: str = ""
    rests: bool = True
    """It begins on a move where that does no harm; otherwise nowhere, until the person chooses among several."""
    choosing: Choosing = attrs.field(init=False)
    listed: list[ChoiceTarget] = attrs.field(init=False)
    """What can be picked without a spot, for the list beside the boards; moves that differ in amounts are one line."""
    labels: list[str] = attrs.field(init=False)
    """The letters of the list."""
    where: Where | None = attrs.field(init=False, default=None)
    """The spot under the cursor, whether or not there is a choice."""
    line: int | None = attrs.field(init=False, default=None)
    """The line of the list that the cursor is on, if it is there."""
    offer: Offer | None = attrs.field(init=False, default=None)
    """The legal move under the cursor. Enter plays it unless it `picks` only a part."""
    meant: Offer | None = attrs.field(init=False, default=None)
    """The move that was named or turned to last; Enter plays it even where moves are chosen part by part."""
    under: Offer | None = attrs.field(init=False, default=None)
    """The move under way: the last one that the cursor was on."""
    refused: tuple[Action, Refusal] | None = attrs.field(init=False, default=None)
    """The move that was turned to, or carried to a spot, although it is refused."""
    typed: str = attrs.field(init=False, default="")
    pending: Action | None = attrs.field(init=False, default=None)
    """The final move that waits for a second Enter."""
    free: bool = attrs.field(init=False, default=False)
    """The cursor goes to any spot, not only to those with a choice."""
    _whole: Choosing = attrs.field(init=False)
    _letters: Labels = attrs.field(init=False, factory=Labels)

    def __attrs_post_init__(self) -> None:
        self._whole = ordered(self.chair)
        self.renew(self._whole)

    def renew(self, choosing: Choosing) -> None:
        """Begin with what can be played without giving anything away or is the lone move picked, or nowhere."""
        self.choosing = choosing
        self.listed = _lines(choosing)
        self.labels = [*self._letters.of(self.listed, lambda label: any(one in self.kept for one in label))]
        self.where, self.line, self.typed = None, None, ""
        self.offer = self.meant = self.refused = None
        self.under = next(iter(choosing.left), None)
        picked = choosing.lone and choosing.left != self._whole.left
        if not self.rests and len(choosing.left) > 1 and not picked:
            return
        offer = resting(choosing)
        if self.listed and len(choosing.spots) == 1 and self._parted(choosing.left):
            self.choose(0)
        elif offer is not None and spot(offer) is not None:
            self.point(spot(offer))
        elif offer is not None and self.listed:
            self.choose(next((n for n, one in enumerate(self.listed) if offer in one.offers), 0))

    def anew(self) -> None:
        """Forget everything that was picked."""
        self.renew(self._whole)

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def here(self) -> tuple[Offer, ...]:
        """The moves that are about the spot under the cursor."""
        return self.choosing.spots.get(self.where, ()) if self.where is not None else ()

    @property
    def on_piece(self) -> bool:
        """True if the cursor is on a piece that can be picked, such as one of several tiles in hand."""
        return not self.here and self.line is None and self.where in self.choosing.pieces

    @property
    def astray(self) -> bool:
        """True if the cursor is on a spot with no choice."""
        return self.where is not None and self.line is None and not self.here and not self.on_piece

    @property
    def nowhere(self) -> bool:
        """True as long as the cursor is nowhere."""
        return self.where is None and self.line is None

    @property
    def way_out(self) -> Action | None:
        """The move to which Enter goes as long as the cursor is nowhere, if none is routine."""
        out = way_out(self.choosing)
        return out.action if out is not None else None

    @property
    def lettered(self) -> dict[str, ChoiceTarget]:
        """The letters of the list, and what they choose."""
        return dict(zip(self.labels, self.listed, strict=False))

    @property
    def groups(self) -> list[int | None]:
        """The boards with choices, by number, and None for the list."""
        boards: list[int | None] = [*dict.fromkeys(board for board, _ in self.choosing.lit)]
        return boards + [None] * bool(self.listed)

    @property
    def action(self) -> Action | None:
        """The move under the cursor, whether or not it is legal."""
        if self.refused is not None:
            return self.refused[0]
        return self.offer.action if self.offer is not None else None

    # -- the cursor ----------------------------------------------------------------------------------------------

    def point(self, where: Where | None) -> None:
        """Put the cursor on a spot; the rotation that was chosen stays, if it is legal there."""
        before = self.under
        self.where, self.line, self.typed, self.refused = where, None, "", None
        same = [one for one in self.here if before is not None and alike(one.action, before.action)]
        self.offer = (*same, *self.here, None)[0]
        self.under = self.offer or before

    def judge(self) -> None:
        """On a spot with no choice: find out why the move under way, or one that comes close, is refused there."""
        if not self.astray or self.where is None or self.refused is not None:
            return
        under = self.under if self.under is not None and self.under.board == self.where[0] else None
        moved = cursor_info.moved(self.chair, under.action, self.where) if under is not None else None
        refused = self.chair.refused(moved) if moved is not None else None
        refused = refused or cursor_info.why_not(self.chair, self.where, self.choosing)
        if refused is not None and not refused.untimely:
            self.refused = (refused.action, refused)

    def refuse(self, action: Action, refusal: Refusal) -> None:
        """Put the cursor on this move, which is refused: on the place that it names; where it was if there is none."""
        drawn = [
            one for one in cursor_info.places(self.chair, action) if lookup.spot_at(self.chair.show, one)
        ]
        if drawn:
            self.point(drawn[0])
        self.refused, self.offer, self.line = (action, refusal), None, None

    def home(self) -> None:
        """Put the cursor back on the move under way, or on what it rested on first."""
        if self.under in self.choosing.left and self.under is not None:
            self.seek(self.under.action, named=self.under is self.meant)
        else:
            self.renew(self.choosing)

    def choose(self, line: int) -> None:
        """Put the cursor on a line of the list."""
        target = self.listed[line]
        self.line, self.refused = line, None
        self.offer = target.offers[0] if len({form(one.action) for one in target.offers}) == 1 else None
        self.under = self.offer or self.under
        self.where = spot(target.offers[0]) if len({*map(spot, target.offers)}) == 1 else None

    def tab(self, step: int = 1) -> None:
        """Go to the next kind of choice: another board, or the list."""
        groups = self.groups
        if not groups:
            return
        at = None if self.line is not None else self.where[0] if self.where is not None else -1
        to = groups[(groups.index(at) + step) % len(groups)] if at in groups else groups[0]
        if to is None:
            self.choose(0)
        else:
            self.point(next(where for where in self.choosing.lit if where[0] == to))

    def seek(self, action: Action, *, named: bool = True) -> None:
        """Put the cursor on this legal move, whatever was picked before. Enter plays it if it is `named`."""
        if action not in [offer.action for offer in self.choosing.left]:
            self.anew()
        offer = next(one for one in self.choosing.left if one.action == action)
        self.typed, self.refused = "", None
        self.meant = offer if named else None
        if spot(offer) is not None:
            self.where, self.line = spot(offer), None
        else:
            for n, target in enumerate(self.listed):
                if offer in target.offers:
                    self.line, self.where = n, None
        self.offer = self.under = offer

    # -- which of the moves here ---------------------------------------------------------------------------------

    @property
    def forms(self) -> list[Offer]:
        """The moves here that differ in more than an amount, one of each; those of one tile follow each other.

        Of those that differ in nothing else from the move that Enter would play, it is that one.
        """
        found: dict[Any, dict[Any, Offer]] = {}
        for offer in self.here:
            same = found.setdefault(unturned(offer.action), {})
            if offer is self.offer or form(offer.action) not in same:
                same[form(offer.action)] = offer
        return [offer for same in found.values() for offer in same.values()]

    @property
    def turns(self) -> bool:
        """True if moves here differ only in how a tile is turned."""
        return len(self.forms) > 1 and len({unturned(offer.action) for offer in self.here}) == 1

    @property
    def picks(self) -> bool:
        """True if Enter would only pick a part of a move."""
        if self.line is not None:
            return self.offer is None
        return self.where is not None and (self.on_piece or (self._parted(self.here) and not self._named))

    @property
    def _named(self) -> bool:
        """True if the move under the cursor is not just one of those at its spot."""
        return self.offer is not None and self.offer is self.meant

    @property
    def several(self) -> bool:
        """True if there are moves at this spot that are neither parts nor the same tile turned."""
        if self.picks or self.line is not None or self.where is None:
            return False
        return bool(self.amounts()) or (len(self.forms) > 1 and not self.turns)

    def turn(self, step: int) -> None:
        """The next of the moves here: the legal ones first, then those that are refused."""
        if self.line is not None or self.where is None:
            return
        ring: list[tuple[Action, Offer | Refusal]] = [(offer.action, offer) for offer in self.forms]
        forms = [form(action) for action, _ in ring]
        at = forms.index(form(self.action)) if self.action is not None and form(self.action) in forms else -1
        like = ring[0][0] if ring else self.action
        if (self.refused is not None or not 0 <= at + step < len(ring)) and like is not None:
            ring += self._others(like)
            at = next((n for n, (action, _) in enumerate(ring) if action == self.action), at)
        if len(ring) < 1 + (at >= 0):
            return
        action, of = ring[(at + step) % len(ring)]
        self.typed = ""
        if isinstance(of, Offer):
            self.offer, self.refused = of, None
            self.under = self.meant = of
        else:
            self.offer, self.refused = None, (action, of)

    def _others(self, action: Action) -> list[tuple[Action, Offer | Refusal]]:
        """The same move in the rotations that are refused here."""
        found: list[tuple[Action, Offer | Refusal]] = []
        for slot in slots(action):
            if turned(getattr(action, slot)):
                judged = values(self.chair, action, slot)
                found += [
                    (attrs.evolve(action, **{slot: one}), why) for one, why in judged if why is not None
                ]
        return found

    # -- amounts -------------------------------------------------------------------------------------------------

    def amounts(self) -> list[Offer]:
        """The moves that differ from the one under the cursor in an amount only, from small to large."""
        if self.offer is None:
            return []
        wanted = form(self.offer.action)
        own = [offer for offer in self.here or self.choosing.left if form(offer.action) == wanted]
        return sorted(own, key=lambda offer: amounts_of(offer.action)) if len(own) > 1 else []

    def more(self, step: int) -> bool:
        """A greater or smaller amount; False if there is none to change."""
        own = self.amounts()
        if not own:
            own = [offer for offer in self.here if amounts_of(offer.action)]
        if not own:
            return False
        at = own.index(self.offer) + step if self.offer in own else 0 if step > 0 else len(own) - 1
        if 0 <= at < len(own):
            self.offer = self.under = self.meant = own[at]
            self.refused, self.typed = None, ""
        return True

    def digit(self, typed: str) -> bool:
        """One more digit of an amount; False if no move has such an amount."""
        for text in (self.typed + typed, typed):
            for own in (self.amounts(), self.here, self.choosing.left):
                found = {
                    amounts_of(offer.action)[-1]: offer for offer in reversed(own) if amounts_of(offer.action)
                }
                if int(text) in found:
                    self.seek(found[int(text)].action)
                    self.typed = text
                    return True
                if any(str(amount).startswith(text) for amount in found):
                    self.typed = text
                    return True
        return False

    def letter(self, typed: str) -> bool:
        """A letter of the list; False if nothing in it begins so."""
        labels = self.labels
        for text in (self.typed + typed, typed):
            if text in labels:
                self.choose(labels.index(text))
                self.typed = ""
                return True
            if any(label.startswith(text) for label in labels):
                self.typed = text
                return True
        return False

    # -- parts ---------------------------------------------------------------------------------------------------

    def enter(self) -> Action | None:
        """The move to be played, or None if Enter only picked a part of it, or nothing."""
        if not self.picks:
            return self.offer.action if self.offer is not None else None
        if self.line is not None:
            self.renew(self.choosing.take(self.listed[self.line]))
        elif self.where is not None:
            self.renew(self.choosing.point(self.where))
        return None

    def _parted(self, offers: Sequence[Offer]) -> bool:
        """True if there are so many moves at one spot that they are chosen part by part."""
        return len({form(offer.action) for offer in offers}) > MANY

    def back(self) -> bool:
        """Give up what was typed or picked last; False if there is nothing."""
        if self.astray:
            self.home()
            return True
        if self.typed or self.refused is not None:
            self.typed, self.refused = "", None
            self.offer = (*self.here, None)[0] if self.line is None else self.offer
            return True
        if self._named and self._parted(self.here):
            self.meant = None
            return True
        if self.choosing.picked:
            self.renew(self.choosing.back())
            return True
        if len(self.choosing.left) < len(self._whole.offers):
            self.anew()
            return True
        return False


def _lines(choosing: Choosing) -> list[ChoiceTarget]:
    """Return what can be picked without a spot; moves that differ in amounts only are one target.

    Nothing if a lone move is left: the cursor, numbers and the key that turns say it all.
    """
    if choosing.lone:
        return []
    found: dict[Any, ChoiceTarget] = {}
    for target in choosing.targets():
        if target.where is not None:
            continue
        kind = form(target.action) if target.action is not None and amounts_of(target.action) else target
        before = found.get(kind)
        found[kind] = target if before is None else ChoiceTarget((*before.offers, *target.offers))
    return [*found.values()]


def values(chair: Chair, action: Action, slot: str) -> list[tuple[Any, Refusal | None]]:
    """Every value that the slot could have in this action, each with why it is refused; legal ones first.

    Those with which the move would be another one that is offered are left out.

    Examples are the four rotations of a tile. At most FEW, since some slots have hundreds.
    """
    reader = chair.view.rules.readers.get(slot)
    every = reader.values if reader is not None else None
    listed = list(every(world(chair.view, 0))) if every is not None else []
    if not listed or len(listed) > FEW:
        listed = [getattr(action, slot)]
    judged = [(value, chair.refused(attrs.evolve(action, **{slot: value}))) for value in listed]
    found = [(value, refused) for value, refused in judged if refused is None or not refused.alike]
    return sorted(found, key=lambda one: one[1] is not None)
