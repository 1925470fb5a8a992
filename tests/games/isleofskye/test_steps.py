"""What a tile changes is counted as if the whole territory were counted anew, also for two tiles in a row.

Rates in numbers are those with lines, whatever the weights.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.land.board import placement, spot
from tilewright.core.land.grid import SQUARE4
from tilewright.games.isleofskye.appraise import choices, worths
from tilewright.games.isleofskye.appraise.territory_outlook import Outlooks, layout, look
from tilewright.games.isleofskye.counted_territory import sketches
from tilewright.games.isleofskye.modules.tunnel import territory_lines
from tilewright.games.isleofskye.placement_steps import Step
from tilewright.games.isleofskye.state import HOME, IsleOfSkyeState
from tilewright.games.isleofskye.tiles import empty_territory

from ..playing import game

ALL = ["bonus", "druids", "outskirts", "tunnel"]
SETTINGS: list[tuple[list[str], dict[str, Any]]] = [
    ([], {}),
    ([], {"region_size": "areas", "long_lines": "lines", "castle_on_road": False}),
    (ALL, {}),
    (ALL, {"outskirts.counted": "symbols", "scroll_rounding": "double_first"}),
]
NAMES = ["base", "other readings", "all modules", "other readings of modules"]


def played(rules: Any, seed: int, rounds: int) -> IsleOfSkyeState:
    """A position after some rounds of random moves."""
    return next(state for state in game(rules, 2, seed) if state.round == rounds)  # type: ignore[no-any-return]


@pytest.mark.parametrize("modules, options", SETTINGS, ids=NAMES)
def test_steps_count_what_a_look_finds(modules: list[str], options: dict[str, Any]) -> None:
    """Every scoring tile in turn; each step's outlook, and that of a second step, is the full look at the board."""
    rules = tw.load("isleofskye", modules=modules, options=options)
    known, compared = rules.assembled, 0
    state = played(rules, 1, 4)
    count = len(known.scorings)
    for start in range(0, count, 4):
        state.scoring = [(start + n) % count for n in range(4)]
        outlooks = Outlooks(state)
        scorings = outlooks.memo.scorings
        for board in state.territories:
            seen = outlooks.seen(board)
            for tile in range(start % 5, len(known.tiles), 29):
                other = (tile * 7 + 3) % len(known.tiles)
                for place in board.placements(known.tiles[tile].face)[::4]:
                    laid, key = outlooks.laid(board, seen.key, tile, place)
                    full = look(laid, known, scorings)
                    assert outlooks.following(seen, tile, place)[:6] == full[:6]
                    after = outlooks.next(seen, tile, place)
                    assert (after.key, outlooks.read(after.number)[:6]) == (key, full[:6])
                    for then in laid.placements(known.tiles[other].face)[::9]:
                        both = look(outlooks.laid(laid, key, other, then)[0], known, scorings)
                        assert outlooks.following(after, other, then)[:6] == both[:6]
                        compared += 1
    assert compared > 100


def test_a_step_knows_whether_tiles_are_turned() -> None:
    """IS-OUT-4, IS-OUT-10: beside an outskirt or with one, as a look at the board after it says, and the next step."""
    rules = tw.load("isleofskye", modules=SETTINGS[2][0])
    known, told = rules.assembled, Counter[bool]()
    for seed in range(4):
        state = played(rules, seed, 5)
        outlooks = Outlooks(state)
        for board in state.territories:
            seen = outlooks.seen(board)
            for tile, kind in enumerate(known.tiles):
                for place in board.placements(kind.face)[:: 1 if kind.back else 9]:
                    cell, rotation = spot(place)
                    laid, key = outlooks.laid(board, seen.key, tile, place)
                    turned = (cell, kind.face.name, rotation) not in key or not seen.key < key
                    step = Step(seen.ground, tile, cell, kind.face.turned(rotation))
                    assert step.turns() == turned
                    told[turned] += 1
                    if kind.back and told[turned] < 60:
                        full = look(laid, known, outlooks.memo.scorings)
                        after = outlooks.next(seen, tile, place)
                        assert (after.key, outlooks.read(after.number)[:6]) == (key, full[:6])
                        for then in laid.placements(kind.face)[::9]:
                            beside, second = outlooks.laid(laid, key, tile, then)
                            assert (outlooks.next(after, tile, then).key == second) and (
                                outlooks.following(after, tile, then)[:6]
                                == look(beside, known, outlooks.memo.scorings)[:6]
                            )
    assert told[True] > 20 and told[False] > 200


def test_promises_are_the_lines_of_territories() -> None:
    """Under the default weights; see `Promise.instead`."""
    rules = tw.load("isleofskye", modules=["tunnel"])
    (promise,) = rules.assembled.promises
    assert promise.instead is territory_lines and not rules.assembled.promised
    states, some = [played(rules, seed, 5) for seed in range(6)], 0
    for state, board in [(one, board) for one in states for board in one.territories]:
        counts = Outlooks(state).of(board, layout(board)).counts
        [(label, *points)] = territory_lines(sketches(board, rules.assembled)[0])
        assert (promise.label, *promise.worth(rules.weights.modules["tunnel"], counts)) == (label, *points)
        some += sum(counts)
    assert some


@pytest.mark.parametrize("modules", [[], ALL], ids=["base", "all modules"])
def test_numbers_are_those_with_lines(modules: list[str]) -> None:
    """Worths and totals under random weights, in one decision of three of a game."""
    rules = tw.load("isleofskye", modules=modules)
    stream = Stream(5, "weights")
    values = {
        one.name: one.low + (one.high - one.low) * stream.below(1001) / 1000
        for one in rules.weights.declared()
    }
    weights = rules.weights.changed(values)
    state, plain = cast(IsleOfSkyeState, rules.new(2, seed=5)), 0
    while not state.over:
        seat = state.to_act[0]
        legal = state.legal(seat)
        for view in (state.view(seat), state.view(seat).weighed(weights)) if stream.below(3) == 0 else ():
            assert list(worths(view, legal)) == [choice.worth for choice in choices(view)]
            views = [view.like(state, one) for one in range(2)]
            assert rules.totals(views) == pytest.approx(
                [sum(points for _, points in rules.appraise(views[one], one)) for one in range(2)]
            )
            plain += list(rules.worths(state.view(seat), legal)) != list(rules.worths(view, legal))
        state.apply(stream.pick(legal))
    assert plain > 6


def test_features_say_what_lies_there() -> None:
    """IS-SETUP: at the beginning each territory is a castle, with its three regions open and no gold."""
    rules = tw.load("isleofskye")
    state = played(rules, 3, 3)
    found = rules.features(state.view(0))
    for seat, board in enumerate(state.territories):
        assert found["tiles"][seat] == len(board)
        closed = sum(region.open_edges == 0 for region in board.regions.partition())
        assert found["closed"][seat] == closed
        assert found["gold"][seat] == state.gold[seat]
    assert {len(numbers) for numbers in found.values()} == {2}


def test_a_tile_joins_roads_in_a_mountain_range_that_its_own_does_not_meet() -> None:
    """IS-TUN-2: L04 joins the mountains of T07 and T12, so the road of T12 leads to the castle from then on."""
    rules = tw.load("isleofskye", modules=["tunnel"])
    state, known = cast(IsleOfSkyeState, rules.new(2, seed=1)), rules.assembled
    ids = [tile.id for tile in known.tiles]
    board = empty_territory()
    castle = next(one for one in known.castles if one.id == "C_yellow")
    board.place(HOME, castle.face)
    for name, cell, rotation in (("L25", "0,-1", 0), ("T07", "0,-2", 3), ("T12", "1,-1", 0)):
        known.lay(board, SQUARE4.read(cell), known.tiles[ids.index(name)].face, rotation)
    outlooks = Outlooks(state)
    seen, place = outlooks.seen(board), placement(SQUARE4.read("1,-2"), 2)
    after = outlooks.following(seen, ids.index("L04"), place)
    full = look(outlooks.laid(board, seen.key, ids.index("L04"), place)[0], known, outlooks.memo.scorings)
    assert after[:6] == full[:6] and after.barrels > outlooks.read(seen.number).barrels
