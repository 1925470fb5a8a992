"""Errors that a user can fix, each with the exit code of the command line.

Mistakes in programs are ordinary Python exceptions.
"""

from __future__ import annotations

from typing import Any

import attrs

from .brief import brief, some


class TilewrightError(Exception):
    """An error that a user can fix. Its text says what was expected and what to do next."""

    exit_code = 1

    def __init__(self, text: object = "") -> None:
        super().__init__(brief(str(text)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Hand the error over with its text and fields, whatever its class is made from: workers' errors come so."""
        return _again, (type(self), self.args), vars(self) or None


def _again(kind: type[TilewrightError], args: tuple[object, ...]) -> TilewrightError:
    error = kind.__new__(kind)
    error.args = args
    return error


class UsageError(TilewrightError):
    """A name, number or file given on the command line or to the API is wrong."""

    exit_code = 2


def install(extra: str) -> str:
    """Return how the libraries of an extra are installed: with the package, or from a copy of its repository.

    Each command is on a line of its own, which begins a new one: no window breaks it in two.
    """
    return f'\n  pip install "tilewright[{extra}]"\nor in a clone:\n  pip install ".[{extra}]"'


@attrs.frozen(order=True)
class Problem:
    """One thing wrong in a file, printed as `file:line:column: where: message`."""

    file: str
    line: int
    column: int
    where: str
    message: str
    path: tuple[str | int, ...] = attrs.field(default=(), eq=False, order=False, repr=False)
    """The place in its document: keys as typed, list items by number from 0."""
    row: int | None = attrs.field(default=None, eq=False, order=False, repr=False)
    """The row of a block of text, from 0; None if it is about the whole value."""
    letter: int = attrs.field(default=0, eq=False, order=False, repr=False)
    right: str | None = attrs.field(default=None, eq=False, order=False, repr=False)
    """The one value that would be right there, if the check knows it."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return brief(f"{place}: {self.where}: {self.message}" if self.where else f"{place}: {self.message}")


class InvalidFile(TilewrightError):
    """A data, config, scene, record or plugin file is invalid; `problems` names every place."""

    exit_code = 3

    def __init__(self, problems: list[Problem], more: int = 0) -> None:
        """Take the problems, and the number of those that are not kept."""
        self.problems = sorted(problems)
        self.said = some(self.problems, more)
        super().__init__("\n".join(self.said))


class PluginError(TilewrightError):
    """A plugged-in ruleset, module or bot cannot be used; the text names the plugin."""

    exit_code = 3


class Diverged(TilewrightError):
    """A replay differs from its record."""

    exit_code = 4


class Incompatible(TilewrightError):
    """A record has another format version, or needs rules that are not installed."""

    exit_code = 5


class Uncompared(TilewrightError):
    """A record fits as far as it can be compared with what is installed, but not all of it can be."""

    exit_code = 7


class Unreadable(TilewrightError):
    """A typed move cannot be read. `expected` lists what may follow the part that was read."""

    exit_code = 4

    def __init__(self, said: object, expected: tuple[str, ...] = (), english: str = "") -> None:
        self.said = said
        """An `Unclear`, which can be said in any language; or English, from a reader that has no messages."""
        self.expected = expected
        super().__init__(english or str(said))
