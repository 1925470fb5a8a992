"""Land and roads joined over tiles: groups of numbers, and regions that know what they hold.

An *area* is a piece of land (or of road) on one face; areas that are joined make a *region*. A region's size,
open edges, marks and visitors are kept up to date as areas are joined, so every question about it is a
look-up. The board knows which areas meet on which cells.

Searches do not compress paths: a question never writes, so states that were only looked at stay equal. Union by size
alone keeps every search within log2 of the number of areas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from operator import add
from typing import Any

import attrs

from ..base.cloning import Copyable
from .faces import Plot

MOST_TILES = 1 << 16
"""Tiles of a board that is read from a file."""
MOST_COUNTS = 1_000
"""Kinds of marks, and seats, that such a board counts."""


@attrs.define(eq=False, repr=False)
class Groups(Copyable):
    """The numbers 0 to n-1, each in exactly one group; groups merge and never split.

    >>> groups = Groups.of(5)
    >>> groups.merge(3, 1)
    1
    >>> groups.find(3), groups.size(3), groups.partition()
    (1, 2, ((0,), (1, 3), (2,), (4,)))

    Two are equal if the same numbers are together, whatever the order of merging; equal ones are saved alike.
    """

    links: list[int] = attrs.field(factory=list)
    """For each number another one of its group, nearer to the root; for the root minus the group's size."""

    @classmethod
    def of(cls, n: int) -> Groups:
        """`n` groups of one number each."""
        return cls([-1] * n)

    def __len__(self) -> int:
        return len(self.links)

    def add(self) -> int:
        """Add one more number, alone in its group, and return it."""
        self.links.append(-1)
        return len(self.links) - 1

    def find(self, number: int) -> int:
        """The root: the same number for the whole group, until it is merged with one at least as large."""
        links = self.links
        while (link := links[number]) >= 0:
            number = link
        return number

    def merge(self, a: int, b: int) -> int:
        """Merge the groups of `a` and `b`; returns the root, that of the larger group (the lower one if equal)."""
        a, b = self.find(a), self.find(b)
        return self.hang(a, b) if a != b else a

    def hang(self, a: int, b: int) -> int:
        """Merge the groups of two different roots; returns the root of both, as `merge` does."""
        links = self.links
        if links[b] < links[a] or (links[b] == links[a] and b < a):
            a, b = b, a
        links[a] += links[b]
        links[b] = a
        return a

    def size(self, number: int) -> int:
        """Return how many numbers the group of `number` has."""
        return -self.links[self.find(number)]

    def roots(self) -> list[int]:
        """One number for each group, ascending."""
        return [number for number, link in enumerate(self.links) if link < 0]

    def partition(self) -> tuple[tuple[int, ...], ...]:
        """The groups by their members, ascending; the same for every order of merging."""
        members: dict[int, list[int]] = {}
        for number in range(len(self.links)):
            members.setdefault(self.find(number), []).append(number)
        return tuple(tuple(group) for group in members.values())

    def canonical(self) -> list[int]:
        """`links` as they would be if the lowest number of each group were its root and all others hung on it."""
        lowest: dict[int, int] = {}
        found = []
        for number, link in enumerate(self.links):
            root = number if link < 0 else self.find(link)
            first = lowest.setdefault(root, number)
            found.append(self.links[root] if first == number else first)
        return found

    def __eq__(self, other: object) -> bool:
        return self.canonical() == other.canonical() if isinstance(other, Groups) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        return {"links": self.canonical()}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Groups:
        """The saved groups; ValueError if they are none: a number hangs on a root, whose link is minus the size."""
        links = [int(link) for link in saved["links"]]
        sizes = Counter(link if link >= 0 else number for number, link in enumerate(links))
        if any(link < 0 and sizes[number] != -link for number, link in enumerate(links)) or any(
            number >= len(links) or links[number] >= 0 for number in sizes
        ):
            raise ValueError("the links are not those of groups")
        return cls(links)


@attrs.frozen
class Region:
    """A region at one moment. It is the same for every order of joining."""

    kind: str
    areas: tuple[int, ...]
    """Its areas, ascending."""
    tiles: tuple[int, ...]
    """The numbers of the tiles it lies on, ascending, each once."""
    open_edges: int
    marks: tuple[int, ...]
    """Number of marks of each kind."""
    seats: tuple[int, ...]
    """For each seat, how often it is in the region."""


@attrs.define(eq=False, repr=False)
class Regions(Copyable):
    """The regions of one board. Every question takes any area of the region it asks about.

    Two are equal if they hold the same areas, joined to the same regions, whatever the order of joining; equal ones
    are saved alike.

    >>> land = Regions(mark_kinds=2)  # say sheep and ships
    >>> meadow = land.add("P", 1, tile=0, marks=(2, 0))
    >>> field = land.add("P", 1, tile=1, marks=(1, 0))
    >>> land.join(meadow, field)
    0
    >>> land.closed(field), land.size(field), land.marks(field)
    (True, 2, (3, 0))
    """

    mark_kinds: int = 0
    """Number of kinds of marks that are counted."""
    seat_count: int = 0
    """Number of seats that may be in a region."""
    groups: Groups = attrs.field(factory=Groups)
    # One entry for each area. The contents of a region stand at its root, and a swallowed root is emptied, so that
    # the lists hold nothing twice. Tiles are a bit mask: a region may meet the same tile more than once.
    _kinds: list[str] = attrs.field(factory=list)
    _open: list[int] = attrs.field(factory=list)
    _tiles: list[int] = attrs.field(factory=list)
    # Marks, then seats; () stands for zeros only, which is what most areas have.
    _counts: list[tuple[int, ...]] = attrs.field(factory=list)

    def __len__(self) -> int:
        """The number of areas."""
        return len(self._kinds)

    def add(self, kind: str, open_edges: int, tile: int, marks: tuple[int, ...] = ()) -> int:
        """Add a region of one new area on this tile; returns the area, numbered from 0 in order of adding.

        `open_edges` are the sides of the tile that belong to it; `marks` has one count for each kind of mark,
        or is empty. ValueError for another number of counts.
        """
        return self.extend(((kind, open_edges, marks),), tile)

    def extend(self, areas: Iterable[Plot], tile: int) -> int:
        """As `add` for each of these areas of one tile; returns the first of them."""
        links, kinds, edges = self.groups.links, self._kinds, self._open
        tiles, counts = self._tiles, self._counts
        first, bit = len(kinds), 1 << tile
        for kind, open_edges, marks in areas:
            if marks:
                if len(marks) != self.mark_kinds:
                    raise ValueError(f"marks {marks} are not one count for each of {self.mark_kinds} kinds")
                marks = marks + (0,) * self.seat_count if any(marks) else ()
            links.append(-1)
            kinds.append(kind)
            edges.append(open_edges)
            tiles.append(bit)
            counts.append(marks)
        return first

    def join(self, a: int, b: int) -> int:
        """Join areas `a` and `b`, which meet at an edge, to one region; returns its root.

        The region has two open edges fewer, even if both areas were in one region before. ValueError, and nothing is
        joined, if the kinds differ.
        """
        root = self.link(a, b)
        self._open[root] -= 2
        return root

    def meet(self, a: int, b: int) -> None:
        """Areas `a` and `b` meet at an edge, which is no longer open for either: `join` if their kinds are the same,
        else they stay two regions.
        """
        kinds = self._kinds
        if kinds[a] == kinds[b]:
            self.join(a, b)
            return
        find, edges = self.groups.find, self._open
        edges[find(a)] -= 1
        edges[find(b)] -= 1

    def link(self, a: int, b: int) -> int:
        """Make areas `a` and `b` one region without an edge between them; returns its root.

        ValueError, and nothing is joined, if the kinds differ.
        """
        groups = self.groups
        a, b = groups.find(a), groups.find(b)
        if a == b:
            return a
        kinds = self._kinds
        if kinds[a] != kinds[b]:
            raise ValueError(f"areas {a} and {b} cannot be one region: {kinds[a]!r} is not {kinds[b]!r}")
        root = groups.hang(a, b)
        gone = b if root == a else a
        self._open[root] += self._open[gone]
        self._tiles[root] |= self._tiles[gone]
        counts = self._counts[gone]
        if counts:
            others = self._counts[root]
            self._counts[root] = tuple(map(add, others, counts)) if others else counts
        return root

    def mark(self, area: int, kind: int, amount: int = 1) -> None:
        """Add `amount` marks of this kind, a number below `mark_kinds`, to the region."""
        root = self.groups.find(area)
        counts = list(self._counts[root] or (0,) * (self.mark_kinds + self.seat_count))
        counts[kind] += amount
        self._counts[root] = tuple(counts) if any(counts) else ()

    def enter(self, area: int, seat: int, amount: int = 1) -> None:
        """Let the seat enter the region `amount` times; with a negative amount it leaves."""
        self.mark(area, self.mark_kinds + seat, amount)

    def leave(self, area: int, heir: int = -1) -> None:
        """Take an area out of its region, which has what it had; `heir` is an area that stays, if one is known."""
        links, kinds = self.groups.links, self._kinds
        kinds[area] = ""
        if heir < 0 and links[area] < -1:
            heir = next((n for n, kind in enumerate(kinds) if kind and self.find(n) == area), -1)
        if links[area] < 0 <= heir:
            links[heir], links[area] = links[area], heir
            self._open[heir], self._tiles[heir] = self._open[area], self._tiles[area]
            self._counts[heir] = self._counts[area]

    def lessen(self, area: int, edges: int, tiles: Iterable[int], marks: Iterable[tuple[int, ...]]) -> None:
        """Take so many open edges (a negative number adds some), tiles and printed marks from the region."""
        root = self.groups.find(area)
        self._open[root] -= edges
        for tile in tiles:
            self._tiles[root] &= ~(1 << tile)
        for counts in marks:
            for kind, amount in enumerate(counts):
                self.mark(root, kind, -amount)

    def renumbered(self, areas: Iterable[int], tiles: Mapping[int, int]) -> Regions:
        """The regions of these areas alone, numbered in this order; `tiles` has the new number of each tile."""
        found, firsts = self.empty(), dict[int, int]()
        for area in areas:
            root, new = self.groups.find(area), found.add(self._kinds[area], 0, 0)
            first = firsts.setdefault(root, new)
            if first < new:
                found.groups.links[new] = first
                found.groups.links[first] -= 1
        for root, new in firsts.items():
            found._open[new], found._counts[new] = self._open[root], self._counts[root]
            found._tiles[new] = sum(1 << tiles[tile] for tile in _bits(self._tiles[root]))
        return found

    def find(self, area: int) -> int:
        """The root: the same area for the whole region, until it is joined with one at least as large."""
        return self.groups.find(area)

    def kind(self, area: int) -> str:
        """The terrain, or whatever else distinguishes the regions."""
        return self._kinds[area]

    def open_edges(self, area: int) -> int:
        """Number of tile sides of the region that have no neighbour yet, and can have one."""
        return self._open[self.groups.find(area)]

    def closed(self, area: int) -> bool:
        """True if the region has no open edge left."""
        return self._open[self.groups.find(area)] == 0

    def size(self, area: int) -> int:
        """Number of different tiles on which the region lies."""
        return self._tiles[self.groups.find(area)].bit_count()

    def tiles(self, area: int) -> tuple[int, ...]:
        """The numbers of those tiles, ascending."""
        return tuple(_bits(self._tiles[self.groups.find(area)]))

    def mask(self, area: int) -> int:
        """The numbers of those tiles as a set of bits."""
        return self._tiles[self.groups.find(area)]

    def contents(self) -> list[tuple[int, str, int, int, tuple[int, ...]]]:
        """For each region, in the order of `roots`: root, kind, open edges, tiles as a set of bits, counts.

        The counts are those of marks, then of seats; () stands for zeros only.
        """
        rows = zip(self.groups.links, self._kinds, self._open, self._tiles, self._counts)
        return [(root, kind, *row) for root, (link, kind, *row) in enumerate(rows) if link < 0 and kind]  # type: ignore[misc]

    def marks(self, area: int) -> tuple[int, ...]:
        """Number of marks of each kind in the region."""
        return self._counts[self.groups.find(area)][: self.mark_kinds] or (0,) * self.mark_kinds

    def seats(self, area: int) -> tuple[int, ...]:
        """For each seat, how often it is in the region."""
        return self._counts[self.groups.find(area)][self.mark_kinds :] or (0,) * self.seat_count

    def roots(self) -> list[int]:
        """One area for each region, ascending."""
        areas = enumerate(zip(self.groups.links, self._kinds))
        return [area for area, (link, kind) in areas if link < 0 and kind]

    def region(self, area: int) -> Region:
        """Everything that is known of a region."""
        root = self.find(area)
        areas = tuple([other for other, kind in enumerate(self._kinds) if kind and self.find(other) == root])
        held = self.tiles(root), self._open[root], self.marks(root), self.seats(root)
        return Region(self._kinds[root], areas, *held)

    def partition(self) -> tuple[Region, ...]:
        """All regions, in the order of their first areas; the same for every order of joining."""
        return tuple(sorted(map(self.region, self.roots()), key=lambda region: region.areas))

    def empty(self) -> Regions:
        """Regions without areas that count the same marks and seats."""
        return Regions(self.mark_kinds, self.seat_count)

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Regions) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Plain lists, one entry for each area; the contents of a region stand at its lowest area."""
        links = self.groups.canonical()
        roots = [self.groups.find(area) if link < 0 else -1 for area, link in enumerate(links)]
        return {
            "mark_kinds": self.mark_kinds,
            "seats": self.seat_count,
            "links": links,
            "kinds": self._kinds.copy(),
            "open": [self._open[root] if root >= 0 else 0 for root in roots],
            "tiles": [_bits(self._tiles[root]) if root >= 0 else [] for root in roots],
            "counts": [list(self._counts[root]) if root >= 0 else [] for root in roots],
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Regions:
        """The saved regions. ValueError for lists of different length, and for tiles and counts beyond reason."""
        areas = len(saved["links"])
        lists = [saved[name] for name in ("kinds", "open", "tiles", "counts")]
        if any(len(one) != areas for one in lists):
            raise ValueError(f"expected one entry for each of {areas} areas")
        if any(not 0 <= int(tile) < MOST_TILES for tiles in saved["tiles"] for tile in tiles):
            raise ValueError("a tile that no board has")
        counted = int(saved["mark_kinds"]) + int(saved["seats"])
        if not 0 <= counted <= MOST_COUNTS:
            raise ValueError(f"{counted} counts for each region")
        return cls(
            int(saved["mark_kinds"]),
            int(saved["seats"]),
            Groups.from_dict(saved),
            list(saved["kinds"]),
            [int(edges) for edges in saved["open"]],
            [sum(1 << int(tile) for tile in tiles) for tiles in saved["tiles"]],
            [tuple(map(int, counts)) for counts in saved["counts"]],
        )


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
