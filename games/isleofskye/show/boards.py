"""The boards: territories, tiles on offer or waiting to be built, and waiting tiles in each rotation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Diagram, Face, Ink, Picture, Plate, Rotation, Spot, unpack

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
    areas, ways = sight.areas(tile, face), sight.roads(tile, face)
    return Spot(at=(x, y), areas=areas, ways=ways, name=name, said=said)


def places_for(sight: Sight, seat: int, tile: Tile) -> int:
    """Returns the number of cells of the seat's territory on which the tile could be built now."""
    return sum(1 for wanted in sight.view.territories[seat].frontier.values() if tile.face.fits[wanted])


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
    title = sight.say("territory", seat=seat)
    return Diagram(title=title, grid="square4", spots=spots, small=small, now=now, seat=seat)


def stalls(sight: Sight) -> list[list[Lying]]:
    """Returns the tiles before the screens; those of a viewer who sets prices come first, as a group of their own."""
    there = [*lying(sight)]
    own = [one for one in there if sight.pricing is not None and one.seat == sight.view.seat]
    return [group for group in (own, [one for one in there if one not in own]) if group]


def market(sight: Sight, group: Sequence[Lying]) -> Diagram:
    """Draws tiles before screens, with owners and prices, and what they could bring the viewer."""
    trading, viewer = sight.step in ("price", "buy"), sight.view.seat
    mine = sight.pricing is not None and all(there.seat == viewer for there in group)
    spots = []
    for number, there in enumerate(group):
        tile = sight.tile(there.tile)
        gold = price(sight, there)
        name = f"{sight.signs[there.seat]} {tile.id}"
        name += "" if gold is None else " x" if gold == MARKED else f" {gold}"
        said = {"seat": there.seat, "tile": tile.id, "shows": sight.lying(tile, tile.face)}
        text = sight.say(
            "offered" if trading else "to_build",
            **said,
            **({"price": price_said(sight, there)} if trading else {}),
        )
        spot = _spot(sight, tile, tile.face, number, 0, name, text)
        shown = Picture(plates=tuple(_plates(sight, there, mine)))
        own = sight.pricing is not None and there.seat == viewer
        spots.append(attrs.evolve(spot, picture=shown, stays=own))
    title = sight.say(("own_offers" if mine else "market") if trading else "waiting")
    large = mine or sight.step == "buy"
    return Diagram(
        title=title,
        grid="row",
        spots=spots,
        now=trading and (mine or sight.pricing is None),
        kind="market" if large else "",
        seat=viewer if mine else None,
    )


def _plates(sight: Sight, there: Lying, mine: bool) -> Iterator[Plate]:
    """Yields whose a tile is, its price or the axe, on how many cells it fits, and what it could bring this round."""
    gold = price(sight, there)
    if not mine:
        yield Plate(get=(sight.who(there.seat),), said=sight.view.seats[there.seat])
    if gold == MARKED:
        yield Plate(get=(Ink("x", "axe"),), said=sight.say("marked"))
    elif gold is not None:
        coin = (Ink(str(gold), "gold"),)
        yield Plate(pay=() if mine else coin, get=coin if mine else (), said=price_said(sight, there))
    if sight.step in ("price", "buy"):
        yield from prospects(sight, there.tile, mine or sight.step == "buy")


def prospects(sight: Sight, number: int, now: bool) -> Iterator[Plate]:
    """Yields on how many cells of the viewer's territory a tile fits, if it can be had now, and what it could bring."""
    viewer, tile = sight.view.seat, sight.tile(number)
    if viewer is None or sight.view.over:
        return
    places, brings = places_for(sight, viewer, tile), sight.brings(number)
    if now:
        yield Plate(get=(Ink(str(places), "spot"),), said=sight.say("with_places", tile="", n=places).strip())
    if brings:
        yield Plate(get=(Ink(str(brings), "vp"),), said=sight.say("brings", n=brings))


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
    """Draws the tiles to build, turned as `in_hand` says, with the number of cells on which they fit so."""
    spots: list[Spot] = []
    frontier = sight.view.territories[sight.turn].frontier.values()
    hand = in_hand(sight)
    few = len({tile for tile, _ in hand}) <= TURNED
    for number, rotation in hand:
        tile = sight.tile(number)
        face = tile.face.turned(rotation)
        name = f"{tile.id} {Rotation(rotation)}"
        spot = _spot(sight, tile, face, len(spots), 0, name, sight.shows(tile, face))
        places = sum(1 for wanted in frontier if (0 in face.fits[wanted] if few else face.fits[wanted]))
        fits = Plate(
            get=(Ink(str(places), "spot"),), said=sight.say("with_places", tile="", n=places).strip()
        )
        spots.append(attrs.evolve(spot, picture=Picture(plates=(fits,))))
    title = sight.say("turned") if spots else ""
    return Diagram(title=title, grid="row", spots=spots, now=True, kind="hand", seat=sight.turn)


TURNED = 2
"""Up to so many tiles are drawn in every rotation; more would leave no room for the territory."""
