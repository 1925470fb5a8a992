"""A game of Glen More and its second implementation, side by side: what is compared after each order."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any, cast

import tilewright as tw
from tilewright.core.land.grid import Cell as GridCell
from tilewright.core.rules.actions import Action, Slot
from tilewright.core.rules.events import Log
from tilewright.games.glenmore import actions as orders
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import DIE, GlenMoreState

from ...cases import cases
from ...oracle import glenmore as oracle
from ...oracle import spots
from ...oracle.glenmore_scoring import final, ranking, scoring
from ...oracle.glenmore_table import Table
from ..side_by_side import SideBySide

NAMES = ["anna", "bruno", "clara", "danny", "emil"]

RULINGS: dict[str, list[object]] = cases(__file__, "rulings")
"""The other readings; the editions and most games have those of the printed German rules."""
NUMBERS = cases(__file__, "numbers")


def random_options(random: Random) -> dict[str, Any]:
    """Some other readings, sometimes other numbers."""
    share = random.choice([0.1, 0.3, 0.6])
    options: dict[str, Any] = {
        name: random.choice(values) for name, values in RULINGS.items() if random.random() < share
    }
    if random.random() < 0.2:
        options |= {name: random.randint(*ends) for name, ends in NUMBERS.items()}
    return options


EVERY: list[Any] = [
    kind
    for kind in vars(orders).values()
    if isinstance(kind, type) and issubclass(kind, Action) and kind.parts
]
"""Every kind of order."""


class Pair(SideBySide):
    """A game of Glen More."""

    table: Table

    def __init__(self, seats: int, seed: int, options: dict[str, Any], edition: str | None = None) -> None:
        self.rules = tw.load("glenmore", options=options, edition=edition)
        self.tiles = [kind.id for kind in self.rules.data.kinds]
        self.cards = [card.id for card in self.rules.data.cards]
        log = Log()
        self.state = cast(GlenMoreState, self.rules.new(NAMES[:seats], seed=seed, log=log))
        self.table = Table(NAMES[:seats], (oracle.EDITIONS[edition] if edition else {}) | options)
        self.table.begin([(o.source, o.value) for o in log.outcomes])

    # Comparing

    def compare(self) -> None:
        """Everything that both know is the same."""
        state, table = self.state, self.table
        assert state.over == table.over
        assert state.to_act == (() if table.over else (table.seat,))
        self.legal = [table.legal() if player is table.me else set() for player in table.players]
        self.compare_legal()
        assert any(self.legal) != state.over
        assert [self.thing(item) for item in state.chain] == table.circuit.chain
        for stack, left in zip(state.stacks(), table.circuit.stacks):
            assert Counter(self.tiles[kind] for kind in stack) == +left
        for seat, player in enumerate(table.players):
            assert spots.player(state, seat) == player
        for row, occupied in zip(table.rows, state.warehouse):
            assert row == tuple(price * (n < occupied) for n, price in enumerate(oracle.PRICES))
        assert (state.scores, state.scorings) == (table.scores(), table.scorings)
        if not state.over and state.turns % 8 == 3:
            self.compare_end()

    def compare_end(self) -> None:
        """What the end would bring now is what it brings at the oracle's table, a taken tile being placed."""
        table = self.table
        if table.tile:
            table = deepcopy(table)
            table._place("99,99")
        lines = scoring(table.players, table.scorings + 1, table.options)
        scores = table.scores()
        for line in lines:
            scores[line.seat] += line.points
        self.same(self.rules.ended(self.state), [*lines, *final(table.players, scores, table.options)])

    def thing(self, item: int) -> str | int:
        """What stands or lies on a space of the circuit."""
        return "die" if item == DIE else -1 - item if item < 0 else self.tiles[item]

    def anything(self, random: Random) -> Action:
        """An order that somebody might give, mostly of a kind that the step takes."""
        step = self.state.step
        assert step is not None
        seat = self.table.seat if random.random() < 0.95 else random.randrange(len(self.table.players))
        kind: Any = random.choice(step.actions if random.random() < 0.9 else EVERY)
        x, y = random.choice([*self.table.me.display])
        reach = random.choice([0, 1, 2])

        def cell() -> GridCell:
            return GridCell(x + random.randint(-reach, reach), y + random.randint(-reach, reach))

        values: dict[str, Any] = {
            "space": random.randint(-1, 14),
            "kind": random.choice(RESOURCES),
            "cube": random.choice(["", random.choice(RESOURCES)]),
            "abbey": random.choice(["", random.choice(RESOURCES)]),
            "cell": cell(),
            "start": cell(),
        }
        slots = [part.name for part in kind.parts if isinstance(part, Slot)]
        return cast(Action, kind(seat, **{name: values[name] for name in slots}))

    # Playing

    def play(self, action: Action) -> None:
        """One decision on both sides, compared."""
        log = Log()
        self.state.play(action, log)
        self.compare_lines(self.table.play(str(action), [(o.source, o.value) for o in log.outcomes]))
        self.compare()

    def next_seat(self, random: Random) -> int:
        return self.table.seat

    def places(self) -> list[set[int]]:
        return ranking(self.table.players, self.table.scores())
