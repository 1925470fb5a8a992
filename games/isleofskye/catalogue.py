"""All pieces of a ruleset by number, the box's and those that modules add: tiles, scoring tiles, kinds of scroll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Board, Face, Log, Rules

from .tiles import Tile

if TYPE_CHECKING:
    from .options import Options
    from .scoring_kinds import Promise, Scoring, ScrollKind
    from .state import IsleOfSkyeState, Readable
    from .territory import Territory


class FitCounts(dict[int, int]):
    """From a demand to the number of tiles that fit it; filled as demands come up."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        super().__init__()
        self._tiles = tiles

    def __missing__(self, wanted: int) -> int:
        found = self[wanted] = sum(tile.copies for tile in self._tiles if tile.face.fits[wanted])
        return found


@attrs.frozen(eq=False, repr=False)
class Catalogue:
    """The class of `rules.assembled`: pieces by their numbers, and how tiles are laid."""

    rules: Rules
    options: Options
    tiles: tuple[Tile, ...]
    """The landscape tiles; a piece of the family `tile` is an index here."""
    scorings: tuple[Scoring, ...]
    """The scoring tiles; a piece of the family `scoring` is an index here."""
    scrolls: Mapping[str, ScrollKind]
    """The kinds of scroll by id."""
    castles: tuple[Tile, ...]
    """By seat."""
    sides: Mapping[str, str]
    """By letter that a side shows, the rule that says which sides it may touch (IS-BUILD-3 for land)."""
    turned: tuple[Callable[[Catalogue, Board, int], Sequence[tuple[int, Face]]], ...]
    joined: tuple[Callable[[Catalogue, Board], Sequence[tuple[int, ...]]], ...]
    prices: tuple[Callable[[Readable, int, int, int], Sequence[tuple[str, int]]], ...]
    built: tuple[Callable[[IsleOfSkyeState, int, int, Log | None], None], ...]
    promised: tuple[Callable[[Territory], Sequence[tuple[str, float, float]]], ...]
    """Modules' answers to the hooks turned_tiles, joined_roads, price_lines, tile_built and territory_lines."""

    promises: tuple[Promise, ...]
    """Promises of modules in forms; these stand for answers to territory_lines, which are not in `promised`."""
    entered: bool
    """True if roads meet only as sides and `Tile.entrances` say."""

    by_face: Mapping[str, Tile] = attrs.field(init=False)
    """Tiles, their backs, and castles by the name of their face."""
    fronts: Mapping[str, str] = attrs.field(init=False)
    """The id of the tile or castle by the name of either of its faces."""
    faces: Mapping[str, Face] = attrs.field(init=False)
    """Every face by its name, unturned."""
    bag: Sequence[tuple[str, int]] = attrs.field(init=False)
    """Each copy of a landscape tile by its own name, and the number of the tile."""
    copies: int = attrs.field(init=False)
    """The number of landscape tiles in the game."""
    fitting: FitCounts = attrs.field(init=False)
    """By demand (`Board.frontier`), how many of the game's tiles fit."""

    @by_face.default
    def _by_face(self) -> Mapping[str, Tile]:
        fronts = [*self.tiles, *self.castles]
        return {tile.face.name: tile for tile in (*fronts, *(tile.back for tile in fronts if tile.back))}

    @fronts.default
    def _fronts(self) -> Mapping[str, str]:
        sides = ((side, tile) for tile in (*self.tiles, *self.castles) for side in (tile, tile.back) if side)
        return {side.face.name: tile.id for side, tile in sides}

    @faces.default
    def _faces(self) -> Mapping[str, Face]:
        return {name: tile.face for name, tile in self.by_face.items()}

    @bag.default
    def _bag(self) -> Sequence[tuple[str, int]]:
        return [
            (f"{tile.id}#{n + 1}", number)
            for number, tile in enumerate(self.tiles)
            for n in range(tile.copies)
        ]

    @copies.default
    def _copies(self) -> int:
        return len(self.bag)

    @fitting.default
    def _fitting(self) -> FitCounts:
        return FitCounts(self.tiles)

    def lay(self, board: Board, cell: int, face: Face, rotation: int) -> list[int]:
        """Lays the face on the cell, with all that follows for the board; returns the cells of tiles turned over.

        Edges are assumed to fit. The board is changed: pass a clone of one that lies in a state.
        """
        board.place(cell, face, rotation)
        turned = [pair for ask in self.turned for pair in ask(self, board, cell)]
        for where, other in turned:
            board.replace(where, other, board.face(where).rotation)
        self.join(board)
        return [where for where, _ in turned]

    def join(self, board: Board) -> None:
        """Links roads that meet although no side joins them; needed again after `Board.replace`."""
        for group in self.meetings(board):
            for road in group[1:]:
                board.roads.link(group[0], road)

    def meetings(self, board: Board) -> list[tuple[int, ...]]:
        """Returns the roads of the board that meet although no side joins them, grouped by meeting place."""
        return [group for ask in self.joined for group in ask(self, board)]
