"""The longest road, scoring tiles and scrolls of the module Druids on random territories, against the oracle.

tests/oracle/isleofskye_druids.py finds the longest road by looking at all walks. Where roads meet though no side joins
them a toy module says: it knows nothing of Druids, nor Druids of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import networkx as nx
import pytest

import tilewright as tw
from tilewright.core.land.board import Board, spot
from tilewright.core.land.grid import unpack
from tilewright.core.rules.game import Module
from tilewright.core.rules.ruleset import Rules
from tilewright.games.isleofskye.catalogue import Catalogue
from tilewright.games.isleofskye.modules._druids.options import Options
from tilewright.games.isleofskye.modules._druids.road import Roads, longest, longest_road
from tilewright.games.isleofskye.state import HOME
from tilewright.games.isleofskye.territory import Territory
from tilewright.games.isleofskye.tiles import empty_territory

from ....oracle import isleofskye_druids as oracle
from ....oracle.isleofskye_board import laid
from ....toys.paper import plugin


def hollow_mountains(catalogue: Catalogue, board: Board) -> Sequence[tuple[int, ...]]:
    """Toy: all roads that leave their tile at a side of the same mountain meet in it, of whatever tiles they are."""
    found: dict[int, dict[int, None]] = {}
    for key in board:
        face = board.face(key)
        for number, road in enumerate(face.roads):
            for side in road:
                if face.edges[side] == "M":
                    region = board.regions.find(board.area(key, face.area_at[side]))
                    found.setdefault(region, {})[board.road(key, number)] = None
    return [tuple(roads) for roads in found.values() if len(roads) > 1]


TOY = plugin(Module(name="hollow", game="isleofskye", title="Toy"), joined_roads=hollow_mountains)
RULES = tw.load("isleofskye", modules=["druids"])
HOLLOW = tw.load("isleofskye", modules=["druids", TOY])
DEFAULTS = {"region_size": "tiles"}


def grow(rules: Rules, random: Random, most: int) -> Board:
    """A territory of random tiles, Druid tiles and crossings among them, laid where roads meet if possible."""
    catalogue: Catalogue = rules.assembled
    board = empty_territory()
    board.place(HOME, catalogue.castles[random.randrange(5)].face)
    tiles = sorted(
        catalogue.tiles, key=lambda tile: random.random() / (1 + len(tile.face.roads) * 2 + tile.copies)
    )
    crossing = [tile for tile in tiles if any(len(road) > 2 for road in tile.face.roads)]
    chosen = tiles[: random.randint(2, most)] + (crossing[:6] if random.random() < 0.5 else [])
    random.shuffle(chosen)
    for tile in dict.fromkeys(chosen):
        places = board.placements(tile.face)
        if not places:
            continue
        joins = {place: met(board, tile.face.turned(spot(place)[1]), spot(place)[0]) for place in places}
        best = [place for place in places if joins[place] == max(joins.values())]
        key, turn = spot(random.choice(best if random.random() < 0.8 else places))
        catalogue.lay(board, key, tile.face, turn)
    return board


def met(board: Board, face: Any, key: int) -> int:
    """How many roads of the face would meet another at a side."""
    return sum(
        face.road_at[side] >= 0
        and key + offset in board
        and board.face(key + offset).road_at[board.grid.opposite[side]] >= 0
        for side, offset in enumerate(board.grid.offsets)
    )


def groups(board: Board, rules: Rules) -> list[list[oracle.Road]]:
    """What meets though no side joins it, in the oracle's words."""
    names = {
        board.road(key, number): (unpack(key), number)
        for key in board
        for number in range(len(board.face(key).roads))
    }
    return [[names[road] for road in group] for group in rules.assembled.meetings(board)]


def walks(rules: Rules, first: int, count: int, most: int, seen: Counter[str]) -> None:
    """The default rulings: no point twice."""
    for seed in range(first, first + count):
        board = grow(rules, Random(seed), most)
        graph = oracle.roads(oracle.territory(laid(board)), groups(board, rules))
        found = longest_road(Territory(board, rules.assembled), Options())
        assert len(found) == len(set(found)) == oracle.longest_path(graph), seed
        rings = graph.number_of_edges() - graph.number_of_nodes() + nx.number_connected_components(graph)
        seen["rings"] += rings > 0
        seen["long"] += len(found) > 6
        seen["elsewhere"] += HOME not in found
        seen["underground"] += any(isinstance(node, str) for node in graph)


def test_the_longest_road_is_that_of_all_paths() -> None:
    """IS-DSC-3, IS-DSC-10, IS-AMB-26, IS-AMB-28: on fifty territories, with and without meetings."""
    seen: Counter[str] = Counter()
    walks(RULES, 0, 30, 16, seen)
    assert seen["rings"] > 5 and seen["long"] > 10 and seen["elsewhere"] > 2, seen
    walks(HOLLOW, 1000, 20, 7, seen)
    assert seen["underground"] > 10, seen


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
def test_the_longest_road_of_many_more(block: int) -> None:
    """IS-DSC-10."""
    walks(RULES, 100_000 + 1000 * block, 1000, 20, Counter())


RULINGS = [("once", "once"), ("often", "once"), ("once", "often"), ("often", "often")]


@pytest.mark.parametrize(("junctions", "underground"), RULINGS)
def test_the_longest_road_under_every_ruling(junctions: Any, underground: Any) -> None:
    """IS-AMB-26, IS-AMB-28: against all sets of links that can be walked in one go."""
    options = Options(junctions=junctions, underground=underground)
    compared = longer = 0
    for seed in range(30):
        rules = HOLLOW if seed % 2 else RULES
        board = grow(rules, Random(seed), 5)
        graph = oracle.roads(oracle.territory(laid(board)), groups(board, rules))
        if max(graph.subgraph(part).number_of_edges() for part in nx.connected_components(graph)) > 11:
            continue
        home = Territory(board, rules.assembled)
        found = len(longest_road(home, options))
        assert found == oracle.longest_walk(graph, junctions, underground), seed
        compared += 1
        longer += found > len(longest_road(home, Options()))
    assert compared > 18
    assert (longer > 0) == (junctions == "often")  # the other ruling: see the next test


def test_a_walk_through_one_mountain() -> None:
    """IS-AMB-28: roads of four tiles meet in a mountain, and two of them at a side as well.

    Once: in at one end and out by the pair, three tiles. Often: in, out and in again by the pair, and out at the other
    end, four.
    """
    for ruling, tiles in (("once", 3), ("often", 4)):
        roads = Roads()
        for number in range(4):
            roads.add(1 << number, often=False)
        mountain = roads.add(0, often=ruling == "often")
        for number in range(4):
            roads.link(number, mountain)
        roads.link(1, 2)
        assert longest(roads).bit_count() == tiles


def test_a_junction_and_a_crossing() -> None:
    """IS-AMB-26: a ring of four tiles, the first of which is a junction with a way in and a way out besides.

    Passed once: in and around the ring, five tiles. Often: in, around and out, six. Where the junction is instead two
    roads that cross and do not meet, the same six are reached without passing anything twice; their tile counts once.
    """
    for ruling, tiles in (("once", 5), ("often", 6)):
        roads = Roads()
        for number in range(6):
            roads.add(1 << number, often=ruling == "often")
        for a, b in ((0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (0, 5)):
            roads.link(a, b)
        assert longest(roads).bit_count() == tiles
    crossing = Roads()
    for tile in (0, 0, 1, 2, 3, 4, 5):
        crossing.add(1 << tile, often=False)
    for a, b in ((5, 0), (0, 2), (2, 3), (3, 4), (4, 1), (1, 6)):
        crossing.link(a, b)
    assert longest(crossing).bit_count() == 6


def test_scoring_tiles_and_scrolls_are_those_of_the_oracle() -> None:
    """IS-ST-D1, IS-ST-D2, IS-ST-D4, IS-ST-D5, IS-ST-D6, IS-AMB-18, IS-DSC-1, IS-DSC-2, IS-DSC-4 to IS-DSC-9."""
    scorings = {tile.id: tile for tile in RULES.assembled.scorings}
    points: Counter[str] = Counter()
    for seed in range(40):
        random = Random(seed)
        board = grow(RULES, random, 25)
        land, gold = oracle.territory(laid(board)), random.randint(0, 30)
        home = Territory(board, RULES.assembled, gold)
        for name, score in oracle.ALONE.items():
            assert scorings[name].total(home) == score(land, DEFAULTS), (seed, name)
            points[name] += score(land, DEFAULTS) > 0
        for kind, scroll in RULES.assembled.scrolls.items():
            if kind in dict(KINDS):
                worth = oracle.scroll_worth(land, kind, gold, DEFAULTS)
                assert scroll.worth(home) == worth, (seed, kind)
                assert scroll.worth(home, 2) == 2 * worth, (seed, kind)
                points[kind] += worth > 0
    assert all(points[name] > 4 for name in (*oracle.ALONE, *dict(KINDS))), points


KINDS = [(kind, "") for kind in RULES.module_data["druids"].scrolls]
