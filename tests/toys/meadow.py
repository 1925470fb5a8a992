"""Toy: hexes, clockwise, a bag. Draw a tile, see the weather, lay the tile next to others, or swap it for a point."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import attrs

from tilewright.core.base.chance import ordered
from tilewright.core.land.grid import HEX, Hex
from tilewright.core.rules.actions import Action, Legal, Reason, listed, notation
from tilewright.core.rules.containers import at_cells
from tilewright.core.rules.game import Choice, Game, ScoreReason
from tilewright.core.rules.meanings import CELL, SEAT, reader
from tilewright.core.rules.schedule import Automatic, Decision, Phase, clockwise
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import draw, lying, public, put_back, roll, zone
from tilewright.core.text.options import option

from .paper import folder, plugin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules
    from tilewright.core.rules.views import View

KINDS = ("grass", "wood", "pond")
WEATHER = ("sun", "rain")
CELLS = HEX.around(0, 2)


@attrs.frozen(kw_only=True)
class Options:
    copies: int = option(5, rule="MD-BAG-1", doc="tiles of each kind", low=1, high=6)
    neighbour: int = option(1, rule="MD-LAY-2", doc="points for each equal neighbour", low=0, high=5)
    wet: bool = option(True, rule="MD-RAIN-1", doc="whether ponds count double in the rain")


@attrs.define(eq=False)
class Meadow(State):
    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    cells: dict[int, int] = public(means=at_cells("tile"), factory=dict)
    """Cell to kind."""
    weather: int = public(default=0)
    swapped: list[bool] = public(factory=list)
    start: int = public(means=SEAT, default=0)


@attrs.frozen(cache_hash=True)
class LayTile(Action):
    parts = notation("lay [{tile}] [at] {cell}")
    tile: str
    cell: Hex


@attrs.frozen(cache_hash=True)
class Swap(Action):
    parts = notation("swap")


class DrawStep(Automatic[Meadow]):
    """A tile and the weather; without a tile the game is over (MD-END-1)."""

    name = "draw"

    def run(self, state: Meadow, seat: int, log: Log | None) -> None:
        if not state.bag:
            state.over = True
            return
        kind = draw(state, state.rules.place(state, "bag"), log)
        state.drawn.append(kind)
        state.weather = roll(state, "sky", WEATHER, log)
        if log is not None:
            log.add("tile_drawn", seat=seat, tile=KINDS[kind])


class LayStep(Decision[Meadow]):
    name = "lay"
    actions = (LayTile, Swap)

    def bind(self, rules: Rules) -> None:
        self.options: Options = rules.options
        self.neighbour = rules.reason["neighbour"]
        self.swap = rules.reason["swap"]

    def cells(self, state: Meadow) -> list[int]:
        if not state.cells:
            return [0]
        return [c for c in CELLS if c not in state.cells and any(n in state.cells for n in HEX.neighbours(c))]

    def legal(self, state: Meadow, seat: int) -> Legal:
        tile = KINDS[state.drawn[0]]
        cells = self.cells(state)

        def code(action: Any) -> int | None:
            if isinstance(action, LayTile) and action.seat == seat and action.tile == tile:
                return HEX.key(action.cell)
            return None

        laying = Legal(cells, lambda cell: LayTile(seat, tile, HEX.at(cell)), code)
        return laying + listed([Swap(seat)]) if state.bag and not state.swapped[seat] else laying

    def worth(self, state: Meadow | View, cell: int) -> int:
        kind = state.drawn[0]
        equal: int = sum(state.cells.get(n) == kind for n in HEX.neighbours(cell))
        doubled = 2 if self.options.wet and KINDS[kind] == "pond" and state.weather else 1
        return equal * doubled * self.options.neighbour

    def play(self, state: Meadow, action: Any, log: Log | None) -> bool:
        seat: int = action.seat
        if isinstance(action, Swap):
            state.swapped[seat] = True
            state.gain(seat, -1, self.swap)
            bag = state.rules.place(state, "bag")
            put_back(state, bag, state.drawn.pop(), "bag")
            state.drawn.append(draw(state, bag, log))
            if log is not None:
                log.add("tile_swapped", seat=seat, tile=KINDS[state.drawn[0]])
            return True
        cell = HEX.key(action.cell)
        points = self.worth(state, cell)
        state.cells[cell] = state.drawn.pop()
        if points:
            state.gain(seat, points, self.neighbour, cell)
        if log is not None:
            log.add("tile_laid", seat=seat, tile=action.tile, cell=str(action.cell))
        return False

    def explain(self, state: Meadow, action: Any) -> list[Reason]:
        if isinstance(action, Swap):
            reasons = [Reason("bag_empty", "MD-SWAP-1")] if not state.bag else []
            return reasons + ([Reason("swapped_before", "MD-SWAP-2")] if state.swapped[action.seat] else [])
        reasons = []
        if action.tile != KINDS[state.drawn[0]]:
            reasons.append(Reason("not_drawn", "MD-LAY-1", {"tile": action.tile}))
        if HEX.key(action.cell) not in self.cells(state):
            reasons.append(Reason("no_room", "MD-LAY-1", {"cell": str(action.cell)}))
        return reasons


def set_up(state: Meadow, log: Log | None) -> None:
    named = [(f"{kind}#{n}", k) for k, kind in enumerate(KINDS) for n in range(state.rules.options.copies)]
    state.bag = ordered(named, state.streams["bag"][0])
    state.swapped = [False] * len(state.seats)
    state.start = roll(state, "start", state.seats, log)


def conserved(state: Meadow) -> Counter[tuple[str, str]]:
    """Every tile, in a zone or laid."""
    return lying(state) + Counter(("tile", KINDS[kind]) for kind in state.cells.values())


def phases(rules: Rules) -> list[Phase]:
    first = clockwise(lambda state: state.start, rounds=True)
    return [Phase("turn", first, [DrawStep(), LayStep()], turns=True)]


def choices(view: View) -> Sequence[Choice]:
    """Points at once; a swap costs one."""
    step = cast(LayStep, view.rules.by_name["lay"])
    found = []
    for action in view.legal():
        worth = step.worth(view, HEX.key(action.cell)) if isinstance(action, LayTile) else -1
        found.append(Choice(action, worth))
    return found


def tile(state: State, seat: int, text: str) -> str:
    if text.lower() in KINDS:
        return text.lower()
    drawn = cast(Meadow, state).drawn
    if text or not drawn:
        raise ValueError(f"'{text}' is not a tile; tiles are {', '.join(KINDS)}")
    return KINDS[drawn[0]]


GAME = Game(
    name="meadow",
    title="Meadow",
    version="1",
    seats=(2, 4),
    state=Meadow,
    options=Options,
    folder=lambda: folder(
        {
            "tile_drawn": "{seat} draws {tile}",
            "tile_swapped": "{seat} swaps for {tile}",
            "tile_laid": "{seat} lays {tile} at {cell}",
            "neighbour": "equal neighbours",
            "swap": "a swap",
            "not_drawn": "{tile} was not drawn",
            "no_room": "{cell} is not a place for a tile",
            "bag_empty": "the bag is empty",
            "swapped_before": "a swap comes once a game",
        },
        {
            "MD-BAG-1": "The bag holds so many tiles of each kind.",
            "MD-LAY-1": "The tile drawn lies beside another one.",
            "MD-LAY-2": "Equal neighbours give points.",
            "MD-RAIN-1": "Ponds like rain.",
            "MD-SWAP-1": "A swap needs a tile in the bag.",
            "MD-SWAP-2": "One swap each.",
            "MD-TURN-1": "Clockwise.",
            "MD-END-1": "The game ends with the bag.",
        },
    ),
    load=lambda data, options: None,
    phases=phases,
    pieces=lambda data: {"tile": KINDS},
    set_up=set_up,
    streams=("bag", "sky", "start"),
    reasons=(ScoreReason("neighbour", "MD-LAY-2", CELL), ScoreReason("swap", "MD-SWAP-2")),
    readers={"tile": tile, "cell": reader(CELL)},
    turn_rule="MD-TURN-1",
    turn_limit=100,
    choices=choices,
    conserved=conserved,
)

PLUGIN = plugin(GAME)
