"""The terminal: its abilities, text output, line input, progress bars."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs

from ...base.errors import UsageError
from ...base.sanitize import printable
from ...draw.cells import cell_len, ljust, wrapped
from . import output
from .output import Styled

if TYPE_CHECKING:
    from ...draw.model import Show, Where

CLEAR = Styled("\x1b[2J\x1b[3J\x1b[H")
"""Clears screen and scrollback and puts the cursor at the top."""
GLUE = "\xa0"
"""A blank at which no line is broken; it is printed as a plain one."""
WAIT, PLAIN_WAIT = 0.3, 2.0
"""Seconds after which the thinking of a bot is announced."""
PAUSE, LONGEST = 30.0, 300.0
"""Seconds between two lines of progress where stderr is not a terminal: at least, and at most if work goes on."""
STYLES = {"bold": "1", "dim": "2", "good": "32", "fair": "33", "bad": "31"}


@attrs.define(eq=False, repr=False)
class Terminal:
    """Results on stdout, prompts and notes on stderr, moves from stdin."""

    plain: bool
    colour: bool
    asks: bool
    """A person is typing: stdin and stderr are terminals."""
    width: int
    height: int = 0
    """Lines of the terminal; 0 if it has no end."""
    line: int = 0
    """Lines read from stdin so far."""
    candidates: Callable[[], Sequence[str]] = list
    """Returns the texts that the Tab key completes to."""
    edits: bool = attrs.field(init=False, default=False)
    _fitting: list[str] = attrs.field(init=False, factory=list)

    @classmethod
    def here(cls, plain: bool) -> Terminal:
        """Return the terminal as it is now; each command asks again."""
        with suppress(AttributeError, ValueError, OSError):  # odd bytes must not stop a game
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        dumb = os.environ.get("TERM") == "dumb"
        asked = os.environ.get("TILEWRIGHT_PLAIN", "").lower() not in ("", "0", "false", "no")
        plain = plain or asked or dumb or not _terminal(output.out())
        colour = not plain and not os.environ.get("NO_COLOR")
        asks = _terminal(sys.stdin) and _terminal(output.err())
        made = cls(plain, colour, asks, 80)
        made.measure()
        made.edits = asks and _terminal(output.out())
        if made.edits:
            made._edit()
        return made

    def measure(self) -> None:
        """Read the size of the window anew: it may have changed."""
        if _terminal(output.out()):
            columns, lines = output.size()
            self.width, self.height = max(40, columns), max(10, lines)

    @property
    def depth(self) -> str | None:
        """The terminal's colour system, as rich calls it; None for plain text."""
        if not self.colour:
            return None
        from rich.console import Console

        return Console(file=output.out()).color_system

    # -- out ---------------------------------------------------------------------------------------------------

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line on stdout (several, if it is styled)."""
        output.say(self.styled(text, style))

    def styled(self, text: str, style: str) -> str:
        """Return the text in this style, if the terminal has colours."""
        if not (style and self.colour and text):
            return text
        return Styled(f"\x1b[{STYLES[style]}m{output.line(text)}\x1b[0m")

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> None:
        """Print a paragraph with `first` before its first line and `rest` (or as many blanks) before the others."""
        after = " " * cell_len(first) if rest is None else rest
        output.say(self.fill(text, first, after))

    def drawn(self, show: Show, marks: Mapping[Where, str] | None = None, *, notes: bool = False) -> None:
        """Draw on stdout, with these marks on spots of boards, and below it with what letters and grounds mean."""
        from ...draw.text import draw_text

        text = draw_text(show, width=self.width, colour=self.depth, marks=marks or {}, notes=notes)
        self.say(Styled(text.strip("\n")))

    def fill(self, text: str, first: str = "", rest: str = "") -> Styled:
        """Return the text broken at the terminal's width; words joined by GLUE stay on one line."""
        shown = output.line(" ".join(text.splitlines()) if "\n" in text else text)
        broken = wrapped(shown, min(self.width, 110), output.line(first), output.line(rest))
        return Styled("\n".join(broken).replace(GLUE, " "))

    def columns(self, items: Sequence[str], indent: str = "  ") -> Styled:
        """Return short texts in as many columns as fit."""
        if not items:
            return Styled()
        items = [*map(output.line, items)]
        wide = max(map(cell_len, items)) + 2
        across = max(1, (min(self.width, 110) - len(indent)) // wide)
        rows = [items[n : n + across] for n in range(0, len(items), across)]
        lines = [indent + "".join(ljust(item, wide) for item in row).rstrip() for row in rows]
        return Styled("\n".join(lines))

    def note(self, text: str = "", style: str = "") -> None:
        """Print a line on stderr, after everything printed on stdout so far."""
        output.note(self.styled(text, style) if _terminal(output.err()) else text)

    def advise(self, text: str, style: str = "") -> None:
        """Print a note for a person: as `note`, but long lines are broken at the terminal's width."""
        for line in output.lines(text):
            self.note(self.fill(line, "", "  ") if len(line) > self.width else line, style)

    def place(self, text: str, path: object, *, note: bool = False) -> None:
        """Print where something is, on stdout or as a note. The path has a line of its own, so nothing breaks it."""
        for line in (*str(self.fill(text)).split("\n"), f"  {path}"):
            self.note(line) if note else self.say(line)

    def clear(self) -> None:
        """Clear the screen and the history of typed lines; in plain mode, scroll it away as well."""
        if self.edits and (editor := _editor()):
            editor.clear_history()
        if self.plain:
            self.say(Styled("\n" * shutil.get_terminal_size((80, 24)).lines))
        if not self.plain or (_terminal(output.out()) and os.environ.get("TERM") != "dumb"):
            output.say(CLEAR, end="")
            output.flush()

    def retract(self) -> None:
        """Take the line away that was typed last, where the terminal can: what follows stands in its place."""
        if self.edits and not self.plain:
            output.note(Styled("\x1b[1A\x1b[2K"), end="")

    @contextmanager
    def meanwhile(self, text: str) -> Iterator[None]:
        """Show a person the text if what is done meanwhile takes long; it is gone afterwards, except in plain mode."""
        if not self.asks:
            yield
            return
        over = self.plain or not _terminal(output.err())
        shown: list[str] = []
        lock = threading.Lock()

        def show() -> None:
            with lock:
                if not done:
                    shown.append(text)
                    output.note(text, end="\n" if over else "")

        done: list[bool] = []
        timer = threading.Timer(PLAIN_WAIT if over else WAIT, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with lock:
                done.append(True)
            if shown and not over:
                output.note(Styled("\r\x1b[K"), end="")

    # -- in ----------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """Return the next line typed, without its line feed; EOFError if there is none.

        Ctrl-C clears a line that has been begun; KeyboardInterrupt if it is empty.
        """
        output.flush()
        while self.edits:
            try:
                with output.typing():
                    return input(output.line(prompt))
            except KeyboardInterrupt:
                if (editor := _editor()) is None or not editor.get_line_buffer():
                    raise
                output.note()
        output.note(prompt, end="")
        text = sys.stdin.readline() if sys.stdin is not None else ""
        if not text.strip("\x1a"):  # which ends a text under DOS
            output.note()
            raise EOFError
        self.line += 1
        if 3 * text.count("\0") > len(text):  # every other byte of what was written in Latin letters
            raise UsageError(f"line {self.line} of the input was saved as UTF-16; save it as UTF-8")
        if not self.asks:
            # Echo the line, so that the output reads as if it had been typed.
            output.note(text.rstrip("\r\n"))
        return text.lstrip("\ufeff").rstrip("\r\n")

    def forget(self) -> None:
        """Forget what was typed at a terminal and not read yet: it cannot answer what has not been asked."""
        if sys.platform != "win32" and _terminal(sys.stdin):
            import termios

            with suppress(termios.error):
                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def _edit(self) -> None:
        """Switch on line editing, history and the Tab key if the platform has them."""
        editor = _editor()
        if editor is None:
            return
        editor.set_completer_delims("")
        editor.set_completer(self._complete)
        libedit = "libedit" in (editor.__doc__ or "") or getattr(editor, "backend", "") == "editline"
        editor.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def _complete(self, text: str, state: int) -> str | None:
        if state == 0:
            begun = text.casefold()
            self._fitting = [
                one for one in self.candidates() if one.casefold().startswith(begun) and one == printable(one)
            ]
        return self._fitting[state] if state < len(self._fitting) else None


def _editor() -> Any:
    """The module readline, which edits lines and keeps their history; None on systems without it."""
    try:
        return import_module("readline")
    except ImportError:
        return None


def _terminal(stream: object) -> bool:
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


class Advance:
    """Called with the amount of work that was done since."""

    def __init__(self, what: str, total: int | None, wait: float) -> None:
        self._what, self._total, self._wait = what, total, wait
        self._began = time.monotonic()
        self._done = 0
        self._said, self._at = 0, self._began
        self._bar: Any = None

    def __call__(self, count: int = 1) -> None:
        self._done += count
        if not _terminal(output.err()) or os.environ.get("TERM") == "dumb":
            self._plainly()
            return
        if self._bar is None and time.monotonic() - self._began >= self._wait:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
            )
            # What strangers print meanwhile must not be shown by the bar, which reads escape sequences in it.
            console = Console(file=output.err())
            self._bar = Progress(
                *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._bar.start()
            self._bar.add_task(self._what, total=self._total)
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self._done)

    def reach(self, share: float) -> None:
        """So large a share of the whole is done."""
        self(int((self._total or 0) * share) - self._done)

    def _plainly(self) -> None:
        """Print a line if half a minute has gone by, and a tenth of the work has been done since, or a while."""
        now = time.monotonic()
        waited, done = now - self._at, self._done - self._said
        if waited < PAUSE or (self._total and 10 * done < self._total and waited < LONGEST):
            return
        self._said, self._at = self._done, now
        of = f" of {self._total}" if self._total else ""
        minutes, seconds = divmod(round(now - self._began), 60)
        with suppress(OSError, ValueError):
            output.note(f"{self._what}: {self._done}{of} after {minutes} min {seconds} s")

    def note(self, text: str) -> None:
        """Print a line on stderr above the bar."""
        if self._bar is not None:
            self._bar.stop()
        output.note(text)
        if self._bar is not None:
            self._bar.start()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def progress(what: str, total: int | None, wait: float = 1) -> Iterator[Advance]:
    """Give a function to call with the amount of work done; a progress bar appears on stderr after `wait` seconds,
    or a line now and then if stderr is not a terminal."""
    advance = Advance(what, total, wait)
    try:
        yield advance
    finally:
        advance.stop()
