"""Rules for placing a tile in a display: sides, members, river and road (GM-PLACE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.actions import Reason
from tilewright.core.grid import SQUARE8, unpack

if TYPE_CHECKING:
    from .printed import Kind
    from .state import Readable

NORTH, EAST, SOUTH, WEST = (SQUARE8.offsets[SQUARE8.directions.index(name)] for name in ("n", "e", "s", "w"))
SIDES = (NORTH, EAST, SOUTH, WEST)
AROUND = SQUARE8.offsets


def spots(state: Readable, seat: int, kind: Kind, members: dict[int, int] | None = None) -> list[int]:
    """The cells where the seat may place this kind of tile, ascending; `members` stands in for those on the display."""
    display = state.displays[seat]
    standing = state.members[seat] if members is None else members
    candidates = {cell + off for cell in standing for off in AROUND} - display.keys()
    return sorted(cell for cell in candidates if fits(state, seat, kind, cell))


def open_spots(state: Readable, seat: int) -> list[int]:
    """The cells where the tile in hand may go, as settled before paying (GM-AMB-4) or as members stand now."""
    settled: list[int] = state.spots
    return settled or spots(state, seat, state.rules.data.kinds[state.tile])


def fits(state: Readable, seat: int, kind: Kind, cell: int) -> bool:
    """True if sides, river and road allow the tile there; members do not matter here."""
    display = state.displays[seat]
    kinds: tuple[Kind, ...] = state.rules.data.kinds
    touching = joined = False
    for side in (NORTH, SOUTH):
        other = display.get(cell + side)
        if other is not None:
            touching = True
            if kinds[other].river != kind.river:
                return False
            joined = joined or kind.river
    for side in (EAST, WEST):
        other = display.get(cell + side)
        if other is not None:
            touching = True
            if kinds[other].road != kind.road:
                return False
            joined = joined or kind.road
    if not touching or (kind.river or kind.road) != joined:
        return False
    if state.rules.options.blocking == "illegal":
        x, y = unpack(cell)
        if (x == 0 and not kind.river) or (y == 0 and not kind.road):
            return False
    return True


def broken(state: Readable, seat: int, kind: Kind, cell: int) -> list[Reason]:
    """Every placing rule that the tile would break there."""
    display = state.displays[seat]
    kinds = state.rules.data.kinds
    where: dict[str, object] = {"cell": SQUARE8.text(cell), "tile": kind.id}
    if cell in display:
        return [Reason("cell_taken", "GM-PLACE-1", where)]
    found = []
    if not any(cell + side in display for side in SIDES):
        found.append(Reason("no_side", "GM-PLACE-1", where))
    if not any(cell + off in state.members[seat] for off in AROUND):
        found.append(Reason("no_member", "GM-PLACE-2", where))
    x, y = unpack(cell)
    for name, has_line, sides, across, rule in (
        ("river", "river", (NORTH, SOUTH), x, "GM-PLACE-3"),
        ("road", "road", (EAST, WEST), y, "GM-PLACE-4"),
    ):
        mine = getattr(kind, has_line)
        others = [getattr(kinds[display[cell + s]], has_line) for s in sides if cell + s in display]
        if mine and not any(others):
            found.append(Reason(f"second_{name}", rule, where))
        elif mine and not all(others):
            found.append(Reason("plain_side", "GM-PLACE-5", where))
        elif not mine and any(others):
            found.append(Reason(f"interrupts_{name}", rule, where))
        elif not mine and across == 0 and state.rules.options.blocking == "illegal":
            found.append(Reason(f"blocks_{name}", "GM-AMB-21", where))
    return found
