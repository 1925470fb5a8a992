"""The module Druids a second time: its tiles, the longest road, its scoring tiles and scrolls.

Written from the rulebook and the drawings, on top of the oracle's territories. The longest road is found without
cleverness: all simple paths, or, where points may be passed again, all sets of links that can be walked in one go.
Numbers are copied by hand from the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import networkx as nx

from .isleofskye import Territory
from .isleofskye_scoring import building_sets, closed, harbours, most, size
from .isleofskye_tiles import SIDES, Cell, Tile, box, facts, read_tile

Road = tuple[Cell, int]
"""Which road of the tile on a cell."""


def records() -> list[Any]:
    """The Druid tiles as the data draws them."""
    return list(facts("modules/druids/druids"))


@lru_cache
def tiles() -> Mapping[str, tuple[Tile, ...]]:
    """All tiles in four rotations, the module's among them."""
    found = dict(box())
    for record in records():
        has = [text for text in record.get("has", ()) if not text.startswith("tablet ")]
        tile = read_tile({**record, "has": has})
        found[record["id"]] = tuple(tile.turned(quarters) for quarters in range(4))
    return found


def territory(laid: Mapping[Cell, tuple[str, int]]) -> Territory:
    return Territory(laid, tiles())


# -- the longest road (IS-DSC-3, IS-DSC-10) ------------------------------------------------------------------------


def roads(land: Territory, groups: Iterable[Iterable[Road]] = ()) -> nx.MultiGraph:
    """Roads of tiles linked where they meet at a side, and groups of roads linked to a node of their own."""
    graph = land.roads()
    for number, group in enumerate(groups):
        for entrance in group:
            graph.add_edge(entrance, f"meeting {number}")
    return graph


def touched(walk: Iterable[Any]) -> int:
    """How many different tiles the points of a walk lie on."""
    return len({point[0] for point in walk if not isinstance(point, str)})


def longest_path(graph: nx.MultiGraph) -> int:
    """The most tiles on a walk that passes no point twice: all of them are looked at."""
    simple = nx.Graph(graph)
    best = max((touched([node]) for node in simple), default=0)
    for part in nx.connected_components(simple):
        for a, b in combinations(sorted(part, key=str), 2):
            for path in nx.all_simple_paths(simple, a, b):
                best = max(best, touched(path))
    return best


def longest_walk(graph: nx.MultiGraph, junctions: str, underground: str) -> int:
    """The most tiles on a walk that takes no link twice; points of a kind that is `once` are passed once at most.

    A set of links can be walked in one go where they hang together and at most two points have an odd number of them
    (Euler). A walk passes a point with k links k // 2 times, once more if it is one of its ends.
    """
    best = max((touched([node]) for node in graph), default=0)
    for part in nx.connected_components(graph):
        links = list(graph.subgraph(part).edges(keys=True))
        assert len(links) <= 16, "too many links to look at all sets of them"
        for number in range(1, len(links) + 1):
            for chosen in combinations(links, number):
                if walkable(chosen, junctions, underground):
                    best = max(best, touched({point for a, b, _ in chosen for point in (a, b)}))
    return best


def walkable(links: Sequence[tuple[Any, Any, int]], junctions: str, underground: str) -> bool:
    walk = nx.MultiGraph()
    walk.add_edges_from(links)
    if not nx.is_connected(walk):
        return False
    odd = {point for point, degree in walk.degree() if degree % 2}
    if len(odd) > 2:
        return False
    passes = {point: (degree + 1) // 2 if point in odd else degree // 2 for point, degree in walk.degree()}
    again = {point for point in walk if (underground if isinstance(point, str) else junctions) == "often"}
    if not odd:  # a ring: it begins and ends at one point, which it passes once more
        return all(count == 1 for point, count in passes.items() if point not in again) and bool(
            again & set(walk)
        )
    return all(count == 1 for point, count in passes.items() if point not in again)


# -- scoring tiles (IS-ST-D1 to IS-ST-D6) -----------------------------------------------------------------------------


def open_water(land: Territory, options: Any) -> int:
    """Für jede offene Wasserkante einen halben Siegpunkt, abgerundet."""
    edges = 0
    for x, y in land.laid:
        letters = land.at((x, y)).letters
        for (right, up), (east, north) in zip(SIDES.values(), ((0, 1), (1, 0), (0, -1), (-1, 0))):
            edges += letters[right, up] == "W" and (x + east, y + north) not in land.laid
    return edges // 2


def largest_herd(land: Territory, options: Any) -> int:
    """Für jedes Rind in der größten Herde 2 Siegpunkte: alle Rinder im selben Weideland."""
    return 2 * max(region.marks.get("cattle", 0) for region in land.regions if region.terrain == "P")


def longest_diagonal(land: Territory, options: Any) -> int:
    """2 Siegpunkte pro Plättchen in der längsten Diagonale, nach unten oder oben, mit Lücken."""
    sums = [x + y for x, y in land.laid]
    differences = [x - y for x, y in land.laid]
    return 2 * max(line.count(number) for line in (sums, differences) for number in line)


def largest_mountain(land: Territory, options: Any) -> int:
    """Für das größte abgeschlossene Gebirge 2 Siegpunkte pro Plättchen."""
    return 2 * max((size(region, options) for region in closed(land, "M")), default=0)


def house_by_the_lake(land: Territory, options: Any) -> int:
    """Für jeden Bauernhof auf einem Plättchen, das Teil eines abgeschlossenen Gewässers ist, 3 Siegpunkte."""
    wet = {cell for region in closed(land, "W") for cell in region.cells}
    return 3 * sum(land.at(cell).count("farm") for cell in wet)


ALONE = {
    "open_water": open_water,
    "largest_herd": largest_herd,
    "longest_diagonal": longest_diagonal,
    "largest_mountain": largest_mountain,
    "house_by_the_lake": house_by_the_lake,
}


def most_lighthouses(lands: Sequence[Territory]) -> list[int]:
    """5 Siegpunkte für die meisten Leuchttürme, 2 für die zweitmeisten."""
    return most([land.count("lighthouse") for land in lands])


# -- scrolls (IS-DSC) -----------------------------------------------------------------------------------------------


def lines_of_three(cells: Iterable[Cell], along: int) -> int:
    """Rows (0) or columns (1) with three tiles side by side; each once (IS-DSC-9)."""
    found = set()
    for cell in cells:
        run = [tuple(c + n * (axis == along) for axis, c in enumerate(cell)) for n in range(3)]
        if set(run) <= set(cells):
            found.add(cell[1 - along])
    return len(found)


def scroll_worth(land: Territory, kind: str, gold: int, options: Any) -> int:
    """What a scroll is worth in an open region."""

    def number(terrain: str) -> int:
        return len(closed(land, terrain))

    worth: dict[str, Callable[[], int]] = {
        "per_closed_pasture": lambda: number("P"),
        "per_closed_mountain": lambda: number("M"),
        "per_closed_water": lambda: number("W"),
        "per_building_set": lambda: building_sets(land, options) // 5 * 2,
        "per_road_tile": lambda: longest_path(roads(land)) // 2,
        "per_harbour": lambda: harbours(land, options) // 3,
        "per_gold": lambda: gold // 5,
        "per_animal_pair": lambda: min(land.count("sheep"), land.count("cattle")),
        "flat_3": lambda: 3,
        "flat_4": lambda: 4,
        "per_row": lambda: lines_of_three(land.laid, 0),
        "per_column": lambda: lines_of_three(land.laid, 1),
    }
    return worth[kind]()
