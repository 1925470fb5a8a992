"""What a person at the screen points at: a spot or a line of the list, which of the moves there, and what was typed.

Nothing here draws. A choice is a `Choosing` with a cursor; every key changes one of them and looks at nothing else, so
that it can be answered at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..draw.model import Offer, Where
from ..table.choosing import Choosing, Target, letters, slots, spot, verb

if TYPE_CHECKING:
    from ..actions import Action, Refusal
    from ..table.chair import Chair

MANY = 12
"""So many kinds of moves at one spot are chosen part by part, not turned through."""


@attrs.define(eq=False)
class Choice:
    """A choice at one chair. `kept` are letters that mean something else and choose nothing."""

    chair: Chair
    kept: str = ""
    choosing: Choosing = attrs.field(init=False)
    where: Where | None = attrs.field(init=False, default=None)
    """The spot under the cursor, whether or not there is a choice."""
    line: int | None = attrs.field(init=False, default=None)
    """The line of the list that the cursor is on, if it is there."""
    offer: Offer | None = attrs.field(init=False, default=None)
    """The move that Enter would play, if it is legal."""
    refused: tuple[Action, Refusal] | None = attrs.field(init=False, default=None)
    """The move that was turned to although it is refused."""
    typed: str = attrs.field(init=False, default="")

    def __attrs_post_init__(self) -> None:
        self.renew(self.chair.choosing)

    def renew(self, choosing: Choosing) -> None:
        """Begin with the first thing that can be picked."""
        self.choosing = choosing
        self.line, self.typed, self.refused = None, "", None
        spots = [*choosing.spots]
        self.where = spots[0] if spots else None
        self.offer = self.here[0] if spots else None
        if not spots and self.listed:
            self.choose(0)

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def here(self) -> tuple[Offer, ...]:
        """The moves that are about the spot under the cursor."""
        return self.choosing.spots.get(self.where, ()) if self.where is not None else ()

    @property
    def listed(self) -> list[Target]:
        """What can be picked without a spot, for the list beside the boards."""
        if self.choosing.action is not None and self.choosing.spots:
            return []
        return [target for target in self.choosing.targets() if target.where is None]

    @property
    def labels(self) -> list[str]:
        """The letters of the list."""
        return letters(len(self.listed), lambda label: len(label) == 1 and label in self.kept)

    @property
    def groups(self) -> list[int | None]:
        """The boards with choices, by number, and None for the list."""
        boards: list[int | None] = [*dict.fromkeys(board for board, _ in self.choosing.spots)]
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
        before = self.offer
        self.where, self.line, self.typed, self.refused = where, None, "", None
        same = [one for one in self.here if before is not None and alike(one.action, before.action)]
        self.offer = (*same, *self.here, None)[0]

    def choose(self, line: int) -> None:
        """Put the cursor on a line of the list."""
        target = self.listed[line]
        self.line, self.refused = line, None
        self.offer = target.offers[0] if len(target.offers) == 1 else None
        self.where = spot(target.offers[0]) if len({*map(spot, target.offers)}) == 1 else None

    def tab(self, step: int = 1) -> None:
        """Go to the next kind of choice: another board, or the list."""
        groups = self.groups
        if not groups:
            return
        at = None if self.line is not None else self.where and self.where[0]
        to = groups[(groups.index(at) + step) % len(groups)] if at in groups else groups[0]
        if to is None:
            self.choose(0)
        else:
            self.point(next(where for where in self.choosing.spots if where[0] == to))

    def seek(self, action: Action) -> None:
        """Put the cursor on this legal move, whatever was picked before."""
        if action not in [offer.action for offer in self.choosing.left]:
            self.renew(Choosing(self.choosing.offers))
        offer = next(one for one in self.choosing.left if one.action == action)
        self.typed, self.refused = "", None
        if spot(offer) is not None:
            self.where, self.line, self.offer = spot(offer), None, offer
            return
        for n, target in enumerate(self.listed):
            if offer in target.offers:
                self.line, self.where = n, None
        self.offer = offer

    # -- which of the moves here ---------------------------------------------------------------------------------

    @property
    def forms(self) -> list[Offer]:
        """The moves here that differ in more than an amount, one of each."""
        found: dict[Any, Offer] = {}
        for offer in self.here:
            found.setdefault(form(offer.action), offer)
        return [*found.values()]

    def turn(self, step: int) -> None:
        """The next of the moves here: the legal ones first, then those that are refused."""
        if self.line is not None or self.where is None:
            return
        ring: list[tuple[Action, Offer | Refusal]] = [(offer.action, offer) for offer in self.forms]
        forms = [form(action) for action, _ in ring]
        at = forms.index(form(self.action)) if self.action is not None and form(self.action) in forms else -1
        if (self.refused is not None or not 0 <= at + step < len(ring)) and ring:
            ring += self._others(ring[0][0])
            at = next((n for n, (action, _) in enumerate(ring) if action == self.action), at)
        if len(ring) < 2 and at >= 0:
            return
        action, of = ring[(at + step) % len(ring)] if ring else (None, None)
        self.typed = ""
        if isinstance(of, Offer):
            self.offer, self.refused = of, None
        elif action is not None and of is not None:
            self.offer, self.refused = None, (action, of)

    def _others(self, action: Action) -> list[tuple[Action, Offer | Refusal]]:
        """The same move in the rotations that are refused here."""
        found: list[tuple[Action, Offer | Refusal]] = []
        for slot in slots(action):
            value = getattr(action, slot)
            if isinstance(value, int) and type(value) is not int:
                judged = self.chair.values(action, slot)
                found += [
                    (attrs.evolve(action, **{slot: other}), refused)
                    for other, refused in judged
                    if refused is not None
                ]
        return found

    # -- amounts -------------------------------------------------------------------------------------------------

    def amounts(self) -> list[Offer]:
        """The moves that differ from the one under the cursor in an amount only, from small to large."""
        if self.offer is None:
            return []
        wanted = form(self.offer.action)
        own = [offer for offer in self.here or self.choosing.left if form(offer.action) == wanted]
        return sorted(own, key=lambda offer: _amount(offer.action)) if len(own) > 1 else []

    def more(self, step: int) -> bool:
        """A greater or smaller amount; False if there is none to change."""
        own = self.amounts()
        if not own:
            own = [offer for offer in self.here if _amount(offer.action)]
        if not own:
            return False
        at = own.index(self.offer) + step if self.offer in own else 0 if step > 0 else len(own) - 1
        if 0 <= at < len(own):
            self.offer, self.refused, self.typed = own[at], None, ""
        return True

    def digit(self, typed: str) -> bool:
        """One more digit of an amount; False if no move has such an amount."""
        for text in (self.typed + typed, typed):
            for own in (self.amounts(), self.here, self.choosing.left):
                amounts = {_amount(offer.action)[-1]: offer for offer in own if _amount(offer.action)}
                if int(text) in amounts:
                    if self.line is None:
                        self.where = spot(amounts[int(text)])
                    self.offer, self.refused, self.typed = amounts[int(text)], None, text
                    return True
                if any(str(amount).startswith(text) for amount in amounts):
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
        if self.line is not None and self.offer is None:
            self.renew(self.choosing.take(self.listed[self.line]))
            return None
        if self.line is None and self.where is not None and len(self.forms) > MANY:
            self.renew(self.choosing.point(self.where))
            return None
        return self.offer.action if self.offer is not None else None

    def back(self) -> bool:
        """Give up what was typed or picked last; False if there is nothing."""
        if self.typed or self.refused is not None:
            self.typed, self.refused = "", None
            self.offer = (*self.here, None)[0] if self.line is None else self.offer
            return True
        if self.choosing.picked:
            self.renew(self.choosing.back())
            return True
        if len(self.choosing.left) < len(self.choosing.offers):
            self.renew(Choosing(self.choosing.offers))
            return True
        return False


def _amount(action: Action) -> tuple[int, ...]:
    return tuple(value for name in slots(action) if type(value := getattr(action, name)) is int)


def form(action: Action) -> tuple[Any, ...]:
    """Everything of a move but its amounts."""
    values = [getattr(action, name) for name in slots(action)]
    return (verb(action), *(str(value) for value in values if type(value) is not int))


def alike(one: Action, other: Action) -> bool:
    """True if two moves at different places are turned alike: same kind, same rotation."""
    if type(one) is not type(other):
        return False
    turned = [name for name in slots(one) if isinstance(getattr(one, name), int)]
    return all(getattr(one, name) == getattr(other, name) for name in turned)


def span(offers: Sequence[Offer]) -> str:
    """The amounts of moves that differ in nothing else: `1-4`, or `1, 3, 5` if some are missing between."""
    found = sorted({_amount(offer.action)[-1] for offer in offers})
    if found[-1] - found[0] == len(found) - 1:
        return f"{found[0]}-{found[-1]}"
    return ", ".join(map(str, found))
