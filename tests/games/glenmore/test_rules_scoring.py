"""One test for each rule of Glen More, by its id: the three scorings, the final accounting, the ranking."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.rules.events import Log
from tilewright.games.glenmore.state import GlenMoreState

from ...oracle.glenmore import CARDS
from ...oracle.glenmore_scene import (
    ANNA,
    BRUNO,
    CLARA,
    DANNY,
    Hand,
    Points,
    circuit_of,
    play,
    row,
    scene,
    store,
    turn,
)

RIVER = {"0,1": "s0_forest_river"}


def scored(*hands: Hand, number: int = 1, **options: Any) -> Points:
    """The points of a scoring; Anna, who can place nothing, removes a tile, and the last one of the stack is laid."""
    state = scene(
        *hands, stacks={number: "s1_grain", number + 1: "s3_forest"}, scorings=number - 1, **options
    )
    points = play(state, "discard 4")
    assert state.scorings == number and not state.over
    return points


def ended(*hands: Hand, **options: Any) -> tuple[Points, GlenMoreState]:
    """The points of the final accounting, without those of scoring 3, and the end of the game."""
    state = scene(*hands, stacks={3: "s3_forest"}, scorings=2, **options)
    points = play(state, "discard 4")
    assert state.over and state.scorings == 3
    return [line for line in points if not line[2].startswith("scoring_")], state


def of(points: Points, reason: str) -> list[int]:
    """What the four players get for a reason."""
    return [sum(amount for who, amount, why in points if (who, why) == (seat, reason)) for seat in range(4)]


# Scorings


@pytest.mark.parametrize("number", [1, 2, 3])
def test_when_a_scoring_takes_place(number: int) -> None:
    """GM-SCORE-1, GM-TURN-1: with the last tile of stack 1, 2, 3, not with the last but one."""
    for left in (2, 1):
        stacks = {number: " ".join(["s1_grain"] * left)}
        state = scene(Hand(barrels=2), stacks=stacks, scorings=number - 1)
        points = play(state, "discard 4")
        assert (of(points, "scoring_whisky") == [2, 0, 0, 0]) == (left == 1)
        assert state.scorings == number - (left == 2)
    lines = [line.source for line in state.score_lines() if line.reason == "scoring_whisky"]
    assert lines == [str(number)]


def test_play_goes_on() -> None:
    """GM-SCORE-2: with whoever is last."""
    state = scene(Hand(barrels=2), stacks={1: "s1_grain", 2: "s2_grain"})
    play(state, "discard 4")
    assert state.scorings == 1 and state.to_act == (BRUNO,) and not state.over


def test_what_is_compared() -> None:
    """GM-SCORE-3: barrels, chieftains with bonnets, cards; members on the display and cubes do not count."""
    tiles, piles = store("wood grain")
    points = scored(
        Hand(tiles, piles, members="0,0 0,0 0,0"),
        Hand(barrels=1),
        Hand(chieftains=2),
        Hand(cards="loch_morar"),
    )
    assert sorted(points) == [
        (BRUNO, 1, "scoring_whisky"),
        (CLARA, 2, "scoring_chieftains"),
        (DANNY, 1, "scoring_cards"),
    ]


def test_the_difference_to_the_fewest() -> None:
    """GM-SCORE-4: who may have none; who has as few gets nothing, and ties do not matter."""
    hands = [Hand(barrels=n) for n in (4, 2, 4, 3)]
    assert of(scored(*hands), "scoring_whisky") == [2, 0, 2, 1]
    hands = [Hand(barrels=n) for n in (4, 0, 4, 3)]
    assert of(scored(*hands), "scoring_whisky") == [5, 0, 5, 3]
    assert scored(*[Hand(barrels=3, chieftains=2)] * 4) == []


@pytest.mark.parametrize(("lead", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (5, 8), (6, 8), (9, 8)])
def test_the_table(lead: int, points: int) -> None:
    """GM-SCORE-5: 0, 1, 2, 3, 5, then 8 for five and more."""
    for least in (0, 2):
        hands = [Hand(barrels=least + lead), *[Hand(barrels=least)] * 3]
        assert of(scored(*hands), "scoring_whisky") == [points, 0, 0, 0]


def test_the_example() -> None:
    """GM-SCORE-6: Anna 3, 2 and 1 points; Bruno 0, 1 and 1; Clara 3, 5 and 0; Danny 8, 0 and 0."""
    for least in (0, 1):
        anna = Hand(barrels=least + 3, chieftains=least + 2, cards="loch_morar")
        bruno = Hand(barrels=least, chieftains=least + 1, cards="loch_shiel")
        clara = Hand(barrels=least + 3, chieftains=least + 4)
        danny = Hand(barrels=least + 5 + least, chieftains=least)
        points = scored(anna, bruno, clara, danny)
        assert of(points, "scoring_whisky") == [3, 0, 3, 8]
        assert of(points, "scoring_chieftains") == [2, 1, 5, 0]
        assert of(points, "scoring_cards") == [1, 1, 0, 0]


def test_the_end_of_stack_0() -> None:
    """GM-SCORE-7: scores nothing."""
    state = scene(Hand(barrels=2), stacks={0: "s0_grain_road", 1: "s1_grain s1_meadow"})
    assert play(state, "discard 4") == [] and state.scorings == 0


# Cards in a scoring


@pytest.mark.parametrize("card", CARDS)
def test_bonnets(card: str) -> None:
    """GM-AMB-10, GM-SP-13: one on five castles, three on Cawdor; the other reading has those of Cawdor alone."""
    one = {"castle_of_mey", "castle_stalker", "castle_moil", "armadale_castle", "donan_castle"}
    printed = 3 if card == "cawdor_castle" else int(card in one)
    assert of(scored(Hand(cards=card)), "scoring_chieftains") == [printed, 0, 0, 0]
    stated = 3 if card == "cawdor_castle" else 0
    assert of(scored(Hand(cards=card), bonnets="cawdor_only"), "scoring_chieftains") == [stated, 0, 0, 0]


def test_castle_of_mey() -> None:
    """GM-SP-12: chieftains count twice at every scoring, bonnets once."""
    for number in (1, 2):
        points = scored(Hand(chieftains=1, cards="castle_of_mey"), number=number)
        assert of(points, "scoring_chieftains") == [3, 0, 0, 0]  # 2 x 1 + 1 bonnet
    points = scored(
        Hand(chieftains=1, cards="castle_of_mey cawdor_castle"), Hand(chieftains=1), Hand(chieftains=3)
    )
    assert of(points, "scoring_chieftains") == [8, 1, 3, 0]  # 6, 1, 3 and 0 count


def test_cawdor_castle() -> None:
    """GM-SP-13: three more in the comparison, at every scoring."""
    for number in (1, 2):
        points = scored(Hand(chieftains=1, cards="cawdor_castle"), Hand(chieftains=1), number=number)
        assert of(points, "scoring_chieftains") == [5, 1, 0, 0]


# In the middle of a refill


def keys(log: Log) -> str:
    """What has happened, a letter for each: laid, removed, scoring, accounting."""
    letters = {"tile_laid": "l", "tile_removed": "r", "scoring": "s", "final_accounting": "f"}
    return "".join(letters[event.key] for event in log.events if event.key in letters)


def test_scoring_within_a_refill() -> None:
    """GM-AMB-2, GM-SCORE-1: at once when the last tile lies, then the next stack; or when all tiles lie."""
    for time, order in (("at_once", "lsrlrl"), ("end_of_phase", "lrlrls")):
        log = Log()
        ahead = "s1_grain s1_grain s1_meadow"
        stacks = {1: "s1_forest", 2: "s2_quarry s2_grain s2_tavern"}
        state = scene(Hand(RIVER, barrels=1), ahead=ahead, stacks=stacks, scoring_time=time)
        play(state, "take 3; place 1,1", log=log)
        points = turn(state, log=log)
        assert keys(log) == order and points == [(ANNA, 1, "scoring_whisky")]
        assert circuit_of(state)[-3:] == ["s1_forest", "s2_quarry", "s2_grain"]


def test_two_stacks_within_a_refill() -> None:
    """GM-AMB-2, GM-SCORE-1: a stack of one tile ends at once again."""
    for time, order in (("at_once", "lsrlsrl"), ("end_of_phase", "lrlrlss")):
        log = Log()
        stacks = {1: "s1_forest", 2: "s2_quarry", 3: "s3_forest s3_grain"}
        state = scene(Hand(RIVER), ahead="s1_grain s1_grain s1_meadow", stacks=stacks, scoring_time=time)
        turn(state, "take 3; place 1,1", log=log)
        assert keys(log) == order and state.scorings == 2


def test_nothing_is_laid_after_the_last_tile() -> None:
    """GM-AMB-2, GM-FINAL-1: scoring 3 and the accounting follow at once; tiles left behind stay where they are."""
    for time, order in (("at_once", "lsf"), ("end_of_phase", "lrrsf")):
        log = Log()
        ahead = "s1_grain s1_grain s1_meadow"
        state = scene(Hand(RIVER), ahead=ahead, stacks={3: "s3_forest"}, scorings=2, scoring_time=time)
        turn(state, "take 3; place 1,1", log=log)
        assert keys(log) == order and state.over and not state.to_act


# Final accounting


def test_no_turn_follows() -> None:
    """GM-FINAL-1, GM-SCORE-1: scoring 3 first, then the accounting, then the end."""
    state = scene(Hand(barrels=2), stacks={3: "s3_forest"}, scorings=2)
    points = play(state, "discard 4")
    assert points == [(ANNA, 2, "scoring_whisky"), *[(seat, 6, "coins") for seat in range(4)]]
    assert state.over and state.to_act == () and not any(len(state.legal(seat)) for seat in range(4))


def test_iona_abbey_at_the_end() -> None:
    """GM-FINAL-2, GM-SP-1, GM-TILE-7: 2 points for each yellow tile, the abbey included."""
    yellow = row(2, "s1_quarry") | {"8,8": "s1_forest", "9,8": "s1_distillery", "9,9": "iona_abbey"}
    other = {"3,8": "s1_meadow", "4,8": "s1_village_wood", "5,8": "s2_tavern", "6,8": "loch_shiel"}
    points, state = ended(Hand(yellow | other), Hand(row(9)))
    assert of(points, "special_place") == [10, 0, 0, 0]
    assert [line.source for line in state.score_lines() if line.reason == "special_place"] == ["iona_abbey"]


def test_loch_morar_at_the_end() -> None:
    """GM-FINAL-2, GM-SP-3, GM-TILE-7: 2 points for each green tile."""
    green = row(3, "s1_meadow") | {"8,8": "s1_pasture", "9,8": "s1_grain", "9,9": "loch_morar"}
    points, _ = ended(Hand(row(1)), Hand(green | {"2,8": "s1_forest"}))
    assert of(points, "special_place") == [0, 10, 0, 0]


def test_duart_castle_at_the_end() -> None:
    """GM-FINAL-2, GM-SP-10, GM-AMB-11: 3 points for each village, no castle; the start village counts."""
    villages = {
        "8,8": "s1_village_wood",
        "9,8": "s1_village_stone",
        "9,9": "duart_castle",
        "3,8": "castle_moil",
    }
    for counts, total in ((True, 9), (False, 6)):
        points, _ = ended(Hand(villages), start_village_counts=counts)
        assert of(points, "special_place") == [total, 0, 0, 0]


def test_coins_at_the_end() -> None:
    """GM-FINAL-3: a point each."""
    hands = [Hand(coins=n) for n in (0, 1, 7, 3)]
    assert of(ended(*hands)[0], "coins") == [0, 1, 7, 3]
    assert of(ended(*hands, coin_vp=2)[0], "coins") == [0, 2, 14, 6]


def test_tiles_at_the_end() -> None:
    """GM-FINAL-4, GM-FINAL-5: with 15, 13, 16 and 13 tiles, start village included, 6, 0, 9 and 0 points are lost."""
    hands = [Hand(row(n - 1)) for n in (15, 13, 16, 13)]
    points, state = ended(*hands)
    assert [len(display) for display in state.displays] == [15, 13, 16, 13]
    assert of(points, "tile_penalty") == [-6, 0, -9, 0]
    assert of(ended(*[Hand(row(n)) for n in (4, 3, 2, 1)])[0], "tile_penalty") == [-9, -6, -3, 0]
    assert of(ended(*hands, tile_penalty=1)[0], "tile_penalty") == [-2, 0, -3, 0]


def test_scores_below_zero() -> None:
    """GM-AMB-15: possible; in the other reading zero is the lowest."""
    hands = [Hand(row(n), coins=2) for n in (3, 0, 1, 0)]
    assert ended(*hands)[1].scores == [-7, 2, -1, 2]
    points, state = ended(*hands, final_floor="zero")
    assert state.scores == [0, 2, 0, 2] and of(points, "floor") == [7, 0, 1, 0]


# Ranking


def placing(*players: tuple[int, str]) -> list[tuple[int, ...]]:
    """The ranking of four players with so many coins and these cubes."""
    hands = []
    for coins, held in players:
        tiles, piles = store(held, per_tile=3)
        padding = {f"{n},9": "s1_quarry" for n in range(3 - len(tiles))}
        hands.append(Hand(tiles | padding, piles, coins=coins))
    points, state = ended(*hands)
    assert not any(of(points, "tile_penalty"))
    assert state.winners == state.ranking()[0]
    return state.ranking()


def test_most_points_win() -> None:
    """GM-FINAL-6: whatever else one has."""
    assert placing((3, "wood wood"), (5, ""), (4, "grain"), (2, "")) == [
        (BRUNO,),
        (CLARA,),
        (ANNA,),
        (DANNY,),
    ]


def test_cubes_break_ties() -> None:
    """GM-FINAL-6, GM-COMP-7: more resources of any kind win; barrels do not count."""
    found = placing((5, "wood"), (5, "wood wood grain"), (5, "stone stone"), (2, "grain grain grain grain"))
    assert found == [(BRUNO,), (CLARA,), (ANNA,), (DANNY,)]
    hands = [Hand(barrels=3) for _ in range(4)]
    assert ended(*hands)[1].winners == (0, 1, 2, 3)


def test_several_winners() -> None:
    """GM-FINAL-6: where cubes are equal too."""
    assert placing((5, "wood"), (2, "stone"), (5, "sheep"), (5, "")) == [(ANNA, CLARA), (DANNY,), (BRUNO,)]
