"""Regions of a cell in a territory: land and roads that count as one; and what fits on an open cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import SQUARE4, About, At, Diagram, Region, pack, unpack

from ..state import HOME
from ..territory import territory
from .boards import stalls
from .tries import at_market, in_row, on_land

if TYPE_CHECKING:
    from ..territory import Territory
    from .sight import Sight


class Surroundings:
    """Facts about cells of these boards beyond the tiles there."""

    def __init__(self, sight: Sight, boards: Sequence[Diagram]) -> None:
        self.sight = sight
        homes = [number for number, board in enumerate(boards) if board.grid == "square4"]
        self.seats = dict(zip(homes, sight.order, strict=True))
        """By board, the seat whose territory it draws."""
        self.stalls = dict(enumerate(stalls(sight), len(boards) - len(stalls(sight))))
        """By board, the tiles before screens that it draws."""

    def about(self, board: int, at: At) -> About:
        """The regions and roads of a tile; for an open cell those that end there, and how many unseen tiles fit."""
        if board not in self.seats:
            group = self.stalls.get(board)
            return at_market(self.sight, group, at) if group is not None else in_row(self.sight, at)
        home, cell = territory(self.sight.view, self.seats[board]), pack(*at)
        regions, roads = self.nodes(home, cell)
        found = [self.land(home, root) for root in regions] + [self.road(home, road) for road in roads]
        found.sort(key=lambda region: -len(region.spots))
        fits = self.fits(home, cell) if cell in home.board.frontier else None
        return attrs.evolve(on_land(self.sight, self.seats[board], at), regions=found, fits=fits)

    def nodes(self, home: Territory, cell: int) -> tuple[list[int], list[int]]:
        """Returns the roots of the regions and of the roads of a tile, or of those that end at an open cell."""
        board = home.board
        if cell in board:
            areas = [*board.areas(cell)]
            roads = [board.road(cell, number) for number in range(len(board.face(cell).roads))]
        else:
            areas, roads = [], []
            for side, offset in enumerate(SQUARE4.offsets):
                near, back = cell + offset, SQUARE4.opposite[side]
                if near in board:
                    face = board.face(near)
                    areas += [board.area(near, face.area_at[back])] if face.area_at[back] >= 0 else []
                    roads += [board.road(near, face.road_at[back])] if face.road_at[back] >= 0 else []
        regions, ways = map(board.regions.find, areas), map(board.roads.find, roads)
        return list(dict.fromkeys(regions)), list(dict.fromkeys(ways))

    def land(self, home: Territory, root: int) -> Region:
        """A region with its size, and whether it is closed."""
        sight, regions = self.sight, home.board.regions
        left = regions.open_edges(root)
        said = sight.say("sides_open", n=left) if left else sight.say("is_closed")
        name = sight.name(regions.kind(root))
        return Region(
            name=sight.say("region_of", land=name, n=home.size(root)),
            spots=frozenset(map(unpack, home.cells(root))),
            holder=sight.who(home.seat),
            note=said,
        )

    def road(self, home: Territory, root: int) -> Region:
        """A road with its length, and whether it leads to the castle (IS-ROAD-1)."""
        sight, board = self.sight, home.board
        cells = list(board)
        spots = [cells[number] for number in board.roads.tiles(root)]
        castle = board.roads.find(board.road(HOME, 0)) == root
        return Region(
            name=sight.say("region_of", land=sight.say("a_road"), n=len(spots)),
            spots=frozenset(map(unpack, spots)),
            holder=sight.who(home.seat),
            note=sight.say("to_castle" if castle else "not_to_castle"),
        )

    def fits(self, home: Territory, cell: int) -> tuple[int, int]:
        """Returns how many tiles of the bag could lie on the open cell, of how many; all players can count them."""
        wanted, bag = home.board.frontier[cell], self.sight.view.bag
        return sum(1 for tile in bag if self.sight.tile(tile).face.fits[wanted]), len(bag)
