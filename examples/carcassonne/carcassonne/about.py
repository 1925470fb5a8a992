"""What a place of the land belongs to: its cities, roads, fields and cloister; and what fits on an open cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import About, At, Ink, Region, Regions, pack, unpack

from .land import AROUND
from .scoring import WHOLE, cloister_points, closed_cities, feature_points

if TYPE_CHECKING:
    from .land import Land
    from .show import Sight


class Surroundings:
    """What is known of cells beyond what lies there; everything is public."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.land: Land = sight.view.land

    def about(self, board: int, at: At) -> About:
        """The features of a tile; for an open cell, how many tiles of the bag could lie there."""
        cell = pack(*at)
        if board:
            return About()
        if cell in self.land.board:
            found = [self.feature(cell, number) for number in self.numbers(cell)]
            return About(regions=sorted(found, key=lambda region: -len(region.spots)))
        return About(fits=self.fits(cell)) if cell in self.land.board.frontier else About()

    def numbers(self, cell: int) -> Iterator[int]:
        """One number for each of the tile's features that differ on the land."""
        seen = []
        for number in range(len(self.land.lie(cell).names)):
            regions, area = self.land.feature(cell, number)
            if (id(regions), regions.find(area)) not in seen:
                seen.append((id(regions), regions.find(area)))
                yield number

    def feature(self, cell: int, number: int) -> Region:
        """A feature: who has the most meeples there, and what it is worth now."""
        land, options, say = self.land, self.sight.view.options, self.sight.say
        regions, area = land.feature(cell, number)
        sides, possible = regions.open_edges(area), None
        if regions is land.fields:
            key, points, note = "field", self.field(area), say("at_cities", count=self.cities(area))
        elif land.is_cloister(cell, number):
            key, points = "cloister", cloister_points(land, options, cell)
            possible = (1 + WHOLE) * options.cloister_tile
            note = say("cells_open", n=WHOLE - land.around(cell))
            around = frozenset(unpack(cell + offset) for offset in (0, *AROUND))
            return self.region(key, around, regions.seats(area), points, possible, note)
        else:
            key = "road" if regions is land.board.roads else "city"
            points = feature_points(land, options, regions, area, not sides)
            note = say("sides_open", n=sides) if sides else say("is_complete")
            possible = None if sides else points
        return self.region(key, self.spots(regions, area), regions.seats(area), points, possible, note)

    def region(
        self,
        key: str,
        spots: frozenset[At],
        meeples: Sequence[int],
        points: int,
        possible: int | None,
        note: str,
    ) -> Region:
        return Region(
            name=self.sight.name(key),
            spots=spots,
            holder=self.holder(meeples),
            points=points,
            possible=possible,
            note=note,
        )

    def holder(self, meeples: Sequence[int]) -> Ink | None:
        """The only player with the most meeples."""
        most = max(meeples)
        alone = most and list(meeples).count(most) == 1
        return self.sight.who(list(meeples).index(most)) if alone else None

    def spots(self, regions: Regions, area: int) -> frozenset[At]:
        cells = list(self.land.board)
        return frozenset(unpack(cells[number]) for number in regions.tiles(area))

    def cities(self, field: int) -> int:
        """The number of completed cities at a field."""
        return len(closed_cities(self.land).get(self.land.fields.find(field), ()))

    def field(self, field: int) -> int:
        """What a field is worth; by the rule of the year 2000, cities are worth something and fields are not."""
        options = self.sight.view.options
        return self.cities(field) * options.field_city if options.farm_rule == "current" else 0

    def fits(self, cell: int) -> tuple[int, int]:
        """How many tiles of the bag could be placed on the open cell, and how many there are; all can count them."""
        bag, wanted = self.sight.view.bag, self.land.board.frontier[cell]
        tiles = self.sight.rules.data.tiles
        return sum(1 for kind in bag if tiles[kind].face.fits[wanted]), len(bag)
