"""The land: the tiles on the table, what their features have become together, and the meeples on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tilewright.authoring import SQUARE4, SQUARE8, Board, Copyable, Regions

from .letters import FIELD
from .printed import AT_CLOISTER, Lie, Printed

AROUND = SQUARE8.offsets
SHIELD = 0
"""The one kind of mark that is counted, in cities."""


@attrs.define(eq=False)
class Land(Copyable):
    """Two are equal if the same tiles were placed in the same order and the same meeples stand on them.

    The regions of `board` are cities and cloisters, its roads are roads; a seat is in a region as often as it has
    meeples there. A feature is a cell and the number that the lie of its tile gives it.
    """

    board: Board
    fields: Regions
    meeples: dict[int, tuple[int, int]] = attrs.field(factory=dict)
    """By cell: the number of the feature on which a meeple stands, and its seat."""
    _lies: dict[int, tuple[Lie, int]] = attrs.field(factory=dict)
    # With each placed tile the number of its first field.

    @classmethod
    def empty(cls, seats: int) -> Land:
        """No tile lies, for so many seats."""
        board = Board(SQUARE4, Regions(mark_kinds=1, seat_count=seats), Regions(seat_count=seats))
        return cls(board, Regions(seat_count=seats))

    def lie(self, cell: int) -> Lie:
        """The tile on a cell as it lies; KeyError if there is none."""
        return self._lies[cell][0]

    def place(self, cell: int, lie: Lie) -> None:
        """The tile lies on the cell, and its features are joined to those beside it. Edges are trusted to fit."""
        fields, lies = self.fields, self._lies
        number, first = len(lies), len(fields)
        self.board.place(cell, lie.tile.face, lie.face.rotation)
        for _ in lie.tile.picture.fields:
            fields.add(FIELD, 0, number)
        for side, offset in enumerate(SQUARE4.offsets):
            beside = lies.get(cell + offset)
            if beside is not None:
                there, base = beside
                back = SQUARE4.opposite[side]
                for own, other in zip(lie.at_side[side], there.from_beyond[back]):
                    fields.link(first + own, base + other)
        lies[cell] = lie, first

    def feature(self, cell: int, number: int) -> tuple[Regions, int]:
        """The regions that a feature belongs to, and what they call it."""
        lie, first_field = self._lies[cell]
        if number >= lie.fields_from:
            return self.fields, first_field + number - lie.fields_from
        if number >= lie.roads_from:
            return self.board.roads, self.board.road(cell, number - lie.roads_from)
        return self.board.regions, self.board.area(cell, number)

    def free(self, cell: int, farmers: bool) -> list[int]:
        """The features of the tile on a cell in whose regions no meeple stands; fields only where `farmers` may be."""
        lie, first_field = self._lies[cell]
        board = self.board
        cities, roads, fields = board.regions, board.roads, self.fields
        area, road = board.area(cell, 0), board.road(cell, -lie.roads_from)
        field = first_field - lie.fields_from
        found = [n for n in range(lie.roads_from) if not any(cities.seats(area + n))]
        found += [n for n in range(lie.roads_from, lie.fields_from) if not any(roads.seats(road + n))]
        if farmers:
            count = len(lie.names)
            found += [n for n in range(lie.fields_from, count) if not any(fields.seats(field + n))]
        return found

    def enter(self, cell: int, number: int, seat: int) -> None:
        """A meeple of the seat stands on the feature."""
        self.meeples[cell] = number, seat
        regions, area = self.feature(cell, number)
        regions.enter(area, seat)

    def leave(self, regions: Regions, area: int) -> list[tuple[int, int]]:
        """Takes all meeples off that region; returns them as (cell, seat), by cell."""
        root, gone = regions.find(area), []
        for cell, (number, seat) in self.meeples.items():
            theirs, one = self.feature(cell, number)
            if theirs is regions and regions.find(one) == root:
                gone.append((cell, seat))
                regions.enter(root, seat, -1)
        for cell, _ in gone:
            del self.meeples[cell]
        return sorted(gone)

    def around(self, cell: int) -> int:
        """How many of the eight cells around one hold a tile."""
        board = self.board
        return sum([cell + offset in board for offset in AROUND])

    def is_cloister(self, cell: int, number: int) -> bool:
        """True if the feature is a cloister."""
        return self._lies[cell][0].names[number] == AT_CLOISTER

    def borders(self) -> Iterator[tuple[int, int]]:
        """(field, city): everywhere where a field lies at a city on one tile, as the regions call them."""
        fields, cities = self.fields, self.board.regions
        for cell, (lie, first) in self._lies.items():
            for field, city in lie.borders:
                yield fields.find(first + field), cities.find(self.board.area(cell, city))

    def first_cell(self, regions: Regions, area: int) -> int:
        """The cell of the region's oldest tile."""
        oldest = regions.tiles(area)[0]
        return next(cell for number, cell in enumerate(self.board) if number == oldest)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Land):
            return NotImplemented
        return (self.board, self.fields, self.meeples) == (other.board, other.fields, other.meeples)

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Tiles in the order of placing as [cell, tile, rotation], meeples by cell as [cell, feature, seat]."""
        text = SQUARE4.text
        tiles = [[text(cell), lie.tile.id, lie.face.rotation] for cell, (lie, _) in self._lies.items()]
        meeples = [[text(cell), *self.meeples[cell]] for cell in sorted(self.meeples)]
        return {"tiles": tiles, "meeples": meeples, "seats": self.fields.seat_count}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], printed: Printed) -> Land:
        """The saved land, built from its tiles anew."""
        land = cls.empty(int(saved["seats"]))
        for cell, tile, rotation in saved["tiles"]:
            land.place(SQUARE4.read(cell), printed.lie(tile, int(rotation)))
        for cell, number, seat in saved["meeples"]:
            land.enter(SQUARE4.read(cell), int(number), int(seat))
        return land
