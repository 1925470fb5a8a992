"""The meters of Rebirth. Here: what is measured while a game is played. In `ending`: what is measured at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import (
    DISCARD_RATE,
    FIT_RATE,
    FRONTIER,
    HEX,
    SPOTS,
    Action,
    Course,
    Fitting,
    Log,
    Meter,
    Metric,
    Rules,
    Value,
    Watcher,
    layout_meter,
    meter,
)

from ..actions import LayAside, PlaceTile
from ..state import FREE, RebirthState, presence_at
from . import ending

if TYPE_CHECKING:
    from ..printed import Printed

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


class Laying(Watcher[RebirthState]):
    """Follows the tiles as they were laid: the room for them, and the settlements that they finished."""

    def __init__(self, state: RebirthState, near: Sequence[int]) -> None:
        self.near = near
        """By cell, its neighbours as bits."""
        self.taken = [cell for cell, tile in enumerate(state.tiles) if tile != FREE]
        self.gaps = state.gaps.copy()

    def result(self, state: RebirthState, course: Course) -> Mapping[str, Value]:
        cell_at = state.printed.cell_at
        cells = [cell_at[action.cell] if type(action) is PlaceTile else -1 for action in course.actions]
        sizes, when = self.frontier(course, cells), self.finished(state, course, cells)
        return {
            "frontier": sizes,
            "frontier_mean": sum(sizes) / len(sizes),
            **self.room(state, course, cells),
            "settlement_time": sum(when) / len(when) / state.turns if when else None,
        }

    def frontier(self, course: Course, cells: Sequence[int]) -> list[int]:
        """Return the number of free hexes that touch a tile, at the end of each round."""
        near, found = self.near, []
        touched = taken = begun = 0
        for cell in self.taken:
            touched |= near[cell]
            taken |= 1 << cell
        for end in [*(course.turns[turns - 1][1] for turns in course.rounds), len(cells)]:
            for cell in cells[begun:end]:
                if cell >= 0:
                    touched |= near[cell]
                    taken |= 1 << cell
            begun = end
            found.append((touched & ~taken).bit_count())
        return found

    def room(self, state: RebirthState, course: Course, cells: Sequence[int]) -> Mapping[str, Value]:
        """Return where tiles could go; one that was laid aside had no place."""
        fitting, free = Fitting(), len(state.tiles) - len(self.taken)
        aside = len(state.laid_aside)
        for cell, action, number in zip(cells, course.actions, course.choices, strict=False):
            if cell >= 0:
                fitting.add(number, free)
                free -= 1
            elif type(action) is LayAside:
                fitting.add(0, free)
        return {**fitting.fitted(), "discard_rate": aside / fitting.tiles if fitting.tiles else None}

    def finished(self, state: RebirthState, course: Course, cells: Sequence[int]) -> list[int]:
        """Return how many turns had been played whenever a tile finished a settlement."""
        settlement_of, gaps, found = state.printed.settlement_of, self.gaps.copy(), []
        for cell, turns in zip(cells, course.after, strict=True):
            if cell >= 0 and (settlement := settlement_of[cell]) >= 0:
                gaps[settlement] -= 1
                if not gaps[settlement]:
                    found.append(turns)
        return found


class Taken(Watcher[RebirthState]):
    """Sees castles change hands."""

    def __init__(self, state: RebirthState) -> None:
        self.holders = state.castles.copy()
        self.stolen = [0] * len(state.seats)

    def decided(self, state: RebirthState, action: Action, log: Log | None) -> None:
        castles, holders = state.castles, self.holders
        if castles != holders:
            for castle, now in enumerate(castles):
                before = holders[castle]
                if now != before:
                    holders[castle] = now
                    if before >= 0:
                        self.stolen[now] += 1

    def values(self, state: RebirthState) -> Mapping[str, Value]:
        seats = range(len(state.seats))
        rivals = [
            sum([amount > 0 for amount in presence_at(state, castle)[: len(seats)]])
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
    printed: Printed = rules.data
    keys = [HEX.key(at) for at in printed.hexes]
    near = [sum(1 << cell for cell in cells) for cells in printed.neighbours]
    laying = [*FRONTIER, SPOTS, FIT_RATE, DISCARD_RATE, CLOSING]
    return [
        layout_meter(HEX, lambda state: ending.boards(state, keys), without=("holes",)),
        meter(laying, lambda state: Laying(state, near)),
        meter(CASTLES, Taken),
        *ending.meters(rules),
    ]
