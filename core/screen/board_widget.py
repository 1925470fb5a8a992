"""The widget that draws the boards of a `Show`, with a cursor and lights on their spots.

    board = BoardWidget()                              # in compose()
    board.present(canvas, changed={(0, (2, 2))})       # boards that have been placed
    board.cursor = (0, (3, 4))                         # a `Where`; it scrolls into view; None for no cursor
    board.alight = {(0, (3, 4)), (0, (3, 5))}          # spots that light up together
    board.put((0, (3, 4)), spot)                       # draw `spot` there instead: a ghost; put(None) takes it away
    board.centre((0, (3, 4)))                          # scroll so that it is in the middle
    board.step(1, 0, among)                            # the nearest spot to the right of the cursor

The widget knows no match and no key. It posts `BoardWidget.Pointed` when a spot is clicked. Everything is drawn once,
by the `Canvas`; cursor, lights and scrolling only draw the lines again that they touch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from ..draw.model import Spot, Where
from .canvas import Canvas
from .lines_widget import StyledView, arrows

CURSOR = Style(color="#000000", bgcolor="#ffd700", bold=True)
CHANGED = Style(color="#000000", bgcolor="#56b4e9", bold=True)
REGION = Style(color="#000000", bgcolor="#f0e442", bold=True, underline=True)
DIMMED = Style(dim=True, strike=True)


class BoardWidget(StyledView, can_focus=False):
    """Boards that scroll, centre on a spot and grow with the window."""

    class Pointed(Message):
        """A spot was clicked; `turn` is true for the right button."""

        def __init__(self, where: Where, turn: bool) -> None:
            super().__init__()
            self.where = where
            self.turn = turn

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.canvas: Canvas | None = None
        self._cursor: Where | None = None
        self._looked_at: Where | None = None
        self._alight: frozenset[Where] = frozenset()
        self._changed: frozenset[Where] = frozenset()
        self._ghost: dict[Where, Spot] = {}
        self._refused = False

    # -- what is drawn -------------------------------------------------------------------------------------------

    def present(self, canvas: Canvas, *, changed: Collection[Where] = ()) -> None:
        """Show this canvas, with these spots marked as changed. Cursor, lights and ghost are gone afterwards."""
        self.canvas = canvas
        self._looked_at = None
        self._cursor, self._alight, self._ghost = None, frozenset(), {}
        self._changed = frozenset(changed)
        self._fitted()
        # How far the sheet can be scrolled is known only when the screen has been laid out.
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        """Scroll to the cursor, or what is looked at, if it is outside."""
        where = self._cursor or self._looked_at
        if where is not None and not self._visible(where):
            self.centre(where)

    def clear(self) -> None:
        """Draw nothing, and remember nothing."""
        self.canvas = None
        self._cursor, self._alight, self._ghost, self._changed = None, frozenset(), {}, frozenset()
        self.refresh()

    def _fitted(self) -> None:
        assert self.canvas is not None
        self.virtual_size = Size(self.canvas.across, len(self.canvas.strips))
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor visible: there is more room, or less."""
        self.call_after_refresh(self._follow)

    # -- cursor, region, ghost -----------------------------------------------------------------------------------

    @property
    def cursor(self) -> Where | None:
        """The spot in the frame."""
        return self._cursor

    @cursor.setter
    def cursor(self, where: Where | None) -> None:
        before, self._cursor = self._cursor, where
        self._again({before, where})
        self._follow()

    @property
    def alight(self) -> frozenset[Where]:
        """Spots that light up together."""
        return self._alight

    @alight.setter
    def alight(self, spots: Collection[Where]) -> None:
        before, self._alight = self._alight, frozenset(spots)
        self._again(before ^ self._alight)

    def put(self, where: Where | None, *spots: Spot, refused: bool = False) -> None:
        """Draw these spots on that board instead of what the show has, dimmed if `refused`; none takes them away."""
        ghost = {(where[0], spot.at): spot for spot in spots} if where is not None else {}
        if self.canvas is None or (ghost == self._ghost and refused == self._refused):
            return
        before = {*self._ghost}
        self._ghost, self._refused = ghost, refused
        size = self.canvas.across, len(self.canvas.strips)
        self.canvas.replace(ghost)
        if size == (self.canvas.across, len(self.canvas.strips)):
            self._again(before | {*ghost})
        else:
            self._fitted()
            self.call_after_refresh(self._follow)

    def look_at(self, where: Where) -> None:
        """Keep this spot visible until there is a cursor."""
        self._looked_at = where
        self._follow()

    def page(self, by: int) -> None:
        """Scroll down or up by almost a window; a sheet that is only too wide goes right or left."""
        across = self.max_scroll_y == 0
        rows = self.size.width if across else self.size.height
        step = by * max(1, rows - 2)
        self.scroll_relative(step if across else 0, 0 if across else step, animate=False)

    def centre(self, where: Where) -> None:
        """Scroll so that the spot is in the middle, as far as the sheet reaches."""
        box = self._box(where)
        if box is not None:
            x = box.x + box.width // 2 - self.size.width // 2
            y = box.y + box.height // 2 - self.size.height // 2
            self.scroll_to(max(0, x), max(0, y), animate=False)

    def step(self, dx: int, dy: int, among: Iterable[Where]) -> Where | None:
        """The nearest of these spots in a direction from the cursor; None if there is none.

        (-1, 0) is left, (1, 0) right, (0, -1) up and (0, 1) down, as seen on the screen.
        """
        if self.canvas is None:
            return None
        if self._cursor is None:
            return next((where for where in among if where in self.canvas.boxes), None)
        return self.canvas.towards(self._cursor, dx, dy, among)

    def nearest(self, to: Collection[Where], among: Iterable[Where]) -> Where | None:
        """The one of these spots that is closest to any of the others; None if none of them is drawn."""
        return self.canvas.nearest(to, among) if self.canvas is not None else None

    @property
    def drawn(self) -> Collection[Where]:
        """Every spot that is on the sheet."""
        return self.canvas.boxes.keys() if self.canvas is not None else ()

    @property
    def ghost_at(self) -> Where | None:
        """The place of the ghost; None if none is drawn."""
        return next(iter(self._ghost), None)

    def spot_at(self, x: int, y: int) -> Where | None:
        """The spot at a column and row of the window, as the mouse gives them."""
        if self.canvas is None:
            return None
        return self.canvas.spot_at(x + self.scroll_offset.x, y + self.scroll_offset.y)

    def row(self, where: Where | None) -> int | None:
        """The row of the terminal in which the middle of this spot is; None if it is not in view."""
        box = self._box(where) if where is not None else None
        row = box.y + box.height // 2 - self.scroll_offset.y if box is not None else -1
        return self.region.y + row if 0 <= row < self.size.height else None

    def _box(self, where: Where) -> Region | None:
        return self.canvas.boxes.get(where) if self.canvas is not None else None

    def _visible(self, where: Where) -> bool:
        box = self._box(where)
        window = Region(*self.scroll_offset, *self.size)
        return box is None or window.contains_region(box.grow((0, 1, 0, 1)).intersection(self._sheet))

    @property
    def _sheet(self) -> Region:
        return Region(0, 0, self.virtual_size.width, self.virtual_size.height)

    def _again(self, touched: Iterable[Where | None]) -> None:
        """Draw the lines of these spots once more, with those of the roads that lead out above and below."""
        for where in touched:
            box = self._box(where) if where is not None else None
            if box is not None:
                self.refresh_lines(box.y - 1, box.height + 2)

    # -- drawing -------------------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One line of the window."""
        left, top = self.scroll_offset
        row, width = y + top, self.size.width
        if self.canvas is None or row >= len(self.canvas.strips):
            return Strip.blank(width, self.look)
        made = self._lights(row, self.canvas.strips[row]).crop_extend(left, left + width, None)
        return arrows(made, y, self.size, self.scroll_offset, self.virtual_size).apply_style(self.look)

    def _lights(self, row: int, made: Strip) -> Strip:
        """The line with region, changes, ghost and cursor on it, the cursor last."""
        for box in self._on(row, self._alight):
            made = _restyled(made, box.x, box.right, REGION)
        for box in self._on(row, self._changed):
            made = _framed(made, box, row, ("(", ")"), CHANGED)
        for box in self._on(row, self._ghost if self._refused else ()):
            made = _restyled(made, box.x, box.right, DIMMED)
        for box in self._on(row, [self._cursor] if self._cursor is not None else []):
            made = _framed(made, box, row, ("[", "]"), CURSOR)
        return made

    def _on(self, row: int, spots: Iterable[Where]) -> Iterator[Region]:
        """Yield the boxes of those spots that this line crosses."""
        for where in spots:
            box = self._box(where)
            if box is not None and box.y <= row < box.bottom:
                yield box

    def on_click(self, event: events.Click) -> None:
        """Post a message with the spot that was clicked."""
        offset = event.get_content_offset(self)
        where = self.spot_at(offset.x, offset.y) if offset is not None else None
        if where is not None:
            event.stop()
            self.post_message(self.Pointed(where, turn=event.button == 3))


def _framed(made: Strip, box: Region, row: int, signs: tuple[str, str], look: Style) -> Strip:
    """The line with a sign on either side of the box."""
    made = made.crop_extend(0, max(made.cell_length, box.right + 1), None)
    parts = made.divide([max(0, box.x - 1), box.x, box.right, box.right + 1, made.cell_length])
    opening, closing = Segment(signs[0], look), Segment(signs[1], look)
    return Strip.join([parts[0], Strip([opening]), parts[2], Strip([closing]), *parts[4:]])


def _restyled(made: Strip, start: int, end: int, look: Style) -> Strip:
    """The line with this look on top between two columns. Pieces keep the colours of their players."""
    made = made.crop_extend(0, max(made.cell_length, end), None)
    before, middle, after = made.divide([start, end, made.cell_length])
    kept = [
        Segment(text, (old or Style()) + look if not (old and old.bold and old.bgcolor) else old)
        for text, old, _ in middle
    ]
    return Strip.join([before, Strip(kept, middle.cell_length), after])
