"""Territories in scenes: how tiles lie in them, and what sentences can say and count there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.authoring import (
    EMPTY,
    SQUARE4,
    Board,
    Families,
    Given,
    Meaning,
    Noun,
    Position,
    Schema,
    at_cells,
    by_seat,
    mapping,
    named,
)
from tilewright.authoring import schema as schemas

from ..build_phase import misfits
from ..state import HOME, IsleOfSkyeState, catalogue, laid
from ..territory import Territory, territory
from ..tiles import BARREL, BROCH, CATTLE, FARM, LIGHTHOUSE, SHEEP, SHIP, TERRAINS, area_at, empty_territory
from .reading import by_player, each

EXAMPLE = "{'1,0': L07 r2}"
ROTATIONS = {f"r{n}": n for n in range(4)}


class _Turned(Meaning):
    """A tile with its rotation, as editors know it; without one it lies as it is printed."""

    def schema(self, things: Families) -> Schema:
        return schemas.either(schemas.thing("tile"), schemas.text())


def put_territories(position: Position[IsleOfSkyeState], territories: Any) -> None:
    """Lays tiles in the territories of the players named, in the order written, after the castle."""
    state = position.state
    for seat, player, cells in by_player(state, territories, EXAMPLE):
        castle = catalogue(state).castles[seat]
        state.territories[seat] = empty_territory()
        state.territories[seat].place(HOME, castle.face)
        for text, said in mapping(cells, f"a mapping from cell: {EXAMPLE}", player).items():
            try:
                cell = SQUARE4.read(str(text))
            except ValueError as error:
                raise Given(str(error), player, text) from error
            if cell != HOME:
                _lay(position, seat, cell, str(said), player, text)
            elif said != castle.id:
                raise Given(f"the castle of {player} lies here, {castle.id} (IS-SETUP-6)", player, text)
        _turn(state, seat, cells)


def _turn(state: IsleOfSkyeState, seat: int, cells: Any) -> None:
    """Turns tiles with two sides to the side named, whatever laying them has done."""
    board, found = state.territories[seat], catalogue(state)
    for text, said in mapping(cells, EXAMPLE).items():
        cell, face = SQUARE4.read(str(text)), found.faces[str(said).partition(" ")[0]]
        if board.face(cell).name != face.name:
            board.replace(cell, face, board.face(cell).rotation)
            found.join(board)


def _lay(position: Position[IsleOfSkyeState], seat: int, cell: int, said: str, *path: str) -> None:
    """Lays the tile on the cell; raises `Given` if none is left or it may not lie there."""
    state = position.state
    rules, board = state.rules, state.territories[seat]
    name, _, turned = said.partition(" ")
    sides = {
        side.id: n for n, tile in enumerate(catalogue(state).tiles) for side in (tile, tile.back) if side
    }
    tile = named("tile", sides, name, *path)
    rotation = named("rotation", ROTATIONS, turned or "r0", *path)
    face = catalogue(state).tiles[tile].face
    if cell not in board and cell not in board.frontier:
        raise Given("it touches no tile that comes before it in this list (IS-BUILD-2)", *path)
    for reason in misfits(state, seat, cell, face, rotation):
        raise Given(f"{rules.say(reason.key, reason.args, state.seats)} ({reason.rule})", *path)
    if not position.take("tile", tile):
        raise Given(f"there is no {name} left", *path)
    catalogue(state).lay(board, cell, face, rotation)


def _said(state: IsleOfSkyeState, board: Board, cell: int) -> str:
    id = laid(state, board, cell).id
    return id if cell == HOME else f"{id} r{board.face(cell).rotation}"


def write_territory(state: IsleOfSkyeState, seat: int) -> dict[str, str]:
    board = state.territories[seat]
    return {SQUARE4.text(cell): _said(state, board, cell) for cell in board}


def tell_territory(state: IsleOfSkyeState, text: str) -> str:
    """Answers `anna's territory 1,0 is L07 r2`, or empty."""
    player, _, where = text.partition(" ")
    board, cell = state.territories[state.seat(player)], SQUARE4.read(where)
    return _said(state, board, cell) if cell in board else EMPTY


def tell_region(state: IsleOfSkyeState, text: str) -> str:
    """Answers `anna's region 1,0 n is closed water of 2 tiles`; for an area without sides name the terrain: `1,0 W`."""
    player, _, rest = text.partition(" ")
    where, _, side = rest.partition(" ")
    home, cell = territory(state, state.seat(player)), SQUARE4.read(where)
    if cell not in home.board:
        raise ValueError(f"there is no tile on {where}")
    area = home.board.area(cell, area_at(home.board.face(cell), side))
    regions, size = home.board.regions, home.size(area)
    terrain = state.printed.names[regions.kind(area)]["en"]
    openness = "closed" if regions.closed(area) else "open"
    return f"{openness} {terrain} of {size} tile{'s' if size > 1 else ''}"


def marks(*kinds: int) -> Callable[[Territory], int]:
    return lambda home: sum(home.count(cell, *kinds) for cell in home.board)


COUNTED: dict[str, Callable[[Territory], int]] = {
    "tiles": lambda home: len(home.board),
    "closed regions": lambda home: len(home.closed()),
    "closed pastures": lambda home: len(home.closed("P")),
    "closed mountains": lambda home: len(home.closed("M")),
    "closed waters": lambda home: len(home.closed("W")),
    "connected tiles": lambda home: len(home.connected()),
    "connected barrel tiles": lambda home: sum(home.count(cell, BARREL) > 0 for cell in home.connected()),
    "barrel tiles": lambda home: sum(home.count(cell, BARREL) > 0 for cell in home.board),
    "scrolls": lambda home: sum(len(home.tile(cell).scrolls) for cell in home.board),
    "sheep": marks(SHEEP),
    "cattle": marks(CATTLE),
    "farms": marks(FARM),
    "brochs": marks(BROCH),
    "lighthouses": marks(LIGHTHOUSE),
    "ships": marks(SHIP),
}
"""What `anna has 2 closed waters` counts in a territory, the castle tile included."""


def _counting(name: str, amount: Callable[[Territory], int]) -> Noun:
    return Noun(name=name, count=lambda state, seat: amount(territory(state, seat)))


TERRITORIES = Noun(
    name="territories",
    put=put_territories,
    write=each(write_territory),
    tell=tell_territory,
    fields=("territories",),
    means=by_seat(at_cells(_Turned())),
)
REGIONS = Noun(
    name="regions",
    count=lambda state, seat: len(territory(state, seat).regions(TERRAINS)),
    tell=tell_region,
)
LAND = tuple(_counting(name, amount) for name, amount in COUNTED.items())
