"""What is measured of Rebirth while it is played: room on the map, castles. What has come of it: `outcome`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from tilewright.core.grid import HEX
from tilewright.core.layout import FRONTIER, Frontier, layout_meter
from tilewright.core.meters.fitting import DISCARD_RATE, FIT_RATE, SPOTS, Fitting
from tilewright.core.metrics import Meter, Metric, Watcher, meter

from . import outcome
from .actions import LayAside, PlaceTile
from .state import FREE

if TYPE_CHECKING:
    from tilewright.core.actions import Action, Legal
    from tilewright.core.events import Log
    from tilewright.core.metrics import Value
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from .chart import Chart
    from .state import RebirthState

CLOSING = Metric(
    name="settlement_time",
    title="when settlements are finished",
    group="tiles",
    kind="rate",
    doc="Turns played when a settlement is finished as a share of the game's turns, mean of those finished in play.",
)
CASTLES = (
    Metric(
        name="castles",
        title="castles held",
        group="tiles",
        by="seat",
        doc="Castles that the seat holds at the end.",
    ),
    Metric(
        name="castles_stolen",
        title="castles taken from others",
        group="tiles",
        by="seat",
        doc="How often the seat has taken a castle that another seat held.",
    ),
    Metric(
        name="value_stolen",
        title="points of castles when taken from others",
        group="tiles",
        unit="points",
        by="seat",
        doc="`castles_stolen` times what a castle is worth (option castle).",
    ),
    Metric(
        name="contested_castles",
        title="castles that are contested",
        group="tiles",
        kind="rate",
        doc="Share of the castles beside which several seats have tiles at the end.",
    ),
)


class Open(Frontier):
    """Keeps the free hexes that touch a tile."""

    def __init__(self, state: State) -> None:
        super().__init__(lambda now: len(self.cells))
        here = cast("RebirthState", state)
        self.chart: Chart = here.chart
        self.cells: set[int] = set()
        for cell, tile in enumerate(here.tiles):
            if tile != FREE:
                self.cells.update(near for near in self.chart.neighbours[cell] if here.tiles[near] == FREE)

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        if type(action) is PlaceTile:
            tiles = cast("RebirthState", state).tiles
            cell = self.chart.cell_at[action.cell]
            self.cells.discard(cell)
            self.cells.update([near for near in self.chart.neighbours[cell] if tiles[near] == FREE])


class Places(Fitting):
    """Hexes where the hand tile may go, and when settlements are finished."""

    def __init__(self, state: State) -> None:
        super().__init__()
        chart: Chart = cast("RebirthState", state).chart
        self.cell_at, self.settlement_of = chart.cell_at, chart.settlement_of
        self.finished: list[int] = []

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        here = cast("RebirthState", state)
        if here.hand[seat]:
            self.tiles += 1
            self.spots += len(legal)
            self.open += sum(map(len, here.free))

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        if type(action) is PlaceTile:
            settlement = self.settlement_of[self.cell_at[action.cell]]
            if settlement >= 0 and not cast("RebirthState", state).gaps[settlement]:
                self.finished.append(state.turns)
        elif type(action) is LayAside:
            self.spots -= 1  # the one legal action was no place

    def values(self, state: State) -> Mapping[str, Value]:
        gone = len(cast("RebirthState", state).laid_aside)
        when = self.finished
        return {
            **self.fitted(),
            "discard_rate": gone / self.tiles if self.tiles else None,
            "settlement_time": sum(when) / len(when) / state.turns if when else None,
        }


class Taken(Watcher):
    """Sees castles change hands."""

    def __init__(self, state: State) -> None:
        here = cast("RebirthState", state)
        self.holders = here.castles.copy()
        self.stolen = [0] * len(here.seats)

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        castles = cast("RebirthState", state).castles
        if castles != self.holders:
            for now, before in zip(castles, self.holders, strict=True):
                if before >= 0 and now != before:
                    self.stolen[now] += 1
            self.holders = castles.copy()

    def values(self, state: State) -> Mapping[str, Value]:
        here = cast("RebirthState", state)
        seats = range(len(here.seats))
        beside = [
            sum(here.presence[castle << 3 | seat] > 0 for seat in seats)
            for castle in range(len(here.castles))
        ]
        return {
            "castles": [here.castles.count(seat) for seat in seats],
            "castles_stolen": self.stolen,
            "value_stolen": [number * here.rules.options.castle for number in self.stolen],
            "contested_castles": sum(number > 1 for number in beside) / len(beside) if beside else None,
        }


def meters(rules: Rules) -> Sequence[Meter]:
    """All meters of the game."""
    return [
        layout_meter(HEX, outcome.boards, without=("holes",)),
        meter(FRONTIER, Open),
        meter([SPOTS, FIT_RATE, DISCARD_RATE, CLOSING], Places),
        meter(CASTLES, Taken),
        *outcome.meters(rules),
    ]
