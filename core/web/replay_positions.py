"""Every position of a walk as its eyes see it, taken apart so that nothing is stored twice.

A decision changes a few spots. So the markup of boards and panels is cut where a spot begins, and each piece is stored
once; a view of a board is a list of the numbers of its pieces, a position a list of the numbers of its views.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, Any

import attrs

from ..base.html import Html, inside, tag
from ..base.sanitize import printable
from ..draw.html_boards import Kept, board_svg
from ..draw.html_parts import captions, legend, panel
from .page_words import PageWords

if TYPE_CHECKING:
    from ..draw.model import Look, Show, Where
    from ..table.replay_walk import Walk

SPOT = '<g class="spot'
"""The beginning of a spot."""
CUTS = re.compile(
    r'(?<=aria-label=")|(?="><title>)|(?<=<title>)|(?=</title>)|(?<=\)">)(?=<)|'
    r'(?=<g class="links)|(?=<t[rdh][ >])|(?=<h3)'
)
"""Where else markup is cut, so that a tile and its words are the same pieces wherever it lies."""


@attrs.frozen
class DrawnPosition:
    """One position as a page shows it: markup and text."""

    boards: tuple[Html, ...]
    panels: tuple[Html, ...]
    notes: Html
    """Legend and caption."""
    head: str
    """Where the walk stands."""
    said: str
    """The decision that made the position; "" at the beginning."""
    follows: str
    """Who decides next, or who has won."""
    scores: tuple[int, ...]
    changed: tuple[tuple[int, str], ...]
    """Board and place, as in `data-board` and `data-at`, of each spot that the decision has changed."""


class DrawnPositions:
    """All positions of a walk, drawn so that a step moves nothing but what the decision has moved.

    A show puts the board of the seat that decides first and draws the others small. Here boards keep the order in which
    they first appear, and a board that is not small at every position is small at none.
    """

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self._shows: list[Show] = []
        self._changed: list[frozenset[Where]] = []
        self._ranks: dict[str, int] = {}
        self._full: set[str] = set()
        self._spots: dict[Kept, Html] = {}
        self._looks: Mapping[str, Look] = {}
        at = walk.at
        for n in range(walk.last + 1):
            walk.at = n
            show = walk.show
            self._shows.append(show)
            self._changed.append(walk.changed())
            for board in show.boards:
                self._ranks.setdefault(board.title, len(self._ranks))
                if not board.small:
                    self._full.add(board.title)
        walk.at = at

    def at(self, n: int, *, marked: bool = False) -> DrawnPosition:
        """Return position `n`; `marked` if its boards mark what the decision has changed."""
        walk, was = self.walk, self.walk.at
        walk.at = n
        show, changed = self._arranged(n)
        step = walk.step()
        boards = [number for number, board in enumerate(show.boards) if board.spots]
        found = DrawnPosition(
            tuple(self._board(show, number, changed if marked else frozenset()) for number in boards),
            tuple(panel(show, one) for one in show.panels),
            inside(legend(show), captions(show)),
            walk.headline(),
            PageWords(walk.rules, show, tuple(walk.seats))(
                walk.event(), step.seat if step is not None else None
            ),
            follows(walk),
            walk.scores(),
            tuple((number, f"{x},{y}") for number, (x, y) in sorted(changed)),
        )
        walk.at = was
        return found

    def _arranged(self, n: int) -> tuple[Show, frozenset[Where]]:
        """The show with its boards in order and in size, and the spots that have changed there."""
        show = self._shows[n]
        order = sorted(range(len(show.boards)), key=lambda k: self._ranks[show.boards[k].title])
        boards = [attrs.evolve(show.boards[k], small=show.boards[k].title not in self._full) for k in order]
        changed = frozenset((order.index(board), at) for board, at in self._changed[n])
        # A board without a title is called after the match, not after the position, or it would be new at every step.
        title = self.walk.rules.game.title
        return attrs.evolve(show, title=title, boards=boards, offers=()), changed

    def _board(self, show: Show, n: int, changed: Set[Where]) -> Html:
        """A board under its title."""
        one = show.boards[n]
        if show.looks != self._looks:
            self._looks = show.looks
            self._spots.clear()
        return tag(
            "section",
            tag("h3", one.title) if one.title else None,
            board_svg(show, n, changed=changed, kept=self._spots),
            cls="board small" if one.small else "board",
            data_board=str(n),
        )


def follows(walk: Walk) -> str:
    """Return who decides next, or who has won. What is wrong with a record may be secret, and stays out."""
    if walk.at == walk.last and walk.trouble and not walk.over:
        return walk.said("replay.ends")
    return walk.next_up()


@attrs.define
class TextStore:
    """Texts, each stored once, and lists of their numbers."""

    texts: dict[str, int] = attrs.field(factory=dict)
    views: dict[tuple[int, ...], int] = attrs.field(factory=dict)
    _cut: dict[str, tuple[int, ...]] = attrs.field(factory=dict)

    def text(self, text: str) -> int:
        """Return the number of this text."""
        return self.texts.setdefault(text, len(self.texts))

    def view(self, markup: str) -> int:
        """Return the number of this markup, which is kept in pieces."""
        first, *spots = markup.split(SPOT)
        parts = [self._pieces(first), *(self._pieces(SPOT + spot) for spot in spots)]
        return self.views.setdefault(tuple(chain(*parts)), len(self.views))

    def _pieces(self, markup: str) -> tuple[int, ...]:
        if markup not in self._cut:
            self._cut[markup] = tuple(self.text(piece) for piece in CUTS.split(markup) if piece)
        return self._cut[markup]


def data(album: DrawnPositions) -> dict[str, Any]:
    """Return all positions as plain data for the script.

    `texts` are pieces of markup and sentences, `views` lists of numbers of texts (see `shortened`). Of the other lists
    most have one entry for each position: numbers of views for `boards`, `panels` and `notes`, of texts for `head`,
    `said` and `follows`; `turns` and `rounds` are the positions at which a walk by turn or round stops.
    """
    store, walk = TextStore(), album.walk
    columns: dict[str, list[Any]] = {
        name: [] for name in ("boards", "panels", "notes", "head", "said", "follows", "scores", "changed")
    }
    for n in range(walk.last + 1):
        now = album.at(n)
        columns["boards"].append([store.view(one) for one in now.boards])
        columns["panels"].append([store.view(one) for one in now.panels])
        columns["notes"].append(store.view(now.notes))
        for name, said in (("head", now.head), ("said", now.said), ("follows", now.follows)):
            columns[name].append(store.text(printable(said)))
        columns["scores"].append(now.scores)
        columns["changed"].append(now.changed)
    return {
        "texts": [*store.texts],
        "views": shortened([*store.views]),
        "numbers": [0, *(step.number for step in walk.steps)],
        "round": [walk.round(n) for n in range(walk.last + 1)],
        "turns": walk.stops("turn"),
        "rounds": walk.stops("round"),
        **columns,
    }


def shortened(views: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return views of which most say only how they differ: `(-1 - n, place, text, place, text, ...)` from view `n`."""
    found: list[tuple[int, ...]] = []
    latest: dict[int, int] = {}
    for number, view in enumerate(views):
        base = latest.get(len(view))
        latest[len(view)] = number
        if base is not None:
            pairs = zip(views[base], view, strict=True)
            differ = [part for n, (old, new) in enumerate(pairs) if old != new for part in (n, new)]
            if len(differ) + 1 < len(view):
                view = (-1 - base, *differ)
        found.append(view)
    return found
