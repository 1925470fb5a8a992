"""Isle of Skye's scoring tiles, scrolls, income, final scoring and ranking a second time.

All numbers are copied by hand from the rulebook, none from the data files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..cases import cases
from .isleofskye import HOME, Region, Territory
from .isleofskye_tiles import Cell

Options = dict[str, Any]


class Line(NamedTuple):
    """Points, to whom and for what; the source is a letter, a cell or nothing."""

    seat: int
    points: int
    reason: str
    source: str = ""


def size(region: Region, options: Options) -> int:
    """On how many tiles a region lies (IS-AREA-4, IS-AMB-6)."""
    return len(region.cells) if options["region_size"] == "tiles" else region.areas


def closed(land: Territory, terrains: str = "PMW") -> list[Region]:
    """The closed regions of these terrains."""
    return [region for region in land.regions if region.closed and region.terrain in terrains]


# -- what one territory scores by itself (IS-ST-1 to IS-ST-6, 9, 11 to 16) ----------------------------------------


def squares(land: Territory, options: Options) -> int:
    """Für jedes Quadrat aus 4 benachbarten Landschaftsplättchen 2 Siegpunkte."""
    blocks = [{(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} for x, y in land.laid]
    return 2 * sum(block <= land.laid.keys() for block in blocks)


def closed_regions(land: Territory, options: Options) -> int:
    """Für jedes abgeschlossene Gebiet 1 Siegpunkt."""
    return len(closed(land))


def all_sheep(land: Territory, options: Options) -> int:
    """Für jedes Schaf 1 Siegpunkt."""
    return land.count("sheep")


def large_regions(land: Territory, options: Options) -> int:
    """Für jedes abgeschlossene Gebiet aus mindestens drei Landschaftsplättchen 3 Siegpunkte."""
    return 3 * len([region for region in closed(land) if size(region, options) >= 3])


def mountain_brochs(land: Territory, options: Options) -> int:
    """Für jedes Gebirge, das 1/2/3 Brochs beinhaltet, 1/3/6 Siegpunkte, für mehr als 3 trotzdem 6."""
    found = [region.marks.get("broch", 0) for region in land.regions if region.terrain == "M"]
    return sum({0: 0, 1: 1, 2: 3}.get(brochs, 6) for brochs in found)


def building_sets(land: Territory, options: Options) -> int:
    """Score 5 for each set of three different buildings."""
    left = [land.count("broch"), land.count("farm"), land.count("lighthouse")]
    sets = 0
    while all(left):
        left = [number - 1 for number in left]
        sets += 1
    return 5 * sets


def farm_animals(land: Territory, options: Options) -> int:
    """Für jedes Schaf und Rind auf oder neben einem Plättchen mit Bauernhof 1 Siegpunkt, auch diagonal."""
    points = 0
    for x, y in land.laid:
        near = [(x + east, y + north) for east in (-1, 0, 1) for north in (-1, 0, 1)]
        if any(cell in land.laid and land.at(cell).count("farm") for cell in near):
            points += land.at((x, y)).count("sheep") + land.at((x, y)).count("cattle")
    return points


def cattle_on_road(land: Territory, options: Options) -> int:
    """Score 2 for each cattle with a road to the castle."""
    return 2 * sum(land.at(cell).count("cattle") for cell in land.connected)


def harbours(land: Territory, options: Options) -> int:
    """Für jedes Gewässer mit mindestens 1 Schiff und 1 Leuchtturm 3 Siegpunkte."""
    waters = [region.marks for region in land.regions if region.terrain == "W"]
    return 3 * sum(marks.get("ship", 0) >= 1 and marks.get("lighthouse", 0) >= 1 for marks in waters)


def road_tiles(land: Territory, options: Options) -> int:
    """Score 1 for each tile with a road to the castle (IS-AMB-3)."""
    return len(land.connected if options["castle_on_road"] else land.connected - {HOME})


def columns(land: Territory, options: Options) -> int:
    """Für jede vertikale Reihe aus mindestens 3 verbundenen Landschaftsplättchen 3 Siegpunkte (IS-AMB-5)."""
    found = []
    for x, y in land.laid:
        if (x, y - 1) not in land.laid:  # the southern end of a run
            length = 1
            while (x, y + length) in land.laid:
                length += 1
            if length >= 3:
                found.append(x)
    return 3 * len(found if options["long_lines"] == "runs" else set(found))


def largest_lake(land: Territory, options: Options) -> int:
    """Für das größte abgeschlossene Gewässer 2 Siegpunkte pro Landschaftsplättchen (IS-ST-18)."""
    return 2 * max((size(region, options) for region in closed(land, "W")), default=0)


def closed_mountains(land: Territory, options: Options) -> int:
    """Für jedes abgeschlossene Gebirge 2 Siegpunkte."""
    return 2 * len(closed(land, "M"))


ALONE: dict[str, Callable[[Territory, Options], int]] = {
    "squares": squares,
    "closed_regions": closed_regions,
    "all_sheep": all_sheep,
    "large_regions": large_regions,
    "mountain_brochs": mountain_brochs,
    "building_sets": building_sets,
    "farm_animals": farm_animals,
    "cattle_on_road": cattle_on_road,
    "harbours": harbours,
    "road_tiles": road_tiles,
    "columns": columns,
    "largest_lake": largest_lake,
    "closed_mountains": closed_mountains,
}

# -- what is compared (IS-ST-7, IS-ST-8, IS-ST-10, IS-ST-MAJ) ------------------------------------------------------


def barrel_tiles(land: Territory, cells: Sequence[Cell] | None = None) -> int:
    """Tiles with whisky barrels, however many barrels (IS-INC-2, IS-ST-7)."""
    return sum(land.at(cell).count("barrel") > 0 for cell in (land.laid if cells is None else cells))


def most(amounts: Sequence[int]) -> list[int]:
    """5 for the most, 2 for the second most; all who are tied get it in full (IS-AMB-4); nobody for nothing."""
    found = [0] * len(amounts)
    best = max(amounts)
    if best == 0:
        return found
    first = [seat for seat, amount in enumerate(amounts) if amount == best]
    for seat in first:
        found[seat] = 5
    if len(first) == 1:
        rest = [amount for amount in amounts if 0 < amount < best]
        for seat, amount in enumerate(amounts):
            if rest and amount == max(rest):
                found[seat] = 2
    return found


SCORING = cases(__file__, "scoring")
"""The scoring tiles in the order of their rules, IS-ST-1 to IS-ST-16."""


def scored(tile: str, lands: Sequence[Territory], gold: Sequence[int], options: Options) -> list[int]:
    """By seat, what a scoring tile brings."""
    if tile in ALONE:
        return [ALONE[tile](land, options) for land in lands]
    amounts = {
        "most_barrels": [barrel_tiles(land) for land in lands],
        "most_ships": [land.count("ship") for land in lands],
        "most_gold": list(gold),
    }
    return most(amounts[tile])


# -- scrolls (IS-SCR) -------------------------------------------------------------------------------------------------

SCROLLS: dict[str, tuple[str, int]] = cases(__file__, "scrolls")
"""By kind of scroll what it counts, and how many are worth a point."""


def scrolls(land: Territory, seat: int, options: Options) -> list[Line]:
    """A line for each scroll in a territory (IS-SCR-1 to IS-SCR-10, IS-AMB-2)."""
    lines = []
    for cell in land.laid:
        for kind, spot in land.at(cell).scrolls:
            what, per = SCROLLS[kind]
            number = barrel_tiles(land) if what == "barrel" else land.count(what)
            times = options["closed_scroll"] if land.region_at(cell, spot).closed else 1
            before = options["scroll_rounding"] == "round_first"
            points = number // per * times if before else number * times // per
            lines.append(Line(seat, points, kind, f"{cell[0]},{cell[1]}"))
    return lines


# -- income, exchange and ranking (IS-INC, IS-FINAL) -----------------------------------------------------------------


def income(land: Territory, ahead: int, extra: int, options: Options) -> int:
    """The castle, the barrel tiles on the road, and something for each player ahead (IS-INC-1 to IS-INC-3)."""
    barrels = barrel_tiles(land, sorted(land.connected))
    return int(options["castle_income"] + options["barrel_income"] * barrels + ahead * extra)


def ranking(scores: Sequence[int], gold: Sequence[int], options: Options) -> list[set[int]]:
    """Who stands where, from the gold before the exchange: points, then gold, then together (IS-FINAL-3, IS-AMB-1)."""
    left = [amount % options["gold_for_vp"] for amount in gold]
    keys = list(zip(scores, left if options["tie_gold"] == "left_over" else gold))
    return [
        {seat for seat, key in enumerate(keys) if key == best} for best in sorted(set(keys), reverse=True)
    ]
