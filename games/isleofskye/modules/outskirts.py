"""Outskirts (Randgebiete): each player has six tiles with a curved edge, which are turned over once they are joined.

Its rooms are in `_outskirts/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from tilewright.authoring import (
    Action,
    Board,
    Choice,
    Extra,
    Face,
    Insert,
    Log,
    Meter,
    Module,
    Restriction,
    Rules,
    Show,
    View,
    hook,
)

from ..drawings import TileDrawing
from ..state import tile_named
from ._outskirts.appraise import rated
from ._outskirts.building import BeginBuilding, BuildOutskirts, TurnOver, turned
from ._outskirts.files import CURVE, Side
from ._outskirts.meters import meters
from ._outskirts.options import Options
from ._outskirts.printed import load, provenance
from ._outskirts.restrictions import NO_OUTSKIRT
from ._outskirts.show import LOOKS, extended, notes
from ._outskirts.state import NAME, Outskirts, options, part, printed

if TYPE_CHECKING:
    from ..catalogue import Catalogue
    from ..state import IsleOfSkyeState
    from ..tiles import Tile


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name=NAME,
        game="isleofskye",
        title="Outskirts",
        options=Options,
        slice=lambda state: Outskirts(),
        slice_type=Outskirts,
        folder=lambda: files("tilewright.data") / "isleofskye" / "modules" / NAME,
        load=load,
        pieces=lambda data: {"tile": tuple(tile.id for tile in data.tiles)},
        names=lambda data: {name: dict(names) for name, names in data.names.items()},
        provenance=provenance,
        drawings={Side: TileDrawing(bare=CURVE, looks=LOOKS, notes=notes)},
    )


@hook
def set_up(state: IsleOfSkyeState, log: Log | None) -> None:
    """Gives each player a set (IS-OUT-1)."""
    mine = [tile_named(state, tile.id) for tile in printed(state.rules).tiles]
    part(state).sets = [mine.copy() for _ in state.seats]


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    steps = [Insert(BeginBuilding(), anchor="build", side="before")]
    if options(rules).turning == "end_of_phase":
        steps.append(Insert(TurnOver(), anchor="build"))
    return steps


@hook
def add_actions(rules: Rules) -> Sequence[Extra[IsleOfSkyeState]]:
    return [BuildOutskirts()]


@hook
def tile_built(state: IsleOfSkyeState, seat: int, cell: int, log: Log | None) -> None:
    part(state).others += 1


@hook
def landscape_tiles(rules: Rules) -> Sequence[Tile]:
    return printed(rules).tiles


@hook
def side_rules(rules: Rules) -> Mapping[str, str]:
    """The curve touches no straight edge (IS-OUT-3)."""
    return {CURVE: "IS-OUT-3"}


@hook
def turned_tiles(catalogue: Catalogue, board: Board, cell: int) -> Sequence[tuple[int, Face]]:
    """Turns outskirts once both straight edges are joined (IS-OUT-4, IS-OUT-10)."""
    return turned(catalogue, board, cell)


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> Sequence[Choice]:
    """Rates what each outskirt adds to the territory."""
    return rated(view, actions)


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-outskirt`."""
    return [NO_OUTSKIRT]


@hook
def add_meters(rules: Rules) -> Sequence[Meter]:
    """Counts the outskirts built, and those of them joined on both sides."""
    return meters(rules)


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """Adds which outskirts the players have left, and what curves look like."""
    return extended(show, view, lang)
