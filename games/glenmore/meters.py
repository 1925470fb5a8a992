"""Measures of Glen More: the way along the circuit, activations, the warehouse, room in the village."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import (
    DISCARD_RATE,
    FIT_RATE,
    FRONTIER,
    SPOTS,
    SQUARE4,
    Action,
    Course,
    Fitting,
    Frontier,
    Legal,
    Log,
    Meter,
    Metric,
    Picks,
    Rules,
    Value,
    Watcher,
    at_end,
    frontier,
    layout_meter,
    meter,
    of_course,
    picks,
)

from . import placing_rules
from .actions import Activate, Buy, Discard, LochNess, PlaceTile, Sell, Take
from .files import RESOURCES
from .printed import START
from .state import DIE, GlenMoreState
from .trade import key

if TYPE_CHECKING:
    from .printed import Kind, Printed

GAP = Metric(
    name="track_gap",
    title="spaces between the last figure and the first",
    more="figures are further apart on the track",
    less="figures are closer together on the track",
    group="tension",
    unit="spaces",
    doc="Occupied spaces of the circuit from the last figure to the first, mean of the ends of turns.",
)
DEAD = Metric(
    name="dead_spots",
    title="dead spots",
    more="boards have more dead spots",
    less="boards have fewer dead spots",
    group="tiles",
    unit="cells",
    by="seat",
    doc="Empty cells next to a tile at the end where sides, river and road allow no tile of the box (GM-PLACE).",
)
ACTIVATIONS = (
    Metric(
        name="activations",
        title="activations",
        more="players activate more tiles",
        less="players activate fewer tiles",
        group="economy",
        by="seat",
        doc="Activations by the seat, including those by Loch Ness.",
    ),
    Metric(
        name="reuse",
        title="activations of a tile after its first turn",
        more="tiles are activated again more often",
        less="tiles are activated again less often",
        group="economy",
        by="seat",
        doc="Activations of tiles other than the one placed in the turn, divided by the number of tiles of the village "
        "at the end.",
    ),
)
TRADE = (
    Metric(
        name="cubes_bought",
        title="cubes bought",
        more="players buy more cubes",
        less="players buy fewer cubes",
        group="economy",
        unit="cubes",
        by="seat",
        doc="Cubes that the seat bought in the warehouse (GM-WARE-3).",
    ),
    Metric(
        name="cubes_sold",
        title="cubes sold",
        more="players sell more cubes",
        less="players sell fewer cubes",
        group="economy",
        unit="cubes",
        by="seat",
        doc="Cubes that the seat sold there (GM-WARE-7).",
    ),
    Metric(
        name="price_paid",
        title="price paid for a cube",
        more="cubes cost more",
        less="cubes cost less",
        group="economy",
        unit="coins",
        by="seat",
        doc="Coins for a cube, mean of the seat's purchases.",
    ),
    Metric(
        name="price_received",
        title="price received for a cube",
        more="cubes sell for more",
        less="cubes sell for less",
        group="economy",
        unit="coins",
        by="seat",
        doc="Coins for a cube, mean of the seat's sales (GM-WARE-7).",
    ),
    Metric(
        name="price_to_value",
        title="price of a cube against its value",
        more="cubes cost more than they are worth",
        less="cubes cost less for what they are worth",
        group="economy",
        doc="Coins for a cube bought, the mean of the game, divided by those for a cube sold: above 1 cubes are dearer "
        "to buy than they sell for.",
    ),
    Metric(
        name="coins_left",
        title="coins left",
        more="players end with more coins",
        less="players end with fewer coins",
        group="economy",
        unit="coins",
        by="seat",
        doc="Coins of the seat at the end.",
    ),
)


class Gaps(Watcher[GlenMoreState]):
    """Measures how far apart the figures stand."""

    def __init__(self, state: GlenMoreState) -> None:
        self.gaps: list[int] = []

    def turn_over(self, state: GlenMoreState) -> None:
        chain = state.chain
        figures = [at for at, item in enumerate(chain) if DIE < item < 0]
        self.gaps.append(figures[-1] - figures[0])

    def values(self, state: GlenMoreState) -> Mapping[str, Value]:
        return {"track_gap": sum(self.gaps) / len(self.gaps) if self.gaps else None}


class Spots(Fitting):
    """Counts the cells where the tile taken may go."""

    steps = ("place",)

    def deciding(self, state: GlenMoreState, seat: int, legal: Legal) -> None:
        spots = sum([type(action) is PlaceTile for action in legal])
        self.add(spots, len(frontier(SQUARE4, state.displays[seat])))

    def result(self, state: GlenMoreState, course: Course) -> Mapping[str, Value]:
        discarded = sum([type(action) is Discard for action in course.actions])
        whole = self.tiles + discarded
        return {**self.fitted(), "discard_rate": discarded / whole if whole else None}


def activations(state: GlenMoreState, course: Course) -> Mapping[str, Value]:
    """Counts activations, and those of tiles that were placed in earlier turns."""
    placed: int | None = None
    every, again = [0] * len(state.seats), [0] * len(state.seats)
    for action in course.actions:
        kind = type(action)
        if kind is Take or kind is Discard:
            placed = None
        elif isinstance(action, PlaceTile):
            placed = key(action.cell)
        elif isinstance(action, (Activate, LochNess)):
            every[action.seat] += 1
            again[action.seat] += key(action.cell) != placed
    tiles = map(len, state.displays)
    return {
        "activations": every,
        "reuse": [number / size for number, size in zip(again, tiles, strict=True)],
    }


class Trading(Watcher[GlenMoreState]):
    """Notes cubes bought and sold, with their prices."""

    def __init__(self, state: GlenMoreState) -> None:
        self.prices = state.printed.prices
        self.bought: list[list[int]] = [[] for _ in state.seats]
        self.sold: list[list[int]] = [[] for _ in state.seats]

    def decided(self, state: GlenMoreState, action: Action, log: Log | None) -> None:
        if isinstance(action, (Buy, Sell)):
            # The dearest space taken is the one just paid for, the cheapest free one the one just emptied; nothing
            # else in a move touches the row.
            taken = state.warehouse[RESOURCES.index(action.kind)]
            if isinstance(action, Buy):
                self.bought[action.seat].append(self.prices[taken - 1])
            else:
                self.sold[action.seat].append(self.prices[taken])

    def values(self, state: GlenMoreState) -> Mapping[str, Value]:
        paid = [coins for mine in self.bought for coins in mine]
        received = [coins for mine in self.sold for coins in mine]
        return {
            "cubes_bought": [len(mine) for mine in self.bought],
            "cubes_sold": [len(mine) for mine in self.sold],
            "price_paid": [sum(mine) / len(mine) if mine else None for mine in self.bought],
            "price_received": [sum(mine) / len(mine) if mine else None for mine in self.sold],
            "price_to_value": sum(paid) / len(paid) / (sum(received) / len(received))
            if paid and received
            else None,
            "coins_left": state.coins.copy(),
        }


class Taken(Picks[GlenMoreState]):
    """Notes which sorts of tile are taken, of those laid on the circuit."""

    steps = ("take",)

    def picked(self, state: GlenMoreState, action: Action) -> Sequence[str]:
        return (state.printed.kinds[state.tile].kind,) if type(action) is Take else ()

    def open(self, state: GlenMoreState) -> Mapping[str, int]:
        kinds = state.printed.kinds
        laid: Counter[str] = Counter(kinds[n].kind for stack in state.printed.stacks for n in stack)
        laid.subtract(kinds[n].kind for stack in state.stacks() for n in stack)
        return {sort: laid[sort] for sort in sorts(state.printed)}


def sorts(printed: Printed) -> list[str]:
    """The sorts of tile that can be taken, as the data has them, each once."""
    return list(dict.fromkeys(kind.kind for kind in printed.kinds if kind.stack != START))


def dead(state: GlenMoreState, lines: Sequence[Kind]) -> list[int]:
    """By seat, the number of empty cells next to a tile where none of these can lie."""
    return [
        sum(
            not any(placing_rules.fits(state, seat, kind, cell) for kind in lines)
            for cell in frontier(SQUARE4, display)
        )
        for seat, display in enumerate(state.displays)
    ]


def open_cells(state: GlenMoreState) -> float:
    """Average number of empty cells next to the tiles of a village."""
    return sum(len(frontier(SQUARE4, display)) for display in state.displays) / len(state.displays)


def meters(rules: Rules) -> Sequence[Meter]:
    """All meters of the game."""
    # Of tiles with the same river and road, one stands for all.
    lines = [*{(kind.river, kind.road): kind for kind in rules.assembled.kinds}.values()]
    words = {sort: f"tile of sort {sort}" for sort in sorts(rules.assembled)}
    return [
        meter([GAP], Gaps),
        layout_meter(SQUARE4, lambda state: state.displays),
        meter(FRONTIER, lambda state: Frontier(open_cells)),
        meter([SPOTS, FIT_RATE, DISCARD_RATE], lambda state: Spots()),
        at_end([DEAD], lambda state: {"dead_spots": dead(state, lines)}),
        of_course(ACTIVATIONS, activations),
        meter(TRADE, Trading),
        meter(picks(words), Taken),
    ]
