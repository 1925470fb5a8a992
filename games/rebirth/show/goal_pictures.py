"""What missions count, drawn on a few hexes in the notation of maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Diagram, Ink, Picture, Piece, Spot

from .hexes import PORT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..files import Mission
    from ..printed import Printed

PICTURES: Mapping[str, str] = {
    "castles_controlled": "K* K* K*",
    "largest_food_group": "Ff* Ff* / Ff* Ff*",
    "largest_energy_group": "Ee* Ee* / Ee* Ee*",
    "number_of_farm_groups": "Ff* . Ee* / Ff* . Ee*",
    "largest_group_of_any_own_tiles": "O* O* / O* O*",
    "tiles_adjacent_to_castles": "O* K O* / O* O*",
    "tiles_adjacent_to_cathedrals": "O* C O* / O* O*",
    "tiles_adjacent_to_lochs": "O* ~ O* / O* O*",
    "tiles_adjacent_to_sea": "O* O* = / O* = =",
    "ports_occupied": "Sp* = Sp* / = =",
    "tiles_in_small_settlements": "S* . S*",
    "tiles_in_medium_settlements": "M* M*",
    "tiles_in_large_settlements": "L* L* / L*",
    "symbols_in_medium_settlements": "M2* M3*",
    "symbols_in_large_settlements": "L1* L3* / L2*",
    "different_settlements_with_own_tile": "S* . M* M / . . .",
    "farms_on_open_fields": "Of* Oe*",
}
"""By metric, rows of hexes, every second one half a hex farther east: a field (F, E, O, or S, M, L as large as its
settlement), castle, cathedral or tower (K, C, T), loch or sea (~, =) or nothing (.); then what lies there: f, e or a
number of houses; p for a port, * for the viewer's."""
EITHER_CASTLE, CATHEDRAL = "K* . K*", "C"
SHAPES = {"castles_controlled": "castle"}
"""What is counted in an area, if that is not tiles."""
GROUNDS = {
    "F": "food",
    "E": "energy",
    "O": "open",
    "K": "castle",
    "C": "cathedral",
    "T": "tower",
    "~": "loch",
    "=": "sea",
}
SIZES = {"S": 1, "M": 2, "L": 3}
BLOCK = 3
"""Rows and columns of the map that are one hex where a picture shows all of it."""


def drawn(rows: str, seat: int) -> Diagram:
    """Return hexes in this notation, with the tiles of a seat."""
    spots = []
    for r, row in enumerate(rows.split(" / ")):
        for column, mark in enumerate(row.split()):
            if mark != ".":
                spots.append(_spot((column - r // 2, r), mark, seat))
    return Diagram(grid="hex", spots=spots, small=True)


def _spot(at: tuple[int, int], mark: str, seat: int) -> Spot:
    first, lies = mark[0], mark[1:].rstrip("*").replace("p", "")
    ground = GROUNDS.get(first, "settlement")
    if ground == "sea":
        return Spot(at=at, ground=ground)
    symbol = {"f": "food", "e": "energy", "": ""}.get(lies, "settlement")
    shape = "castle" if first == "K" else "tile"
    count = int(lies) if lies.isdigit() else 1
    pieces = (Piece("", f"seat {seat}", shape, symbol=symbol, count=count),) if mark.endswith("*") else ()
    return Spot(
        at=at,
        face=((Ink("."), *((PORT,) if "p" in mark else ())),),
        ground=ground,
        group="settlement" if first in "ML" else f"{at}" if first == "S" else "",
        pieces=pieces,
        picture=Picture(count=SIZES.get(first, 1)),
    )


def picture(printed: Printed, card: Mission, seat: int) -> Diagram:
    """Return what a mission card counts; for a card without condition, where it was drawn."""
    if card.kind != "most":
        return drawn(CATHEDRAL if card.kind == "unconditional" else EITHER_CASTLE, seat)
    if card.area or card.metric not in PICTURES:
        return country(printed, card.area, Piece("", f"seat {seat}", SHAPES.get(card.metric, "tile")))
    return drawn(PICTURES[card.metric], seat)


def country(printed: Printed, area: str, piece: Piece) -> Diagram:
    """Return the whole map in a few hexes, with such pieces in one of its areas; "" for all of them."""
    lit = {
        row
        for name, (first, last) in printed.map.areas.items()
        if area in ("", name)
        for row in range(first, last + 1)
    }
    land = [at for at in (*printed.hexes, *(at for at, what in printed.closed.items() if what != "sea"))]
    found: dict[tuple[int, int], int] = {}
    for at in land:
        block = at.r // BLOCK, (at.q + at.r // 2) // BLOCK
        found[block] = found.get(block, 0) + 1
    spots = [
        Spot(
            at=(column - row // 2, row),
            face=((Ink("."),),),
            ground="land",
            pieces=(piece,) if row * BLOCK in lit else (),
        )
        for (row, column), count in sorted(found.items())
        if count >= BLOCK
    ]
    return Diagram(grid="hex", spots=spots, small=True)
