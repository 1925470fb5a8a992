"""Beliefs of bots about Glen More: judgements in points, which training can change.

The defaults were chosen by playing. Those that are 0 are terms that only training uses.
"""

from __future__ import annotations

import attrs

from tilewright.authoring import weight


@attrs.frozen(cache_hash=True)
class Weights:
    """The worth of things, tiles and moves. `young` is 1 until 45 tiles (`horizon`) are left, 0 with none left."""

    # Things
    cube: float = weight(1.1, 0, 5, "a cube on a tile")
    barrel: float = weight(2.2, 0, 8, "a barrel of whisky")
    chieftain: float = weight(2.4, 0, 8, "a chieftain")
    member: float = weight(1.0, 0, 6, "a clan member on the display")
    card: float = weight(2.0, 0, 8, "a card of a special place")
    bonnet: float = weight(0.8, 0, 4, "a bonnet on a card")
    final: float = weight(4.0, 0, 12, "a card that scores tiles at the end")
    coin: float = weight(0.9, 0, 3, "a coin")

    # Taking a tile
    step: float = weight(0.32, -1, 2, "cost of each space of the circuit that the figure moves on")
    tile: float = weight(1.4, -4, 8, "cost of having one tile more, whatever the rules say")
    arrival: float = weight(1.5, 0, 4, "how much more a member is worth on a tile that is taken")
    missing: float = weight(0.9, 0, 4, "cost of each cube of the tile's price that must be bought")
    near: float = weight(0.05, -1, 1, "each member beside the new tile")
    later_production: float = weight(
        1.6, 0, 8, "later activations of a field, a wood or a quarry, while the game is young"
    )
    later_distillery: float = weight(2.6, 0, 8, "later activations of a distillery, while the game is young")
    later_abbey: float = weight(3.0, 0, 10, "later activations of the abbey, while the game is young")
    later_village: float = weight(1.6, 0, 8, "later activations of a village, while the game is young")
    later_castle: float = weight(2.2, 0, 8, "later activations of a castle, while the game is young")
    later_loch: float = weight(0.6, 0, 8, "later activations of a loch, while the game is young")
    later_butcher: float = weight(1.6, 0, 8, "later activations of a butcher, while the game is young")
    later_fair: float = weight(2.2, 0, 8, "later activations of a fair, while the game is young")
    later_grocer: float = weight(2.4, 0, 8, "later activations of a grocer, while the game is young")
    later_bridge: float = weight(2.2, 0, 8, "later activations of a bridge, while the game is young")
    later_tavern: float = weight(3.0, 0, 10, "later activations of a tavern, while the game is young")
    horizon: float = weight(45.0, 15, 70, "tiles in the stacks from which on the game grows old")

    # Activating and dealing
    movement: float = weight(0.8, 0, 3, "a movement point")
    nothing: float = weight(0.05, -1, 1, "an activation that brings nothing")
    used: float = weight(0.6, 0, 1.5, "the part of its worth that a cube costs in a deal to come")
    paid: float = weight(0.7, 0, 1.5, "the part of its worth that a cube costs as it is handed in")
    plenty: float = weight(0.1, 0, 1, "what a cube costs less for each one of its kind")
    bargain: float = weight(0.4, 0, 1, "coins by which a cube to buy is cheaper than it looks")
    beyond: float = weight(9.0, 0, 20, "cost of a deal that is out of reach")
    any_deal: float = weight(1.0, 0, 5, "handing in a cube for a tile's cost")
    done: float = weight(0.05, -1, 2, "closing a deal")
    scarce: float = weight(0.1, 0, 1, "a cube that the abbey makes, for each one fewer than are enough")
    enough: float = weight(2.0, 0, 5, "cubes of a kind that the abbey need not add to")
    ness_idle: float = weight(0.5, 0, 3, "cost of using Loch Ness for less than it should bring")
    ness_least: float = weight(1.0, 0, 4, "the least that Loch Ness should bring")

    # Selling, members, cubes of the lochs
    reserve: float = weight(0.6, 0, 3, "cost of selling one of few cubes of a kind")
    few_cubes: float = weight(2.0, 0, 5, "cubes of a kind that are few")
    clearance: float = weight(0.15, 0, 1, "how young the game is when everything is for sale")
    settler: float = weight(
        1.8, 0, 5, "how much more one of few members is worth on the display while the game is young"
    )
    villager: float = weight(0.6, 0, 5, "how much of its worth one of many members has on the display")
    few_members: float = weight(3.0, 1, 6, "members on the display that are many")
    frontier: float = weight(0.06, -1, 1, "each free cell more around a member that moves")
    crowd: float = weight(0.2, -1, 2, "cost of two members on one tile")
    march: float = weight(0.02, 0, 1, "cost of moving a member")
    gift: float = weight(0.5, 0, 3, "a cube of Loch Lochy or Loch Shiel")
    rare: float = weight(
        0.3, 0, 3, "added for a cube of a loch if the player has none of its kind; less with more of them"
    )
    ransom: float = weight(0.8, 0, 2, "the part of its worth that a chieftain costs as payment for Loch Ness")
    waste: float = weight(1.0, 0, 5, "cost of a turn without a tile")

    # A position
    coming: float = weight(0.8, 0, 2, "the part of what a scoring to come would bring now")

    # Terms that only training uses
    bloom: float = weight(0.0, -4, 8, "a tile more while the game is young")
    penalty: float = weight(0.0, -1, 2, "the part of the tile penalty that a tile costs when the game is old")
    hurry: float = weight(0.0, -1, 1, "cost of each space that the figure moves on while the game is young")
    passing: float = weight(0.0, -2, 2, "each figure of others that is jumped over")
    barrel_lead: float = weight(0.0, -2, 3, "a barrel taken, for each scoring to come")
    chieftain_lead: float = weight(0.0, -2, 3, "a promotion, for each scoring to come")
    card_lead: float = weight(0.0, -2, 3, "a card taken, for each scoring to come")
    old_coin: float = weight(0.0, -1, 1, "a coin more or less when the game is old")
    matching: float = weight(
        0.0, 0, 2, "the part of what a card for the end scores now, or a tile adds to it"
    )
    denial: float = weight(0.0, 0, 1, "the part of what the tile would bring another player at once")


LATER = ("production", "distillery", "abbey", "village", "castle", "loch", "butcher", "fair", "grocer", "bridge",
         "tavern")  # fmt: skip
"""The sorts of tiles, each with a weight `later_SORT`."""


def later(weights: Weights) -> dict[str, float]:
    """By sort of tile, the worth of its later activations."""
    return {sort: getattr(weights, f"later_{sort}") for sort in LATER}
