"""Rules for placing a tile in a display: sides, members, river and road (GM-PLACE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE8, Reason, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from .printed import Kind
    from .state import Readable

NORTH, EAST, SOUTH, WEST = (SQUARE8.offsets[SQUARE8.directions.index(name)] for name in ("n", "e", "s", "w"))
SIDES = (NORTH, EAST, SOUTH, WEST)
AROUND = SQUARE8.offsets
LINES = ((False, False), (False, True), (True, False), (True, True))
"""Ways that a tile can have: (river, road)."""
FITTING = {
    (river, road, column, row): [
        line
        for line in LINES
        if (river is not None or road is not None)
        and river in (None, line[0])
        and road in (None, line[1])
        and any(line) == bool(river or road)
        and line[0] >= column
        and line[1] >= row
    ]
    for river in (None, False, True)
    for road in (None, False, True)
    for column in (False, True)
    for row in (False, True)
}
"""By the river of the tiles to the north and south (None: there are none) and the road of those to the east and west,
the tiles that sides, river and road allow between them: a line goes on from a tile that has it. In the column kept for
the river only tiles with a river, in the row kept for the road only tiles with a road (GM-AMB-21)."""


def spots(state: Readable, seat: int, kind: Kind, members: Mapping[int, int] | None = None) -> list[int]:
    """The cells where the seat may place this kind of tile, ascending; `members` stands in for those on the display."""
    line = kind.river, kind.road
    return [cell for cell, lines in _fitting(state, seat, _near(state, seat, members)) if line in lines]


def places(
    state: Readable, seat: int, members: Mapping[int, int] | None = None
) -> dict[tuple[bool, bool], list[int]]:
    """By (river, road), the cells where the seat may place a tile with these, ascending."""
    found: dict[tuple[bool, bool], list[int]] = {line: [] for line in LINES}
    for cell, lines in _fitting(state, seat, _near(state, seat, members)):
        for line in lines:
            found[line].append(cell)
    return found


def _near(state: Readable, seat: int, members: Mapping[int, int] | None) -> list[int]:
    """The free cells around the members, ascending."""
    standing = state.members[seat] if members is None else members
    return sorted({at + off for at in standing for off in AROUND} - state.displays[seat].keys())


def fits(state: Readable, seat: int, kind: Kind, cell: int) -> bool:
    """True if sides, river and road allow the tile there; members do not matter here."""
    return any((kind.river, kind.road) in lines for _, lines in _fitting(state, seat, (cell,)))


def _fitting(
    state: Readable, seat: int, cells: Iterable[int]
) -> Iterator[tuple[int, Sequence[tuple[bool, bool]]]]:
    """For each of these cells that allows any, the (river, road) of the tiles that sides, river and road allow."""
    kinds: tuple[Kind, ...] = state.rules.assembled.kinds
    lying = state.displays[seat].get
    strict = state.rules.options.blocking == "illegal"
    column = row = False
    for cell in cells:
        river = road = None
        one, other = lying(cell + NORTH), lying(cell + SOUTH)
        if one is not None:
            river = kinds[one].river
            if other is not None and kinds[other].river != river:
                continue
        elif other is not None:
            river = kinds[other].river
        one, other = lying(cell + EAST), lying(cell + WEST)
        if one is not None:
            road = kinds[one].road
            if other is not None and kinds[other].road != road:
                continue
        elif other is not None:
            road = kinds[other].road
        if strict:
            x, y = unpack(cell)
            column, row = not x, not y
        yield cell, FITTING[river, road, column, row]


def open_spots(state: Readable, seat: int) -> list[int]:
    """The cells where the tile in hand may go, as settled before paying (GM-AMB-4) or as members stand now."""
    settled: list[int] = state.spots
    return settled or spots(state, seat, state.rules.assembled.kinds[state.tile])


def nowhere(state: Readable, seat: int, kind: Kind) -> Iterator[Reason]:
    """For a tile that fits nowhere: which cells beside the display each placing rule forbids, the first that does.

    Cells that only a member makes possible who pays for the tile are named last.
    """
    display = state.displays[seat]
    cells: dict[tuple[str, str], list[str]] = {}
    for cell in sorted({at + side for at in display for side in SIDES} - display.keys()):
        every = ((reason.rule, reason.key) for reason in broken(state, seat, kind, cell))
        cells.setdefault(next(every, ("GM-PLACE-2", "no_member_left")), []).append(SQUARE8.text(cell))
    for (rule, key), named in sorted(cells.items()):
        yield Reason(f"{key}_at", rule, {"cells": ", ".join(named), "tile": kind.id})


def broken(state: Readable, seat: int, kind: Kind, cell: int) -> list[Reason]:
    """Every placing rule that the tile would break there."""
    display = state.displays[seat]
    kinds = state.rules.assembled.kinds
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
