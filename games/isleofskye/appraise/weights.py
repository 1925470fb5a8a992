"""The weights by which moves and positions of Isle of Skye are judged.

Their defaults were chosen by playing variants against each other with two and with four players.
"""

from __future__ import annotations

import attrs

from tilewright.authoring import weight


@attrs.frozen(kw_only=True, cache_hash=True)
class Weights:
    """Judgements, in points unless stated otherwise."""

    nearly: float = weight(
        0.35, 0.0, 1.0, "the chance in each round that a region with a single open edge is closed"
    )
    room: float = weight(
        0.06, 0.0, 0.5, "an open cell in each round to come, if all tiles fitted there; less for fewer"
    )
    loose: float = weight(
        0.3, 0.0, 1.0, "what a barrel tile apart from the road promises, as a share of what it would bring"
    )
    growth: float = weight(0.06, 0.0, 0.4, "the share by which a scroll grows in each round to come")
    gold: float = weight(
        0.2,
        0.0,
        0.8,
        "a piece of gold as a means, in each round to come, on top of what it is exchanged for at the end",
        0.15,
    )
    spread: float = weight(
        0.6,
        0.1,
        3.0,
        "how far amounts that are compared may still drift apart in this round (the logistic's scale)",
    )
    drift: float = weight(
        0.5, 0.0, 2.0, "how much further amounts that are compared may drift apart in each round to come"
    )
    most: float = weight(
        0.5,
        0.0,
        1.5,
        "the share of what comparing gold would bring now that is counted on: gold is easily spent",
    )
    rival: float = weight(
        0.5,
        0.0,
        2.0,
        "the share of a rival's gain that is one's own loss; divided among several rivals",
        0.8,
    )
    price: float = weight(
        0.4,
        0.05,
        1.5,
        "the share of its worth to the best buyer at which others are expected to offer a tile",
    )
    doubt: float = weight(
        1.0, 0.1, 5.0, "how far off judgements of what a buyer will do are (the logistic's scale)"
    )
    staked: float = weight(
        0.6, 0.0, 1.0, "the share of their gold that others are expected to lay at their own tiles"
    )
    purse: float = weight(
        2.0, 0.2, 8.0, "how far off, in gold, judgements of how much others lay at their own tiles are"
    )
    reach: float = weight(0.75, 0.0, 1.5, "the share of a good offer's gain that is counted on beforehand")
    keep: float = weight(
        0.8,
        0.0,
        1.5,
        "the share of its worth that a tile has if it is kept: it is not the only one to be built",
    )
    stage: float = weight(
        0.0, -0.1, 0.1, "a piece of gold as a means, for the square of the number of rounds to come"
    )
    whisky: float = weight(0.0, -0.8, 2.0, "the share by which income is worth more than the gold it brings")
    deny: float = weight(
        0.0, 0.0, 1.0, "the share of what a tile would bring the rival it suits best, if bought"
    )
    spend: float = weight(0.0, -0.5, 0.5, "what each piece of gold paid to another costs on top of its worth")
    sell: float = weight(0.0, -2.0, 2.0, "what selling a tile of one's own brings besides the gold")
    deals: float = weight(
        0.0,
        0.0,
        1.0,
        "the share of the worth of prices and purchases that follows from who will buy what",
        1.0,
    )
    sway: float = weight(
        0.2, 0.1, 3.0, "how far off judgements of who will buy what are (the logistic's scale)"
    )
    foresight: float = weight(
        0.25, 0.0, 1.0, "with two players, the chance that the other one foresees what follows a purchase"
    )
