"""Tunnel tiles: what scenes cannot say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.cli.author.game_list import listing
from tilewright.core.land.grid import unpack
from tilewright.games.isleofskye.income import income
from tilewright.games.isleofskye.modules.tunnel import NAME, Tunnel
from tilewright.games.isleofskye.state import conserved
from tilewright.games.isleofskye.territory import territory

from ....oracle.isleofskye import Territory
from ....oracle.isleofskye_board import laid
from ....oracle.isleofskye_tunnel import Underground

READINGS: list[dict[str, Any]] = [
    {},
    {"tunnel.vp_barrels": "no_gold", "rotation": "none"},
    {"tunnel.vp_barrels": "no_barrel", "tunnel.barrel_points": 4},
]


def test_tiles_are_mixed_and_nothing_else_changes() -> None:
    """IS-TUN-1: 12 tiles in the bag, the others in their old order; IS-TUN-5: one step more, one reason for points."""
    plain, more = tw.load("isleofskye"), tw.load("isleofskye", modules=[NAME])
    one: Any = plain.new(3, seed=9)
    other: Any = more.new(3, seed=9)
    ids = [f"T{n:02}" for n in range(1, 13)]
    assert more.pieces["tile"] == (*plain.pieces["tile"], *ids)
    assert conserved(other) == conserved(one) + Counter(("tile", id) for id in ids)

    def in_both(state: Any) -> list[int]:
        """Tiles of the box that are in both bags, in the order of the pile."""
        return [tile for tile in state.bag if tile in one.bag and tile in other.bag]

    assert in_both(one) == in_both(other) and len(in_both(one)) > 50
    assert (one.scoring, one.start, one.gold) == (other.scoring, other.start, other.gold)
    steps = [node.name for node in more.nodes if node.name]
    assert [name for name in steps if name != "barrel_points"] == [n.name for n in plain.nodes if n.name]
    assert steps.index("barrel_points") + 1 == steps.index("income")
    assert {reason.key for reason in more.reasons} - {reason.key for reason in plain.reasons} == {
        "barrel_points"
    }


def whole_game(seed: int, options: dict[str, Any], seen: Counter[str]) -> None:
    """A random game; points and gold at the start of each round are those of the graph."""
    rules = tw.load("isleofskye", modules=[NAME], options=options)
    reading, worth = rules.module_options[NAME].vp_barrels, rules.module_options[NAME].barrel_points
    state: Any = rules.new(2 + seed % 4, seed=seed)
    stream = Stream(seed, "tunnel")
    while not state.over:
        now, lines = state.round, len(state.ledger)
        actions = state.legal(state.to_act[0])
        builds = [action for action in actions if str(action).startswith("build T")]
        state.apply(stream.pick(builds or actions))
        if state.round == now or state.over:
            continue
        gained: dict[int, set[str]] = {seat: set() for seat in range(len(state.seats))}
        for line in state.score_lines()[lines:]:
            if line.reason == "barrel_points":
                assert line.amount == worth and line.rule == "IS-TUN-4"
                gained[line.seat].add(line.source)
        for seat, board in enumerate(state.territories):
            land = Underground(laid(board))
            assert gained[seat] == {f"{x},{y}" for x, y in land.scoring()}
            assert {unpack(key) for key in territory(state, seat).connected()} == land.connected
            tiles = [cell for cell in land.connected if land.at(cell).count("barrel")]
            pays = [cell for cell in tiles if reading == "gold_too" or cell not in land.scoring()]
            assert income(state, seat)["barrel_income"] == len(pays)
            seen["points"] += len(gained[seat])
            seen["underground"] += land.connected > Territory(land.laid, land.tiles).connected


@pytest.mark.parametrize("options", READINGS, ids=lambda options: ",".join(options) or "default")
def test_random_games(options: dict[str, Any]) -> None:
    """IS-TUN-2, IS-TUN-4, IS-TUN-7, IS-AMB-11 in whole games: who is connected, points and gold of barrels."""
    seen: Counter[str] = Counter()
    for seed in range(16):
        whole_game(seed, options, seen)
    assert seen["points"] > 1 and seen["underground"] > 5, seen


def test_entrances_of_every_tile() -> None:
    """The twelve tiles: each has an entrance or several, whose road leaves the tile and whose area is a mountain."""
    tiles = [
        tile for tile in tw.load("isleofskye", modules=[NAME]).assembled.tiles if isinstance(tile, Tunnel)
    ]
    assert len(tiles) == 12 and [tile.id for tile in tiles if tile.points] == ["T05", "T07", "T09", "T12"]
    for tile in tiles:
        assert tile.entrances and tile.copies == 1 and tile.pays
        assert all(tile.face.roads[road] for road, _ in tile.entrances)
        assert {tile.face.areas[area].terrain for _, area in tile.entrances} == {"M"}


def test_it_is_said_that_the_tiles_are_reconstructed() -> None:
    """`tilewright games` and the drawings say so."""
    [game], broken = listing(["isleofskye"])
    [module] = [module for module in game["modules"] if module["name"] == NAME]
    said = "Terrain, roads, entrances and marks of all 12 tunnel tiles are reconstructed."
    assert module["provenance"] == [said] and not broken
    assert {"joined_roads", "insert_steps", "landscape_tiles", "territory_lines"} <= set(module["hooks"])
    assert said in tw.load("isleofskye", modules=[NAME]).provenance()
