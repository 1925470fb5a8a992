"""The meters of Rebirth. Here: what is measured while a game is played. In `ending`: what is measured at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.core.grid import HEX
from tilewright.core.layout import FRONTIER, Frontier, layout_meter
from tilewright.core.meters.fitting import DISCARD_RATE, FIT_RATE, SPOTS, Fitting
from tilewright.core.metrics import Meter, Metric, Watcher, meter

from ..actions import LayAside, PlaceTile
from ..state import FREE, RebirthState, presence_at
from . import ending

if TYPE_CHECKING:
    from tilewright.core.actions import Action, Legal
    from tilewright.core.events import Log
    from tilewright.core.metrics import Value
    from tilewright.core.rules import Rules

CLOSING = Metric(
    name="settlement_time",
    title="when settlements are finished",
    more="settlements are finished later",
    less="settlements are finished earlier",
    group="tiles",
    kind="rate",
    doc="Turns played when a settlement is finished as a share of the game's turns, mean of those finished in play.",
)
CASTLES = (
    Metric(
        name="castles",
        title="castles held",
        more="players hold more castles",
        less="players hold fewer castles",
        group="tiles",
        by="seat",
        doc="Castles that the seat holds at the end.",
    ),
    Metric(
        name="castles_stolen",
        title="castles taken from others",
        more="castles change hands more",
        less="castles change hands less",
        group="tiles",
        by="seat",
        doc="How often the seat has taken a castle that another seat held.",
    ),
    Metric(
        name="value_stolen",
        title="points of castles when taken from others",
        more="taking a castle pays more",
        less="taking a castle pays less",
        group="tiles",
        unit="points",
        by="seat",
        doc="`castles_stolen` times what a castle is worth (option castle).",
    ),
    Metric(
        name="contested_castles",
        title="castles that are contested",
        more="more castles are contested",
        less="fewer castles are contested",
        group="tiles",
        kind="rate",
        doc="Share of the castles next to which several seats have tiles at the end.",
    ),
)


class Open(Frontier):
    """Keeps the free hexes that touch a tile."""

    def __init__(self, state: RebirthState) -> None:
        super().__init__(lambda now: len(self.cells))
        self.neighbours, self.cell_at = state.printed.neighbours, state.printed.cell_at
        self.cells: set[int] = set()
        for cell, tile in enumerate(state.tiles):
            if tile != FREE:
                self.cells.update(near for near in self.neighbours[cell] if state.tiles[near] == FREE)

    def decided(self, state: RebirthState, action: Action, log: Log | None) -> None:
        if type(action) is PlaceTile:
            tiles = state.tiles
            cell = self.cell_at[action.cell]
            self.cells.discard(cell)
            self.cells.update([near for near in self.neighbours[cell] if tiles[near] == FREE])


class Places(Fitting):
    """Counts hexes where the hand tile may go, and notes when settlements are finished."""

    def __init__(self, state: RebirthState) -> None:
        super().__init__()
        self.cell_at, self.settlement_of = state.printed.cell_at, state.printed.settlement_of
        self.finished: list[int] = []

    def deciding(self, state: RebirthState, seat: int, legal: Legal) -> None:
        if state.hand[seat]:
            self.tiles += 1
            self.spots += len(legal)
            self.open += sum(map(len, state.free))

    def decided(self, state: RebirthState, action: Action, log: Log | None) -> None:
        if type(action) is PlaceTile:
            settlement = self.settlement_of[self.cell_at[action.cell]]
            if settlement >= 0 and not state.gaps[settlement]:
                self.finished.append(state.turns)
        elif type(action) is LayAside:
            self.spots -= 1  # the one legal action was no place

    def values(self, state: RebirthState) -> Mapping[str, Value]:
        gone = len(state.laid_aside)
        when = self.finished
        return {
            **self.fitted(),
            "discard_rate": gone / self.tiles if self.tiles else None,
            "settlement_time": sum(when) / len(when) / state.turns if when else None,
        }


class Taken(Watcher[RebirthState]):
    """Sees castles change hands."""

    def __init__(self, state: RebirthState) -> None:
        self.holders = state.castles.copy()
        self.stolen = [0] * len(state.seats)

    def decided(self, state: RebirthState, action: Action, log: Log | None) -> None:
        castles = state.castles
        if castles != self.holders:
            for now, before in zip(castles, self.holders, strict=True):
                if before >= 0 and now != before:
                    self.stolen[now] += 1
            self.holders = castles.copy()

    def values(self, state: RebirthState) -> Mapping[str, Value]:
        seats = range(len(state.seats))
        rivals = [
            sum(amount > 0 for amount in presence_at(state, castle)[: len(seats)])
            for castle in range(len(state.castles))
        ]
        return {
            "castles": [state.castles.count(seat) for seat in seats],
            "castles_stolen": self.stolen,
            "value_stolen": [number * state.rules.options.castle for number in self.stolen],
            "contested_castles": sum(number > 1 for number in rivals) / len(rivals) if rivals else None,
        }


def meters(rules: Rules) -> Sequence[Meter]:
    """All meters of the game."""
    return [
        layout_meter(HEX, ending.boards, without=("holes",)),
        meter(FRONTIER, Open),
        meter([SPOTS, FIT_RATE, DISCARD_RATE, CLOSING], Places),
        meter(CASTLES, Taken),
        *ending.meters(rules),
    ]
