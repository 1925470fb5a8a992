"""The files of data/isleofskye/modules/druids as typed classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from tilewright.authoring import COUNT, Provenance, Texts

from ...files import SOME, Drawn, Mark, ScoringTile, Total

Counted = Literal[
    "closed_pastures",
    "closed_mountains",
    "closed_waters",
    "building_sets",
    "road_tiles",
    "harbours",
    "gold",
    "animal_pairs",
    "nothing",
    "rows",
    "columns",
]
"""Things that a scroll counts; `nothing` for one that is worth the same in every territory."""
Effect = Literal["rescore", "own_tile", "bag", "discount"]


@attrs.frozen(kw_only=True)
class DruidTile(Drawn):
    """A Druid tile."""

    id: str
    price: int = attrs.field(validator=COUNT)
    provenance: Provenance


@attrs.frozen(kw_only=True)
class Tablet:
    """A kind of stone tablet. Its texts name the numbers as {gold} and {tiles}."""

    id: str
    kind: Effect
    gold: int = attrs.field(default=0, validator=COUNT)
    """Gold that its owner saves."""
    tiles: int = attrs.field(default=0, validator=COUNT)
    """Number of additional tiles to choose from, or of own tiles to buy."""
    copies: int = attrs.field(validator=COUNT)
    names: Texts
    text: Texts
    rule: str
    provenance: Provenance
    copies_provenance: Provenance
    source: str

    @property
    def numbers(self) -> Mapping[str, object]:
        """The numbers that a text may name in braces."""
        return {"gold": self.gold, "tiles": self.tiles}


@attrs.frozen
class DolmenBoard:
    """The dolmen board."""

    surcharges: tuple[int, ...]
    """By space from left to right, gold on top of the printed price (IS-DR-8)."""
    provenance: Provenance
    source: str


@attrs.frozen(kw_only=True)
class DruidScroll:
    """A kind of scroll: `points` for each full `per` of what `counts` in the whole territory."""

    id: str
    names: Texts
    counts: Counted
    least: int = attrs.field(default=0, validator=COUNT)
    """Number of tiles that a line needs."""
    per: int = attrs.field(validator=SOME)
    points: int
    copies: int = attrs.field(validator=COUNT)
    rule: str
    provenance: Provenance
    copies_provenance: Provenance
    source: str


@attrs.frozen(kw_only=True)
class DruidScoring(ScoringTile):
    """A scoring tile that may give its points for every few of something."""

    per: int = attrs.field(default=1, validator=SOME)

    @property
    def numbers(self) -> Mapping[str, object]:
        return {**super().numbers, "per": self.per}


@attrs.frozen
class Prices:
    """The lowest and the highest price printed on a tile."""

    lowest: int
    highest: int
    provenance: Provenance
    source: str


@attrs.frozen
class Box:
    """The module's additions to the box."""

    pieces: dict[str, Total]
    prices: Prices
    marks: dict[Mark, Total]
    scrolls: Total
