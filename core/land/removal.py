"""Taking tiles away from a board and moving them: a part of `Board`.

It costs a look at the tile's sides and at the smaller parts of regions that fall apart. Frontier, room and regions are
afterwards as if the tiles that stay had been placed alone, in their order.
"""

from __future__ import annotations

from bisect import insort
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from .faces import Face
from .grid import Grid
from .regions import Regions
from .splitting import Layer, Lying, Node

if TYPE_CHECKING:
    from .board import Board

SIDE_BITS = 3
MOST_CHANGED = 32
"""Changed cells after which a room that nobody has asked for since is made anew instead of corrected."""


class Removal:
    """What a `Board` can do with the tiles that lie on it."""

    if TYPE_CHECKING:  # what it uses of a board
        grid: Grid[Any]
        regions: Regions
        roads: Regions
        bounds: frozenset[int] | None
        scattered: bool
        frontier: dict[int, int]
        _rooms: dict[tuple[int, ...], dict[int, int]]
        _past: dict[tuple[int, ...], dict[int, int]]
        _changed: set[int]
        _placed: dict[int, Lying]
        _given: int

        @property
        def anything(self) -> int: ...
        def place(self, key: int, face: Face, rotation: int = 0) -> None: ...
        def opened(self, key: int) -> int: ...
        def vacant(self, key: int) -> bool: ...
        def _vacant(self, first: int, shape: tuple[int, ...]) -> bool: ...
    else:
        __slots__ = ()

    def remove(self, key: int) -> Face:
        """Take the tile on this cell away and return its face as it lay; KeyError for an empty cell.

        Frontier and regions are those of the tiles that stay, and areas get new numbers where a region falls apart: ask
        `area` again. Marks and visitors that a game added stay with one part of a region; links that it added count no
        more where a region loses a tile.
        """
        if key not in self._placed:
            raise KeyError(f"no tile lies on {self.grid.text(key)}")
        lying, board = self._placed[key], cast("Board", self)
        layers = Layer(board, False), Layer(board, True)
        met = [layer.met(key) for layer in layers]
        del self._placed[key]
        for layer, beyond in zip(layers, met):
            self._leave(layer, key, lying, beyond)
        self._reopen(key, lying[0], lying[3])
        if self._given > 2 * len(self._placed) + 32:
            self._tidy()
        return lying[0]

    def move(self, key: int, to: int, steps: int = 0) -> None:
        """Take the tile away from `key` and place it on `to`, turned further; it counts as the last one placed.

        ValueError, and nothing is moved, if the cell `to` is taken or out of bounds, or if a tile of several cells lies
        there, which is taken off and placed as a whole; KeyError for an empty cell `key`.
        """
        if key in self._placed and self._placed[key][0].part:
            there = f"{self._placed[key][0].name} on {self.grid.text(key)}"
            raise ValueError(
                f"{there} is one cell of a larger tile, which moves by `lift` and `place`, as a whole"
            )
        if to != key and not self.vacant(to):
            raise ValueError(
                f"no tile can be moved to {self.grid.text(to)}: the cell is taken or out of bounds"
            )
        self.place(to, self.remove(key), steps)

    def _leave(self, layer: Layer, key: int, lying: Lying, met: list[list[tuple[Node, bool]]]) -> None:
        """Take the areas of a tile, or its roads, out of their regions; `met` is what they met, and if it was one."""
        regions, number, own_areas = layer.regions, lying[3], layer.numbers(lying)
        starts: dict[int, dict[Node, None]] = {}
        for n, (area, (_, _, marks), beyond) in enumerate(zip(own_areas, layer.plots(lying[0]), met)):
            sides = layer.sides(key, lying[0], n)
            own = starts.setdefault(regions.find(area), {})
            own.update((node, None) for node, same in beyond if same)
            regions.lessen(area, sides - len(beyond) - sum(same for _, same in beyond), (number,), (marks,))
            for node, same in beyond:
                if not same:
                    regions.lessen(layer.number(node), -1, (), ())
        for root, nodes in starts.items():
            parts = layer.parts(nodes)
            apart = {node for part in parts for node in part}
            heir = next((layer.number(node) for node in nodes if node not in apart), -1)
            for part in parts:
                self._split(layer, part, heir)
            for area in own_areas:
                if regions.find(area) == regions.find(root):
                    regions.leave(area, heir)

    def _split(self, layer: Layer, part: list[Node], rest: int) -> None:
        """Make a region of its own of a part of one, to which `rest` belongs; its areas get new numbers."""
        regions, old, new = layer.regions, [layer.number(node) for node in part], list[int]()
        for key, n in part:
            lying = self._placed[key]
            kind, _, marks = layer.plots(lying[0])[n]
            new.append(regions.extend(((kind, layer.open_edges((key, n)), marks),), lying[3]))
            self._placed[key] = layer.renumbered(lying, n, new[-1])
        root, tiles = regions.find(rest), {self._placed[key][3]: self._placed[key] for key, _ in part}
        gone = [
            number
            for number, lying in tiles.items()
            if all(regions.find(area) != root for area in layer.numbers(lying))
        ]
        marks_gone = [regions.marks(area) for area in new]
        regions.lessen(rest, sum(map(regions.open_edges, new)), gone, marks_gone)
        for area in new[1:]:
            regions.link(new[0], area)
        for area in old:
            regions.leave(area, rest)

    def _reopen(self, key: int, face: Face, number: int) -> None:
        """Keep the frontier after the face, the tile of this number, has been taken from its cell; rooms are past."""
        grid, frontier = self.grid, self.frontier
        around = grid.neighbours(key)
        demand, moved = self.anything, list[int]()
        for side, (near, stamp, back) in enumerate(zip(around, face.stamps, grid.opposite)):
            if near in self._placed:
                demand ^= self._placed[near][0].stamps[back]
            elif near in frontier:
                frontier[near] ^= stamp
                if frontier[near] == self.anything and not self.scattered:
                    del frontier[near]
                elif not self.scattered and number << SIDE_BITS | side < self.opened(near):
                    moved.append(near)  # this tile had opened it
        order = [*frontier]
        for cell in moved:
            order.remove(cell)
        if demand != self.anything or self.scattered:
            frontier[key] = demand
            moved.append(key)
        for cell in moved:
            insort(order, cell, key=self.opened)
        self.frontier = dict(zip(order, map(frontier.__getitem__, order)))
        if len(self._changed) > MOST_CHANGED:
            self._past, self._changed = {}, set()
        if self._rooms:
            self._past |= self._rooms
            self._rooms = {}
        if self._past:
            self._changed.update(self._touched(key))

    def _touched(self, key: int) -> tuple[int, ...]:
        """The cells that a tile on this one may open or close: on a scattered board this one alone."""
        return (key,) if self.scattered else (key, *self.grid.neighbours(key))

    def _settled(self, shape: tuple[int, ...]) -> dict[int, int]:
        """The room for a shape that was asked for before tiles were taken away, as it is now."""
        room = self._past.pop(shape)
        for first in {cell - offset for cell in self._changed for offset in shape}:
            room.pop(first, None)
            opened = [
                self.opened(first + offset) * len(shape) + n
                for n, offset in enumerate(shape)
                if first + offset in self.frontier
            ]
            if opened and self._vacant(first, shape):
                room[first] = min(opened)
        if not self._past:
            self._changed.clear()
        return dict(sorted(room.items(), key=itemgetter(1)))

    def _forget_rooms(self) -> None:
        self._rooms, self._past, self._changed = {}, {}, set()

    def _numbered(self) -> tuple[Regions, Regions]:
        """The regions as they would be if the tiles that lie here had just been placed."""
        lying = self._placed.values()
        tiles = {one[3]: n for n, one in enumerate(lying)}
        areas = [area for _, own, _, _ in lying for area in own]
        roads = [road for _, _, own, _ in lying for road in own]
        return self.regions.renumbered(areas, tiles), self.roads.renumbered(roads, tiles)

    def _tidy(self) -> None:
        """Number tiles and areas anew, without those that were taken away."""
        self.regions, self.roads = self._numbered()
        area, road = 0, 0
        for number, (key, (face, _, _, _)) in enumerate([*self._placed.items()]):
            areas, roads = range(area, area + len(face.land)), range(road, road + len(face.ways))
            self._placed[key] = face, tuple(areas), tuple(roads), number
            area, road = areas.stop, roads.stop
        self._given = len(self._placed)
        self._forget_rooms()
