"""A widget of finished lines: headers, panels, pages, footers. It scrolls if they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Offset, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ..base.sanitize import printable
from ..draw.styled_lines import StyledLine, style

MORE = Style(color="#000000", bgcolor="#ffd700", bold=True)
"""The signs that there is more than the window shows."""


class StyledView(ScrollView, can_focus=False):
    """A widget that scrolls and looks its style up once, not with each of its lines."""

    @cached_property
    def look(self) -> Style:
        """The style of everything that has none of its own."""
        return self.rich_style

    def notify_style_update(self) -> None:
        """Look anew at the style."""
        self.__dict__.pop("look", None)
        super().notify_style_update()


class LinesWidget(StyledView, can_focus=False):
    """Lines of text with their paint, one below the other."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._strips: list[Strip] = []

    def write(self, lines: Sequence[StyledLine | Strip]) -> None:
        """Show these lines instead of those before."""
        made = [one if isinstance(one, Strip) else strip(one) for one in lines]
        if made == self._strips:
            return
        resized = len(made) != len(self._strips)
        self._strips = made
        self.virtual_size = Size(max((one.cell_length for one in made), default=0), len(made))
        self.refresh(layout=resized)

    def replace(self, lines: Sequence[StyledLine | Strip]) -> None:
        """Show these lines instead of as many at the beginning."""
        self.write([*lines, *self._strips[len(lines) :]])

    @property
    def text(self) -> str:
        """Its text, without colours."""
        return "\n".join(one.text for one in self._strips)

    def reveal(self, row: int) -> None:
        """Scroll so that this line is visible."""
        if not self.scroll_offset.y <= row < self.scroll_offset.y + self.size.height:
            self.scroll_to(0, max(0, row - self.size.height // 2), animate=False)

    @property
    def rows(self) -> int:
        """The number of lines."""
        return len(self._strips)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One row for each line."""
        return len(self._strips)

    def render_line(self, y: int) -> Strip:
        """One line of the window."""
        left, top = self.scroll_offset
        row, width = y + top, self.size.width
        made = self._strips[row] if row < len(self._strips) else Strip.blank(0)
        made = made.crop_extend(left, left + width, None)
        return arrows(made, y, self.size, self.scroll_offset, self.virtual_size).apply_style(self.look)


def framed(text: str) -> Text:
    """The text for a frame as it is: brackets mean nothing in it, and nothing in it drives the terminal."""
    return Text(printable(text))


def clickable(text: str, look: Style, action: str) -> Segment:
    """Text that does something on its screen when it is clicked, such as `press('q')`."""
    return Segment(text, look + Style.from_meta({"@click": f"screen.{action}"}))


def strip(drawn: StyledLine) -> Strip:
    """The line as Textual draws it."""
    return Strip([Segment(text, style(paint)) for text, paint in drawn.parts], drawn.width)


def arrows(made: Strip, y: int, window: Size, offset: Offset, sheet: Size) -> Strip:
    """The line of a window with a sign at its end if the sheet goes on above, below or to a side of what is visible."""
    signs = ""
    if y == 0 and offset.y > 0:
        signs += "▲"
    if y == window.height - 1:
        signs += "◀" * (offset.x > 0) + "▶" * (offset.x + window.width < sheet.width)
        signs += "▼" * (offset.y + window.height < sheet.height)
    if not signs or window.width <= len(signs):
        return made
    kept = made.crop_extend(0, window.width - len(signs), None)
    return Strip.join([kept, Strip([Segment(signs, MORE)], len(signs))])
