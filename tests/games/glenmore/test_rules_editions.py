"""One test for each rule of Glen More, by its id: the editions as wholes, the online notes, limits of pieces."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import tilewright as tw
from tilewright.core.play.match import Match
from tilewright.core.rules.events import Log

from ...oracle.glenmore import DEFAULTS, EDITIONS
from ...oracle.glenmore_scene import ANNA, BRUNO, Hand, circuit_of, fresh, legal, play, scene


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_editions_are_made_of(edition: str) -> None:
    """GM-EV-1, GM-EV-3, GM-EV-4, GM-EV-5, GM-EV-9, GM-EV-12: all else is as in the German rulebook."""
    values = tw.load("glenmore", edition=edition).option_values
    assert values == DEFAULTS | EDITIONS[edition]
    assert tw.load("glenmore").option_values == DEFAULTS


def test_points_and_coins_are_seen() -> None:
    """GM-EV-3, GM-YU-1, GM-SETUP-4: coins in every edition; that points may be hidden changes no decision."""
    for edition in EDITIONS:
        state = scene(Hand(coins=3), edition=edition)
        assert state.view(BRUNO).coins[ANNA] == 3
    assert fresh(2, edition="yucata").rules.option_values["vp_secrecy"] == "open"
    assert fresh(2, edition="polish").rules.option_values["vp_secrecy"] == "hidden"


def test_new_tiles_come_by_themselves() -> None:
    """GM-YU-2, GM-EV-14: when the turn is ended, in every edition; nothing hidden shows before."""
    for edition in EDITIONS:
        state = scene(Hand({"0,1": "s0_forest_river"}), ahead="s1_village_wood", edition=edition)
        orders = "take 1; buy wood; place 1,1; activate 1,1; activate 0,1; activate 0,0; end; promote 0,0"
        for order in orders.split("; "):
            log = Log()
            assert len(state.chain) == (13 if order == "take 1" else 12)
            play(state, order, log=log)
            assert not log.barrier and not log.outcomes
        play(state, "move 1,1 0,1")
        log = Log()
        play(state, "end", log=log)
        assert len(state.chain) == 13 and len(log.outcomes) == 1 and log.barrier


def test_taking_back() -> None:
    """GM-YU-2, GM-EV-7: step by step to the start of the turn, and no further."""
    for edition in EDITIONS:
        state = scene(Hand({"0,1": "s0_forest_river"}), ahead="s1_village_wood s1_meadow", edition=edition)
        match = Match(state.rules, state.seats, start=state)
        before = match.state.clone()
        steps = ["take 1", "buy wood", "place 1,1", "activate 1,1", "end"]
        for order in steps:
            match.play(order)
        for _ in steps:
            assert match.can_undo()
            match.undo()
        assert match.state == before and not match.can_undo()
        for order in [*steps, "end"]:
            match.play(order)
        assert match.state.turns == 1 and not match.can_undo()


def test_the_die_moves_within_the_turn() -> None:
    """GM-YU-3: its moves are part of the turn before."""
    river = Hand({"0,1": "s0_forest_river"})
    state = scene(river, river, seats=2, circuit="anna die s1_meadow bruno s1_pasture", edition="yucata")
    log = Log({"die": ["1"]})
    play(state, "take 2; place 1,1")
    while state.turns == 0:
        play(state, "end", log=log)
    assert [event.key for event in log.events].count("die_rolled") == 1
    assert circuit_of(state)[:3] == ["anna", "bruno", "die"]


def test_paying_before_the_figure_moves() -> None:
    """GM-EV-10: whatever an edition says, a tile that cannot be paid cannot be chosen."""
    for edition in EDITIONS:
        state = scene(
            Hand({"0,1": "s0_forest_river"}, coins=0), ahead="s1_village_wood s1_meadow", edition=edition
        )
        assert "take 1" not in legal(state) and "take 2" in legal(state)


def test_the_circuit_is_the_same_in_all_editions() -> None:
    """GM-EV-11, GM-EV-2: set-up, tiles and spots."""
    for seats in (2, 3, 4, 5):
        circuits = {tuple(circuit_of(fresh(seats, 5, edition=edition))) for edition in EDITIONS}
        assert len(circuits) == 1


def test_names() -> None:
    """GM-EV-17: the misprints of the Polish edition are put right in every language."""
    rules = tw.load("glenmore", edition="polish")
    for lang in ("en", "de", "pl"):
        assert rules.say("name.iona_abbey", {}, lang=lang) == "Iona Abbey"
        assert rules.say("name.armadale_castle", {}, lang=lang) == "Armadale Castle"


def test_turns_differ_in_number() -> None:
    """GM-EV-19, GM-TURN-3: one may move several times running, and not all equally often."""
    random = Random(3)
    for edition in EDITIONS:
        state = fresh(4, 3, edition=edition)
        movers: list[int] = []
        while not state.over:
            (seat,) = state.to_act
            if state.step and state.step.name == "take":
                movers.append(seat)
            state.apply(random.choice(list(state.legal(seat))))
        runs = [a == b for a, b in pairwise(movers)]
        assert any(runs)
        assert len({movers.count(seat) for seat in range(4)}) > 1


def test_coins_and_members_never_run_out() -> None:
    """GM-AMB-13, GM-COMP-5: no more than 25 members and 33 coins are ever out."""
    for seed in range(6):
        state, random = fresh(5, seed), Random(seed)
        while not state.over:
            (seat,) = state.to_act
            state.apply(random.choice(list(state.legal(seat))))
        out = sum(state.chieftains) + sum(sum(members.values()) for members in state.members)
        lying = sum(sum(state.printed.prices[:n]) for n in state.warehouse)
        assert 5 <= out <= 25
        assert 30 <= sum(state.coins) + lying <= 33
