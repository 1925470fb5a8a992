"""Isle of Skye's rules by their ids, worked out by hand from the rulebook: box, set-up, rounds, income.

What a scene says more plainly stands in tests/scenes/isleofskye (setup, income, rounds).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.scenes import scene as scenes
from tilewright.games.isleofskye.state import HOME, IsleOfSkyeState, bank

NAMES = ["anna", "bruno", "clara", "dan", "eve"]
SEATS = [2, 3, 4, 5]
CASTLES = ["C_blue", "C_yellow", "C_red", "C_white", "C_green"]
SCORED_FRONT = ["A", "B", "AC", "BD", "ACD", "BCD"]
SCORED_BACK = ["AB", "AC", "BD", "ACD", "BCD"]
SCORED_OTHERWISE = ["A", "BD", "AC", "BCD", "ABCD"]


@lru_cache
def ruleset(**options: Any) -> Rules:
    return tw.load("isleofskye", options=options)


def fresh(seats: int, seed: int = 0, log: Log | None = None, **options: Any) -> IsleOfSkyeState:
    """A game at its first decision."""
    return cast(IsleOfSkyeState, ruleset(**options).new(NAMES[:seats], seed, log))


def position(seats: int, given: str, **options: Any) -> IsleOfSkyeState:
    """The position that a scene's `given` describes."""
    text = f"{{game: isleofskye, players: [{', '.join(NAMES[:seats])}], given: {{{given}}}}}"
    (scene,) = scenes.read(text, "position")
    return cast(IsleOfSkyeState, scenes.begin(scene, rules=ruleset(**options))[1])


def ids(state: IsleOfSkyeState, tiles: list[int], family: str = "tile") -> list[str]:
    return [state.rules.pieces[family][tile] for tile in tiles]


def keys(log: Log) -> list[str]:
    """The message keys of the events, one for several in a row; what whisky brings is left out."""
    found = [event.key for event in log.events if event.key != "barrel_income"]
    return [key for n, key in enumerate(found) if n == 0 or found[n - 1] != key]


def finish(state: IsleOfSkyeState, seed: int = 0) -> Log:
    """The game is played to its end at random; all that happened."""
    log, chance = Log(), Stream(seed, "finish")
    while not state.over:
        state.apply(chance.pick(state.legal(state.to_act[0])), log)
    return log


def letters(seats: int, round: int, **options: Any) -> str:
    """The places whose tiles are scored in a round, counted from 1, as the log of its end tells."""
    last = NAMES[seats - 1]
    state = position(seats, f"step: buy, to act: {last}, round: {round}", **options)
    log = Log()
    state.apply(state.rules.read("pass", state, seats - 1), log)
    told = [str(event.args["scoring"]) for event in log.events if event.key == "letter_scored"]
    return "".join(
        "ABCD"[place] for place, tile in enumerate(ids(state, state.scoring, "scoring")) if tile in told
    )


# Components


def test_what_the_box_holds() -> None:
    """IS-COMP-1: 16 scoring tiles, 73 landscape tiles, five castles; 43 x 1, 20 x 2, 20 x 5 and 12 x 10 gold."""
    state = fresh(2)
    assert len(state.rules.pieces["scoring"]) == 16
    assert len(state.rules.pieces["tile"]) == 73
    assert len(state.printed.castles) == 5
    assert state.printed.box.coins.of == {1: 43, 2: 20, 5: 20, 10: 12}
    assert state.printed.box.coins.gold == 43 + 40 + 100 + 120 == 303


def test_two_to_five_play() -> None:
    """IS-COMP-1: there are castles and screens for five."""
    for seats in SEATS:
        assert len(fresh(seats).territories) == seats
    for wrong in (1, 6):
        with pytest.raises(UsageError):
            tw.load("isleofskye").new(wrong)


def test_coins_are_never_wanting() -> None:
    """IS-COMP-3: whatever coins a player had, any amount can be paid: prices go from 1 up, one by one."""
    state = position(2, "offers: {anna: [L07, L31, L12]}, gold: {anna: 21}")
    prices = [str(action) for action in state.legal(0) if str(action).startswith("price L07")]
    assert prices == [f"price L07 {gold}" for gold in range(1, 21)]


# Set-up


@pytest.mark.parametrize("seats", SEATS)
def test_scoring_tiles(seats: int) -> None:
    """IS-SETUP-2: four of the sixteen lie open on A to D, mixed; the rest is not used."""
    state = fresh(seats)
    assert len(set(state.scoring)) == 4 and sorted([*state.scoring, *state.box]) == list(range(16))
    firsts = {fresh(seats, seed).scoring[0] for seed in range(60)}
    assert len(firsts) > 10
    before = list(state.box)
    finish(state)
    assert state.box == before


@pytest.mark.parametrize("seats", SEATS)
def test_table(seats: int) -> None:
    """IS-SETUP-3, IS-SETUP-4, IS-SETUP-5, IS-SETUP-6: first round, nobody has points, each a castle, none left over."""
    state = fresh(seats)
    assert state.round == 0 and state.scores == [0] * seats and not state.ledger
    for seat, board in enumerate(state.territories):
        assert list(board) == [HOME]
        assert (board.face(HOME).name, board.face(HOME).rotation) == (CASTLES[seat], 0)
    assert not {*CASTLES} & {*state.rules.pieces["tile"]}


@pytest.mark.parametrize("seats", SEATS)
def test_no_gold_before_the_first_income(seats: int) -> None:
    """IS-SETUP-9, IS-SETUP-3: all coins form the bank, and the first income is the first gold."""
    state = fresh(seats)
    assert state.gold == [5] * seats and bank(state) == 303 - 5 * seats


@pytest.mark.parametrize("seats", SEATS)
def test_bag(seats: int) -> None:
    """IS-SETUP-8: all 73 tiles, each once, mixed; the first three for each player have been drawn."""
    state = fresh(seats)
    drawn = [tile for tiles in state.offers for tile in tiles]
    assert len(drawn) == 3 * seats and sorted([*state.bag, *drawn]) == list(range(73))
    assert len({fresh(seats, seed).bag[-1] for seed in range(60)}) > 30


def test_start_player() -> None:
    """IS-SETUP-10: drawn by the seed, every player as likely; or named by whoever sets the game up."""
    drawn = Counter(fresh(3, seed).start for seed in range(300))
    assert all(70 < drawn[seat] < 130 for seat in range(3))
    assert fresh(3, 0, Log({"start": ["bruno"]})).start == 1


# Rounds


@pytest.mark.parametrize("seats", SEATS)
def test_rounds(seats: int) -> None:
    """IS-SETUP-1, IS-ROUND-1, IS-ROUND-3: six rounds on the front, five on the back; then one final scoring."""
    log = Log()
    state = fresh(seats, 3, log)
    finished = finish(state)
    rounds = 5 if seats == 5 else 6
    assert state.round + 1 == rounds
    begun = [event.args["round"] for event in finished.events if event.key == "round_begins"]
    assert begun == list(range(2, rounds + 1))
    assert [event.key for event in finished.events].count("final_scoring") == 1
    after = keys(finished)[keys(finished).index("final_scoring") + 1 :]
    assert not after


def test_phases_of_a_round() -> None:
    """IS-ROUND-2: income, drawing, pricing, removing, buying, building, scoring, and the next round."""
    log = Log()
    state = fresh(2, 1, log)
    assert keys(log)[:2] == ["income", "tiles_drawn"]
    start, other = state.start, 1 - state.start
    lines = {seat: [f"price {ids(state, state.offers[seat])[n]} 1" for n in (0, 1)] for seat in (0, 1)}
    for seat in (0, 1):
        for text in (*lines[seat], f"drop {ids(state, state.offers[seat])[2]}"):
            state.play(state.rules.read(text, state, seat), log)
    assert state.to_act == (start,) and [len(tiles) for tiles in state.offers] == [2, 2]
    state.play(state.rules.read(f"buy {ids(state, state.offers[other])[0]}", state, start), log)
    assert state.to_act == (other,)
    state.play(state.rules.read("pass", state, other), log)
    while state.round == 0:
        state.apply(state.legal(state.to_act[0])[0], log)
    steps = (
        *("income", "tiles_drawn", "tile_marked", "tile_bought", "passed", "tile_kept", "tile_laid"),
        *("letter_scored", "round_begins"),
    )
    told = [key for key in keys(log) if key in steps]
    # Everybody's prices stand between the markers, and both players have several tiles to build.
    assert list(dict.fromkeys(told)) == list(steps)
    assert told[-3:] == ["round_begins", "income", "tiles_drawn"]


@pytest.mark.parametrize("seats", SEATS)
def test_start_passes_clockwise(seats: int) -> None:
    """IS-END-4: from round to round to the next seat."""
    state = fresh(seats, 5)
    first = state.start
    log = finish(state)
    starts = [event.args["seat"] for event in log.events if event.key == "round_begins"]
    rounds = 5 if seats == 5 else 6
    assert starts == [(first + n) % seats for n in range(1, rounds)]


# Scoring letters


@pytest.mark.parametrize("seats", SEATS)
def test_letters_of_each_round(seats: int) -> None:
    """IS-END-5, IS-SETUP-1: the letters on the front of the board, and on its back for five."""
    wanted = SCORED_BACK if seats == 5 else SCORED_FRONT
    assert [letters(seats, n) for n in range(1, len(wanted) + 1)] == wanted


def test_letters_in_the_other_reading() -> None:
    """IS-AMB-22: one source has other letters for five players; for four nothing changes."""
    assert [letters(5, n, track="alternative") for n in range(1, 6)] == SCORED_OTHERWISE
    assert [letters(4, n, track="alternative") for n in range(1, 7)] == SCORED_FRONT


@pytest.mark.parametrize("track", ["printed", "alternative"])
@pytest.mark.parametrize("seats", SEATS)
def test_each_letter_scores_three_times(seats: int, track: str) -> None:
    """IS-END-3: in a whole game each of the four tiles is scored in exactly three rounds."""
    state = fresh(seats, 2, track=track)
    four = ids(state, state.scoring, "scoring")
    log = finish(state)
    told = Counter(event.args["scoring"] for event in log.events if event.key == "letter_scored")
    assert told == dict.fromkeys(four, 3)


# Income


FRONT, BACK = [0, 0, 1, 2, 3, 4], [0, 0, 1, 2, 3]


@pytest.mark.parametrize(("seats", "amounts"), [(2, FRONT), (3, FRONT), (4, FRONT), (5, BACK)])
def test_gold_for_players_ahead(seats: int, amounts: list[int]) -> None:
    """IS-INC-3, IS-INC-5: what each player ahead brings, by round, on both sides of the board."""
    for n, amount in enumerate(amounts, 1):
        gold = ", ".join(f"{name}: 0" for name in NAMES[:seats])
        points = ", ".join(f"{name}: {place}" for place, name in enumerate(NAMES[:seats]))
        state = position(seats, f"step: income, round: {n}, gold: {{{gold}}}, points: {{{points}}}")
        assert state.gold == [5 + amount * (seats - 1 - seat) for seat in range(seats)]


def test_tiles_count_not_barrels() -> None:
    """IS-INC-2: a tile with two barrels brings as much as one with one."""
    given = "step: income, gold: {anna: 0, bruno: 0}, territories: {anna: {'0,1': L31}}"
    assert position(2, given).gold == [6, 5]
    two = tw.load("isleofskye", options={"data:landscape.L31.has.1": "2 barrel P"})
    (scene,) = scenes.read(f"{{game: isleofskye, players: [anna, bruno], given: {{{given}}}}}", "barrels")
    assert cast(IsleOfSkyeState, scenes.begin(scene, rules=two)[1]).gold == [6, 5]


def test_income_is_an_option() -> None:
    """IS-INC-1, IS-INC-2: for the castle, and for each connected tile with barrels."""
    given = "step: income, gold: {anna: 0, bruno: 0}, territories: {anna: {'0,1': L31}}"
    assert position(2, given, castle_income=7, barrel_income=3).gold == [10, 7]


def test_limited_coins_pay_in_turn_order() -> None:
    """IS-AMB-17: bruno begins; of 12 gold in the bank he gets 5, clara 5, and anna the last 2."""
    given = "step: income, start: bruno, gold: {anna: 91, bruno: 100, clara: 100}"
    assert position(3, given, coins="limited").gold == [93, 105, 105]
    assert position(3, given).gold == [96, 105, 105]
