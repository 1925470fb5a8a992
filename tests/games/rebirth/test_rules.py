"""What no scene can say of Rebirth's rules: what is logged and to whom, what is drawn by lot, what is refused.

Everything else is tests/scenes/rebirth, and the oracle plays whole games beside the rules.
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.events import Log
from tilewright.games.rebirth.actions import NoCathedral
from tilewright.games.rebirth.state import RebirthState

from ...cases import cases
from ..scenery import back, logged

SEATS = ["pink", "blue", "orange", "beige"]
PINK, BLUE, ORANGE = range(3)
Told = list[tuple[str, dict[str, Any]]]


def fresh(seats: int, seed: int = 1, **options: Any) -> RebirthState:
    """A match just set up."""
    return cast(RebirthState, tw.load("rebirth", options=options).new(SEATS[:seats], seed=seed))


def position(given: str, **options: Any) -> RebirthState:
    """Three players, pink to act."""
    text = f"{{game: rebirth, players: [pink, blue, orange], given: {{{given}}}}}"
    return cast(RebirthState, back(text, tw.load("rebirth", options=options)))


def told(log: Log, viewer: int | None = None) -> Told:
    """The events in their order, as a seat or a spectator is shown them."""
    return [(key, dict(args)) for key, args in (event.told_to(viewer) for event in log.events)]


# Set-up


def test_what_is_drawn_by_lot() -> None:
    """RB-SETUP-1, RB-SETUP-6, RB-SETUP-9: the order of missions, that of every pile, and who begins."""
    games = [fresh(4, seed) for seed in range(30)]
    assert len({tuple(state.deck) for state in games}) == 30
    assert len({tuple(sorted(state.deck)) for state in games}) == 1
    assert len({tuple(pile) for state in games for pile in state.supply}) == 120
    assert {state.to_act for state in games} == {(0,), (1,), (2,), (3,)}


def test_four_players_return_tiles() -> None:
    """RB-EV-1: in every edition, so that an option for fewer is refused."""
    with pytest.raises(UsageError, match="RB-EV-1"):
        fresh(4, removal_with=3)
    assert tw.load("rebirth", edition="en").options.removal_with == 3
    assert tw.load("rebirth", edition="de").options.removal_with == 4


# Turns


@pytest.mark.parametrize(("seats", "placed"), [(2, 68), (3, 102), (4, 100)])
def test_all_tiles_are_placed(seats: int, placed: int) -> None:
    """RB-TURN-2, RB-END-1: the game ends when every supply and hand is empty, and not before."""
    state = fresh(seats, seed=3)
    random = Random(3)
    moves = 0
    while not state.over:
        assert any(state.hand)
        (seat,) = state.to_act
        state.apply(random.choice(list(state.legal(seat))))
        moves += 1
    assert moves == state.turns == placed
    assert state.hand == state.supply == [[]] * seats
    assert [len(cards) for cards in state.missions] == [
        sum(bits >> seat & 1 for bits in state.cathedrals) for seat in range(seats)
    ]


def test_decline_only_where_offered() -> None:
    """RB-AMB-7: declining is refused while a tile is to be placed."""
    assert fresh(2).check(NoCathedral(fresh(2).to_act[0])) is not None


@pytest.mark.parametrize(("hand", "refused"), cases(__file__, "all_reasons_are_said_and_no_others"))
def test_all_reasons_are_said_and_no_others(hand: str, refused: dict[str, list[str]]) -> None:
    """RB-PLACE-3, RB-PLACE-4, RB-PLACE-5, RB-PLACE-8, RB-PLACE-10: on every field one."""
    state = position(f"hand: {{pink: {hand}}}")
    for field, rules in refused.items():
        refusal = state.check(state.rules.read(f"place {hand} {field}", state, PINK))
        assert refusal is not None and list(refusal.rules) == rules, field


# What is logged


def test_order_of_scoring() -> None:
    """RB-AMB-12: settlement, castle, cathedral, mission; and what each event names."""
    state = position(
        "tiles: {'6,2': blue settlement-1, '5,3': blue settlement-1, '8,1': pink energy}, castles: {Ka: blue}, "
        "hand: {pink: settlement-4}, supply: {pink: [food]}, deck: [coast]"
    )
    assert told(logged(state, "place settlement 7,2"), PINK) == [
        ("tile_placed", {"seat": PINK, "tile": "settlement-4", "cell": "7,2"}),
        ("settlement_finished", {"seat": PINK, "size": "large", "place": "6,2 7,2 5,3"}),
        ("castle_taken", {"seat": PINK, "other": BLUE, "castle": "Sinclair"}),
        ("cathedral_placed", {"seat": PINK, "cathedral": "Dornoch"}),
        ("own_mission_drawn", {"seat": PINK, "mission": "coast"}),
        ("own_tile_drawn", {"seat": PINK, "tile": "food"}),
    ]


def test_missions_are_secret() -> None:
    """RB-CATH-4: the log of others does not name the card."""
    log = logged(position("hand: {pink: food}, deck: [coast]"), "place food 0,6")
    assert "coast" in str(told(log, PINK))
    assert "coast" not in str(told(log, BLUE)) + str(told(log))


def test_holder_keeps_the_castle() -> None:
    """RB-CASTLE-3: a further tile of the holder changes nothing, and nothing is logged."""
    state = position("tiles: {'2,15': pink energy}, castles: {Kf: pink}, hand: {pink: food}")
    assert [key for key, _ in told(logged(state, "place food 4,13"))] == ["tile_placed", "tile_drawn"]


def test_a_tile_without_a_place() -> None:
    """RB-AMB-2: it is named when it is laid aside."""
    state = position("neutral: [all settlement], hand: {pink: settlement-1}")
    assert told(logged(state, "lay-aside settlement-1"))[0] == (
        "tile_laid_aside",
        {"seat": PINK, "tile": "settlement-1"},
    )


def test_missions_at_the_end() -> None:
    """RB-END-4: met or not, each is named with its owner."""
    state = position(
        "hand: {pink: food, blue: empty, orange: empty}, supply: empty, "
        "missions: {blue: [ports], orange: [bonus, coast], pink: [food_group]}"
    )
    assert told(logged(state, "place food -2,17"))[1:] == [
        ("final_scoring", {}),
        ("mission_met", {"seat": PINK, "mission": "food_group"}),
        ("mission_failed", {"seat": BLUE, "mission": "ports"}),
        ("mission_met", {"seat": ORANGE, "mission": "bonus"}),
        ("mission_failed", {"seat": ORANGE, "mission": "coast"}),
    ]
