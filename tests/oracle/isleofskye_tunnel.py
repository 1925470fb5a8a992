"""Tunnel tiles a second time: road networks as a graph in which a mountain range is a node of its own.

Written from the rulebook and the drawings, on top of the oracle's territories; the graph is made from scratch for each
territory, so nothing needs to be known of the order in which tiles were laid.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TypeAlias

import networkx as nx

from .isleofskye import Territory
from .isleofskye_tiles import CENTRE, SIDES, Cell, Spot, Tile, box, facts, quarter, read_tile

Entrances: TypeAlias = tuple[tuple[Spot, Spot], ...]
"""For each entrance a side at which its road leaves the tile, and a spot of the mountain that it enters."""
Road: TypeAlias = tuple[Cell, int]
"""Which road of the tile on a cell."""


def _mountain(tile: Tile, word: str) -> Spot:
    """A spot of the mountain that the word names: a side, or M for the only one."""
    if word in SIDES:
        return SIDES[word]
    [area] = [area for area in tile.areas if tile.letters[next(iter(area))] == word]
    return CENTRE if CENTRE in area else min(area)


@lru_cache
def tiles() -> tuple[dict[str, tuple[Tile, ...]], dict[str, tuple[Entrances, ...]], frozenset[str]]:
    """All tiles in four rotations, entrances likewise by id of a tunnel tile, and the tiles with the symbol."""
    found, entrances, symbols = dict(box()), {}, set()
    for record in facts("modules/tunnel/tunnels"):
        symbol = [text for text in record.get("has", ()) if text.startswith("points ")]
        has = [text for text in record.get("has", ()) if text not in symbol]
        tile = read_tile({**record, "has": has})
        pairs: list[Entrances] = [
            tuple(
                (SIDES[side], _mountain(tile, word))
                for side, word in (text.split() for text in record["entrances"])
            )
        ]
        for _ in range(3):
            pairs.append(tuple((quarter(side), quarter(spot)) for side, spot in pairs[-1]))
        found[record["id"]] = tuple(tile.turned(quarters) for quarters in range(4))
        entrances[record["id"]] = tuple(pairs)
        if symbol:
            symbols.add(record["id"])
    return found, entrances, frozenset(symbols)


class Underground(Territory):
    """A territory whose roads go on through mountains."""

    def __init__(self, laid: Mapping[Cell, tuple[str, int]]) -> None:
        super().__init__(laid, tiles()[0])

    @cached_property
    def entrances(self) -> list[tuple[Road, int]]:
        """Every entrance: its road, and the number of the region that it enters."""
        found = []
        for (x, y), (name, quarters) in self.laid.items():
            for side, spot in tiles()[1].get(name, [()] * 4)[quarters]:
                [road] = [n for n, road in enumerate(self.at((x, y)).roads) if side in road]
                found.append((((x, y), road), self.region_of[3 * x + spot[0], 3 * y + spot[1]]))
        return found

    @cached_property
    def ranges(self) -> list[frozenset[Road]]:
        """For each range with entrances the roads that enter it (IS-TUN-2)."""
        found: dict[int, set[Road]] = {}
        for road, number in self.entrances:
            found.setdefault(number, set()).add(road)
        return [frozenset(roads) for roads in found.values()]

    @cached_property
    def networks(self) -> list[frozenset[Road]]:
        """Roads that lead into each other, over land or through a range."""
        graph = self.roads()
        for entering, region in self.entrances:
            assert self.regions[region].terrain == "M"
            graph.add_edge(entering, f"range {region}")
        return [
            frozenset(node for node in network if not isinstance(node, str))
            for network in nx.connected_components(graph)
        ]

    def scoring(self) -> set[Cell]:
        """The connected cells with the symbol (IS-TUN-4)."""
        return {cell for cell in self.connected if self.laid[cell][0] in tiles()[2]}
