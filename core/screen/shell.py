"""One screen as a program of its own: it opens, gives an answer, and leaves the terminal as it was."""

from __future__ import annotations

import os
from importlib.resources import files
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widgets import Input

T = TypeVar("T")


class KeyScreen(Screen[T]):
    """A screen that answers each key itself."""

    AUTO_FOCUS = ""

    def on_key(self, event: events.Key) -> None:
        """Answer a key; a screen that the key before has closed answers none."""
        event.stop()
        event.prevent_default()
        if self.is_active:
            self.action_press(event.character if event.is_printable and event.character else event.key)

    def action_press(self, key: str) -> None:
        """Do what this key does: a character, or the name of a key that has none."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """Draw again for the new size."""
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw everything."""
        raise NotImplementedError


def ground() -> str:
    """The colours that go with the terminal's ground, as far as it says what that is."""
    light = os.environ.get("COLORFGBG", "").endswith((";7", ";15"))
    return "ansi-light" if light else "ansi-dark"


class KeyApp(App[T], Generic[T]):
    """A program in the colours of the terminal. Ctrl-C clears a line that has been begun; without one, it stops."""

    CSS = (files("tilewright.data") / "core" / "screen.tcss").read_text("utf-8")
    ENABLE_COMMAND_PALETTE = False
    TITLE = "tilewright"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "clear", priority=True, show=False),
        Binding("ctrl+d", "stop", priority=True, show=False),
        Binding("ctrl+q", "stop", priority=True, show=False),
    ]

    theme: Reactive[str] = Reactive(ground)
    """Known before anything is laid out: with another one, all styles would be read a second time."""

    def __init__(self) -> None:
        super().__init__(ansi_color=True)

    def on_mount(self) -> None:
        """Open the first screen."""
        self.open()

    def open(self) -> None:
        """Open the first screen."""
        raise NotImplementedError

    def action_clear(self) -> None:
        """Clear a line that has been begun; without one, close the screen at once."""
        if isinstance(self.focused, Input) and self.focused.value:
            self.focused.clear()
        else:
            self.action_stop()

    def action_stop(self) -> None:
        """Close the screen at once."""
        raise NotImplementedError


class Shell(KeyApp[T]):
    """Shows one screen until it is dismissed; its answer is the program's. Ctrl-C and Ctrl-D leave without one."""

    def __init__(self, first: Screen[T]) -> None:
        super().__init__()
        self.first = first
        self.stopped = False
        self.error: BaseException | None = None

    def open(self) -> None:
        """Open the screen."""
        self.push_screen(self.first, self.exit)

    def action_stop(self) -> None:
        """Close the screen at once."""
        self.stopped = True
        self.exit(None)

    def _handle_exception(self, error: Exception) -> None:
        """Close the screen; `ask` raises the error once the terminal is as it was."""
        self.error = error
        self.exit(None)


def ask(screen: Screen[T]) -> T | None:
    """Show the screen until it is dismissed, and return its answer. KeyboardInterrupt if the person stopped it."""
    shell = Shell(screen)
    answer = shell.run()
    if shell.error is not None:
        raise shell.error
    if shell.stopped:
        raise KeyboardInterrupt
    return answer
