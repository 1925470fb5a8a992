"""A position of Glen More. Tiles are numbers of kinds, resources numbers 0 to 4 (wood, stone, sheep, cattle, grain)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilewright.authoring import (
    SEATS,
    Families,
    Given,
    Meaning,
    Schema,
    State,
    View,
    at_cells,
    bits,
    by,
    by_seat,
    public,
    thing,
    whole,
    words,
    words_of,
    zone,
)
from tilewright.authoring import schema as schemas

from .files import RESOURCES

if TYPE_CHECKING:
    from .files import Card
    from .printed import Kind, Printed

Readable: TypeAlias = "GlenMoreState | View"
"""A position that can be read: the state itself or a seat's view of it."""
DIE = -100
"""The die in the chain; a seat's figure is `figure(seat)`, a tile its kind."""
STEPPED, DIE_MOVED, NO_MOVEMENT, MOVED = 1, 2, 4, 8
"""A member has stepped; the die has moved in this refill; Loch Oich has taken the movement points away; a movement
point has been spent."""
ONE = tuple(1 << 4 * kind for kind in range(5))
"""One cube of a resource on a tile, as `cubes` packs them: four bits each."""
MOST = 15
"""Cubes of one resource that a pile can hold."""


def figure(seat: int) -> int:
    """A seat's figure as it stands in the chain."""
    return -1 - seat


def amount(pile: int, resource: int) -> int:
    """Number of cubes of this resource in a packed pile."""
    return pile >> 4 * resource & 15


def contents(pile: int) -> tuple[int, ...]:
    """By resource, the number of cubes in a packed pile."""
    return tuple([pile >> 4 * resource & 15 for resource in range(5)])


@lru_cache(maxsize=4096)
def total(pile: int) -> int:
    """Number of cubes in a packed pile."""
    return sum([pile >> 4 * resource & 15 for resource in range(5)])


class Pile(Meaning):
    """Cubes on a tile, packed."""

    what = "a list of cubes"
    counted = True

    def example(self, state: State) -> str:
        return "[wood, wood]"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        pile = 0
        for word, at in words_of(value, self.what, *path):
            resource = _RESOURCE.read(state, word, *at)
            if amount(pile, resource) == MOST:
                raise Given(f"a tile holds up to {MOST} cubes of one kind", *path)
            pile += ONE[resource]
        return pile

    def write(self, state: State, value: int) -> list[str]:
        return [name for resource, name in enumerate(RESOURCES) for _ in range(amount(value, resource))]

    def amount(self, value: int) -> int:
        return total(value)

    def schema(self, things: Families) -> Schema:
        return schemas.words(_RESOURCE.schema(things))


PILE = Pile()
DISPLAYS = by_seat(at_cells("tile"))
_RESOURCE = thing("resource")


@attrs.define(eq=False, repr=False)
class GlenMoreState(State):
    """Hidden: the order of the four stacks. Everything else is open."""

    stack0: list[int] = zone("stack0", "none", "pile", per_seat=False, factory=list)
    stack1: list[int] = zone("stack1", "none", "pile", per_seat=False, factory=list)
    stack2: list[int] = zone("stack2", "none", "pile", per_seat=False, factory=list)
    stack3: list[int] = zone("stack3", "none", "pile", per_seat=False, factory=list)
    chain: list[int] = public(factory=list)
    """The occupied spaces of the circuit from the rear to the head: kinds of tile, figures, the die."""
    displays: list[dict[int, int]] = public(means=DISPLAYS, factory=list)
    """By seat: cell (a key of the square grid) to kind of tile."""
    cubes: list[dict[int, int]] = public(means=by_seat(at_cells(PILE, without=0)), factory=list)
    """By seat: cell to the packed cubes on it; cells without cubes are left out."""
    members: list[dict[int, int]] = public(means=by_seat(at_cells(whole(least=0), without=0)), factory=list)
    """By seat: cell to the clan members on it; cells without members are left out."""
    barrels: list[int] = public(means=by_seat(whole(least=0)), factory=list)
    chieftains: list[int] = public(means=by_seat(whole(least=0)), factory=list)
    coins: list[int] = public(means=by_seat(whole(least=0)), factory=list)
    cards: list[int] = public(means=by_seat(bits("card")), factory=list)
    """By seat: its special-place cards as bits."""
    warehouse: list[int] = public(
        means=by("resource", whole(0, lambda state: len(state.printed.prices)), rest=0), factory=list
    )
    """By resource: number of spaces of the row that hold coins, the cheapest first."""
    scorings: int = public(means=whole(0, 3), default=0)
    """Number of scorings that have taken place, of three."""
    passed: int = public(means=SEATS, default=0)
    """Seats that have passed since a figure last moved (option no_tile=pass), as bits."""
    iona: int = public(means=words("fresh", "produced"), default=0)
    """1 if Iona Abbey has produced (option iona_production=once)."""
    # The turn in hand; these are the values at the start of every turn.
    advanced: int = public(default=0)
    """Number of spaces that the figure has moved on."""
    tile: int = public(default=-1)
    """The kind of tile taken and not placed yet."""
    owed: list[int] = public(factory=list)
    """Debt that is still to be paid: five resources, then cubes of different kinds, the kinds given for those (as
    bits), members, and barrels. Empty if nothing is owed."""
    spots: list[int] = public(factory=list)
    """Cells where the tile may go, if that was settled before paying (option ness_payment=before_payment)."""
    placed: list[int] = public(factory=list)
    """The cell of the tile placed; empty before."""
    active: list[int] = public(factory=list)
    """Cells that may still be activated in the ordinary way, ascending."""
    activated: list[int] = public(factory=list)
    """Cells activated in this turn."""
    gained: dict[int, int] = public(factory=dict)
    """Cell to the packed cubes that activations have put there and that must stay for now (option spend_gained)."""
    benefit: int = public(default=0)
    """Cubes of Loch Lochy still to be taken; -1 while Loch Shiel waits."""
    ness: int = public(default=0)
    """1 once Loch Ness has been used in this turn, or cannot be."""
    points: int = public(default=0)
    """Movement points left."""
    marks: int = public(default=0)
    """Other events of the turn as bits: STEPPED, DIE_MOVED, NO_MOVEMENT, MOVED."""

    @property
    def turns_played(self) -> int:
        """The turns that were gone through to their end, as records of this game have it."""
        return self.turns

    @property
    def printed(self) -> Printed:
        printed: Printed = self.rules.assembled
        return printed

    def stacks(self) -> tuple[list[int], ...]:
        return self.stack0, self.stack1, self.stack2, self.stack3


def unlaid(state: Readable) -> int:
    """Number of tiles that are still in the stacks."""
    if isinstance(state, View):
        return sum(state.count(f"stack{n}") for n in range(4))
    return sum(map(len, state.stacks()))


def fresh_turn(state: GlenMoreState) -> None:
    """Nothing has happened in the turn yet."""
    state.advanced, state.tile, state.benefit, state.ness, state.points, state.marks = 0, -1, 0, 0, 0, 0
    state.owed, state.spots, state.placed, state.active, state.activated = [], [], [], [], []
    state.gained = {}


def held(state: Readable, seat: int) -> list[int]:
    """By resource, the cubes on the seat's tiles."""
    return counted(state.cubes[seat])


def counted(piles: Mapping[int, int]) -> list[int]:
    """By resource, the cubes in all these piles."""
    found = [0, 0, 0, 0, 0]
    for packed in piles.values():
        for resource in sorts(packed):
            found[resource] += packed >> 4 * resource & 15
    return found


def spendable(state: Readable, seat: int) -> dict[int, int]:
    """Of the seat whose turn it is, the piles of which cubes may be sold or spent now (GM-AMB-17)."""
    piles: dict[int, int] = state.cubes[seat]
    if not state.gained:
        return piles
    return {at: packed - state.gained.get(at, 0) for at, packed in piles.items()}


def own_cubes(state: Readable, seat: int) -> list[tuple[int, int]]:
    """(resource, cell) for every resource that may be spent from every tile, each pair once."""
    return [(kind, at) for at, pile in sorted(spendable(state, seat).items()) for kind in sorts(pile)]


@lru_cache(maxsize=4096)
def sorts(pile: int) -> tuple[int, ...]:
    """The resources of which cubes lie in a packed pile."""
    return tuple([resource for resource in range(5) if pile >> 4 * resource & 15])


def put(state: GlenMoreState, seat: int, cell: int, resource: int, count: int = 1) -> None:
    """So many cubes more (or fewer) lie on the tile; an empty pile is left out."""
    piles = state.cubes[seat]
    packed = piles.get(cell, 0) + count * ONE[resource]
    if packed:
        piles[cell] = packed
    else:
        del piles[cell]


def stand(state: GlenMoreState, seat: int, cell: int, count: int = 1) -> None:
    """So many members more (or fewer) stand on the tile."""
    members = state.members[seat]
    number = members.get(cell, 0) + count
    if number:
        members[cell] = number
    else:
        del members[cell]


def conserved(state: GlenMoreState) -> tuple[int, list[int], Counter[str]]:
    """Coins, figures, and tiles that the box does not hold (there are none): the same from set-up to end.

    Coins are those of the players and in the warehouse, less those that cards brought (GM-SP-9). Tiles do leave the
    game (GM-DIE-5), so only one that comes from nowhere would be noticed.
    """
    printed = state.printed
    lying = sum(sum(printed.prices[:taken]) for taken in state.warehouse)
    brought = sum(card.once.coins for seat in range(len(state.seats)) for card in cards_of(state, seat))
    coins = sum(state.coins) + lying - brought
    tiles = Counter(item for item in (*state.chain, state.tile) if item >= 0)
    for part in (*state.stacks(), *(display.values() for display in state.displays)):
        tiles.update(part)
    box = Counter([printed.start] * len(state.seats))
    for stack in printed.stacks:
        box.update(stack)
    figures = sorted(item for item in state.chain if item < 0)
    return coins, figures, Counter({printed.kinds[kind].id: count for kind, count in (tiles - box).items()})


def has(state: Readable, seat: int, card: str) -> bool:
    """True if the seat owns the card with this id."""
    owned = state.cards[seat]
    return bool(owned and owned >> state.rules.assembled.card_number[card] & 1)


def tile_at(state: Readable, seat: int, cell: int) -> Kind:
    """The kind of the tile on this cell of the seat's display."""
    kinds: tuple[Kind, ...] = state.rules.assembled.kinds
    return kinds[state.displays[seat][cell]]


def cards_of(state: Readable, seat: int) -> list[Card]:
    """The cards that the seat owns."""
    owned = state.cards[seat]
    if not owned:
        return []
    return [card for number, card in enumerate(state.rules.assembled.cards) if owned >> number & 1]


def give_card(state: GlenMoreState, seat: int, card: Card) -> None:
    """The card is the seat's."""
    state.cards[seat] |= 1 << state.printed.card_number[card.id]
