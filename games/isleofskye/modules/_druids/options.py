"""Numbers that the rules of the module state, and its contested rulings. Numbers on components are data."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module; defaults are the printed rules and the recommended rulings."""

    bag_price: int = option(5, rule="IS-DR-12", high=30, doc="gold for a tile from the bag")
    bag_drawn: int = option(
        2, rule="IS-DR-12", low=1, high=9, doc="tiles drawn from the bag, of which the buyer keeps one"
    )
    late_tablet: Literal["usable", "too_late"] = option(
        "usable",
        rule="IS-AMB-7",
        doc="whether a scroll tablet taken in the last round can be used in the final scoring",
    )
    own_tile_source: Literal["laid", "cash", "both"] = option(
        "laid",
        rule="IS-AMB-8",
        doc="what pays for one's own tile: the gold laid on it; cash, with the gold laid taken back; or both",
    )
    unbuildable: Literal["out", "stack", "bag"] = option(
        "out",
        rule="IS-AMB-9",
        doc="where a Druid tile that does not fit goes: out of the game, under a stack, or into the bag",
    )
    short_bag: Literal["draw", "closed"] = option(
        "draw",
        rule="IS-AMB-10",
        doc="a bag with fewer tiles than are to be drawn: draw what is there, or nothing can be bought from it",
    )
    bag_refusal: bool = option(False, rule="IS-AMB-19", doc="all tiles drawn from the bag may be refused")
    junctions: Literal["once", "often"] = option(
        "once",
        rule="IS-AMB-26",
        doc="how often the longest road may pass a junction; never the same piece of road twice",
    )
    underground: Literal["once", "often"] = option(
        "once",
        rule="IS-AMB-28",
        doc="how often the longest road may cross a place where roads meet underground, by other entrances each time",
    )
    rescoring: Literal["best", "choice"] = option(
        "best",
        rule="IS-AMB-29",
        doc="the scroll that a scroll tablet scores: the one worth most, or the owner's choice",
    )
