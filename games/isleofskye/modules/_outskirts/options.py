"""Numbers that the rules of the module state, and its contested rulings."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module; defaults are the printed rules and the recommended rulings."""

    per_phase: int = option(
        1, rule="IS-OUT-2", low=1, high=6, doc="outskirts that a player may build in a round"
    )
    curves: Literal["allowed", "forbidden"] = option(
        "allowed", rule="IS-AMB-15", doc="whether a curved edge may lie against another curved edge"
    )
    alone: Literal["allowed", "forbidden"] = option(
        "allowed",
        rule="IS-AMB-20",
        doc="whether an outskirt may be built by a player who has no other tile of this round, built or waiting",
    )
    turning: Literal["at_once", "end_of_phase"] = option(
        "at_once", rule="IS-AMB-21", doc="when an outskirt joined at both straight edges is turned over"
    )
    counted: Literal["tiles", "symbols"] = option(
        "tiles",
        rule="IS-AMB-24",
        doc="whether outskirts count where tiles are counted, or only what they show counts, but neither their "
        "animals nor their farms for animals at farms",
    )
    island: Literal["both_sides", "back"] = option(
        "both_sides",
        rule="IS-AMB-30",
        doc="whether an island is a region on the front as well, or only once turned over",
    )
