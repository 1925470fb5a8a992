"""The files of data/isleofskye as typed classes: box, tiles, castles, round tracks, scrolls, scoring tiles.

What is drawn on a tile is read in `tiles`; what has to hold in all of them is checked in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, get_args

import attrs
from attrs.validators import deep_mapping, ge, min_len

from tilewright.authoring import COUNT, Provenance, Texts

Terrain = Literal["P", "M", "W"]
Letter = Literal["A", "B", "C", "D"]
Mark = Literal["sheep", "cattle", "farm", "broch", "lighthouse", "ship", "barrel"]
Kind = Literal["each", "table", "majority"]
"""Points for each of something; by number of something (more score as the last); for the most and second most."""

LETTERS: tuple[Letter, ...] = get_args(Letter)
"""The places for scoring tiles."""
SOME = ge(1)
"""Validator: a number of things of which there is at least one."""


@attrs.frozen(kw_only=True)
class Drawn:
    """A drawing of a tile in our notation: three rows of three letters, roads by their sides, marks by their areas."""

    face: str
    road: tuple[str, ...] = ()
    has: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Alternative(Drawn):
    """The other reading of a disputed tile (IS-AMB-25), complete."""

    differs: tuple[Literal["face", "road", "has"], ...]
    source: str


@attrs.frozen(kw_only=True)
class Landscape(Drawn):
    """A landscape tile."""

    id: str
    provenance: Provenance
    source_ids: tuple[int, ...] = ()
    """Its numbers in the two transcriptions."""
    copies: int = attrs.field(default=1, validator=SOME)
    bridge: bool = False
    """True if its road crosses water on the picture; no rule uses this (IS-ROAD-1)."""
    alternative: Alternative | None = None
    note: str = ""


@attrs.frozen(kw_only=True)
class Castle(Drawn):
    """The castle tile of a colour."""

    id: str
    names: Texts
    provenance: Provenance
    note: str = ""


@attrs.frozen
class Total:
    """A number of things, and its source."""

    count: int = attrs.field(validator=COUNT)
    provenance: Provenance
    source: str
    note: str = ""


@attrs.frozen(kw_only=True)
class Sides:
    """Number of sides of landscape tiles that show a terrain."""

    names: Texts
    count: int = attrs.field(validator=COUNT)
    provenance: Provenance
    source: str


@attrs.frozen(kw_only=True)
class Marks(Sides):
    """Number of marks of a kind on the landscape tiles; for barrels, number of tiles that show some."""

    alternative: int | None = None
    """Number with the other reading of all disputed tiles, if that differs."""


@attrs.frozen
class Coins:
    of: dict[int, int] = attrs.field(validator=deep_mapping(key_validator=SOME, value_validator=COUNT))
    """Number of coins, by what one is worth."""
    gold: int
    """Their worth together."""
    provenance: Provenance
    source: str


@attrs.frozen
class Box:
    players: tuple[int, int]
    pieces: dict[str, Total]
    coins: Coins
    scorings: Total
    """Number of times that each letter of a round track is scored (IS-END-3)."""
    marks: dict[Mark, Marks]
    terrains: dict[Terrain, Sides]
    scrolls: Total


@attrs.frozen
class Round:
    """A space of the round track."""

    score: tuple[Letter, ...]
    """The places on the board whose scoring tiles are scored (IS-END-1)."""
    catch_up: int = attrs.field(validator=COUNT)
    """Gold for each player ahead (IS-INC-3)."""

    @cached_property
    def scored(self) -> tuple[int, ...]:
        """The same places by number, 0 to 3."""
        return tuple(sorted(LETTERS.index(letter) for letter in self.score))


@attrs.frozen
class OtherLetters:
    """The letters of a round track as a rejected source has them (IS-AMB-22)."""

    score: tuple[tuple[Letter, ...], ...]
    source: str
    note: str = ""


@attrs.frozen
class Track:
    """A side of the board: its round track, for these numbers of players."""

    players: tuple[int, int]
    rounds: tuple[Round, ...] = attrs.field(validator=min_len(1))
    provenance: Provenance
    source: str
    alternative: OtherLetters | None = None


@attrs.frozen
class Tracks:
    front: Track
    back: Track


@attrs.frozen
class Scroll:
    """A kind of scroll: `points` for each full `per` of what `counts` in the whole territory (IS-SCR-10)."""

    id: str
    names: Texts
    counts: Mark
    per: int = attrs.field(validator=SOME)
    points: int
    copies: int = attrs.field(validator=COUNT)
    rule: str
    provenance: Provenance
    copies_provenance: Provenance
    source: str


@attrs.frozen(kw_only=True)
class ScoringTile:
    """A scoring tile. Its texts name the numbers as {points} and {least}."""

    id: str
    """A word; it is also the key of the score reason, and the tile's name in scenes."""
    number: int = 0
    """The number in its rule's id, IS-ST-number, if that has one."""
    rule: str
    """The id of its rule in rules.yaml."""
    kind: Kind
    """The kind of `points`: `each`, `table` or `majority`."""
    points: int | tuple[int, ...]
    """One number for each; a list by number of something; or those for the most and the second most."""
    least: int = attrs.field(default=0, validator=COUNT)
    """Number of tiles that a region or line needs, or the least amount for a prize."""
    names: Texts
    """Its name, by language."""
    text: Texts
    """Its text, by language."""
    provenance: Provenance
    """`rulebook`, `public-source`, `derived`, `reconstructed` for tiles of one's own, or `owner`."""
    source: str
    """Its origin, in words."""
    source_id: int = -1
    """Its number in the public sources (IS-ST-20), if they know it."""

    @property
    def table(self) -> tuple[int, ...]:
        """The points as a list, even if there is only one number."""
        return self.points if isinstance(self.points, tuple) else (self.points,)

    @property
    def numbers(self) -> Mapping[str, object]:
        """The numbers that a text may name in braces."""
        return {"points": "/".join(map(str, self.table)), "least": self.least}
