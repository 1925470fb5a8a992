"""A position of Rebirth. Cells, castles, cathedrals and settlements are numbered as in `printed`.

Only this file knows how several numbers are packed into one.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilewright.authoring import (
    OWNER,
    SEAT,
    SEATS,
    Families,
    Given,
    Groups,
    Meaning,
    Schema,
    State,
    View,
    by,
    public,
    seat_of,
    sequence,
    zone,
)

from .files import ENERGY, FIELDS, KINDS

if TYPE_CHECKING:
    from .printed import Printed

    Readable: TypeAlias = "RebirthState | View"
    """A source of public fields: the state itself or a seat's view of it."""

FREE = -1
"""In place of a tile: none lies there."""
NEUTRAL = 7
"""The seat number that stands for the neutral tiles of the two-player game."""
ADJACENT = 8
"""Presence that a tile adds for its seat at a castle next to it; a farm adds one more, so that farms break ties."""


def tile_of(seat: int, kind: int) -> int:
    """A tile of this seat and kind as one int."""
    return seat << 3 | kind


def owner(tile: int) -> int:
    """The seat of a tile, NEUTRAL or (of FREE) -1."""
    return tile >> 3


def kind_of(tile: int) -> int:
    """The kind of a tile that lies somewhere."""
    return tile & 7


def weight(kind: int) -> int:
    """Returns what a seat's tile of this kind adds to its presence at a castle (RB-CASTLE-3, RB-CASTLE-4)."""
    return ADJACENT + 1 if kind <= ENERGY else ADJACENT


def presence_at(state: Readable, castle: int) -> list[int]:
    """By seat, NEUTRAL included: ADJACENT times the adjacent tiles plus the adjacent farms."""
    found: list[int] = state.presence[castle << 3 : (castle << 3) + 8]
    return found


def laid(state: Readable) -> list[tuple[int, int, int]]:
    """Cell, seat and kind of every tile of a player on the map, in the order of cells."""
    return [(cell, tile >> 3, tile & 7) for cell, tile in enumerate(state.tiles) if 0 <= tile < NEUTRAL << 3]


class _Tile(Meaning):
    """A tile on the map: `anna settlement-2`, `neutral`, `free`."""

    what = "a tile"
    owned = True

    def example(self, state: State) -> str:
        return f"{state.seats[0]} {KINDS[0]}"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        name, _, kind = str(value).partition(" ")
        seat = seat_of(state, name, *path)
        if kind not in KINDS:
            raise Given(f"'{kind}' is not a tile; tiles are {', '.join(KINDS)}", *path)
        return tile_of(seat, KINDS.index(kind))

    def write(self, state: State, value: int) -> str:
        if value == FREE:
            return "free"
        return (
            "neutral" if owner(value) == NEUTRAL else f"{state.seats[owner(value)]} {KINDS[kind_of(value)]}"
        )

    def belongs(self, value: int, seat: int) -> bool:
        return owner(value) == seat

    def schema(self, things: Families) -> Schema:
        said = "expected a player and a tile, such as anna food"
        return {"type": "string", "pattern": f"^[^ ]* (?:{'|'.join(KINDS)})$", "errorMessage": said}


TILE = _Tile()


@attrs.define(eq=False, repr=False)
class RebirthState(State):
    """Public: the board. Hidden: supplies, hands, tiles set aside, missions, the deck."""

    hand: list[list[int]] = zone("tile", "owner", factory=list)
    supply: list[list[int]] = zone("tile", "none", "pile", factory=list)
    aside: list[list[int]] = zone("tile", "owner", factory=list)
    missions: list[list[int]] = zone("mission", "owner", mixed=True, shown=True, factory=list)
    deck: list[int] = zone("mission", "none", "pile", per_seat=False, factory=list)
    tiles: list[int] = public(means=by("cell", TILE), factory=list)
    """By cell: FREE, or seat and kind (see `tile_of`)."""
    free: list[list[int]] = public(factory=list)
    """By kind of hex (food, energy, open, settlement): the free cells, ascending."""
    gaps: list[int] = public(factory=list)
    """By settlement: how many of its cells are free."""
    groups: Groups = public(factory=Groups)
    """Farm groups, by cell."""
    presence: list[int] = public(factory=list)
    """Adjacent tiles and farms by castle and seat; see `presence_at`."""
    castles: list[int] = public(means=by("castle", OWNER), factory=list)
    """The seat whose castle stands there."""
    cathedrals: list[int] = public(means=by("cathedral", SEATS), factory=list)
    """The seats that have a cathedral there."""
    laid_aside: list[int] = public(means=sequence(TILE), factory=list)
    """Tiles that fitted nowhere (RB-AMB-2)."""
    out: int = public(means=SEATS, default=0)
    """Seats that take no further part (option no_place=out)."""
    start: int = public(means=SEAT, default=0)

    @property
    def printed(self) -> Printed:
        printed: Printed = self.rules.data
        return printed


def empty_board(state: RebirthState) -> None:
    """No tile lies on the map, no castle or cathedral stands."""
    printed = state.printed
    state.tiles = [FREE] * len(printed.kind)
    state.free = [
        [cell for cell, kind in enumerate(printed.kind) if kind == wanted] for wanted in range(len(FIELDS))
    ]
    state.gaps = [len(cells) for cells in printed.settlements]
    state.groups = Groups.of(len(printed.kind))
    state.presence = [0] * (8 * len(printed.castles))
    state.castles = [-1] * len(printed.castles)
    state.cathedrals = [0] * len(printed.cathedrals)


def lay(state: RebirthState, cell: int, seat: int, kind: int) -> None:
    """A tile lies on the cell: free cells, settlements, groups and presence at castles follow. Nothing scores."""
    printed = state.printed
    tile = seat << 3 | kind
    tiles = state.tiles
    tiles[cell] = tile
    state.free[printed.kind[cell]].remove(cell)
    settlement = printed.settlement_of[cell]
    if settlement >= 0:
        state.gaps[settlement] -= 1
    if seat == NEUTRAL:
        worth = ADJACENT if state.rules.options.neutral == "third_player" else 0
    else:
        worth = ADJACENT
        if kind <= ENERGY:
            worth += 1
            groups = state.groups
            for other in printed.neighbours[cell]:
                if tiles[other] == tile:
                    groups.merge(cell, other)
    if worth:
        presence = state.presence
        for castle in printed.castles_at[cell]:
            presence[castle << 3 | seat] += worth


def rebuilt(state: RebirthState, placed: dict[int, tuple[int, int]]) -> None:
    """The board holds exactly these tiles (cell to seat and kind); castles and cathedrals stay as they are."""
    castles, cathedrals = state.castles, state.cathedrals
    empty_board(state)
    state.castles, state.cathedrals = castles, cathedrals
    for cell in sorted(placed):
        lay(state, cell, *placed[cell])


def conserved(state: RebirthState) -> Counter[tuple[str, str]]:
    """Every tile by its seat and kind, and every other piece by family and id, wherever it lies."""
    names = state.rules.pieces
    found = Counter(
        (place.family, names[place.zone.family][piece])
        for place in state.rules.places_of(state)
        for piece in place.pieces(state)
    )
    tiles = [tile for tile in (*state.tiles, *state.laid_aside) if tile != FREE]
    found.update((f"tile.{owner(tile)}", KINDS[kind_of(tile)]) for tile in tiles)
    return found
