"""Isle of Skye's tiles as the oracle reads them: what the data files draw, spot by spot, with PyYAML alone.

Shares no code with the engine. A tile is three by three spots; networkx finds which of them hang together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import networkx as nx
import yaml

Cell: TypeAlias = tuple[int, int]
Spot: TypeAlias = tuple[int, int]
"""Columns from the west and rows from the south: in a tile 0 to 2 of each, in a territory three to a cell."""

DATA = Path(__file__).resolve().parents[2] / "data" / "isleofskye"
CENTRE: Spot = (1, 1)
SIDES: dict[str, Spot] = {"n": (1, 2), "e": (2, 1), "s": (1, 0), "w": (0, 1)}
"""Where the sides of a tile are."""
BEYOND: dict[str, tuple[Cell, str]] = {
    "n": ((0, 1), "s"),
    "e": ((1, 0), "w"),
    "s": ((0, -1), "n"),
    "w": ((-1, 0), "e"),
}
"""For each side the way to the cell beyond it, and the side there."""
MARKS = ("sheep", "cattle", "farm", "broch", "lighthouse", "ship", "barrel", "castle")


def facts(name: str) -> Any:
    """What a file of the game's data says; numbers as text."""
    return yaml.load((DATA / f"{name}.yaml").read_text("utf-8"), yaml.CBaseLoader)


def quarter(spot: Spot) -> Spot:
    """Where a spot of a tile comes to lie by a quarter clockwise."""
    right, up = spot
    return up, 2 - right


@dataclass(frozen=True)
class Tile:
    """What a tile shows as it lies."""

    letters: Mapping[Spot, str]
    """The terrain on each spot; corners that say nothing are left out."""
    roads: tuple[frozenset[Spot], ...]
    """For each road the sides at which it leaves."""
    marks: tuple[tuple[str, int, Spot], ...]
    """What, how many, and on which spot."""
    scrolls: tuple[tuple[str, Spot], ...]
    """The kind, and on which spot."""

    def turned(self, quarters: int) -> Tile:
        """The tile turned clockwise."""
        if not quarters:
            return self
        return Tile(
            {quarter(spot): letter for spot, letter in self.letters.items()},
            tuple(frozenset(quarter(side) for side in road) for road in self.roads),
            tuple((kind, number, quarter(spot)) for kind, number, spot in self.marks),
            tuple((kind, quarter(spot)) for kind, spot in self.scrolls),
        ).turned(quarters - 1)

    @cached_property
    def areas(self) -> list[set[Spot]]:
        """The pieces of land on the tile: equal letters side by side."""
        return [set(area) for area in nx.connected_components(joined(self.letters))]

    def count(self, *kinds: str) -> int:
        """How many marks of these kinds it shows."""
        return sum(number for kind, number, _ in self.marks if kind in kinds)


def joined(letters: Mapping[Spot, str]) -> nx.Graph:
    """Equal letters side by side are joined."""
    land = nx.Graph()
    land.add_nodes_from(letters)
    for (right, up), letter in letters.items():
        for other in ((right + 1, up), (right, up + 1)):
            if letters.get(other) == letter:
                land.add_edge((right, up), other)
    return land


def read_tile(record: Mapping[str, Any]) -> Tile:
    """The tile that a record of the data draws."""
    rows = record["face"].split()
    drawn = {
        (right, 2 - down): letter
        for down, row in enumerate(rows)
        for right, letter in enumerate(row)
        if letter != "."
    }
    corners = {(0, 0), (0, 2), (2, 0), (2, 2)}
    blank = [area for area in nx.connected_components(joined(drawn)) if area <= corners]
    letters = {spot: letter for spot, letter in drawn.items() if not any(spot in area for area in blank)}
    areas = list(nx.connected_components(joined(letters)))

    def spot_of(word: str) -> Spot:
        if word in SIDES:
            return SIDES[word]
        [area] = [area for area in areas if letters[next(iter(area))] == word]
        return CENTRE if CENTRE in area else min(area & set(SIDES.values()))

    marks, scrolls = [], []
    for text in record.get("has", ()):
        words = text.split()
        number = int(words.pop(0)) if words[0].isdecimal() else 1
        if words[0] == "scroll":
            scrolls.append((words[1], spot_of(words[2])))
        else:
            assert words[0] in MARKS
            marks.append((words[0], number, spot_of(words[1])))
    roads = [frozenset(SIDES[side] for side in road) for road in record.get("road", ())]
    return Tile(letters, tuple(roads), tuple(marks), tuple(scrolls))


CASTLES: tuple[tuple[str, Tile], ...] = tuple(
    (record["id"], read_tile(record)) for record in facts("castles")
)


@lru_cache(maxsize=64)
def box(disputed: str = "printed", disputed_tiles: str = "") -> dict[str, tuple[Tile, ...]]:
    """The landscape tiles by id, each in its four rotations, in the chosen reading (IS-AMB-25); castles as well."""
    found = {}
    for record in facts("landscape"):
        other = (disputed == "alternative") != (record["id"] in disputed_tiles.replace(",", " ").split())
        tile = read_tile(record.get("alternative", record) if other else record)
        found[record["id"]] = tuple(tile.turned(quarters) for quarters in range(4))
    for name, tile in CASTLES:
        found[name] = tuple(tile.turned(quarters) for quarters in range(4))
    return found
