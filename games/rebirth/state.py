"""A position of Rebirth. Cells, castles, cathedrals and settlements are numbered as in the chart."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias, cast

import attrs

from tilewright.core.regions import Groups
from tilewright.core.state import State
from tilewright.core.zones import public, zone

from .chart import ENERGY, FOOD, KINDS, Chart

if TYPE_CHECKING:
    from tilewright.core.views import View

    Board: TypeAlias = "RebirthState | View"
    """Where public fields can be read: the state itself or a seat's view of it."""

FREE = -1
NEUTRAL = 7
"""The seat number that stands for the neutral tiles of the two-player game."""


def tile_of(seat: int, kind: int) -> int:
    """A placed tile as one int: `tile >> 3` is its seat, `tile & 7` its kind."""
    return seat << 3 | kind


@attrs.define(eq=False)
class RebirthState(State):
    """Public: the board. Hidden: supplies, hands, tiles set aside, missions, the deck."""

    hand: list[list[int]] = zone("tile", "owner", factory=list)
    supply: list[list[int]] = zone("tile", "none", "pile", factory=list)
    aside: list[list[int]] = zone("tile", "owner", factory=list)
    missions: list[list[int]] = zone("mission", "owner", mixed=True, shown=True, factory=list)
    deck: list[int] = zone("mission", "none", "pile", per_seat=False, factory=list)
    tiles: list[int] = public(factory=list)
    """By cell: FREE, or seat and kind (see `tile_of`)."""
    free: list[list[int]] = public(factory=list)
    """By kind of hex (food, energy, open, settlement): the free cells, ascending."""
    gaps: list[int] = public(factory=list)
    """By settlement: how many of its cells are free."""
    groups: Groups = public(factory=Groups)
    """Farm groups, by cell."""
    presence: list[int] = public(factory=list)
    """By castle * 8 + seat: adjacent tiles * 8 + adjacent farms, so that bigger is nearer to control."""
    castles: list[int] = public(factory=list)
    """By castle: the seat whose castle stands there, -1 for none."""
    cathedrals: list[int] = public(factory=list)
    """By cathedral field: the seats that have a cathedral there, as bits."""
    laid_aside: list[int] = public(factory=list)
    """Tiles that fitted nowhere (RB-AMB-2), as seat and kind."""
    out: int = public(default=0)
    """Seats that take no further part (option no_place=out), as bits."""
    start: int = public(default=0)

    @property
    def chart(self) -> Chart:
        return cast(Chart, self.rules.data)

    def clone(self) -> RebirthState:
        copy = super().clone()
        copy.hand = [pieces.copy() for pieces in self.hand]
        copy.supply = [pieces.copy() for pieces in self.supply]
        copy.aside = [pieces.copy() for pieces in self.aside]
        copy.missions = [pieces.copy() for pieces in self.missions]
        copy.deck = self.deck.copy()
        copy.tiles = self.tiles.copy()
        copy.free = [cells.copy() for cells in self.free]
        copy.gaps = self.gaps.copy()
        copy.groups = self.groups.clone()
        copy.presence = self.presence.copy()
        copy.castles = self.castles.copy()
        copy.cathedrals = self.cathedrals.copy()
        copy.laid_aside = self.laid_aside.copy()
        copy.out = self.out
        copy.start = self.start
        return copy


def empty_board(state: RebirthState) -> None:
    """No tile lies on the map, no castle or cathedral stands."""
    chart = state.chart
    state.tiles = [FREE] * len(chart.kind)
    state.free = [[c for c, kind in enumerate(chart.kind) if kind == wanted] for wanted in range(4)]
    state.gaps = [len(cells) for cells in chart.settlements]
    state.groups = Groups.of(len(chart.kind))
    state.presence = [0] * (8 * len(chart.castles))
    state.castles = [-1] * len(chart.castles)
    state.cathedrals = [0] * len(chart.cathedrals)


def lay(state: RebirthState, cell: int, seat: int, kind: int) -> None:
    """A tile lies on the cell: free cells, settlements, groups and presence at castles follow. Nothing scores."""
    chart = state.chart
    tile = seat << 3 | kind
    tiles = state.tiles
    tiles[cell] = tile
    state.free[chart.kind[cell]].remove(cell)
    settlement = chart.settlement_of[cell]
    if settlement >= 0:
        state.gaps[settlement] -= 1
    if seat == NEUTRAL:
        worth = 8 if state.rules.options.neutral == "third_player" else 0
    elif kind <= ENERGY:
        groups = state.groups
        for other in chart.neighbours[cell]:
            if tiles[other] == tile:
                groups.merge(cell, other)
        worth = 9
    else:
        worth = 8
    if worth:
        presence = state.presence
        for castle in chart.castles_at[cell]:
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
    laid = [tile for tile in (*state.tiles, *state.laid_aside) if tile != FREE]
    found.update((f"tile.{tile >> 3}", KINDS[tile & 7]) for tile in laid)
    return found


def farm(kind: int) -> bool:
    """Whether a tile of this kind is a farm."""
    return kind in (FOOD, ENERGY)
