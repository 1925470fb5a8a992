"""A territory as scoring tiles and scrolls look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilewright.core.board import Board
from tilewright.core.grid import SQUARE8

from .state import HOME, catalogue
from .tiles import BARREL, Tile

if TYPE_CHECKING:
    from .catalogue import Catalogue
    from .options import Options
    from .state import Readable

SQUARE8_OFFSETS = SQUARE8.offsets
"""To the eight cells around one, clockwise from north."""


@attrs.frozen(eq=False)
class Territory:
    """One seat's board with what is known of its tiles, and its gold (0 where that is not known)."""

    board: Board
    catalogue: Catalogue
    gold: int = 0
    seat: int = -1
    """Whose it is; -1 for a board that is nobody's."""
    state: Readable | None = None
    """Where else there is something to read about that seat, such as a module's part."""

    @property
    def options(self) -> Options:
        return self.catalogue.options

    def tile(self, cell: int) -> Tile:
        """What lies on a cell; KeyError if nothing does."""
        return self.catalogue.by_face[self.board.face(cell).name]

    def count(self, cell: int, *kinds: int) -> int:
        """How many marks of these kinds the tile on a cell shows."""
        marks = self.tile(cell).marks
        return marks[kinds[0]] if len(kinds) == 1 else sum([marks[kind] for kind in kinds])

    def is_home(self, cell: int) -> bool:
        """Whether it is the castle's cell."""
        return cell == HOME

    def cells_of_tiles(self) -> list[int]:
        """The cells with what counts as a tile, in the order of building."""
        return [cell for cell in self.board if self.tile(cell).full]

    def connected(self) -> list[int]:
        """The cells that a road connects to the castle, the castle's included (IS-ROAD-1, IS-ROAD-2)."""
        board = self.board
        cells = list(board)
        return [cells[number] for number in board.roads.tiles(board.road(HOME, 0))]

    def paying(self) -> list[int]:
        """The cells with whisky barrels that bring gold (IS-INC-2)."""
        return [cell for cell in self.connected() if self.count(cell, BARREL) and self.tile(cell).pays]

    def regions(self, terrains: str) -> list[int]:
        """One area of each region of these terrains, in the order in which they were begun."""
        regions = self.board.regions
        return [root for root in regions.roots() if regions.kind(root) in terrains]

    def closed(self, terrains: str = "PMW") -> list[int]:
        """The same of closed regions (IS-AREA-1)."""
        regions = self.board.regions
        return [root for root in self.regions(terrains) if regions.closed(root)]

    def size(self, area: int) -> int:
        """The size of a region (IS-AREA-4): the tiles on which it lies; those it touches twice, twice (IS-AMB-6)."""
        regions, board = self.board.regions, self.board
        if self.options.region_size == "tiles":
            return sum(self.tile(cell).full for cell in self.cells(area))
        root = regions.find(area)
        return sum(
            self.tile(cell).full
            for cell in self.cells(area)
            for number in range(len(board.face(cell).areas))
            if regions.find(board.area(cell, number)) == root
        )

    def cells(self, area: int) -> tuple[int, ...]:
        """The cells on which a region lies."""
        cells = list(self.board)
        return tuple(cells[number] for number in self.board.regions.tiles(area))


def territory(state: Readable, seat: int, board: Board | None = None) -> Territory:
    """The territory of a seat, or what it would be with this board; its gold as `table` shows it."""
    mine = board if board is not None else state.territories[seat]
    return Territory(mine, catalogue(state), state.gold[seat] or 0, seat, state)
