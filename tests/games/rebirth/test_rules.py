"""One test for each rule of Rebirth, by its id; what is expected was worked out by hand from the rulebook.

Fields are named as in the picture of the default map, row and column: `c(14, 11)`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, cast

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.land.grid import Hex
from tilewright.core.rules.events import Log
from tilewright.games.rebirth.actions import NoCathedral, PlaceTile
from tilewright.games.rebirth.state import NEUTRAL, RebirthState, rebuilt

from ...oracle.rebirth_map import crowded
from .facts import positions

KINDS = ("food", "energy", "settlement-1", "settlement-2", "settlement-3", "settlement-4")
FOOD, ENERGY, ONE, TWO, THREE, FOUR = KINDS
SEATS = ["pink", "blue", "orange", "beige"]
PINK, BLUE, ORANGE, BEIGE = range(4)

Field: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Field, tuple[int, str]]
Points: TypeAlias = list[tuple[int, int, str]]
"""Seat, amount and reason."""

# Fields that several tests use
PORT_SMALL = (14, 11)  # a small settlement with a port, beside castle Kf
SMALL = (7, 8)
MEDIUM = [(13, 7), (14, 7)]
MEDIUM_PORT = [(9, 2), (10, 2)]  # the port is at (10, 2)
LARGE = [(12, 5), (12, 6), (12, 7)]
BESIDE_KF = [(13, 10), (15, 9), (15, 10), (13, 9), (14, 9), (14, 11)]
BESIDE_KA = [(0, 7), (0, 8), (1, 6), (1, 8), (2, 7), (2, 8)]


def c(row: int, column: int) -> str:
    """The field at a row and column of the picture, as orders name it."""
    return f"{column - row // 2},{row}"


def cell(state: RebirthState, field: Field) -> int:
    """The number of a field."""
    row, column = field
    return state.printed.cell_at[Hex(column - row // 2, row)]


def scene(
    hands: list[list[str]],
    board: Board | None = None,
    castles: dict[str, int] | None = None,
    visited: dict[str, list[int]] | None = None,
    missions: dict[int, list[str]] | None = None,
    data: Path | None = None,
    first: int = PINK,
    **options: Any,
) -> RebirthState:
    """A position with seat `first` to act; `hands` are the tile in hand and those of the supply in order of drawing."""
    rules = tw.load("rebirth", options=options, data=data)
    state = cast(RebirthState, rules.new(SEATS[: len(hands)], seed=5))
    rebuilt(state, {cell(state, at): (who, KINDS.index(kind)) for at, (who, kind) in (board or {}).items()})
    codes = [castle.code for castle in state.printed.castles]
    for code, holder in (castles or {}).items():
        state.castles[codes.index(code)] = holder
    codes = [cathedral.code for cathedral in state.printed.cathedrals]
    for code, seats in (visited or {}).items():
        state.cathedrals[codes.index(code)] = sum(1 << seat for seat in seats)
    names = rules.pieces["mission"]
    for seat, cards in (missions or {}).items():
        for card in cards:
            state.missions[seat].append(names.index(card))
            state.deck.remove(names.index(card))
    for seat, held in enumerate(hands):
        numbers = [KINDS.index(kind) for kind in held]
        state.hand[seat] = numbers[:1]
        state.supply[seat] = numbers[:0:-1]
    state.start = first
    rules.start(state)
    return state


def play(state: RebirthState, *orders: str, log: Log | None = None) -> Points:
    """What the orders, each by the seat to act, have scored."""
    before = len(state.ledger)
    for order in orders:
        (seat,) = state.to_act
        state.play(state.rules.read(order, state, seat), log)
    return [(line.seat, line.amount, line.reason) for line in state.score_lines()[before:]]


def legal(state: RebirthState) -> set[str]:
    """The orders that the seat to act may give."""
    (seat,) = state.to_act
    return {str(action) for action in state.legal(seat)}


def refused(state: RebirthState, kind: str, field: Field) -> list[str]:
    """The rules that a placement by the seat to act would break."""
    (seat,) = state.to_act
    refusal = state.check(PlaceTile(seat, kind, Hex(field[1] - field[0] // 2, field[0])))
    return [reason.rule for reason in refusal.reasons] if refusal else []


def castle(state: RebirthState, code: str) -> int:
    """Who holds a castle, -1 for nobody."""
    return state.castles[[known.code for known in state.printed.castles].index(code)]


def visitors(state: RebirthState, code: str) -> set[int]:
    """Who has a cathedral there."""
    bits = state.cathedrals[[known.code for known in state.printed.cathedrals].index(code)]
    return {seat for seat in range(4) if bits >> seat & 1}


def fresh(seats: int, seed: int = 1, **options: Any) -> RebirthState:
    """A match just set up."""
    return cast(RebirthState, tw.load("rebirth", options=options).new(SEATS[:seats], seed=seed))


def finished(state: RebirthState, seed: int = 1) -> RebirthState:
    """The match played to its end at random."""
    random = Random(seed)
    while not state.over:
        (seat,) = state.to_act
        state.apply(random.choice(list(state.legal(seat))))
    return state


def fields(state: RebirthState, letters: str) -> list[Field]:
    """The fields of these kinds (F, E, O, S for any settlement)."""
    return [at for at, kind in zip(positions(state.printed), state.printed.kind) if "FEOS"[kind] in letters]


def last(board: Board, seats: int = 3, kind: str = FOOD, at: Field = (17, 6), **more: Any) -> Points:
    """What the final scoring gives when Pink lays the last tile, far from everything by default."""
    state = scene([[kind], *[[] for _ in range(seats - 1)]], board, **more)
    lines = play(state, f"place {c(*at)}")
    assert state.over
    return lines[1:]


# Components


def test_box() -> None:
    """RB-COMP-1."""
    state = fresh(3)
    box = {piece.id: piece for piece in state.printed.box.pieces}
    assert {name: (box[name].total, box[name].per_colour) for name in ("tiles", "castles", "cathedrals")} == {
        "tiles": (144, 36),
        "castles": (48, 12),
        "cathedrals": (32, 8),
    }
    assert box["missions"].total == len(state.deck) == 32
    assert sum(state.printed.tiles) == 36


def test_types() -> None:
    """RB-COMP-2, RB-PLACE-9: food, energy, and settlements with 1, 2, 3 or 4 symbols."""
    state = fresh(2)
    assert state.rules.pieces["tile"] == KINDS
    assert state.printed.symbols == (0, 0, 1, 2, 3, 4)


# Set-up


def test_missions_lie_shuffled() -> None:
    """RB-SETUP-1: one face-down pile that nobody sees."""
    decks = [fresh(3, seed).deck for seed in range(5)]
    assert len({tuple(deck) for deck in decks}) == 5
    assert len({tuple(sorted(deck)) for deck in decks}) == 1
    view = fresh(3).view(PINK)
    assert view.deck is None


def test_everybody_starts_with_nothing() -> None:
    """RB-SETUP-2."""
    state = fresh(4)
    assert state.scores == [0, 0, 0, 0]
    assert set(state.castles) == {-1}
    assert set(state.cathedrals) == {0}
    assert state.missions == [[], [], [], []]


def test_neutral_tiles() -> None:
    """RB-SETUP-3: 32 with two players, on the marked fields; none with three or four."""
    state = fresh(2)
    for number, at in enumerate(positions(state.printed)):
        assert (state.tiles[number] >> 3 == NEUTRAL) == (at in NEUTRAL_FIELDS)
    assert sum(tile >= 0 for tile in state.tiles) == len(NEUTRAL_FIELDS) == 32
    for seats in (3, 4):
        assert set(fresh(seats).tiles) == {-1}


NEUTRAL_FIELDS = {
    *[
        (0, 6),
        (1, 6),
        (1, 9),
        (3, 3),
        (4, 5),
        (4, 7),
        (5, 9),
        (6, 1),
        (6, 5),
        (6, 10),
        (7, 5),
        (7, 7),
        (7, 10),
    ],
    *[
        (8, 2),
        (8, 6),
        (8, 10),
        (9, 7),
        (10, 3),
        (10, 6),
        (10, 7),
        (11, 8),
        (12, 4),
        (12, 10),
        (13, 2),
        (13, 5),
    ],
    *[(13, 11), (14, 8), (14, 9), (15, 5), (16, 6), (16, 7), (17, 5)],
}


def colour(state: RebirthState, seat: int) -> list[int]:
    """By kind, the tiles a seat begins with."""
    held = Counter(state.hand[seat] + state.supply[seat] + state.aside[seat])
    return [held[kind] for kind in range(6)]


@pytest.mark.parametrize("seats", [2, 3])
def test_all_tiles(seats: int) -> None:
    """RB-SETUP-4: with two or three players all 36 tiles of the colour."""
    state = fresh(seats)
    for seat in range(seats):
        assert colour(state, seat) == [12, 12, 3, 3, 3, 3]


def test_tiles_returned() -> None:
    """RB-SETUP-5, RB-AMB-13: with four 3 food, 3 energy and a settlement each of 2, 3 and 4 less."""
    state = fresh(4)
    for seat in range(4):
        assert colour(state, seat) == [9, 9, 3, 2, 2, 2]


def test_tiles_returned_by_three() -> None:
    """RB-EV-1: the English transcript to the letter; three players return nine, two nothing, four cannot play."""
    assert colour(fresh(3, removal_with=3), PINK) == [9, 9, 3, 2, 2, 2]
    assert colour(fresh(2, removal_with=3), PINK) == [12, 12, 3, 3, 3, 3]
    with pytest.raises(UsageError, match="RB-EV-1"):
        fresh(4, removal_with=3)
    assert tw.load("rebirth", edition="en").options.removal_with == 3
    assert tw.load("rebirth", edition="de").options.removal_with == 4


def test_tiles_are_mixed() -> None:
    """RB-SETUP-6: every player's pile in an order of its own."""
    orders = {tuple(pile) for seed in range(5) for pile in fresh(4, seed).supply}
    assert len(orders) == 20


@pytest.mark.parametrize(("count", "left"), [(0, 35), (2, 33), (5, 30)])
def test_two_set_aside(count: int, left: int) -> None:
    """RB-SETUP-7: seen by the owner alone, and out of the game."""
    state = fresh(3, set_aside=count)
    aside = [list(pieces) for pieces in state.aside]
    assert [len(pieces) for pieces in aside] == [count] * 3
    assert [len(pieces) for pieces in state.supply] == [left] * 3
    assert state.view(BLUE).aside == (None, tuple(aside[BLUE]), None)
    assert finished(state).aside == aside
    assert sum(tile >= 0 for tile in state.tiles) == 3 * (left + 1)


def test_hand() -> None:
    """RB-SETUP-8: one tile in hand, known to its owner alone."""
    state = fresh(3)
    assert [len(pieces) for pieces in state.hand] == [1, 1, 1]
    assert state.view(BLUE).hand == (None, tuple(state.hand[BLUE]), None)
    assert state.view(None).hand == (None, None, None)


def test_start_player() -> None:
    """RB-SETUP-9: drawn by lot."""
    starts = {fresh(3, seed).to_act for seed in range(30)}
    assert starts == {(0,), (1,), (2,)}


# Turn


def test_turn() -> None:
    """RB-TURN-1: place, score, draw, and then the next player clockwise."""
    state = scene([[FOOD, ENERGY], [FOUR, ONE], [TWO, FOOD]])
    assert state.to_act == (PINK,)
    assert play(state, f"place {c(17, 6)}") == [(PINK, 1, "food_group")]
    assert state.hand[PINK] == [KINDS.index(ENERGY)]
    assert state.to_act == (BLUE,)
    assert play(state, f"place {c(*SMALL)}") == [(BLUE, 4, "small_settlement")]
    assert state.to_act == (ORANGE,)
    play(state, f"place {c(*LARGE[0])}")
    assert state.to_act == (PINK,)


def test_draw_comes_last() -> None:
    """RB-TURN-1: nothing is drawn while the scoring of the tile still waits for a choice."""
    state = scene([[FOOD, ENERGY], [FOOD]], cathedral_choice="optional")
    play(state, f"place {c(14, 6)}")
    assert (state.to_act, state.hand[PINK]) == ((PINK,), [])
    play(state, "decline")
    assert (state.to_act, state.hand[PINK]) == ((BLUE,), [KINDS.index(ENERGY)])


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


# Placing


def test_place_hand_tile() -> None:
    """RB-PLACE-1: the tile in hand and no other, on one field."""
    state = scene([[FOOD], [FOOD]])
    assert refused(state, ENERGY, (17, 4)) == ["RB-PLACE-1"]
    play(state, f"place food {c(17, 6)}")
    assert [number for number, tile in enumerate(state.tiles) if tile >= 0] == [cell(state, (17, 6))]
    assert state.hand[PINK] == []


def test_occupied() -> None:
    """RB-PLACE-2: own, foreign and neutral tiles occupy a field."""
    board = {(17, 6): (PINK, FOOD), (16, 8): (BLUE, FOOD), (17, 3): (NEUTRAL, FOOD)}
    state = scene([[FOOD], [FOOD]], board)
    for at in board:
        assert f"place food {c(*at)}" not in legal(state)
        assert "RB-PLACE-2" in refused(state, FOOD, at)


@pytest.mark.parametrize("at", [(13, 8), (16, 4), (15, 6), (12, 3), (0, 0)])
def test_no_land(at: Field) -> None:
    """RB-PLACE-3: castle, cathedral, loch and sea."""
    for kind in KINDS:
        state = scene([[kind], [FOOD]])
        assert f"place {kind} {c(*at)}" not in legal(state)
        assert refused(state, kind, at) == ["RB-PLACE-3"]


def test_food_fields() -> None:
    """RB-PLACE-4: food fields and those without a symbol."""
    state = scene([[FOOD], [FOOD]])
    assert legal(state) == {f"place food {c(*at)}" for at in fields(state, "FO")}
    assert len(legal(state)) == 26 + 24
    assert refused(state, FOOD, (17, 4)) == ["RB-PLACE-4"]


def test_energy_fields() -> None:
    """RB-PLACE-5: energy fields and those without a symbol."""
    state = scene([[ENERGY], [FOOD]])
    assert legal(state) == {f"place energy {c(*at)}" for at in fields(state, "EO")}
    assert len(legal(state)) == 26 + 24
    assert refused(state, ENERGY, (17, 6)) == ["RB-PLACE-5"]


def filled(letters: str, but: list[Field] | None = None) -> Board:
    """Blue tiles on all fields of these kinds but some, in turn food and energy or settlements of 1."""
    state = fresh(3)
    return {
        at: (BLUE, ONE if at in fields(state, "S") else (FOOD, ENERGY)[number % 2])
        for number, at in enumerate(fields(state, letters))
        if at not in (but or [])
    }


def test_energy_on_food_field() -> None:
    """RB-PLACE-6: once neither an energy field nor one without a symbol is free."""
    state = scene([[ENERGY], [FOOD]], filled("EO"))
    assert legal(state) == {f"place energy {c(*at)}" for at in fields(state, "F")}
    assert play(state, f"place {c(17, 6)}") == [(PINK, 1, "energy_group")]


def test_food_on_energy_field() -> None:
    """RB-PLACE-7: once neither a food field nor one without a symbol is free."""
    state = scene([[FOOD], [FOOD]], filled("FO"))
    assert legal(state) == {f"place food {c(*at)}" for at in fields(state, "E")}
    assert play(state, f"place {c(17, 4)}") == [(PINK, 1, "food_group")]


@pytest.mark.parametrize(("kind", "own", "other"), [(FOOD, "F", "E"), (ENERGY, "E", "F")])
def test_exception_needs_both(kind: str, own: str, other: str) -> None:
    """RB-AMB-1: one free field of the own kind, or one without a symbol, is enough to forbid the exception."""
    state = fresh(3)
    for letter in (own, "O"):
        free = fields(state, letter)[5]
        now = scene([[kind], [FOOD]], filled(own + "O", [free]))
        assert legal(now) == {f"place {kind} {c(*free)}"}
        rule = "RB-PLACE-4" if kind == FOOD else "RB-PLACE-5"
        assert refused(now, kind, fields(state, other)[0]) == [rule]


def test_settlement_fields() -> None:
    """RB-PLACE-8: settlement fields only, and the tile's value makes no difference."""
    for kind in KINDS[2:]:
        state = scene([[kind], [FOOD]])
        assert legal(state) == {f"place {kind} {c(*at)}" for at in fields(state, "S")}
        assert len(legal(state)) == 36
        assert refused(state, kind, (17, 3)) == ["RB-PLACE-8"]


def test_no_exception_for_settlements() -> None:
    """RB-PLACE-8: not even when all other settlement fields are taken."""
    state = scene([[ONE], [FOOD]], filled("S", [SMALL]))
    assert legal(state) == {f"place settlement-1 {c(*SMALL)}"}


def test_no_farm_on_settlements() -> None:
    """RB-PLACE-10: not even when every farm field is taken."""
    state = scene([[FOOD], [FOOD]], filled("FEO"))
    assert legal(state) == {"lay-aside food"}
    assert refused(state, FOOD, SMALL) == ["RB-PLACE-10"]


# Farms


def test_points_at_once() -> None:
    """RB-FARM-1."""
    state = scene([[FOOD, FOOD], [ENERGY]])
    play(state, f"place {c(17, 6)}")
    assert state.scores == [1, 0]


@pytest.mark.parametrize("kind", [FOOD, ENERGY])
@pytest.mark.parametrize(("farm_tile", "points"), [(1, 4), (3, 12)])
def test_farm_group(kind: str, farm_tile: int, points: int) -> None:
    """RB-FARM-2, RB-FARM-3: a point for each tile of the group, the new one included."""
    # Open fields would take both kinds; these are laid where the kind belongs.
    chain = {FOOD: [(5, 6), (5, 7), (5, 8), (4, 7)], ENERGY: [(15, 8), (15, 9), (16, 8), (14, 8)]}[kind]
    board = {at: (PINK, kind) for at in chain[:3]}
    state = scene([[kind], [FOOD]], board, farm_tile=farm_tile)
    assert play(state, f"place {c(*chain[3])}") == [(PINK, points, f"{kind}_group")]


def test_groups_keep_apart() -> None:
    """RB-FARM-4: other types, other colours and neutral tiles are no part, though they touch."""
    board = {
        **{(4, 4): (PINK, FOOD), (5, 2): (PINK, ENERGY), (5, 4): (BLUE, ENERGY)},
        (6, 3): (BLUE, FOOD),
    }
    state = scene([[ENERGY], [FOOD]], board)
    assert play(state, f"place {c(5, 3)}") == [(PINK, 2, "energy_group")]
    board = {(5, 6): (NEUTRAL, FOOD), (5, 8): (BLUE, FOOD), (4, 7): (PINK, ENERGY)}
    assert play(scene([[FOOD], [FOOD]], board), f"place {c(5, 7)}") == [(PINK, 1, "food_group")]


def test_example_a() -> None:
    """RB-FARM-5, example A: Blue lays energy beside energy of Beige: 1 point."""
    state = scene([[FOOD], [ENERGY], [FOOD], [FOOD]], {(15, 8): (BEIGE, ENERGY)}, first=BLUE)
    assert play(state, f"place {c(15, 9)}") == [(BLUE, 1, "energy_group")]


def test_example_b() -> None:
    """RB-FARM-5, example B: Beige lays energy beside own energy: 2 points."""
    state = scene([[FOOD], [FOOD], [FOOD], [ENERGY]], {(15, 8): (BEIGE, ENERGY)}, first=BEIGE)
    assert play(state, f"place {c(15, 9)}") == [(BEIGE, 2, "energy_group")]


def test_groups_join() -> None:
    """RB-FARM-6: 2 and 1 joined by a tile make 4."""
    board = {(9, 4): (PINK, FOOD), (9, 5): (PINK, FOOD), (10, 6): (PINK, FOOD)}
    state = scene([[FOOD], [FOOD]], board)
    assert play(state, f"place {c(10, 5)}") == [(PINK, 4, "food_group")]


# Settlements and ports


def test_settlement_scores_when_completed() -> None:
    """RB-SET-1: nothing before the last field is taken."""
    state = scene([[THREE], [FOUR], [TWO]])
    assert play(state, f"place {c(*LARGE[0])}") == []
    assert play(state, f"place {c(*LARGE[1])}") == []
    assert play(state, f"place {c(*LARGE[2])}")[:2] == [
        (BLUE, 8, "large_settlement"),
        (PINK, 5, "large_settlement"),
    ]


@pytest.mark.parametrize("symbol", [1, 2])
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_small_settlement(symbol: int, value: int) -> None:
    """RB-SET-2: as many points as the tile has symbols."""
    state = scene([[f"settlement-{value}"], [FOOD]], small_symbol=symbol)
    assert play(state, f"place {c(*SMALL)}") == [(PINK, value * symbol, "small_settlement")]


def test_symbols_are_what_the_data_says() -> None:
    """RB-PLACE-9, RB-SET-2: a tile printed with other symbols scores those."""
    printed: dict[str, Any] = {"data:tiles.kinds.settlement-1.symbols": 2}
    state = scene([[ONE, FOOD], [FOOD, FOOD]], **printed)
    before = state.scores[PINK]
    state.apply(PlaceTile(PINK, ONE, Hex(SMALL[1] - SMALL[0] // 2, SMALL[0])))
    assert state.scores[PINK] - before == 2


def settle(
    places: list[Field], tiles: list[tuple[int, str]], seats: int = 4, finisher: int = PINK, **options: Any
) -> dict[int, int]:
    """By seat, what a settlement brings when the finisher lays the last of these tiles."""
    *before, (mover, kind) = tiles
    assert mover == finisher
    hands: list[list[str]] = [[FOOD] for _ in range(seats)]  # the game goes on
    hands[finisher] = [kind]
    state = scene(hands, dict(zip(places, before)), first=finisher, **options)
    points: Counter[int] = Counter()
    for seat, amount, reason in play(state, f"place {c(*places[-1])}"):
        if reason in ("medium_settlement", "large_settlement"):
            points[seat] += amount
    return dict(points)


def test_medium_settlement() -> None:
    """RB-SET-3: 5 for the most symbols, 3 for the second most, whoever completed it."""
    assert settle(MEDIUM, [(BLUE, THREE), (PINK, TWO)]) == {BLUE: 5, PINK: 3}
    assert settle(MEDIUM, [(BLUE, ONE), (PINK, TWO)]) == {PINK: 5, BLUE: 3}
    odd = settle(MEDIUM, [(BLUE, ONE), (PINK, TWO)], medium_first=9, medium_second=4)
    assert odd == {PINK: 9, BLUE: 4}


def test_medium_tie() -> None:
    """RB-SET-4: whoever completed it gets the second prize."""
    assert settle(MEDIUM, [(BLUE, TWO), (PINK, TWO)]) == {BLUE: 5, PINK: 3}
    assert settle(MEDIUM, [(PINK, TWO), (BLUE, TWO)], finisher=BLUE) == {PINK: 5, BLUE: 3}


def test_medium_alone() -> None:
    """RB-SET-5: both prizes."""
    assert settle(MEDIUM, [(PINK, ONE), (PINK, FOUR)]) == {PINK: 8}
    assert settle(MEDIUM, [(PINK, ONE), (PINK, ONE)], medium_second=6) == {PINK: 11}


def test_medium_example() -> None:
    """RB-SET-6: Pink completes with 2 symbols against Blue's 1: Pink 5, Blue 3."""
    assert settle(MEDIUM, [(BLUE, ONE), (PINK, TWO)]) == {PINK: 5, BLUE: 3}


def test_large_settlement() -> None:
    """RB-SET-7: 8, 5 and nothing; 13 for a player on all three fields."""
    assert settle(LARGE, [(BLUE, FOUR), (ORANGE, ONE), (PINK, THREE)]) == {BLUE: 8, PINK: 5}
    assert settle(LARGE, [(BLUE, FOUR), (ORANGE, THREE), (PINK, TWO)]) == {BLUE: 8, ORANGE: 5}
    assert settle(LARGE, [(PINK, ONE), (PINK, ONE), (PINK, ONE)]) == {PINK: 13}
    assert settle(LARGE, [(BLUE, FOUR), (PINK, ONE), (PINK, ONE)]) == {BLUE: 8, PINK: 5}
    odd = settle(LARGE, [(BLUE, FOUR), (ORANGE, ONE), (PINK, THREE)], large_first=10, large_second=7)
    assert odd == {BLUE: 10, PINK: 7}


def test_symbols_add_up() -> None:
    """RB-SET-8: 2 and 2 beat 3."""
    assert settle(LARGE, [(BLUE, TWO), (BLUE, TWO), (PINK, THREE)]) == {BLUE: 8, PINK: 5}
    assert settle(LARGE, [(PINK, TWO), (BLUE, THREE), (PINK, TWO)]) == {PINK: 8, BLUE: 5}


def test_large_ties() -> None:
    """RB-SET-9: whoever completed it loses every tie."""
    # Two against one tile, level: the finisher is second, whoever has more tiles.
    assert settle(LARGE, [(BLUE, ONE), (BLUE, ONE), (PINK, TWO)]) == {BLUE: 8, PINK: 5}
    assert settle(LARGE, [(BLUE, TWO), (PINK, ONE), (PINK, ONE)]) == {BLUE: 8, PINK: 5}
    # Level for the second prize: the finisher gets nothing.
    assert settle(LARGE, [(BLUE, FOUR), (ORANGE, TWO), (PINK, TWO)]) == {BLUE: 8, ORANGE: 5}
    # All level: the next two clockwise after the finisher.
    assert settle(LARGE, [(ORANGE, TWO), (BLUE, TWO), (PINK, TWO)]) == {BLUE: 8, ORANGE: 5}


def test_large_ties_clockwise_from_the_finisher() -> None:
    """RB-AMB-14, RB-SET-9: the first tied player clockwise after the finisher wins, not the lowest seat."""
    assert settle(LARGE, [(PINK, ONE), (BEIGE, ONE), (BLUE, FOUR)], finisher=BLUE) == {BLUE: 8, BEIGE: 5}
    assert settle(LARGE, [(PINK, THREE), (BEIGE, THREE), (BLUE, ONE)], finisher=BLUE) == {BEIGE: 8, PINK: 5}
    assert settle(LARGE, [(PINK, THREE), (BLUE, THREE), (ORANGE, THREE)], finisher=ORANGE) == {
        PINK: 8,
        BLUE: 5,
    }
    assert settle(LARGE, [(ORANGE, TWO), (BEIGE, TWO), (BLUE, TWO)], finisher=BLUE) == {ORANGE: 8, BEIGE: 5}


def test_large_example() -> None:
    """RB-SET-10: Blue 1 and 1, Pink completes with 3: Pink 8, Blue 5."""
    assert settle(LARGE, [(BLUE, ONE), (BLUE, ONE), (PINK, THREE)]) == {PINK: 8, BLUE: 5}


def test_large_alone() -> None:
    """RB-AMB-3: all three fields in one hand bring both prizes."""
    assert settle(LARGE, [(PINK, FOUR), (PINK, TWO), (PINK, ONE)]) == {PINK: 13}


@pytest.mark.parametrize("port", [1, 4])
def test_port(port: int) -> None:
    """RB-PORT-1: 1 point at once, whether the settlement is complete or not."""
    state = scene([[FOUR], [ONE, FOOD]], port=port)
    assert play(state, f"place {c(*MEDIUM_PORT[1])}") == [(PINK, port, "port")]
    # Only the field with the port brings the point.
    assert play(state, f"place {c(*MEDIUM_PORT[0])}") == [
        (PINK, 5, "medium_settlement"),
        (BLUE, 3, "medium_settlement"),
    ]


def test_port_completes() -> None:
    """RB-PORT-2: the only or last field of a settlement: its points as well."""
    state = scene([[FOUR], [FOOD]])
    assert sorted(play(state, f"place {c(*PORT_SMALL)}")) == [
        (PINK, 1, "port"),
        (PINK, 4, "small_settlement"),
    ]
    state = scene([[FOUR], [FOOD]], {MEDIUM_PORT[0]: (BLUE, ONE)})
    assert sorted(play(state, f"place {c(*MEDIUM_PORT[1])}")) == [
        (PINK, 1, "port"),
        (PINK, 5, "medium_settlement"),
        (BLUE, 3, "medium_settlement"),
    ]


# Castles


def kf(board: list[tuple[int, str]], kind: str, holder: int = -1, seats: int = 4) -> int:
    """Who holds castle Kf after Pink has laid a tile beside it; settlements (one at most) lie on the port."""
    places = iter(BESIDE_KF)
    laid = {PORT_SMALL if held == ONE else next(places): (seat, held) for seat, held in board}
    assert len(laid) == len(board)
    hands = [[kind], [FOOD], *[[FOOD] for _ in range(seats - 2)]]
    state = scene(hands, laid, {"Kf": holder} if holder >= 0 else {})
    free = [at for at in BESIDE_KF if f"place {kind} {c(*at)}" in legal(state)]
    play(state, f"place {c(*free[0])}")
    return castle(state, "Kf")


def test_most_tiles_control() -> None:
    """RB-CASTLE-1: checked for the castle that the tile touches and for no other."""
    state = scene([[FOOD, FOOD], [ENERGY, FOOD]])
    play(state, f"place {c(13, 10)}")
    assert {at for at, seat in enumerate(state.castles) if seat >= 0} == {
        at for at, known in enumerate(state.printed.castles) if known.code == "Kf"
    }
    play(state, f"place {c(15, 8)}")  # near, but it does not touch
    assert castle(state, "Kf") == PINK


@pytest.mark.parametrize(("kind", "at"), [(FOOD, (13, 10)), (ENERGY, (15, 9)), (ONE, (14, 11))])
def test_first_tile(kind: str, at: Field) -> None:
    """RB-CASTLE-2: of whatever type."""
    state = scene([[kind], [FOOD]])
    play(state, f"place {c(*at)}")
    assert castle(state, "Kf") == PINK


def test_more_tiles_take_the_castle() -> None:
    """RB-CASTLE-3: 2 to 1, of whatever type, against farms too."""
    assert kf([(BLUE, FOOD), (PINK, FOOD)], FOOD, BLUE) == PINK
    assert kf([(BLUE, FOOD), (PINK, ONE)], ENERGY, BLUE) == PINK
    assert kf([(BLUE, FOOD), (PINK, FOOD)], ONE, BLUE) == PINK


def test_holder_keeps_the_castle() -> None:
    """RB-CASTLE-3: a further tile of the holder changes nothing, and nothing is told."""
    state = scene([[FOOD], [FOOD]], {(15, 9): (PINK, ENERGY)}, {"Kf": PINK})
    log = Log()
    play(state, f"place {c(13, 10)}", log=log)
    assert castle(state, "Kf") == PINK
    assert "castle_taken" not in [event.key for event in log.events]


def test_fewer_tiles_do_not() -> None:
    """RB-CASTLE-3: 1 farm to 2 tiles."""
    assert kf([(BLUE, FOOD), (BLUE, ONE)], FOOD, BLUE) == BLUE


def test_tie_goes_to_more_farms() -> None:
    """RB-CASTLE-4: food and energy counted together."""
    assert kf([(BLUE, ONE)], FOOD, BLUE) == PINK
    assert kf([(BLUE, FOOD), (BLUE, ONE), (PINK, ENERGY)], FOOD, BLUE) == PINK
    # Food and energy together: 1 and 1 against 2 of one type is level.
    assert kf([(BLUE, FOOD), (BLUE, FOOD), (PINK, ENERGY)], FOOD, BLUE) == BLUE
    # The holder has more farms.
    assert kf([(BLUE, FOOD)], ONE, BLUE) == BLUE


def test_last_tie_is_lost() -> None:
    """RB-CASTLE-5: level in tiles and farms, the player who placed the tile loses."""
    assert kf([(BLUE, FOOD)], ENERGY, BLUE) == BLUE


def test_castles_score_at_the_end_only() -> None:
    """RB-CASTLE-6."""
    state = scene([[FOOD], [FOOD]])
    assert play(state, f"place {c(13, 10)}") == [(PINK, 1, "food_group")]
    assert play(state, f"place {c(17, 6)}") == [(BLUE, 1, "food_group"), (PINK, 5, "castle")]


def test_castle_example_1() -> None:
    """RB-CASTLE-7: level at 1 to 1, Pink keeps the castle; a second blue tile takes it."""
    state = scene([[], [ENERGY, ENERGY], [FOOD]], {(13, 10): (PINK, FOOD)}, {"Kf": PINK})
    play(state, f"place {c(15, 9)}")
    assert castle(state, "Kf") == PINK
    play(state, f"place {c(17, 6)}", f"place {c(15, 10)}")
    assert castle(state, "Kf") == BLUE


def test_castle_example_2() -> None:
    """RB-CASTLE-8: 1 to 1, energy of Blue against a settlement of Pink: Blue takes it."""
    state = scene([[], [ENERGY], [FOOD]], {(14, 11): (PINK, TWO)}, {"Kf": PINK})
    play(state, f"place {c(15, 9)}")
    assert castle(state, "Kf") == BLUE


def test_no_third_player_wins_a_tie() -> None:
    """RB-AMB-11: whoever else is level, only the player who placed the tile can take a castle."""
    # Everybody comes to have two tiles; Pink's are a settlement and the farm that is laid now.
    spots = [(0, 7), (0, 8), (1, 6), (2, 7)]
    for kinds, holder, after in [
        ([(BLUE, FOOD), (BLUE, FOOD), (ORANGE, FOOD), (ORANGE, ONE)], BLUE, BLUE),
        ([(ORANGE, FOOD), (ORANGE, FOOD), (BLUE, FOOD), (BLUE, ONE)], ORANGE, ORANGE),
        ([(BLUE, FOOD), (ORANGE, FOOD), (BLUE, ONE), (ORANGE, ONE)], BLUE, BLUE),
        ([(BLUE, ONE), (ORANGE, ONE), (BLUE, ONE), (ORANGE, ONE)], BLUE, PINK),
    ]:
        board: Board = dict(zip(spots, kinds)) | {(2, 8): (PINK, ONE)}
        state = scene([[ENERGY], [FOOD], [FOOD]], board, {"Ka": holder})
        play(state, f"place {c(1, 8)}")
        assert castle(state, "Ka") == after


# Cathedrals and missions


def test_cathedral() -> None:
    """RB-CATH-1: at the first tile beside the field, also where others have been before."""
    state = scene([[FOOD], [FOOD], [FOOD]], visited={"C7": [BLUE, ORANGE]})
    play(state, f"place {c(14, 6)}")
    assert visitors(state, "C7") == {PINK, BLUE, ORANGE}


def test_mission_card() -> None:
    """RB-CATH-2: the top card of the pile."""
    state = scene([[FOOD], [FOOD]])
    deck = list(state.deck)
    log = Log()
    play(state, f"place {c(14, 6)}", log=log)
    assert len(state.missions[PINK]) == 1
    assert sorted(state.deck + state.missions[PINK]) == sorted(deck)
    assert state.deck in (deck[1:], deck[:-1])
    assert state.missions[BLUE] == []


def test_one_card_for_each_field() -> None:
    """RB-CATH-3: the second tile beside a cathedral brings none, a tile beside another one does."""
    state = scene([[FOOD, ENERGY, FOOD], []])
    play(state, f"place {c(14, 6)}")
    play(state, f"place {c(13, 5)}")
    assert (len(state.missions[PINK]), visitors(state, "C7")) == (1, {PINK})
    play(state, f"place {c(5, 6)}")
    assert (len(state.missions[PINK]), visitors(state, "C3")) == (2, {PINK})


def test_missions_are_secret() -> None:
    """RB-CATH-4: neither the view nor the log of others shows the card."""
    state = scene([[FOOD], [FOOD], [FOOD]])
    log = Log()
    play(state, f"place {c(14, 6)}", log=log)
    (card,) = state.missions[PINK]
    assert state.view(PINK).missions[PINK] == (card,)
    name = state.rules.pieces["mission"][card]
    for seat in (BLUE, None):
        assert state.view(seat).missions[PINK] is None
        assert all(name not in event.told_to(seat)[1].values() for event in log.events)
    assert any(name in event.told_to(PINK)[1].values() for event in log.events)


@pytest.mark.parametrize("name", ["default", "alternative"])
def test_eight_cathedrals(name: str) -> None:
    """RB-CATH-5: eight fields; 32 cards are enough for four players."""
    state = fresh(4, map=name)
    assert len(state.printed.cathedrals) == 8
    assert len(state.deck) == 4 * 8
    finished(state)
    assert max(map(len, state.missions)) <= 8
    assert [len(cards) for cards in state.missions] == [
        sum(bits >> seat & 1 for bits in state.cathedrals) for seat in range(4)
    ]


def test_tie_meets_a_mission() -> None:
    """RB-CATH-6: level with another is enough."""
    board = {(5, 6): (PINK, FOOD), (5, 7): (PINK, FOOD), (9, 4): (BLUE, FOOD), (9, 5): (BLUE, FOOD)}
    for seat in (PINK, BLUE):
        assert last(board, missions={seat: ["food_group"]}) == [(seat, 8, "mission")]
    assert last(board, missions={ORANGE: ["food_group"]}) == []


def test_missions_score_at_the_end_only() -> None:
    """RB-CATH-7."""
    state = scene([[FOOD], [FOOD]], missions={PINK: ["food_group"], BLUE: ["bonus"]})
    assert play(state, f"place {c(17, 6)}") == [(PINK, 1, "food_group")]
    assert play(state, f"place {c(17, 3)}") == [
        (BLUE, 1, "food_group"),
        (PINK, 8, "mission"),
        (BLUE, 3, "cathedral_bonus"),
    ]


# Drawing and the end


def test_draw() -> None:
    """RB-DRAW-1: one tile; nothing from an empty supply; then the next player."""
    state = scene([[FOOD, FOOD, ENERGY], [FOOD]])
    play(state, f"place {c(17, 6)}")
    assert (len(state.hand[PINK]), len(state.supply[PINK])) == (1, 1)
    play(state, f"place {c(17, 3)}")
    assert (state.hand[BLUE], state.supply[BLUE], state.to_act) == ([], [], (PINK,))


def test_final_scoring_follows_the_last_tile() -> None:
    """RB-END-1."""
    state = scene([[FOOD], [FOOD], [FOOD]], castles={"Ka": BLUE})
    play(state, f"place {c(17, 6)}", f"place {c(17, 3)}")
    assert not state.over
    assert play(state, f"place {c(16, 8)}") == [(ORANGE, 1, "food_group"), (BLUE, 5, "castle")]
    assert state.over
    assert state.to_act == ()


@pytest.mark.parametrize("symbol", [1, 2])
def test_unfinished_settlements(symbol: int) -> None:
    """RB-END-2: every tile its symbols, for its owner; completed settlements not again."""
    board = {
        **{LARGE[0]: (BLUE, FOUR), LARGE[2]: (PINK, ONE)},
        **{MEDIUM[0]: (ORANGE, THREE), SMALL: (BLUE, TWO)},
        **{MEDIUM_PORT[0]: (BLUE, ONE), MEDIUM_PORT[1]: (PINK, FOUR)},
    }
    lines = last(board, unfinished_symbol=symbol)
    assert sorted(lines) == sorted(
        (seat, points * symbol, "unfinished_settlement")
        for seat, points in [(BLUE, 4), (PINK, 1), (ORANGE, 3)]
    )


@pytest.mark.parametrize("points", [5, 7])
def test_castles_at_the_end(points: int) -> None:
    """RB-END-3."""
    lines = last({}, castles={"KE": BLUE, "KS": BLUE, "Kc": ORANGE}, castle=points)
    assert sorted(lines) == [(BLUE, points, "castle"), (BLUE, points, "castle"), (ORANGE, points, "castle")]


@pytest.mark.parametrize("points", [3, 6])
def test_missions_at_the_end(points: int) -> None:
    """RB-END-4: a bonus card without condition; others compared, and only for those who hold the card."""
    board = {(14, 6): (BLUE, FOOD), (5, 6): (BLUE, FOOD), (5, 7): (PINK, FOOD)}
    cards = {PINK: ["by_cathedrals", "bonus"], BLUE: ["tiles_south", "bonus", "bonus"]}
    # Beside cathedrals Pink has one tile and Blue two; in the south each has one, Pink's being the last.
    assert sorted(last(board, missions=cards, cathedral_bonus=points)) == sorted(
        [
            (PINK, points, "cathedral_bonus"),
            (BLUE, 5, "mission"),
            (BLUE, points, "cathedral_bonus"),
            (BLUE, points, "cathedral_bonus"),
        ]
    )


MISSION_BOARD: Board = {
    **{(0, 7): (PINK, FOOD), (0, 8): (PINK, ENERGY), (16, 3): (PINK, ONE)},
    **{(5, 6): (BLUE, FOOD), (5, 7): (BLUE, FOOD), (5, 8): (BLUE, FOOD), SMALL: (BLUE, TWO)},
    **{
        (12, 5): (ORANGE, THREE),
        (14, 7): (ORANGE, TWO),
        (15, 8): (ORANGE, ENERGY),
        (15, 9): (ORANGE, ENERGY),
    },
}
"""Pink's last tile, food on (17, 6), comes to it."""
MISSION_CASTLES = {
    **{"Ka": PINK, "Kf": PINK},
    **{"Kd": BLUE, "KE": BLUE, "KS": BLUE},
    **{"Kg": ORANGE, "Ke": ORANGE},
}


@pytest.mark.parametrize(
    ("card", "points", "seats"),
    [
        ("castles_all", 8, {BLUE}),  # 2, 3, 2
        ("castles_north", 5, {PINK, BLUE}),  # 1, 1, 0
        ("castles_middle", 5, {ORANGE}),  # 0, 1, 2
        ("castles_south", 5, {PINK, BLUE}),  # 1, 1, 0
        ("food_group", 8, {BLUE}),  # 1, 3, 0
        ("energy_group", 8, {ORANGE}),  # 1, 0, 2
        ("farm_groups", 8, {PINK}),  # 3, 1, 1
        ("any_group", 8, {BLUE}),  # 2, 3, 2
        ("by_castles", 8, {BLUE}),  # 2, 3, 1
        ("by_cathedrals", 8, {BLUE}),  # 1, 2, 1
        ("by_lochs", 8, {ORANGE}),  # 0, 1, 2
        ("coast", 8, {PINK}),  # 4, 2, 2
        ("ports", 8, {PINK}),  # 1, 0, 0
        ("in_small", 8, {PINK, BLUE}),  # 1, 1, 0
        ("in_medium", 8, {ORANGE}),  # 0, 0, 1
        ("in_large", 8, {ORANGE}),  # 0, 0, 1
        ("medium_symbols", 8, {ORANGE}),  # 0, 0, 2
        ("large_symbols", 8, {ORANGE}),  # 0, 0, 3
        ("settlement_spread", 8, {ORANGE}),  # 1, 1, 2
        ("open_land", 8, {PINK}),  # 1, 0, 0
        ("tiles_north", 5, {BLUE}),  # 2, 3, 0
        ("tiles_middle", 5, {BLUE}),  # 0, 1, 0
        ("tiles_south", 5, {ORANGE}),  # 2, 0, 4
        ("crown_castles", 5, {BLUE}),
    ],
)
def test_every_mission(card: str, points: int, seats: set[int]) -> None:
    """RB-END-4, RB-CATH-6: what Pink, Blue and Orange have of each, and who meets it."""
    for seat in (PINK, BLUE, ORANGE):
        lines = last(MISSION_BOARD, castles=MISSION_CASTLES, missions={seat: [card]})
        found = [line for line in lines if line[2] == "mission"]
        assert found == ([(seat, points, "mission")] if seat in seats else [])


def ended(scores: list[int], castles: dict[str, int], **options: Any) -> tuple[int, ...]:
    """Who wins when the game ends with these points, whatever they come from."""
    seats = len(scores)
    state = scene([[FOOD], *[[] for _ in range(seats - 1)]], castles=castles, **options)
    # The last tile brings Pink a point, and castles score too.
    worth = [5 * list(castles.values()).count(seat) for seat in range(seats)]
    for seat, points in enumerate(scores):
        state.gain(seat, points - worth[seat] - (seat == PINK), state.rules.reason["carried_over"])
    play(state, f"place {c(17, 6)}")
    assert state.scores == scores
    ranking = state.ranking()
    assert ranking[0] == state.winners
    assert sorted(seat for level in ranking for seat in level) == list(range(seats))
    return state.winners


def test_most_points_win() -> None:
    """RB-END-5: castles do not matter unless points are level."""
    assert ended([50, 70, 60], {"KE": PINK, "KS": PINK}) == (BLUE,)


def test_ranking() -> None:
    """RB-END-5, RB-END-6: the others follow by points, level ones together."""
    state = scene([[FOOD], [], [], []], castles={"KE": BLUE})
    for seat, points in enumerate([49, 35, 40, 30]):
        state.gain(seat, points, state.rules.reason["carried_over"])
    play(state, f"place {c(17, 6)}")
    assert state.scores == [50, 40, 40, 30]
    assert state.ranking() == [(PINK,), (BLUE, ORANGE), (BEIGE,)]


def test_edinburgh_breaks_ties() -> None:
    """RB-END-6: of the tied players whoever controls Edinburgh, even if another controls Stirling."""
    assert ended([60, 60, 50], {"KE": BLUE, "KS": PINK}) == (BLUE,)
    assert ended([60, 60, 50], {"KE": PINK}) == (PINK,)
    assert ended([60, 60, 60], {"KE": ORANGE, "KS": PINK}) == (ORANGE,)


def test_stirling_breaks_ties() -> None:
    """RB-END-6: when no tied player controls Edinburgh, whoever controls Stirling, tied or not."""
    assert ended([60, 60, 50], {"KE": ORANGE, "KS": BLUE}) == (BLUE,)
    assert ended([60, 60, 50], {"KS": PINK}) == (PINK,)
    assert ended([60, 60, 50], {"KS": ORANGE}) == (ORANGE,)
    assert ended([60, 60, 50], {"KE": ORANGE, "KS": ORANGE}) == (ORANGE,)
    assert ended([60, 50, 60, 10], {"KE": BLUE, "KS": BEIGE}) == (BEIGE,)


# Ambiguities


def test_tile_without_a_place_is_laid_aside() -> None:
    """RB-AMB-2, no_place=lay_aside: no points, a new tile is drawn, the next player follows."""
    state = scene([[ONE, FOOD], [FOOD]], filled("S"))
    assert legal(state) == {"lay-aside settlement-1"}
    log = Log()
    assert play(state, "lay-aside settlement-1", log=log) == []
    assert next(event.key for event in log.events) == "tile_laid_aside"
    assert state.laid_aside == [PINK << 3 | KINDS.index(ONE)]
    assert (state.hand[PINK], state.to_act) == ([KINDS.index(FOOD)], (BLUE,))
    play(state, f"place {c(17, 6)}")
    assert state.to_act == (PINK,)


def test_tile_without_a_place_ends_it_for_its_player() -> None:
    """RB-AMB-2, no_place=out: that player draws no more and the others go on to their end."""
    state = scene([[ONE, FOOD], [FOOD, FOOD]], filled("S"), no_place="out", castles={"Ka": PINK})
    play(state, "lay-aside settlement-1")
    assert state.hand[PINK] == []
    play(state, f"place {c(17, 6)}")
    assert state.to_act == (BLUE,)
    assert not state.over
    lines = play(state, f"place {c(17, 3)}")
    assert state.over
    assert (PINK, 5, "castle") in lines


def test_no_tile_is_laid_aside_that_fits() -> None:
    """RB-AMB-2: laying aside is no way out while a field is free."""
    state = scene([[ONE], [FOOD]])
    (seat,) = state.to_act
    refusal = state.check(state.rules.read("lay-aside settlement-1", state, seat))
    assert refusal is not None
    assert [reason.rule for reason in refusal.reasons] == ["RB-PLACE-1"]


@pytest.mark.parametrize(
    ("ruling", "kind", "at", "holder"),
    [
        ("occupy", FOOD, (13, 10), PINK),
        ("occupy", ONE, (14, 11), PINK),
        # One to one: the neutral tile lies face down and is no farm.
        ("third_player", FOOD, (13, 10), PINK),
        ("third_player", ONE, (14, 11), -1),
    ],
)
def test_neutral_at_castles(ruling: str, kind: str, at: Field, holder: int) -> None:
    """RB-AMB-4: neutral tiles count for nothing at castles, or as a third player."""
    state = scene([[kind], [FOOD]], {(15, 9): (NEUTRAL, FOOD)}, neutral=ruling)
    play(state, f"place {c(*at)}")
    assert castle(state, "Kf") == holder


def test_neutral_majority() -> None:
    """RB-AMB-4: two neutral tiles against one farm, then against two."""
    board = {(15, 9): (NEUTRAL, FOOD), (15, 10): (NEUTRAL, FOOD)}
    state = scene([[FOOD, FOOD], []], board, neutral="third_player")
    play(state, f"place {c(13, 10)}")
    assert castle(state, "Kf") == -1
    play(state, f"place {c(13, 9)}")
    assert castle(state, "Kf") == PINK
    # With the other ruling one is enough.
    state = scene([[FOOD, FOOD], []], board)
    play(state, f"place {c(13, 10)}")
    assert castle(state, "Kf") == PINK


def test_neutral_has_no_symbols() -> None:
    """RB-AMB-4: neutral tiles complete settlements, and win nothing there; nothing at the end either."""
    assert settle(LARGE, [(NEUTRAL, FOOD), (BLUE, ONE), (PINK, TWO)]) == {PINK: 8, BLUE: 5}
    assert settle(LARGE, [(NEUTRAL, FOOD), (BLUE, TWO), (PINK, TWO)]) == {BLUE: 8, PINK: 5}
    assert last({MEDIUM[0]: (NEUTRAL, FOOD), LARGE[0]: (NEUTRAL, FOOD)}) == []


def test_neutral_brings_no_cathedral() -> None:
    """RB-AMB-4: the neutral tiles of the set-up place no cathedrals and no castles."""
    for ruling in ("occupy", "third_player"):
        state = fresh(2, neutral=ruling)
        assert set(state.cathedrals) == {0}
        assert set(state.castles) == {-1}


@pytest.mark.parametrize(("ruling", "medium", "large"), [("first", 5, 8), ("both", 8, 13)])
def test_alone_with_neutral(ruling: str, medium: int, large: int) -> None:
    """RB-AMB-5: the only player beside neutral tiles gets the first prize, or both."""
    options: dict[str, Any] = {"neutral_settlement": ruling}
    assert settle(MEDIUM, [(NEUTRAL, FOOD), (PINK, ONE)], 2, **options) == {PINK: medium}
    assert settle(LARGE, [(NEUTRAL, FOOD), (PINK, ONE), (PINK, ONE)], 2, **options) == {PINK: large}
    assert settle(LARGE, [(NEUTRAL, FOOD), (NEUTRAL, FOOD), (PINK, ONE)], 2, **options) == {PINK: large}


def test_nobody_at_stirling() -> None:
    """RB-AMB-6: the tied share the victory, or those of them with most castles win."""
    held = {"Ka": PINK, "Kb": PINK, "Kc": BLUE, "Kd": ORANGE, "Kg": ORANGE, "Kh": ORANGE}
    assert ended([60, 60, 50], held) == (PINK, BLUE)
    assert ended([60, 60, 50], held, final_tie="castles") == (PINK,)
    assert ended([60, 60, 60], held, final_tie="castles") == (ORANGE,)
    assert ended([60, 60, 50], {"Ka": PINK, "Kb": BLUE}, final_tie="castles") == (PINK, BLUE)
    # Edinburgh in a hand outside the tie breaks nothing.
    assert ended([60, 60, 50], {"KE": ORANGE}) == (PINK, BLUE)


def test_cathedral_automatic() -> None:
    """RB-AMB-7, cathedral_choice=automatic: there is no choice."""
    state = scene([[FOOD], [FOOD]])
    play(state, f"place {c(14, 6)}")
    assert (visitors(state, "C7"), state.to_act) == ({PINK}, (BLUE,))


def test_cathedral_optional() -> None:
    """RB-AMB-7, cathedral_choice=optional: who declines may do it with a later tile."""
    state = scene([[FOOD, ENERGY], []], cathedral_choice="optional")
    play(state, f"place {c(14, 6)}")
    assert legal(state) == {"cathedral C7", "decline"}
    play(state, "decline")
    assert (visitors(state, "C7"), state.missions[PINK]) == (set(), [])
    play(state, f"place {c(13, 5)}")
    assert legal(state) == {"cathedral C7", "decline"}
    play(state, "cathedral C7")
    assert (visitors(state, "C7"), len(state.missions[PINK])) == ({PINK}, 1)


def test_decline_only_where_offered() -> None:
    """RB-AMB-7: declining is refused while a tile is to be placed."""
    state = scene([[FOOD], [FOOD]])
    assert state.check(NoCathedral(PINK)) is not None


def test_several_castles() -> None:
    """RB-AMB-8: (13, 9) touches Edinburgh and Kf: both are taken, or the one chosen."""
    state = scene([[FOOD], [FOOD]])
    play(state, f"place {c(13, 9)}")
    assert (castle(state, "KE"), castle(state, "Kf")) == (PINK, PINK)
    state = scene([[FOOD], [FOOD]], several_neighbours="one")
    play(state, f"place {c(13, 9)}")
    assert (state.to_act, legal(state)) == ((PINK,), {"castle KE", "castle Kf"})
    play(state, "castle Kf")
    assert (castle(state, "KE"), castle(state, "Kf"), state.to_act) == (-1, PINK, (BLUE,))


def test_several_cathedrals(tmp_path: Path) -> None:
    """RB-AMB-8: on a map where (7, 6) touches two cathedrals: one card for each, or for the one chosen."""
    data = crowded(tmp_path)
    state = scene([[ENERGY], [FOOD]], data=data)
    play(state, f"place {c(7, 6)}")
    assert (visitors(state, "C3"), visitors(state, "C5"), len(state.missions[PINK])) == ({PINK}, {PINK}, 2)
    state = scene([[ENERGY, ENERGY], []], data=data, several_neighbours="one")
    play(state, f"place {c(7, 6)}")
    assert legal(state) == {"cathedral C3", "cathedral C5"}
    play(state, "cathedral C5")
    assert (visitors(state, "C3"), visitors(state, "C5"), len(state.missions[PINK])) == (set(), {PINK}, 1)
    # The next one goes to the other field without asking.
    play(state, f"place {c(7, 7)}")
    assert (visitors(state, "C3"), len(state.missions[PINK]), state.over) == ({PINK}, 2, True)


def test_optional_cathedrals_one_by_one(tmp_path: Path) -> None:
    """RB-AMB-7, RB-AMB-8: beside two cathedrals the player takes both, one or none; with `one` at most one."""
    data = crowded(tmp_path)
    state = scene([[ENERGY], [FOOD]], data=data, cathedral_choice="optional")
    play(state, f"place {c(7, 6)}")
    assert legal(state) == {"cathedral C3", "cathedral C5", "decline"}
    play(state, "cathedral C5")
    assert legal(state) == {"cathedral C3", "decline"}
    play(state, "cathedral C3")
    assert (state.to_act, len(state.missions[PINK])) == ((BLUE,), 2)
    state = scene([[ENERGY], [FOOD]], data=data, cathedral_choice="optional", several_neighbours="one")
    play(state, f"place {c(7, 6)}", "cathedral C5")
    assert (state.to_act, len(state.missions[PINK])) == ((BLUE,), 1)


def test_castle_and_cathedral() -> None:
    """RB-AMB-8: a castle and a cathedral beside one tile are no choice."""
    for ruling in ("each", "one"):
        state = scene([[FOOD], [FOOD]], several_neighbours=ruling)
        play(state, f"place {c(14, 6)}")
        assert (castle(state, "Kj"), visitors(state, "C7"), state.to_act) == (PINK, {PINK}, (BLUE,))


@pytest.mark.parametrize(("ruling", "points"), [("unmet", 0), ("met", 8)])
def test_nothing_to_compare(ruling: str, points: int) -> None:
    """RB-AMB-9: all tied at zero do not meet a mission, or do; zero against something never does."""
    for card in ("energy_group", "ports", "in_small", "large_symbols", "castles_all"):
        lines = last({}, missions={BLUE: [card]}, zero_missions=ruling)
        assert sum(amount for _, amount, _ in lines) == points
    board = {(15, 9): (PINK, ENERGY)}
    assert last(board, missions={BLUE: ["energy_group"]}, zero_missions=ruling) == []
    # Holding neither of two castles is no tie at zero.
    assert last({}, missions={BLUE: ["crown_castles"]}, zero_missions=ruling) == []


def test_order_of_scoring() -> None:
    """RB-AMB-12: settlement, port, castle, cathedral."""
    state = scene([[FOUR], [FOOD]])
    log = Log()
    assert [reason for _, _, reason in play(state, f"place {c(16, 3)}", log=log)] == [
        "small_settlement",
        "port",
    ]
    state = scene([[FOUR], [FOOD]], {MEDIUM[1]: (BLUE, ONE)})
    log = Log()
    play(state, f"place {c(*MEDIUM[0])}", log=log)
    keys = [event.key for event in log.events]
    known = ["tile_placed", "settlement_finished", "castle_taken", "cathedral_placed", "mission_drawn"]
    assert [key for key in keys if key in known] == known


def test_order_of_choices() -> None:
    """RB-AMB-12: a castle is chosen before a cathedral."""
    state = scene([[FOOD], [FOOD]], several_neighbours="one", cathedral_choice="optional")
    # (14, 6) touches castle Kj and cathedral C7; only one castle, so there is one choice.
    play(state, f"place {c(14, 6)}")
    assert legal(state) == {"cathedral C7", "decline"}
    assert castle(state, "Kj") == PINK


@pytest.mark.parametrize(("ruling", "points"), [("missing", [(BLUE, 8, "mission")]), ("drawn", [])])
def test_sea_at_the_border(ruling: str, points: Points) -> None:
    """RB-AMB-15: (0, 7) and (0, 8) lie at the northern border, where no sea is drawn."""
    board: Board = {(0, 7): (BLUE, FOOD), (0, 8): (BLUE, FOOD)}
    # Pink's last tile lies in the middle of the land.
    cards = {BLUE: ["coast"]}
    assert last(board, kind=FOOD, at=(9, 5), missions=cards, sea=ruling) == points
    # Drawn sea is sea either way.
    assert last({(1, 9): (BLUE, ENERGY)}, at=(9, 5), missions=cards, sea=ruling) == [(BLUE, 8, "mission")]


def test_tiles_count_once() -> None:
    """RB-AMB-16: a tile beside two castles counts once."""
    # Blue has one tile, beside two castles; Orange has two tiles beside one castle.
    board = {(3, 5): (BLUE, ENERGY), (15, 9): (ORANGE, ENERGY), (15, 10): (ORANGE, FOOD)}
    assert last(board, missions={BLUE: ["by_castles"]}) == []
    assert last(board, missions={ORANGE: ["by_castles"]}) == [(ORANGE, 8, "mission")]


def test_single_farms_are_groups() -> None:
    """RB-AMB-16: farm groups of both types together, single farms included."""
    # Blue: a food group of two and two single energy farms, three groups. Orange: two of food.
    board = {
        **{(5, 6): (BLUE, FOOD), (5, 7): (BLUE, FOOD), (15, 8): (BLUE, ENERGY), (12, 2): (BLUE, ENERGY)},
        **{(9, 4): (ORANGE, FOOD), (10, 7): (ORANGE, FOOD)},
    }
    assert last(board, missions={BLUE: ["farm_groups"]}) == [(BLUE, 8, "mission")]
    assert last(board, missions={ORANGE: ["farm_groups"]}) == []


def test_unfinished_settlements_count() -> None:
    """RB-AMB-16: for missions."""
    lines = last({LARGE[0]: (BLUE, THREE)}, missions={BLUE: ["large_symbols"], PINK: ["in_large"]})
    assert sorted(lines) == [(BLUE, 3, "unfinished_settlement"), (BLUE, 8, "mission")]
