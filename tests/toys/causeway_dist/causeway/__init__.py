"""Causeways: a module of Isle of Skye. Roads that end at the same water meet on the sand; at ebb it is good to trade.

A module as somebody else would write it: it knows the public names of tilewright and of the game, and nothing of the
game's other modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, cast

import attrs

from tilewright.core.base.cloning import Copyable
from tilewright.core.base.errors import InvalidFile
from tilewright.core.rules.game import Module
from tilewright.core.rules.hooks import hook
from tilewright.core.rules.schedule import Automatic, Insert
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import public, roll
from tilewright.core.text.options import option
from tilewright.games.isleofskye.files import Drawn, ScoringTile
from tilewright.games.isleofskye.module_scoring import read_scoring, with_scoring
from tilewright.games.isleofskye.scoring import always
from tilewright.games.isleofskye.scoring_kinds import Source
from tilewright.games.isleofskye.state import IsleOfSkyeState
from tilewright.games.isleofskye.territory import Territory, territory
from tilewright.games.isleofskye.tiles import Tile, area_at, read_drawing

if TYPE_CHECKING:
    from tilewright.core.land.board import Board
    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules
    from tilewright.core.text.folder import Folder
    from tilewright.games.isleofskye.catalogue import Catalogue
    from tilewright.games.isleofskye.state import Readable

NAME = "causeway"
STREAM = "causeway:tide"
EBB, FLOOD = "ebb", "flood"


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    toll: int = option(1, rule="CW-TIDE-2", low=0, high=3, doc="gold that a tile costs less at ebb")


@attrs.frozen(kw_only=True)
class Record(Drawn):
    """A tile of tiles.yaml. Its road ends at its water."""

    id: str
    copies: int = 1


@attrs.frozen
class Causeway(Tile):
    """A landscape tile whose road ends at its water."""

    water: int = attrs.field(kw_only=True)
    """The number of that area."""


@attrs.define
class Sea(Copyable):
    """The module's part of a state."""

    ebb: bool = public(default=False)


@attrs.frozen
class Printed:
    """The module's data."""

    tiles: tuple[Causeway, ...]
    scoring: tuple[ScoringTile, ...]


def load(data: Folder, options: Options) -> Printed:
    """The causeways and the scoring tile; InvalidFile names the place of what cannot be read."""
    document = data.document("tiles.yaml")
    tiles = []
    for at, record in enumerate(document.structure(tuple[Record, ...])):
        face, symbols = read_drawing(document, (at,), record.id, record, {})
        if len(face.roads) != 1:
            raise InvalidFile([document.problem((at, "road"), "a causeway has one road")])
        try:
            water = area_at(face, "W")
        except ValueError as slip:
            raise InvalidFile([document.problem((at, "face"), str(slip))]) from slip
        tiles.append(Causeway(record.id, face, "derived", symbols, copies=record.copies, water=water))
    return Printed(tuple(tiles), read_scoring(data, SCORING))


def at_ebb(state: Readable) -> bool:
    """Whether the water is low."""
    found = state.slices[NAME].ebb if isinstance(state, State) else state.slice(NAME)["ebb"]
    return bool(found)


def landings(home: Territory) -> Iterator[Source]:
    """Causeways that roads connect to the castle (CW-ST-1)."""
    for cell in home.connected():
        if isinstance(home.tile(cell), Causeway):
            yield 1, (cell,)


SCORING = {"landings": always(landings)}


class TideStep(Automatic[IsleOfSkyeState]):
    """The tide turns, or does not, once all have their income (CW-TIDE-1)."""

    name = "tide"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        sea = cast(Sea, state.slices[NAME])
        sea.ebb = roll(state, STREAM, [EBB, FLOOD], log) == 0
        if log is not None:
            log.add("tide_is", tide=EBB if sea.ebb else FLOOD)


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    module = Module(
        name=NAME,
        game="isleofskye",
        title="Causeways",
        options=Options,
        slice=lambda state: Sea(),
        slice_type=Sea,
        folder=lambda: files(__name__) / "data",
        load=load,
        pieces=lambda printed: {"tile": tuple(tile.id for tile in printed.tiles)},
        streams=(STREAM,),
        provenance=lambda printed: [f"The {len(printed.tiles)} causeways are somebody's own."],
    )
    return with_scoring(module, SCORING, records=lambda printed: printed.scoring)


@hook
def landscape_tiles(rules: Rules) -> Sequence[Tile]:
    """The causeways are mixed with the other tiles (CW-TILE-1)."""
    return cast("Sequence[Tile]", rules.module_data[NAME].tiles)


@hook
def joined_roads(catalogue: Catalogue, board: Board) -> Sequence[tuple[int, ...]]:
    """Roads that end at the same water meet there (CW-ROAD-1)."""
    shores: dict[int, list[int]] = {}
    for cell in board:
        tile = catalogue.by_face[board.face(cell).name]
        if isinstance(tile, Causeway):
            shore = board.regions.find(board.area(cell, tile.water))
            shores.setdefault(shore, []).append(board.road(cell, 0))
    return [tuple(roads) for roads in shores.values() if len(roads) > 1]


@hook
def price_lines(table: Readable, buyer: int, seller: int, tile: int) -> Sequence[tuple[str, int]]:
    """At ebb, tiles cost less for whoever has a connected causeway (CW-TIDE-2)."""
    toll = table.rules.module_options[NAME].toll
    if not toll or not at_ebb(table) or not any(landings(territory(table, buyer))):
        return []
    return [("over_the_sand", -toll)]


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """The tide turns after the income."""
    return [Insert(TideStep(), anchor="income")]
