"""Outlooks: what follows from a territory alone, such as what the scoring tiles and scrolls in play find there.

They are needed for hundreds of imagined territories, so a memo keeps them by layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import attrs

from tilewright.core.board import spot

from ..scrolls import scroll_lines
from ..state import catalogue
from ..territory import Territory
from ..tiles import BARREL, TERRAINS

if TYPE_CHECKING:
    from tilewright.core.board import Board
    from tilewright.core.rules import Rules

    from ..catalogue import Catalogue
    from ..counting import Scoring
    from ..state import Readable
    from ..tiles import Tile

LIMIT = 8_000
"""Number of outlooks that a memo holds before it begins anew."""

Layout = frozenset[tuple[int, str, int]]
"""The tiles of a territory, in whatever order they were laid: cell, name of the face, rotation."""


def layout(board: Board) -> Layout:
    """Returns the layout of a board."""
    return frozenset([(cell, face.name, face.rotation) for cell in board for face in (board.face(cell),)])


@attrs.frozen
class Outlook:
    """Everything that follows from a layout, without gold."""

    totals: tuple[int, ...]
    """By place A to D, what its scoring tile finds (`Scoring.total`)."""
    nearly: tuple[int, ...]
    """The same, if regions with a single open edge were closed."""
    scrolls: int
    """Points for scrolls."""
    barrels: int
    """Tiles that bring gold (IS-INC-2)."""
    loose: int
    """Tiles that would if a road led to them."""
    room: int
    """For all open cells together, how many of the game's tiles fit."""
    promised: tuple[tuple[str, float, float], ...] = ()
    """What modules see in it: (label, points, points in each round to come)."""


@attrs.frozen(eq=False)
class Sketch(Territory):
    """A territory that is only counted: it gives no cells, and finds once what is asked twice."""

    tiles: dict[int, Tile] = attrs.field(factory=dict)
    """By cell."""
    plain: bool = False
    """True if a region's size is simply the number of tiles on which it lies."""
    slack: int = 0
    """Regions with this many open edges or fewer count as closed."""
    found: dict[str, list[int]] = attrs.field(factory=dict)
    """The regions asked for so far, by their terrains."""
    asked: list[str] = attrs.field(factory=list)
    """The terrains for which `closed` was called."""

    def tile(self, cell: int) -> Tile:
        return self.tiles[cell]

    def count(self, cell: int, *kinds: int) -> int:
        marks = self.tiles[cell].marks
        return marks[kinds[0]] if len(kinds) == 1 else sum([marks[kind] for kind in kinds])

    def regions(self, terrains: str) -> list[int]:
        found = self.found.get(terrains)
        if found is None:
            found = self.found[terrains] = Territory.regions(self, terrains)
        return found

    def closed(self, terrains: str = TERRAINS) -> list[int]:
        self.asked.append(terrains)
        slack, open_edges = self.slack, self.board.regions.open_edges
        return [root for root in self.regions(terrains) if open_edges(root) <= slack]

    def size(self, area: int) -> int:
        if self.plain:
            return self.board.regions.size(area)
        return Territory(self.board, self.catalogue).size(area)

    def cells(self, area: int) -> tuple[int, ...]:
        return ()


@attrs.define(eq=False)
class Memo:
    """For the scoring tiles in play: outlooks by layout, and how many tiles fit, by what an open cell wants."""

    scorings: tuple[Scoring, ...]
    golden: tuple[bool, ...]
    """True for those that look at gold."""
    plain: bool
    """True if all regions are as large as the number of their tiles (IS-AREA-4)."""
    outlooks: dict[Layout, Outlook] = attrs.field(factory=dict)
    wherever: dict[tuple[Layout, int], dict[int, Outlook]] = attrs.field(factory=dict)
    """By layout and tile, the outlook after each placement of the tile."""
    fitting: dict[int, int] = attrs.field(factory=dict)


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
            found = self.catalogue
            plain = found.options.region_size == "tiles" and all(t.full for t in found.by_face.values())
            memos[chosen] = Memo(scorings, golden, plain)
        self.memo = memos[chosen]

    def of(self, board: Board, key: Layout) -> Outlook:
        """Returns the outlook of a board that has this layout."""
        outlooks = self.memo.outlooks
        known = outlooks.get(key)
        if known is None:
            if len(outlooks) >= LIMIT:
                outlooks.clear()
                self.memo.wherever.clear()
            known = outlooks[key] = self._look(board)
        return known

    def after(self, board: Board, key: Layout, tile: int, place: int) -> Outlook:
        """Returns the outlook once a tile is laid at a placement."""
        known = self.memo.outlooks.get(self._longer(key, tile, place))
        return known if known is not None else self.of(*self.laid(board, key, tile, place))

    def wherever(self, board: Board, key: Layout, tile: int) -> dict[int, Outlook]:
        """Returns by placement the outlook once the tile is laid there."""
        wherever = self.memo.wherever
        known = wherever.get((key, tile))
        if known is None:
            places = board.placements(self.catalogue.tiles[tile].face)
            known = {place: self.after(board, key, tile, place) for place in places}
            wherever[key, tile] = known
        return known

    def laid(self, board: Board, key: Layout, tile: int, place: int) -> tuple[Board, Layout]:
        """Returns another board on which the tile has been laid, and its layout."""
        copy = board.clone()
        cell, rotation = spot(place)
        turned = self.catalogue.lay(copy, cell, self.catalogue.tiles[tile].face, rotation)
        return copy, layout(copy) if turned else self._longer(key, tile, place)

    def _longer(self, key: Layout, tile: int, place: int) -> Layout:
        cell, rotation = spot(place)
        return key | {(cell, self.catalogue.tiles[tile].face.name, rotation)}

    def _look(self, board: Board) -> Outlook:
        found, memo = self.catalogue, self.memo
        tiles = {cell: found.by_face[board.face(cell).name] for cell in board}
        sketch = Sketch(board, found, tiles=tiles, plain=memo.plain)
        hopeful = attrs.evolve(sketch, slack=1)
        totals, nearly = [], []
        for scoring in memo.scorings:
            sketch.asked.clear()
            total = scoring.total(sketch)
            totals.append(total)
            nearly.append(scoring.total(hopeful) if sketch.asked else total)
        scrolls = sum([line.points for line in scroll_lines(sketch)])
        barrels = len(sketch.paying())
        all_barrels = sum([1 for tile in tiles.values() if tile.marks[BARREL] and tile.pays])
        fitting, room = memo.fitting, 0
        for wanted in board.frontier.values():
            if wanted not in fitting:
                fitting[wanted] = sum(tile.copies for tile in found.tiles if tile.face.fits[wanted])
            room += fitting[wanted]
        promised = tuple(line for ask in found.promised for line in ask(sketch))
        counted = scrolls, barrels, all_barrels - barrels, room
        return Outlook(tuple(totals), tuple(nearly), *counted, promised)
