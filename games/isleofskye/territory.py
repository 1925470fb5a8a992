"""A territory as scoring tiles and scrolls see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import SQUARE8, Board

from .state import HOME, catalogue
from .tiles import BARREL, TERRAINS, Tile

if TYPE_CHECKING:
    from .catalogue import Catalogue
    from .options import Options
    from .state import Readable

SQUARE8_OFFSETS = SQUARE8.offsets
"""To the eight cells around one, clockwise from north."""


@attrs.define(eq=False)
class Territory:
    """One seat's board with its tiles and its gold. The board must not change meanwhile."""

    board: Board
    """Faces on cells, regions and roads, as the engine has them (`tilewright.authoring.Board`)."""
    catalogue: Catalogue
    """All pieces of the ruleset."""
    gold: int = 0
    """The owner's gold; 0 if that is not known."""
    seat: int = -1
    """Its owner; -1 for a board without one."""
    state: Readable | None = None
    """The position that has more about that seat, such as a module's part."""
    # Found when they are asked for: income needs neither.
    _tiles: Mapping[int, Tile] | None = attrs.field(default=None, init=False, repr=False)
    _hollow: int | None = attrs.field(default=None, init=False, repr=False)

    @property
    def tiles(self) -> Mapping[int, Tile]:
        """The tile on each cell, in the order of building."""
        if self._tiles is None:
            by_face = self.catalogue.by_face
            self._tiles = {cell: by_face[face.name] for cell, face in self.board.faces().items()}
        return self._tiles

    @property
    def hollow(self) -> int:
        """The numbers of the tiles that do not count as tiles, as a set of bits."""
        if self._hollow is None:
            tiles = enumerate(self.tiles.values())
            self._hollow = sum([1 << number for number, tile in tiles if not tile.full])
        return self._hollow

    @property
    def options(self) -> Options:
        """The game's options; those of a module are in `catalogue.rules.module_options`."""
        return self.catalogue.options

    def tile(self, cell: int) -> Tile:
        """Returns the tile on a cell; KeyError if there is none."""
        return self.tiles[cell]

    def count(self, cell: int, *kinds: int) -> int:
        """Counts the marks of these kinds on the tile of a cell."""
        marks = self.tiles[cell].marks
        return marks[kinds[0]] if len(kinds) == 1 else sum([marks[kind] for kind in kinds])

    def is_home(self, cell: int) -> bool:
        """True for the castle's cell."""
        return cell == HOME

    def cells_of_tiles(self) -> list[int]:
        """Returns the cells with tiles that count as tiles, in the order of building."""
        return [cell for cell, tile in self.tiles.items() if tile.full]

    def connected(self) -> list[int]:
        """Returns the cells that a road connects to the castle, the castle's included (IS-ROAD-1, IS-ROAD-2)."""
        board = self.board
        return cells_of(board, board.roads.mask(board.road(HOME, 0)))

    def paying(self) -> list[int]:
        """Returns the cells with whisky barrels that bring gold (IS-INC-2)."""
        board, by_face = self.board, self.catalogue.by_face
        found = []
        for cell in self.connected():
            tile = by_face[board.face(cell).name]
            if tile.pays and tile.marks[BARREL]:
                found.append(cell)
        return found

    def regions(self, terrains: str) -> list[int]:
        """Returns one area of each region of these terrains, in the order in which they were begun."""
        regions = self.board.regions
        return [root for root in regions.roots() if regions.kind(root) in terrains]

    def closed(self, terrains: str = TERRAINS) -> list[int]:
        """Returns the same for closed regions only (IS-AREA-1)."""
        regions = self.board.regions
        return [root for root in self.regions(terrains) if regions.closed(root)]

    def size(self, area: int) -> int:
        """Returns the size of a region (IS-AREA-4) in tiles; a tile touched twice may count twice (IS-AMB-6)."""
        regions, board = self.board.regions, self.board
        full = regions.mask(area) & ~self.hollow
        if self.options.region_size == "tiles":
            return full.bit_count()
        root = regions.find(area)
        return sum(regions.find(one) == root for cell in cells_of(board, full) for one in board.areas(cell))

    def marks(self, area: int, *kinds: int) -> int:
        """Counts the marks of these kinds in the region of an area."""
        marks = self.board.regions.marks(area)
        return sum([marks[kind] for kind in kinds])

    def cells(self, area: int) -> tuple[int, ...]:
        """Returns the cells on which a region lies."""
        return tuple(cells_of(self.board, self.board.regions.mask(area)))


def cells_of(board: Board, tiles: int) -> list[int]:
    """Returns the cells of the tiles with these numbers, given as a set of bits."""
    return [cell for number, cell in enumerate(board) if tiles >> number & 1]


def territory(state: Readable, seat: int, board: Board | None = None) -> Territory:
    """Returns the territory of a seat, or what it would be with this board; its gold as `state` shows it."""
    mine = board if board is not None else state.territories[seat]
    return Territory(mine, catalogue(state), state.gold[seat] or 0, seat, state)


def homes(state: Readable) -> list[Territory]:
    """Returns the territories of all seats."""
    return [territory(state, seat) for seat in range(len(state.seats))]
