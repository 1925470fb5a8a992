"""Outlooks: what follows from a territory alone, such as what the scoring tiles and scrolls in play find there.

They are needed for hundreds of imagined territories. A memo keeps territories by layout, each with the numbers of the
territories that are one step from it; an outlook is read from such a number (`sums`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tilewright.authoring import SQUARE4, Board, Rules, spot

from ..counted_territory import Sketch, sketches
from ..placement_steps import Step
from ..region_search import TerritoryParts
from ..scrolls import scroll_lines
from ..state import catalogue
from ..territory import Territory
from .cache import LIMIT, POSITIONS, Layout, Memo, Seen
from .count_sums import Outlook, pays

__all__ = ["Outlook", "Outlooks", "Sketch", "layout"]

if TYPE_CHECKING:
    from ..catalogue import Catalogue
    from ..scoring_kinds import Scoring
    from ..state import Readable
    from ..tiles import Tile


def layout(board: Board) -> Layout:
    """Returns the layout of a board."""
    return frozenset([(cell, face.name, face.rotation) for cell in board for face in (board.face(cell),)])


# Nothing of a match is kept: what a memo holds follows from rules, scoring tiles and layouts.
_MEMOS: WeakKeyDictionary[Rules, dict[tuple[int, ...], Memo]] = WeakKeyDictionary()


class Outlooks:
    """The outlooks of a match's territories, and of territories that are only imagined."""

    def __init__(self, state: Readable) -> None:
        self.catalogue: Catalogue = catalogue(state)
        memos = _MEMOS.setdefault(state.rules, {})
        chosen = tuple(state.scoring)
        if chosen not in memos:
            memos.clear()
            scorings = tuple(self.catalogue.scorings[number] for number in chosen)
            board = state.territories[0]
            rich, poor = Territory(board, self.catalogue, 99), Territory(board, self.catalogue)
            golden = tuple(tile.total(rich) != tile.total(poor) for tile in scorings)
            memos[chosen] = Memo(self.catalogue, scorings, golden)
        self.memo = memos[chosen]
        self.tally = self.memo.tally
        self.read = self.tally.read

    def at(self, board: Board) -> Seen:
        """Returns the territory on a board that belongs to a state."""
        memo = self.memo
        known = memo.boards.get(id(board))
        if known is not None and known[0] is board:
            return known[1]
        key = layout(board)
        seen = memo.outlooks.get(key)
        if seen is None:
            if len(memo.outlooks) >= LIMIT:
                memo.outlooks.clear()
                memo.boards.clear()
            seen = memo.outlooks[key] = self.seen(board, key)
        if len(memo.boards) >= POSITIONS:
            memo.boards.clear()
        memo.boards[id(board)] = board, seen
        return seen

    def seen(self, board: Board, key: Layout | None = None) -> Seen:
        """Returns a territory with its outlook."""
        key = layout(board) if key is None else key
        known = self._known(key)
        if known is None:
            ground, imagined = TerritoryParts.of(board, self.catalogue), self.memo.imagined
            if len(imagined) >= LIMIT:
                imagined.clear()
            known = imagined[key] = Seen(self.tally, key, ground, *self.tally.start(ground))
        return known

    def _known(self, key: Layout | None) -> Seen | None:
        """Returns the territory with this layout if it was looked at before."""
        memo = self.memo
        return None if key is None else memo.outlooks.get(key) or memo.imagined.get(key)

    def of(self, board: Board, key: Layout) -> Outlook:
        """Returns the outlook of a board that has this layout."""
        return self.read(self.seen(board, key).number)

    def after(self, board: Board, key: Layout, tile: int, place: int) -> Outlook:
        """Returns the outlook once a tile is laid at a placement."""
        return self.following(self.seen(board, key), tile, place)

    def following(self, seen: Seen, tile: int, place: int) -> Outlook:
        """Returns the outlook of a territory once a tile is laid at a placement."""
        return self.read(self.number(seen, tile, place))

    def number(self, seen: Seen, tile: int, place: int) -> int:
        """Returns the number of a territory once a tile is laid at a placement."""
        known = seen.after.get((tile, place))
        if known is None:
            known = seen.after[tile, place] = self._found(seen, tile, place)
        return known

    def _found(self, seen: Seen, tile: int, place: int) -> int:
        cell, rotation = spot(place)
        ground = seen.ground
        if not self._steps(ground, tile, place):
            return self.next(seen, tile, place).number
        face = self.catalogue.tiles[tile].face.turned(rotation)
        return self.tally.after(Step(ground, tile, cell, face), seen.even, seen.starts)

    def wherever(self, seen: Seen, tile: int, board: Board) -> dict[int, int]:
        """Returns by placement, in the board's order, the number of the territory once the tile is laid there."""
        known = seen.wherever.get(tile)
        if known is None:
            places = board.placements(self.catalogue.tiles[tile].face)
            known = seen.wherever[tile] = {place: self.number(seen, tile, place) for place in places}
        return known

    def next(self, seen: Seen, tile: int, place: int) -> Seen:
        """Returns the territory once a tile is laid at a placement."""
        cell, rotation = spot(place)
        if not self._steps(seen.ground, tile, place):
            known = self._known(seen.layouts.get((tile, place)))
            if known is None:
                board, key = self.laid(seen.ground.board, seen.key, tile, place)
                seen.layouts[tile, place] = key
                known = self.seen(board, key)
            return known
        face = self.catalogue.tiles[tile].face
        key = seen.key | {(cell, face.name, rotation)}
        known = self._known(key)
        if known is None:
            tally, number = self.tally, self.number(seen, tile, place)
            step = Step(seen.ground, tile, cell, face.turned(rotation))
            even, ground = tally.even(number), TerritoryParts.after(step)
            starts = tally.moved(seen.starts, step, number, ground)
            # Few of these are needed again, so it is not kept.
            known = Seen(tally, key, ground, number, even, starts)
        return known

    def both(self, seen: Seen, laid: Seen, first: tuple[int, int], then: tuple[int, int]) -> int:
        """Returns the number once two tiles are laid, in whatever order; `laid` is the territory with the first."""
        key = (*first, *then) if first < then else (*then, *first)
        known = seen.pairs.get(key)
        if known is None:
            known = seen.pairs[key] = self._found(laid, *then)
        return known

    def laid(self, board: Board, key: Layout, tile: int, place: int) -> tuple[Board, Layout]:
        """Returns another board on which the tile has been laid, and its layout."""
        copy = board.clone()
        cell, rotation = spot(place)
        face = self.catalogue.tiles[tile].face
        turned = self.catalogue.lay(copy, cell, face, rotation)
        return copy, layout(copy) if turned else key | {(cell, face.name, rotation)}

    def _steps(self, ground: TerritoryParts, tile: int, place: int) -> bool:
        """Returns whether no more follows from laying the tile at the placement than a step knows."""
        known = self.catalogue
        if not known.turned or not known.entered:
            return known.entered
        cell, rotation = spot(place)
        laid = known.tiles[tile]
        if not self._may_turn(ground, laid, cell):
            return True
        return not Step(ground, tile, cell, laid.face.turned(rotation)).turns()

    @staticmethod
    def _may_turn(ground: TerritoryParts, laid: Tile, cell: int) -> bool:
        """Returns whether the new tile or one next to it has a back."""
        cells, tiles = ground.cells, ground.tiles
        return laid.back is not None or any(
            [
                tiles[cells[cell + offset]].back is not None
                for offset in SQUARE4.offsets
                if cell + offset in cells
            ]
        )


def look(board: Board, known: Catalogue, scorings: tuple[Scoring, ...]) -> Outlook:
    """Returns the outlook of a board by looking at all of it, without forms. Tests compare with it."""
    now, hopeful = sketches(board, known)
    paying = len(now.paying())
    return Outlook(
        tuple(scoring.total(now) for scoring in scorings),
        tuple(scoring.total(hopeful) for scoring in scorings),
        sum(line.points for line in scroll_lines(now)),
        paying,
        sum(pays(now.tile(cell)) for cell in board) - paying,
        sum(known.fitting[wanted] for wanted in board.frontier.values()),
        (),
        tuple(line for ask in known.rules.calls("territory_lines") for line in ask(now)),
    )
