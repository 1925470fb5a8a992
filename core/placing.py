"""The step in which a seat places a tile on a board, its action and its notation, for any game.

class Place(PlacingStep[Carcassonne]):
    name, touching, matching = "place", "CA-PLACE-1", "CA-PLACE-2"

    def board(self, state, seat): return state.land
    def tile(self, state, seat): return self.faces[state.drawn[-1]]
    def play(self, state, action, log): ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from .actions import Action, Legal, Reader, Reason, notation
from .board import Board, placement, spot
from .grid import Cell, Grid, Hex
from .polyomino import Tile, cover, place, placements
from .schedule import Decision, S
from .unclear import Unclear

if TYPE_CHECKING:
    from .rules import Rules
    from .state import State


class Rotation(int):
    """Steps clockwise, quarters or sixths, written `r0`, `r1` and so on."""

    def __str__(self) -> str:
        return f"r{int(self)}"

    __repr__ = __str__


ROTATIONS = tuple(map(Rotation, range(6)))


def rotations(grid: Grid[Any]) -> Reader:
    """The reader of a rotation on this grid; r0 if it is left out."""
    known = {str(one): one for one in ROTATIONS[: grid.turns]}

    def read(state: State, seat: int, text: str) -> Rotation:
        if text.lower() not in ("", *known):
            raise Unclear("read.rotation" if grid.turns == 4 else "read.sixths", text=text)
        return known[text.lower() or "r0"]

    return Reader(read, lambda state: known.values())


@attrs.frozen(cache_hash=True)
class PlaceTile(Action):
    """A tile goes on a cell; r1 and so on turn it clockwise. `place 1,0 r2`; r0 need not be typed."""

    parts = notation("place [at] {cell} [{rotation}]")
    cell: Cell | Hex
    rotation: Rotation


class PlacingStep(Decision[S]):
    """A seat places a tile: wherever, and turned as, its board and what the game adds allow."""

    actions = (PlaceTile,)
    touching: ClassVar[str] = ""
    """The id of the rule that a tile lies on empty cells, next to another one."""
    matching: ClassVar[str] = ""
    """The id of the rule that sides which meet are equal, and of the rule that limits rotations, if there are any."""
    grid: Grid[Any]

    def bind(self, rules: Rules) -> None:
        self.grid = rules.game.grid
        self._made = [_Made(seat, self.grid) for seat in range(rules.game.seats[1])]
        self._free = type(self).forbids is PlacingStep.forbids

    def board(self, state: S, seat: int) -> Board:
        """The board on which the seat places."""
        raise TypeError(f"{type(self).__name__} names no board")

    def tile(self, state: S, seat: int) -> Tile:
        """The tile that it places."""
        raise TypeError(f"{type(self).__name__} names no tile")

    def forbids(self, state: S, seat: int, key: int, rotation: int) -> Iterable[Reason]:
        """What forbids this placement, beyond touching and matching; asked of those that do both, and of refused ones.

        The first reason is enough to refuse, so write a generator: what it does not come to costs nothing.
        """
        return ()

    def places(self, state: S, seat: int) -> list[int]:
        """Every legal placement, as `board.placement` packs it."""
        found = placements(self.board(state, seat), self.tile(state, seat))
        if self._free:
            return found
        return [one for one in found if next(iter(self.forbids(state, seat, *spot(one))), None) is None]

    def legal(self, state: S, seat: int) -> Legal:
        key_of = self.grid.key

        def code(action: Action) -> int | None:
            if not isinstance(action, PlaceTile) or action.seat != seat:
                return None
            return placement(key_of(action.cell), action.rotation)

        return Legal(self.places(state, seat), self._made[seat].__getitem__, code)

    def place(self, state: S, action: PlaceTile) -> int:
        """Place the tile as the action says; returns the key of its cell."""
        key = self.grid.key(action.cell)
        place(self.board(state, action.seat), self.tile(state, action.seat), key, action.rotation)
        return key

    def explain(self, state: S, action: Any) -> list[Reason]:
        board, tile = self.board(state, action.seat), self.tile(state, action.seat)
        key = self.grid.key(action.cell)
        found = list(_misplaced(board, cover(tile, key, action.rotation), self.touching))
        if not found:
            found += _unequal(board, cover(tile, key, action.rotation), self.matching)
        allowed = next(cover(tile, key, 0))[1].rotations
        if allowed is not None and action.rotation not in allowed:
            found.append(Reason("place.rotation", self.matching, {"rotation": str(action.rotation)}))
        if not any(at in board for at, _ in cover(tile, key, action.rotation)):
            found += self.forbids(state, action.seat, key, action.rotation)
        return found


class _Made(dict[int, PlaceTile]):
    """From a placement to the action of one seat that means it, made once for all matches: they never change."""

    def __init__(self, seat: int, grid: Grid[Any]) -> None:
        super().__init__()
        self.seat, self.grid = seat, grid

    def __missing__(self, placement: int) -> PlaceTile:
        key, rotation = spot(placement)
        made = self[placement] = PlaceTile(self.seat, self.grid.at(key), ROTATIONS[rotation])
        return made


def _misplaced(board: Board, covered: Iterable[tuple[int, Any]], rule: str) -> Iterator[Reason]:
    """The cells that are taken; if none is, that none touches a tile."""
    cells = [key for key, _ in covered]
    taken = [key for key in cells if key in board]
    for key in taken:
        yield Reason("place.taken", rule, {"cell": board.grid.text(key)})
    if not taken and not any(key in board.frontier for key in cells):
        yield Reason("place.apart", rule, {"cell": board.grid.text(cells[0])})


def _unequal(board: Board, covered: Iterable[tuple[int, Any]], rule: str) -> Iterator[Reason]:
    """The sides that differ from those that they would meet."""
    for key, face in covered if board.matching else ():
        wanted = board.wanted(key) if key in board.frontier else ""
        for side, (there, own) in enumerate(zip(wanted, face.edges)):
            if there not in (".", own):
                said = {
                    "side": board.grid.directions[side],
                    "wanted": f"edge_{there}",
                    "shown": f"edge_{own}",
                }
                yield Reason("place.edge", rule, {"cell": board.grid.text(key), **said})
