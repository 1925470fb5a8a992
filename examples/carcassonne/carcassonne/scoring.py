"""Points: for what a tile completes, and at the end for what is incomplete and for fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Friendly, Log, Regions, prizes

from .land import AROUND, SHIELD
from .letters import CLOISTER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .land import Land
    from .options import Options
    from .state import Carcassonne

WHOLE = 8
"""So many tiles around it complete a cloister."""


def city_points(options: Options, tiles: int, shields: int, closed: bool) -> int:
    """What a city is worth (CA-CITY-1, CA-CITY-2, CA-CITY-3, CA-END-2)."""
    if closed and not (options.small_city and tiles == 2):
        return tiles * options.city_tile + shields * options.city_shield
    return tiles * options.open_city_tile + shields * options.open_city_shield


def feature_points(land: Land, options: Options, regions: Regions, area: int, closed: bool) -> int:
    """What a city or a road is worth, completed or not."""
    size = regions.size(area)
    if regions is land.board.roads:
        return size * (options.road_tile if closed else options.open_road_tile)
    return city_points(options, size, regions.marks(area)[SHIELD], closed)


def cloister_points(land: Land, options: Options, cell: int) -> int:
    """What the cloister on a cell is worth now (CA-CLOISTER-1, CA-END-4)."""
    return (1 + land.around(cell)) * options.cloister_tile


def score_completed(state: Carcassonne, cell: int, log: Log | None) -> None:
    """What the tile on the cell completes scores, and its meeples are back (CA-SCORE-1)."""
    land = state.land
    board = land.board
    lie = land.lie(cell)
    cities, roads = board.regions, board.roads
    if lie.roads_from:
        first = board.area(cell, 0)
        for area in range(first, first + lie.roads_from):
            if cities.closed(area) and any(cities.seats(area)) and cities.kind(area) != CLOISTER:
                _complete(state, "city", cities, area, cell, log)
    if lie.fields_from > lie.roads_from:
        first = board.road(cell, 0)
        for area in range(first, first + lie.fields_from - lie.roads_from):
            if roads.closed(area) and any(roads.seats(area)):
                _complete(state, "road", roads, area, cell, log)
    meeples = land.meeples
    for offset in (0, *AROUND):
        near = cell + offset
        if near in meeples and land.is_cloister(near, meeples[near][0]) and land.around(near) == WHOLE:
            number, seat = meeples[near]
            amount = cloister_points(land, state.rules.options, near)
            if amount:
                state.gain(seat, amount, state.rules.reason["cloister"], near)
            regions, area = land.feature(near, number)
            _return(state, regions, area, log)


def _complete(
    state: Carcassonne, reason: str, regions: Regions, area: int, cell: int, log: Log | None
) -> None:
    points = feature_points(state.land, state.rules.options, regions, area, True)
    award(state, regions.seats(area), points, reason, cell)
    _return(state, regions, area, log)


def _return(state: Carcassonne, regions: Regions, area: int, log: Log | None) -> None:
    """The meeples in the region are back in their supplies (CA-SCORE-3)."""
    counts = [0] * len(state.seats)
    for _, seat in state.land.leave(regions, area):
        state.supply[seat] += 1
        counts[seat] += 1
    if log is not None:
        for seat, count in enumerate(counts):
            if count:
                log.add("meeples_back", seat=seat, count=count)


def award(state: Carcassonne, meeples: Sequence[int], points: int, reason: str, cell: int) -> None:
    """The seat with the most meeples gains the points; with several, each gains all of them (CA-SCORE-2)."""
    if points:
        for prize in prizes(meeples, Friendly((points,))):
            state.gain(prize.seat, prize.points, state.rules.reason[reason], cell)


def score_incomplete(state: Carcassonne) -> None:
    """Cities, roads and cloisters with meeples score what they are worth incomplete (CA-END-2 to CA-END-4)."""
    land, options = state.land, state.rules.options
    done: set[tuple[str, int]] = set()
    for cell in land.board:
        if cell not in land.meeples:
            continue
        number = land.meeples[cell][0]
        regions, area = land.feature(cell, number)
        if regions is land.fields:
            continue
        if land.is_cloister(cell, number):
            award(state, regions.seats(area), cloister_points(land, options, cell), "open_cloister", cell)
            continue
        reason = "open_road" if regions is land.board.roads else "open_city"
        root = regions.find(area)
        if (reason, root) not in done:
            done.add((reason, root))
            points = feature_points(land, options, regions, root, False)
            award(state, regions.seats(root), points, reason, cell)


def closed_cities(land: Land) -> dict[int, list[int]]:
    """Each field that lies at completed cities, to these cities, each once."""
    cities = land.board.regions
    found: dict[int, dict[int, None]] = {}
    for field, city in land.borders():
        if cities.closed(city):
            found.setdefault(field, {})[city] = None
    return {field: list(at) for field, at in found.items()}


def score_fields(state: Carcassonne) -> None:
    """Farmers score completed cities, by either edition's rule (CA-FIELD-2, CA-FIELD-3)."""
    for seats, points, reason, cell in field_prizes(state.land, state.rules.options):
        award(state, seats, points, reason, cell)


def field_prizes(land: Land, options: Options) -> Iterator[tuple[Sequence[int], int, str, int]]:
    """(farmers by seat, points for the most of them, reason, cell) for each field, or else for each city.

    `current`: each field scores every completed city at it. `first_edition`, as in the rules of the year 2000: each
    completed city is looked at once, and farmers of all the fields at it count together; the seat with the most of
    them gains `fed_city` for it. (Between the two there was a rule by which a seat could score a city in one field
    only; it is not offered.)
    """
    at = closed_cities(land)
    fields = land.fields
    if options.farm_rule == "current":
        for field, cities in at.items():
            if any(fields.seats(field)):
                cell = land.first_cell(fields, field)
                yield fields.seats(field), len(cities) * options.field_city, "field", cell
        return
    fed: dict[int, list[int]] = {}
    for field, cities in at.items():
        for city in cities:
            before = fed.setdefault(city, [0] * fields.seat_count)
            fed[city] = [a + b for a, b in zip(before, fields.seats(field), strict=True)]
    for city, farmers in fed.items():
        if any(farmers):
            yield farmers, options.fed_city, "fed_city", land.first_cell(land.board.regions, city)
