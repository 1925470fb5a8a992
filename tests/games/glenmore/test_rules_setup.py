"""One test for each rule of Glen More, by its id; values worked out by hand from the rulebook. Box and set-up."""

from __future__ import annotations

from collections import Counter

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.events import Log
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore import BOX, CARDS, TILES
from ...oracle.glenmore_scene import (
    ANNA,
    BRUNO,
    CLARA,
    NAMES,
    Hand,
    cards,
    circuit_of,
    cubes,
    finished,
    fresh,
    legal,
    members,
    play,
    rows,
    scene,
    turn,
)

SEATS = [2, 3, 4, 5]
COUNTS = {2: (8, 2, True), 3: (8, 1, True), 4: (8, 1, False), 5: (8, 0, False)}
"""By number of players: tiles of stack 0, tiles of stack 1, whether the die plays."""


def tiles_of(state: GlenMoreState) -> list[str]:
    """The tiles on the circuit, from the rear to the head."""
    return [item for item in circuit_of(state) if item in TILES]


# Components


def test_players() -> None:
    """GM-COMP-1: two to five."""
    for seats in SEATS:
        assert len(fresh(seats).seats) == seats
    for wrong in (1, 6):
        with pytest.raises(UsageError):
            tw.load("glenmore").new(wrong)


@pytest.mark.parametrize("seats", SEATS)
def test_all_tiles_are_there(seats: int) -> None:
    """GM-COMP-2, GM-COMP-8: stacks of 8, 23, 19 and 17, less what lies on the circuit."""
    state = fresh(seats)
    laid = Counter(TILES[tile]["stack"] for tile in tiles_of(state))
    assert [len(stack) + laid[n] for n, stack in enumerate(state.stacks())] == [8, 23, 19, 17]


def test_special_places() -> None:
    """GM-COMP-3: seven castles, five lochs and an abbey, each with a card of its own."""
    kinds = Counter(tile["kind"] for tile in TILES.values() if "card" in tile)
    assert kinds == {"castle": 7, "loch": 5, "abbey": 1}
    assert {tile["card"] for tile in TILES.values() if "card" in tile} == set(CARDS)


def test_pieces() -> None:
    """GM-COMP-4, GM-COMP-5, GM-COMP-7: five resources; whisky is none."""
    assert set(RESOURCES) == {"wood", "stone", "grain", "cattle", "sheep"}
    counts = {name: piece["count"] for name, piece in BOX["pieces"].items()}
    assert [counts[kind] for kind in ("wood", "stone", "grain", "cattle", "sheep")] == [10, 10, 8, 8, 8]
    assert (counts["barrels"], counts["members"], counts["pawns"], counts["coins"]) == (16, 25, 5, 33)
    assert BOX["die"]["values"] == [1, 1, 1, 2, 2, 3]


def test_pieces_are_no_limit() -> None:
    """GM-COMP-6: a ninth grain is made although the box has eight, and a 17th barrel."""
    grain = {f"{n},5": "s1_grain" for n in range(3)}
    full = {at: "grain grain grain" for at in grain}
    anna = Hand({"1,0": "s0_grain_road"}, members="0,0 1,0", barrels=8)
    state = scene(anna, Hand(grain, full, barrels=8), ahead="s1_grain_road s1_distillery_road")
    turn(state, "take 1; place 2,0; activate 2,0; activate 1,0")
    assert cubes(state) == {"1,0": "grain", "2,0": "grain"}
    play(state, "take 1; buy stone; place -1,0")
    assert state.barrels == [9, 8, 0, 0]


def test_whisky_is_no_resource() -> None:
    """GM-COMP-7, GM-WARE-10: barrels are neither sold nor taken by a grocer."""
    anna = Hand({"1,0": "s0_forest_road", "0,1": "s3_bridge_river"}, barrels=5, coins=9)
    state = scene(anna, ahead="s3_grocer", warehouse=" ".join(f"{kind} 3" for kind in RESOURCES))
    assert not legal(state, "sell", "take 1")


# Set-up


def test_stacks_lie_shuffled() -> None:
    """GM-SETUP-1: face down, in an order that differs from match to match."""
    for number in range(1, 4):
        stacks = [tuple(fresh(5, seed).stacks()[number]) for seed in range(6)]
        assert len(set(stacks)) == 6
        assert len({tuple(sorted(stack)) for stack in stacks}) == 1
    assert len({tuple(tiles_of(fresh(5, seed))) for seed in range(6)}) == 6
    view = fresh(4).view(ANNA)
    assert view.stack1 is None and view.stack3 is None


@pytest.mark.parametrize("seats", SEATS)
def test_what_players_begin_with(seats: int) -> None:
    """GM-SETUP-2, GM-SETUP-3: a start village with a member, six coins; cards and all else lie in the supply."""
    state = fresh(seats)
    for seat in range(seats):
        assert state.displays[seat] == {0: state.printed.start}
        assert members(state, seat) == {"0,0": 1}
        assert cubes(state, seat) == {} and cards(state, seat) == set()
    assert state.coins == [6] * seats
    assert state.barrels == state.chieftains == state.scores == [0] * seats


def test_coins_are_seen_by_all() -> None:
    """GM-SETUP-4."""
    state = scene(Hand(coins=4), Hand(coins=7))
    assert state.view(CLARA).coins == state.view(None).coins == [4, 7, 6, 6]


@pytest.mark.parametrize("seats", SEATS)
def test_the_circuit_at_the_start(seats: int) -> None:
    """GM-SETUP-5, GM-SETUP-8 to GM-SETUP-11: figures, die and tiles on 13 of 14 spaces; GM-SETUP-9, GM-SETUP-10."""
    zero, one, die = COUNTS[seats]
    for seed in range(5):
        state = fresh(seats, seed)
        circuit = circuit_of(state)
        assert len(circuit) == 13 == seats + zero + one + die
        assert Counter(TILES[tile]["stack"] for tile in tiles_of(state)) == Counter({0: zero, 1: one})
        assert circuit.count("die") == die
        assert len(state.stack0) == 0 and len(state.stack1) == 23 - one


@pytest.mark.parametrize("seats", SEATS)
def test_figures_stand_one_behind_the_other(seats: int) -> None:
    """GM-SETUP-6, GM-SETUP-7, GM-DIE-2: the start player at the rear, the others in order, then the die."""
    beginners = set()
    for seed in range(30):
        log = Log()
        state = fresh(seats, seed, log)
        (first,) = state.to_act
        beginners.add(first)
        order = [NAMES[(first + n) % seats] for n in range(seats)]
        assert circuit_of(state)[:seats] == order
        if seats < 4:
            assert circuit_of(state)[seats] == "die"
        assert [o.value for o in log.outcomes if o.source == "start"] == order[:1]
    assert beginners == set(range(seats))


def test_tiles_are_laid_towards_the_head() -> None:
    """GM-SETUP-8, GM-SETUP-14, GM-DIE-3, GM-EV-11: those of stack 1 come last, two with two players, one with three."""
    for seats, (zero, one, die) in COUNTS.items():
        state = fresh(seats, seed=3)
        stacks = [TILES[tile]["stack"] for tile in circuit_of(state)[seats + die :]]
        assert stacks == [0] * zero + [1] * one


def test_a_gap_stays_for_the_whole_game() -> None:
    """GM-SETUP-9, GM-SETUP-11: 13 of 14 spaces are occupied before every turn."""
    state = fresh(4, seed=5)
    while not state.over:
        if state.step and state.step.name == "take":
            assert len(state.chain) == 13 == state.printed.spaces - 1
        (seat,) = state.to_act
        state.apply(state.legal(seat)[0])
    assert finished(state).scorings == 3


def test_the_warehouse_at_the_start() -> None:
    """GM-SETUP-12, GM-DIE-1: empty with four and five, a coin on each space of price 1 with two and three."""
    for seats in SEATS:
        assert rows(fresh(seats)) == dict.fromkeys(RESOURCES, 1 if seats < 4 else 0)


def test_the_coin_of_the_supply_can_be_earned() -> None:
    """GM-DIE-1: the coin is a real one, and the next cube costs 2."""
    anna = Hand({"1,0": "s0_grain_road"}, {"1,0": "grain"})
    state = scene(
        anna, seats=2, ahead="s1_distillery_road", warehouse=" ".join(f"{kind} 1" for kind in RESOURCES)
    )
    play(state, "take 1; buy stone")
    assert (state.coins[ANNA], rows(state)["stone"]) == (4, 2)
    play(state, "sell grain 1,0")
    assert (state.coins[ANNA], rows(state)["grain"]) == (5, 0)


def test_start_villages_have_river_and_road() -> None:
    """GM-SETUP-13, GM-PLACE-7: the first tile goes beside the start village, by river or road only."""
    state = scene(ahead="s0_forest_river s0_quarry_road s1_forest")
    assert legal(state, "take") == {"take 1", "take 2"}
    play(state, "take 1")
    assert legal(state, "place") == {"place 0,1", "place 0,-1"}
    state = scene(ahead="s0_quarry_road")
    play(state, "take 1")
    assert legal(state, "place") == {"place 1,0", "place -1,0"}


def test_the_die_is_nobody() -> None:
    """GM-DIE-0, GM-DIE-6: with two and three players too only players take turns, score and are ranked."""
    for seats in (2, 3):
        state = finished(fresh(seats, seed=2))
        assert len(state.scores) == len(state.displays) == seats
        assert sorted(seat for place in state.ranking() for seat in place) == list(range(seats))
        assert {line.seat for line in state.score_lines()} <= set(range(seats))
    state = scene(
        Hand(barrels=2), Hand(barrels=1), seats=2, circuit="anna s1_quarry s0_forest_road bruno die"
    )
    assert state.to_act == (ANNA,) and len(state.view(BRUNO).barrels) == 2
