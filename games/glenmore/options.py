"""Every number that the rules of Glen More state and every contested ruling. Numbers printed on components are data."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of Glen More; defaults are the printed German rules and the recommended rulings."""

    start_coins: int = option(6, rule="GM-SETUP-3", doc="coins that each player begins with")
    tile_capacity: int = option(3, rule="GM-PROD-2", low=1, high=9, doc="cubes that a production tile holds")
    coin_vp: int = option(1, rule="GM-FINAL-3", doc="points for each coin at the end")
    tile_penalty: int = option(
        3, rule="GM-FINAL-4", doc="points lost for each tile more than the player with the fewest has"
    )
    mixed_butcher_vp: int = option(
        5, rule="GM-BRN-3", doc="points for a sheep and a head of cattle at the mixed butcher"
    )
    grocer_vp: int = option(8, rule="GM-EV-1", doc="points for three cubes at the grocer")
    bridge_vp: int = option(7, rule="GM-BRN-8", doc="points for one stone and one wood at the bridge")
    vp_secrecy: Literal["hidden", "open"] = option(
        "hidden", rule="GM-EV-3", doc="whether points may be kept hidden (display only)"
    )
    promotions_first: bool = option(
        False, rule="GM-EV-4", doc="promotions come before all other moves of members"
    )
    last_member: Literal["last_turn", "one_tile_left", "ends_game", "never", "always"] = option(
        "last_turn",
        rule="GM-AMB-9",
        doc="when the last member on the display may be promoted; last_turn: when its player surely has no other turn",
    )
    lochy_cubes: Literal["on_lochy", "any_tile"] = option(
        "on_lochy", rule="GM-EV-9", doc="which of the player's tiles can take the cubes of Loch Lochy"
    )
    iona_production: Literal["each", "once"] = option(
        "each", rule="GM-EV-12", doc="Iona Abbey produces at each activation, or once a game"
    )
    movement_after_refill: bool = option(
        False,
        rule="GM-AMB-1",
        doc="movement points are spent after the refill, the die's moves and the scoring that it may trigger; cubes "
        "can be sold then too, by a player who has points",
    )
    scoring_time: Literal["at_once", "end_of_phase"] = option(
        "at_once",
        rule="GM-AMB-2",
        doc="scoring takes place when the last tile of a stack is laid, or when the refill is done",
    )
    no_tile: Literal["discard", "pass", "end_game"] = option(
        "discard",
        rule="GM-AMB-3",
        doc="a player who can take no tile discards one, passes (and stays), or ends the game",
    )
    ness_payment: Literal["after_payment", "before_payment"] = option(
        "after_payment",
        rule="GM-AMB-4",
        doc="members are counted for placing Loch Ness after or before one of them pays for it",
    )
    ness_last_member: bool = option(
        False,
        rule="GM-AMB-28",
        doc="the last member may pay for Loch Ness even if you have a chieftain (with ness_payment=before_payment)",
    )
    ness_time: Literal["same_turn", "next_turn", "any_time"] = option(
        "same_turn",
        rule="GM-AMB-5",
        doc="Loch Ness works during activation, from the turn in which it is placed or from the next; or at any time",
    )
    oich_movement: Literal["spent", "lost"] = option(
        "spent", rule="GM-AMB-6", doc="movement points that Loch Oich brings are spent, or lost"
    )
    activation: Literal["optional", "mandatory"] = option(
        "optional",
        rule="GM-AMB-7",
        doc="whether activations may be declined; if they are compulsory, so are exchanges, as with exchange=forced",
    )
    exchange: Literal["optional", "forced"] = option(
        "optional",
        rule="GM-AMB-16",
        doc="whether you may decline an exchange that your own cubes allow (one cube is enough at a fair), and a cube "
        "on the abbey from Loch Shiel",
    )
    spend_gained: bool = option(
        True, rule="GM-AMB-17", doc="cubes gained by activations may be sold or spent in the same phase"
    )
    buy_owned: bool = option(
        True, rule="GM-AMB-8", doc="a cube may be bought even if you have one of your own"
    )
    start_village_counts: bool = option(
        True, rule="GM-AMB-11", doc="the start village counts as a village (Duart) and as a grey tile"
    )
    die_removal: Literal["all", "landed"] = option(
        "all",
        rule="GM-AMB-14",
        doc="after the die's move all tiles at the rear leave the game, or only the one it landed on",
    )
    final_floor: Literal["none", "zero"] = option(
        "none", rule="GM-AMB-15", doc="whether a final score may be negative"
    )
    members_per_tile: Literal["unlimited", "one"] = option(
        "unlimited", rule="GM-AMB-20", doc="how many members one tile can hold"
    )
    blocking: Literal["legal", "illegal"] = option(
        "legal",
        rule="GM-AMB-21",
        doc="whether a plain tile may lie in the river's column or the road's row, away from their ends",
    )
    trade_after_refill: bool = option(
        False,
        rule="GM-AMB-22",
        doc="cubes may also be sold after new tiles are laid, before the third scoring",
    )
    own_only: bool = option(
        False, rule="GM-AMB-24", doc="the grocer and the bridge take only the player's own cubes"
    )
    empty_activation: Literal["counts", "free"] = option(
        "counts",
        rule="GM-AMB-25",
        doc="a tile activated with an empty deal counts as activated, or may still be chosen with Loch Ness (or "
        "activated, if Loch Ness chose it)",
    )
    ness_after_movement: bool = option(
        False, rule="GM-AMB-26", doc="Loch Ness may be used after members have moved"
    )
    ness_on_discard: bool = option(
        False, rule="GM-AMB-27", doc="Loch Ness may be used in a turn in which a tile is discarded"
    )
    lochy_compulsory: bool = option(True, rule="GM-AMB-29", doc="the cubes of Loch Lochy must be taken")
    shiel_compulsory: bool = option(True, rule="GM-AMB-29", doc="the cubes of Loch Shiel must be taken")
    bonnets: Literal["printed", "cawdor_only"] = option(
        "printed", rule="GM-AMB-10", doc="which cards have bonnets"
    )


def forced(options: Options) -> bool:
    """True if exchanges and an abbey's cube may not be declined; how many cubes go is free (GM-AMB-7, GM-AMB-16)."""
    return options.exchange == "forced" or options.activation == "mandatory"
