"""The boards: territories, tiles on offer or waiting to be built, and waiting tiles in each rotation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Diagram, Face, Rotation, Spot, unpack

from ..state import MARKED, laid
from ..tiles import CASTLE, MARKS

if TYPE_CHECKING:
    from ..tiles import Tile
    from .sight import Sight


@attrs.frozen
class Lying:
    """A tile that lies before a seat: offered, bought, or waiting to be built."""

    seat: int
    tile: int
    slot: int = -1
    """Its index among the seat's offers, -1 for one that is not offered."""


def lying(sight: Sight) -> Iterator[Lying]:
    """Yields every tile before a screen, the viewer's first; without those that are shown in each rotation."""
    for seat in sight.order:
        yield from (Lying(seat, tile, slot) for slot, tile in enumerate(sight.view.offers[seat]))
        if not (sight.building and seat == sight.order[0]):
            yield from (Lying(seat, tile) for tile in sight.view.waiting[seat])


def price(sight: Sight, there: Lying) -> int | None:
    """Returns the gold at an offered tile or MARKED, if the viewer knows it; else None."""
    if there.slot < 0:
        return None
    stakes = sight.view.stakes[there.seat]
    if stakes:
        return int(stakes[there.slot])
    pricing = sight.pricing
    return pricing.stakes[there.slot] if pricing is not None and there.seat == sight.view.seat else None


def price_said(sight: Sight, there: Lying) -> str:
    """Returns the same in words."""
    gold = price(sight, there)
    if there.slot < 0:
        return sight.say("bought")
    if gold is None:
        return sight.say("undecided" if there.seat == sight.view.seat else "secret")
    return sight.say("marked") if gold == MARKED else sight.say("price_of", gold=gold)


def _spot(sight: Sight, tile: Tile, face: Face, x: int, y: int, name: str, said: str) -> Spot:
    areas, ways = sight.areas(tile, face), sight.roads(face)
    return Spot(at=(x, y), areas=areas, ways=ways, name=name, said=said)


def _owned(spot: Spot, seat: str) -> Spot:
    """Returns the spot with the castle in its owner's colour."""
    areas = []
    for area in spot.areas:
        marks = (attrs.evolve(mark, on=seat) if mark.role == MARKS[CASTLE] else mark for mark in area.marks)
        areas.append(attrs.evolve(area, marks=tuple(marks)))
    return attrs.evolve(spot, areas=tuple(areas))


def territory_board(sight: Sight, seat: int, small: bool = False) -> Diagram:
    """Draws the seat's tiles; if the viewer is building, also the cells where tiles can go."""
    board = sight.view.territories[seat]
    spots = []
    for key in board:
        tile, face = laid(sight.view, board, key), board.face(key)
        # A castle's printed colour is not the one that its owner has here.
        home = bool(tile.marks[CASTLE])
        said = f"{sight.name(MARKS[CASTLE]) if home else tile.id}: {sight.lying(tile, face)}"
        spot = _spot(sight, tile, face, *unpack(key), "", said)
        spots.append(_owned(spot, f"seat {seat}") if home else spot)
    if not small and sight.building:
        for key in board.frontier:
            wanted = ", ".join(
                f"{sight.sides((side,))} {sight.name(letter)}"
                for side, letter in enumerate(board.wanted(key))
                if letter != "."
            )
            spots.append(Spot(at=unpack(key), said=sight.say("free", sides=wanted)))
    now = sight.step == "build" and seat == sight.turn
    return Diagram(title=sight.say("territory", seat=seat), grid="square4", spots=spots, small=small, now=now)


def market(sight: Sight) -> Diagram:
    """Draws the tiles before the screens, with owners and prices."""
    spots = []
    for number, there in enumerate(lying(sight)):
        tile = sight.tile(there.tile)
        gold = price(sight, there)
        name = f"{sight.signs[there.seat]} {tile.id}"
        name += "" if gold is None else " x" if gold == MARKED else f" {gold}"
        said = {"seat": there.seat, "tile": tile.id, "shows": sight.lying(tile, tile.face)}
        key = "offered" if sight.step in ("price", "buy") else "to_build"
        text = sight.say(key, **said, **({"price": price_said(sight, there)} if key == "offered" else {}))
        spot = _spot(sight, tile, tile.face, number, 0, name, text)
        own = sight.pricing is not None and there.seat == sight.view.seat
        spots.append(attrs.evolve(spot, stays=True) if own else spot)
    trading = sight.step in ("price", "buy")
    title = sight.say("market" if trading else "waiting")
    return Diagram(title=title if spots else "", grid="row", spots=spots, now=trading)


def in_hand(sight: Sight) -> list[tuple[int, int]]:
    """Returns the tiles to build with their rotations: all of them, or as the tiles are printed if there are many."""
    tiles = dict.fromkeys(sight.view.waiting[sight.turn])
    few = len(tiles) <= TURNED
    return [
        (tile, turn)
        for tile in tiles
        for turn in (sight.tile(tile).face.rotations or range(4) if few else (0,))
    ]


def turned(sight: Sight) -> Diagram:
    """Draws the tiles to build, turned as `in_hand` says."""
    spots: list[Spot] = []
    for number, rotation in in_hand(sight):
        tile = sight.tile(number)
        face = tile.face.turned(rotation)
        name = f"{tile.id} {Rotation(rotation)}"
        spots.append(_spot(sight, tile, face, len(spots), 0, name, sight.shows(tile, face)))
    return Diagram(title=sight.say("turned") if spots else "", grid="row", spots=spots, now=True)


TURNED = 2
"""Up to so many tiles are drawn in every rotation; more would leave no room for the territory."""
