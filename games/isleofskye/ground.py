"""A territory taken apart, and the steps that lead from it: what changes when a tile is laid on an open cell.

Bots imagine tens of placements for each decision. A ground is found once for a board; a step looks at the four sides
of its cell and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

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
    """A board taken apart. Tiles have numbers, in the order of the board; sets of tiles are bit masks."""

    __slots__ = ("_around", "_counts", "_networks", "_sketches", "areas", "board", "cells", "connected", "doors", "full",
                 "hollow", "home", "known", "regions", "room", "scrolls", "tiles")  # fmt: skip

    def __init__(self, board: Board, known: Catalogue) -> None:
        self.board, self.known = board, known
        by_face = known.by_face
        self.cells = {cell: number for number, cell in enumerate(board)}
        self.tiles: list[Tile] = [by_face[board.face(cell).name] for cell in board]
        self.full = {cell for cell, tile in zip(self.cells, self.tiles, strict=True) if tile.full}
        self.areas = known.options.region_size == "areas"
        """True if a region's size counts areas instead of tiles (IS-AMB-6)."""
        land, roads = board.regions, board.roads
        sizes: dict[int, int] = {}
        if self.areas:
            for cell, tile in zip(self.cells, self.tiles, strict=True):
                for number in range(len(board.face(cell).areas)):
                    root = land.find(board.area(cell, number))
                    sizes[root] = sizes.get(root, 0) + tile.full
        self.hollow = sum([1 << n for n, tile in enumerate(self.tiles) if not tile.full])
        """The tiles that do not count as tiles."""
        self.regions: dict[int, Region] = {}
        for root, kind, edges, tiles, marks in land.contents():
            size = sizes[root] if self.areas else (tiles & ~self.hollow).bit_count()
            self.regions[root] = Region(kind, edges, tiles, size, marks)
        self.home = roads.find(board.road(HOME, 0))
        """The road at the castle."""
        self._networks: dict[int, int] = {self.home: roads.mask(self.home)}
        self.connected = self._networks[self.home]
        """The tiles that a road connects to the castle."""
        self.doors: dict[int, int] = {}
        """By region, the road that enters it (`Tile.entrances`)."""
        self.scrolls: list[tuple[str, int]] = []
        """The kind and the region of each scroll."""
        for cell, tile in zip(self.cells, self.tiles, strict=True):
            for road, area in tile.entrances:
                self.doors[land.find(board.area(cell, area))] = roads.find(board.road(cell, road))
            for kind, area in tile.scrolls:
                self.scrolls.append((kind, land.find(board.area(cell, area))))
        self.room = sum([known.fitting[wanted] for wanted in board.frontier.values()])
        """For all open cells together, how many of the game's tiles fit."""
        self._around: dict[int, list[tuple[int, int, int]]] = {}
        self._counts: dict[str, Count] = {}
        self._sketches: tuple[Sketch, Sketch] | None = None

    def around(self, cell: int) -> list[tuple[int, int, int]]:
        """Returns for each side of an open cell at which a tile lies: the side, its region, its road (-1 for none)."""
        found = self._around.get(cell)
        if found is None:
            found = self._around[cell] = []
            board = self.board
            for side, offset in enumerate(SQUARE4.offsets):
                near = cell + offset
                if near in self.cells:
                    face, back = board.face(near), SQUARE4.opposite[side]
                    area, road = face.area_at[back], face.road_at[back]
                    region = board.regions.find(board.area(near, area)) if area >= 0 else -1
                    found.append((side, region, board.roads.find(board.road(near, road)) if road >= 0 else -1))
        return found

    def network(self, road: int) -> int:
        """Returns the tiles of a road."""
        found = self._networks.get(road)
        if found is None:
            found = self._networks[road] = self.board.roads.mask(road)
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
        amounts = {kind: self.count(self.known.scrolls[kind])[hope] for kind, _ in self.scrolls}
        regions = self.regions
        shown = [(kind, regions[root].open == 0) for kind, root in self.scrolls]
        return scroll_points(self.known, shown, amounts)


class Step:
    """A tile laid on an open cell of a ground where it fits, as far as it changes regions and roads."""

    __slots__ = ("_around", "_gone", "_made", "_owner", "_sketches", "cell", "connected", "face", "ground", "joins",
                 "tile")  # fmt: skip

    def __init__(self, ground: Ground, tile: Tile, cell: int, face: Face) -> None:
        self.ground, self.tile, self.cell, self.face = ground, tile, cell, face
        self._around = ground.around(cell)
        self._made: list[Region] | None = None
        self._sketches: tuple[Sketch, Sketch] | None = None
        self.joins, self.connected = False, 0
        """Whether the tile is connected to the castle; the tiles that are connected by it."""
        if face.roads:
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
        edges, first = [0] * count, None  # `first` of the areas that are now one region
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
        owner = made = None
        if first:
            made, owner = [], [0] * count
            for number in range(count - 1, -1, -1):
                at = first[number]
                edges[number] += len(areas[number].sides)
                if at != number:
                    edges[at] += edges[number]
                    marks[at] = added(marks[at], marks[number])
                    sizes[at] += full and by_areas
            for number, at in enumerate(first):
                if at == number:
                    owner[number] = len(made)
                    made.append(number)
                else:
                    owner[number] = owner[at]
            self._owner = owner
        else:
            made = self._owner = list(range(count))
            for number, area in enumerate(areas):
                edges[number] += len(area.sides)
        hollow = 0 if by_areas else ground.hollow
        self._made = [
            Region(
                areas[n].terrain,
                edges[n],
                tiles[n],
                sizes[n] if by_areas else (tiles[n] & ~bit & ~hollow).bit_count() + full,
                marks[n],
            )
            for n in made
        ]

    def _connect(self) -> None:
        """Finds what the tile connects to the castle."""
        ground, road_at, home = self.ground, self.face.road_at, self.ground.home
        doors = ground.doors or self.tile.entrances
        if not doors and not any([road == home and road_at[side] >= 0 for side, _, road in self._around]):
            return
        groups: list[set[int]] = [{~number} for number in range(len(self.face.roads))]
        for side, _, road in self._around:
            mine = road_at[side]
            if mine >= 0 <= road:
                groups[mine].add(road)
        if doors:
            groups += self._entered()
        reached, left = {home}, groups
        while True:
            met = [group for group in left if not reached.isdisjoint(group)]
            if not met:
                break
            left = [group for group in left if reached.isdisjoint(group)]
            reached.update(*met)
        for road in reached:
            if road < 0:
                self.joins = True
            elif road != home:
                self.connected |= ground.network(road)
        self.connected &= ~ground.connected

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
        ground, tile = self.ground, self.tile
        gone, made, owner, regions = self.gone, self.made, self.owner, ground.regions
        shown = [
            (kind, (made[owner[gone[root]]] if root in gone else regions[root]).open == 0)
            for kind, root in ground.scrolls
        ]
        if tile.scrolls:
            shown += [(kind, made[owner[area]].open == 0) for kind, area in tile.scrolls]
        amounts = {}
        for kind, _ in shown:
            if kind not in amounts:
                known = ground.known.scrolls[kind]
                amounts[kind] = known.form.after(ground, ground.count(known), self)[hope]
        return scroll_points(ground.known, shown, amounts)

    def sketches(self) -> tuple[Sketch, Sketch]:
        """Returns the same as `Ground.sketches` after the step."""
        if self._sketches is None:
            board, known = self.ground.board.clone(), self.ground.known
            known.lay(board, self.cell, self.tile.face, self.face.rotation)
            self._sketches = sketches(board, known)
        return self._sketches

    def room(self) -> int:
        """Returns how many of the game's tiles fit in all open cells together after the step."""
        ground, cell = self.ground, self.cell
        get, cells, fitting = ground.board.frontier.get, ground.cells, ground.known.fitting
        found = ground.room - fitting[ground.board.frontier[cell]]
        for offset, stamp in zip(OFFSETS, self.face.stamps):
            near = cell + offset
            if near not in cells:
                wanted = get(near)
                if wanted is None:
                    found += fitting[ANYTHING ^ stamp]
                else:
                    found += fitting[wanted ^ stamp] - fitting[wanted]
        return found


def added(some: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    """Returns the sums of marks; () stands for none at all."""
    if not some or not more:
        return tuple(some or more)
    return tuple([a + b for a, b in zip(some, more, strict=True)])



def scroll_points(
    known: Catalogue, shown: Iterable[tuple[str, bool]], amounts: Mapping[str, int]
) -> list[int]:
    """Returns the points of scrolls, each given by its kind and whether its region is closed, for these amounts."""
    options, scrolls = known.options, known.scrolls
    often = options.closed_scroll
    return [scrolls[kind].brings(amounts[kind], often if closed else 1, options) for kind, closed in shown]
