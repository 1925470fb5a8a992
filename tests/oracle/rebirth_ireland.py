"""The rules of Rebirth's Ireland side a second time: what differs from Scotland, written from the rulebook alone.

Shares no code with the engine. Options of the module stand in a position as the game knows them: `ireland.NAME`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from ..cases import cases
from . import rebirth as rules
from .rebirth import NEUTRAL, Line, Position, farm_group, is_farm, symbols
from .rebirth_final import final_lines, placed, still_tied
from .rebirth_map import DATA, Cell, Map, flood, load_map, neighbours

MODULE = Path("modules") / "ireland"

DEFAULTS: dict[str, Any] = rules.DEFAULTS | cases(__file__, "defaults")


# The module's data


def load(name: str, data: Path = DATA) -> Map:
    """The map of that name: the one that the module puts in place of the game's own, if there is one."""
    folders = [data / MODULE / "over", DATA / MODULE / "over", data, DATA]
    return load_map(name, next(folder for folder in folders if (folder / "maps" / f"{name}.yaml").exists()))


@cache
def facts(name: str, data: Path = DATA) -> Any:
    """One of the module's own files."""
    folder = next(folder for folder in (data, DATA) if (folder / MODULE / name).exists())
    return yaml.load((folder / MODULE / name).read_text(encoding="utf-8"), yaml.CSafeLoader)


def load_cards(data: Path = DATA) -> dict[str, Any]:
    """The public mission cards by id (RI-COMP-1)."""
    file = facts("cards.yaml", data)
    assert len(file["cards"]) == file["deck"]
    return {card["id"]: card for card in file["cards"]}


def load_bonuses(data: Path = DATA) -> dict[str, Any]:
    """The bonus tiles by id (RI-COMP-2)."""
    return {bonus["id"]: bonus for bonus in facts("bonuses.yaml", data)["bonuses"]}


# Placing


def lay(position: Position, seat: int, kind: str, at: Cell) -> list[Line]:
    """The tile is laid, and its farms or its settlement scored; all else follows later (RI-PLACE-1, RI-PLACE-2)."""
    assert at in rules.legal(position, kind)
    if is_farm(kind) or len(position.map.settlement(at)) < 4:
        return rules.lay(position, seat, kind, at)
    position.tiles[at] = (seat, kind)
    settlement = position.map.settlement(at)
    return sprawling(position, settlement, seat) if settlement <= position.tiles.keys() else []


def sprawling(position: Position, settlement: frozenset[Cell], finisher: int) -> list[Line]:
    """The prizes of a sprawling settlement that a tile of `finisher` completed (RI-SPR-1 to RI-SPR-6, RI-AMB-9)."""
    first, second, third = (
        position.options[f"ireland.sprawling_{place}"] for place in ("first", "second", "third")
    )
    owners = {position.tiles[at][0] for at in settlement}
    if len(owners) == 1:
        return [Line(finisher, first + second + third, "sprawling_settlement", settlement)]
    present = len(owners - {NEUTRAL})
    if NEUTRAL in owners and position.options["ireland.neutral_sprawling"] == "present":
        present += 1
    prizes = {1: [first], 2: [first + third, second]}.get(present, [first, second, third])
    return rules.shares(position, settlement, finisher, prizes, "sprawling_settlement")


def offshore(position: Position, seat: int, at: Cell) -> list[Line]:
    """A point for any tile on a field with +1 (RI-OFF-1, RI-OFF-2)."""
    if at not in position.map.offshore:
        return []
    return [Line(seat, position.options["ireland.offshore"], "offshore", at)]


def towers_beside(position: Position, at: Cell) -> list[str]:
    """The towers that a cell touches, in the order of the map file."""
    return [code for code, place in position.map.towers.items() if place in neighbours(at)]


# Cards


def met(position: Position, seat: int, condition: Any) -> bool:
    """Whether the seat's tiles, as they lie now, meet the condition of a card."""
    chart, mine = position.map, position.tiles_of(seat)
    places = {"tower": chart.towers, "castle": chart.castles}
    kind = condition["type"]
    if kind == "link":
        # Tiles of all types may make up the chain; castles and towers are no part of it (RI-MIS-4, RI-MIS-5).
        chains, left = [], {*mine}
        while left:
            chains.append(flood(min(left), mine.__contains__))
            left -= chains[-1]
        return any(
            len(chain) >= position.options["ireland.link_least"]
            and reached(chain, chart.towers) >= condition.get("towers", 0)
            and reached(chain, chart.castles) >= condition.get("castles", 0)
            for chain in chains
        )
    count: int = condition["count"]
    if kind == "around":
        return any(
            sum(near in mine for near in neighbours(place)) >= count
            for place in places[condition["what"]].values()
        )
    if kind == "control":
        return sum(holder == seat for holder in position.castles.values()) >= count
    if kind == "touch":
        return reached({*mine}, chart.towers) >= count
    if kind == "settlements":
        return sum(bool(settlement & mine.keys()) for settlement in chart.settlements) >= count
    if kind == "influence":
        begun = [settlement & mine.keys() for settlement in chart.settlements]
        return any(sum(symbols(mine[at]) for at in own) >= count for own in begun)
    assert kind == "group", kind
    farms = [at for at, tile in mine.items() if tile == condition["what"]]
    return any(len(farm_group(position, at)) >= count for at in farms)


def reached(cells: set[Cell], places: dict[str, Cell]) -> int:
    """How many of the places have at least one of the cells beside them."""
    return sum(not cells.isdisjoint(neighbours(place)) for place in places.values())


# The end


def finish(position: Position) -> list[Line]:
    """Unfinished settlements and castles (RI-END-2, RI-SPR-7); Scotland's missions are not in the game."""
    return final_lines(position, [[] for _ in range(position.seats)])


def winners(position: Position, scores: list[int]) -> set[int]:
    """Who wins: Blarney among the tied, then Tara among all (RI-END-4 to RI-END-6, RI-AMB-10)."""
    tied = {seat for seat, score in enumerate(scores) if score == max(scores)}
    if len(tied) == 1:
        return tied
    if position.castles.get("KB") in tied:
        return {position.castles["KB"]}
    around = neighbours(position.map.towers["TT"])
    at_tara = {seat: len(position.tiles_of(seat).keys() & {*around}) for seat in range(position.seats)}
    most = max(at_tara.values())
    if most == 0:
        return still_tied(position, tied)
    return {seat for seat, tiles in at_tara.items() if tiles == most}


def ranking(position: Position, scores: list[int]) -> list[set[int]]:
    """The winners first, then the others by points, level ones together."""
    return placed(winners(position, scores), scores)
