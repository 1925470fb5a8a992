"""A territory taken apart into regions, roads and open cells, so that bots see what one tile more changes.

Bots imagine tens of placements for each decision. A ground is found once for a board, or follows from another and a
step (`step`); what lies around an open cell is looked up once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tilewright.authoring import SQUARE4, Board, Face

from .counted_territory import Sketch, sketches
from .state import HOME

if TYPE_CHECKING:
    from .catalogue import Catalogue
    from .count_forms import Count
    from .placement_steps import Step
    from .scoring_kinds import ScrollKind
    from .tiles import Tile

OFFSETS = SQUARE4.offsets
ANYTHING = (1 << 20) - 1
"""The demand of a cell without neighbours."""


Contacts: TypeAlias = list[tuple[int, int, int]]
"""For each side of an open cell at which a tile lies: the side, its region, its road (-1 for none)."""


Like: TypeAlias = tuple[str, int, int, tuple[int, ...], tuple[str, ...], bool, bool]
"""Properties of a region and a road that matter for a tile beside them: terrain, open edges, size, marks, scrolls of
the region; whether there is a road, and whether it leads to the castle."""


class RegionCounts(NamedTuple):
    """A region in numbers."""

    kind: str
    open: int
    """Open edges."""
    tiles: int
    """The numbers of its tiles as a set of bits."""
    size: int
    """As IS-AREA-4 counts it."""
    marks: tuple[int, ...]
    """Number of marks of each kind; () for none at all."""


NOWHERE = RegionCounts("", 0, 0, 0, ())


class TerritoryParts:
    """A territory taken apart. Tiles have numbers, in the order of the board; sets of tiles are bit masks.

    Regions and roads have numbers too: those of the board, and for what steps have made the ones after these.
    """

    __slots__ = (
        "_around",
        "_beyond",
        "_board",
        "_counts",
        "_fresh",
        "_likes",
        "_lines",
        "_networks",
        "_sketches",
        "_step",
        "areas",
        "cells",
        "connected",
        "doors",
        "frontier",
        "full",
        "hollow",
        "home",
        "known",
        "regions",
        "room",
        "scrolls",
        "tiles",
    )

    known: Catalogue
    cells: dict[int, int]
    """The number of the tile on each cell."""
    tiles: list[Tile]
    full: set[int]
    """The cells of tiles that count as tiles."""
    hollow: int
    """The tiles that do not."""
    frontier: dict[int, int]
    """As `Board.frontier`."""
    regions: dict[int, RegionCounts]
    home: int
    """The road at the castle."""
    connected: int
    """The tiles that a road connects to the castle."""
    doors: dict[int, int]
    """By region, the road that enters it (`Tile.entrances`)."""
    scrolls: list[tuple[str, int]]
    """The kind and the region of each scroll."""
    room: int
    """For all open cells together, how many of the game's tiles fit."""

    def __init__(self, known: Catalogue) -> None:
        self.known = known
        self._fresh = 0
        self.areas: bool = known.options.region_size == "areas"
        """True if a region's size counts areas instead of tiles (IS-AMB-6)."""
        self._step: Step | None = None
        self._board: Board | None = None
        self._around: dict[int, Contacts] = {}
        self._likes: dict[int, list[tuple[int, Like]] | None] = {}
        self._beyond: dict[int, tuple[int, list[tuple[int, int]]]] = {}
        self._networks: dict[int, int] = {}
        self._counts: dict[str, Count] = {}
        self._lines: list[tuple[ScrollKind, int, bool]] | None = None
        self._sketches: tuple[Sketch, Sketch] | None = None

    @classmethod
    def of(cls, board: Board, known: Catalogue) -> TerritoryParts:
        """Returns the ground of a board."""
        self, by_face = cls(known), known.by_face
        self._board = board
        self.frontier = board.frontier
        self.cells = {cell: number for number, cell in enumerate(board)}
        self.tiles = [by_face[board.face(cell).name] for cell in board]
        self.full = {cell for cell, tile in zip(self.cells, self.tiles, strict=True) if tile.full}
        self.hollow = sum([1 << n for n, tile in enumerate(self.tiles) if not tile.full])
        land, roads = board.regions, board.roads
        sizes: dict[int, int] = {}
        if self.areas:
            for cell, tile in zip(self.cells, self.tiles, strict=True):
                for number in range(len(board.face(cell).areas)):
                    root = land.find(board.area(cell, number))
                    sizes[root] = sizes.get(root, 0) + tile.full
        self.regions = {}
        for root, kind, edges, tiles, marks in land.contents():
            size = sizes[root] if self.areas else (tiles & ~self.hollow).bit_count()
            self.regions[root] = RegionCounts(kind, edges, tiles, size, marks)
        self.home = roads.find(board.road(HOME, 0))
        self.connected = self._networks[self.home] = roads.mask(self.home)
        self.doors, self.scrolls = {}, []
        for cell, tile in zip(self.cells, self.tiles, strict=True):
            for road, area in tile.entrances:
                self.doors[land.find(board.area(cell, area))] = roads.find(board.road(cell, road))
            for kind, area in tile.scrolls:
                self.scrolls.append((kind, land.find(board.area(cell, area))))
        self._fresh = len(land) + len(roads)
        self.room = sum([known.fitting[wanted] for wanted in board.frontier.values()])
        return self

    @classmethod
    def after(cls, step: Step) -> TerritoryParts:
        """Returns the ground after a step."""
        before, cell = step.ground, step.cell
        self = cls(before.known)
        self._step = step
        number = len(before.tiles)
        self.cells = {**before.cells, cell: number}
        self.tiles = [*before.tiles, step.tile]
        self.full, self.hollow = before.full, before.hollow
        if step.tile.full:
            self.full = {*before.full, cell}
        else:
            self.hollow |= 1 << number
        gone, made, owner, fresh = step.joined.gone, step.joined.made, step.joined.owner, before._fresh
        self.regions = before.regions.copy()
        for root in gone:
            del self.regions[root]
        for at, region in enumerate(made):
            kind, edges, tiles, size, marks = region
            self.regions[fresh + at] = RegionCounts(kind, edges, tiles | 1 << number, size, marks)
        fresh += len(made)
        roads = step.joined.roads(before)
        self._networks = before._networks.copy()
        for road in roads:
            self._networks.pop(road, None)
        for at, group in enumerate(sorted({id(group): group for group in roads.values()}.values(), key=min)):
            tiles = 0
            for road in group:
                tiles |= before.network(road) if road >= 0 else 1 << number
                roads[road] = {fresh + at}
            self._networks[fresh + at] = tiles
        step.ends = {road: min(group) for road, group in roads.items()}
        step.lands = {root: before._fresh + owner[area] for root, area in gone.items()}
        ends, lands = step.ends, step.lands
        self.home = ends.get(before.home, before.home)
        self.connected = self._networks[self.home]
        self.doors = {lands.get(root, root): ends.get(road, road) for root, road in before.doors.items()}
        for road, area in step.tile.entrances:
            self.doors[before._fresh + owner[area]] = ends[~road]
        self.scrolls = [(kind, lands.get(root, root)) for kind, root in before.scrolls]
        self.scrolls += [(kind, before._fresh + owner[area]) for kind, area in step.tile.scrolls]
        self._fresh = fresh + len(roads)
        self.frontier = dict(before.frontier)
        del self.frontier[cell]
        for offset, stamp in zip(OFFSETS, step.face.stamps):
            near = cell + offset
            if near not in before.cells:
                self.frontier[near] = self.frontier.get(near, ANYTHING) ^ stamp
        self.room = before.room_with(cell, step.face)
        return self

    @property
    def board(self) -> Board:
        """The board, which is laid out only if it is asked for."""
        if self._board is None:
            assert self._step is not None
            self._board = self._step.laid()
        return self._board

    def face(self, cell: int) -> Face:
        """Returns the face on a cell."""
        step = self._step
        if self._board is not None or step is None:
            return self.board.face(cell)
        return step.face if cell == step.cell else step.ground.face(cell)

    def around(self, cell: int) -> Contacts:
        """Returns what lies around an open cell."""
        found = self._around.get(cell)
        if found is None:
            found = self._around[cell] = self._look(cell)
        return found

    def likes(self, cell: int) -> list[tuple[int, Like]] | None:
        """Returns for each side of an open cell at which a tile lies: the side, and what is there.

        None if that is not all, since one region is there twice or a road enters one.
        """
        if cell in self._likes:
            return self._likes[cell]
        contacts = self.around(cell)
        roots = [root for _, root, _ in contacts]
        found = None
        if len(set(roots)) == len(roots) and not (self.doors and any([root in self.doors for root in roots])):
            found = [(side, self._like(root, road)) for side, root, road in contacts]
        self._likes[cell] = found
        return found

    def _like(self, root: int, road: int) -> Like:
        kind, edges, _, size, marks = self.regions[root] if root >= 0 else NOWHERE
        scrolls = tuple([name for name, where in self.scrolls if where == root]) if self.scrolls else ()
        return kind, edges, size, marks, scrolls, road >= 0, road == self.home

    def _look(self, cell: int) -> Contacts:
        step, found = self._step, []
        if step is not None:
            lands, ends, before = step.lands, step.ends, step.ground
            if cell in before.frontier:
                found = [
                    (side, lands.get(root, root), ends.get(road, road) if road >= 0 else -1)
                    for side, root, road in before.around(cell)
                ]
            if step.cell - cell in OFFSETS:
                side = OFFSETS.index(step.cell - cell)
                area, road = step.face.area_at[side ^ 2], step.face.road_at[side ^ 2]
                region = before._fresh + step.joined.owner[area] if area >= 0 else -1
                found.append((side, region, ends[~road] if road >= 0 else -1))
            return found
        board = self.board
        for side, offset in enumerate(OFFSETS):
            near = cell + offset
            if near in self.cells:
                face, back = board.face(near), side ^ 2
                area, road = face.area_at[back], face.road_at[back]
                region = board.regions.find(board.area(near, area)) if area >= 0 else -1
                found.append((side, region, board.roads.find(board.road(near, road)) if road >= 0 else -1))
        return found

    def beyond(self, cell: int) -> tuple[int, list[tuple[int, int]]]:
        """Returns what `room` is without an open cell and those next to it; their sides of it and their demands."""
        found = self._beyond.get(cell)
        if found is None:
            frontier, fitting, cells = self.frontier, self.known.fitting, self.cells
            room, demands = self.room - fitting[frontier[cell]], []
            for side, offset in enumerate(OFFSETS):
                near = cell + offset
                if near in frontier:
                    room -= fitting[frontier[near]]
                    demands.append((side, frontier[near]))
                elif near not in cells:
                    demands.append((side, ANYTHING))
            found = self._beyond[cell] = room, demands
        return found

    def room_with(self, cell: int, face: Face) -> int:
        """Returns what `room` is once the face lies on an open cell."""
        found, beyond = self.beyond(cell)
        fitting, stamps = self.known.fitting, face.stamps
        for side, wanted in beyond:
            found += fitting[wanted ^ stamps[side]]
        return found

    def network(self, road: int) -> int:
        """Returns the tiles of a road."""
        found = self._networks.get(road)
        if found is None:
            if self._step is not None:
                found = self._step.ground.network(road)
            else:
                found = self.board.roads.mask(road)
            self._networks[road] = found
        return found

    def count(self, kind: ScrollKind) -> Count:
        """Returns what a kind of scroll counts."""
        found = self._counts.get(kind.id)
        if found is None:
            found = self._counts[kind.id] = kind.form.start(self)
        return found

    def sketches(self) -> tuple[Sketch, Sketch]:
        """Returns the territory to be counted, as it stands and in hope (`sketch.sketches`)."""
        if self._sketches is None:
            self._sketches = sketches(self.board, self.known)
        return self._sketches

    def scroll_points(self, hope: bool = False) -> list[int]:
        """Returns the points of each scroll as the territory stands; in hope, if regions with one open edge count."""
        options, found = self.known.options, []
        for name, root in self.scrolls:
            kind = self.known.scrolls[name]
            times = options.closed_scroll if self.regions[root].open == 0 else 1
            found.append(kind.brings(self.count(kind)[hope], times, options))
        return found

    def scroll_lines(self) -> list[tuple[ScrollKind, int, bool]]:
        """Returns each scroll with its region, and whether that is closed."""
        if self._lines is None:
            scrolls, regions = self.known.scrolls, self.regions
            self._lines = [(scrolls[kind], root, regions[root].open == 0) for kind, root in self.scrolls]
        return self._lines
