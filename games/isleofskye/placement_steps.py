"""Steps: a tile laid on an open cell of a ground where it fits, and the regions and roads that it joins there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from .counted_territory import Sketch, sketches
from .region_search import RegionCounts

if TYPE_CHECKING:
    from tilewright.authoring import Board, Face

    from .region_search import TerritoryParts
    from .tiles import Tile


class Joined:
    """The regions and roads that a tile joins."""

    __slots__ = ("_around", "connected", "face", "gone", "joins", "made", "owner", "tile")

    gone: dict[int, int]
    """The regions that the tile touches, each with the area by which it does so first."""
    made: list[RegionCounts]
    """The regions of the tile; their sets of tiles are without it."""
    owner: list[int]
    """For each area of the tile the number of its region in `made`."""

    def __init__(
        self, ground: TerritoryParts, tile: Tile, face: Face, around: list[tuple[int, int, int]]
    ) -> None:
        self.tile, self.face, self._around = tile, face, around
        self._join(ground)
        self.joins, self.connected = False, 0
        """Whether the tile is connected to the castle; the tiles that are connected by it."""
        if face.roads or ground.doors:
            self._connect(ground)

    def _join(self, ground: TerritoryParts) -> None:
        """Makes the regions."""
        face = self.face
        areas, area_at, regions = face.areas, face.area_at, ground.regions
        count = len(areas)
        full, by_areas = self.tile.full, ground.areas
        gone: dict[int, int] = {}
        edges = [0] * count
        # For each area the first of those that are now one region; empty if all are apart.
        first: list[int] = []
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
        self.gone = gone
        tiles, sizes, marks = [0] * count, [int(full)] * count, [area.marks for area in areas]
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
        apart = self.owner = list(range(count))
        if first:
            apart, self.owner = self._merge(first, edges, sizes, marks, self.tile.full and by_areas)
        hollow = 0 if by_areas else ground.hollow
        self.made = [
            RegionCounts(
                areas[n].terrain,
                edges[n],
                tiles[n],
                sizes[n] if by_areas else (tiles[n] & ~hollow).bit_count() + full,
                marks[n],
            )
            for n in apart
        ]

    def _merge(
        self,
        first: Sequence[int],
        edges: list[int],
        sizes: list[int],
        marks: list[tuple[int, ...]],
        more: int,
    ) -> tuple[list[int], list[int]]:
        """Adds up what areas that are now one have, in place; returns the first of each, and `owner`."""
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

    def _connect(self, ground: TerritoryParts) -> None:
        """Finds what the tile connects to the castle."""
        road_at, home = self.face.road_at, ground.home
        if not (ground.doors or self.tile.entrances) and not any(
            [road == home and road_at[side] >= 0 for side, _, road in self._around]
        ):
            return
        for road in self.roads(ground).get(home, ()):
            if road < 0:
                self.joins = True
            elif road != home:
                self.connected |= ground.network(road)
        self.connected &= ~ground.connected

    def roads(self, ground: TerritoryParts) -> dict[int, set[int]]:
        """Returns the roads that are one from now on, by each of them: those of the ground, the tile's as ~number."""
        road_at = self.face.road_at
        groups: list[set[int]] = [{~number} for number in range(len(self.face.roads))]
        for side, _, road in self._around:
            mine = road_at[side]
            if mine >= 0 <= road:
                groups[mine].add(road)
        if ground.doors or self.tile.entrances:
            groups += self._entered(ground)
        found: dict[int, set[int]] = {}
        for group in groups:
            for met in [found[road] for road in group if road in found]:
                group |= met
            for road in group:
                found[road] = group
        return found

    def _entered(self, ground: TerritoryParts) -> list[set[int]]:
        """Returns groups of roads that enter one region: roads of the ground, and the tile's as ~number."""
        doors = ground.doors
        groups: list[set[int]] = [set() for _ in self.made]
        for root, area in self.gone.items():
            if root in doors:
                groups[self.owner[area]].add(doors[root])
        for road, area in self.tile.entrances:
            groups[self.owner[area]].add(~road)
        return groups


class Step:
    """A tile laid on an open cell of a ground where it fits."""

    __slots__ = ("_joined", "_sketches", "cell", "ends", "face", "ground", "lands", "number", "tile")

    def __init__(
        self, ground: TerritoryParts, number: int, cell: int, face: Face, joined: Joined | None = None
    ) -> None:
        self.ground, self.number, self.cell, self.face = ground, number, cell, face
        self.tile = ground.known.tiles[number]
        self._joined = joined
        self.ends: dict[int, int] = {}
        """Once there is a ground after it: by road that it touches and by ~number of its own, the road there."""
        self.lands: dict[int, int] = {}
        """The same by region that it touches."""
        self._sketches: tuple[Sketch, Sketch] | None = None

    @property
    def joined(self) -> Joined:
        """The regions and roads that the tile joins."""
        if self._joined is None:
            self._joined = Joined(self.ground, self.tile, self.face, self.ground.around(self.cell))
        return self._joined

    def roads(self) -> dict[int, set[int]]:
        """Returns the same as `Joined.roads`."""
        return self.joined.roads(self.ground)

    def scroll_points(self, hope: bool = False) -> list[int]:
        """Returns the same as `TerritoryParts.scroll_points` after the step."""
        ground, found = self.ground, []
        known, options = ground.known, ground.known.options
        often, joined = options.closed_scroll, self.joined
        gone, made, owner = joined.gone, joined.made, joined.owner
        amounts: dict[str, int] = {}
        for kind, root, closed in ground.scroll_lines():
            amount = amounts.get(kind.id)
            if amount is None:
                amount = amounts[kind.id] = kind.form.after(ground, ground.count(kind), self)[hope]
            if root in gone:
                closed = made[owner[gone[root]]].open == 0
            found.append(kind.brings(amount, often if closed else 1, options))
        for name, area in self.tile.scrolls:
            kind = known.scrolls[name]
            amount = kind.form.after(ground, ground.count(kind), self)[hope]
            found.append(kind.brings(amount, often if made[owner[area]].open == 0 else 1, options))
        return found

    def turns(self) -> bool:
        """Returns whether tiles are turned over by it (`turned_tiles`)."""
        known = self.ground.known
        there = cast("Board", StepBoard(self))
        return any([ask(known, there, self.cell) for ask in known.turned])

    def laid(self) -> Board:
        """Returns a board on which the tile lies."""
        board = self.ground.board.clone()
        self.ground.known.lay(board, self.cell, self.tile.face, self.face.rotation)
        return board

    def sketches(self) -> tuple[Sketch, Sketch]:
        """Returns the same as `TerritoryParts.sketches` after the step."""
        if self._sketches is None:
            self._sketches = sketches(self.laid(), self.ground.known)
        return self._sketches


class StepBoard:
    """The board after a step: its faces are those of the ground and the new one. It is laid out if more is asked for.

    It is the board before any tile is turned over.
    """

    def __init__(self, step: Step) -> None:
        self._step = step

    def __contains__(self, cell: int) -> bool:
        return cell == self._step.cell or cell in self._step.ground.cells

    def __iter__(self) -> Iterator[int]:
        return iter([*self._step.ground.cells, self._step.cell])

    def __len__(self) -> int:
        return len(self._step.ground.cells) + 1

    def face(self, cell: int) -> Face:
        return self._step.face if cell == self._step.cell else self._step.ground.face(cell)

    def __getattr__(self, name: str) -> Any:
        step = self._step
        board = step.ground.board.clone()
        board.place(step.cell, step.tile.face, step.face.rotation)
        return getattr(board, name)


def added(some: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    """Returns the sums of marks; () stands for none at all."""
    if not some or not more:
        return tuple(some or more)
    return tuple([a + b for a, b in zip(some, more, strict=True)])
