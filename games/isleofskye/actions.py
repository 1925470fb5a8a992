"""The actions of Isle of Skye, and how their notation is read."""

from __future__ import annotations

import attrs

from tilewright.authoring import SQUARE4, Action, Cell, Rotation, notation, placement, reader, whole


@attrs.frozen(cache_hash=True)
class Drop(Action):
    """Put the discard marker on this tile, which returns to the bag. `drop L12`."""

    parts = notation("drop {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class Price(Action):
    """Place gold on the tile as its price. `price L07 4`."""

    parts = notation("price {tile} {gold}")
    tile: str
    gold: int


@attrs.frozen(cache_hash=True)
class Buy(Action):
    """Buy the tile from the player who offers it, or from the cheapest of several. `buy L07`."""

    parts = notation("buy {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class PassTurn(Action):
    """Buy nothing."""

    parts = notation("pass")


@attrs.frozen(cache_hash=True)
class Done(Action):
    """Build nothing more; tiles without a place go back. Offered only if a module adds something to build."""

    parts = notation("done")


@attrs.frozen(cache_hash=True)
class Placing(Action):
    """Lay a tile on a cell of your territory, in any rotation."""

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
    """Build one of your waiting tiles. `build L07 1,0 r2`."""

    parts = notation("build {tile} [at] {cell} {rotation}")


READERS = {"gold": reader(whole(least=0))}
