"""The files of data/glenmore as typed classes: the box, the kinds of tile, the cards of the special places.

`checks` makes sure that they agree with each other; `printed` makes of them what the rules ask for.
"""

from __future__ import annotations

from typing import Literal

import attrs
from attrs.validators import ge, min_len

from tilewright.core.checks import COUNT, COUNTS, ROW, Language, Provenance

Resource = Literal["wood", "stone", "sheep", "cattle", "grain"]
RESOURCES: tuple[Resource, ...] = ("wood", "stone", "sheep", "cattle", "grain")
"""The kinds of cube, as the rows of the warehouse have them (GM-COMP-4); whisky is none (GM-COMP-7)."""
Frame = Literal["yellow", "green", "brown", "grey", "blue"]
Sort = Literal[
    "production", "distillery", "abbey", "village", "castle", "loch",
    "butcher", "fair", "grocer", "bridge", "tavern",
]  # fmt: skip
Stack = Literal["start", 0, 1, 2, 3]
Does = Literal["nothing", "produce", "move", "score", "exchange", "several", "different", "any"]
"""What activating a tile does. The last four hand in cubes: exactly these, of one kind, all different, any."""
Confirmed = Literal["count", "frame", "cost", "once", "each", "each_most", "card"]
Number = int | str
"""A number, or the name of the option that states it."""


@attrs.frozen
class Each:
    """What a tile brings whenever it is activated."""

    does: Does
    cube: Literal["wood", "stone", "sheep", "cattle", "grain", "any"] | None = None
    points: int = attrs.field(default=0, validator=COUNT)
    give: dict[Resource, int] = attrs.field(factory=dict, validator=COUNTS)
    count: int = attrs.field(default=0, validator=COUNT)
    whisky: int = attrs.field(default=0, validator=COUNT)
    vp: dict[int, Number] | Number = 0


@attrs.frozen
class Tile:
    """One kind of tile."""

    id: str
    names: dict[Language, str]
    stack: Stack
    frame: Frame
    kind: Sort
    each: Each
    provenance: Provenance
    rulebook_confirms: tuple[Confirmed, ...] = ()
    """What else a rulebook states as well."""
    source_ids: tuple[int, ...] = ()
    """The copies' numbers in the public source."""
    count: int = attrs.field(default=1, validator=ge(1))
    cost: dict[Literal["wood", "stone", "sheep", "cattle", "grain", "different", "whisky", "member"], int] = (
        attrs.field(factory=dict, validator=COUNTS)
    )
    """`different`: so many cubes, each of another kind; `member`: clan members or chieftains."""
    once: dict[Literal["member", "whisky"], int] = attrs.field(factory=dict, validator=COUNTS)
    """What placing it brings, beside its card."""
    river: bool = False
    road: bool = False
    card: str = ""
    note: str = ""


@attrs.frozen
class Placing:
    """What a card brings when its tile is placed, and never again (GM-SP-14)."""

    member: int = attrs.field(default=0, validator=COUNT)
    whisky: int = attrs.field(default=0, validator=COUNT)
    coins: int = attrs.field(default=0, validator=COUNT)
    cubes: int = attrs.field(default=0, validator=COUNT)
    """Cubes of any kinds (GM-SP-2)."""
    restock: bool = False
    """A matching cube for each own production tile that is empty (GM-SP-5)."""
    activate_all: bool = False
    """All own tiles may be activated, and then the activation is over (GM-SP-6)."""


@attrs.frozen
class Turn:
    """What a card brings in each own turn."""

    activate: int = attrs.field(validator=ge(1))
    """Own tiles, wherever they lie, that may be activated besides (GM-SP-4)."""


@attrs.frozen
class Scoring:
    """What a card changes at each scoring."""

    chieftain: int = attrs.field(validator=ge(1))
    """What each own chieftain counts (GM-SP-12)."""


@attrs.frozen
class Final:
    """Points at the end for each own tile with this frame, or of this kind."""

    points: int
    frame: Frame | None = None
    kind: Sort | None = None


@attrs.frozen
class Card:
    """The card of a special place."""

    id: str
    names: dict[Language, str]
    rule: str
    provenance: Provenance
    bonnets_provenance: Provenance
    bonnets: int = attrs.field(default=0, validator=COUNT)
    """They count as chieftains at every scoring (GM-SCORE-3)."""
    once: Placing = Placing()
    every_turn: Turn | None = None
    every_scoring: Scoring | None = None
    final: Final | None = None


@attrs.frozen
class Total:
    """How many of something there are, and who says so."""

    count: int = attrs.field(validator=COUNT)
    provenance: Provenance
    source: str
    note: str = ""


@attrs.frozen
class Row:
    """Numbers printed side by side."""

    values: tuple[int, ...] = attrs.field(validator=[min_len(1), ROW])
    provenance: Provenance
    source: str


@attrs.frozen
class Setup:
    """The circuit and the warehouse at the start with so many players."""

    stack0: int = attrs.field(validator=COUNT)
    """Tiles of this stack that are laid out (GM-SETUP-10)."""
    stack1: int = attrs.field(validator=COUNT)
    die: bool
    coins_on_first_space: bool
    """Whether the cheapest space of each warehouse row holds coins (GM-DIE-1)."""
    provenance: Provenance


@attrs.frozen
class Box:
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
