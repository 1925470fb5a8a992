"""Outskirts (Randgebiete): each player has six tiles with a curved edge, which are turned over once they are joined.

Its rooms are in `_outskirts/`. A hook that one room answers alone is imported from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from tilewright.authoring import Extra, Insert, Log, Module, Rules, hook

from ..drawings import TileDrawing
from ..state import tile_named
from ._outskirts.appraise import appraise_actions as appraise_actions
from ._outskirts.building import BeginBuilding, BuildOutskirts, TurnOver
from ._outskirts.building import turned_tiles as turned_tiles
from ._outskirts.files import CURVE, Side
from ._outskirts.meters import add_meters as add_meters
from ._outskirts.options import Options
from ._outskirts.printed import load, provenance
from ._outskirts.restrictions import add_restrictions as add_restrictions
from ._outskirts.show import LOOKS, notes
from ._outskirts.show import extend_show as extend_show
from ._outskirts.show import tile_looks as tile_looks
from ._outskirts.state import NAME, Outskirts, options, part, printed

if TYPE_CHECKING:
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
