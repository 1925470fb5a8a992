"""One decision on one screen: what it is about first, and whatever else there is room for.

From above: who has to do what, what others did meanwhile, the boards with choices, the panels about them, the choices
without a spot, and a line that says what else there is and with which key. What does not fit is made smaller in steps:
blank lines, others' boards, whole boards far from any choice, in the end rows of boards. Nothing here knows a terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from ..base.sanitize import printable
from .cells import cell_len, cut
from .model import GLUE, NO_MARKS, At, Diagram, Ink, Show, Where
from .placement import marks_on
from .styled_lines import BOLD, DIM, DrawnBoard, Pen, StyledLine, line, widest, wrap
from .text import draw_board, written
from .text_panels import abreast, below, beside


@attrs.frozen(kw_only=True)
class DecisionScreen:
    """The text of a decision beyond the drawing."""

    show: Show
    head: Sequence[Ink]
    """The decision that is due, and what it depends on."""
    news: Callable[[int, int], Sequence[str]] = lambda rows, width: ()
    """The news since the last decision, in at most so many rows of so many cells."""
    marks: Mapping[Where, str] = NO_MARKS
    """The letters of the choices on boards."""
    choices: Sequence[str] = ()
    """The choices without a spot, with their letters."""
    keys: Mapping[int, str] = attrs.field(factory=dict)
    """The keys of panels that are not shown, by their number."""
    board_keys: Mapping[int, str] = attrs.field(factory=dict)
    """The same for boards."""
    names: Mapping[Where, str] = attrs.field(factory=dict)
    """Names of the choices on boards whose spot is not shown, with their letters."""
    always: Sequence[str] = ()
    """Other things that can be asked for."""
    more: str = "..."
    """Said after choices of which some are left out."""
    cut: str = "..."
    """Said where rows of a board are left out."""


def screenful(
    decision: DecisionScreen,
    *,
    width: int = 80,
    height: int = 0,
    spare: int = 0,
    colour: bool | str | None = False,
) -> str:
    """Return the screen, in at most `height` lines of at most `width` cells; 0 for as many lines as there are.

    So many of them are left `spare` where that takes no board or choice away.
    """
    composer = _Composer(decision, width, height or 10_000, Pen(decision.show), spare if height else 0)
    return written(composer.composed(), colour)


NEWS = (12, 6, 4, 2)
"""The most rows of news, fewer as the window has less room."""
LESS = ((True, 2, 12), (False, 2, 12), (False, 2, 4), (False, 1, 4), (False, 1, 2))
"""Whether there are blank lines, and the most rows of keys and news: less and less, until lines are left to spare."""


@attrs.frozen
class _Plan:
    """A selection of what is shown, and how small."""

    boards: Mapping[int, Diagram]
    panels: tuple[int, ...]
    news: int = NEWS[0]
    """The most rows of news."""
    blank: bool = True
    """With blank lines between things."""
    choices: int = 999
    tall: bool = False
    keys: int = 2
    """The most lines for what else there is."""


@attrs.define
class _Composer:
    decision: DecisionScreen
    width: int
    height: int
    pen: Pen
    spare: int = 0
    made: dict[tuple[int, int, bool], tuple[Diagram, DrawnBoard]] = attrs.field(factory=dict)
    """Boards that have been drawn; they are kept, so that no other gets the same id."""

    less: dict[int, Diagram] = attrs.field(factory=dict)
    """Boards made small, by their number."""

    @property
    def show(self) -> Show:
        return self.decision.show

    def small(self, n: int) -> Diagram:
        """The board of this number, drawn small; the same one each time, so that it is drawn once."""
        if n not in self.less:
            self.less[n] = attrs.evolve(self.show.boards[n], small=True)
        return self.less[n]

    # -- choosing what is shown ----------------------------------------------------------------------------------

    def composed(self) -> list[StyledLine]:
        whole, less = self.height, self.height - self.spare
        for plan in self.plans():
            lines = self.lines(plan)
            if self.fits(lines):
                self.height = less
                for blank, keys, news in LESS:
                    keys, news = min(keys, plan.keys), min(news, plan.news)
                    plan = attrs.evolve(plan, blank=blank and plan.blank, keys=keys, news=news)
                    if self.fits(found := self.lines(plan)):
                        return self.filled(plan, found)
                self.height = whole
                return self.filled(plan, self.lines(plan))
        self.height = less
        return self.cropped(plan)

    def plans(self) -> Iterator[_Plan]:
        """Yield plans of what the decision needs, smaller and smaller."""
        show, lit = self.show, {board for board, _ in self.decision.marks}
        boards = {n: board for n, board in enumerate(show.boards) if board.now or n in lit}
        if not boards and show.boards and not any(panel.now for panel in show.panels):
            boards = {0: show.boards[0]}
        plan = _Plan(boards, tuple(n for n, panel in enumerate(show.panels) if panel.now))
        yield from self.wished(plan)
        yield plan
        plan = attrs.evolve(plan, blank=False)
        yield plan
        plan = attrs.evolve(plan, news=NEWS[1])
        yield plan
        for n in reversed(boards):
            if n not in lit:
                plan = attrs.evolve(plan, boards={**plan.boards, n: self.small(n)})
                yield plan
        for n in reversed(boards):
            plan = attrs.evolve(plan, boards={**plan.boards, n: self.small(n)})
            yield plan
        plan = attrs.evolve(plan, news=NEWS[2], choices=6 * max(1, self.width // 26), keys=1)
        yield plan
        while plan.panels and len(self.lines(attrs.evolve(plan, panels=()))) <= self.height:
            plan = attrs.evolve(plan, panels=plan.panels[:-1])
            yield plan
        for n in reversed(boards):
            if n not in lit and len(plan.boards) > 1:
                plan = attrs.evolve(plan, boards={k: b for k, b in plan.boards.items() if k != n})
                yield plan
        yield attrs.evolve(plan, news=NEWS[3])  # rather than without rows of the boards that are left

    def wished(self, plan: _Plan) -> Iterator[_Plan]:
        """Yield plans with the viewer's own board, which is the first, and the first other panel.

        To make room for them, rows show only the spots with a choice.
        """
        own = {0: self.show.boards[0]} if self.show.boards and 0 not in plan.boards else {}
        first = next((n for n in range(len(self.show.panels)) if n not in plan.panels), None)
        panels = plan.panels if first is None else (*plan.panels, first)
        spare = {n: self.spared(n, board) for n, board in plan.boards.items()}
        little = {n: self.small(n) for n in own}
        tried: list[Mapping[int, Diagram]] = []
        for boards in ({**own, **plan.boards}, {**own, **spare}, {**little, **spare}, spare):
            if boards not in tried:  # without blank lines, which come back if there is room
                tried.append(boards)
                yield attrs.evolve(plan, boards=boards, panels=panels, blank=False, keys=1)

    def spared(self, n: int, board: Diagram) -> Diagram:
        """A row without the spots that no choice is about, if choices are about some."""
        marked = self.marked(n, board)
        if board.grid != "row" or not marked:
            return board
        return attrs.evolve(board, spots=[spot for spot in board.spots if spot.stays or spot.at in marked])

    def filled(self, plan: _Plan, lines: list[StyledLine]) -> list[StyledLine]:
        """The screen with everything more that fits: panels, then boards, in their order, then larger hexes."""
        for n in range(len(self.show.panels)):
            if n not in plan.panels:
                lines, plan = self.tried(attrs.evolve(plan, panels=(*plan.panels, n)), lines, plan)
        for n, board in enumerate(self.show.boards):
            if n not in plan.boards:
                for one in (board, self.small(n)):
                    wider = {**plan.boards, n: one}
                    lines, plan = self.tried(attrs.evolve(plan, boards=wider), lines, plan)
                    if n in plan.boards:
                        break
        for n, board in enumerate(self.show.boards):
            if n in plan.boards and plan.boards[n].small:
                larger = {**plan.boards, n: board if not board.small else attrs.evolve(board, small=False)}
                lines, plan = self.tried(attrs.evolve(plan, boards=larger), lines, plan)
        for better in ({"blank": True}, {"news": NEWS[0], "keys": 2, "choices": 999}, {"tall": True}):
            lines, plan = self.tried(attrs.evolve(plan, **better), lines, plan)
        return lines

    def tried(self, wider: _Plan, lines: list[StyledLine], plan: _Plan) -> tuple[list[StyledLine], _Plan]:
        if self.height >= 10_000 and wider.tall:
            return lines, plan
        found = self.lines(wider)
        return (found, wider) if self.fits(found) else (lines, plan)

    # -- the lines of a plan -------------------------------------------------------------------------------------

    def lines(self, plan: _Plan) -> list[StyledLine]:
        above = self.above(plan)
        body = self.body(plan)
        under = self.under(plan)
        if not plan.blank:
            return [*above, *(one for one in body if one.width), *under]
        return [*above, *body, *([line()] if under and body else []), *under]

    def above(self, plan: _Plan) -> list[StyledLine]:
        """Return the head and the news."""
        lines = [line()]
        for n, ink in enumerate(self.decision.head):
            paint = self.pen.paint(ink.role) if n else BOLD
            first, *rest = wrap(ink.text, self.width - 2)
            if n and lines[-1].width + 2 + cell_len(first) > self.width:
                lines.append(line())
            lines[-1].add("  " if n else "").add(first, paint)
            lines += [line("  ").add(part, paint) for part in rest]
        return lines + [line(row, DIM) for row in self.decision.news(plan.news, self.width)]

    def body(self, plan: _Plan) -> list[StyledLine]:
        """Boards side by side as far as they fit, panels beside and below them."""
        panels = [self.show.panels[n] for n in plan.panels]
        blocks = [self.block(n, board, plan.tall) for n, board in plan.boards.items()]
        lines: list[StyledLine] = []
        for band in abreast(blocks, self.width):
            lines += [line(), *beside(self.pen, band, panels, self.width)]
        return lines + below(self.pen, panels, self.width)

    def block(self, n: int, board: Diagram, tall: bool) -> list[StyledLine]:
        """One board with its title; a copy, since what stands beside is added to the lines."""
        title = [line(part, BOLD) for part in wrap(board.title, self.width)] if board.title else []
        whole = len(board.spots) == len(self.show.boards[n].spots)
        title += [] if whole else [line(self.decision.cut, DIM)]
        return title + [one.copy() for one in self.drawn(n, board, tall).lines]

    def drawn(self, n: int, board: Diagram, tall: bool = False) -> DrawnBoard:
        """One board, drawn once."""
        key = (n, id(board), tall and board.grid == "hex")  # others are drawn in one way
        if key not in self.made:
            drawn = draw_board(self.pen, board, self.marked(n, board), self.width, tall=tall)
            self.made[key] = (board, drawn)
        return self.made[key][1]

    def marked(self, n: int, board: Diagram) -> dict[At, str]:
        """The marks on the spots that are left of a board."""
        there = {spot.at for spot in board.spots}
        return {at: text for at, text in marks_on(self.decision.marks, n).items() if at in there}

    def under(self, plan: _Plan) -> list[StyledLine]:
        """The choices that stand on no board, and what else there is."""
        there = {n: {spot.at for spot in board.spots} for n, board in plan.boards.items()}
        said = [text for (n, at), text in self.decision.names.items() if at not in there.get(n, ())]
        said += self.decision.choices
        if len(said) > plan.choices:
            said = [*said[: plan.choices - 1], self.decision.more]
        lines = columns(said, self.width)
        return lines + [line(text, DIM) for text in self.others(plan)]

    def others(self, plan: _Plan) -> list[str]:
        """Lines that name the keys of what is not shown, `plan.keys` at most: titles are shortened first, then left
        out."""
        titles = [text for n, text in self.decision.keys.items() if n not in plan.panels]
        titles += [text for n, text in self.decision.board_keys.items() if n not in plan.boards]
        always = [text.replace(" ", GLUE) for text in self.decision.always]
        found: list[str] = []
        for words in (99, 2, 1):
            short = abbreviated(titles, words)
            found = wrap(" ".join(f"{text}{GLUE}" for text in (*short, *always)), self.width)
            if len(found) <= plan.keys:
                break
        while len(found) > plan.keys and short:
            short.pop()
            found = wrap(" ".join(f"{text}{GLUE}" for text in (*short, *always)), self.width)
        return found if any(found) else []

    # -- when even the least does not fit ------------------------------------------------------------------------

    def cropped(self, plan: _Plan) -> list[StyledLine]:
        """The least, without the rows of boards that are farthest from any choice; cut in the end."""
        lines = self.lines(plan)
        while not self.fits(lines):
            # A board that is too wide comes before the tallest one.
            order = sorted(
                plan.boards,
                key=lambda n: (not self.wider(n, plan), -len(self.block(n, plan.boards[n], False))),
            )
            found = ((n, self.without_edge(n, plan.boards[n])) for n in order)
            n, less = next(((n, less) for n, less in found if less is not None), (-1, None))
            if less is None:
                break
            plan = attrs.evolve(plan, boards={**plan.boards, n: less})
            lines = self.lines(plan)
        if self.fits(lines):
            return lines
        above, under = self.above(plan), self.under(plan)
        body = [one for one in self.body(plan) if one.width]
        room = self.height - 1
        under = under[: max(1, min(len(under), room // 2))] if len(under) > room // 2 else under
        above = above[: max(1, room - len(under))]
        return [*above, *body[: self.height - len(above) - len(under)], *under]

    def fits(self, lines: Sequence[StyledLine]) -> bool:
        return len(lines) <= self.height and widest(lines) <= self.width

    def wider(self, n: int, plan: _Plan) -> bool:
        """True if a board does not fit the width; only hexes are never broken into strips."""
        return widest(self.block(n, plan.boards[n], plan.tall)) > self.width

    def without_edge(self, n: int, board: Diagram) -> Diagram | None:
        """The board without the row at one of its ends that is farthest from any choice; None if it is too small.

        Rows with choices go last: the choices are listed below then. Columns go while the board is in strips.
        """
        spots = [spot for spot in board.spots if not spot.blank or (n, spot.at) in self.decision.marks]
        too_wide = board.grid == "hex" and widest(self.block(n, board, False)) > self.width
        across = too_wide or board.in_line or self.in_strips(n, board)

        def place(at: At) -> int:
            if not across:
                return at[1]
            return 2 * at[0] + at[1] if board.grid == "hex" else at[0]

        places = sorted({place(spot.at) for spot in spots})
        if len(places) < 2:
            return None
        marked = [place(at) for at in self.marked(n, board)]
        low = min(marked, default=places[len(places) // 2]) - places[0]
        high = places[-1] - max(marked, default=places[len(places) // 2])
        if low <= 0 and high <= 0:
            end = min(places[0], places[-1], key=marked.count)
        else:
            end = places[0] if low >= high else places[-1]
        return attrs.evolve(board, spots=[spot for spot in spots if place(spot.at) != end])

    def in_strips(self, n: int, board: Diagram) -> bool:
        """True if the columns of a board do not fit side by side."""
        if board.grid == "hex":
            return False
        rows: dict[int, int] = {}
        boxes = self.drawn(n, board).boxes
        return any(rows.setdefault(y, box.row) != box.row for (_, y), box in boxes.items())


def columns(items: Sequence[str], width: int) -> list[StyledLine]:
    """Short texts in as many columns as fit, row by row."""
    if not items:
        return []
    items = [cut(printable(item).replace(GLUE, " "), width, " ...") for item in items]
    wide = max(map(cell_len, items)) + 2
    across = max(1, (width + 2) // wide)
    lines = []
    for n in range(0, len(items), across):
        made = line()
        for place, item in enumerate(items[n : n + across]):
            made.to(place * wide).add(item)
        lines.append(made)
    return lines


def abbreviated(titles: Sequence[str], words: int) -> list[str]:
    """Each title after its key, in so many words: the first ones, or the last if others begin alike.

    >>> abbreviated(["w What is offered", "a What they score", "t Territory of anna", "e Territory of bo"], 1)
    ['w\\xa0offered', 'a\\xa0score', 't\\xa0anna', 'e\\xa0bo']
    """
    split = [text.replace(",", "").split() if words < 99 else text.split() for text in titles]
    begin = Counter(tuple(one[1 : 1 + words]) for one in split)
    found = []
    for key, *title in split:
        kept = title[:words]
        if len(title) > words and begin[tuple(kept)] > 1:
            kept = [*title[: words - 1], title[-1]]
        found.append(GLUE.join([key, *kept]))
    return found
