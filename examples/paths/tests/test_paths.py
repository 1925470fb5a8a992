"""The kit, the rules as scenes, the tiles, an oracle that walks over points of the plane, and greedy play."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.authoring import Stream, unpack
from tilewright.testing import bots, play_out

RULES = tw.load("paths")
PORTS = [-1 + 3j, 1 + 3j, 3 + 1j, 3 - 1j, 1 - 3j, -1 - 3j, -3 - 1j, -3 + 1j]
"""Where the ports lie around the middle of a tile that is six wide."""


@pytest.mark.parametrize("check", testing.CHECKS)
def test_the_kit_holds(check: str) -> None:
    testing.conforms(RULES, [check], games=1)


def test_every_rule_holds_in_a_scene() -> None:
    testing.pinned(RULES, Path(__file__).parent / "scenes")


def test_tiles_join_the_ports_in_all_105_ways() -> None:
    """WP-TILE-1: there are 7 * 5 * 3 ways, and no tile is another one turned."""
    looks = {frozenset(tile.turned(quarters).roads) for tile in RULES.data.values() for quarters in range(4)}
    assert len(RULES.data) == 35 and len(looks) == 105


class Walk:
    """A game on paper: lines between points, and the points at which each pawn has been."""

    def __init__(self, state: Any) -> None:
        size = range(state.rules.options.size)
        self.open = {6 * complex(x, y) for x in size for y in size}
        self.rim, self.fell, self.lines = {-3, 6 * len(size) - 3}, {}, set()
        self.been = {seat: [point(state, seat)] for seat in range(len(state.seats))}

    def place(self, seat: int, tile: str, quarters: int) -> None:
        [middle] = [middle for middle in self.open if self.been[seat][-1] - middle in PORTS]
        self.open.remove(middle)
        for road in RULES.data[tile].roads:
            one, other = [middle + PORTS[port] * (-1j) ** quarters for port in road]
            self.lines |= {(one, other), (other, one)}
        stood = {walker: been[-1] for walker, been in self.been.items() if walker not in self.fell}
        for walker, start in stood.items():
            been, others = self.been[walker], {*stood.values()} - {start}
            while been[-1] not in others and (more := {b for a, b in self.lines if a == been[-1]} - {*been}):
                been += more
            if been[-1] in others or (been[-1] != start and {been[-1].real, been[-1].imag} & self.rim):
                self.fell[walker] = len(self.open)


def point(state: Any, seat: int) -> complex:
    return 6 * complex(*unpack(state.cells[seat])) + PORTS[state.ports[seat]]


@pytest.mark.parametrize("reckless", [False, True])
@pytest.mark.parametrize("players", range(2, 9))
def test_pawns_go_as_on_paper(players: int, reckless: bool) -> None:
    """WP-PLACE-1, WP-PLACE-2, WP-MOVE-1, WP-OUT-1, WP-OUT-2, WP-END-1, WP-END-2."""
    rules = tw.load("paths", options={"reckless": reckless, "size": 4 + players % 3})
    for seed in range(8):
        state: Any = rules.new(players, seed)
        walk, stream = Walk(state), Stream(seed, "walk")
        assert len({*state.cells}) == players
        assert all({start.real, start.imag} & walk.rim for [start] in walk.been.values())
        while not state.over:
            seat, tried = state.to_act[0], {}
            for tile in [[*RULES.data][piece] for piece in state.hand[seat]]:
                for quarters in range(4):
                    tried[tile, quarters] = deepcopy(walk)
                    tried[tile, quarters].place(seat, tile, quarters)
            safe = [move for move, there in tried.items() if reckless or seat not in there.fell]
            legal = {(action.tile, action.rotation): action for action in state.legal(seat)}
            assert [*legal] == (safe or [*tried])
            move = stream.pick([*legal])
            state.apply(legal[move])
            walk = tried[move]
            assert {seat for seat, turn in enumerate(state.fell) if turn} == {*walk.fell}
            for walker in walk.been.keys() - walk.fell.keys():
                assert point(state, walker) == walk.been[walker][-1]
        fell = [walk.fell.get(seat, -1) for seat in range(players)]
        assert state.standing() == [sum(other > own for other in fell) for own in fell]
        assert len(walk.fell) >= players - 1 or not any(state.hand)


def test_greedy_play_outlives_random_play() -> None:
    greedy, random, won = bots.make("greedy", RULES), bots.make("random", RULES), 0
    for seed in range(40):
        state = RULES.new(4, seed)
        play_out(RULES, state, [greedy if seat == seed % 4 else random for seat in range(4)], seed)
        won += state.winners == (seed % 4,)
    assert won > 15
