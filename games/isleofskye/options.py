"""Every number that the rules of Isle of Skye state and every contested ruling. Numbers on components are data."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of Isle of Skye; defaults are the printed rules and the recommended rulings."""

    castle_income: int = option(5, rule="IS-INC-1", low=3, doc="gold that the castle brings in each round")
    barrel_income: int = option(
        1, rule="IS-INC-2", doc="gold for each tile with whisky barrels that a road connects to the castle"
    )
    tiles_drawn: int = option(
        3,
        rule="IS-PRICE-1",
        low=2,
        high=4,
        doc="tiles that each player draws and offers, one of which goes back",
    )
    lowest_price: int = option(
        1, rule="IS-PRICE-3", low=0, high=1, doc="least gold that a player puts on each tile on offer"
    )
    gold_for_vp: int = option(5, rule="IS-FINAL-2", low=1, doc="gold exchanged for each point at the end")
    closed_scroll: int = option(
        2, rule="IS-SCR-9", low=1, high=9, doc="how many times a scroll in a closed region scores"
    )
    tie_gold: Literal["left_over", "all"] = option(
        "left_over",
        rule="IS-AMB-1",
        doc="ties are broken by the gold left after the exchange for points, or by all gold before the exchange",
    )
    scroll_rounding: Literal["round_first", "double_first"] = option(
        "round_first",
        rule="IS-AMB-2",
        doc="halves of a scroll in a closed region are rounded down before or after doubling",
    )
    castle_on_road: bool = option(
        True, rule="IS-AMB-3", doc="the castle tile counts among the tiles connected to the castle"
    )
    long_lines: Literal["runs", "lines"] = option(
        "runs",
        rule="IS-AMB-5",
        doc="each unbroken run of tiles scores, or each line once however many runs it has",
    )
    region_size: Literal["tiles", "areas"] = option(
        "tiles", rule="IS-AMB-6", doc="a tile that a region touches in two places counts once, or twice"
    )
    return_tile: Literal["none_fits", "alone"] = option(
        "none_fits",
        rule="IS-AMB-12",
        doc="a tile goes back when none of its owner's waiting tiles fits, or as soon as it alone does not",
    )
    rotation: Literal["free", "none"] = option(
        "free", rule="IS-AMB-13", doc="tiles are laid in any rotation, or as they come"
    )
    coins: Literal["unlimited", "limited"] = option(
        "unlimited",
        rule="IS-AMB-17",
        doc="whether the bank can run out of gold; a player who then has too little for the lowest prices may lay 0",
    )
    track: Literal["printed", "alternative"] = option(
        "printed",
        rule="IS-AMB-22",
        doc="letters of the round track with five players: as in most sources, or as in another one",
    )
    gold_secrecy: Literal["hidden", "open"] = option(
        "hidden", rule="IS-AMB-23", doc="whether views hide the gold of other players"
    )
    disputed: Literal["printed", "alternative"] = option(
        "printed",
        rule="IS-AMB-25",
        doc="how the 13 tiles on which the transcriptions disagree are read: as chosen, or the other way",
    )
    disputed_tiles: str = option(
        "",
        rule="IS-AMB-25",
        known=("", "L02,L20"),
        doc="tiles that are read the opposite way to `disputed`, such as L02,L20",
    )
