"""The files of data/isleofskye/modules/druids as typed classes."""

from __future__ import annotations

from typing import Literal

import attrs
from attrs.validators import ge

from ...files import Drawn, Mark, Names, Provenance, ScoringTile, Total

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
"""What a scroll counts; `nothing` for one that is worth the same in every territory."""
Effect = Literal["rescore", "own_tile", "bag", "discount"]

_COUNT = ge(0)
_SOME = ge(1)


@attrs.frozen(kw_only=True)
class DruidTile(Drawn):
    """A Druid tile."""

    id: str
    price: int = attrs.field(validator=_COUNT)
    provenance: Provenance


@attrs.frozen(kw_only=True)
class Tablet:
    """A kind of stone tablet. Its texts name the numbers as {gold} and {tiles}."""

    id: str
    kind: Effect
    gold: int = attrs.field(default=0, validator=_COUNT)
    """What its owner pays less."""
    tiles: int = attrs.field(default=0, validator=_COUNT)
    """How many tiles more there are to choose from, or own tiles to buy."""
    copies: int = attrs.field(validator=_COUNT)
    names: Names
    text: Names
    rule: str
    provenance: Provenance
    copies_provenance: Provenance
    source: str

    def words(self, lang: str) -> str:
        """The text with the numbers filled in, in this language or else in English; KeyError for another number."""
        text = {key: said for key, said in self.text.items() if key == lang} or dict(self.text)
        return next(iter(text.values())).format(gold=self.gold, tiles=self.tiles)


@attrs.frozen
class DolmenBoard:
    """The dolmen board."""

    surcharges: tuple[int, ...]
    """By space from left to right, gold beside the printed price (IS-DR-8)."""
    provenance: Provenance
    source: str


@attrs.frozen(kw_only=True)
class DruidScroll:
    """A kind of scroll: `points` for each full `per` of what `counts` in the whole territory."""

    id: str
    names: Names
    counts: Counted
    least: int = attrs.field(default=0, validator=_COUNT)
    """Tiles that a line needs."""
    per: int = attrs.field(validator=_SOME)
    points: int
    copies: int = attrs.field(validator=_COUNT)
    rule: str
    provenance: Provenance
    copies_provenance: Provenance
    source: str


@attrs.frozen(kw_only=True)
class DruidScoring(ScoringTile):
    """A scoring tile that may give its points for every so many."""

    per: int = attrs.field(default=1, validator=_SOME)

    def words(self, texts: Names) -> Names:
        """Texts with the numbers filled in; KeyError or ValueError where one names something else."""
        points = "/".join(map(str, self.table))
        return {
            language: text.format(points=points, least=self.least, per=self.per)
            for language, text in texts.items()
        }


@attrs.frozen
class Prices:
    """The lowest and the highest price printed on a tile."""

    lowest: int
    highest: int
    provenance: Provenance
    source: str


@attrs.frozen
class Box:
    """What the module adds to the box."""

    pieces: dict[str, Total]
    prices: Prices
    marks: dict[Mark, Total]
    scrolls: Total
