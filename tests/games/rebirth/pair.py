"""A game of Rebirth and its second implementation, side by side: what is compared after each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import tilewright as tw
from tilewright.core.land.grid import Hex
from tilewright.core.rules.actions import Action
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.state import NEUTRAL, RebirthState, rebuilt, tile_of

from ...oracle import rebirth as oracle
from ...oracle.rebirth import Line
from ...oracle.rebirth_map import DATA, Cell
from ...oracle.rebirth_table import Table

NAMES = ["anna", "bruno", "cleo", "dora"]

RULINGS: dict[str, list[object]] = {
    "no_place": ["lay_aside", "out"],
    "neutral": ["occupy", "third_player"],
    "neutral_settlement": ["first", "both"],
    "settlement_tie": ["finisher_loses", "finisher_wins", "friendly"],
    "final_tie": ["shared", "castles"],
    "cathedral_choice": ["automatic", "optional"],
    "several_neighbours": ["each", "one"],
    "zero_missions": ["unmet", "met"],
    "marker_turn": ["reach", "exceed"],
    "sea": ["missing", "drawn"],
    "map": ["default", "alternative"],
}
NUMBERS = [
    *("farm_tile", "small_symbol", "medium_first", "medium_second", "large_first", "large_second"),
    *("port", "unfinished_symbol", "castle", "cathedral_bonus"),
]


def random_options(random: Random, seats: int) -> dict[str, Any]:
    """Half the rulings at random, sometimes other numbers."""
    options: dict[str, Any] = {
        name: random.choice(values) for name, values in RULINGS.items() if random.random() < 0.5
    }
    if random.random() < 0.4:
        options |= {name: random.randrange(12) for name in NUMBERS}
    if random.random() < 0.3:
        options["set_aside"] = random.randrange(0, 13)
    if seats < 4 and random.random() < 0.3:
        options["removal_with"] = 3
    return options


# The game and the oracle side by side


Policy = Callable[[Random, Table, list[Action]], Action]


class Pair:
    """A game of the engine and one at the oracle's table, kept level."""

    def __init__(self, seats: int, seed: int, options: dict[str, Any], data: Path | None = None) -> None:
        self.rules = tw.load("rebirth", options=options, data=data)
        self.state = cast(RebirthState, self.rules.new(NAMES[:seats], seed=seed))
        self.table = Table(seats, options, data or DATA)
        self.kinds = self.rules.pieces["tile"]
        self.cards = self.rules.pieces["mission"]
        printed = self.state.printed
        self.cells: list[Cell] = [(at.q, at.r) for at in printed.hexes]
        self.castles = [castle.code for castle in printed.castles]
        self.cathedrals = [cathedral.code for cathedral in printed.cathedrals]
        self.lines = 0
        for seat in range(seats):
            self.table.set_aside(seat, [self.kinds[kind] for kind in self.state.aside[seat]])
            assert sorted(self.kinds[kind] for kind in self.state.supply[seat]) == sorted(
                (self.table.supply[seat] - Counter([self.kinds[self.state.hand[seat][0]]])).elements()
            )
        self.table.begin(self.state.start, [self.kinds[pieces[0]] for pieces in self.state.hand])

    # Changing the position

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

    def give(self, seat: int, cards: list[str]) -> None:
        """The seat gets these mission cards."""
        for card in cards:
            if self.table.deck[card]:
                self.table.receive(seat, card)
                self.state.missions[seat].append(self.cards.index(card))
                self.state.deck.remove(self.cards.index(card))

    def keep(self, count: int) -> None:
        """Every supply is cut down to at most so many tiles."""
        for seat, supply in enumerate(self.state.supply):
            del supply[count:]
            self.table.supply[seat] = Counter(self.kinds[kind] for kind in supply)

    # Comparing

    def compare(self) -> None:
        """Everything that both know is the same."""
        state, table = self.state, self.table
        position = table.position
        assert state.over == table.over
        assert state.to_act == (() if table.to_act is None else (table.to_act,))
        for seat in range(table.seats):
            orders = [str(action) for action in state.legal(seat)]
            assert len(set(orders)) == len(orders)
            assert set(orders) == (table.legal() if seat == table.to_act else set())
        tiles = {}
        for at, tile in zip(self.cells, state.tiles):
            if tile >= 0 and tile >> 3 == NEUTRAL:
                tiles[at] = (oracle.NEUTRAL, "face-down")
            elif tile >= 0:
                tiles[at] = (tile >> 3, self.kinds[tile & 7])
        assert tiles == position.tiles
        castles = {code: seat for code, seat in zip(self.castles, state.castles) if seat >= 0}
        assert castles == position.castles
        for code, bits in zip(self.cathedrals, state.cathedrals):
            assert {seat for seat in range(8) if bits >> seat & 1} == position.cathedrals.get(code, set())
        for seat in range(table.seats):
            hand = [self.kinds[kind] for kind in state.hand[seat]]
            if seat not in table.out:
                assert hand == [held for held in [table.hand[seat]] if held is not None]
            assert Counter(self.kinds[kind] for kind in state.supply[seat]) == +table.supply[seat]
            assert sorted(self.cards[card] for card in state.missions[seat]) == sorted(table.missions[seat])
        assert Counter(self.cards[card] for card in state.deck) == +table.deck
        laid_aside = [tile_of(seat, self.kinds.index(kind)) for seat, kind in table.laid_aside]
        assert sorted(state.laid_aside) == sorted(laid_aside)
        scores = [0] * table.seats
        for line in table.lines:
            scores[line.seat] += line.points
        assert state.scores == scores

    def compare_lines(self, lines: list[Line]) -> None:
        """The engine's newest lines are these, in any order; lines worth nothing may be left out."""
        gained = self.state.score_lines()[self.lines :]
        self.lines += len(gained)
        names = self.table.position.map.castle_names
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
        self.table.lines += lines

    def refuse(self, random: Random) -> None:
        """An illegal placement is refused, with the ids of rules."""
        table = self.table
        if table.to_act is None or table.choosing:
            return
        kind = table.hand[table.to_act]
        at = random.choice([*table.position.map.drawn])
        if kind is None or at in oracle.legal(table.position, kind):
            return
        refusal = self.state.check(PlaceTile(table.to_act, kind, Hex(*at)))
        assert refusal is not None
        assert {reason.rule for reason in refusal.reasons} & set(why_not(table.position, kind, at))

    # Playing

    def play(self, action: Action) -> None:
        """One decision on both sides, compared."""
        state, table = self.state, self.table
        seat = action.seat
        before = Counter(state.missions[seat])
        assert state.check(action) is None
        state.apply(action)
        lines, visited = table.play(str(action))
        fresh = [*(Counter(state.missions[seat]) - before).elements()]
        assert len(fresh) == len(visited)
        for card in fresh:
            table.receive(seat, self.cards[card])
        if not table.choosing:
            if table.draws():
                assert state.hand[seat]
                table.draw(seat, self.kinds[state.hand[seat][0]])
            table.end_turn()
        if table.over:
            lines = lines + table.finish()
        self.compare_lines(lines)
        self.compare()

    def level(self, action: Action, seats: list[int]) -> None:
        """If the action ends the game, these seats get points that make them level for first place."""
        trial = self.state.clone()
        trial.apply(action)
        if not trial.over:
            return
        for seat in seats:
            missing = max(trial.scores) - trial.scores[seat]
            self.state.gain(seat, missing, self.rules.reason["carried_over"])
            self.table.lines.append(Line(seat, missing, "carried_over", ""))
            self.lines += 1

    def finish(self, random: Random, choose: Policy, level: int = 0) -> None:
        """The game is played to its end, so many seats being level there, and the result compared."""
        self.compare()
        while not self.table.over:
            seat = self.table.to_act
            assert seat is not None
            if random.random() < 0.2:
                self.refuse(random)
            action = choose(random, self.table, list(self.state.legal(seat)))
            if level:
                self.level(action, random.sample(range(self.table.seats), level))
            self.play(action)
        ranking = self.table.ranking(self.state.scores)
        assert [set(level) for level in self.state.ranking()] == ranking
        assert set(self.state.winners) == ranking[0]


def summed(lines: list[tuple[int, str, str, int]]) -> dict[tuple[int, str, str], int]:
    """Lines for the same thing put together, those worth nothing left out."""
    total: Counter[tuple[int, str, str]] = Counter()
    for seat, reason, text, points in lines:
        total[seat, reason, text] += points
    return +total


def why_not(position: oracle.Position, kind: str, at: Cell) -> list[str]:
    """The rules that may be cited against a placement."""
    if at in position.tiles:
        return ["RB-PLACE-1", "RB-PLACE-2"]
    letter = position.map.letter.get(at)
    if letter is None:
        return ["RB-PLACE-3"]
    if kind.startswith("settlement"):
        return ["RB-PLACE-8"]
    if letter in "SML":
        return ["RB-PLACE-10", "RB-PLACE-8"]
    return ["RB-PLACE-4", "RB-PLACE-7"] if kind == "food" else ["RB-PLACE-5", "RB-PLACE-6"]
