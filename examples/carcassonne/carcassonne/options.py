"""Every number and every contested rule of the game."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of Carcassonne; the defaults are the current edition's rules."""

    meeples: int = option(7, rule="CA-SETUP-2", doc="meeples of each player", low=1, high=20)
    city_tile: int = option(2, rule="CA-CITY-1", doc="points for each tile of a completed city")
    city_shield: int = option(2, rule="CA-CITY-2", doc="points for each shield in a completed city")
    open_city_tile: int = option(1, rule="CA-END-2", doc="points for each tile of an incomplete city")
    open_city_shield: int = option(1, rule="CA-END-2", doc="points for each shield in an incomplete city")
    small_city: bool = option(
        False, rule="CA-CITY-3", doc="a completed city of two tiles scores as incomplete"
    )
    road_tile: int = option(1, rule="CA-ROAD-1", doc="points for each tile of a completed road")
    open_road_tile: int = option(1, rule="CA-END-3", doc="points for each tile of an incomplete road")
    cloister_tile: int = option(1, rule="CA-CLOISTER-1", doc="points for a cloister and each tile around it")
    farmers: bool = option(True, rule="CA-FIELD-1", doc="whether meeples may be farmers")
    farm_rule: Literal["current", "first_edition"] = option(
        "current",
        rule="CA-FIELD-3",
        doc="whether each field scores its completed cities, or each completed city scores once",
    )
    field_city: int = option(3, rule="CA-FIELD-2", doc="points for each completed city next to a field")
    fed_city: int = option(4, rule="CA-FIELD-3", doc="points for each completed city in the first edition")
