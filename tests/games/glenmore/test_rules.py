"""What no scene can say of Glen More's rules: what is logged and shown, what holds over many games, what is refused.

Everything else is tests/scenes/glenmore, and the oracle plays whole games beside the rules.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import Unreadable, UsageError
from tilewright.core.play.match import Match
from tilewright.core.rules.events import Log
from tilewright.games.glenmore.member_departure import soonest
from tilewright.games.glenmore.state import DIE, figure

from ...cases import cases
from ...oracle.glenmore import DEFAULTS, EDITIONS
from ...oracle.glenmore_circuit import fewest
from ...oracle.glenmore_scene import ANNA, CLARA, FILLER, NAMES, Hand, fresh, legal, play, scene, turn, why

RIVER = {"0,1": "s0_forest_river"}
"""With this tile plain tiles find a spot at 1,1."""
SEATS = [2, 3, 4, 5]


# Set-up


def test_two_to_five_play() -> None:
    """GM-COMP-1."""
    for wrong in (1, 6):
        with pytest.raises(UsageError):
            tw.load("glenmore").new(wrong)


def test_stacks_lie_shuffled() -> None:
    """GM-SETUP-1: in an order that differs from match to match."""
    for number in range(1, 4):
        stacks = [tuple(fresh(5, seed).stacks()[number]) for seed in range(6)]
        assert len(set(stacks)) == 6
        assert len({tuple(sorted(stack)) for stack in stacks}) == 1
    assert len({tuple(fresh(5, seed).chain[5:]) for seed in range(6)}) == 6


@pytest.mark.parametrize("seats", SEATS)
def test_the_start_player_is_drawn(seats: int) -> None:
    """GM-SETUP-6, GM-SETUP-7: any player may begin, and the log of outcomes has who it is."""
    beginners = set()
    for seed in range(30):
        log = Log()
        (first,) = fresh(seats, seed, log).to_act
        beginners.add(first)
        assert [outcome.value for outcome in log.outcomes if outcome.source == "start"] == [NAMES[first]]
    assert beginners == set(range(seats))


def test_coins_are_seen_by_all() -> None:
    """GM-SETUP-4, GM-YU-1, GM-EV-3: in every edition; points are hidden or open."""
    for edition, secrecy in (("alea-de", "hidden"), ("polish", "hidden"), ("yucata", "open")):
        state = scene(Hand(coins=4), Hand(coins=7), edition=edition)
        assert state.view(CLARA).coins == state.view(None).coins == [4, 7, 6, 6]
        assert state.rules.option_values["vp_secrecy"] == secrecy


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_editions_are_made_of(edition: str) -> None:
    """GM-EV-1, GM-EV-3, GM-EV-4, GM-EV-5, GM-EV-9, GM-EV-12: all else is as in the German rulebook."""
    assert tw.load("glenmore", edition=edition).option_values == DEFAULTS | EDITIONS[edition]
    assert tw.load("glenmore").option_values == DEFAULTS
    assert list(tw.load("glenmore").editions) == list(EDITIONS)


# Circuit and die


def told(log: Log, key: str) -> list[dict[str, Any]]:
    """The arguments of the events with this key."""
    return [dict(event.args) for event in log.events if event.key == key]


def test_tiles_laid_and_removed_are_told() -> None:
    """GM-TURN-9, GM-TURN-11: which tiles they are."""
    circuit = f"anna s1_meadow s1_forest bruno s1_pasture s1_grain clara danny {FILLER}"
    state, log = (
        scene(Hand(RIVER), circuit=circuit, stacks={1: "s1_grain s1_quarry s1_forest s1_meadow"}),
        Log(),
    )
    turn(state, "take 5; place 1,1", log=log)
    assert [args["tile"] for args in told(log, "tile_removed")] == ["s1_meadow", "s1_forest"]
    assert [args["tile"] for args in told(log, "tile_laid")] == ["s1_grain", "s1_quarry", "s1_forest"]


def test_the_roll_of_the_die_is_told() -> None:
    """GM-DIE-4, GM-AMB-14: its pips, the tile to which it comes, and tiles that it leaves behind."""
    circuit = f"anna die s1_meadow s1_pasture s1_forest bruno {FILLER} s1_grain"
    river, log = Hand(RIVER), Log({"die": ["2", "1"]})
    state = scene(river, river, seats=2, circuit=circuit)
    turn(state, "take 4; place 1,1", log=log)
    assert told(log, "die_rolled") == [{"pips": 2, "tile": "s1_pasture"}, {"pips": 1, "tile": FILLER}]
    assert [args["tile"] for args in told(log, "tile_removed")] == ["s1_meadow"]


def test_when_a_figure_is_last_again() -> None:
    """GM-TURN-15: a figure that advanced d spaces is last again once d tiles have been laid since."""
    random = Random(1)
    for seats in SEATS:
        state = fresh(seats, seed=seats)
        due: dict[int, int] = {}
        while not state.over:
            (seat,) = state.to_act
            action = random.choice(list(state.legal(seat)))
            left = sum(map(len, state.stacks()))
            state.apply(action)
            laid = left - sum(map(len, state.stacks()))
            if hasattr(action, "space"):
                due[seat] = action.space
            for who in due:
                due[who] -= laid
            if state.step and state.step.name == "take":
                assert {who: state.chain.index(figure(who)) for who in due} == due


@pytest.mark.parametrize("no_tile", ["discard", "pass"])
@pytest.mark.parametrize("die_removal", ["all", "landed"])
def test_how_soon_the_next_turn_can_come(no_tile: str, die_removal: str) -> None:
    """GM-AMB-9, GM-TURN-15, GM-AMB-3, GM-AMB-14: as the oracle finds by trying all that others and the die can do."""
    state = scene(no_tile=no_tile, die_removal=die_removal)
    passes, landed = no_tile == "pass", die_removal == "landed"
    for length in range(9):
        for word in product("tfd", repeat=length):
            part = "".join(word)
            if part.count("f") > 2 or part.count("d") > 1:
                continue
            others = iter([figure(1), figure(2)])
            behind = [0 if item == "t" else DIE if item == "d" else next(others) for item in part]
            chain = [*behind, figure(0)]
            assert soonest(state, 0, chain, False) == fewest(part, True, passes, landed), part
            # New tiles lie: a player's figure is last now, and without the option nothing lies behind it.
            if part.lstrip("t")[:1] != "d" and (landed or part[:1] in ("", "f")):
                assert soonest(state, 0, chain, True) == fewest(part, False, passes, landed), part


def test_all_reasons_are_said_and_no_others() -> None:
    """GM-TURN-6, GM-TILE-3, GM-WARE-4, GM-WARE-7, GM-WARE-9: each tile that cannot be taken, each cube not sold."""
    ahead = "s1_forest s0_forest_road s1_distillery_road s1_village_stone"
    state = scene(Hand(coins=0), ahead=ahead)
    assert legal(state) == {"take 2"}
    nowhere = ["GM-TURN-6", "GM-PLACE-3", "GM-PLACE-4"]
    assert why(state, "take 1") == nowhere
    assert why(state, "take 3") == ["GM-TILE-3"]
    assert why(state, "take 4") == [*nowhere, "GM-TILE-3"]
    assert why(state, "sell wood 0,0") == ["GM-WARE-7", "GM-WARE-9"]
    dear = scene(Hand(RIVER, coins=20), ahead="castle_moil", warehouse="stone 3 grain 3")
    assert why(dear, "take 1") == ["GM-WARE-4", "GM-WARE-4"]


# In the middle of a refill


AHEAD = "s1_grain s1_grain s1_meadow"
TWO = {1: "s1_forest", 2: "s2_quarry s2_grain s2_tavern"}
THREE = {1: "s1_forest", 2: "s2_quarry", 3: "s3_forest s3_grain"}
LAST = {3: "s3_forest"}


@pytest.mark.parametrize(
    ("stacks", "scorings", "time", "order"),
    [
        (TWO, 0, "at_once", "lsrlrl"),
        (TWO, 0, "end_of_phase", "lrlrls"),
        (THREE, 0, "at_once", "lsrlsrl"),
        (THREE, 0, "end_of_phase", "lrlrlss"),
        (LAST, 2, "at_once", "lsf"),
        (LAST, 2, "end_of_phase", "lrrsf"),
    ],
)
def test_order_within_a_refill(stacks: dict[int, str], scorings: int, time: str, order: str) -> None:
    """GM-AMB-2, GM-SCORE-1, GM-FINAL-1: tiles laid and removed, scorings, the final accounting."""
    letters = {"tile_laid": "l", "tile_removed": "r", "scoring": "s", "final_accounting": "f"}
    log = Log()
    state = scene(Hand(RIVER), ahead=AHEAD, stacks=stacks, scorings=scorings, scoring_time=time)
    turn(state, "take 3; place 1,1", log=log)
    assert "".join(letters[event.key] for event in log.events if event.key in letters) == order


# Taking back


def test_new_tiles_come_by_themselves() -> None:
    """GM-YU-2, GM-EV-14: when the turn is ended, in every edition; nothing hidden shows before."""
    for edition in EDITIONS:
        state = scene(Hand(RIVER), ahead="s1_village_wood", edition=edition)
        orders = "take 1; buy wood; place 1,1; activate 1,1; activate 0,1; activate 0,0; end; promote 0,0; move 1,1 0,1"
        for order in orders.split("; "):
            log = Log()
            play(state, order, log=log)
            assert len(state.chain) == 12 and not log.barrier and not log.outcomes
        log = Log()
        play(state, "end", log=log)
        assert len(state.chain) == 13 and len(log.outcomes) == 1 and log.barrier


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("ahead", "options", "steps"), cases(__file__, "taking_back"))
def test_taking_back(edition: str, ahead: str, options: dict[str, Any], steps: str) -> None:
    """GM-YU-2, GM-EV-7, GM-AMB-5: step by step to the start of the turn, and no further."""
    hand = Hand(RIVER | {"5,5": "s1_quarry", "6,5": "loch_ness"})
    begun = scene(hand, ahead=ahead, edition=edition, **options)
    match = Match(begun.rules, begun.seats, start=begun)
    before = match.state.clone()
    orders = steps.split("; ")
    for order in orders:
        match.play(order)
    for _ in orders:
        assert match.can_undo()
        match.undo()
    assert match.state == before and not match.can_undo()
    for order in orders:
        match.play(order)
    while match.state.turns == 0:
        match.play("end")
    assert not match.can_undo()


# What cannot be said


def test_whisky_and_members_are_not_traded() -> None:
    """GM-WARE-10: there is no order for it, and cubes are all that can be sold."""
    state = scene(Hand({"1,0": "s0_forest_road"}, {"1,0": "wood"}, barrels=3), warehouse="wood 3")
    assert legal(state, "sell") == {"sell wood 1,0"}
    for thing in ("whisky", "member"):
        with pytest.raises(Unreadable, match="no resource"):
            state.rules.read(f"sell {thing} 0,0", state, ANNA)


def test_the_die_is_nobody() -> None:
    """GM-DIE-0, GM-DIE-6: with two and three players only these are ranked."""
    for seats in (2, 3):
        state = fresh(seats, seed=2)
        while not state.over:
            state.apply(state.legal(state.to_act[0])[0])
        assert sorted(seat for place in state.ranking() for seat in place) == list(range(seats))
