"""Rules for placing a tile in a display: sides, members, river and road (GM-PLACE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.actions import Reason
from tilewright.core.grid import SQUARE8, unpack

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .printed import Kind
    from .state import Readable

NORTH, EAST, SOUTH, WEST = (SQUARE8.offsets[SQUARE8.directions.index(name)] for name in ("n", "e", "s", "w"))
SIDES = (NORTH, EAST, SOUTH, WEST)
AROUND = SQUARE8.offsets
LINES = ((False, False), (False, True), (True, False), (True, True))
"""What a tile can have: (river, road)."""
FITTING = {
    (river, road): [
        line
        for line in LINES
        if (river is not None or road is not None)
        and river in (None, line[0])
        and road in (None, line[1])
        and any(line) == bool(river or road)
    ]
    for river in (None, False, True)
    for road in (None, False, True)
}
"""By the river of the tiles to the north and south (None: there are none) and the road of those to the east and west,
the tiles that sides, river and road allow between them: a line goes on from a tile that has it."""


def spots(state: Readable, seat: int, kind: Kind, members: Mapping[int, int] | None = None) -> list[int]:
    """The cells where the seat may place this kind of tile, ascending; `members` stands in for those on the display."""
    return places(state, seat, members)[kind.river, kind.road]


def places(
    state: Readable, seat: int, members: Mapping[int, int] | None = None
) -> dict[tuple[bool, bool], list[int]]:
    """By (river, road), the cells where the seat may place a tile with these, ascending."""
    display = state.displays[seat]
    kinds: tuple[Kind, ...] = state.rules.data.kinds
    standing = state.members[seat] if members is None else members
    strict = state.rules.options.blocking == "illegal"
    found: dict[tuple[bool, bool], list[int]] = {line: [] for line in LINES}
    for cell in sorted({at + off for at in standing for off in AROUND} - display.keys()):
        for line in _fitting(display, kinds, strict, cell):
            found[line].append(cell)
    return found


def fits(state: Readable, seat: int, kind: Kind, cell: int) -> bool:
    """True if sides, river and road allow the tile there; members do not matter here."""
    strict = state.rules.options.blocking == "illegal"
    found = _fitting(state.displays[seat], state.rules.data.kinds, strict, cell)
    return (kind.river, kind.road) in found


def _fitting(
    display: Mapping[int, int], kinds: Sequence[Kind], strict: bool, cell: int
) -> Sequence[tuple[bool, bool]]:
    """The (river, road) of the tiles that sides, river and road allow there."""
    one, other = display.get(cell + NORTH), display.get(cell + SOUTH)
    river = None if one is None else kinds[one].river
    if other is not None:
        beyond = kinds[other].river
        if river is not None and river != beyond:
            return ()
        river = beyond
    one, other = display.get(cell + EAST), display.get(cell + WEST)
    road = None if one is None else kinds[one].road
    if other is not None:
        beyond = kinds[other].road
        if road is not None and road != beyond:
            return ()
        road = beyond
    lines = FITTING[river, road]
    if strict:
        x, y = unpack(cell)
        return [line for line in lines if (x or line[0]) and (y or line[1])]
    return lines


def open_spots(state: Readable, seat: int) -> list[int]:
    """The cells where the tile in hand may go, as settled before paying (GM-AMB-4) or as members stand now."""
    settled: list[int] = state.spots
    return settled or spots(state, seat, state.rules.data.kinds[state.tile])


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
