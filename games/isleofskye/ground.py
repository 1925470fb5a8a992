"""A territory taken apart, and the steps that lead from it: what changes when a tile is laid on an open cell.

Bots imagine tens of placements for each decision. A ground is found once for a board; a step looks at the four sides
of its cell and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tilewright.core.board import placement
from tilewright.core.grid import SQUARE4

from .sketch import Sketch, sketches
from .state import HOME

if TYPE_CHECKING:
    from tilewright.core.board import Board
    from tilewright.core.faces import Face

    from .catalogue import Catalogue
    from .counting import ScrollKind
    from .forms import Count
    from .tiles import Tile

OFFSETS = SQUARE4.offsets
ANYTHING = (1 << 20) - 1
"""The demand of a cell without neighbours."""


class Region(NamedTuple):
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


class Ground:
    """A territory taken apart. Tiles have numbers, in the order of the board; sets of tiles are bit masks.

    Regions and roads have numbers too: those of the board, and for what steps have made the ones after these.
    """

    __slots__ = (
        "_around",
        "_beyond",
        "_board",
        "_counts",
        "_fresh",
        "_networks",
        "_scrolls",
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
    regions: dict[int, Region]
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
        self._around: dict[int, list[tuple[int, int, int]]] = {}
        self._beyond: dict[int, tuple[int, list[tuple[int, int]]]] = {}
        self._networks: dict[int, int] = {}
        self._counts: dict[str, Count] = {}
        self._scrolls: Scrolls | None = None
        self._sketches: tuple[Sketch, Sketch] | None = None

    @classmethod
    def of(cls, board: Board, known: Catalogue) -> Ground:
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
            self.regions[root] = Region(kind, edges, tiles, size, marks)
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
    def after(cls, step: Step) -> Ground:
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
        gone, made, owner, fresh = step.gone, step.made, step.owner, before._fresh
        self.regions = {root: region for root, region in before.regions.items() if root not in gone}
        for at, region in enumerate(made):
            self.regions[fresh + at] = region
        fresh += len(made)
        roads = step.roads()
        self._networks = {road: tiles for road, tiles in before._networks.items() if road not in roads}
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
        self.room = step.room()
        return self

    @property
    def board(self) -> Board:
        """The board, which is laid out only if it is asked for."""
        if self._board is None:
            assert self._step is not None
            self._board = self._step.laid()
        return self._board

    def placements(self, face: Face) -> list[int]:
        """Returns the same as `Board.placements`, in any order."""
        fits = face.fits
        return [placement(key, r) for key, wanted in self.frontier.items() for r in fits[wanted]]

    def around(self, cell: int) -> list[tuple[int, int, int]]:
        """Returns for each side of an open cell at which a tile lies: the side, its region, its road (-1 for none)."""
        found = self._around.get(cell)
        if found is None:
            found = self._around[cell] = self._look(cell)
        return found

    def _look(self, cell: int) -> list[tuple[int, int, int]]:
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
                region = before._fresh + step.owner[area] if area >= 0 else -1
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

    def scroll_kinds(self) -> Scrolls:
        """Returns what there is to know of the scrolls."""
        if self._scrolls is None:
            scrolls, regions = self.known.scrolls, self.regions
            kinds = [scrolls[kind] for kind in dict.fromkeys([kind for kind, _ in self.scrolls])]
            self._scrolls = Scrolls(
                sum(self.scroll_points()),
                {root for _, root in self.scrolls},
                [(kind, self.count(kind)) for kind in kinds],
                [(scrolls[kind], root, regions[root].open == 0) for kind, root in self.scrolls],
            )
        return self._scrolls


class Scrolls(NamedTuple):
    """The scrolls of a ground."""

    points: int
    """Of all together."""
    roots: set[int]
    """Their regions."""
    kinds: list[tuple[ScrollKind, Count]]
    """Each kind with what it counts."""
    lines: list[tuple[ScrollKind, int, bool]]
    """Each scroll with its region, and whether that is closed."""


class Step:
    """A tile laid on an open cell of a ground where it fits, as far as it changes regions and roads."""

    __slots__ = (
        "_around",
        "_gone",
        "_made",
        "_owner",
        "_sketches",
        "cell",
        "connected",
        "ends",
        "face",
        "ground",
        "joins",
        "lands",
        "tile",
    )

    def __init__(self, ground: Ground, tile: Tile, cell: int, face: Face) -> None:
        self.ground, self.tile, self.cell, self.face = ground, tile, cell, face
        self._around = ground.around(cell)
        self._made: list[Region] | None = None
        self.ends: dict[int, int] = {}
        """Once there is a ground after it: by road that it touches and by ~number of its own, the road there."""
        self.lands: dict[int, int] = {}
        """The same by region that it touches."""
        self._sketches: tuple[Sketch, Sketch] | None = None
        self.joins, self.connected = False, 0
        """Whether the tile is connected to the castle; the tiles that are connected by it."""
        if face.roads or ground.doors:
            self._connect()

    @property
    def made(self) -> list[Region]:
        """The regions of the tile."""
        if self._made is None:
            self._join()
        return self._made  # type: ignore[return-value]

    @property
    def gone(self) -> dict[int, int]:
        """The regions that the tile touches, each with the area by which it does so first."""
        if self._made is None:
            self._join()
        return self._gone

    @property
    def owner(self) -> list[int]:
        """For each area of the tile the number of its region in `made`."""
        if self._made is None:
            self._join()
        return self._owner

    def _join(self) -> None:
        """Makes the regions."""
        ground, face = self.ground, self.face
        areas, area_at, regions = face.areas, face.area_at, ground.regions
        count = len(areas)
        bit, full, by_areas = 1 << len(ground.tiles), self.tile.full, ground.areas
        gone: dict[int, int] = {}
        edges = [0] * count
        first: list[
            int
        ] = []  # for each area the first of those that are now one region; empty if all are apart
        for side, root, _ in self._around:
            area = area_at[side]
            if area >= 0 <= root:
                edges[area] -= 2
                before = gone.setdefault(root, area)
                if before != area:
                    first = first or list(range(count))
                    kept, lost = first[before], first[area]
                    if kept != lost:
                        kept, lost = min(kept, lost), max(kept, lost)
                        first = [kept if number == lost else number for number in first]
        self._gone = gone
        tiles, sizes, marks = [bit] * count, [int(full)] * count, [area.marks for area in areas]
        for root, area in gone.items():
            at = first[area] if first else area
            _, more, theirs, large, shown = regions[root]
            edges[at] += more
            tiles[at] |= theirs
            sizes[at] += large
            if shown:
                marks[at] = added(marks[at], shown)
        for number in range(count):
            edges[number] += len(areas[number].sides)
        apart = self._owner = list(range(count))
        if first:
            apart, self._owner = self._merge(first, edges, sizes, marks)
        hollow = 0 if by_areas else ground.hollow
        self._made = [
            Region(
                areas[n].terrain,
                edges[n],
                tiles[n],
                sizes[n] if by_areas else (tiles[n] & ~bit & ~hollow).bit_count() + full,
                marks[n],
            )
            for n in apart
        ]

    def _merge(
        self, first: Sequence[int], edges: list[int], sizes: list[int], marks: list[tuple[int, ...]]
    ) -> tuple[list[int], list[int]]:
        """Adds up what areas that are now one have, in place; returns the first of each, and `owner`."""
        more = self.tile.full and self.ground.areas
        apart: list[int] = []
        owner = [0] * len(first)
        for number, at in enumerate(first):
            if at == number:
                owner[number] = len(apart)
                apart.append(number)
            else:
                owner[number] = owner[at]
                edges[at] += edges[number]
                marks[at] = added(marks[at], marks[number])
                sizes[at] += more
        return apart, owner

    def _connect(self) -> None:
        """Finds what the tile connects to the castle."""
        ground, road_at, home = self.ground, self.face.road_at, self.ground.home
        if not (ground.doors or self.tile.entrances) and not any(
            [road == home and road_at[side] >= 0 for side, _, road in self._around]
        ):
            return
        for road in self.roads().get(home, ()):
            if road < 0:
                self.joins = True
            elif road != home:
                self.connected |= ground.network(road)
        self.connected &= ~ground.connected

    def roads(self) -> dict[int, set[int]]:
        """Returns the roads that are one from now on, by each of them: those of the ground, the tile's as ~number."""
        road_at = self.face.road_at
        groups: list[set[int]] = [{~number} for number in range(len(self.face.roads))]
        for side, _, road in self._around:
            mine = road_at[side]
            if mine >= 0 <= road:
                groups[mine].add(road)
        if self.ground.doors or self.tile.entrances:
            groups += self._entered()
        found: dict[int, set[int]] = {}
        for group in groups:
            for met in [found[road] for road in group if road in found]:
                group |= met
            for road in group:
                found[road] = group
        return found

    def _entered(self) -> list[set[int]]:
        """Returns groups of roads that enter one region: roads of the ground, and the tile's as ~number."""
        doors = self.ground.doors
        groups: list[set[int]] = [set() for _ in self.made]
        for root, area in self.gone.items():
            if root in doors:
                groups[self.owner[area]].add(doors[root])
        for road, area in self.tile.entrances:
            groups[self.owner[area]].add(~road)
        return groups

    def scroll_points(self, hope: bool = False) -> list[int]:
        """Returns the same as `Ground.scroll_points` after the step."""
        ground, found = self.ground, []
        known, options = ground.known, ground.known.options
        often, touched = options.closed_scroll, self._touched()
        amounts: dict[str, int] = {}
        for kind, root, closed in ground.scroll_kinds().lines:
            amount = amounts.get(kind.id)
            if amount is None:
                amount = amounts[kind.id] = kind.form.after(ground, ground.count(kind), self)[hope]
            if touched and root in self.gone:
                closed = self.made[self.owner[self.gone[root]]].open == 0
            found.append(kind.brings(amount, often if closed else 1, options))
        for name, area in self.tile.scrolls:
            kind = known.scrolls[name]
            amount = kind.form.after(ground, ground.count(kind), self)[hope]
            found.append(kind.brings(amount, often if self.made[self.owner[area]].open == 0 else 1, options))
        return found

    def _touched(self) -> bool:
        """Returns whether the region of a scroll goes on in the tile."""
        roots = self.ground.scroll_kinds().roots
        return any([root in roots for _, root, _ in self._around])

    def scrolls(self) -> int:
        """Returns the points of all scrolls after the step."""
        ground = self.ground
        if not self.tile.scrolls and not self._touched():
            scrolls = ground.scroll_kinds()
            for kind, had in scrolls.kinds:
                if kind.form.after(ground, had, self)[0] != had[0]:
                    break
            else:
                return scrolls.points
        return sum(self.scroll_points())

    def laid(self) -> Board:
        """Returns a board on which the tile lies."""
        board = self.ground.board.clone()
        self.ground.known.lay(board, self.cell, self.tile.face, self.face.rotation)
        return board

    def sketches(self) -> tuple[Sketch, Sketch]:
        """Returns the same as `Ground.sketches` after the step."""
        if self._sketches is None:
            self._sketches = sketches(self.laid(), self.ground.known)
        return self._sketches

    def room(self) -> int:
        """Returns how many of the game's tiles fit in all open cells together after the step."""
        found, beyond = self.ground.beyond(self.cell)
        fitting, stamps = self.ground.known.fitting, self.face.stamps
        for side, wanted in beyond:
            found += fitting[wanted ^ stamps[side]]
        return found


def added(some: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    """Returns the sums of marks; () stands for none at all."""
    if not some or not more:
        return tuple(some or more)
    return tuple([a + b for a, b in zip(some, more, strict=True)])
