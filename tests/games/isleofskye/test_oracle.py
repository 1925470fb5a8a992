"""Random whole games, decision by decision against a second implementation of the rules.

The oracle (tests/oracle/isleofskye*.py) was written from the rulebook and computes everything anew from drawings of
the tiles. Compared after every decision: who acts, what is legal, territories, gold, offers, stakes, what waits, the
bag, points by reason and source; at the end the scrolls, the exchange of gold and the ranking.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

import attrs
import pytest

import tilewright as tw
from tilewright.core.land.grid import Cell
from tilewright.core.rules.actions import Action
from tilewright.core.rules.events import Log
from tilewright.core.rules.placing import Rotation
from tilewright.games.isleofskye.actions import Build, Buy, Done, Drop, PassTurn, Price
from tilewright.games.isleofskye.income import income
from tilewright.games.isleofskye.state import IsleOfSkyeState, bank

from ...cases import cases
from ...oracle import isleofskye_scoring as scoring
from ...oracle.isleofskye_board import laid
from ...oracle.isleofskye_table import GOLD, Table
from ..side_by_side import Policy, SideBySide

NAMES = ["anna", "bruno", "clara", "danny", "emil"]

RULINGS: dict[str, list[object]] = cases(__file__, "rulings")
"""The other readings."""
NUMBERS = cases(__file__, "numbers")


def random_options(random: Random) -> dict[str, Any]:
    """Some other readings, sometimes other numbers; now and then so much gold that the bank runs out."""
    share = random.choice([0.1, 0.3, 0.6])
    options: dict[str, Any] = {
        name: random.choice(values) for name, values in RULINGS.items() if random.random() < share
    }
    if random.random() < 0.3:
        options |= {name: random.randint(*ends) for name, ends in NUMBERS.items()}
    if random.random() < 0.1:
        options |= {"coins": "limited", "castle_income": random.randint(20, 60)}
    return options


# The game and the oracle side by side


class Pair(SideBySide):
    """A game of Isle of Skye."""

    table: Table

    def __init__(self, seats: int, seed: int, options: dict[str, Any]) -> None:
        self.rules = tw.load("isleofskye", options=options)
        self.tiles = self.rules.pieces["tile"]
        log = Log()
        self.state = cast(IsleOfSkyeState, self.rules.new(NAMES[:seats], seed=seed, log=log))
        self.table = Table(NAMES[:seats], options)
        self.table.begin([(o.source, o.value) for o in log.outcomes])
        self.letters: Counter[str] = Counter()
        """How often each letter has been scored."""

    # Comparing

    def compare(self) -> None:
        """Everything that both know is the same."""
        state, table = self.state, self.table
        assert state.over == table.over
        assert state.to_act == table.to_act
        self.legal = [table.legal(seat) for seat in range(len(table.names))]
        self.compare_legal()
        for seat, land in enumerate(table.lands):
            assert laid(state.territories[seat]) == land.laid
            assert self.named(state.waiting[seat]) == sorted(table.waiting[seat])
            assert self.named(state.offers[seat]) == sorted(table.offers[seat])
            stakes = {self.tiles[tile]: gold for tile, gold in zip(state.offers[seat], state.stakes[seat])}
            assert stakes == table.stakes[seat]
        assert Counter(self.tiles[tile] for tile in state.bag) == +table.bag
        if table.over:
            assert state.gold == [gold % table.options["gold_for_vp"] for gold in table.gold]
        else:
            assert (state.gold, state.start, state.round) == (table.gold, table.start, table.round)
            assert bank(state) == GOLD - sum(table.gold) - sum(
                sum(stakes.values()) for stakes in table.stakes
            )
        assert state.scores == table.scores
        if not state.over and state.turns % 8 == 3:
            self.same(self.rules.ended(state), table.ending())

    def named(self, tiles: list[int]) -> list[str]:
        return sorted(self.tiles[tile] for tile in tiles)

    def compare_now_and_then(self) -> None:
        """What everybody would have as income now, in every round of the track."""
        table, scores = self.table, self.table.scores
        for number, (_, extra) in enumerate(table.track):
            self.state.round = number
            for seat, land in enumerate(table.lands):
                ahead = sum(score > scores[seat] for score in scores)
                expected = scoring.income(land, ahead, extra, table.options)
                assert sum(income(self.state, seat).values()) == expected
        self.state.round = table.round

    def anything(self, random: Random) -> Action:
        """An order that somebody might give, mostly of a kind that the step takes and about tiles at hand."""
        step, table = self.state.step, self.table
        assert step is not None
        seat = random.choice(table.to_act) if random.random() < 0.9 else random.randrange(len(table.names))
        kind = random.choice(step.actions) if random.random() < 0.9 else random.choice(EVERY)
        near = [*table.waiting[seat], *(tile for offers in table.offers for tile in offers)]
        tile = random.choice(near) if near and random.random() < 0.8 else random.choice(self.tiles)
        if kind is Build:
            x, y = random.choice([*table.lands[seat].laid])
            cell = Cell(x + random.randint(-2, 2), y + random.randint(-2, 2))
            return Build(seat, tile, cell, Rotation(random.randrange(4)))
        if kind is Price:
            return Price(seat, tile, random.choice([0, 1, random.randint(0, 12), table.gold[seat]]))
        return cast(Action, cast(Any, kind)(seat, *([] if kind in (PassTurn, Done) else [tile])))

    # Playing

    def play(self, action: Action) -> None:
        """One decision on both sides, compared."""
        log = Log()
        self.state.play(action, log)
        lines = self.table.play(action.seat, str(action), [(o.source, o.value) for o in log.outcomes])
        self.letters.update(line.source for line in lines if line.seat == 0 and line.source in "ABCD")
        self.compare_lines(lines)
        self.compare()

    def next_seat(self, random: Random) -> int:
        return random.choice(self.table.to_act)

    def places(self) -> list[set[int]]:
        return scoring.ranking(self.table.scores, self.table.gold, self.table.options)


EVERY: list[Any] = [Drop, Price, Buy, PassTurn, Build, Done]
"""Every kind of order."""


# How orders are chosen


def any_order(random: Random, table: Table, actions: list[Action]) -> Action:
    """Any legal order at all."""
    return random.choice(actions)


@attrs.frozen
class Trader:
    """Prices low, buys often, and builds close to home, so that territories grow and regions close."""

    dearest: int
    passes: float
    close: float

    def __call__(self, random: Random, table: Table, actions: list[Action]) -> Action:
        builds = [action for action in actions if isinstance(action, Build)]
        if builds and random.random() < self.close:
            land = table.lands[builds[0].seat].laid

            def touching(build: Build) -> tuple[int, int]:
                x, y = build.cell
                around = [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]
                return sum(cell in land for cell in around), -x * x - y * y

            best = max(map(touching, builds))
            return random.choice([build for build in builds if touching(build) == best])
        low = [action for action in actions if isinstance(action, Price) and action.gold <= self.dearest]
        drops = [action for action in actions if isinstance(action, Drop)]
        buys = [action for action in actions if isinstance(action, Buy)]
        if buys and random.random() >= self.passes:
            return random.choice(buys)
        return random.choice([*low, *drops] or actions)


POLICIES: list[Policy] = [
    any_order,
    Trader(dearest=1, passes=0.0, close=1.0),
    Trader(dearest=4, passes=0.2, close=0.8),
    Trader(dearest=99, passes=0.1, close=0.5),
]


# Whole games


def whole_game(seed: int) -> None:
    """One game of 2 to 5 players, with readings and manners by the seed."""
    random = Random(seed)
    seats, policy = 2 + seed % 4, POLICIES[seed // 4 % len(POLICIES)]
    pair = Pair(seats, seed, random_options(random) if seed // 16 % 2 else {})
    pair.finish(random, policy)
    # "" counts lines for the exchange of gold.
    assert {letter: pair.letters[letter] for letter in "ABCD"} == dict.fromkeys("ABCD", 3)


def test_whole_games() -> None:
    """Whole games of 2 to 5 players, half of them with other readings: every order and the end.

    Every branch of the rules comes up through which three times as many games go.
    """
    for seed in (1, 29, *range(0, 48, 3)):
        whole_game(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(30))
def test_many_whole_games(block: int) -> None:
    """As above, 600 of them."""
    for seed in range(10_000 + block * 20, 10_000 + block * 20 + 20):
        whole_game(seed)
