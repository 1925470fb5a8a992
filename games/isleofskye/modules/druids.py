"""Druids: a second buying pass at the dolmen, stone tablets, new kinds of scroll and scoring tiles (IS-DR, IS-TAB).

Its rooms are in `_druids/`. A hook that one room answers alone is imported from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from tilewright.authoring import Desk, Extra, Insert, Log, Module, Rules, hook, ordered

from ..drawings import TileDrawing, ids, scrolls_of
from ..module_scoring import with_scoring
from ..state import laid, tile_named
from ._druids import scoring
from ._druids.actions import READERS
from ._druids.appraise import Weights
from ._druids.appraise import add_features as add_features
from ._druids.appraise import appraise_actions as appraise_actions
from ._druids.appraise import appraise_lines as appraise_lines
from ._druids.appraise import sold_later as sold_later
from ._druids.dolmen import ClearStep, fill, second_pass
from ._druids.files import DruidTile
from ._druids.meters import add_meters as add_meters
from ._druids.options import Options
from ._druids.printed import TABLET, load
from ._druids.restrictions import add_restrictions as add_restrictions
from ._druids.scenes import NOUNS
from ._druids.show import LOOKS, notes
from ._druids.show import extend_show as extend_show
from ._druids.show import tile_looks as tile_looks
from ._druids.state import NAME, STREAM, DruidsPart, discount, fresh, options, part, printed, tablets_on
from ._druids.tablets import OwnTiles, RescoreStep

if TYPE_CHECKING:
    from ..scoring_kinds import ScrollKind
    from ..state import IsleOfSkyeState, Readable
    from ..tiles import Kinds, Tile

FILES = f"modules/{NAME}/"
"""The path of the module's files among those of the game."""


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    module = Module(
        name=NAME,
        game="isleofskye",
        title="Druids",
        options=Options,
        slice=fresh,
        slice_type=DruidsPart,
        step_rules={
            "buy": ("IS-DR-5", "IS-TAB-5", "IS-TAB-6", "IS-TAB-9"),
            "build": ("IS-DR-2", "IS-DR-15", "IS-TAB-1", "IS-TAB-10", "IS-AMB-9"),
        },
        weights=Weights,
        folder=lambda: files("tilewright.data") / "isleofskye" / "modules" / NAME,
        load=load,
        pieces=lambda druids: {"tile": tuple(tile.id for tile in druids.tiles)},
        names=lambda druids: druids.names(),
        streams=(STREAM,),
        reasons=scoring.REASONS,
        readers=READERS,
        nouns=NOUNS,
        provenance=lambda druids: druids.provenance(),
        drawings={DruidTile: TileDrawing(kinds=_kinds, looks=LOOKS, notes=notes)},
    )
    # Six scoring tiles, mixed with the others (IS-DR-3).
    return with_scoring(module, scoring.SCORING, records=lambda druids: druids.scoring)


def _kinds(desk: Desk) -> Kinds:
    """The kinds of scroll and of tablet, as the draft has them."""
    return {**scrolls_of(desk, FILES), TABLET: ids(desk, f"{FILES}tablets.yaml")}


# -- pieces ----------------------------------------------------------------------------------------------------------


@hook
def landscape_tiles(rules: Rules) -> Sequence[Tile]:
    """Returns the Druid tiles: landscape tiles in every respect, but not for the bag (IS-DR-2, IS-DR-15)."""
    return printed(rules).tiles


@hook
def scroll_kinds(rules: Rules) -> Sequence[ScrollKind]:
    """Twelve kinds of scroll (IS-DSC)."""
    return scoring.scroll_kinds(printed(rules), options(rules))


@hook
def set_up(state: IsleOfSkyeState, log: Log | None) -> None:
    """Mixes the Druid tiles in stacks, and fills the dolmen from them (IS-DR-3)."""
    tiles = [(f"{id}#1", tile_named(state, id)) for id in printed(state.rules).prices]
    part(state).pile = ordered(tiles, state.streams[STREAM][0])
    fill(state, log)


# -- steps and moments -----------------------------------------------------------------------------------------------


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """The second buying pass (IS-DR-5), the dolmen after a round (IS-DR-14), scrolls scored once more (IS-TAB-2)."""
    return [
        Insert(second_pass(), anchor="collecting"),
        Insert(ClearStep(), anchor="round", side="before"),
        Insert(RescoreStep(), anchor="scrolls"),
    ]


@hook
def add_actions(rules: Rules) -> Sequence[Extra[IsleOfSkyeState]]:
    """Own tiles may be bought with a tablet (IS-TAB-3)."""
    return [OwnTiles()]


@hook
def price_lines(table: Readable, buyer: int, seller: int, tile: int) -> Sequence[tuple[str, int]]:
    """Tablets make what other players sell cheaper (IS-TAB-5, IS-TAB-6, IS-TAB-9)."""
    less = discount(table, buyer)
    return [("tablet_discount", -less)] if less else []


@hook
def tile_built(state: IsleOfSkyeState, seat: int, cell: int, log: Log | None) -> None:
    """A player who builds a tile with a tablet takes the tablet at once (IS-TAB-1)."""
    tile = laid(state, state.territories[seat], cell)
    if not tile.symbols:
        return
    number = tile_named(state, tile.id)
    tablets = list(tablets_on(state, number))
    if tablets:
        part(state).tablets[seat].append((number, state.round))
    for tablet in tablets:
        if log is not None:
            log.add("tablet_taken", seat=seat, tablet=tablet.id)


@hook
def tile_unbuildable(state: IsleOfSkyeState, seat: int, tile: int, log: Log | None) -> bool:
    """A Druid tile without a place leaves the game or goes under a stack (IS-AMB-9), without a tablet (IS-TAB-10)."""
    name = state.rules.pieces["tile"][tile]
    where = options(state.rules).unbuildable
    if name not in printed(state.rules).prices or where == "bag":
        return False
    if where == "stack":
        part(state).pile.insert(0, tile)
    else:
        part(state).gone.append(tile)
    if log is not None:
        log.add("druid_under_stack" if where == "stack" else "druid_gone", seat=seat, tile=name)
    return True
