"""A game of Rebirth and its second implementation, side by side: what both sides of the board have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Generic, TypeVar, cast

from tilewright.core.rules.actions import Action
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import ScoreLine
from tilewright.games.rebirth.state import NEUTRAL, RebirthState, rebuilt, tile_of

from ...oracle import rebirth as oracle
from ...oracle.rebirth import Line
from ...oracle.rebirth_ireland_table import Table as IrelandTable
from ...oracle.rebirth_map import Cell
from ...oracle.rebirth_table import Table as ScotlandTable

NAMES = ["anna", "bruno", "cleo", "dora"]

AnyTable = ScotlandTable | IrelandTable
Table = TypeVar("Table", ScotlandTable, IrelandTable)
Policy = Callable[[Random, Table, list[Action]], Action]


class Side(Generic[Table]):
    """A game of the engine and one at the oracle's table, kept level."""

    tried = 0.2
    """How often an order is tried that may be refused."""

    def __init__(self, rules: Rules, table: Table, seats: int, seed: int) -> None:
        self.rules = rules
        self.table: Table = table
        self.state = cast(RebirthState, rules.new(NAMES[:seats], seed=seed))
        self.kinds = rules.pieces["tile"]
        printed = self.state.printed
        self.cells: list[Cell] = [(at.q, at.r) for at in printed.hexes]
        self.castles = [castle.code for castle in printed.castles]
        self.lines = 0
        self.expected: list[Line] = []
        """Lines of the oracle that have not been compared yet."""

    def named(self, tiles: list[int]) -> list[str]:
        """The kinds of these tiles, sorted."""
        return sorted(self.kinds[tile] for tile in tiles)

    def seats(self, bits: int) -> list[int]:
        """The seats that stand in a number as bits."""
        return [seat for seat in range(self.table.seats) if bits >> seat & 1]

    def put(self, tiles: dict[Cell, tuple[int, str]], castles: dict[str, int]) -> None:
        """Both boards hold exactly these tiles and castles."""
        self.table.position.tiles = dict(tiles)
        self.table.position.castles = dict(castles)
        kind = {name: number for number, name in enumerate(self.kinds)} | {"face-down": 0}
        placed = {
            self.cells.index(at): (NEUTRAL if owner == oracle.NEUTRAL else owner, kind[name])
            for at, (owner, name) in tiles.items()
        }
        rebuilt(self.state, placed)
        self.state.castles = [castles.get(code, -1) for code in self.castles]

    # Comparing

    def compare(self) -> None:
        """Who acts and what is legal, tiles, castles and supplies are the same."""
        state: RebirthState = self.state
        table: Table = self.table
        assert state.over == table.over
        assert state.to_act == (() if table.to_act is None else (table.to_act,))
        for seat in range(table.seats):
            orders = [str(action) for action in state.legal(seat)]
            assert len(set(orders)) == len(orders)
            assert set(orders) == (table.legal() if seat == table.to_act else set())
            assert Counter(self.named(state.supply[seat])) == +table.supply[seat]
        tiles = {}
        for at, tile in zip(self.cells, state.tiles):
            if tile >= 0 and tile >> 3 == NEUTRAL:
                tiles[at] = (oracle.NEUTRAL, "face-down")
            elif tile >= 0:
                tiles[at] = (tile >> 3, self.kinds[tile & 7])
        assert tiles == table.position.tiles
        castles = {code: seat for code, seat in zip(self.castles, state.castles) if seat >= 0}
        assert castles == table.position.castles
        laid_aside = [tile_of(seat, self.kinds.index(kind)) for seat, kind in table.laid_aside]
        assert sorted(state.laid_aside) == sorted(laid_aside)
        assert {*self.seats(state.out)} == table.out
        if not state.over and state.turns % 8 == 3:
            self.same(self.rules.ended(self.state), table.finish())

    def compare_lines(self) -> None:
        """The engine's newest lines are those expected, in any order; lines worth nothing may be left out."""
        gained = [self.rules.score_line(line, self.state) for line in self.state.ledger[self.lines :]]
        self.lines += len(gained)
        self.same(gained, self.expected)
        self.table.lines += self.expected
        self.expected = []
        scores = [0] * self.table.seats
        for line in self.table.lines:
            scores[line.seat] += line.points
        assert self.state.scores == scores

    def same(self, gained: list[ScoreLine], lines: list[Line]) -> None:
        """The engine's lines are those of the oracle."""
        chart = self.table.position.map
        names = chart.castle_names | chart.tower_names
        expected = []
        for line in lines:
            source = line.source
            if isinstance(source, frozenset):
                text = " ".join(sorted(f"{q},{r}" for q, r in source))
            elif isinstance(source, tuple):
                text = "{},{}".format(*source)
            else:
                text = names.get(str(source), str(source))
            expected.append((line.seat, line.reason, text, line.points))
        found = []
        for got in gained:
            settlement = got.reason.endswith("_settlement")
            text = " ".join(sorted(got.source.split())) if settlement else got.source
            found.append((got.seat, got.reason, text, got.amount))
        # Two prizes of one settlement, or its tiles at the end, may be one line or several.
        assert summed(found) == summed(expected)

    def refuse(self, random: Random) -> None:
        """An order that somebody might give is refused where it is illegal, with the ids of rules."""
        raise NotImplementedError

    # Playing

    def play(self, action: Action) -> None:
        """One decision on both sides, compared."""
        raise NotImplementedError

    def level(self, action: Action, seats: list[int]) -> None:
        """If the action ends the game, these seats get points that make them level for first place."""
        trial = self.state.clone()
        trial.apply(action)
        if not trial.over:
            return
        for seat in seats:
            missing = max(trial.scores) - trial.scores[seat]
            self.state.gain(seat, missing, self.rules.reason["carried_over"])
            self.expected.append(Line(seat, missing, "carried_over", ""))

    def finish(self, random: Random, choose: Policy[Table], level: int = 0) -> None:
        """The game is played to its end, so many seats being level there, and the result compared."""
        self.compare()
        while not self.table.over:
            if random.random() < self.tried:
                self.refuse(random)
            seat = self.table.to_act
            assert seat is not None
            action = choose(random, self.table, list(self.state.legal(seat)))
            if level:
                self.level(action, random.sample(range(self.table.seats), level))
            self.play(action)
        ranking = self.table.ranking(self.state.scores)
        assert [set(place) for place in self.state.ranking()] == ranking
        assert set(self.state.winners) == ranking[0]


def near_castles(table: AnyTable, seat: int, at: Cell) -> float:
    """How much a cell is worth beside castles that are nearly level."""
    worth = 0.0
    for code in oracle.castles_beside(table.position, at):
        mine, _ = oracle.strength(table.position, code, seat)
        best = max(
            oracle.strength(table.position, code, other)[0] for other in range(table.seats) if other != seat
        )
        worth += 3 if mine + 1 == best else 2 if mine == best else 1
    return worth


def scatter(
    random: Random,
    position: oracle.Position,
    free: list[Cell],
    share: Callable[[Cell], float],
    blocked: float,
) -> None:
    """Tiles are laid at random by the oracle's rules, some fields blocked by neutral tiles, castles sometimes anywhere.

    Each of the free fields has this share of being taken, and then that of being blocked.
    """
    farms = {"F": ["food", "food", "energy"], "E": ["energy", "energy", "food"]}
    for at in free:
        letter = position.map.letter[at]
        if random.random() >= share(at):
            continue
        if random.random() < blocked:
            position.tiles[at] = (oracle.NEUTRAL, "face-down")
            continue
        seat = random.randrange(position.seats)
        settlement = f"settlement-{random.randint(1, 4)}"
        farm = random.choice(farms.get(letter, ["food", "energy"]))
        position.tiles[at] = (seat, farm if letter in "FEO" else settlement)
        for code in oracle.castles_beside(position, at):
            oracle.contest(position, code, seat)
    if random.random() < 0.3:
        castles = sorted(position.map.castles)
        for code in random.sample(castles, random.randint(0, len(castles))):
            position.castles[code] = random.randrange(position.seats)


def drawn_options(
    random: Random, rulings: dict[str, list[object]], numbers: list[str], below: int
) -> dict[str, Any]:
    """Half the rulings at random, sometimes other numbers."""
    options: dict[str, Any] = {
        name: random.choice(values) for name, values in rulings.items() if random.random() < 0.5
    }
    if random.random() < 0.4:
        options |= {name: random.randrange(below) for name in numbers}
    return options


def summed(lines: list[tuple[int, str, str, int]]) -> dict[tuple[int, str, str], int]:
    """Lines for the same thing put together, those worth nothing left out."""
    total: Counter[tuple[int, str, str]] = Counter()
    for seat, reason, text, points in lines:
        total[seat, reason, text] += points
    return +total
