"""What a position or a move of Carcassonne is worth to a seat, in points, from what everybody can see.

Points gained are exact. Incomplete features count with the chance that they are completed, fields with the cities that
they may reach, a meeple in hand with what it may still bring; by weights, whose defaults were chosen by playing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import SQUARE4, Action, Choice, Legal, Regions, View, weight

from .actions import Meeple, Place
from .land import SHIELD
from .scoring import WHOLE, city_points, cloister_points, feature_points, field_prizes

if TYPE_CHECKING:
    from .land import Land
    from .options import Options


@attrs.frozen
class Weights:
    """Judgements in points."""

    hard: float = weight(5.0, 0.5, 40, "how much harder it is to close one side more, in tiles that are left")
    lonely: float = weight(
        26.0, 4, 80, "how hard it is to fill the cells around a cloister, in tiles that are left"
    )
    feeding: float = weight(
        0.8, 0, 4, "completed cities more that a field may come to, when all tiles are left"
    )
    again: float = weight(
        5.0, 0, 15, "what a meeple that comes back may still bring, when all tiles are left"
    )
    first: float = weight(4.0, 0, 10, "what the first meeple in hand is worth beyond coming back")
    second: float = weight(2.0, 0, 10, "what the second meeple in hand is worth beyond coming back")
    third: float = weight(1.0, 0, 10, "what the third meeple in hand is worth beyond coming back")
    fourth: float = weight(0.5, 0, 10, "what the fourth meeple in hand is worth beyond coming back")
    denial: float = weight(0.6, 0, 2, "the part of what others gain, on the average, that is the seat's loss")


def worths(view: View, legal: Legal) -> Sequence[float]:
    """The worth of each of these actions of the view's seat."""
    rate = _Rating(view)
    return [sum(rate.parts(action)) for action in legal]


def choices(view: View) -> Sequence[Choice]:
    """Every legal action of the view's seat with its worth, and how it comes about."""
    rate = _Rating(view)
    found = []
    for action in view.legal():
        parts = rate.parts(action)
        labels = ("tile", "others", "meeple") if isinstance(action, Place) else ("meeple",)
        lines = zip(labels, parts, strict=False)  # passing has none
        found.append(Choice(action, sum(parts), tuple((label, value) for label, value in lines if value)))
    return found


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """What the position is worth to the seat: points, what its meeples may bring, and those in hand."""
    lines = [("points", float(view.scores[seat]))]
    if not view.over:
        rate = _Rating(view)
        lines.append(("land", rate.standing(view.land)[seat]))
        lines.append(("meeples", rate.in_hand(view.supply[seat])))
    return lines


def totals(views: Sequence[View]) -> Sequence[float]:
    """For each seat the sum of what `appraise` says; nothing that counts is hidden from any of them."""
    if views[0].over:
        return [float(score) for score in views[0].scores]
    found = []
    for seat, view in enumerate(views):
        rate = _Rating(view)
        found.append(
            sum([float(view.scores[seat]), rate.standing(view.land)[seat], rate.in_hand(view.supply[seat])])
        )
    return found


def features(view: View) -> Mapping[str, Sequence[float]]:
    """By name, numbers by seat: what meeples stand on and may bring, those in hand, the fields and what they feed."""
    land, rate = view.land, _Rating(view)
    found: dict[str, list[float]] = {name: [0.0] * len(view.seats) for name in FEATURES}
    found["meeples"] = [float(count) for count in view.supply]
    found["none_left"] = [float(not count) for count in view.supply]
    for regions, area, cell in _entered(land):
        sort = "roads" if regions is land.board.roads else "cities"
        if cell in land.meeples and land.is_cloister(cell, land.meeples[cell][0]):
            sort = "cloisters"
        points, chance = rate.region(land, regions, area, cell)
        seats = regions.seats(area)
        best = max(seats)
        for seat, count in enumerate(seats):
            if count:
                found[sort][seat] += points * (count == best)
                found["shared"][seat] += points * (count == best and seats.count(best) > 1)
                found["tied_up"][seat] += count * (1.0 - chance)
    for farmers, points in rate.farms(land):
        best = max(farmers)
        for seat, count in enumerate(farmers):
            found["fields"][seat] += points * (count == best)
    for regions, area in _all(land):
        if regions is land.fields:
            for seat, count in enumerate(regions.seats(area)):
                found["farmers"][seat] += bool(count)
    return found


FEATURES = ("cities", "roads", "cloisters", "shared", "tied_up", "fields", "farmers")


class _Rating:
    """A look at one position; made once for all its choices."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.weights: Weights = view.weights
        w = self.weights
        self.few: tuple[float, ...] = (w.first, w.second, w.third, w.fourth)
        self.options: Options = view.options
        self.left: int = view.count("bag")
        self.time: float = self.left / sum(tile.count for tile in view.rules.data.tiles)
        """The part of all tiles that is left."""

        self.bordered: Land | None = None
        self.near: dict[int, set[int]] = {}
        self.before: list[float] = []
        """By seat, what the land and the meeples are worth before the tile is placed."""

    def parts(self, action: Action) -> Sequence[float]:
        """What a placement brings with its tile, by what others gain and with a meeple; of a meeple, what it brings."""
        view = self.view
        land, supply, seat = view.land, view.supply, action.seat
        if isinstance(action, Place):
            before = self.before = self.before or self.totals(land, supply)
            land, cell = land.clone(), SQUARE4.key(action.cell)
            land.place(cell, view.rules.data.tiles[view.drawn[-1]].lies[action.rotation])
            after = self.totals(land, supply)
            others = [after[n] - before[n] for n in range(len(after)) if n != seat]
            return (
                after[seat] - before[seat],
                -self.weights.denial * sum(others) / len(others),
                self.best_meeple(land, supply, seat, cell),
            )
        if isinstance(action, Meeple):
            return (self.meeple(land, supply, seat, view.latest, land.lie(view.latest).number[action.where]),)
        return ()

    def chance(self, open_edges: int) -> float:
        """The chance that so many sides will be closed by the end."""
        return self.left / (self.left + self.weights.hard * open_edges * open_edges) if open_edges else 1.0

    def totals(self, land: Land, supply: Sequence[int]) -> list[float]:
        """By seat, what the land will bring and the meeples are worth, those that come back now among them."""
        back = [0] * len(supply)
        found = self.standing(land, back)
        return [found[n] + self.in_hand(supply[n] + back[n]) for n in range(len(supply))]

    def standing(self, land: Land, back: list[int] | None = None) -> list[float]:
        """By seat, what its meeples on the land will bring; with `back`, adds the meeples of what is complete."""
        found = [0.0] * land.fields.seat_count
        for regions, area, cell in _entered(land):
            seats = regions.seats(area)
            points, chance = self.region(land, regions, area, cell)
            best = max(seats)
            for seat, count in enumerate(seats):
                found[seat] += points * (count == best)
                if chance < 1.0 or back is None:
                    found[seat] += count * chance * self.weights.again * self.time
                else:
                    back[seat] += count
        for farmers, points in self.farms(land):
            best = max(farmers)
            for seat, count in enumerate(farmers):
                found[seat] += points * (count == best)
        return found

    def region(self, land: Land, regions: Regions, area: int, cell: int) -> tuple[float, float]:
        """What a city, a road or the cloister on the cell will bring, and the chance that it is completed."""
        options = self.options
        if cell in land.meeples and land.is_cloister(cell, land.meeples[cell][0]):
            return self.cloister(land, cell)
        sides = regions.open_edges(area)
        now, chance = feature_points(land, options, regions, area, not sides), self.chance(sides)
        if not sides:
            return now, 1.0
        size = regions.size(area) + (sides + 1) // 2
        if regions is land.board.roads:
            return now + chance * (size * options.road_tile - now), chance
        closed = city_points(options, size, regions.marks(area)[SHIELD], True)
        return now + chance * (closed - now), chance

    def cloister(self, land: Land, cell: int) -> tuple[float, float]:
        """The same of the cloister on a cell."""
        empty = WHOLE - land.around(cell)
        hope = empty * self.options.cloister_tile * self.left / (self.left + self.weights.lonely)
        chance = self.left / (self.left + self.weights.lonely * empty / 2) if empty else 1.0
        return cloister_points(land, self.options, cell) + hope, chance

    def farms(self, land: Land) -> Iterator[tuple[Sequence[int], float]]:
        """For each field with farmers (or each city that they feed) who is there and what it will bring."""
        here = {land.fields.find(area) for regions, area in _all(land) if regions is land.fields}
        if here:
            for seats, points, _, _ in field_prizes(land, self.options):
                yield seats, float(points)
            for field in here:
                yield land.fields.seats(field), self.feeding(land, field)

    def cities_at(self, land: Land) -> Mapping[int, Collection[int]]:
        """Each field at cities to these; looked for once in each land, which must not be changed afterwards."""
        if self.bordered is not land:
            self.bordered, self.near = land, {}
            for field, city in land.borders():
                self.near.setdefault(field, set()).add(city)
        return self.near

    def feeding(self, land: Land, field: int) -> float:
        """What a field may come to beyond the completed cities at it."""
        cities = land.board.regions
        near = self.cities_at(land).get(field, ())
        hope = sum(self.chance(cities.open_edges(city)) for city in near if not cities.closed(city))
        return self.options.field_city * (0.5 * hope + self.weights.feeding * self.time)

    def in_hand(self, meeples: int) -> float:
        """What so many meeples in hand may still bring."""
        return (meeples * self.weights.again + sum(self.few[:meeples])) * self.time

    def best_meeple(self, land: Land, supply: Sequence[int], seat: int, cell: int) -> float:
        """What the best feature for a meeple is worth on the tile just placed; 0 for none."""
        if not supply[seat]:
            return 0.0
        free = land.free(cell, self.options.farmers)
        return max([0.0, *(self.meeple(land, supply, seat, cell, number) for number in free)])

    def meeple(self, land: Land, supply: Sequence[int], seat: int, cell: int, number: int) -> float:
        """What a meeple on the feature will bring, less what it could bring elsewhere."""
        regions, area = land.feature(cell, number)
        if regions is land.fields:
            field = land.fields.find(area)
            cities = land.board.regions
            near = self.cities_at(land).get(field, ())
            fed = sum(cities.closed(city) for city in near) * self.options.field_city
            points, chance = fed + self.feeding(land, field), 0.0
        elif land.is_cloister(cell, number):
            points, chance = self.cloister(land, cell)
        else:
            points, chance = self.region(land, regions, area, cell)
        if chance == 1.0:
            return points
        spent = self.in_hand(supply[seat]) - self.in_hand(supply[seat] - 1)
        return points + chance * self.weights.again * self.time - spent


def _all(land: Land) -> list[tuple[Regions, int]]:
    """The regions with meeples, as often as there are meeples in them."""
    return [land.feature(cell, number) for cell, (number, _) in land.meeples.items()]


def _entered(land: Land) -> Iterator[tuple[Regions, int, int]]:
    """Every city, road and cloister with meeples once, with the cell of one of them."""
    roads, done = land.board.roads, set()
    for cell, (number, _) in land.meeples.items():
        regions, area = land.feature(cell, number)
        root = regions.find(area)
        if regions is not land.fields and (regions is roads, root) not in done:
            done.add((regions is roads, root))
            yield regions, root, cell
