"""The actions of Isle of Skye, and how their notation is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilewright.core.actions import Action, Reader, notation
from tilewright.core.board import placement
from tilewright.core.grid import SQUARE4, Cell
from tilewright.core.meanings import CELL, reader, whole

if TYPE_CHECKING:
    from tilewright.core.state import State


class Rotation(int):
    """Quarters clockwise, written `r0` to `r3`."""

    def __str__(self) -> str:
        return f"r{int(self)}"

    __repr__ = __str__


@attrs.frozen(cache_hash=True)
class Drop(Action):
    """The discard marker goes to this tile, which returns to the bag. `drop L12`."""

    parts = notation("drop {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class Price(Action):
    """The player lays gold at the tile as its price. `price L07 4`."""

    parts = notation("price {tile} {gold}")
    tile: str
    gold: int


@attrs.frozen(cache_hash=True)
class Buy(Action):
    """The player buys the tile from the one who offers it, or from the cheapest of several. `buy L07`."""

    parts = notation("buy {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class PassTurn(Action):
    """The player buys nothing."""

    parts = notation("pass")


@attrs.frozen(cache_hash=True)
class Done(Action):
    """The player builds nothing more; tiles without a place go back. Only offered if a module adds something to do."""

    parts = notation("done")


@attrs.frozen(cache_hash=True)
class Placing(Action):
    """The player lays a tile on a cell of its territory, turned by quarters."""

    tile: str
    cell: Cell
    rotation: Rotation

    @property
    def key(self) -> int:
        """The cell as boards number it."""
        return SQUARE4.key(self.cell)

    @property
    def place(self) -> int:
        """Cell and rotation as `Board.placements` numbers them."""
        return placement(self.key, self.rotation)


@attrs.frozen(cache_hash=True)
class Build(Placing):
    """The player builds one of its waiting tiles. `build L07 1,0 r2`."""

    parts = notation("build {tile} [at] {cell} {rotation}")


def _rotation(state: State, seat: int, text: str) -> Rotation:
    if text.lower() in ("r0", "r1", "r2", "r3"):
        return Rotation(int(text[1]))
    raise ValueError(f"'{text}' is not a rotation: write r0, r1, r2 or r3, quarters clockwise")


READERS = {
    "tile": reader("tile"),
    "gold": reader(whole(least=0)),
    "cell": reader(CELL),
    "rotation": Reader(_rotation, lambda state: map(Rotation, range(4))),
}
