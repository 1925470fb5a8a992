"""Every number that the rules state and every contested ruling. Numbers printed on components are data."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of Rebirth; defaults are the recommended rulings."""

    farm_tile: int = option(
        1, rule="RB-FARM-2", doc="points for each tile of the farm group made or extended"
    )
    small_symbol: int = option(1, rule="RB-SET-2", doc="points for each symbol in a small settlement")
    medium_first: int = option(5, rule="RB-SET-3", doc="points for the most symbols in a medium settlement")
    medium_second: int = option(
        3, rule="RB-SET-3", doc="points for the second most symbols in a medium settlement"
    )
    large_first: int = option(8, rule="RB-SET-7", doc="points for the most symbols in a large settlement")
    large_second: int = option(
        5, rule="RB-SET-7", doc="points for the second most symbols in a large settlement"
    )
    port: int = option(1, rule="RB-PORT-1", doc="points for settling a port")
    unfinished_symbol: int = option(
        1, rule="RB-END-2", doc="points for each symbol in an unfinished settlement"
    )
    castle: int = option(5, rule="RB-END-3", doc="points for each castle at the end")
    cathedral_bonus: int = option(3, rule="RB-END-4", doc="points of a cathedral bonus card")
    set_aside: int = option(
        2, rule="RB-SETUP-7", low=0, high=12, doc="tiles that each player sets aside unused"
    )
    removal_with: int = option(
        4, rule="RB-EV-1", values=(3, 4), doc="number of players at which each returns nine tiles to the box"
    )
    map: str = option(
        "default",
        rule="RB-COMP-1",
        known=("default", "alternative"),
        doc="which map of data/rebirth/maps is played",
    )
    mix: str = option(
        "fitting",
        rule="RB-COMP-1",
        known=("fitting", "even", "uneven"),
        doc="which mix of tiles is played; fitting: the one made for the map",
    )
    no_place: Literal["lay_aside", "out"] = option(
        "lay_aside", rule="RB-AMB-2", doc="a tile that fits nowhere is laid aside, or its player drops out"
    )
    neutral: Literal["occupy", "third_player"] = option(
        "occupy", rule="RB-AMB-4", doc="neutral tiles only occupy, or count as a third player for castles"
    )
    neutral_settlement: Literal["first", "both"] = option(
        "first",
        rule="RB-AMB-5",
        doc="the only player in a settlement that has neutral tiles gets the first prize, or both",
    )
    settlement_tie: Literal["finisher_loses", "finisher_wins", "friendly"] = option(
        "finisher_loses",
        rule="RB-SET-9",
        doc="the player who completes a settlement loses its ties, or wins them, or all tied players are paid "
        "(the second and third are for experiments; the rulebook has the first)",
    )
    final_tie: Literal["shared", "castles"] = option(
        "shared",
        rule="RB-AMB-6",
        doc="if no player holds Stirling, the tied players share the victory, or the most castles decide",
    )
    cathedral_choice: Literal["automatic", "optional"] = option(
        "automatic", rule="RB-AMB-7", doc="cathedrals are placed automatically, or the player may decline"
    )
    several_neighbours: Literal["each", "one"] = option(
        "each",
        rule="RB-AMB-8",
        doc="a tile next to several castles (or cathedrals) affects each of them, or one of the player's choice",
    )
    zero_missions: Literal["unmet", "met"] = option(
        "unmet", rule="RB-AMB-9", doc="whether a tie at zero meets a mission's condition"
    )
    marker_turn: Literal["reach", "exceed"] = option(
        "reach",
        rule="RB-AMB-10",
        doc="whether the 100, 200 and 300 markers are turned on reaching or on exceeding the number (display only)",
    )
    sea: Literal["missing", "drawn"] = option(
        "missing",
        rule="RB-AMB-15",
        doc="for missions, a missing neighbour at the map's border is sea, or only drawn sea is",
    )
