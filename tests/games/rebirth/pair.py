"""A game of Rebirth and its second implementation, side by side: what is compared after each decision."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import tilewright as tw
from tilewright.core.land.grid import Hex
from tilewright.core.rules.actions import Action
from tilewright.games.rebirth.actions import PlaceTile

from ...cases import cases
from ...oracle import rebirth as oracle
from ...oracle.rebirth_map import DATA, Cell
from ...oracle.rebirth_table import Table
from .side import Side, drawn_options

RULINGS: dict[str, list[object]] = cases(__file__, "rulings")
NUMBERS = [
    *("farm_tile", "small_symbol", "medium_first", "medium_second", "large_first", "large_second"),
    *("port", "unfinished_symbol", "castle", "cathedral_bonus"),
]


def random_options(random: Random, seats: int) -> dict[str, Any]:
    """Half the rulings at random, sometimes other numbers."""
    options = drawn_options(random, RULINGS, NUMBERS, 12)
    if random.random() < 0.3:
        options["set_aside"] = random.randrange(0, 13)
    if seats < 4 and random.random() < 0.3:
        options["removal_with"] = 3
    return options


class Pair(Side[Table]):
    """The side of Scotland: cathedrals and their missions."""

    def __init__(self, seats: int, seed: int, options: dict[str, Any], data: Path | None = None) -> None:
        rules = tw.load("rebirth", options=options, data=data)
        super().__init__(rules, Table(seats, options, data or DATA), seats, seed)
        self.cards = self.rules.pieces["mission"]
        self.cathedrals = [cathedral.code for cathedral in self.state.printed.cathedrals]
        for seat in range(seats):
            self.table.set_aside(seat, [self.kinds[kind] for kind in self.state.aside[seat]])
            in_hand = Counter(self.named(self.state.hand[seat][:1]))
            assert Counter(self.named(self.state.supply[seat])) == self.table.supply[seat] - in_hand
        self.table.begin(self.state.start, [self.kinds[pieces[0]] for pieces in self.state.hand])

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
        super().compare()
        state, table = self.state, self.table
        for code, bits in zip(self.cathedrals, state.cathedrals):
            assert {*self.seats(bits)} == table.position.cathedrals.get(code, set())
        for seat in range(table.seats):
            if seat not in table.out:
                assert self.named(state.hand[seat]) == table.hand[seat]
            assert sorted(self.cards[card] for card in state.missions[seat]) == sorted(table.missions[seat])
        assert Counter(self.cards[card] for card in state.deck) == +table.deck

    def refuse(self, random: Random) -> None:
        """An illegal placement is refused, with the ids of rules."""
        table = self.table
        if table.to_act is None or table.choosing:
            return
        [kind] = table.hand[table.to_act]
        at = random.choice([*table.position.map.drawn])
        if at in oracle.legal(table.position, kind):
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
        self.expected += lines + (table.finish() if table.over else [])
        self.compare_lines()
        self.compare()


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
