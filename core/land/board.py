"""A board: faces placed on a grid, the open cells with what they demand, and the regions of land and roads.

Placing a tile costs a look at its sides and nothing else: frontier and regions are kept, never searched.
The game knows whose board it is, and which rules other than matching edges forbid a cell.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, KeysView, Mapping
from types import MappingProxyType
from typing import Any

import attrs

from ..base.cloning import Copyable
from .faces import EDGE_BITS, Face, demanded
from .grid import Grid
from .regions import Regions

ROTATION_BITS = 3
NOTHING: Mapping[int, Face] = MappingProxyType({})


def placement(key: int, rotation: int) -> int:
    """A cell and a rotation as one int, cheap to list by the hundred."""
    return key << ROTATION_BITS | rotation


def spot(placement: int) -> tuple[int, int]:
    """The cell's key and the rotation of a placement."""
    return placement >> ROTATION_BITS, placement & (1 << ROTATION_BITS) - 1


@attrs.define
class Board(Copyable):
    """Placed faces by cell, in the order of placing: ask `key in board`, `len(board)`, `for key in board`.

    The n-th cell of the board, from 0, holds what the regions call tile n. Two boards are equal if they hold
    equal faces, placed in the same order, and the same marks, visitors and links were added since.

    >>> from tilewright.authoring import SQUARE4, read_face
    >>> board = Board(SQUARE4)
    >>> shore = read_face("shore", ".P. P.P WWW")
    >>> board.place(0, shore)
    >>> [f"{SQUARE4.text(key)} r{rotation}" for key, rotation in map(spot, board.placements(shore))][:4]
    ['0,1 r1', '0,1 r2', '0,1 r3', '1,0 r0']
    """

    grid: Grid[Any]
    regions: Regions = attrs.field(factory=Regions)
    """The land. Pass an empty one of your own to count marks or visitors."""
    roads: Regions = attrs.field(factory=Regions)
    """The road networks. Their open edges are their loose ends, also where a tile without road lies there."""
    matching: bool = True
    """Whether edges that meet must be equal. If not, a face fits on every open cell, and areas are joined where their
    terrain is the same."""
    ports: int = 1
    """Ports on each side of the faces."""
    frontier: dict[int, int] = attrs.field(factory=dict, init=False)
    """For each empty cell next to a tile the edges demanded there, packed as `faces.demand` does; without `matching` it
    says only which cells are open."""
    # By shape, the cells that `room` gives; kept from the first time that a shape is asked for.
    _rooms: dict[tuple[int, ...], dict[int, None]] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )
    # Each placed face as turned, with the numbers of its first area and of its first road.
    _placed: dict[int, tuple[Face, int, int]] = attrs.field(factory=dict, init=False)

    def __contains__(self, key: int) -> bool:
        return key in self._placed

    def __len__(self) -> int:
        return len(self._placed)

    def __iter__(self) -> Iterator[int]:
        return iter(self._placed)

    @property
    def taken(self) -> KeysView[int]:
        """The cells on which tiles lie, in the order of placing."""
        return self._placed.keys()

    def face(self, key: int) -> Face:
        """The face on this cell, as it lies; KeyError if there is none."""
        return self._placed[key][0]

    def faces(self) -> dict[int, Face]:
        """The face on each taken cell, as it lies, in the order of placing."""
        return {key: face for key, (face, _, _) in self._placed.items()}

    def area(self, key: int, number: int) -> int:
        """The number in `regions` of area `number` of the face on this cell."""
        return self._placed[key][1] + number

    def areas(self, key: int) -> range:
        """The numbers in `regions` of all areas of the face on this cell, in their order."""
        face, first, _ = self._placed[key]
        return range(first, first + len(face.areas))

    def road(self, key: int, number: int) -> int:
        """The number in `roads` of road `number` of the face on this cell."""
        return self._placed[key][2] + number

    def cells(self, area: int) -> list[int]:
        """The cells on which the region of an area lies, in the order of placing."""
        keys = [*self._placed]
        return [keys[tile] for tile in self.regions.tiles(area)]

    def wanted(self, key: int) -> str:
        """The edges demanded of an open cell, a dot where no tile lies; KeyError if the cell is not open."""
        return demanded(self.frontier[key], len(self.grid.offsets))

    def fits(self, key: int, face: Face) -> tuple[int, ...]:
        """The rotations in which the face may lie on this cell: next to a tile, with equal edges if they must match."""
        wanted = self.frontier.get(key)
        return () if wanted is None else face.fits[wanted if self.matching else self.anything]

    def placements(self, face: Face) -> list[int]:
        """Every placement of the face, one look-up for each open cell; none on an empty board.

        Cells come in the order in which they became open, each with its rotations ascending.
        """
        fits = face.fits
        frontier = self.frontier
        if not self.matching:
            every = fits[self.anything]
            return [key << ROTATION_BITS | r for key in frontier for r in every]
        return [key << ROTATION_BITS | r for key, wanted in frontier.items() for r in fits[wanted]]

    @property
    def anything(self) -> int:
        """The demand that every face meets in every rotation."""
        return (1 << EDGE_BITS * len(self.grid.offsets)) - 1

    def place(self, key: int, face: Face, rotation: int = 0) -> None:
        """Place the face on the cell, turned `rotation` steps clockwise, and update frontier and regions.

        Edges are not checked. ValueError, and nothing is placed, if the cell is taken or the face does not have as
        many sides as the cells of the grid, with as many ports as the board.
        """
        grid, placed = self.grid, self._placed
        if key in placed:
            raise ValueError(f"{face.name} cannot lie on {grid.text(key)}: the cell is taken")
        if len(face.edges) != len(grid.offsets):
            sides = f"it has {len(face.edges)} sides, the cells of {grid.name} have {len(grid.offsets)}"
            raise ValueError(f"{face.name} cannot lie on {grid.text(key)}: {sides}")
        ports = self.ports
        if face.ports != ports:
            there = f"its sides have {face.ports} ports, those of the board {ports}"
            raise ValueError(f"{face.name} cannot lie on {grid.text(key)}: {there}")
        face = face.turned(rotation)
        regions, roads, frontier = self.regions, self.roads, self.frontier
        number = len(placed)
        first_area = regions.extend(face.land, number)
        first_road = roads.extend(face.ways, number)
        placed[key] = face, first_area, first_road
        frontier.pop(key, None)
        anything = (1 << EDGE_BITS * len(grid.offsets)) - 1
        meet = regions.join if self.matching else regions.meet
        for shape, room in self._rooms.items():
            self._make_room(key, shape, room, placed)
        for offset, back, stamp, leaving in zip(grid.offsets, grid.opposite, face.stamps, face.leaving):
            near = key + offset
            neighbour = placed.get(near)
            if neighbour is None:
                frontier[near] = frontier.get(near, anything) ^ stamp
                continue
            other, area_there, road_there = neighbour
            for (area, road), (beyond, way) in zip(leaving, other.arriving[back]):
                if area >= 0 <= beyond:
                    meet(first_area + area, area_there + beyond)
                if road >= 0 <= way:
                    roads.join(first_road + road, road_there + way)

    def room(self, shape: tuple[int, ...]) -> KeysView[int]:
        """The cells on which the first cell of such a shape can be: all its cells are empty, at least one is open.

        `shape` has the numbers to add to the key of the first cell for each cell. The order is that in which there came
        to be room, as if the shape had been asked for from the beginning.
        """
        found = self._rooms.get(shape)
        if found is None:
            found = self._rooms[shape] = {}
            before: set[int] = set()
            for key in self._placed:
                before.add(key)
                self._make_room(key, shape, found, before)
        return found.keys()

    def _make_room(
        self, key: int, shape: tuple[int, ...], found: dict[int, None], taken: Container[int]
    ) -> None:
        """Keep `room` for a shape: the cell has just been taken, and cells around it are open unless they are taken."""
        for offset in shape:
            found.pop(key - offset, None)
        for near in self.grid.neighbours(key):
            if near in taken:
                continue
            for offset in shape:
                first = near - offset
                if first not in found and not any([first + cell in taken for cell in shape]):
                    found[first] = None

    def beyond(self, key: int, port: int) -> tuple[int, int]:
        """The cell beyond a port of the cell `key`, whether a tile lies there or not, and the port that meets it."""
        side, n = divmod(port, self.ports)
        return key + self.grid.offsets[side], self.grid.opposite[side] * self.ports + self.ports - 1 - n

    def follow(self, key: int, port: int, imagined: Mapping[int, Face] = NOTHING) -> list[tuple[int, int]]:
        """The road into the cell `key` by this port: each cell on it with the port by which it leaves, in this order.

        It ends where no tile lies, where the next tile has no road at the port, where a road ends or branches, and
        where it would come to its beginning again. [] if no road goes through the tile from the port. `imagined` faces
        count as if they lay on these cells, as they are turned.
        """
        found: list[tuple[int, int]] = []
        first, placed = (key, port), self._placed
        while key in placed or key in imagined:
            face = placed[key][0] if key in placed else imagined[key]
            number = face.road_at[port]
            if number < 0 or len(face.roads[number]) != 2:
                break
            one, other = face.roads[number]
            found.append((key, other if port == one else one))
            key, port = self.beyond(*found[-1])
            if (key, port) == first:
                break
        return found

    def end(self, key: int, port: int, imagined: Mapping[int, Face] = NOTHING) -> tuple[int, int]:
        """Return where the road into the cell `key` by this port leads: the first cell and port beyond its last tile.

        The cell and the port themselves if no road goes in, as on an empty cell. `imagined` is as for `follow`.
        """
        way = self.follow(key, port, imagined)
        return self.beyond(*way[-1]) if way else (key, port)

    def empty(self) -> Board:
        """A board of this kind on which nothing lies; its regions count the same marks and seats."""
        return Board(self.grid, self.regions.empty(), self.roads.empty(), self.matching, self.ports)

    def replace(self, key: int, face: Face, rotation: int = 0) -> None:
        """Put another face (the tile's back, say) on a taken cell; frontier and regions are built anew from all faces.

        Marks, visitors and links that were added to the regions since then are lost, and references to the earlier
        `regions` and `roads` are stale. KeyError for an empty cell.
        """
        faces = self.faces()
        if key not in faces:
            raise KeyError(f"no tile lies on {self.grid.text(key)}")
        faces[key] = face.turned(rotation)
        fresh = self.empty()
        for taken, lying in faces.items():
            fresh.place(taken, lying)
        self.regions, self.roads = fresh.regions, fresh.roads
        self.frontier, self._placed = fresh.frontier, fresh._placed

    def to_dict(self) -> dict[str, Any]:
        """The tiles in the order of placing, each as [cell, name of the face, rotation], and the regions."""
        text = self.grid.text
        kind: dict[str, Any] = {} if self.matching else {"matching": False}
        kind |= {} if self.ports == 1 else {"ports": self.ports}
        return kind | {
            "tiles": [[text(key), face.name, face.rotation] for key, (face, _, _) in self._placed.items()],
            "regions": self.regions.to_dict(),
            "roads": self.roads.to_dict(),
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], grid: Grid[Any], faces: Mapping[str, Face]) -> Board:
        """The saved board; `faces` has every face by name, unturned. ValueError for an unknown name
        and for regions of other tiles.
        """
        land, roads = Regions.from_dict(saved["regions"]), Regions.from_dict(saved["roads"])
        kind = bool(saved.get("matching", True)), int(saved.get("ports", 1))
        board = cls(grid, land.empty(), roads.empty(), *kind)
        for cell, name, rotation in saved["tiles"]:
            if name not in faces:
                raise ValueError(f"{cell}: there is no face {name!r}")
            board.place(grid.read(cell), faces[name], int(rotation))
        if (len(board.regions), len(board.roads)) != (len(land), len(roads)):
            raise ValueError("the regions are not those of these tiles")
        board.regions, board.roads = land, roads
        return board
