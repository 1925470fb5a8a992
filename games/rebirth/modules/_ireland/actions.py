"""The actions that the module adds."""

from __future__ import annotations

import attrs

from tilewright.authoring import Action, notation


@attrs.frozen(cache_hash=True)
class ChooseTile(Action):
    """Of the tiles that you drew, this one is placed; the others go back into your supply. `choose food`."""

    parts = notation("choose {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class DoubleCard(Action):
    """Your doubling marker lies on this card. `double link_3_towers`."""

    parts = notation("double {card}")
    card: str


@attrs.frozen(cache_hash=True)
class UseBonus(Action):
    """The bonus of this round tower is used (option bonuses). `use Ta`."""

    parts = notation("use {tower}")
    tower: str


@attrs.frozen(cache_hash=True)
class ForgoBonuses(Action):
    """The bonuses that are left are not used (option bonuses). `forgo`."""

    parts = notation("forgo")
