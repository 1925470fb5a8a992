"""What a player can order, and how its notation is read."""

from __future__ import annotations

import attrs

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Action,
    Cell,
    Reader,
    State,
    Unclear,
    notation,
    reader,
    spot,
    words,
)

from .printed import WHERE


class Rotation(int):
    """Quarters clockwise, written `r0` to `r3`."""

    def __str__(self) -> str:
        return f"r{int(self)}"

    __repr__ = __str__


ROTATIONS = tuple(map(Rotation, range(4)))


@attrs.frozen(cache_hash=True)
class Place(Action):
    """The drawn tile goes on a cell, in any rotation. `place 1,0 r2`; r0 need not be typed."""

    parts = notation("place [at] {cell} [{rotation}]")
    cell: Cell
    rotation: Rotation


@attrs.frozen(cache_hash=True)
class Meeple(Action):
    """A meeple goes on the tile just placed: `n e s w` what is at that side, `ne se sw nw` the field at that corner.

    `meeple n`, `meeple sw`, `meeple cloister`.
    """

    parts = notation("meeple [on] [at] {where}")
    where: str


@attrs.frozen(cache_hash=True)
class Pass(Action):
    """No meeple is placed."""

    parts = notation("pass")


class Placings(dict[int, Place]):
    """From a placement to the order of one seat that means it, made once for all matches: they never change."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, placement: int) -> Place:
        key, rotation = spot(placement)
        made = self[placement] = Place(self.seat, SQUARE4.at(key), Rotation(rotation))
        return made


def _rotation(state: State, seat: int, text: str) -> Rotation:
    if text.lower() not in ("", *map(str, ROTATIONS)):
        raise Unclear("read.rotation", text=text)
    return Rotation(int(text[1:] or 0))


READERS = {
    "cell": reader(CELL),
    "rotation": Reader(_rotation, lambda state: ROTATIONS),
    "where": reader(words(*WHERE)),
}
