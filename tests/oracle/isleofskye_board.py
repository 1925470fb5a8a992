"""Isle of Skye's boards of the engine and the oracle's territories side by side, and territories made up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilewright.core.land.board import Board
from tilewright.core.land.grid import pack, unpack
from tilewright.core.rules.ruleset import Rules
from tilewright.games.isleofskye.tiles import empty_territory

from .isleofskye import DEFAULTS, HOME, Territory
from .isleofskye_tiles import CASTLES, SIDES, Cell, box


def laid(board: Board) -> dict[Cell, tuple[str, int]]:
    """What lies on a board, in the oracle's words."""
    return {unpack(key): (board.face(key).name, board.face(key).rotation) for key in board}


def board_of(rules: Rules, land: Territory) -> Board:
    """The oracle's territory as the engine builds it, tile by tile."""
    board, faces = empty_territory(), rules.assembled.faces
    for (x, y), (name, quarters) in land.laid.items():
        board.place(pack(x, y), faces[name], quarters)
    return board


def land_of(board: Board, options: dict[str, Any]) -> Territory:
    """The engine's board as the oracle looks at it."""
    used = DEFAULTS | options
    return Territory(laid(board), box(used["disputed"], used["disputed_tiles"]))


def castle(seat: int = 0, **options: Any) -> Territory:
    """A territory that has only just begun."""
    used = DEFAULTS | options
    return Territory({HOME: (CASTLES[seat][0], 0)}, box(used["disputed"], used["disputed_tiles"]))


def grown(land: Territory, picks: Iterable[tuple[int, int]]) -> Territory:
    """The territory with more tiles: for each pick the tile's number and how its place is chosen.

    One choice in three is any place; the others prefer places where a region or a road would meet the tile twice,
    then places that touch many tiles, so that regions close. A tile that is there already, or has no place, is left
    out.
    """
    names = [name for name in land.tiles if not name.startswith("C_")]
    for number, choice in picks:
        name = names[number % len(names)]
        places = [] if any(name == other for other, _ in land.laid.values()) else sorted(land.places(name))
        if choice % 3 and places:
            worth = {place: (rings(land, name, *place), touching(land, place[0])) for place in places}
            places = [place for place in places if worth[place] == max(worth.values())]
        if places:
            cell, quarters = places[choice // 3 % len(places)]
            land = land.plus(name, cell, quarters)
    return land


def touching(land: Territory, cell: Cell) -> int:
    """How many tiles lie beside a cell."""
    x, y = cell
    beside: Sequence[Cell] = [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]
    return sum(near in land.laid for near in beside)


def rings(land: Territory, name: str, cell: Cell, quarters: int) -> int:
    """How many regions and road networks the tile would meet there with two pieces of its own."""
    tile = land.tiles[name][quarters]
    facing = dict(zip(SIDES.values(), land.facing(cell)))
    found = 0
    for pieces, whole in ((tile.areas, land.region_of), (tile.roads, land.network_of)):
        met = [
            {whole[facing[side]] for side in piece & facing.keys() if facing[side] in whole}
            for piece in pieces
        ]
        found += sum(bool(one & other) for n, one in enumerate(met) for other in met[:n])
    return found
