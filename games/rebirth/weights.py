"""The judgements by which moves and positions of Rebirth are rated.

Those with the default 0 change nothing unless training sets them. One whose name ends in `_late` is added to the one
without this ending, in full at the end of the game and not at all at its beginning.
"""

from __future__ import annotations

import attrs

from tilewright.core.weights import weight


@attrs.frozen(eq=False, kw_only=True)
class Weights:
    """Weights of Rebirth, in points or as shares."""

    room: float = weight(0.18, -0.5, 2.0, "a free neighbour on which a farm's group can grow")
    open_cost: float = weight(0.15, -2.0, 4.0, "using up a field that either farm can use")
    new_mission: float = weight(3.2, 0.0, 10.0, "a mission card not seen yet")
    held_mission: float = weight(0.45, -1.0, 4.0, "one more of what a held mission counts")
    denial: float = weight(0.35, 0.0, 1.5, "share of others' losses that counts as the seat's own gain")
    settlement: float = weight(0.8, 0.0, 2.0, "share of a prize hoped for that counts before it is won")
    hope: float = weight(0.45, 0.1, 0.9, "chance of the first prize of a settlement without a lead")
    hope_lead: float = weight(0.16, 0.0, 0.5, "what each symbol of a lead adds to this chance")
    second: float = weight(0.6, 0.0, 1.0, "chance of the second prize where the first is missed")
    castle: float = weight(1.0, 0.0, 3.0, "share of a castle's points hoped for")
    castle_near: float = weight(0.12, 0.0, 1.0, "share of a castle that counts for coming nearer to it")
    hold: float = weight(0.5, 0.0, 1.0, "chance that a castle is held without a lead")
    hold_lead: float = weight(0.25, 0.0, 1.0, "what each tile of a lead adds to this chance")
    hold_free: float = weight(0.06, -0.1, 0.3, "what each free field at the castle takes from this chance")
    mission_hope: float = weight(0.25, 0.0, 1.0, "chance of a mission not met yet, in a position")
    begun: float = weight(0.5, 0.0, 1.5, "share of the first prize of a settlement begun, in a position")
    begun_tile: float = weight(0.1, 0.0, 0.5, "what each tile in the settlement adds to this share")

    room_late: float = weight(0.0, -2.0, 2.0, "the same late in the game")
    new_mission_late: float = weight(0.0, -10.0, 10.0, "the same late in the game")
    held_mission_late: float = weight(0.0, -4.0, 4.0, "the same late in the game")
    settlement_late: float = weight(0.0, -2.0, 2.0, "the same late in the game")
    castle_late: float = weight(0.0, -3.0, 3.0, "the same late in the game")
    filled: float = weight(
        0.0, 0.0, 3.0, "of what a settlement brings if its free fields are filled by chance"
    )
    filled_late: float = weight(0.0, -3.0, 3.0, "the same late in the game")
    contest: float = weight(0.0, 0.0, 3.0, "of a castle's points if the fields at it are filled by chance")
    contest_late: float = weight(0.0, -3.0, 3.0, "the same late in the game")
    growth: float = weight(0.0, -1.0, 2.0, "each farm of a group that can still grow")
    growth_late: float = weight(0.0, -2.0, 2.0, "the same late in the game")
    reach: float = weight(0.0, -1.0, 2.0, "a free field at which the group can grow")
    reach_late: float = weight(0.0, -2.0, 2.0, "the same late in the game")
    block: float = weight(0.0, -0.5, 3.0, "a farm of the group that another seat would have extended here")
    block_late: float = weight(0.0, -3.0, 3.0, "the same late in the game")
    other_farm: float = weight(0.0, -3.0, 1.0, "a farm of the seat's group of the other kind at this field")
    other_farm_late: float = weight(0.0, -3.0, 3.0, "the same late in the game")
    near: float = weight(
        0.0, -0.5, 2.0, "of a mission's points, shared by how far from the best other seat it is"
    )
    near_late: float = weight(0.0, -2.0, 2.0, "the same late in the game")
    scarce: float = weight(0.0, -6.0, 6.0, "a cathedral not reached, shared by the free fields at it")
