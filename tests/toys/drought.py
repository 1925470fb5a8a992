"""Toy: a second module of Harvest, so that the order of modules can be tested: it meets the storm everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import attrs

from tilewright.core.base.cloning import Copyable
from tilewright.core.land.grid import unpack
from tilewright.core.rules.actions import Reason
from tilewright.core.rules.game import Module, ScoreReason
from tilewright.core.rules.schedule import Automatic, Insert
from tilewright.core.rules.state import NOTHING, State
from tilewright.core.rules.zones import public, roll

from .paper import folder, plugin

if TYPE_CHECKING:
    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules

    from .harvest_dist.harvest.state import Harvest


@attrs.define
class Dry(Copyable):
    column: int = public(default=99)


class DroughtStep(Automatic[State]):
    name = "drought"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        dry: Dry = state.slices["drought"]
        dry.column = roll(state, "module:drought", ["0", "1", "2"], log)
        if log is not None:
            log.add("dried", column=dry.column)


def insert_steps(rules: Rules) -> Sequence[Insert]:
    return [Insert(DroughtStep(), anchor="refill")]


def forbid_cells(state: Harvest, seat: int, cells: Sequence[int]) -> Mapping[int, Reason]:
    column = cast(Dry, state.slices["drought"]).column
    return {
        cell: Reason("too_dry", "HV-DRY-1", {"column": column}) for cell in cells if unpack(cell)[0] == column
    }


def final_lines(state: Harvest) -> Sequence[tuple[int, int, str, int]]:
    return [(seat, 1, "endured", NOTHING) for seat in range(len(state.seats))]


def tile_placed(state: Harvest, seat: int, cell: int, log: Log | None) -> None:
    if log is not None:
        log.add("watered", seat=seat)


MODULE = Module(
    name="drought",
    game="harvest",
    title="Drought",
    slice=lambda state: Dry(),
    slice_type=Dry,
    folder=lambda: folder(
        {
            "dried": "column {column} dries up",
            "too_dry": "column {column} is too dry",
            "endured": "endured",
            "watered": "{seat} waters the field",
        },
        {"HV-DRY-1": "No tile is placed in a dry column."},
    ),
    streams=("module:drought",),
    reasons=(ScoreReason("endured", "HV-DRY-1"),),
)

HOOKS: dict[str, Any] = {
    "insert_steps": insert_steps,
    "forbid_cells": forbid_cells,
    "final_lines": final_lines,
    "tile_placed": tile_placed,
}
PLUGIN = plugin(MODULE, **HOOKS)
