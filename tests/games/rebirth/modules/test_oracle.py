"""Random games and odd positions of the Ireland side, move by move against a second implementation of its rules.

The oracle (tests/oracle/rebirth_ireland*.py) was written from the rulebook alone. Compared after every decision: who
acts, what is legal, tiles, castles, hands, tiles set aside, supplies, and once a tile is resolved, points by reason
and source, cards, round towers and markers; at the end every line of the final scoring, the ranking and the winners.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest

from tilewright.core.rules.actions import Action
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.modules._ireland.actions import ForgoBonuses

from ....oracle import rebirth as scotland
from ....oracle import rebirth_ireland as ireland
from ....oracle.rebirth_ireland_table import Table
from ....oracle.rebirth_map import Cell, neighbours
from ..side import Policy, near_castles, scatter
from .boards import random_board
from .pair import Pair, random_options

# How moves are chosen


def any_move(random: Random, table: Table, actions: list[Action]) -> Action:
    """Any move at all."""
    return random.choice(actions)


def steered(worth: Callable[[Table, int, Cell], float]) -> Policy[Table]:
    """Mostly the placement worth most; bonuses are used rather than forgone."""

    def choose(random: Random, table: Table, actions: list[Action]) -> Action:
        if random.random() < 0.1:
            return random.choice(actions)
        if not isinstance(actions[0], PlaceTile):
            return random.choice([one for one in actions if not isinstance(one, ForgoBonuses)])
        seat = actions[0].seat
        placements = [cast(PlaceTile, action) for action in actions]
        return max(placements, key=lambda a: (worth(table, seat, (a.cell.q, a.cell.r)), random.random()))

    return choose


def held(table: Table, seat: int) -> str:
    """The tile that the seat is to lay."""
    return table.second or table.hand[seat][0]


def at_towers(*bonuses: str) -> Callable[[Table, int, Cell], float]:
    """Beside towers not yet touched, first those with these bonuses."""

    def worth(table: Table, seat: int, at: Cell) -> float:
        return sum(
            5 if table.bonus[code] in bonuses else 1
            for code in ireland.towers_beside(table.position, at)
            if seat not in table.touched[code]
        )

    return worth


def at_tara(table: Table, seat: int, at: Cell) -> float:
    """Around the Hill of Tara and Blarney Castle."""
    chart = table.position.map
    return (at in neighbours(chart.towers["TT"])) + 0.5 * (at in neighbours(chart.castles["KB"]))


def linked(table: Table, seat: int, at: Cell) -> float:
    """Where own tiles are, towards towers and castles."""
    mine = sum(table.position.tiles.get(near, (-1, ""))[0] == seat for near in neighbours(at))
    sites = len(ireland.towers_beside(table.position, at)) + len(scotland.castles_beside(table.position, at))
    return (mine > 0) * (3 + sites) - mine


def sprawling(table: Table, seat: int, at: Cell) -> float:
    """Settlements that are nearly full, the larger the better; farms join their like."""
    position = table.position
    if position.map.letter[at] in "SMLW":
        group = position.map.settlement(at)
        return len(group) + sum(near in position.tiles for near in group) / len(group)
    like = (seat, held(table, seat))
    return sum(position.tiles.get(near) == like for near in neighbours(at))


def begun(table: Table, seat: int, at: Cell) -> float:
    """Where nobody has settled: many settlements stay unfinished."""
    position = table.position
    if position.map.letter[at] not in "SMLW":
        return 0
    group = position.map.settlement(at)
    return len(group) - 5 * sum(near in position.tiles for near in group)


def open_food(table: Table, seat: int, at: Cell) -> float:
    """Food takes the open fields, so that energy runs out of fields (RB-PLACE-6)."""
    return (table.position.map.letter[at] == "O") == (held(table, seat) == "food")


POLICIES: list[Policy[Table]] = [
    any_move,
    *map(
        steered,
        [
            at_towers("second_tile", "draw_three"),
            at_towers("doubling", "mission_card"),
            at_towers("draw_three", "thirteen", "three"),
            *(near_castles, at_tara, linked, sprawling, begun, open_food),
        ],
    ),
]


# Whole games


@pytest.fixture(scope="session")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """By number, made-up boards."""
    made: dict[int, Path] = {}

    def board(number: int) -> Path:
        if number not in made:
            made[number] = random_board(tmp_path_factory.mktemp(f"board{number}"), Random(number))
        return made[number]

    return board


Boards = Callable[[int], Path]


def whole_game(seed: int, boards: Boards) -> Pair:
    """One game of 2 to 4 players, with options, board and manners by the seed."""
    random = Random(seed)
    seats = 2 + seed % 3
    options = random_options(random, seats) if seed % 4 else {}
    pair = Pair(seats, seed, options, boards(seed // 6) if seed % 2 else None)
    pair.finish(random, random.choice(POLICIES))
    return pair


WHOLE = (0, 1, 2, 3, 4, 5, 9, 11, 23, 34, 45, 54)
ODD = (527, 536, 547, 559, 561, 622, 660, 674, 677, 682, 707)
"""Games which go together through every branch of the rules through which many times as many go."""


def test_whole_games(boards: Boards) -> None:
    """Whole games of 2, 3 and 4 players: every move and the final scoring."""
    for seed in WHOLE:
        whole_game(seed, boards)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100))
def test_many_whole_games(block: int, boards: Boards) -> None:
    """As above, many more."""
    for seed in range(10_000 + block * 60, 10_000 + block * 60 + 60):
        whole_game(seed, boards)


# Positions that whole games rarely reach


def random_position(pair: Pair, random: Random) -> None:
    """Tiles laid at random by the oracle's rules, some fields blocked by neutral tiles, castles sometimes anywhere."""
    table = pair.table
    position = scotland.new(table.position.map, table.seats, table.options)
    chart = position.map
    free = [at for at in chart.letter if at not in position.tiles]
    random.shuffle(free)
    share = random.choice([0.0, 0.3, 0.6, 0.8, 0.9, 0.97])
    blocked = random.choice([0.0, 0.0, 0.1, 0.5])
    at_sites = random.choice([1.0, 0.5, 0.2])
    sites = {
        near for place in [*chart.towers.values(), *chart.castles.values()] for near in neighbours(place)
    }
    full = random.choice(["", "", "SMLW", "FEO"])
    """The fields that are all taken, so that tiles fit nowhere."""

    def likely(at: Cell) -> float:
        return 1 if chart.letter[at] in full else share * (at_sites if at in sites else 1)

    scatter(random, position, free, likely, blocked)
    if random.random() < 0.5:
        position.castles.pop("KB", None)
    if random.random() < 0.3:
        for at in neighbours(chart.towers["TT"]):
            position.tiles.pop(at, None)
    pair.put(position.tiles, position.castles)


def odd_game(seed: int, boards: Boards) -> None:
    """The end of a game from a position made up: few tiles left, or no fields left for them."""
    random = Random(seed)
    seats = random.randint(2, 4)
    options = random_options(random, seats)
    pair = Pair(seats, seed, options, boards(seed // 10) if random.random() < 0.8 else None)
    random_position(pair, random)
    if random.random() < 0.5:
        pair.gather(random, "second_tile", "draw_three", "draw_three")
    pair.touch(random)
    pair.fulfil(random)
    pair.keep(random.choice([0, 1, 2, 4, 6, 40]), random.choice([0, 1, 2, 12, 12]))
    for seat in range(seats):
        if seat != pair.state.start and random.random() < 0.4:
            pair.hold(seat, random.randint(1, 4))
        if pair.table.deck and random.random() < 0.4:
            pair.give(seat, random.choice(sorted(pair.table.deck)))
    policy = random.choice(POLICIES if seed % 3 else POLICIES[1:2])
    pair.finish(random, policy, level=random.randint(1, seats) if seed % 2 else 0)


def test_odd_positions(boards: Boards) -> None:
    """Level scores, unfinished settlements, full boards (RB-AMB-2), towers and cards in every combination."""
    # Among these are a seat that drops out with draws to come, and two draws of which the second finds nothing.
    for seed in ODD:
        odd_game(60_000 + seed, boards)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100))
def test_many_odd_positions(block: int, boards: Boards) -> None:
    """As above, many more."""
    for seed in range(70_000 + block * 200, 70_000 + block * 200 + 200):
        odd_game(seed, boards)
