"""The files of data/glenmore as typed classes: the box, the kinds of tile, the cards of the special places.

`checks` makes sure that they agree with each other; `printed` turns them into what the rules ask for.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs
from attrs.validators import ge, min_len

from tilewright.authoring import COUNT, ROW, Provenance, Texts

Resource = Literal["wood", "stone", "sheep", "cattle", "grain"]
RESOURCES: tuple[Resource, ...] = ("wood", "stone", "sheep", "cattle", "grain")
"""The kinds of cube, in the order of the warehouse's rows (GM-COMP-4). Whisky is not one of them (GM-COMP-7)."""
Counts: TypeAlias = tuple[int, int, int, int, int]
"""Cubes by resource, in the order of RESOURCES."""
Frame = Literal["yellow", "green", "brown", "grey", "blue"]
Sort = Literal[
    "production", "distillery", "abbey", "village", "castle", "loch",
    "butcher", "fair", "grocer", "bridge", "tavern",
]  # fmt: skip
Stack = Literal["start", 0, 1, 2, 3]
Does = Literal["nothing", "produce", "move", "score", "exchange", "several", "different", "any"]
"""Effects of activating a tile. With the last four, cubes are handed in: exactly these, of one kind, all different,
any."""
Confirmed = Literal["count", "frame", "cost", "once", "each", "each_most", "card"]
Number = int | str
"""A number, or the name of the option that states it."""


@attrs.frozen(eq=False, repr=False)
class Amounts:
    """So many cubes of each resource."""

    wood: int = attrs.field(default=0, validator=COUNT)
    stone: int = attrs.field(default=0, validator=COUNT)
    sheep: int = attrs.field(default=0, validator=COUNT)
    cattle: int = attrs.field(default=0, validator=COUNT)
    grain: int = attrs.field(default=0, validator=COUNT)
    cubes: Counts = attrs.field(init=False)

    @cubes.default
    def _cubes(self) -> Counts:
        return self.wood, self.stone, self.sheep, self.cattle, self.grain


@attrs.frozen(eq=False, repr=False)
class Cost(Amounts):
    """The cost of placing a tile (GM-TILE-2)."""

    different: int = attrs.field(default=0, validator=COUNT)
    """So many cubes more, each of another resource (GM-BLUE-4)."""
    whisky: int = attrs.field(default=0, validator=COUNT)
    member: int = attrs.field(default=0, validator=COUNT)
    """Clan members or chieftains (GM-BLUE-3)."""

    @property
    def free(self) -> bool:
        """True if nothing is paid."""
        return not (any(self.cubes) or self.whisky or self.different or self.member)


@attrs.frozen(eq=False, repr=False)
class Once:
    """The benefit of placing a tile (GM-GREY-1, GM-DIST-1); its card may bring more."""

    member: int = attrs.field(default=0, validator=COUNT)
    whisky: int = attrs.field(default=0, validator=COUNT)


@attrs.frozen(eq=False, repr=False)
class Each:
    """The benefit of activating a tile, in the words of the file."""

    does: Does
    cube: Literal["wood", "stone", "sheep", "cattle", "grain", "any"] | None = None
    points: int = attrs.field(default=0, validator=COUNT)
    give: Amounts = Amounts()
    count: int = attrs.field(default=0, validator=COUNT)
    whisky: int = attrs.field(default=0, validator=COUNT)
    vp: dict[int, Number] | Number = 0


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Face:
    """The part of a tile's record that the rules use as it is."""

    id: str
    names: Texts
    frame: Frame
    kind: str
    """The sort of tile; a module's tiles may be of sorts that the game does not know."""
    provenance: Provenance
    count: int = attrs.field(default=1, validator=ge(1))
    cost: Cost = Cost()
    once: Once = Once()
    river: bool = False
    road: bool = False


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Tile(Face):
    """The record of one kind of tile."""

    kind: Sort
    stack: Stack
    each: Each
    card: str = ""
    rulebook_confirms: tuple[Confirmed, ...] = ()
    """Fields that a rulebook states as well."""
    source_ids: tuple[int, ...] = ()
    """The copies' numbers in the public source."""
    note: str = ""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Addition(Face):
    """The record of one kind of tile that a module adds."""

    stack: Literal[1, 2, 3]
    each: Each = Each("nothing")
    card: str = ""
    sign: str = ""
    """The module's own effect when the tile is activated, as a sign on the tile; "" if it does nothing."""
    worth: float = 0.0
    """Points that bots expect of that."""
    note: str = ""


@attrs.frozen(eq=False, repr=False)
class CardOnce(Once):
    """The benefit of a card when its tile is placed, and never again (GM-SP-14)."""

    coins: int = attrs.field(default=0, validator=COUNT)
    cubes: int = attrs.field(default=0, validator=COUNT)
    """Cubes of any kinds (GM-SP-2)."""
    restock: bool = False
    """A matching cube for each own production tile that is empty (GM-SP-5)."""
    activate_all: bool = False
    """All own tiles may be activated, and then the activation is over (GM-SP-6)."""


@attrs.frozen(eq=False, repr=False)
class EveryTurn:
    """The benefit of a card in each turn of its owner."""

    activate: int = attrs.field(validator=ge(1))
    """Additional own tiles, wherever they lie, that may be activated (GM-SP-4)."""


@attrs.frozen(eq=False, repr=False)
class EveryScoring:
    """The effect of a card on each scoring."""

    chieftain: int = attrs.field(validator=ge(1))
    """Number that each own chieftain counts as (GM-SP-12)."""


@attrs.frozen(eq=False, repr=False)
class Final:
    """Points at the end for each own tile with this frame, or of this kind."""

    points: int
    frame: Frame | None = None
    kind: Sort | None = None

    def counts(self, tile: Face) -> bool:
        """True if the tile scores."""
        return self.frame in (None, tile.frame) and self.kind in (None, tile.kind)


@attrs.frozen(eq=False, repr=False)
class Card:
    """The card of a special place."""

    id: str
    names: Texts
    rule: str
    provenance: Provenance
    bonnets_provenance: Provenance
    bonnets: int = attrs.field(default=0, validator=COUNT)
    """They count as chieftains at every scoring (GM-SCORE-3)."""
    once: CardOnce = CardOnce()
    every_turn: EveryTurn | None = None
    every_scoring: EveryScoring | None = None
    final: Final | None = None


@attrs.frozen(eq=False, repr=False)
class Total:
    """The number of some components, and its source."""

    count: int = attrs.field(validator=COUNT)
    provenance: Provenance
    source: str
    note: str = ""


@attrs.frozen(eq=False, repr=False)
class Row:
    """Numbers printed side by side."""

    values: tuple[int, ...] = attrs.field(validator=[min_len(1), ROW])
    provenance: Provenance
    source: str


@attrs.frozen(eq=False, repr=False)
class Setup:
    """The circuit and the warehouse at the start with so many players."""

    stack0: int = attrs.field(validator=COUNT)
    """Tiles of this stack that are laid out (GM-SETUP-10)."""
    stack1: int = attrs.field(validator=COUNT)
    die: bool
    coins_on_first_space: bool
    """True if the cheapest space of each warehouse row holds coins (GM-DIE-1)."""
    provenance: Provenance


@attrs.frozen(eq=False, repr=False)
class Box:
    """The contents of the box, and how much of it each number of players uses."""

    players: tuple[int, int]
    spaces: Total
    """Spaces of the circuit; one of them stays empty (GM-SETUP-11)."""
    stacks: dict[Stack, Total]
    rivers: Total
    """Tiles with the river, start villages left out."""
    roads: Total
    pieces: dict[str, Total]
    prices: Row
    """Spaces of each warehouse row."""
    difference_vp: Row
    """Points by difference to the lowest count; a larger one scores as the last."""
    die: Row
    setup: dict[int, Setup]
