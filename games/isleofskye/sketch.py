"""Territories that are only counted: what has no form is asked of them (`forms.Counted`), and they check the forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from .territory import Territory
from .tiles import TERRAINS, Tile

if TYPE_CHECKING:
    from tilewright.core.board import Board

    from .catalogue import Catalogue


@attrs.frozen(eq=False)
class Sketch(Territory):
    """A territory that gives no cells, and finds once what is asked twice."""

    tiles: dict[int, Tile] = attrs.field(factory=dict)
    """By cell."""
    plain: bool = False
    """True if a region's size is simply the number of tiles on which it lies."""
    slack: int = 0
    """Regions with this many open edges or fewer count as closed."""
    found: dict[str, list[int]] = attrs.field(factory=dict)
    """The regions asked for so far, by their terrains."""

    def tile(self, cell: int) -> Tile:
        return self.tiles[cell]

    def count(self, cell: int, *kinds: int) -> int:
        marks = self.tiles[cell].marks
        return marks[kinds[0]] if len(kinds) == 1 else sum([marks[kind] for kind in kinds])

    def regions(self, terrains: str) -> list[int]:
        found = self.found.get(terrains)
        if found is None:
            found = self.found[terrains] = Territory.regions(self, terrains)
        return found

    def closed(self, terrains: str = TERRAINS) -> list[int]:
        slack, open_edges = self.slack, self.board.regions.open_edges
        return [root for root in self.regions(terrains) if open_edges(root) <= slack]

    def size(self, area: int) -> int:
        if self.plain:
            return self.board.regions.size(area)
        return Territory(self.board, self.catalogue).size(area)

    def cells(self, area: int) -> tuple[int, ...]:
        return ()


def sketches(board: Board, known: Catalogue) -> tuple[Sketch, Sketch]:
    """Returns the territory of a board as it stands, and with regions closed that have a single open edge."""
    tiles = {cell: known.by_face[board.face(cell).name] for cell in board}
    plain = known.options.region_size == "tiles" and all(tile.full for tile in tiles.values())
    now = Sketch(board, known, tiles=tiles, plain=plain)
    return now, attrs.evolve(now, slack=1)
