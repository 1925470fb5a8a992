"""Screens on top of the table: a page to read, a chart, a list to search in, and the curtain between two people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import attrs
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from ..base.limits import TYPED
from ..draw.cells import cell_len
from ..draw.model import Show, Where
from ..draw.placement import marks_on
from ..draw.styled_lines import BOLD, DIM, Pen, StyledLine, line, wrap
from ..draw.text import draw_board
from ..table.face_texts import Texts
from .fitted_lines import HERE, cut
from .lines_widget import LinesWidget, framed


def reading(window: Size) -> int:
    """The columns of a page to read on top of this window."""
    return max(20, window.width * 9 // 10 - 6)


class TextOverlay(ModalScreen[None]):
    """Lines to read. Any key closes them if all are visible.

    Otherwise Space and Enter read on and close the last page, arrow keys scroll, every other key closes.
    """

    SCROLLS: ClassVar[dict[str, str]] = {
        "up": "scroll_up", "down": "scroll_down", "pageup": "scroll_page_up", "pagedown": "scroll_page_down",
        "home": "scroll_home", "end": "scroll_end", "space": "scroll_page_down", "enter": "scroll_page_down",
    }  # fmt: skip

    def __init__(
        self,
        title: str,
        lines: Sequence[StyledLine],
        said: Texts,
        seen: Callable[[], int | None] = lambda: None,
    ) -> None:
        """`seen` gives the row of the terminal that stays in view if there is room beside it, or None."""
        super().__init__()
        self.heading, self.lines, self.said, self.seen = title, lines, said, seen
        self.opened = Message().time

    def compose(self) -> ComposeResult:
        with Vertical(id="frame") as frame:
            frame.border_title = framed(self.heading)
            yield LinesWidget(id="text")

    def on_mount(self) -> None:
        self.query_one("#text", LinesWidget).write(self.lines)
        self.call_after_refresh(self.fitted)

    def on_resize(self) -> None:
        self.call_after_refresh(self.fitted)

    def fitted(self) -> None:
        """Lie above or below what stays in view, and say in the frame which keys there are if there is more to read."""
        if not self.is_attached:  # closed by a key that came before it was drawn
            return
        row = self.seen()
        if row is not None:
            self.styles.align_vertical = "bottom" if row < self.size.height // 2 else "top"
        longer = self.query_one("#text", LinesWidget).max_scroll_y > 0
        self.query_one("#frame", Vertical).border_subtitle = self.said(
            f"screen.page.{'long' if longer else 'short'}"
        )

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key == "enter" and event.time < self.opened:  # nobody has seen the page yet
            return
        text = self.query_one("#text", LinesWidget)
        scroll = self.SCROLLS.get(event.key) if text.max_scroll_y > 0 else None
        read = event.key in ("space", "enter") and text.scroll_offset.y >= text.max_scroll_y
        if scroll is None or read:
            if self.is_active:  # two keys can come at once
                self.dismiss(None)
        else:
            getattr(text, scroll)(animate=False)

    def on_click(self, event: events.Click) -> None:
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss(None)


@attrs.define(eq=False, repr=False)
class LineWriter:
    """An answer as lines of a page."""

    width: int
    lines: list[StyledLine] = attrs.field(factory=list)

    def say(self, text: str = "") -> None:
        """Write a line, broken where the page ends."""
        self.wrapped(text)

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> None:
        """Write a paragraph with `first` before its first line and `rest` (or as many blanks) before the others."""
        before = " " * len(first) if rest is None else rest
        indent = " " * (len(text) - len(text.lstrip()))
        room = max(10, self.width - len(indent) - max(len(first), len(before)))
        for n, part in enumerate(wrap(text, room) or [""]):
            self.lines.append(line(indent + (before if n else first) + part))

    def drawn(self, show: Show, marks: Mapping[Where, str]) -> None:
        """Draw boards, with these marks on their spots."""
        for n, board in enumerate(show.boards):
            drawn = draw_board(Pen(show), board, marks_on(marks, n), self.width).lines
            self.lines += [line(), line(board.title, BOLD), *drawn]


class ChapterOverlay(TextOverlay):
    """Pages to walk through with the left and right arrow keys; Space and Enter read on from one to the next."""

    def __init__(
        self,
        titles: Sequence[str],
        page: Callable[[int, bool], Sequence[StyledLine]],
        said: Texts,
        search: Callable[[Callable[[int], None]], None],
    ) -> None:
        """`page` makes the lines of a page, with sources or without; `search` finds another page to go to."""
        super().__init__("", page(0, False), said)
        self.titles, self.page, self.search = titles, page, search
        self.at, self.sources = 0, False

    def fitted(self) -> None:
        """Say in the frame which page it is, and which keys there are."""
        frame = self.query_one("#frame", Vertical)
        frame.border_title = framed(f"{self.titles[self.at]}  {self.at + 1}/{len(self.titles)}")
        frame.border_subtitle = self.said("screen.rules.keys")

    def go(self, at: int) -> None:
        """Show another page from its beginning; no page before the first one or after the last."""
        self.at = max(0, min(at, len(self.titles) - 1))
        text = self.query_one("#text", LinesWidget)
        text.write(self.page(self.at, self.sources))
        text.scroll_home(animate=False)
        self.fitted()

    def on_key(self, event: events.Key) -> None:
        event.prevent_default().stop()  # otherwise the class above answers the key as well
        text = self.query_one("#text", LinesWidget)
        read = event.key in ("space", "enter") and text.scroll_offset.y >= text.max_scroll_y
        if event.key in ("left", "right") or read:
            self.go(self.at + (-1 if event.key == "left" else 1))
        elif event.key == "s":
            self.sources = not self.sources
            self.go(self.at)
        elif event.key == "slash":
            self.search(self.go)
        elif event.key in self.SCROLLS:
            getattr(text, self.SCROLLS[event.key])(animate=False)
        elif self.is_active:
            self.dismiss(None)


@attrs.frozen
class FinderEntry:
    """Something that can be searched for, and found."""

    text: str
    value: Any
    key: str = ""
    """The name of the key that does the same."""
    more: str = ""
    """All of it, shown in its place while it is chosen, and searched as well."""
    group: str = ""
    """The heading above the entries of its kind, as long as nothing is searched for."""


class Finder(ModalScreen[Any]):
    """A list that grows shorter while one types; Enter gives the value of the entry that is marked, Esc None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", priority=True),
        Binding("up", "move(-1)", priority=True),
        Binding("down", "move(1)", priority=True),
        Binding("pageup", "move(-10)", priority=True),
        Binding("pagedown", "move(10)", priority=True),
        Binding("tab", "move(1)", priority=True),
    ]

    def __init__(
        self,
        title: str,
        entries: Sequence[FinderEntry],
        said: Texts,
        search: Callable[[str], list[FinderEntry]] | None = None,
        typed: str = "",
        at: int = 0,
    ) -> None:
        super().__init__()
        self.heading, self.entries, self.said = title, entries, said
        self.search, self.typed = search or self.with_words, typed
        self.found = list(entries)
        self.at = at

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title = framed(self.heading)
            frame.border_subtitle = self.said("screen.find.keys")
            yield Input(
                self.typed,
                placeholder=self.said("screen.find.type"),
                id="find",
                compact=True,
                max_length=TYPED,
            )
            yield LinesWidget(id="found")

    def on_mount(self) -> None:
        self.query_one("#find", Input).focus()
        self.draw()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.typed = event.value.strip()
        self.found = self.search(event.value) if self.typed else list(self.entries)
        self.at = 0
        self.draw()

    def with_words(self, typed: str) -> list[FinderEntry]:
        """The entries that have every word; those that begin with what was typed come first."""
        words = typed.casefold().split()
        texts = [(f"{one.text} {one.key} {one.more}".casefold(), one) for one in self.entries]
        found = [one for text, one in texts if all(word in text for word in words)]
        return sorted(found, key=lambda one: not one.text.casefold().startswith(typed.casefold().strip()))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(self.found[self.at].value if self.found else None)

    def action_leave(self) -> None:
        """Close the list without an answer."""
        self.dismiss(None)

    def action_move(self, step: int) -> None:
        """Mark another entry."""
        self.at = max(0, min(self.at + step, len(self.found) - 1))
        self.draw()

    def draw(self) -> None:
        """Show the entries around the one that is marked."""
        sheet = self.query_one("#found", LinesWidget)
        width, rows = max(10, sheet.size.width), max(3, sheet.size.height)
        lines: list[StyledLine] = []
        start = max(0, self.at - rows // 2)
        group = ""
        for n, one in enumerate(self.found[start : start + rows], start):
            if one.group != group and not self.typed:
                group = one.group
                lines += [line()] * bool(lines) + [line(group, DIM)]
            if n == self.at and one.more:
                lines += [line(part, HERE).to(width, HERE) for part in wrap(one.more, width)]
                continue
            made = line(cut(one.text, width - cell_len(one.key) - 1), HERE if n == self.at else BOLD)
            made.to(width - cell_len(one.key))
            lines.append(made.add(one.key, DIM))
        sheet.write(lines[:rows] or [line(self.said("screen.find.none"), DIM)])

    def on_click(self, event: events.Click) -> None:
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss(None)


class Curtain(Screen[str]):
    """A screen without the table, while the keyboard changes hands. The answer is the key that was pressed."""

    def __init__(self, who: str, said: Texts, takes_back: str = "") -> None:
        super().__init__()
        self.who, self.said, self.takes_back = who, said, takes_back

    def compose(self) -> ComposeResult:
        yield LinesWidget(id="curtain")

    def on_mount(self) -> None:
        lines = [self.said("screen.curtain", who=self.who)]
        if self.takes_back:
            lines.append(self.said("screen.curtain.undo", who=self.takes_back))
        lines.append(self.said("screen.curtain.quit"))
        sheet = self.query_one("#curtain", LinesWidget)
        sheet.styles.width = max(map(cell_len, lines))
        sheet.write([line(text, BOLD if n == 0 else DIM) for n, text in enumerate(lines)])

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in ("enter", "q") or (event.key == "u" and self.takes_back):
            self.dismiss(event.key)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.dismiss("enter")
