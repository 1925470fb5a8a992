"""What a position or a move of Carcassonne is worth to a seat, in points, from what everybody can see.

Points gained are exact. Incomplete features count with the chance that they are completed, fields with the cities that
they may reach, a meeple in hand with what it may still bring; by weights, whose defaults were chosen by playing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

import attrs

from tilewright.authoring import Action, Board, Choice, PlaceTile, View, pack, weight

from .options import Options
from .scoring import borders, cities_at, field_prizes, worth
from .state import SHIELD, free, in_hand, measure
from .steps import Meeple
from .tiles import CITY, CLOISTER, FIELD, ROAD, Border, Printed


@attrs.frozen
class Weights:
    """Judgements in points."""

    hard: float = weight(5.0, 0.5, 40, "how much harder it is to close one side more, in tiles that are left")
    lonely: float = weight(
        26.0, 4, 80, "how hard cells around a cloister are to fill, in tiles that are left"
    )
    feeding: float = weight(0.8, 0, 4, "completed cities more at a field, when all tiles are left")
    again: float = weight(5.0, 0, 15, "what a meeple that comes back may bring, when all tiles are left")
    first: float = weight(4.0, 0, 10, "what the first meeple in hand is worth beyond coming back")
    second: float = weight(2.0, 0, 10, "what the second meeple in hand is worth beyond coming back")
    third: float = weight(1.0, 0, 10, "what the third meeple in hand is worth beyond coming back")
    fourth: float = weight(0.5, 0, 10, "what the fourth meeple in hand is worth beyond coming back")
    denial: float = weight(0.6, 0, 2, "the part of what others gain, on the average, that is the seat's loss")


def choices(view: View) -> Sequence[Choice]:
    """Every legal action of the view's seat with its worth, and how it comes about."""
    outlook, found = _Outlook(view), []
    for action in view.legal():
        lines = outlook.lines(action)
        found.append(Choice(action, sum(lines.values()), tuple(line for line in lines.items() if line[1])))
    return found


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """What the position is worth to the seat: points, what its meeples may bring, and those in hand."""
    lines = [("points", float(view.scores[seat]))]
    if not view.over:
        outlook = _Outlook(view)
        lines += [("land", outlook.land()[seat]), ("meeples", outlook.hand(outlook.supply[seat]))]
    return lines


def features(view: View) -> Mapping[str, Sequence[float]]:
    """By name, numbers by seat: what meeples stand on and may bring, those in hand, the fields and what they feed."""
    outlook, sorts = _Outlook(view), {CITY: "cities", ROAD: "roads", CLOISTER: "cloisters"}
    regions, more = outlook.board.regions, ("shared", "tied_up", "fields", "farmers")
    found: dict[str, list[float]] = {name: [0.0] * len(view.seats) for name in (*sorts.values(), *more)}
    found["meeples"] = [float(count) for count in outlook.supply]
    found["none_left"] = [float(not count) for count in outlook.supply]
    for here, cell in outlook.occupied.items():
        seats, kind, (points, chance) = regions.seats(here), regions.kind(here), outlook.feature(here, cell)
        best = max(seats)
        for seat, count in enumerate(seats):
            if kind == FIELD:
                found["farmers"][seat] += count
            elif count:
                found[sorts[kind]][seat] += points * (count == best)
                found["shared"][seat] += points * (count == best and seats.count(best) > 1)
                found["tied_up"][seat] += count * (1.0 - chance)
    for seat, points in outlook.farms():
        found["fields"][seat] += points
    return found


class _Outlook:
    """What the land of one view may still bring; made once for all its choices. Features are regions, by number."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.printed: Printed = view.rules.data
        self.options: Options = view.options
        self.weights: Weights = view.weights
        w = self.weights
        self.few: tuple[float, ...] = (w.first, w.second, w.third, w.fourth)
        self.left = view.count("bag")
        self.time: float = self.left / sum(tile.count for tile in self.printed.tiles)
        """The part of all tiles that is left."""
        self.supply = in_hand(view)
        called, board = self.printed.area, view.tiles
        self.meeples = [(called(board, cell, where), cell) for cell, (_, where) in view.meeples.items()]
        self.look(board)

    def look(self, board: Board, borders: list[Border] | None = None) -> None:
        """From now on it is about this land; its borders are looked for when they are needed."""
        self.board, self.known = board, borders
        self.occupied: dict[int, int] = {}
        """Each feature with meeples, with the cell of one of them."""
        for here, cell in self.meeples:
            self.occupied.setdefault(board.regions.find(here), cell)
        self.totals: list[float] = []
        self.near: dict[int, list[int]] = {}

    def after(self, action: PlaceTile) -> _Outlook:
        """The same once the drawn tile lies there."""
        cell, board, later = pack(*action.cell), self.board.clone(), copy(self)
        board.place(cell, self.printed.tiles[self.view.drawn[-1]].face, action.rotation)
        later.look(board, self.borders() + borders(self.printed, board, [cell]))
        return later

    def lines(self, action: Action) -> dict[str, float]:
        """What a placement brings with its tile, by what others gain and with a meeple; of a meeple, what it brings."""
        seat = action.seat
        if isinstance(action, PlaceTile):
            later = self.after(action)
            gains = [after - before for before, after in zip(self.total(), later.total(), strict=True)]
            own = gains.pop(seat)
            others = -self.weights.denial * sum(gains) / len(gains)
            meeple = later.best_meeple(pack(*action.cell), seat)
            return {"tile": own, "others": others, "meeple": meeple}
        if isinstance(action, Meeple):
            cell = self.view.latest
            return {"meeple": self.meeple(self.printed.area(self.board, cell, action.where), cell, seat)}
        return {}

    def total(self) -> list[float]:
        """By seat, what the land will bring and the meeples are worth, those that come back now among them."""
        if not self.totals:
            back = [0] * len(self.supply)
            land = self.land(back)
            meeples = [self.hand(count + more) for count, more in zip(self.supply, back, strict=True)]
            self.totals = [one + other for one, other in zip(land, meeples, strict=True)]
        return self.totals

    def land(self, back: list[int] | None = None) -> list[float]:
        """By seat, what its meeples on the land will bring; with `back`, adds the meeples of what is complete."""
        regions, found = self.board.regions, [0.0] * len(self.supply)
        for here, cell in self.occupied.items():
            if regions.kind(here) == FIELD:
                continue
            seats, (points, chance) = regions.seats(here), self.feature(here, cell)
            best = max(seats)
            for seat, count in enumerate(seats):
                found[seat] += points * (count == best)
                if chance < 1.0 or back is None:
                    found[seat] += count * chance * self.weights.again * self.time
                else:
                    back[seat] += count
        for seat, points in self.farms():
            found[seat] += points
        return found

    def feature(self, here: int, cell: int) -> tuple[float, float]:
        """What a feature will bring (if a cloister, that of the cell), and the chance that its meeples come back."""
        regions, options, left = self.board.regions, self.options, self.left
        kind, size, missing = measure(self.board, cell, here)
        if kind == FIELD:
            fed = sum([regions.closed(city) for city in self.cities().get(here, ())])
            return fed * options.field_city + self.feeding(here), 0.0
        shields = regions.marks(here)[SHIELD]
        now = worth(options, kind, size, shields, not missing)
        if not missing:
            return now, 1.0
        if kind == CLOISTER:
            hope = missing * options.cloister_tile * left / (left + self.weights.lonely)
            return now + hope, left / (left + self.weights.lonely * missing / 2)
        chance = self.chance(missing)
        later = worth(options, kind, size + (missing + 1) // 2, shields, True)
        return now + chance * (later - now), chance

    def chance(self, open_sides: int) -> float:
        """The chance that so many sides will be closed by the end."""
        return self.left / (self.left + self.weights.hard * open_sides * open_sides) if open_sides else 1.0

    def farms(self) -> Iterator[tuple[int, float]]:
        """For each field with farmers (or each city that they feed) who has the most there, and what it will bring."""
        regions = self.board.regions
        fields = [here for here in self.occupied if regions.kind(here) == FIELD]
        fed = {field: [*filter(regions.closed, self.cities().get(field, ()))] for field in fields}
        prizes = field_prizes(self.options, regions, fed)
        found = [(farmers, float(points)) for farmers, points, _, _ in prizes]
        found += [(regions.seats(field), self.feeding(field)) for field in fields]
        for farmers, points in found:
            best = max(farmers)
            yield from ((seat, points) for seat, count in enumerate(farmers) if count == best)

    def borders(self) -> list[Border]:
        if self.known is None:
            self.known = borders(self.printed, self.board, self.board)
        return self.known

    def cities(self) -> dict[int, list[int]]:
        """Each field at cities, to these."""
        self.near = self.near or cities_at(self.board.regions, self.borders())
        return self.near

    def feeding(self, field: int) -> float:
        """What a field may come to beyond the completed cities at it."""
        missing = [self.board.regions.open_edges(city) for city in self.cities().get(field, ())]
        hope = sum([self.chance(sides) for sides in missing if sides])
        return self.options.field_city * (0.5 * hope + self.weights.feeding * self.time)

    def hand(self, meeples: int) -> float:
        """What so many meeples in hand may still bring."""
        return (meeples * self.weights.again + sum(self.few[:meeples])) * self.time

    def best_meeple(self, cell: int, seat: int) -> float:
        """What the best feature for a meeple is worth on the tile just placed; 0 for none."""
        if not self.supply[seat]:
            return 0.0
        first = self.board.area(cell, 0)
        numbers = free(self.board, cell, self.options.farmers)
        return max([0.0, *(self.meeple(first + number, cell, seat) for number in numbers)])

    def meeple(self, here: int, cell: int, seat: int) -> float:
        """What a meeple on the feature will bring, less what it could bring elsewhere."""
        points, chance = self.feature(self.board.regions.find(here), cell)
        if chance == 1.0:
            return points
        spent = self.hand(self.supply[seat]) - self.hand(self.supply[seat] - 1)
        return points + chance * self.weights.again * self.time - spent
