"""The final scoring of Rebirth a second time: missions, castles, unfinished settlements, and who wins."""

from __future__ import annotations

from typing import Any

from .rebirth import Line, Position, farm_group, is_farm, symbols
from .rebirth_map import Cell, Map, flood, neighbours, read


def cards() -> dict[str, Any]:
    """The mission cards by id."""
    return {card["id"]: card for card in read("missions.yaml")["cards"]}


def final_lines(position: Position, missions: list[list[str]]) -> list[Line]:
    """Every line of the final scoring (RB-END-2 to RB-END-4); `missions` are the card ids of each seat."""
    lines = []
    for settlement in position.map.settlements:
        if all(at in position.tiles for at in settlement):
            continue
        for at in settlement & position.tiles.keys():
            seat, kind = position.tiles[at]
            if seat >= 0:
                points = symbols(kind) * position.options["unfinished_symbol"]
                lines.append(Line(seat, points, "unfinished_settlement", settlement))
    for code, seat in position.castles.items():
        lines.append(Line(seat, position.options["castle"], "castle", code))
    known = cards()
    for seat, held in enumerate(missions):
        for name in held:
            card = known[name]
            if card["kind"] == "unconditional":
                lines.append(Line(seat, position.options["cathedral_bonus"], "cathedral_bonus", name))
            elif met(position, seat, card):
                lines.append(Line(seat, card["points"], "mission", name))
    return lines


def met(position: Position, seat: int, card: Any) -> bool:
    """Whether a seat fulfils a condition; a tie fulfils it (RB-CATH-6), nothing at all does not (RB-AMB-9)."""
    if card["kind"] == "control_any":
        return any(position.castles.get(code) == seat for code in card["castles"])
    assert card["kind"] == "most"
    values = [measure(position, other, card["metric"], card.get("area")) for other in range(position.seats)]
    if values[seat] == 0 and position.options["zero_missions"] == "unmet":
        return False
    return values[seat] == max(values)


def measure(position: Position, seat: int, metric: str, area: str | None) -> int:
    """What a mission compares (RB-AMB-15, RB-AMB-16)."""
    chart = position.map
    mine = position.tiles_of(seat)
    farms = {at: kind for at, kind in mine.items() if is_farm(kind)}
    if metric == "castles_controlled":
        return sum(
            holder == seat and (area is None or chart.area(chart.castles[code]) == area)
            for code, holder in position.castles.items()
        )
    if metric == "tiles":
        return sum(area is None or chart.area(at) == area for at in mine)
    assert area is None
    if metric == "largest_food_group":
        return max((len(farm_group(position, at)) for at in farms if farms[at] == "food"), default=0)
    if metric == "largest_energy_group":
        return max((len(farm_group(position, at)) for at in farms if farms[at] == "energy"), default=0)
    if metric == "number_of_farm_groups":
        return len({frozenset(farm_group(position, at)) for at in farms})
    if metric == "largest_group_of_any_own_tiles":
        return max((len(flood(at, lambda near: near in mine)) for at in mine), default=0)
    if metric == "tiles_adjacent_to_castles":
        return sum(touches(at, set(chart.castles.values())) for at in mine)
    if metric == "tiles_adjacent_to_cathedrals":
        return sum(touches(at, set(chart.cathedrals.values())) for at in mine)
    if metric == "tiles_adjacent_to_lochs":
        return sum(touches(at, chart.lochs) for at in mine)
    if metric == "tiles_adjacent_to_sea":
        return sum(at_sea(chart, at, position.options["sea"]) for at in mine)
    if metric == "ports_occupied":
        return len(chart.ports & mine.keys())
    if metric == "different_settlements_with_own_tile":
        return sum(bool(settlement & mine.keys()) for settlement in chart.settlements)
    if metric == "farms_on_open_fields":
        return sum(chart.letter[at] == "O" for at in farms)
    sizes = {"small": "S", "medium": "M", "large": "L"}
    what, _, rest = metric.partition("_in_")
    letter = sizes[rest.removesuffix("_settlements")]
    inside = [kind for at, kind in mine.items() if chart.letter[at] == letter]
    assert what in ("tiles", "symbols")
    return len(inside) if what == "tiles" else sum(symbols(kind) for kind in inside)


def touches(at: Cell, places: set[Cell]) -> bool:
    """Whether a cell lies beside any of them."""
    return any(near in places for near in neighbours(at))


def at_sea(chart: Map, at: Cell, ruling: str) -> bool:
    """Whether a cell lies at the sea (RB-AMB-15)."""
    return any(
        near in chart.sea or (ruling == "missing" and near not in chart.drawn) for near in neighbours(at)
    )


def winners(position: Position, scores: list[int]) -> set[int]:
    """Who wins (RB-END-5, RB-END-6, RB-AMB-6)."""
    tied = {seat for seat, score in enumerate(scores) if score == max(scores)}
    if len(tied) == 1:
        return tied
    if position.castles.get("KE") in tied:
        return {position.castles["KE"]}
    if "KS" in position.castles:
        return {position.castles["KS"]}
    return still_tied(position, tied)


def still_tied(position: Position, tied: set[int]) -> set[int]:
    """Who of the tied wins when no castle tells them apart (RB-AMB-6)."""
    if position.options["final_tie"] == "castles":
        held = {seat: sum(holder == seat for holder in position.castles.values()) for seat in tied}
        return {seat for seat in tied if held[seat] == max(held.values())}
    return tied


def ranking(position: Position, scores: list[int]) -> list[set[int]]:
    """The winners first, then the others by points, level ones together."""
    return placed(winners(position, scores), scores)


def placed(first: set[int], scores: list[int]) -> list[set[int]]:
    """These first, then the others by points, level ones together."""
    places = [first]
    for score in sorted(set(scores), reverse=True):
        level = {seat for seat, own in enumerate(scores) if own == score} - places[0]
        if level:
            places.append(level)
    return places
