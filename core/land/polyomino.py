"""Tiles of several cells, such as dominoes: a face for each cell, turned and placed together.

The functions below take any tile, of one cell or of several, with the cell 0,0 of the tile on the one that is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from .board import ROTATION_BITS, Board
from .faces import OVER, Face
from .grid import Grid, pack


@attrs.frozen
class Polyomino:
    """A tile of several cells (on hexes a polyhex). ValueError if there is not one cell for each face, each once.

    >>> from tilewright.authoring import SQUARE4, Area
    >>> wheat, lake = (Face(letter, letter * 4, (Area(letter, (0, 1, 2, 3)),)) for letter in "WL")
    >>> domino = Polyomino("d01", SQUARE4, (wheat, lake), ((0, 0), (1, 0)))
    >>> [(SQUARE4.text(offset), face.name) for offset, face in domino.lies[1]]
    [('0,0', 'd01.0'), ('0,-1', 'd01.1')]
    """

    name: str
    grid: Grid[Any]
    faces: tuple[Face, ...]
    """By cell, as it lies unturned."""
    cells: tuple[tuple[int, int], ...]
    """The coordinates of its cells, unturned; 0,0 is the one that stays in its place when the tile is turned."""
    over: bool = False
    """It may be turned over as well. It is then placed in one of several rotations that look the same."""
    lies: Mapping[int, tuple[tuple[int, Face], ...]] = attrs.field(init=False, eq=False, repr=False)
    """By rotation, each cell as the number to add to a key, with its face as it lies then; cell 0,0 comes first.

    The faces are named after the tile, `d01.0` and `d01.1`, so that a board knows which tile lies where."""

    @lies.default
    def _lies(self) -> Mapping[int, tuple[tuple[int, Face], ...]]:
        if (
            len(self.cells) != len(self.faces)
            or len({*self.cells}) != len(self.cells)
            or (0, 0) not in self.cells
        ):
            raise ValueError(
                f"{self.name}: cells {self.cells} are not one for each of {len(self.faces)} faces with 0,0"
            )
        found = {}
        order = sorted(range(len(self.cells)), key=lambda n: self.cells[n] != (0, 0))
        unturned = [self.cells[n] for n in order]
        part = len(order) > 1
        faces = [attrs.evolve(self.faces[n], name=f"{self.name}.{n}", part=part) for n in order]
        hexes = self.grid.turns == 6
        for first in (0, OVER) if self.over else (0,):
            cells = [(-x - y, y) if hexes else (-x, y) for x, y in unturned] if first else unturned
            for rotation in range(first, first + self.grid.turns):
                turned = [face.turned(rotation) for face in faces]
                found[rotation] = tuple(zip([pack(*cell) for cell in cells], turned, strict=True))
                cells = [(-y, x + y) if hexes else (y, -x) for x, y in cells]
        return found

    _shapes: Mapping[int, tuple[int, tuple[int, ...]]] = attrs.field(init=False, eq=False, repr=False)
    # By rotation its lowest cell as the number to add to a key, and its cells as those to add to the lowest one; of
    # rotations that look the same the first, if it may be turned over.

    @_shapes.default
    def _lowest(self) -> Mapping[int, tuple[int, tuple[int, ...]]]:
        return {
            rotation: (cells[0], tuple(offset - cells[0] for offset in cells))
            for rotation, lie in self.lies.items()
            if self.first_alike(rotation) == rotation
            for cells in [sorted(offset for offset, _ in lie)]
        }

    def first_alike(self, rotation: int) -> int:
        """The rotation that stands for this one: the first that looks the same, if the tile may be turned over."""
        if not self.over:
            return rotation
        look = self._look(rotation)
        return next(one for one in self.lies if self._look(one) == look)

    def _look(self, rotation: int) -> object:
        lie = self.lies[rotation]
        lowest = min(offset for offset, _ in lie)
        return sorted((offset - lowest, face.look(0)) for offset, face in lie)

    def placements(self, board: Board) -> list[int]:
        """Every placement, as `board.placement` packs it, by rotation, then in the order in which cells became open.

        All cells are empty, at least one of them is open on the board, and where edges must match they do; so there
        is none on an empty board that is not scattered.
        """
        found: list[int] = []
        barred: dict[
            str, set[int]
        ] = {}  # by the edges of a face as it lies, the open cells where it may not lie
        for rotation, (lowest, shape) in self._shapes.items():
            anchors = [key - lowest for key in board.room(shape)]
            for offset, face in self.lies[rotation] if board.matching else ():
                if face.edges not in barred:
                    fits = face.fits
                    barred[face.edges] = {key for key, want in board.frontier.items() if 0 not in fits[want]}
                bar = barred[face.edges]
                anchors = [anchor for anchor in anchors if anchor + offset not in bar]
            found += [anchor << ROTATION_BITS | rotation for anchor in anchors]
        return found

    def fits(self, board: Board, key: int, rotation: int) -> bool:
        """Return whether the tile may lie with its cell 0,0 on this one: the placement is among `placements`."""
        lie = self.lies[rotation]
        return any(key + offset in board.frontier for offset, _ in lie) and self._fits(board, key, lie)

    def _fits(self, board: Board, anchor: int, lie: tuple[tuple[int, Face], ...]) -> bool:
        frontier = board.frontier
        for offset, face in lie:
            key = anchor + offset
            if not board.vacant(key):
                return False
            if board.matching and key in frontier and 0 not in face.fits[frontier[key]]:
                return False
        return True

    def cover(self, key: int, rotation: int) -> Iterator[tuple[int, Face]]:
        """Yield each cell that the tile covers with its cell 0,0 on this one, and the face that lies there."""
        for offset, face in self.lies[rotation]:
            yield key + offset, face

    def place(self, board: Board, key: int, rotation: int = 0) -> None:
        """Place the tile with its cell 0,0 on this one; the board counts each of its cells as a tile.

        Edges are not checked; where edges must match, those within the tile must be equal. ValueError, and nothing is
        placed, if one of its cells is taken or out of bounds.
        """
        covered = list(self.cover(key, rotation))
        for cell, _ in covered:
            if not board.vacant(cell):
                what = "the cell is taken" if cell in board else "the board has no such cell"
                raise ValueError(f"{self.name} cannot lie on {self.grid.text(cell)}: {what}")
        for cell, face in covered:
            board.place(cell, face)


Tile: TypeAlias = Face | Polyomino
"""A tile of one cell, or of several."""


def placements(board: Board, tile: Tile) -> list[int]:
    """Every placement of the tile, as `board.placement` packs it."""
    return board.placements(tile) if isinstance(tile, Face) else tile.placements(board)


def cover(tile: Tile, key: int, rotation: int) -> Iterator[tuple[int, Face]]:
    """Yield each cell that the tile covers, and the face that lies there; cell 0,0 of the tile comes first."""
    if isinstance(tile, Face):
        yield key, tile.turned(rotation)
    else:
        yield from tile.cover(key, rotation)


def turned_text(rotation: int) -> str:
    """A rotation as it is written: `r1`, and `f1` if the tile is turned over ("flipped") before it is turned."""
    return f"{'f' if rotation >= OVER else 'r'}{rotation % OVER}"


def may_lie(tile: Tile, rotation: int) -> bool:
    """Return whether the tile may be turned over, or this rotation asks for no such thing."""
    return tile.over or rotation < OVER


def fits(board: Board, key: int, face: Face) -> bool:
    """Return whether the face, as it is turned, may lie on this open cell."""
    return 0 in face.fits[board.frontier[key]] if board.matching else True


def unequal(board: Board, covered: Iterable[tuple[int, Face]]) -> Iterator[tuple[int, str, str, str]]:
    """Yield the sides that differ from those that they meet: the cell, the side, the edge wanted and the one shown."""
    for key, face in covered if board.matching else ():
        wanted = board.wanted(key) if key in board.frontier else ""
        for side, there, own in zip(board.grid.directions, wanted, face.edges):
            if there not in (".", own):
                yield key, side, there, own


def place(board: Board, tile: Tile, key: int, rotation: int = 0) -> None:
    """Place the tile, as `Board.place` and `Polyomino.place` do."""
    if isinstance(tile, Face):
        board.place(key, tile, rotation)
    else:
        tile.place(board, key, rotation)
