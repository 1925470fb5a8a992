"""Fields for tiles that are placed on cells: on a board of faces, or by kind alone.

    tiles: dict[int, int] = placed("tile", factory=dict)
    land: Board = placed("tile", lambda rules: rules.data.faces, factory=lambda: Board(SQUARE4))
    realms: list[Board] = placed("tile", lambda rules: rules.data.tiles, per_seat=True, factory=list)

Everyone sees such a field. From the declaration follow its words in scenes (`land: {'1,0': D r1}`, `land 1,0 is D r1`),
the pieces that a scene takes from the bag and puts back, what `lying` counts, and how a saved board gets its faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from typing import Any

import attrs

from ..base.errors import PluginError
from ..land.board import Board, spot
from ..land.faces import OVER
from ..land.polyomino import Tile, cover, fits, may_lie, place, placements, turned_text, unequal
from ..text import schema as schemas
from ..text.schema import Families, Schema
from .containers import ABSENT, KEPT, at_cells, by_seat
from .meanings import CELL, Meaning, thing
from .nouns import Given
from .ruleset import Rules
from .state import State
from .zones import public

Tiles = Callable[["Rules"], Sequence[Tile]]
"""From the rules to the tiles of a family, by the numbers of its pieces."""
PLACED = "tilewright.placed"
"""Metadata key of the declaration."""


@attrs.frozen
class Placed:
    """Declares a field for placed tiles."""

    family: str
    tiles: Tiles
    per_seat: bool


def declaration(kind: type, field: str) -> Placed:
    """The declaration of this field of a class of states; PluginError if it does not hold placed tiles on a board."""
    fields = attrs.fields_dict(kind)
    found = fields[field].metadata.get(PLACED) if field in fields else None
    if not isinstance(found, Placed):
        boards = [name for name, one in fields.items() if PLACED in one.metadata]
        known = ", ".join(boards) or "none"
        raise PluginError(f"{kind.__name__} has no field '{field}' of placed tiles; those on boards: {known}")
    return found


def placed(
    family: str,
    tiles: Tiles | None = None,
    *,
    per_seat: bool = False,
    rest: object = ABSENT,
    shared: bool = False,
    **given: Any,
) -> Any:
    """A public field for placed tiles: a `Board` on which these `tiles` lie, without them a dict from key to piece.

    With `per_seat` it is a list with one of these for each seat. In scenes exactly the tiles that are named lie there;
    with `rest=KEPT` tiles that the set-up has placed stay on cells that a scene does not name. `shared` is as for
    `public`. The names of faces must differ, as those of tiles of several cells do.
    """
    kept = rest is KEPT
    means: Meaning = _Kinds(family, kept) if tiles is None else _OnBoard(family, kept, tiles)

    def read(rules: Rules, saved: Any) -> Any:
        assert tiles is not None
        faces = {face.name: face for tile in tiles(rules) for _, face in cover(tile, 0, 0)}
        grid = rules.game.grid
        if per_seat:
            return [Board.from_dict(one, grid, faces) for one in saved]
        return Board.from_dict(saved, grid, faces)

    declared: dict[str, Any] = {} if tiles is None else {PLACED: Placed(family, tiles, per_seat)}
    return public(
        means=by_seat(means) if per_seat else means,
        read=None if tiles is None else read,
        shared=shared,
        more=declared,
        **given,
    )


def lift(state: State, field: str, key: int, seat: int = 0) -> int:
    """Take the tile that covers a cell off its board, all its cells; returns its piece, which belongs into a zone then.

    The field is a board declared by `placed`, or has one for each seat. KeyError if the cell is empty.
    """
    one, held = declaration(type(state), field), getattr(state, field)
    board: Board = held[seat] if one.per_seat else held
    if key not in board:
        raise KeyError(f"no tile lies on {board.grid.text(key)}")
    there = board.face(key)
    for piece, tile in enumerate(one.tiles(state.rules)):
        for offset, face in cover(tile, 0, there.rotation) if may_lie(tile, there.rotation) else ():
            if face.name == there.name:
                for at, _ in cover(tile, key - offset, there.rotation):
                    board.remove(at)
                return piece
    raise KeyError(f"{there.name} is no tile of the {one.family}s")


def turned_over(rules: Rules) -> bool:
    """Return whether the game has tiles that may be turned over."""
    found = [field.metadata.get(PLACED) for field in attrs.fields(rules.game.state)]
    return any(tile.over for one in found if one is not None for tile in one.tiles(rules))


@attrs.frozen
class _Placed(Meaning):
    """Tiles by cell, written as `at_cells` writes what lies there."""

    holds: str
    kept: bool

    counted = True
    parts = True

    @property
    def _cells(self) -> Meaning:
        return at_cells(thing(self.holds))

    @property
    def what(self) -> str:  # type: ignore[override]
        return self._cells.what

    def example(self, state: State) -> str:
        return self._cells.example(state)

    def amount(self, value: Sized) -> int:
        return len(value)

    def schema(self, things: Families) -> Schema:
        return self._cells.schema(things)


@attrs.frozen
class _Kinds(_Placed):
    """A dict from key to piece."""

    def pieces(self, state: State, value: Mapping[int, int]) -> Iterator[tuple[int, tuple[str, ...]]]:
        for cell, piece in value.items():
            yield piece, (CELL.write(state, cell),)

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> dict[int, int]:
        return {**(now if self.kept else {}), **self._cells.read(state, value, *path)}

    def write(self, state: State, value: Mapping[int, int]) -> Any:
        return self._cells.write(state, value)

    def tell(self, state: State, value: Mapping[int, int], key: str) -> str:
        return self._cells.tell(state, value, key)


@attrs.frozen
class _Turned(Meaning):
    """A tile and its rotation, `D r1`; r0 need not be written, and `D f1` is turned over."""

    family: str

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"{self.family} and rotation"

    def example(self, state: State) -> str:
        return f"{state.rules.things[self.family].codes[0]} r1"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> tuple[int, int]:
        code, _, turned = str(value).partition(" ")
        turns = state.rules.game.grid.turns
        known = {turned_text(n): n for first in (0, OVER) for n in range(first, first + turns)}
        if turned not in ("", *known):
            over = f", or f0 to f{turns - 1} turned over" * turned_over(state.rules)
            raise Given(f"'{turned}' is not a rotation; write r0 to r{turns - 1}{over}", *path)
        return thing(self.family).read(state, code, *path), known[turned or "r0"]

    def write(self, state: State, value: tuple[int, int]) -> str:
        return f"{state.rules.things[self.family].codes[value[0]]} {turned_text(value[1])}"

    def schema(self, things: Families) -> Schema:
        return schemas.turned(things.get(self.family, ()))


@attrs.frozen
class _OnBoard(_Placed):
    """Tiles on a board, written by the cell that stays in its place when the tile is turned."""

    tiles: Tiles

    @property
    def _cells(self) -> Meaning:
        return at_cells(_Turned(self.holds))

    def lying(self, state: State, board: Board) -> dict[int, tuple[int, int]]:
        """By cell, in the order of placing, the piece whose first cell it is, and its rotation."""
        firsts = {next(cover(tile, 0, 0))[1].name: n for n, tile in enumerate(self.tiles(state.rules))}
        faces = board.faces().items()
        return {key: (firsts[face.name], face.rotation) for key, face in faces if face.name in firsts}

    def pieces(self, state: State, value: Board) -> Iterator[tuple[int, tuple[str, ...]]]:
        for cell, (piece, _) in self.lying(state, value).items():
            yield piece, (CELL.write(state, cell),)

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> Board:
        given: dict[int, tuple[int, int]] = self._cells.read(state, value, *path)
        stays = self.lying(state, now) if self.kept else {}
        board: Board = now.empty()
        tiles = self.tiles(state.rules)
        for cell, (piece, rotation) in {**stays, **given}.items():
            tile, text = tiles[piece], CELL.write(state, cell)
            if not may_lie(tile, rotation):
                raise Given(f"{tile.name} cannot be turned over", *path, text)
            for key in [at for at, _ in cover(tile, cell, rotation) if not board.vacant(at)]:
                there = CELL.write(state, key)
                taken = (
                    f"a tile lies on {there} already" if key in board else f"the board has no cell {there}"
                )
                raise Given(taken, *path, text)
            lies = cover(tile, cell, rotation)
            if not all(fits(board, key, face) for key, face in lies if key in board.frontier):
                raise Given(_misfit(board, tile, cell, rotation), *path, text)
            place(board, tile, cell, rotation)
        return board

    def write(self, state: State, value: Board) -> Any:
        return self._cells.write(state, self.lying(state, value))

    def tell(self, state: State, value: Board, key: str) -> str:
        covered = {
            at: tile
            for cell, tile in self.lying(state, value).items()
            for at, _ in cover(self.tiles(state.rules)[tile[0]], cell, tile[1])
        }
        return self._cells.tell(state, covered, key)


def _misfit(board: Board, tile: Tile, cell: int, rotation: int) -> str:
    """Return why the tile does not lie like that, and how it would."""
    found = [
        f"{shown} instead of {wanted} on side {side}"
        for _, side, wanted, shown in unequal(board, cover(tile, cell, rotation))
    ]
    known = [turned_text(turned) for key, turned in map(spot, placements(board, tile)) if key == cell]
    would = f"it fits as {', '.join(known)}" if known else "it fits there in no rotation"
    shows = f"the sides that meet differ: {tile.name} {turned_text(rotation)} shows {', '.join(found)}"
    return f"{shows if found else f'{tile.name} never lies as {turned_text(rotation)}'}; {would}"
