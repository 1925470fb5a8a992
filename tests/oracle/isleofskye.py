"""The rules of Isle of Skye a second time: slow, plain, and written from the rulebook.

Shares no code with the engine. A territory is looked at as one large picture of three by three spots to a tile, as the
data files draw them; networkx finds what hangs together in it. Cells are pairs (east, north) with the castle at (0, 0);
tiles go by their ids, rotations are quarters clockwise. This room holds territories and where a tile may lie; tiles,
scoring and the course of a game have rooms of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import networkx as nx

from ..cases import cases
from .isleofskye_tiles import BEYOND, SIDES, Cell, Spot, Tile

HOME: Cell = (0, 0)

DEFAULTS: dict[str, Any] = cases(__file__, "defaults")


@dataclass(frozen=True)
class Region:
    """Land that hangs together."""

    terrain: str
    spots: frozenset[Spot]
    cells: frozenset[Cell]
    areas: int
    """How many pieces of land on tiles it is made of: a tile that it touches twice has two (IS-AMB-6)."""
    closed: bool
    marks: Mapping[str, int]


class Territory:
    """Tiles on cells: the id, and the rotation as the board says it. Never changed."""

    def __init__(self, laid: Mapping[Cell, tuple[str, int]], tiles: Mapping[str, tuple[Tile, ...]]) -> None:
        self.laid = dict(laid)
        self.tiles = tiles

    def __len__(self) -> int:
        return len(self.laid)

    def at(self, cell: Cell) -> Tile:
        """The tile as it lies on a cell."""
        name, quarters = self.laid[cell]
        return self.tiles[name][quarters]

    def plus(self, name: str, cell: Cell, quarters: int) -> Territory:
        """The territory with one tile more."""
        assert cell not in self.laid
        return Territory({**self.laid, cell: (name, quarters)}, self.tiles)

    def around(self, quarters: int) -> Territory:
        """The whole territory turned clockwise about the castle."""
        if not quarters:
            return self
        laid = {(y, -x): (name, (turn + 1) % 4) for (x, y), (name, turn) in self.laid.items()}
        return Territory(laid, self.tiles).around(quarters - 1)

    def count(self, *kinds: str) -> int:
        """How many marks of these kinds all tiles show."""
        return sum(self.at(cell).count(*kinds) for cell in self.laid)

    # Land

    @cached_property
    def picture(self) -> dict[Spot, str]:
        """The terrain on every spot."""
        return {
            (3 * x + right, 3 * y + up): letter
            for x, y in self.laid
            for (right, up), letter in self.at((x, y)).letters.items()
        }

    @cached_property
    def regions(self) -> list[Region]:
        """All regions. Roads are no borders (IS-AREA-2); corners of different tiles do not touch."""
        land, picture = nx.Graph(), self.picture
        pieces: dict[Spot, int] = {}
        for x, y in self.laid:
            for number, area in enumerate(self.at((x, y)).areas):
                spots = [(3 * x + right, 3 * y + up) for right, up in area]
                nx.add_path(land, spots)
                land.add_nodes_from(spots)
                pieces.update(dict.fromkeys(spots, number))
        for x, y in self.laid:
            for here, there in self._between((x, y)):
                if there in picture:
                    assert picture[here] == picture[there]
                    land.add_edge(here, there)
        marks: dict[Spot, list[tuple[str, int]]] = {}
        for x, y in self.laid:
            for kind, number, (right, up) in self.at((x, y)).marks:
                marks.setdefault((3 * x + right, 3 * y + up), []).append((kind, number))
        found = []
        for spots in nx.connected_components(land):
            # Each side of the region needs a tile beyond it (IS-AREA-1, IS-AREA-3).
            is_open = any(
                here in spots and there not in picture
                for x, y in {(right // 3, up // 3) for right, up in spots}
                for here, there in self._between((x, y))
            )
            held: Counter[str] = Counter()
            for spot in spots:
                for kind, number in marks.get(spot, ()):
                    held[kind] += number
            cells = frozenset((right // 3, up // 3) for right, up in spots)
            areas = {(right // 3, up // 3, pieces[right, up]) for right, up in spots}
            terrain = picture[next(iter(spots))]
            found.append(Region(terrain, frozenset(spots), cells, len(areas), not is_open, held))
        return found

    @staticmethod
    def _between(cell: Cell) -> Iterable[tuple[Spot, Spot]]:
        """For each side of a cell its spot and the spot that faces it."""
        x, y = cell
        for side, (right, up) in SIDES.items():
            (east, north), back = BEYOND[side]
            there = SIDES[back]
            yield ((3 * x + right, 3 * y + up), (3 * (x + east) + there[0], 3 * (y + north) + there[1]))

    @staticmethod
    def facing(cell: Cell) -> list[Spot]:
        """For each side of a cell, in the order of SIDES, the spot beyond it."""
        return [there for _, there in Territory._between(cell)]

    @cached_property
    def region_of(self) -> dict[Spot, int]:
        """For each spot the number of its region."""
        return {spot: number for number, region in enumerate(self.regions) for spot in region.spots}

    def region_at(self, cell: Cell, spot: Spot) -> Region:
        """The region on a spot of the tile on a cell."""
        return self.regions[self.region_of[3 * cell[0] + spot[0], 3 * cell[1] + spot[1]]]

    # Roads

    def roads(self) -> nx.MultiGraph:
        """Roads as (cell, which road of its tile), linked where they meet at a side (IS-ROAD-1, IS-ROAD-2)."""
        graph = nx.MultiGraph()
        ends: dict[Spot, tuple[Cell, int]] = {}
        for x, y in self.laid:
            for number, road in enumerate(self.at((x, y)).roads):
                graph.add_node(((x, y), number))
                ends.update({(3 * x + right, 3 * y + up): ((x, y), number) for right, up in road})
        for cell in self.laid:
            for here, there in self._between(cell):
                if here in ends and there in ends and here < there:
                    graph.add_edge(ends[here], ends[there])
        return graph

    @cached_property
    def networks(self) -> list[frozenset[tuple[Cell, int]]]:
        """Roads that lead into each other; a castle has one."""
        return [frozenset(network) for network in nx.connected_components(self.roads())]

    @cached_property
    def connected(self) -> frozenset[Cell]:
        """The cells that roads connect to the castle, the castle's own among them (IS-AMB-14)."""
        [home] = [network for network in self.networks if any(cell == HOME for cell, _ in network)]
        return frozenset(cell for cell, _ in home)

    @cached_property
    def network_of(self) -> dict[Spot, int]:
        """For each spot where a road leaves its tile the number of the network."""
        return {
            (3 * x + right, 3 * y + up): number
            for number, network in enumerate(self.networks)
            for (x, y), road in network
            for right, up in self.at((x, y)).roads[road]
        }

    # Where a tile may lie

    def places(self, name: str, rotations: Iterable[int] = range(4)) -> set[tuple[Cell, int]]:
        """Every cell and rotation for a tile, found by trying all of them (IS-BUILD-2, IS-BUILD-3, IS-AMB-13)."""
        columns, rows = [x for x, _ in self.laid], [y for _, y in self.laid]
        picture, found = self.picture, set()
        for x in range(min(columns) - 1, max(columns) + 2):
            for y in range(min(rows) - 1, max(rows) + 2):
                if (x, y) in self.laid:
                    continue
                faced = [
                    (side, picture[there])
                    for side, (_, there) in zip(SIDES.values(), self._between((x, y)))
                    if there in picture
                ]
                for turn in rotations if faced else ():
                    letters = self.tiles[name][turn].letters
                    if all(letters[side] == wanted for side, wanted in faced):
                        found.add(((x, y), turn))
        return found
