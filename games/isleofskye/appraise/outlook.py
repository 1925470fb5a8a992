"""Outlooks: what follows from a territory alone, such as what the scoring tiles and scrolls in play find there.

They are needed for hundreds of imagined territories. A memo keeps territories by layout, each with the numbers of the
territories that are one step from it; an outlook is read from such a number (`tally`).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import attrs

from tilewright.core.board import spot
from tilewright.core.grid import SQUARE4

from ..ground import Ground
from ..scrolls import scroll_lines
from ..sketch import Sketch, sketches
from ..state import catalogue
from ..step import Step
from ..territory import Territory
from .sums import Outlook, Tally, pays

__all__ = ["Memo", "Outlook", "Outlooks", "Seen", "Sketch", "layout"]

if TYPE_CHECKING:
    from tilewright.core.board import Board
    from tilewright.core.rules import Rules

    from ..catalogue import Catalogue
    from ..counting import Scoring
    from ..forms import Count
    from ..state import Readable
    from ..tiles import Tile
    from .worth import Season

LIMIT = 400
"""Number of territories that a memo holds before it begins anew."""

POSITIONS = 1000
"""Number of positions of which a memo holds what was found out."""

Layout = frozenset[tuple[int, str, int]]
"""The tiles of a territory, in whatever order they were laid: cell, name of the face, rotation."""

Known = dict[tuple[int, ...], tuple[float, ...]]
"""By the codes of legal actions, what these are worth."""


def layout(board: Board) -> Layout:
    """Returns the layout of a board."""
    return frozenset([(cell, face.name, face.rotation) for cell in board for face in (board.face(cell),)])


@attrs.define(eq=False)
class Holding:
    """What a territory is worth to its owner in one season, while those of others bring as much as they do.

    That does not depend on gold, nor on what else lies in the territories of others, so it is known again soon.
    """

    terms: dict[int, tuple[float, tuple[float, ...]]] = attrs.field(factory=dict)
    """By number of a territory without its room (`Worth.weigh`)."""
    prizes: dict[tuple[int, int], float] = attrs.field(factory=dict)
    """By place and amount."""
    promised: dict[int, float] = attrs.field(factory=dict)
    """By number of a territory."""
    gains: dict[int, tuple[float, float, float]] = attrs.field(factory=dict)
    """By tile (`Worth.gain`)."""
    hands: dict[tuple[int, ...], float] = attrs.field(factory=dict)
    """By tiles (`Deals`)."""
    laid: dict[tuple[int, int], list[float]] = attrs.field(factory=dict)
    """By tile and placement, what that adds (`Laying`)."""
    then: dict[tuple[int, int, int], float] = attrs.field(factory=dict)
    """By tile and placement, what another tile can add at best after that."""
    rated: dict[tuple[int, ...], Known] = attrs.field(factory=dict)
    """By waiting tiles."""


class Seen:
    """A territory with its number (`Tally`), and the numbers of territories after steps from it."""

    __slots__ = ("after", "even", "ground", "holdings", "key", "number", "pairs", "starts", "wherever")

    def __init__(self, key: Layout, ground: Ground, number: int, even: int, starts: list[Count]) -> None:
        self.key, self.ground = key, ground
        self.number, self.even, self.starts = number, even, starts
        """As `Tally.start` returns them."""
        self.after: dict[tuple[int, int], int] = {}
        """By tile and placement, the number of the territory then."""
        self.wherever: dict[int, dict[int, int]] = {}
        """The same by tile, and then by placement."""
        self.pairs: dict[tuple[int, int, int, int], int] = {}
        """The same by two tiles with their placements."""
        self.holdings: dict[tuple[Season, tuple[int, ...]], Holding] = {}
        """By season, and by what others have that is compared with it."""

    def holding(self, season: Season, rivals: tuple[int, ...]) -> Holding:
        """Returns what is known of the territory's worth in a season against what others have."""
        found = self.holdings.get((season, rivals))
        if found is None:
            found = self.holdings[season, rivals] = Holding()
        return found


@attrs.define(eq=False)
class Thoughts:
    """What has been found out about one position, for the next decision in it."""

    offers: dict[tuple[int, int], float] = attrs.field(factory=dict)
    """By tile and price (`Offering`)."""
    rests: dict[tuple[tuple[int, ...], bool], list[float]] = attrs.field(factory=dict)
    """By tiles still to be priced, and whether one of them is dropped; then by gold."""
    guesses: dict[tuple[int, int], int] = attrs.field(factory=dict)
    """By owner and tile."""
    purses: dict[tuple[int, int], float] = attrs.field(factory=dict)
    """By seat and gold."""
    rated: dict[tuple[int, ...], Known] = attrs.field(factory=dict)
    """By what is sealed."""
    plans: dict[tuple[int, ...], float] = attrs.field(factory=dict)
    """By gold at each tile (`Plans`)."""
    stakes: list[tuple[int, ...]] = attrs.field(factory=list)
    """By seat, the gold that it is expected to lay at its tiles."""


@attrs.define(eq=False)
class Memo:
    """For the scoring tiles in play: how territories are counted, and those looked at."""

    known: Catalogue
    scorings: tuple[Scoring, ...]
    golden: tuple[bool, ...]
    """True for those that look at gold."""
    tally: Tally = attrs.field(init=False)
    outlooks: dict[Layout, Seen] = attrs.field(factory=dict, init=False)
    seasons: dict[Hashable, Season] = attrs.field(factory=dict, init=False)
    """By number of seats, round, and weights."""
    thoughts: dict[Hashable, Thoughts] = attrs.field(factory=dict, init=False)
    """By everything that they depend on."""

    def thought(self, key: Hashable) -> Thoughts:
        """Returns what has been found out about a position before."""
        found = self.thoughts.get(key)
        if found is None:
            if len(self.thoughts) >= POSITIONS:
                self.thoughts.clear()
            found = self.thoughts[key] = Thoughts()
        return found

    def season(self, key: Hashable, season: Season) -> Season:
        """Returns the season, which is known from now on."""
        if len(self.seasons) >= POSITIONS:
            self.seasons.clear()
        self.seasons[key] = season
        return season

    def __attrs_post_init__(self) -> None:
        self.tally = Tally(self.known, self.scorings)


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

    def seen(self, board: Board, key: Layout | None = None) -> Seen:
        """Returns a territory with its outlook."""
        key = layout(board) if key is None else key
        known = self.memo.outlooks.get(key)
        if known is None:
            ground = Ground.of(board, self.catalogue)
            known = self._kept(Seen(key, ground, *self.tally.start(ground)))
        return known

    def _kept(self, seen: Seen) -> Seen:
        outlooks = self.memo.outlooks
        if len(outlooks) >= LIMIT:
            outlooks.clear()
        outlooks[seen.key] = seen
        return seen

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
        if not self._steps(ground, tile, cell):
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
        if not self._steps(seen.ground, tile, cell):
            return self.seen(*self.laid(seen.ground.board, seen.key, tile, place))
        face = self.catalogue.tiles[tile].face
        key = seen.key | {(cell, face.name, rotation)}
        known = self.memo.outlooks.get(key)
        if known is None:
            tally, number = self.tally, self.number(seen, tile, place)
            step = Step(seen.ground, tile, cell, face.turned(rotation))
            even, ground = tally.even(number), Ground.after(step)
            starts = tally.moved(seen.starts, step, number, ground)
            # Few of these are needed again, so it is not kept.
            known = Seen(key, ground, number, even, starts)
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

    def _steps(self, ground: Ground, tile: int, cell: int) -> bool:
        """Returns whether no more follows from laying the tile on the cell than a step knows."""
        known = self.catalogue
        if not known.turned:
            return known.entered
        return known.entered and not self._may_turn(ground, known.tiles[tile], cell)

    @staticmethod
    def _may_turn(ground: Ground, laid: Tile, cell: int) -> bool:
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
