"""Outlooks: what follows from a territory alone, such as what the scoring tiles and scrolls in play find there.

They are needed for hundreds of imagined territories. A memo keeps territories by layout, each with the outlooks of the
steps from it; what a step changes is counted in forms (`forms`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import attrs

from tilewright.core.board import spot
from tilewright.core.grid import SQUARE4

from ..forms import Each, OnRoad
from ..ground import Ground, Step
from ..scrolls import scroll_lines
from ..sketch import Sketch, sketches
from ..state import catalogue
from ..territory import Territory
from ..tiles import BARREL

__all__ = ["Memo", "Outlook", "Outlooks", "Seen", "Sketch", "layout"]

if TYPE_CHECKING:
    from tilewright.core.board import Board
    from tilewright.core.rules import Rules

    from ..catalogue import Catalogue
    from ..counting import Scoring
    from ..forms import Count, Form
    from ..state import Readable
    from ..tiles import Tile

LIMIT = 100
"""Number of territories that a memo holds before it begins anew."""

POSITIONS = 60
"""Number of positions of which a memo holds what was found out."""

Layout = frozenset[tuple[int, str, int]]
"""The tiles of a territory, in whatever order they were laid: cell, name of the face, rotation."""


def layout(board: Board) -> Layout:
    """Returns the layout of a board."""
    return frozenset([(cell, face.name, face.rotation) for cell in board for face in (board.face(cell),)])


class Outlook(NamedTuple):
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
    counts: tuple[int, ...] = ()
    """What the forms of modules' promises count (`Promise`), one after the other."""
    promised: tuple[tuple[str, float, float], ...] = ()
    """What modules see in it that have no forms: (label, points, points in each round to come)."""


class Seen:
    """A territory with its outlook, and the outlooks of steps from it."""

    __slots__ = ("after", "ground", "key", "now", "pairs", "starts", "wherever")

    def __init__(self, key: Layout, ground: Ground, starts: list[Count], now: Outlook) -> None:
        self.key, self.ground, self.now = key, ground, now
        self.starts = starts
        """What each form of the memo counts."""
        self.after: dict[tuple[int, int], Outlook] = {}
        """By tile and placement."""
        self.wherever: dict[int, dict[int, Outlook]] = {}
        """By tile, and then by placement."""
        self.pairs: dict[tuple[int, int, int, int], Outlook] = {}
        """By two tiles with their placements."""


def _pays(tile: Tile) -> int:
    return tile.marks[BARREL] > 0 and tile.pays


@attrs.define(eq=False)
class Thoughts:
    """What has been found out about one position, for the next decision in it."""

    prizes: dict[tuple[int, int, int], float] = attrs.field(factory=dict)
    """By place, seat and amount (`Worth`)."""
    gains: dict[tuple[int, int], tuple[float, float]] = attrs.field(factory=dict)
    """By seat and tile."""
    offers: dict[tuple[int, int], float] = attrs.field(factory=dict)
    """By tile and price (`Offering`)."""
    rests: dict[tuple[tuple[int, ...], bool, int], float] = attrs.field(factory=dict)
    guesses: dict[tuple[int, int], int] = attrs.field(factory=dict)
    """By owner and tile."""
    hands: dict[tuple[int, tuple[int, ...]], float] = attrs.field(factory=dict)
    """By seat and tiles (`Deals`)."""
    purses: dict[tuple[int, int], float] = attrs.field(factory=dict)
    plans: dict[tuple[int, ...], float] = attrs.field(factory=dict)
    """By gold at each tile (`Plans`)."""
    stakes: list[tuple[int, ...]] = attrs.field(factory=list)
    """By seat, the gold that it is expected to lay at its tiles."""


@attrs.define(eq=False)
class Memo:
    """For the scoring tiles in play: their forms, and the territories looked at."""

    known: Catalogue
    scorings: tuple[Scoring, ...]
    golden: tuple[bool, ...]
    """True for those that look at gold."""
    forms: tuple[Form, ...] = attrs.field(init=False)
    """Those of the scoring tiles, of barrels on the road and all barrels, and of modules' promises."""
    each: tuple[int, ...] = attrs.field(init=False)
    """Points for each that the forms of scoring tiles count."""
    outlooks: dict[Layout, Seen] = attrs.field(factory=dict, init=False)
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

    def __attrs_post_init__(self) -> None:
        promised = [form for promise in self.known.promises for form in promise.forms]
        self.forms = (*(tile.form for tile in self.scorings), OnRoad(_pays), Each(_pays), *promised)
        self.each = tuple(tile.each for tile in self.scorings)

    def outlook(
        self,
        counts: list[tuple[int, int]],
        scrolls: int,
        room: int,
        homes: Callable[[], tuple[Sketch, Sketch]],
    ) -> Outlook:
        """Returns the outlook of a territory in which the forms count this."""
        each = self.each
        number = len(each)
        barrels, every = counts[number][0], counts[number + 1][0]
        return Outlook(
            tuple([count[0] * points for count, points in zip(counts, each)]),
            tuple([count[1] * points for count, points in zip(counts, each)]),
            scrolls,
            barrels,
            every - barrels,
            room,
            tuple([count[0] for count in counts[number + 2 :]]) if self.known.promises else (),
            tuple([line for ask in self.known.promised for line in ask(homes()[0])])
            if self.known.promised
            else (),
        )


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

    def seen(self, board: Board, key: Layout | None = None) -> Seen:
        """Returns a territory with its outlook."""
        key = layout(board) if key is None else key
        known = self.memo.outlooks.get(key)
        if known is None:
            memo, ground = self.memo, Ground.of(board, self.catalogue)
            starts = [form.start(ground) for form in memo.forms]
            scrolls = sum(ground.scroll_points()) if ground.scrolls else 0
            now = memo.outlook([had[:2] for had in starts], scrolls, ground.room, ground.sketches)
            known = self._kept(Seen(key, ground, starts, now))
        return known

    def _kept(self, seen: Seen) -> Seen:
        outlooks = self.memo.outlooks
        if len(outlooks) >= LIMIT:
            outlooks.clear()
        outlooks[seen.key] = seen
        return seen

    def of(self, board: Board, key: Layout) -> Outlook:
        """Returns the outlook of a board that has this layout."""
        return self.seen(board, key).now

    def after(self, board: Board, key: Layout, tile: int, place: int) -> Outlook:
        """Returns the outlook once a tile is laid at a placement."""
        return self.following(self.seen(board, key), tile, place)

    def following(self, seen: Seen, tile: int, place: int) -> Outlook:
        """Returns the outlook of a territory once a tile is laid at a placement."""
        known = seen.after.get((tile, place))
        if known is None:
            step = self._step(seen, tile, place)
            known = self.next(seen, tile, place).now if step is None else self._after(seen, step)[0]
            seen.after[tile, place] = known
        return known

    def _after(self, seen: Seen, step: Step) -> tuple[Outlook, list[tuple[int, int]]]:
        """Returns the outlook after a step, and what the forms count then."""
        ground = seen.ground
        counts = [form.after(ground, had, step) for form, had in zip(self.memo.forms, seen.starts)]
        scrolls = step.scrolls() if ground.scrolls or step.tile.scrolls else 0
        return self.memo.outlook(counts, scrolls, step.room(), step.sketches), counts

    def wherever(self, seen: Seen, tile: int, board: Board) -> dict[int, Outlook]:
        """Returns by placement, in the board's order, the outlook once the tile is laid there."""
        known = seen.wherever.get(tile)
        if known is None:
            places = board.placements(self.catalogue.tiles[tile].face)
            known = {place: self.following(seen, tile, place) for place in places}
            seen.wherever[tile] = known
        return known

    def next(self, seen: Seen, tile: int, place: int) -> Seen:
        """Returns the territory once a tile is laid at a placement."""
        step = self._step(seen, tile, place)
        if step is None:
            known = self.seen(*self.laid(seen.ground.board, seen.key, tile, place))
        else:
            key = seen.key | {(step.cell, step.tile.face.name, step.face.rotation)}
            known = self.memo.outlooks.get(key) or self._kept(self._moved(seen, step, key))
        seen.after.setdefault((tile, place), known.now)
        return known

    def _moved(self, seen: Seen, step: Step, key: Layout) -> Seen:
        now, counts = self._after(seen, step)
        ground = Ground.after(step)
        starts = [
            form.moved(had, step, count, ground)
            for form, had, count in zip(self.memo.forms, seen.starts, counts)
        ]
        return Seen(key, ground, starts, now)

    def both(self, seen: Seen, laid: Seen, first: tuple[int, int], then: tuple[int, int]) -> Outlook:
        """Returns the outlook once two tiles are laid, in whatever order; `laid` is the territory with the first."""
        key = (*first, *then) if first < then else (*then, *first)
        known = seen.pairs.get(key)
        if known is None:
            known = seen.pairs[key] = self.following(laid, *then)
        return known

    def laid(self, board: Board, key: Layout, tile: int, place: int) -> tuple[Board, Layout]:
        """Returns another board on which the tile has been laid, and its layout."""
        copy = board.clone()
        cell, rotation = spot(place)
        face = self.catalogue.tiles[tile].face
        turned = self.catalogue.lay(copy, cell, face, rotation)
        return copy, layout(copy) if turned else key | {(cell, face.name, rotation)}

    def _step(self, seen: Seen, tile: int, place: int) -> Step | None:
        """Returns the step that lays the tile; None if more follows from it than a step knows."""
        known, ground = self.catalogue, seen.ground
        laid = known.tiles[tile]
        cell, rotation = spot(place)
        if not known.entered or (known.turned and self._may_turn(ground, laid, cell)):
            return None
        return Step(ground, laid, cell, laid.face.turned(rotation))

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
        sum(_pays(now.tile(cell)) for cell in board) - paying,
        sum(known.fitting[wanted] for wanted in board.frontier.values()),
        (),
        tuple(line for ask in known.rules.calls("territory_lines") for line in ask(now)),
    )
