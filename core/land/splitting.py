"""What becomes of regions when a tile is taken away: which of their areas still hang together.

A region that loses a tile may fall into parts. All parts are searched in turn, a step at a time, and the search ends
when one is left: so it costs what the smaller parts cost, however large the region is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import attrs

if TYPE_CHECKING:
    from .board import Board
    from .faces import Face, Plot
    from .regions import Regions

Lying: TypeAlias = tuple["Face", tuple[int, ...], tuple[int, ...], int]
"""A placed face as turned, with the numbers of its areas, of its roads and of itself."""
Node: TypeAlias = tuple[int, int]
"""A cell and the number of an area, or of a road, on its face."""


@attrs.frozen
class Layer:
    """The areas of a board, or its roads."""

    board: Board
    roads: bool

    @property
    def regions(self) -> Regions:
        return self.board.roads if self.roads else self.board.regions

    def numbers(self, lying: Lying) -> tuple[int, ...]:
        """The numbers in the regions of the areas of a placed tile."""
        return lying[2] if self.roads else lying[1]

    def renumbered(self, lying: Lying, n: int, new: int) -> Lying:
        """The placed tile with a new number for its area `n`."""
        face, areas, roads, number = lying
        own = self.numbers(lying)
        own = (*own[:n], new, *own[n + 1 :])
        return (face, areas, own, number) if self.roads else (face, own, roads, number)

    def plots(self, face: Face) -> tuple[Plot, ...]:
        """What the face adds to the regions."""
        return face.ways if self.roads else face.land

    def number(self, node: Node) -> int:
        """The number of an area in the regions."""
        key, n = node
        return self.board.road(key, n) if self.roads else self.board.area(key, n)

    def beyond(self, node: Node) -> list[tuple[Node, bool]]:
        """For each port of an area behind which another one lies: that one, and if the two are one region."""
        board, (key, n) = self.board, node
        face, found = board.face(key), []
        for port in face.roads[n] if self.roads else face.areas[n].sides:
            near, there = board.beyond(key, port)
            if near in board:
                other = board.face(near)
                m = (other.road_at if self.roads else other.area_at)[there]
                if m >= 0:
                    same = self.roads or other.areas[m].terrain == face.areas[n].terrain
                    found.append(((near, m), same))
        return found

    def met(self, key: int) -> list[list[tuple[Node, bool]]]:
        """`beyond` for each area of the tile on this cell."""
        return [self.beyond((key, n)) for n in range(len(self.plots(self.board.face(key))))]

    def sides(self, key: int, face: Face, n: int) -> int:
        """Number of ports of an area of the face on this cell, without those of land at the rim of the board."""
        bounds = self.board.bounds
        if self.roads or bounds is None:
            return self.plots(face)[n][1]
        return sum([self.board.beyond(key, port)[0] in bounds for port in face.areas[n].sides])

    def open_edges(self, node: Node) -> int:
        """Number of ports of an area that lead to no other one, and could."""
        key, n = node
        return self.sides(key, self.board.face(key), n) - len(self.beyond(node))

    def parts(self, starts: Iterable[Node]) -> list[list[Node]]:
        """All parts but one of what hangs together with these areas; the one left out is the last to be found."""
        owner: dict[Node, _Search] = {}
        for start in starts:
            if start not in owner:
                owner[start] = _Search([start], deque([start]))
        going, found = [*owner.values()], []
        while len(going) > 1:
            for search in [*going]:
                if search not in going or len(going) == 1:
                    continue
                if not search.waiting:
                    going.remove(search)
                    found.append(search.nodes)
                    continue
                for near in [one for one, same in self.beyond(search.waiting.popleft()) if same]:
                    other = owner.setdefault(near, search)
                    if other is search:
                        if near not in search.seen:
                            search.add(near)
                    else:
                        search.join(other, owner)
                        going.remove(other)
        return found


@attrs.define(eq=False, repr=False)
class _Search:
    nodes: list[Node]
    waiting: deque[Node]
    seen: set[Node] = attrs.field(init=False)

    @seen.default
    def _seen(self) -> set[Node]:
        return {*self.nodes}

    def add(self, node: Node) -> None:
        self.nodes.append(node)
        self.waiting.append(node)
        self.seen.add(node)

    def join(self, other: _Search, owner: dict[Node, _Search]) -> None:
        owner.update(dict.fromkeys(other.nodes, self))
        self.nodes += other.nodes
        self.waiting += other.waiting
        self.seen |= other.seen
