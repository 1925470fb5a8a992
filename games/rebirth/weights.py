"""The judgements by which moves and positions of Rebirth are rated.

Those with the default 0 change nothing unless training sets them. One whose name ends in `_late` is added to the one
without this ending, in full at the end of the game and not at all at its beginning.
"""

from __future__ import annotations

import attrs

from tilewright.authoring import weight


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Weights:
    """Weights of Rebirth, in points or as shares."""

    room: float = weight(0.18, -0.5, 2.0, "a free neighbour on which a farm's group can grow")
    open_cost: float = weight(0.15, -2.0, 4.0, "using up a field that either farm can use")
    new_mission: float = weight(3.2, 0.0, 10.0, "a mission card not seen yet")
    held_mission: float = weight(0.45, -1.0, 4.0, "one more of what a held mission counts")
    denial: float = weight(0.35, 0.0, 1.5, "share of others' losses that counts as the seat's own gain")
    settlement: float = weight(
        0.8, 0.0, 2.0, "share of a settlement's prize hoped for that counts before it is won"
    )
    hope: float = weight(0.45, 0.1, 0.9, "chance of the first prize of a settlement without a lead")
    hope_lead: float = weight(
        0.16, 0.0, 0.5, "what each symbol of a lead adds to the chance of a settlement's first prize"
    )
    second: float = weight(
        0.6, 0.0, 1.0, "chance of the second prize of a settlement where the first is missed"
    )
    castle: float = weight(1.0, 0.0, 3.0, "share of a castle's points hoped for")
    castle_near: float = weight(0.12, 0.0, 1.0, "share of a castle that counts for coming nearer to it")
    hold: float = weight(0.5, 0.0, 1.0, "chance that a castle is held without a lead")
    hold_lead: float = weight(
        0.25, 0.0, 1.0, "what each tile of a lead adds to the chance that a castle is held"
    )
    hold_free: float = weight(
        0.06, -0.1, 0.3, "what each free field at a castle takes from the chance that it is held"
    )
    mission_hope: float = weight(0.25, 0.0, 1.0, "chance of a mission not met yet, in a position")
    begun: float = weight(0.5, 0.0, 1.5, "share of the first prize of a settlement begun, in a position")
    begun_tile: float = weight(
        0.1, 0.0, 0.5, "what each of its tiles adds to the share of a settlement's first prize, in a position"
    )

    room_late: float = weight(
        0.0, -2.0, 2.0, "added late in the game for a free neighbour on which a farm's group can grow"
    )
    new_mission_late: float = weight(
        0.0, -10.0, 10.0, "added late in the game for a mission card not seen yet"
    )
    held_mission_late: float = weight(
        0.0, -4.0, 4.0, "added late in the game for one more of what a held mission counts"
    )
    settlement_late: float = weight(
        0.0, -2.0, 2.0, "added late in the game to the share of a settlement's prize hoped for that counts"
    )
    castle_late: float = weight(
        0.0, -3.0, 3.0, "added late in the game to the share of a castle's points hoped for"
    )
    filled: float = weight(
        0.0, 0.0, 3.0, "share of what a tile brings in a settlement that is then filled by chance"
    )
    filled_late: float = weight(
        0.0, -3.0, 3.0, "added late in the game to the share of a settlement that is then filled by chance"
    )
    contest: float = weight(
        0.0, 0.0, 3.0, "share of what a tile brings at a castle whose fields are then filled by chance"
    )
    contest_late: float = weight(
        0.0,
        -3.0,
        3.0,
        "added late in the game to the share of a castle whose fields are then filled by chance",
    )
    growth: float = weight(0.0, -1.0, 2.0, "each farm of the seat's group that can still grow")
    growth_late: float = weight(
        0.0, -2.0, 2.0, "added late in the game for each farm of the seat's group that can still grow"
    )
    reach: float = weight(0.0, -1.0, 2.0, "a free field at which a new farm's group can grow")
    reach_late: float = weight(
        0.0, -2.0, 2.0, "added late in the game for a free field at which a new farm's group can grow"
    )
    block: float = weight(0.0, -0.5, 3.0, "each farm of another seat's group that can no longer grow here")
    block_late: float = weight(
        0.0, -3.0, 3.0, "added late in the game for each farm of another seat's group that cannot grow here"
    )
    other_farm: float = weight(0.0, -3.0, 1.0, "a farm of the seat's group of the other kind at this field")
    other_farm_late: float = weight(
        0.0, -3.0, 3.0, "added late in the game for a farm of the seat's group of the other kind here"
    )
    near: float = weight(
        0.0, -0.5, 2.0, "share of a mission's points for one more of what it counts, more in a close race"
    )
    near_late: float = weight(
        0.0, -2.0, 2.0, "added late in the game to the share of a mission's points in a close race"
    )
    scarce: float = weight(
        0.0, -6.0, 6.0, "a cathedral not reached yet, divided by the number of free fields at it"
    )
