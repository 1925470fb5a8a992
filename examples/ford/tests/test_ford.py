"""The kit, the rules as scenes, crossings by brute force, and bots that win together more often than chance."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from ford.state import chained, crossed, crossing, exposed

import tilewright as tw
from tilewright import testing
from tilewright.authoring import Stream, pack, unpack
from tilewright.testing import bots, play_out

RULES = tw.load("ford")


@pytest.mark.parametrize("check", testing.CHECKS)
def test_the_kit_holds(check: str) -> None:
    testing.conforms(RULES, [check], games=1)


def test_every_rule_holds_in_a_scene() -> None:
    testing.pinned(RULES, Path(__file__).parent / "scenes")


def test_the_river_on_paper() -> None:
    """FD-FLOW-1, FD-FLOW-2, FD-END-1, FD-END-3: stones and surges as a set of pairs, without a board."""
    for seed in range(12):
        state: Any = RULES.new(1 + seed % 4, seed)
        stream, best = Stream(seed, "walk"), 0
        stones: dict[tuple[int, ...], str] = {}
        while not state.over:
            seat, passed = state.to_act[0], len(state.past)
            move = stream.pick([*state.legal(seat)])
            words = str(move).split()
            cells = [tuple(map(int, word.split(","))) for word in words if "," in word]
            stones[cells[-1]] = words[1] if words[0] == "lay" else stones.pop(cells[0])
            state.apply(move)
            for row in state.past[passed:]:
                x = min((x for x, y in stones if y == row), default=None)
                if x is not None and stones[x, row] == "light":
                    del stones[x, row]
            assert {unpack(key): state.stones.face(key).name for key in state.stones} == stones
            chain = {cell for cell in stones if cell[1] == 0}
            for _ in stones:
                chain |= {
                    (x, y) for x, y in stones if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & chain
                }
            assert {unpack(key) for key in chained(state.stones)} == chain
            best = max([best, *(1 + y for _, y in chain)])
            assert sum(state.scores) == best
        assert bool(state.winners) == crossed(state) == any(y == 4 for _, y in chain)


def test_a_crossing_costs_what_the_best_of_all_ways_costs() -> None:
    """Against every set of cells of a small river: the fewest missing that connect the banks."""
    rules = tw.load("ford", options={"width": 3, "height": 3})
    for seed in range(6):
        state: Any = rules.new(2, seed)
        stream = Stream(seed, "walk")
        for _ in range(3):
            if not state.over:
                state.apply(stream.pick([*state.legal(state.to_act[0])]))
        cells = [pack(x, y) for x in range(3) for y in range(3)]
        risky, costs = exposed(state), []
        for chosen in product([False, True], repeat=9):
            copy, added = state.clone(), 0
            kept = {key for key, one in zip(cells, chosen, strict=True) if one}
            for key in [key for key in copy.stones if key not in kept]:
                copy.stones.remove(key)
            for key in kept - {*copy.stones}:
                copy.stones.place(key, rules.data[1])
                added += 1
            if crossed(copy):
                costs.append((added, len(risky & kept)))
        assert crossing(state) == min(costs)


def test_all_win_and_lose_together_and_greedy_players_more_often_than_chance() -> None:
    greedy, random, won = bots.make("greedy", RULES), bots.make("random", RULES), [0, 0]
    for seed in range(24):
        for n, bot in enumerate((greedy, random)):
            state = RULES.new(1 + seed % 4, seed)
            play_out(RULES, state, [bot] * len(state.seats), seed)
            assert state.winners in ((), tuple(range(len(state.seats))))
            won[n] += bool(state.winners)
    assert won[0] >= 6 and won[1] <= 2, won
