"""A choice built up in parts, in any order: the kind of move, a spot, a tile, a rotation, an amount.

A choice is nothing but a list of legal moves that grows shorter with each part that a person picks. So every game has
it: the parts are the slots of the moves' notation, the spots come from the offers of its `Show`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from ..draw.model import At, Offer, Where
from ..rules.actions import Action, Slot

if TYPE_CHECKING:
    from ..draw.model import Show

KIND = ""
"""The slot of the kind of move, whose values are verbs."""


@attrs.frozen
class ChoicePart:
    """A part of a choice that is still open: a slot and the values that it can have, in the order of the moves."""

    slot: str
    values: tuple[Any, ...]

    @property
    def counts(self) -> bool:
        """True if the values are amounts, which people type as numbers."""
        return all(type(value) is int for value in self.values)


@attrs.frozen
class Picked:
    """A part that was picked: a value of a slot, or a spot."""

    slot: str = KIND
    value: Any = None
    where: Where | None = None


@attrs.frozen
class ChoiceTarget:
    """Something that can be picked now: a spot with choices, a value of a part, or a whole move."""

    offers: tuple[Offer, ...]
    """The choices that are left after it."""
    where: Where | None = None
    slot: str | None = None
    value: Any = None

    @property
    def action(self) -> Action | None:
        """The move, if this target leaves only one."""
        return self.offers[0].action if len(self.offers) == 1 else None


def verb(action: Action) -> str:
    """The first word of the move's notation."""
    return str(action).split(" ", 1)[0]


def slots(action: Action) -> tuple[str, ...]:
    """The names of the move's slots, in the order of its notation."""
    return tuple(part.name for part in action.parts if isinstance(part, Slot))


def amounts_of(action: Action) -> tuple[int, ...]:
    """The move's amounts, in the order of its notation."""
    return tuple(value for name in slots(action) if type(value := getattr(action, name)) is int)


def form(action: Action) -> tuple[Any, ...]:
    """Everything of a move but its amounts."""
    values = [getattr(action, name) for name in slots(action)]
    return (verb(action), *(str(value) for value in values if type(value) is not int))


def unturned(action: Action) -> tuple[Any, ...]:
    """Everything of a move but its numbers: neither amounts nor how its tile is turned."""
    values = [getattr(action, name) for name in slots(action)]
    return (verb(action), *(str(value) for value in values if not isinstance(value, int)))


def turned(value: Any) -> bool:
    """True for a slot's value that is a number but no amount: the rotation of a tile."""
    return isinstance(value, int) and type(value) is not int


def _rotation(action: Action) -> tuple[int, ...]:
    """The rotation of a move's tile."""
    return tuple(value for name in slots(action) if turned(value := getattr(action, name)))


def alike(one: Action, other: Action) -> bool:
    """True if two moves at different places are turned alike: same kind, same rotation."""
    if type(one) is not type(other):
        return False
    return (_rotation(one), amounts_of(one)) == (_rotation(other), amounts_of(other))


def amounts(offers: Iterable[Offer]) -> str:
    """The amounts of moves that differ in nothing else: `1-4`."""
    return span(amounts_of(offer.action)[-1] for offer in offers)


def span(amounts: Iterable[int]) -> str:
    """Amounts as a span: `1-4`, or `1, 3, 5` if some are missing between."""
    found = sorted({*amounts})
    if found[-1] - found[0] == len(found) - 1 and len(found) > 1:
        return f"{found[0]}-{found[-1]}"
    return ", ".join(map(str, found))


def spot(offer: Offer) -> Where | None:
    """The spot that the choice is about; None if it is about none."""
    return None if offer.at is None or offer.board < 0 else (offer.board, offer.at)


@attrs.frozen(eq=False, repr=False)
class Choosing:
    """The moves that are possible (`offers`), and the parts picked so far."""

    offers: tuple[Offer, ...]
    picked: tuple[Picked, ...] = ()
    left: tuple[Offer, ...] = attrs.field(init=False)
    """The offers that agree with everything picked."""

    def __attrs_post_init__(self) -> None:
        left = self.offers
        for one in self.picked:
            left = _agreeing(left, one)
        object.__setattr__(self, "left", left)

    @classmethod
    def of(cls, show: Show) -> Choosing:
        """The choice that a show offers, with nothing picked."""
        return cls(tuple(show.offers))

    # -- picking -------------------------------------------------------------------------------------------------

    def pick(self, slot: str, value: Any) -> Choosing:
        """The choice with this part picked. ValueError if no move that is left has it."""
        return self._with(Picked(slot, value))

    def point(self, where: Where) -> Choosing:
        """The choice with this spot picked, of a move or of a piece. ValueError if no move that is left is about it.

        A piece takes the place of one that was picked before.
        """
        if where not in self.pieces or where in self.spots:
            return self._with(Picked(where=where))
        kept = tuple(one for one in self.picked if one.where not in self.pieces)
        return Choosing(self.offers, kept)._with(Picked(where=where))

    def take(self, target: ChoiceTarget) -> Choosing:
        """The choice with this target picked."""
        if target.where is not None:
            return self.point(target.where)
        if target.slot is not None:
            return self.pick(target.slot, target.value)
        return self.only([offer.action for offer in target.offers])

    def only(self, actions: Iterable[Action]) -> Choosing:
        """The choice with just these moves; what was picked before is forgotten."""
        kept = {*actions}
        return Choosing(tuple(offer for offer in self.offers if offer.action in kept))

    def back(self) -> Choosing:
        """The choice without the part that was picked last."""
        return Choosing(self.offers, self.picked[:-1])

    def _with(self, picked: Picked) -> Choosing:
        found = Choosing(self.offers, (*self.picked, picked))
        if not found.left:
            raise ValueError("no move has that part")
        return found

    # -- what is left --------------------------------------------------------------------------------------------

    @property
    def action(self) -> Action | None:
        """The move, once only one is left."""
        return self.left[0].action if len(self.left) == 1 else None

    @property
    def routine(self) -> list[Action]:
        """The moves that cost nothing and leave no choice."""
        return [offer.action for offer in self.left if offer.routine]

    @property
    def spots(self) -> dict[Where, tuple[Offer, ...]]:
        """The spots that the moves left are about, each with its moves."""
        found: dict[Where, tuple[Offer, ...]] = {}
        for offer in self.left:
            where = spot(offer)
            if where is not None:
                found[where] = (*found.get(where, ()), offer)
        return found

    @property
    def lone(self) -> bool:
        """True if one move at one spot is left, up to its amount and how its tile is turned."""
        return len(self.spots) == 1 and len({unturned(offer.action) for offer in self.left}) == 1

    @property
    def pieces(self) -> frozenset[Where]:
        """The spots of all pieces that could be picked first, even if one was; none without a choice of pieces."""
        pieces = {offer.piece for offer in self.offers if offer.piece is not None}
        others = [one for one in self.picked if one.where not in pieces]
        left = Choosing(self.offers, tuple(others)).left if len(others) < len(self.picked) else self.left
        found = frozenset(offer.piece for offer in left if offer.piece is not None)
        return found if len(found) > 1 else frozenset()

    @property
    def lit(self) -> tuple[Where, ...]:
        """Every spot that can be pointed at: those of moves in their order, then those of pieces."""
        spots = self.spots
        return (*spots, *sorted(self.pieces - spots.keys()))

    @property
    def parts(self) -> tuple[ChoicePart, ...]:
        """The parts in which the moves left differ: their kind first, then slots that all of them have."""
        if len(self.left) < 2:
            return ()
        actions = [offer.action for offer in self.left]
        found = [ChoicePart(KIND, tuple(dict.fromkeys(map(verb, actions))))]
        shared = [slot for slot in slots(actions[0]) if all(slot in slots(other) for other in actions)]
        found += [
            ChoicePart(slot, tuple(dict.fromkeys(getattr(a, slot) for a in actions))) for slot in shared
        ]
        return tuple(part for part in found if len(part.values) > 1)

    def amounts(self) -> ChoicePart | None:
        """The part that a number can mean now; None if there is none or it is not clear which."""
        found: dict[str, list[int]] = {}
        for offer in self.left:
            for slot in slots(offer.action):
                value = getattr(offer.action, slot)
                if type(value) is int:
                    found.setdefault(slot, []).append(value)
        if len(found) != 1:
            return None
        ((slot, values),) = found.items()
        return ChoicePart(slot, tuple(dict.fromkeys(values)))

    def targets(self) -> list[ChoiceTarget]:
        """Return what can be picked next, such that every move left is behind one of them.

        Spots as long as the moves are about several; then the kind of move; then the first open part.
        """
        spots = self.spots
        bare = [offer for offer in self.left if spot(offer) is None]
        if len(spots) > 1 or (spots and bare):
            at = [ChoiceTarget(tuple(offers), where=where) for where, offers in spots.items()]
            return at + list(self._bare(bare))
        for part in self.parts:
            return list(self._values(part))
        return [ChoiceTarget((offer,)) for offer in self.left]

    def _bare(self, offers: Sequence[Offer]) -> Iterator[ChoiceTarget]:
        """The choices without a spot: one by one, or by their kind if there are many of a kind."""
        kinds: dict[str, list[Offer]] = {}
        for offer in offers:
            kinds.setdefault(verb(offer.action), []).append(offer)
        for kind, own in kinds.items():
            placed = any(spot(offer) is not None for offer in self.left if verb(offer.action) == kind)
            if len(own) > MANY and len(kinds) > 1 and not placed:
                yield ChoiceTarget(tuple(own), slot=KIND, value=kind)
            else:
                yield from (ChoiceTarget((offer,)) for offer in own)

    def _values(self, part: ChoicePart) -> Iterator[ChoiceTarget]:
        for value in part.values:
            own = tuple(offer for offer in self.left if _value(offer.action, part.slot) == value)
            yield ChoiceTarget(own, slot=part.slot, value=value)


MANY = 6
"""More choices of one kind without a spot are first offered as their kind."""


def _value(action: Action, slot: str) -> Any:
    return verb(action) if slot == KIND else getattr(action, slot, None)


def _agreeing(offers: Sequence[Offer], picked: Picked) -> tuple[Offer, ...]:
    if picked.where is None:
        return tuple(offer for offer in offers if _value(offer.action, picked.slot) == picked.value)
    found = tuple(offer for offer in offers if spot(offer) == picked.where)
    found = found or tuple(offer for offer in offers if offer.piece == picked.where)
    if found:
        return found
    # A move from here to elsewhere is about its end, but a person may point at its beginning first.
    board, at = picked.where
    return tuple(offer for offer in offers if offer.board == board and at in _cells(offer.action))


def _cells(action: Action) -> list[At]:
    """The cells among the move's slots, as places on a board."""
    return [at for slot in slots(action) if (at := place(getattr(action, slot))) is not None]


def place(value: Any) -> At | None:
    """The place on a board that a slot's value names; None if it names none."""
    cell = attrs.has(type(value)) and len(attrs.fields(type(value))) == 2
    return attrs.astuple(value) if cell else None


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letters(count: int, taken: Callable[[str], bool] = lambda word: False) -> list[str]:
    """So many different labels of small letters, of one letter each if there are enough, without those `taken`."""
    single = [letter for letter in LETTERS if not taken(letter)]
    if count <= len(single):
        return single[:count]
    double = [first + second for first in LETTERS for second in LETTERS if not taken(first + second)]
    return double[:count]


@attrs.define(eq=False, repr=False)
class Labels:
    """The letters of one choice while it is built up: a letter means the same from the first part to the last."""

    means: dict[str, ChoiceTarget] = attrs.field(factory=dict)
    """Every letter that was given, and what it picks."""

    def of(
        self, targets: Sequence[ChoiceTarget], taken: Callable[[str], bool] = lambda word: False
    ) -> dict[str, ChoiceTarget]:
        """A label for each of these targets: the one that it has, or a new one that is neither in use nor `taken`.

        Labels that choose nothing now are given anew only if there are too few others. No label is the beginning of
        another one. Targets are left out once all labels are used up.
        """
        here = {_picks(target): target for target in targets}
        kept = {_picks(target): label for label, target in self.means.items()}
        new = [picks for picks in here if picks not in kept]
        given = letters(len(new), partial(self._used, taken))
        if len(given) < len(new) or any(len(label) > 1 for label in given):
            self.means = {label: target for label, target in self.means.items() if _picks(target) in here}
            given = letters(len(new), partial(self._used, taken))
        kept |= dict(zip(new, given, strict=False))
        found = {kept[picks]: target for picks, target in here.items() if picks in kept}
        self.means |= found
        return found

    def _used(self, taken: Callable[[str], bool], word: str) -> bool:
        return taken(word) or any(word.startswith(one) or one.startswith(word) for one in self.means)


def _picks(target: ChoiceTarget) -> tuple[Any, ...]:
    """Return what the target picks, by which it is known again whatever has been picked before it."""
    if target.where is not None or target.slot is not None:
        return (target.where, target.slot, target.value)
    return tuple(offer.action for offer in target.offers)


def spots_of(labels: Mapping[str, ChoiceTarget]) -> dict[str, Where]:
    """The spot that each letter stands on: the target's own, or that of its only move if no other shares it."""
    found = {
        label: t.where or spot(t.offers[0]) for label, t in labels.items() if t.where or len(t.offers) == 1
    }
    there = {label: where for label, where in found.items() if where is not None}
    counts = Counter(there.values())
    return {label: where for label, where in there.items() if counts[where] == 1}


def marked(labels: Mapping[str, ChoiceTarget]) -> dict[Where, str]:
    """The letters on the spots that they choose."""
    return {where: label for label, where in spots_of(labels).items()}
