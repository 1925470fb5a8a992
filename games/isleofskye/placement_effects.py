"""Effects of a placement on a territory: regions that it closes, roads and whisky that it connects to the castle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from tilewright.authoring import Log

    from .territory import Territory


@attrs.frozen
class Effects:
    """The difference that one tile made."""

    closed: tuple[tuple[str, int], ...]
    """Terrain and size of each region that is closed now and was not (IS-AREA-1)."""
    connected: int
    """Number of tiles that a road newly connects to the castle (IS-ROAD-1)."""
    barrels: int
    """Number of tiles that newly bring gold (IS-INC-2)."""

    def report(self, seat: int, log: Log) -> None:
        """Adds to the log what the seat's tile has done."""
        for terrain, size in self.closed:
            log.add("region_closed", seat=seat, terrain=terrain, size=size)
        if self.connected:
            log.add("road_connected", seat=seat, tiles=self.connected)
        if self.barrels:
            log.add("barrels_connected", seat=seat, tiles=self.barrels)


def effects(before: Territory, after: Territory, cell: int) -> Effects:
    """Returns the effects of the tile on the cell, which `before` lacks."""
    board = after.board
    # Only what reaches the new tile can have been closed by it.
    roots = dict.fromkeys(map(board.regions.find, board.areas(cell)))
    closed = [root for root in roots if board.regions.closed(root)]
    return Effects(
        tuple((board.regions.kind(root), after.size(root)) for root in closed),
        len(after.connected()) - len(before.connected()),
        len(after.paying()) - len(before.paying()),
    )
