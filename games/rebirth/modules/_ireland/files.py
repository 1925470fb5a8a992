"""The files of data/rebirth/modules/ireland as typed classes.

The map is read by the game, from the files that the module lays over those of the game.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from tilewright.authoring import COUNT, Provenance, Texts

TOWERS, OFFSHORE = "towers", "offshore"
"""The sort of places, and the name of the mark of fields, in the file of the map."""
TARA = "TT"
"""The code of the round tower that breaks ties. RI-END-5."""
SPRAWLING = 4
"""The number of hexes of a sprawling settlement. RI-SPR-1."""
BonusId: TypeAlias = Literal["second_tile", "draw_three", "mission_card", "doubling", "thirteen", "three"]
SECOND, DRAW, CARD, DOUBLING, THIRTEEN, THREE = range(6)
"""Bonuses by number; `bonuses.yaml` lists them in this order."""
BONUSES: tuple[BonusId, ...] = ("second_tile", "draw_three", "mission_card", "doubling", "thirteen", "three")


@attrs.frozen(kw_only=True, cache_hash=True)
class Condition:
    """The condition of a card on a player's tiles."""

    type: Literal["link", "around", "control", "touch", "settlements", "influence", "group"]
    count: int = attrs.field(default=0, validator=COUNT)
    what: Literal["", "tower", "castle", "food", "energy"] = ""
    towers: int = attrs.field(default=0, validator=COUNT)
    castles: int = attrs.field(default=0, validator=COUNT)


@attrs.frozen(kw_only=True)
class Card:
    """A public mission card."""

    id: str
    condition: Condition
    first: int = attrs.field(validator=COUNT)
    """Points of the first player who fulfils it: the higher number."""
    later: int = attrs.field(validator=COUNT)
    """Points of every later one."""
    text: Texts
    provenance: Provenance


@attrs.frozen
class Deck:
    """`cards.yaml`."""

    deck: int
    cards: tuple[Card, ...]


@attrs.frozen(kw_only=True)
class Bonus:
    """A sort of bonus tile."""

    id: BonusId
    copies: int = attrs.field(validator=COUNT)
    needs: int = attrs.field(validator=COUNT)
    """Number of round towers with it that a player has to touch."""
    provenance: Provenance
    source: str


@attrs.frozen
class Bonuses:
    """`bonuses.yaml`."""

    bonuses: tuple[Bonus, ...]
