"""Road networks with tunnels on random territories, against a graph in which every mountain range is a node.

IS-TUN-2, IS-TUN-3, IS-TUN-6, IS-TUN-7: tests/oracle/isleofskye_tunnel.py makes the graph anew from the drawings; the
game links roads tile by tile.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import tilewright as tw
from tilewright.core.land.board import Board, spot
from tilewright.core.land.grid import SQUARE4, unpack
from tilewright.games.isleofskye.catalogue import Catalogue
from tilewright.games.isleofskye.modules.tunnel import Tunnel, joined_roads, point_barrels
from tilewright.games.isleofskye.state import HOME
from tilewright.games.isleofskye.territory import Territory
from tilewright.games.isleofskye.tiles import empty_territory

from ....oracle.isleofskye import Territory as Surface
from ....oracle.isleofskye_board import laid
from ....oracle.isleofskye_tunnel import Road, Underground

RULES = tw.load("isleofskye", modules=["tunnel"])
CATALOGUE: Catalogue = RULES.assembled
TUNNELS = [tile for tile in CATALOGUE.tiles if isinstance(tile, Tunnel)]
OTHERS = [tile for tile in CATALOGUE.tiles if not isinstance(tile, Tunnel)]


def named(board: Board) -> dict[int, Road]:
    """Every road of the board in the oracle's words: its cell, and which road of the drawing it is."""
    return {
        board.road(key, number): (unpack(key), number)
        for key in board
        for number in range(len(board.face(key).roads))
    }


def partition(board: Board) -> set[frozenset[Road]]:
    """The networks of the board."""
    names = named(board)
    found: dict[int, set[Road]] = {}
    for road, name in names.items():
        found.setdefault(board.roads.find(road), set()).add(name)
    return {frozenset(network) for network in found.values()}


def grow(random: Random, seen: Counter[str]) -> Board:
    """A territory of random tiles, most of them with entrances, laid at mountains rather than elsewhere."""
    board = empty_territory()
    board.place(HOME, CATALOGUE.castles[random.randrange(5)].face)
    tiles = [*random.sample(TUNNELS, random.randint(3, 12)), *random.sample(OTHERS, random.randint(0, 16))]
    random.shuffle(tiles)
    for tile in tiles:
        places = board.placements(tile.face)
        ranged = [place for place in places if "M" in board.wanted(spot(place)[0])]
        if places:
            key, turn = spot(random.choice(ranged if ranged and random.random() < 0.7 else places))
            entered = mountains(board)
            before = {board.regions.find(area) for area in entered}
            CATALOGUE.lay(board, key, tile.face, turn)
            seen["merged ranges"] += len({board.regions.find(area) for area in entered}) < len(before)
    return board


def mountains(board: Board) -> list[int]:
    """The areas that somebody enters."""
    return [
        board.area(key, area)
        for key in board
        for tile in [CATALOGUE.by_face[board.face(key).name]]
        if isinstance(tile, Tunnel)
        for _, area in tile.entrances
    ]


def compare(board: Board, seen: Counter[str]) -> None:
    """Networks, what meets in ranges, and all that asks for roads are the same."""
    oracle = Underground(laid(board))
    names = named(board)
    assert partition(board) == set(oracle.networks)
    groups = joined_roads(CATALOGUE, board)
    assert all(len(set(group)) == len(group) for group in groups)
    joined = [roads for roads in oracle.ranges if len(roads) > 1]
    assert sorted(sorted(names[road] for road in group) for group in groups) == sorted(map(sorted, joined))
    home = Territory(board, CATALOGUE)
    assert {unpack(key) for key in home.connected()} == oracle.connected
    assert {unpack(key) for key in point_barrels(home)} == oracle.scoring()
    above = Surface(oracle.laid, oracle.tiles)
    assert oracle.connected >= above.connected
    seen["boards"] += 1
    seen["joined"] += bool(joined)
    seen["three roads"] += any(len(roads) > 2 for roads in joined)
    seen["farther"] += oracle.connected > above.connected
    seen["points"] += bool(oracle.scoring())
    seen["passed by"] += bypassed(oracle)
    again = Board.from_dict(board.to_dict(), SQUARE4, CATALOGUE.faces)
    assert again == board


def bypassed(oracle: Underground) -> bool:
    """Whether a road runs over a range with entrances and is in no network with them (IS-TUN-3)."""
    inside = {road: network for network in oracle.networks for road in network}
    entered = {number: road for road, number in oracle.entrances}
    for cell in oracle.laid:
        for number, road in enumerate(oracle.at(cell).roads):
            for right, up in road:
                region = oracle.region_of[3 * cell[0] + right, 3 * cell[1] + up]
                other: Road | None = entered.get(region)
                if other is not None and inside[cell, number] != inside[other]:
                    return True
    return False


def boards(first: int, count: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in range(first, first + count):
        compare(grow(Random(seed), seen), seen)
    return seen


def test_networks_are_those_of_the_graph() -> None:
    """Eighty territories, in which all that matters occurs."""
    seen = boards(0, 80)
    assert seen["boards"] == 80
    for what, least in {
        "joined": 40, "three roads": 12, "farther": 12, "points": 12, "passed by": 4, "merged ranges": 1,
    }.items():  # fmt: skip
        assert seen[what] >= least, seen


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
def test_networks_of_many_more(block: int) -> None:
    assert boards(100_000 + 2000 * block, 2000)["boards"] == 2000


def test_the_graph_knows_what_a_tile_shows() -> None:
    """The oracle reads entrances by itself: those of T02 lead into two mountains (IS-TUN-3), those of T04 into one."""
    apart = Underground({(0, 0): ("C_blue", 0), (0, 1): ("T02", 0)})
    assert apart.ranges == [frozenset({((0, 1), 0)}), frozenset({((0, 1), 1)})]
    assert len(apart.networks) == 2
    together = Underground({(0, 0): ("C_blue", 0), (-1, 0): ("T04", 0)})
    assert together.ranges == [frozenset({((-1, 0), 0), ((-1, 0), 1)})]
    assert len(together.networks) == 1
