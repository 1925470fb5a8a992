"""A board: faces placed on a grid, the open cells with what they demand, and the regions of land and roads.

Placing a tile costs a look at its sides and nothing else: frontier and regions are kept, never searched.
The game knows whose board it is, and which rules other than matching edges forbid a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import attrs

from ..base.cloning import Copyable
from .faces import EDGE_BITS, Face, demanded
from .grid import Grid
from .regions import Regions
from .removal import SIDE_BITS, Removal

ROTATION_BITS = 4
NO_FACES: Mapping[int, Face] = MappingProxyType({})


def placement(key: int, rotation: int) -> int:
    """A cell and a rotation as one int, cheap to list by the hundred."""
    return key << ROTATION_BITS | rotation


def spot(placement: int) -> tuple[int, int]:
    """The cell's key and the rotation of a placement."""
    return placement >> ROTATION_BITS, placement & (1 << ROTATION_BITS) - 1


@attrs.define(eq=False, repr=False)
class Board(Removal, Copyable):
    """Placed faces by cell, in the order of placing: ask `key in board`, `len(board)`, `for key in board`.

    The regions call the n-th tile that was placed tile n, from 0; `cells(area)` says where they lie. Two boards are
    equal if they hold equal faces, placed in the same order, and the same marks, visitors and links were added since.

    >>> from tilewright.authoring import SQUARE4, read_face
    >>> board = Board(SQUARE4)
    >>> shore = read_face("shore", ".P. P.P WWW")
    >>> board.place(0, shore)
    >>> [f"{SQUARE4.text(key)} r{rotation}" for key, rotation in map(spot, board.placements(shore))][:4]
    ['0,1 r1', '0,1 r2', '0,1 r3', '1,0 r0']
    """

    grid: Grid[Any]
    regions: Regions = attrs.field(factory=Regions)
    """The land. Pass an empty one of your own to count marks or visitors. A side beyond which the board has no cell is
    not open: a region is closed if no tile can go on with it."""
    roads: Regions = attrs.field(factory=Regions)
    """The road networks. Their open edges are their loose ends, also where a tile without road lies there, or
    no cell is."""
    matching: bool = True
    """Whether edges that meet must be equal. If not, a face fits on every open cell, and areas are joined where their
    terrain is the same."""
    ports: int = 1
    """Ports on each side of the faces."""
    bounds: frozenset[int] | None = None
    """The cells that the board has, by their keys, with holes or not; None: it goes on in all directions."""
    scattered: bool = False
    """Whether tiles may lie on all empty cells of a bounded board, and not only next to others."""
    frontier: dict[int, int] = attrs.field(factory=dict, init=False)
    """For each open cell, on which a tile may lie, the edges demanded there, packed as `faces.demand` does; without
    `matching` it says only which cells are open. A cell is open if it is empty and next to a tile; on a `scattered`
    board all empty cells are."""
    # By shape, the cells that `room` gives with numbers by which they are ordered; kept from the first time that a
    # shape is asked for.
    _rooms: dict[tuple[int, ...], dict[int, int]] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )
    # Rooms as they were before tiles were taken away, and the cells that have changed since: `room` looks at these.
    _past: dict[tuple[int, ...], dict[int, int]] = attrs.field(factory=dict, init=False, eq=False, repr=False)
    _changed: set[int] = attrs.field(factory=set, init=False, eq=False, repr=False)
    # Each placed face as turned, with the numbers of its areas, of its roads and of itself.
    _placed: dict[int, tuple[Face, tuple[int, ...], tuple[int, ...], int]] = attrs.field(
        factory=dict, init=False
    )
    # How many numbers of tiles were given. Those of tiles that were taken away stay, until `_tidy` gives new ones.
    _given: int = attrs.field(default=0, init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if self.scattered:
            if self.bounds is None:
                raise ValueError("a board on which tiles lie anywhere needs bounds")
            self.frontier = dict.fromkeys(sorted(self.bounds), self.anything)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if (self.grid, self.faces(), self.frontier) != (other.grid, other.faces(), other.frontier):
            return False
        return self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, key: int) -> bool:
        return key in self._placed

    def __len__(self) -> int:
        return len(self._placed)

    def __iter__(self) -> Iterator[int]:
        return iter(self._placed)

    def vacant(self, key: int) -> bool:
        """Return whether the cell is one of the board and no tile lies there."""
        return key not in self._placed and (self.bounds is None or key in self.bounds)

    @property
    def taken(self) -> KeysView[int]:
        """The cells on which tiles lie, in the order of placing."""
        return self._placed.keys()

    def face(self, key: int) -> Face:
        """The face on this cell, as it lies; KeyError if there is none."""
        return self._placed[key][0]

    def faces(self) -> dict[int, Face]:
        """The face on each taken cell, as it lies, in the order of placing."""
        return {key: face for key, (face, *_) in self._placed.items()}

    def area(self, key: int, number: int) -> int:
        """The number in `regions` of area `number` of the face on this cell."""
        return self._placed[key][1][number]

    def areas(self, key: int) -> Sequence[int]:
        """The numbers in `regions` of all areas of the face on this cell, in their order."""
        return self._placed[key][1]

    def road(self, key: int, number: int) -> int:
        """The number in `roads` of road `number` of the face on this cell."""
        return self._placed[key][2][number]

    def cells(self, area: int) -> list[int]:
        """The cells on which the region of an area lies, in the order of placing."""
        if self._given == len(self._placed):
            keys = [*self._placed]
            return [keys[tile] for tile in self.regions.tiles(area)]
        mask = self.regions.mask(area)
        return [key for key, (_, _, _, number) in self._placed.items() if mask >> number & 1]

    def wanted(self, key: int) -> str:
        """The edges demanded of an open cell, a dot where no tile lies; KeyError if the cell is not open."""
        return demanded(self.frontier[key], len(self.grid.offsets))

    def fits(self, key: int, face: Face) -> tuple[int, ...]:
        """The rotations in which the face may lie on this cell: it is open, with equal edges if they must match."""
        wanted = self.frontier.get(key)
        return () if wanted is None else face.fits[wanted if self.matching else self.anything]

    def placements(self, face: Face) -> list[int]:
        """Every placement of the face, one look-up for each open cell; none on an empty board that is not scattered.

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

        Edges are not checked. ValueError, and nothing is placed, if the cell is taken or out of bounds, or the face
        does not have as many sides as the cells of the grid, with as many ports as the board.
        """
        grid, placed, bounds = self.grid, self._placed, self.bounds
        if key in placed:
            raise ValueError(f"{face.name} cannot lie on {grid.text(key)}: the cell is taken")
        if bounds is not None and key not in bounds:
            raise ValueError(f"{face.name} cannot lie on {grid.text(key)}: the board has no such cell")
        if len(face.edges) != len(grid.offsets):
            sides = f"it has {len(face.edges)} sides, the cells of {grid.name} have {len(grid.offsets)}"
            raise ValueError(f"{face.name} cannot lie on {grid.text(key)}: {sides}")
        ports = self.ports
        if face.ports != ports:
            there = f"its sides have {face.ports} ports, those of the board {ports}"
            raise ValueError(f"{face.name} cannot lie on {grid.text(key)}: {there}")
        face = face.turned(rotation)
        regions, roads, frontier = self.regions, self.roads, self.frontier
        number = self._given
        first_area = regions.extend(face.land, number)
        first_road = roads.extend(face.ways, number)
        areas = tuple(range(first_area, first_area + len(face.land)))
        placed[key] = face, areas, tuple(range(first_road, first_road + len(face.ways))), number
        self._given = number + 1
        frontier.pop(key, None)
        anything = (1 << EDGE_BITS * len(grid.offsets)) - 1
        meet = regions.join if self.matching else regions.meet
        for shape, room in self._rooms.items():
            for offset in shape:
                room.pop(key - offset, None)
            if not self.scattered:
                for side, near in enumerate(grid.neighbours(key)):
                    if near not in placed:
                        self._make_room(near, shape, room, number << SIDE_BITS | side)
        if self._past:
            self._changed.update(self._touched(key))
        for offset, back, stamp, leaving in zip(grid.offsets, grid.opposite, face.stamps, face.leaving):
            near = key + offset
            neighbour = placed.get(near)
            if neighbour is None:
                if bounds is not None and near not in bounds:
                    for area, _ in leaving:
                        if area >= 0:
                            regions.lessen(first_area + area, 1, (), ())
                    continue
                frontier[near] = frontier.get(near, anything) ^ stamp
                continue
            other, areas_there, roads_there, _ = neighbour
            for (area, road), (beyond, way) in zip(leaving, other.arriving[back]):
                if area >= 0 <= beyond:
                    meet(first_area + area, areas_there[beyond])
                if road >= 0 <= way:
                    roads.join(first_road + road, roads_there[way])

    def room(self, shape: tuple[int, ...]) -> KeysView[int]:
        """The cells on which the first cell of such a shape can be: all its cells are empty, at least one is open.

        `shape` has the numbers to add to the key of the first cell for each cell. The order is that in which there came
        to be room, as if the shape had been asked for from the beginning.
        """
        found = self._rooms.get(shape)
        if found is None and shape in self._past:
            found = self._rooms[shape] = self._settled(shape)
        elif found is None:
            found = self._rooms[shape] = {}
            for key in self.frontier:
                self._make_room(key, shape, found, self.opened(key))
        return found.keys()

    def _make_room(self, key: int, shape: tuple[int, ...], found: dict[int, int], opened: int) -> None:
        """Keep `room` for a shape: this cell is open since `opened`, as the method of that name says."""
        for n, offset in enumerate(shape):
            first = key - offset
            if first not in found and self._vacant(first, shape):
                found[first] = opened * len(shape) + n

    def _vacant(self, first: int, shape: tuple[int, ...]) -> bool:
        taken, bounds = self._placed, self.bounds
        return not any([first + cell in taken for cell in shape]) and (
            bounds is None or all([first + cell in bounds for cell in shape])
        )

    def opened(self, key: int) -> int:
        """A number for an open cell, smaller for one that became open earlier."""
        if self.scattered:
            return key
        grid, placed = self.grid, self._placed
        return min(
            placed[near][3] << SIDE_BITS | back
            for near, back in zip(grid.neighbours(key), grid.opposite)
            if near in placed
        )

    def beyond(self, key: int, port: int) -> tuple[int, int]:
        """The cell beyond a port of the cell `key`, whether a tile lies there or not, and the port that meets it."""
        side, n = divmod(port, self.ports)
        return key + self.grid.offsets[side], self.grid.opposite[side] * self.ports + self.ports - 1 - n

    def follow(self, key: int, port: int, imagined: Mapping[int, Face] = NO_FACES) -> list[tuple[int, int]]:
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

    def end(self, key: int, port: int, imagined: Mapping[int, Face] = NO_FACES) -> tuple[int, int]:
        """Return where the road into the cell `key` by this port leads: the first cell and port beyond its last tile.

        The cell and the port themselves if no road goes in, as on an empty cell. `imagined` is as for `follow`.
        """
        way = self.follow(key, port, imagined)
        return self.beyond(*way[-1]) if way else (key, port)

    def empty(self) -> Board:
        """A board of this kind on which nothing lies; its regions count the same marks and seats."""
        kind = self.matching, self.ports, self.bounds, self.scattered
        return Board(self.grid, self.regions.empty(), self.roads.empty(), *kind)

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
        self.regions, self.roads, self._given = fresh.regions, fresh.roads, fresh._given
        self.frontier, self._placed = fresh.frontier, fresh._placed
        self._forget_rooms()

    def to_dict(self) -> dict[str, Any]:
        """The tiles in the order of placing, each as [cell, name of the face, rotation], and the regions."""
        text, land, roads = self.grid.text, self.regions, self.roads
        if self._given > len(self._placed):
            land, roads = self._numbered()
        kind: dict[str, Any] = {} if self.matching else {"matching": False}
        kind |= {} if self.ports == 1 else {"ports": self.ports}
        kind |= {} if self.bounds is None else {"bounds": [text(key) for key in sorted(self.bounds)]}
        kind |= {"scattered": True} if self.scattered else {}
        return kind | {
            "tiles": [[text(key), face.name, face.rotation] for key, (face, *_) in self._placed.items()],
            "regions": land.to_dict(),
            "roads": roads.to_dict(),
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], grid: Grid[Any], faces: Mapping[str, Face]) -> Board:
        """The saved board; `faces` has every face by name, unturned. ValueError for an unknown name
        and for regions of other tiles.
        """
        land, roads = Regions.from_dict(saved["regions"]), Regions.from_dict(saved["roads"])
        kind = bool(saved.get("matching", True)), int(saved.get("ports", 1))
        bounds = frozenset(map(grid.read, saved["bounds"])) if "bounds" in saved else None
        scattered = bool(saved.get("scattered", False))
        board = cls(grid, land.empty(), roads.empty(), *kind, bounds, scattered)
        for cell, name, rotation in saved["tiles"]:
            if name not in faces:
                raise ValueError(f"{cell}: there is no face {name!r}")
            board.place(grid.read(cell), faces[name], int(rotation))
        if (len(board.regions), len(board.roads)) != (len(land), len(roads)):
            raise ValueError("the regions are not those of these tiles")
        board.regions, board.roads = land, roads
        return board
