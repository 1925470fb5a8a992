"""The longest road of a territory: the walk along roads that touches the most tiles (IS-DSC-3, IS-DSC-10).

A piece of road on a tile is a point, and two pieces that meet at a side are linked. Where roads meet though no side
joins them (`Catalogue.meetings`) there is a point more, which lies on no tile, with a link to each of them. The walk
takes no link twice. It passes no point twice either, as pieces with three ends or more are junctions; so options
`junctions` (IS-AMB-26) and `underground` (IS-AMB-28) say. (Passing a piece with two ends again takes a link again.)
Points of one tile count once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from ...count_forms import Count
    from ...placement_steps import Step
    from ...region_search import TerritoryParts
    from ...territory import Territory
    from .options import Options


@attrs.define
class Roads:
    """Points and links; sets of points, links and tiles are bit masks."""

    tiles: list[int] = attrs.field(factory=list)
    """By point, the tile on which it lies, as a set: none where roads meet underground."""
    often: list[bool] = attrs.field(factory=list)
    """By point, true if the walk may pass it more than once."""
    links: list[list[tuple[int, int]]] = attrs.field(factory=list)
    """By point, the links from it: number and point beyond."""
    count: int = 0
    """Number of links."""

    def add(self, tiles: int, often: bool) -> int:
        """Adds a point; returns its number."""
        self.tiles.append(tiles)
        self.often.append(often)
        self.links.append([])
        return len(self.tiles) - 1

    def link(self, a: int, b: int) -> None:
        """Lets the walk go from one point to the other."""
        self.links[a].append((self.count, b))
        self.links[b].append((self.count, a))
        self.count += 1

    def parts(self) -> list[list[int]]:
        """Returns groups of connected points."""
        found: list[list[int]] = []
        done = 0
        for start in range(len(self.tiles)):
            if done >> start & 1:
                continue
            part = [start]
            done |= 1 << start
            for point in part:
                for _, beyond in self.links[point]:
                    if not done >> beyond & 1:
                        done |= 1 << beyond
                        part.append(beyond)
            found.append(part)
        return found


def roads(home: Territory, options: Options) -> Roads:
    """Returns the roads of a territory; a point has the number of its road on the board."""
    board = home.board
    grid, found = board.grid, Roads()
    junctions = options.junctions == "often"
    for number, cell in enumerate(board):
        for _ in board.face(cell).roads:
            found.add(home.tile(cell).full << number, junctions)
    for cell in board:
        for side, road in enumerate(board.face(cell).road_at):
            beyond = cell + grid.offsets[side]
            if road < 0 or beyond not in board or beyond < cell:
                continue
            other = board.face(beyond).road_at[grid.opposite[side]]
            if other >= 0:
                found.link(board.road(cell, road), board.road(beyond, other))
    for group in home.catalogue.meetings(board):
        meeting = found.add(0, options.underground == "often")
        for road in group:
            found.link(road, meeting)
    return found


def longest_road(home: Territory, options: Options) -> tuple[int, ...]:
    """Returns the cells of the longest road, in the order of building; of several equally long roads, one."""
    best = longest(roads(home, options))
    return tuple(cell for number, cell in enumerate(home.board) if best >> number & 1)


@attrs.frozen(eq=False)
class LongestRoad:
    """The form of `longest_road`: its number of tiles. Most tiles laid cannot make it longer."""

    options: Options

    def start(self, ground: TerritoryParts) -> Count:
        found = len(longest_road(ground.sketches()[0], self.options))
        return found, found, None

    def after(self, ground: TerritoryParts, had: Count, step: Step) -> tuple[int, int]:
        found: int = had[0]
        for group in step.roads().values():
            tiles = 0
            for road in group:
                tiles |= ground.network(road) & ~ground.hollow if road >= 0 else 0
            most = tiles.bit_count() + (step.tile.full and min(group) < 0)
            if most > found:
                if not tiles:
                    found = most
                else:
                    found = len(longest_road(step.sketches()[0], self.options))
                    break
        return found, found

    def moved(self, had: Count, step: Step, now: tuple[int, int], ground: TerritoryParts) -> Count:
        return *now, None


def longest(found: Roads) -> int:
    """Returns the tiles of a longest walk, as a set."""
    best = 0
    for part in found.parts():
        best = _longest(found, part, best)
    return best


def _longest(found: Roads, part: Sequence[int], best: int) -> int:
    """Returns the tiles of a longest walk among these points, if it touches more than `best`; otherwise `best`."""
    whole = 0
    for point in part:
        whole |= found.tiles[point]
    links = sum(len(found.links[point]) for point in part) // 2
    # In a part without a ring, every walk that cannot go on ends at one of its ends.
    starts = [point for point in part if links >= len(part) or len(found.links[point]) <= 1]
    for start in starts:
        best = _from(found, start, best, whole.bit_count())
    return best


def _from(found: Roads, start: int, best: int, most: int) -> int:
    """Returns the same for walks that begin at one point; they can touch `most` tiles at most."""
    ways = [
        (start, 0, 1 << start, found.tiles[start])
    ]  # where it has come to, links, points and tiles behind it
    seen = set()
    while ways and best.bit_count() < most:
        point, taken, passed, tiles = ways.pop()
        if tiles.bit_count() > best.bit_count():
            best = tiles
        steps = [
            (link, beyond)
            for link, beyond in found.links[point]
            if not taken >> link & 1 and (found.often[beyond] or not passed >> beyond & 1)
        ]
        if not steps or (tiles | _reach(found, steps, taken, passed)).bit_count() <= best.bit_count():
            continue
        for link, beyond in steps:
            # The same links in another order lead to the same.
            way = (beyond, taken | 1 << link)
            if way not in seen:
                seen.add(way)
                ways.append((*way, passed | 1 << beyond, tiles | found.tiles[beyond]))
    return best


def _reach(found: Roads, steps: Sequence[tuple[int, int]], taken: int, passed: int) -> int:
    """Returns the tiles that some walk can still reach."""
    points = [beyond for _, beyond in steps]
    seen = tiles = 0
    for point in points:
        if seen >> point & 1:
            continue
        seen |= 1 << point
        tiles |= found.tiles[point]
        points += [
            beyond
            for link, beyond in found.links[point]
            if not taken >> link & 1 and (found.often[beyond] or not passed >> beyond & 1)
        ]
    return tiles
