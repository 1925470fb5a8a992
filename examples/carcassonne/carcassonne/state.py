"""A position of Carcassonne. Tiles are numbers, cells are keys."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs

from tilewright.authoring import CELL, NOBODY, SEAT, Log, Meaning, Rules, State, draw, lying, public, zone

from .land import Land

if TYPE_CHECKING:
    from .printed import Printed

NOWHERE = 1 << 30
"""The key of no cell."""


def _land(rules: Rules, saved: Any) -> Land:
    return Land.from_dict(saved, rules.data)


class _Latest(Meaning):
    """A cell; `nobody` stands for none."""

    what = CELL.what

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        return NOWHERE if value == NOBODY else CELL.read(state, value, *path)

    def write(self, state: State, value: int) -> Any:
        return NOBODY if value == NOWHERE else CELL.write(state, value)


@attrs.define(eq=False)
class Carcassonne(State):
    """Hidden is only the order of the bag: what it holds follows from what has been drawn."""

    bag: list[int] = zone("tile", "all", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """The tile that is to be placed; empty after the placing, and when the game is over."""
    aside: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """Tiles that had no place when they were drawn."""
    land: Land = public(read=_land, factory=lambda: Land.empty(0))
    supply: list[int] = public(factory=list)
    """By seat, the meeples that are not on the land."""
    latest: int = public(means=_Latest(), default=NOWHERE)
    """The cell of the tile placed in this turn, NOWHERE before the placing."""
    start: int = public(means=SEAT, default=0)
    """The seat that begins."""

    @property
    def printed(self) -> Printed:
        found: Printed = self.rules.data
        return found


def conserved(state: Carcassonne) -> Counter[tuple[str, str]]:
    """Every tile and every meeple, wherever it is."""
    land, names = state.land, state.seats
    tiles = Counter(("tile", land.lie(cell).tile.id) for cell in land.board)
    standing = Counter(("meeple", names[seat]) for _, seat in land.meeples.values())
    in_hand = Counter({("meeple", names[seat]): count for seat, count in enumerate(state.supply)})
    return lying(state) + tiles + standing + in_hand


def draw_tile(state: Carcassonne, log: Log | None) -> None:
    """A tile that has a place is drawn; those that have none are laid aside before it (CA-TURN-2).

    Nothing is drawn once the bag is empty.
    """
    bag = state.rules.place(state, "bag")
    frontier = state.land.board.frontier
    while state.bag:
        kind = draw(state, bag, log)
        tile = state.printed.tiles[kind]
        fits = tile.face.fits
        for wanted in frontier.values():
            if fits[wanted]:
                state.drawn.append(kind)
                if log is not None:
                    log.add("tile_drawn", tile=tile.id)
                return
        state.aside.append(kind)
        if log is not None:
            log.add("tile_aside", tile=tile.id)
