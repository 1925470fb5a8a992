"""A list in a frame from which one entry is chosen, with what it means below: the menu, the saved games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.strip import Strip

from ..draw.cells import cell_len
from ..draw.colours import Paint
from ..draw.styled_lines import BOLD, DIM, StyledLine, line, wrap
from ..table.face_texts import Texts
from . import fitted_lines
from .lines_widget import LinesWidget, framed
from .shell import KeyScreen

WIDTH = 76
"""Columns inside the frame, at most."""
STEPS: dict[str, int] = {
    "up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -(10**6), "end": 10**6, "tab": 1, "shift+tab": -1,
}  # fmt: skip


@attrs.frozen
class Item:
    """An entry of the list."""

    text: str
    value: Any
    key: str = ""
    """The letter that chooses it."""
    more: str = ""
    """What it means, in a sentence or two."""
    right: str = ""
    """Text at the right end of its line."""


@attrs.frozen
class FrameRow:
    """A line of a frame."""

    text: str
    right: str = ""
    """Text at its right end."""
    about: str = ""
    """What it means, in a sentence or two."""
    look: Paint = BOLD


class Framed(KeyScreen[Any]):
    """A frame in the middle of the window: rows, among them the one with the cursor, and keys below."""

    KEYS: ClassVar[Sequence[tuple[str, str]]] = ()

    def __init__(self, said: Texts, heading: str) -> None:
        super().__init__()
        self.said, self.heading = said, heading
        self.at = 0
        self.message = ""

    def rows(self) -> Sequence[FrameRow]:
        """Return the lines as they are now."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        """Answer a key that does not move the cursor."""
        raise NotImplementedError

    def nothing(self, key: str) -> None:
        """Say that this key does nothing here."""
        self.message = self.said("menu.key.none", key=key)

    def compose(self) -> ComposeResult:
        with Vertical(id="frame"):
            yield LinesWidget(id="list")
            yield LinesWidget(id="more")
            yield LinesWidget(id="foot")

    def on_mount(self) -> None:
        """Show the list."""
        self.draw()

    @property
    def wide(self) -> int:
        """Columns inside the frame."""
        return max(20, min(WIDTH, self.app.size.width - 4))

    # -- drawing -------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything; nothing once a key has closed it already."""
        if not self.query("#frame"):
            return
        frame = self.query_one("#frame", Vertical)
        frame.border_title = framed(self.heading)
        rows = self.rows()
        self.at = max(0, min(self.at, len(rows) - 1))
        about = rows[self.at].about if rows else ""
        more = [line(part, DIM) for part in wrap(about, self.wide)] if about else []
        more = more[:6]
        if self.message:  # an error is shown whole, since its end may say what to do
            more = [line(part, fitted_lines.ALARM) for part in wrap(self.message, self.wide)]
            more = more[: max(6, self.app.size.height - 7)]
        more = [line(), *more]
        room = self.app.size.height - 3 - len(more)
        # The frame keeps its size while the cursor moves.
        tall = max(len(more), min(5, self.app.size.height - 3 - len(rows)))
        more += [line()] * (tall - len(more))
        start = max(0, min(self.at - room // 2, len(rows) - room))
        drawn = [self.line(n, row) for n, row in enumerate(rows)]
        self.query_one("#list", LinesWidget).write(drawn[start : start + max(1, room)])
        self.query_one("#more", LinesWidget).write(more)
        self.query_one("#foot", LinesWidget).write(self.foot())

    def foot(self) -> list[Strip]:
        """The last line: keys and what they do."""
        found = [
            (press, self.said(f"menu.key.{name}"), self.said(f"menu.do.{name}")) for press, name in self.KEYS
        ]
        return fitted_lines.keys(found, self.wide)

    def line(self, n: int, row: FrameRow) -> StyledLine:
        """Row n as it is drawn, in the colours of the cursor if it is there; a dim one says that there is nothing."""
        here = n == self.at and row.look != DIM
        right = fitted_lines.cut(row.right, self.wide // 2)
        text = fitted_lines.cut(row.text, self.wide - cell_len(right) - (1 if right else 0))
        made = line(text, fitted_lines.HERE if here else row.look)
        if row.look == BOLD:  # a button is as wide as its text
            made.to(self.wide - cell_len(right), fitted_lines.HERE if here else DIM)
        return made.add(right, fitted_lines.HERE if here else DIM)

    # -- keys ----------------------------------------------------------------------------------------------------

    def action_press(self, key: str) -> None:
        """Move the cursor, or do what the key does."""
        self.message = ""
        if key in STEPS:
            self.at = max(0, min(self.at + STEPS[key], len(self.rows()) - 1))
        else:
            self.press(key)
        if self.is_current:
            self.draw()

    def on_click(self, event: events.Click) -> None:
        """Choose the line that was clicked."""
        listed = self.query_one("#list", LinesWidget)
        offset = event.get_content_offset(listed)
        if offset is None:
            return
        event.stop()
        rows = self.rows()
        shown = listed.text.split("\n")
        drawn = ["".join(text for text, _ in self.line(n, row).parts) for n, row in enumerate(rows)]
        first = drawn.index(shown[0]) if shown[0] in drawn else 0
        if offset.y + first < len(rows):
            before, self.at = self.at, offset.y + first
            self.clicked(before == self.at)
            if self.is_current:
                self.draw()

    def clicked(self, again: bool) -> None:
        """The line with the cursor was clicked, once more if `again`."""
        self.press("enter")


class Chooser(Framed):
    """A list of entries; Enter, a click or its letter chooses one, Esc none. The answer is the entry's value."""

    KEYS: ClassVar[Sequence[tuple[str, str]]] = (("enter", "choose"), ("escape", "back"))

    def __init__(self, said: Texts, title: str, items: Sequence[Item], none: str = "") -> None:
        super().__init__(said, title)
        self.items, self.none = list(items), none

    def rows(self) -> list[FrameRow]:
        """The entries, each after its letter."""
        if not self.items:
            return [FrameRow(part, look=DIM) for part in wrap(self.none, self.wide)]
        return [
            FrameRow(f"{one.key}  {one.text}" if one.key else one.text, one.right, one.more)
            for one in self.items
        ]

    def press(self, key: str) -> None:
        """Choose by Enter or a letter, or leave."""
        if key == "enter":
            if self.items:
                self.chosen(self.items[self.at].value)
        elif key in ("escape", "q", "left"):
            self.dismiss(None)
        else:
            found = [n for n, one in enumerate(self.items) if one.key == key]
            if found:
                self.at = found[0]
                self.chosen(self.items[self.at].value)
            else:
                self.nothing(key)

    def chosen(self, value: Any) -> None:
        """An entry has been chosen."""
        self.dismiss(value)
