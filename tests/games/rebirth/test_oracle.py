"""Random games and random positions, move by move against a second implementation of the rules.

The oracle (tests/oracle/rebirth*.py) was written from the rulebook alone. Compared after every move: who acts, what
is legal, points by reason and source, tiles, castles, cathedrals, hands, mission cards; at the end every line of
the final scoring, the ranking and the winners.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest

from tilewright.core.rules.actions import Action
from tilewright.games.rebirth.actions import PlaceTile

from ...oracle import rebirth as oracle
from ...oracle.rebirth_map import Cell, crowded, neighbours
from ...oracle.rebirth_table import Table
from .pair import RULINGS, Pair, random_options
from .side import Policy, near_castles, scatter

# How moves are chosen


def any_move(random: Random, table: Table, actions: list[Action]) -> Action:
    """Any move at all."""
    return random.choice(actions)


def steered(worth: Callable[[Table, Cell], float]) -> Policy[Table]:
    """Mostly the placement worth most."""

    def choose(random: Random, table: Table, actions: list[Action]) -> Action:
        if not isinstance(actions[0], PlaceTile) or random.random() < 0.1:
            return random.choice(actions)
        placements = [cast(PlaceTile, action) for action in actions]
        return max(placements, key=lambda a: (worth(table, (a.cell.q, a.cell.r)), random.random()))

    return choose


def castles(table: Table, at: Cell) -> float:
    assert table.to_act is not None
    return near_castles(table, table.to_act, at)


def near_cathedrals(table: Table, at: Cell) -> float:
    """Beside cathedrals not yet visited."""
    assert table.to_act is not None
    return len(oracle.cathedrals_beside(table.position, at, table.to_act))


def open_food(table: Table, at: Cell) -> float:
    """Food takes the open fields, so that energy runs out of fields (RB-PLACE-6)."""
    assert table.to_act is not None
    return (table.position.map.letter[at] == "O") == (table.hand[table.to_act] == ["food"])


def open_energy(table: Table, at: Cell) -> float:
    """Energy takes the open fields, so that food runs out of fields (RB-PLACE-7)."""
    return 1 - open_food(table, at)


def settled_fields(table: Table, at: Cell) -> int:
    if table.position.map.letter[at] not in "SML":
        return 0
    return sum(near in table.position.tiles for near in table.position.map.settlement(at))


def begin_settlements(table: Table, at: Cell) -> float:
    """Where nobody has settled: many settlements stay unfinished."""
    letter = table.position.map.letter[at]
    return "OSML".find(letter) - 5 * settled_fields(table, at)


def grow_together(table: Table, at: Cell) -> float:
    """Large settlements first, and farms where they join their like."""
    assert table.to_act is not None
    if table.position.map.letter[at] in "SML":
        return settled_fields(table, at) + "SML".find(table.position.map.letter[at])
    like = (table.to_act, *table.hand[table.to_act])
    return sum(table.position.tiles.get(near) == like for near in neighbours(at))


POLICIES: list[Policy[Table]] = [
    any_move,
    *map(steered, [castles, near_cathedrals, open_food, open_energy, begin_settlements, grow_together]),
]


# Whole games


def whole_game(seed: int) -> None:
    """One game of 2 to 4 players, with options and manners by the seed."""
    random = Random(seed)
    seats = 2 + seed % 3
    options = random_options(random, seats) if seed % 2 else {}
    Pair(seats, seed, options).finish(random, POLICIES[seed % len(POLICIES)])


def test_whole_games() -> None:
    """Whole games of 2, 3 and 4 players: every move and the final scoring."""
    for seed in range(17):
        whole_game(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100))
def test_many_whole_games(block: int) -> None:
    """As above, many more."""
    for seed in range(10_000 + block * 42, 10_000 + block * 42 + 42):
        whole_game(seed)


# Positions that whole games rarely reach


def random_position(pair: Pair, random: Random) -> None:
    """Tiles laid at random by the oracle's rules, some fields blocked by neutral tiles, castles sometimes anywhere."""
    table = pair.table
    free = [at for at in table.position.map.letter if at not in table.position.tiles]
    random.shuffle(free)
    share = random.choice([0.0, 0.3, 0.6, 0.8, 0.9, 0.97])
    blocked = random.choice([0.0, 0.0, 0.1, 0.5])
    position = oracle.new(table.position.map, table.seats, table.options)
    scatter(random, position, free, lambda at: share, blocked)
    if random.random() < 0.5:
        for code in ("KE", "KS"):
            position.castles.pop(code, None)
            if random.random() < 0.6:
                position.castles[code] = random.randrange(table.seats)
    pair.put(position.tiles, position.castles)


def odd_game(seed: int) -> None:
    """The end of a game from a position made up: few tiles left, or no fields left for them."""
    random = Random(seed)
    seats = random.randint(2, 4)
    pair = Pair(seats, seed, random_options(random, seats))
    random_position(pair, random)
    pair.keep(random.choice([0, 0, 1, 2, 4, 40]))
    deck = list(pair.table.deck.elements())
    random.shuffle(deck)
    for seat in range(seats):
        # At most eight cards, and for every cathedral field visited later one more.
        pair.give(seat, [deck.pop() for _ in range(random.randint(0, 8))])
    for code in pair.cathedrals:
        for seat in range(seats):
            open_ = 8 - len(pair.table.missions[seat])
            if open_ < sum(seat not in pair.table.position.cathedrals.get(c, ()) for c in pair.cathedrals):
                oracle.visit(pair.table.position, code, seat)
    pair.state.cathedrals = [
        sum(1 << seat for seat in pair.table.position.cathedrals.get(code, ())) for code in pair.cathedrals
    ]
    pair.finish(random, random.choice(POLICIES), level=random.randint(1, seats) if seed % 2 else 0)


def test_odd_positions() -> None:
    """Level scores, unfinished settlements, full boards (RB-AMB-2), castles contested in every way."""
    for seed in (50_039, 50_055, 50_141, *range(50_000, 50_030)):
        odd_game(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100))
def test_many_odd_positions(block: int) -> None:
    """As above, many more."""
    for seed in range(60_000 + block * 200, 60_000 + block * 200 + 200):
        odd_game(seed)


@pytest.mark.parametrize("cathedral_choice", RULINGS["cathedral_choice"])
@pytest.mark.parametrize("several_neighbours", RULINGS["several_neighbours"])
def test_crowded_cathedrals(tmp_path: Path, cathedral_choice: str, several_neighbours: str) -> None:
    """Fields that touch two cathedrals, which the maps do not have (RB-AMB-7, RB-AMB-8)."""
    options = {"cathedral_choice": cathedral_choice, "several_neighbours": several_neighbours}
    data = crowded(tmp_path)
    for seed in range(4):
        random = Random(seed)
        seats = 2 + seed % 3
        Pair(seats, seed, options, data).finish(random, steered(near_cathedrals))
