"""Points: for what a tile completes, and at the end for what is incomplete and for fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tilewright.authoring import Board, Friendly, Log, Regions, prizes

from .options import Options
from .state import AROUND, NOWHERE, SHIELD, Carcassonne, measure
from .tiles import CITY, CLOISTER, FIELD, NAMES, ROAD, Border, Printed


def worth(options: Options, kind: str, tiles: int, shields: int, complete: bool) -> int:
    """Points of a city, road or cloister (CA-CITY-1 to CA-CITY-3, CA-ROAD-1, CA-CLOISTER-1, CA-END-2 to CA-END-4)."""
    if kind == CLOISTER:
        return tiles * options.cloister_tile
    if kind == ROAD:
        return tiles * (options.road_tile if complete else options.open_road_tile)
    if complete and not (options.small_city and tiles == 2):
        return tiles * options.city_tile + shields * options.city_shield
    return tiles * options.open_city_tile + shields * options.open_city_shield


def score_completed(state: Carcassonne, seat: int, log: Log | None) -> None:
    """What the tile just placed completes scores, and its meeples are back (CA-SCORE-1, CA-SCORE-3)."""
    board, latest = state.tiles, state.latest
    regions, here = board.regions, board.areas(latest)
    found = [(latest, one) for one in here if regions.closed(one) and regions.kind(one) in (CITY, ROAD)]
    for cell in [latest + offset for offset in (0, *AROUND)]:
        if cell in state.meeples and state.meeples[cell][1] == "cloister":
            found.append((cell, state.area(cell, "cloister")))
    for cell, one in found:
        if any(regions.seats(one)) and not measure(board, cell, one)[2]:
            _award_region(state, cell, one, "")
            for owner, count in enumerate(state.leave(one)):
                if count and log is not None:
                    log.add("meeples_back", seat=owner, count=count)
    state.latest = NOWHERE


def _award_region(state: Carcassonne, cell: int, here: int, prefix: str) -> None:
    """The most meeples in the region gain what it is worth; the prefix is that of the reason."""
    regions, (kind, tiles, missing) = state.tiles.regions, measure(state.tiles, cell, here)
    points = worth(state.rules.options, kind, tiles, regions.marks(here)[SHIELD], not missing)
    _award(state, regions.seats(here), points, prefix + NAMES[kind], cell)


def _award(state: Carcassonne, meeples: Sequence[int], points: int, reason: str, cell: int) -> None:
    """The seat with the most meeples gains the points; with several, each gains all of them (CA-SCORE-2)."""
    for prize in prizes(meeples, Friendly((points,))) if points else ():
        state.gain(prize.seat, points, state.rules.reason[reason], cell)


def score_rest(state: Carcassonne, seat: int, log: Log | None) -> None:
    """What is incomplete scores, then the fields; the game is over (CA-END-1 to CA-END-4, CA-FIELD-2, CA-FIELD-3)."""
    board, options = state.tiles, state.rules.options
    regions, done = board.regions, set()
    for cell in [cell for cell in board if cell in state.meeples]:
        here = regions.find(state.area(cell, state.meeples[cell][1]))
        if regions.kind(here) != FIELD and here not in done:
            done.add(here)
            _award_region(state, cell, here, "open_")
    bordering = borders(state.rules.data, board, board)
    complete = [(field, city) for field, city in bordering if regions.closed(city)]
    for farmers, points, reason, here in field_prizes(options, regions, cities_at(regions, complete)):
        _award(state, farmers, points, reason, board.cells(here)[0])
    state.over = True


def borders(printed: Printed, board: Board, cells: Iterable[int]) -> list[Border]:
    """Every border of a field and a city on the tiles of these cells, by what the regions call both."""
    found = []
    for cell in cells:
        first, tile = board.area(cell, 0), printed.by_id[board.face(cell).name]
        found += [(first + field, first + city) for field, city in tile.borders]
    return found


def cities_at(regions: Regions, borders: Iterable[Border]) -> dict[int, list[int]]:
    """Each field that lies at cities, to these cities, each once."""
    find, found = regions.find, dict[int, list[int]]()
    for field, city in borders:
        cities, root = found.setdefault(find(field), []), find(city)
        if root not in cities:
            cities.append(root)
    return found


def field_prizes(
    options: Options, regions: Regions, fed: Mapping[int, Sequence[int]]
) -> Iterator[tuple[Sequence[int], int, str, int]]:
    """(farmers by seat, points for the most of them, reason, region), from the completed cities at each field.

    `current`: each field scores every completed city at it. `first_edition`, as in the rules of the year 2000: each
    completed city is looked at once, and farmers of all the fields at it count together; the seat with the most of
    them gains `fed_city` for it. (Between the two there was a rule by which a seat could score a city in one field
    only; it is not offered.)
    """
    together: dict[int, list[int]] = {}
    for field, cities in fed.items():
        farmers = regions.seats(field)
        if options.farm_rule == "current":
            if any(farmers):
                yield farmers, len(cities) * options.field_city, "field", field
            continue
        for city in cities:
            before = together.get(city, [0] * len(farmers))
            together[city] = [a + b for a, b in zip(before, farmers, strict=True)]
    for city, counts in together.items():
        if any(counts):
            yield counts, options.fed_city, "fed_city", city
