"""Rebirth's data files as typed classes: the box, the tiles, a map, the mission cards.

`map_reader` reads the picture of a map, `checks` looks whether the files add up.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from tilewright.authoring import COUNT, COUNTS, Hex, Provenance, Texts, chosen, presets

from .conditions import areas, cards, castles, metrics
from .map_reader import Letters, Place, axial

FOOD, ENERGY = 0, 1
KINDS = ("food", "energy", "settlement-1", "settlement-2", "settlement-3", "settlement-4")
"""The kinds of tile; a kind is an index into this. Farms come first."""
OPEN, SETTLEMENT = 2, 3
FIELDS = ("food", "energy", "open", "settlement")
"""The kinds of field; a kind is an index into this. Farms have the number of their tiles."""
TIE_BREAKERS = ("KE", "KS")
"""The castles that break ties, Edinburgh and Stirling, by code, the first one first. RB-END-6."""

Certainty: TypeAlias = Literal["high", "medium", "low", ""]
Value: TypeAlias = Literal[1, 2, 3, 4]


@attrs.frozen(eq=False, repr=False)
class BoxPiece:
    """One sort of piece in the box."""

    id: str
    total: int
    provenance: Provenance
    source: str
    per_colour: int | None = None
    note: str = ""


@attrs.frozen(eq=False, repr=False)
class Setup:
    """Tiles that so many players use: neutral tiles and tiles on the board in all, the rest for each player."""

    neutral_tiles: int
    set_aside: int
    removed: int
    played: int
    on_board: int


@attrs.frozen(eq=False, repr=False)
class Box:
    """`box.yaml`."""

    players: tuple[int, int]
    colours: int
    pieces: tuple[BoxPiece, ...]
    setup: dict[int, Setup]
    setup_provenance: dict[str, Provenance]

    def total(self, piece: str) -> int:
        """Number of these pieces in the box."""
        return next(one.total for one in self.pieces if one.id == piece)

    def each(self, piece: str) -> int:
        """Number of these pieces that a colour has."""
        return next(one.per_colour or 0 for one in self.pieces if one.id == piece)


@attrs.frozen(eq=False, repr=False)
class Kind:
    """A kind of tile."""

    id: str
    symbols: int
    """Settlement symbols on the tile: its influence."""
    provenance: Provenance
    source: str


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Counts:
    """A number of tiles of each kind."""

    food: int = attrs.field(validator=COUNT)
    energy: int = attrs.field(validator=COUNT)
    settlements: dict[Value, int] = attrs.field(validator=COUNTS)
    provenance: Provenance

    @property
    def by_kind(self) -> tuple[int, ...]:
        """The same as a tuple."""
        return self.food, self.energy, *(self.settlements.get(value, 0) for value in (1, 2, 3, 4))


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Mix(Counts):
    """The tiles of a colour."""

    map: str
    """The map made for this mix."""
    certainty: Certainty
    settlements_provenance: Provenance
    settlements_certainty: Certainty
    reason: str = ""
    settlements_reason: str = ""
    counter_evidence: str = ""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Removal(Counts):
    """The tiles that each player returns to the box, with as many players as option `removal_with` says."""

    total: int
    source: str


@attrs.frozen(eq=False, repr=False)
class Tiles:
    """`tiles.yaml`."""

    kinds: tuple[Kind, ...]
    default_mix: str
    mixes: dict[str, Mix]
    removal: Removal


@attrs.frozen(eq=False, repr=False)
class Site:
    """A castle or cathedral of a map."""

    code: str
    """Its mark in the picture."""
    name: str
    at: Place
    """Row and column of the picture."""
    provenance: Provenance
    name_provenance: Provenance

    @property
    def hex(self) -> Hex:
        return axial(*self.at)


@attrs.frozen(eq=False, repr=False)
class Size:
    """A size of settlements."""

    name: str
    fields: int = attrs.field(validator=COUNT)
    """Number of fields that such a settlement has."""


SIZES = {"S": Size("small", 1), "M": Size("medium", 2), "L": Size("large", 3)}
"""The sizes of settlements that every map has, by the letter of their fields."""


@attrs.frozen(eq=False, repr=False)
class MapFile:
    """A file of `maps/`.

    What the last fields declare beyond the game, a module gives a meaning.
    """

    provenance: Provenance
    fits: str
    """The mix of tiles that it is made for."""
    expected_counts: dict[str, int]
    areas: dict[str, tuple[int, int]]
    """First and last row of each area."""
    areas_provenance: Provenance
    picture: str
    castles: tuple[Site, ...]
    cathedrals: tuple[Site, ...]
    fixed_by_facts: dict[str, str] = attrs.field(factory=dict)
    note: str = ""
    tie_breakers: tuple[str, ...] = TIE_BREAKERS
    """The castles that break ties for the first place, by code, the first one first.

    Its holder wins only if tied, the holder of a later one in any case.
    """
    settlements: dict[str, Size] = attrs.field(factory=dict)
    """Further sizes of settlements, by the letter of their fields."""
    marks: dict[str, str] = attrs.field(factory=dict)
    """Further second letters of fields, each with the name of what it stands for."""
    sites: dict[str, tuple[Site, ...]] = attrs.field(factory=dict)
    """Further places that tiles touch, by sort (`wells`). The codes of a sort have the first letter in common."""

    def area(self, row: int) -> str:
        """The area of a row of the picture."""
        return next(name for name, (first, last) in self.areas.items() if first <= row <= last)

    @property
    def sizes(self) -> dict[str, Size]:
        """All sizes of settlements, by the letter of their fields."""
        return {**SIZES, **self.settlements}

    @property
    def places(self) -> dict[str, tuple[str, tuple[Site, ...]]]:
        """By first letter of their codes: the sort of places that tiles touch, and these."""
        further = {sites[0].code[:1]: (sort, sites) for sort, sites in self.sites.items() if sites}
        return {"K": ("castles", self.castles), "C": ("cathedrals", self.cathedrals)} | further

    @property
    def letters(self) -> Letters:
        """The letters of the picture."""
        return Letters("".join(self.sizes), "".join(self.marks), "".join(self.places))


@attrs.frozen(eq=False, repr=False)
class Mission:
    """A mission card: `bonus` always scores, `most` wants the most of a metric, `control_any` a castle."""

    id: str
    kind: Literal["unconditional", "most", "control_any"]
    points: int = attrs.field(default=0, validator=COUNT, kw_only=True)
    """The worth of a card with a condition; a bonus card's points stand in the rules (option `cathedral_bonus`)."""
    copies: int = attrs.field(validator=COUNT)
    text: Texts
    provenance: Provenance
    metric: str = attrs.field(default="", metadata=chosen(metrics))
    """The metric that is compared, by its name in `missions.METRICS`."""
    area: str = attrs.field(default="", metadata=chosen(areas))
    castles: tuple[str, ...] = attrs.field(default=(), metadata=chosen(castles))
    copies_provenance: Provenance = "reconstructed"


@attrs.frozen(eq=False, repr=False)
class Deck:
    """`missions.yaml`."""

    deck: int
    cards: tuple[Mission, ...] = attrs.field(metadata=presets(cards))
