"""The one place where text leaves the command line.

What we print goes through `say` and `note`: each text is one line, and whatever in it is not printable is shown as an
escape; only `Styled` text may have escape sequences. Strangers (plugins, bots and their processes) have sys.stdout
and sys.stderr: both lead to stderr as soon as a command runs, without escape sequences, so that stdout holds nothing
but results.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import attrs

from ...base.sanitize import harmless, printable


class Styled(str):
    """Text that is printed as it is, with its colours and line feeds: all that is foreign in it is printable."""

    __slots__ = ()


@attrs.define(eq=False, repr=False)
class Streams:
    """The streams that the process was started with, as far as it still has them."""

    out: TextIO
    err: TextIO
    stdout: TextIO
    """The stream that was sys.stdout: input() needs it."""
    apart: bool = False
    """True once descriptor 1 leads to stderr, and `out` to where it led before."""


_now: Streams | None = None


def out() -> TextIO:
    """Return the stream of results."""
    return _now.out if _now is not None else sys.stdout


def err() -> TextIO:
    """Return the stream of prompts, progress, notes and errors."""
    return _now.err if _now is not None else sys.stderr


def line(text: str) -> str:
    """Return the text as it is printed: on one line, if it is not styled."""
    return text if isinstance(text, Styled) else printable(text)


def joined(*parts: str) -> Styled:
    """Return the parts as one text; those that are not styled stay on one line."""
    return Styled("".join(map(line, parts)))


def lines(text: str) -> list[str]:
    """Return the lines of a text that may hold foreign ones, indented so that these cannot pass for lines of ours."""
    first, *others = text.split("\n")
    return [first, *(other if other.startswith("  ") else f"    {other}" for other in others)]


def say(text: str = "", end: str = "\n") -> None:
    """Print a line on stdout."""
    with _writing():
        out().write(line(text) + end)


def note(text: str = "", end: str = "\n") -> None:
    """Print a line on stderr, after everything printed on stdout so far."""
    flush()
    err().write(line(text) + end)
    err().flush()


class Unwritten(BrokenPipeError):
    """Raised when stdout cannot be written, on a full disk for example; from then on it leads nowhere."""


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        discard()
        raise Unwritten(error.errno, error.strerror) from error


def flush() -> None:
    """Write what has been printed on stdout so far."""
    with _writing():
        out().flush()


STDOUT = frozenset(("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"))
"""Names of stdout, which has another descriptor while a command runs."""


def put(path: Path, content: str | bytes, *, private: bool = False, fresh: bool = False) -> None:
    """Write to the file that a person has named, as `files.put`, and say so; or to stdout."""
    from ...base import files

    if str(path) not in STDOUT:
        files.put(path, content, private=private, fresh=fresh)
        note(f"written: {path}")
        return
    if isinstance(content, str):  # markup can name the letters that stdout lacks, and other files are UTF-8
        letters = (out().encoding if content.startswith("<") else None) or "utf-8"
        content = f"{content.rstrip()}\n".encode(letters, "xmlcharrefreplace")
    flush()
    with _writing():
        out().buffer.write(content)
        out().buffer.flush()


def size() -> tuple[int, int]:
    """Return the columns and lines of the terminal of results, 80 and 24 if it is none."""
    columns, lines = 80, 24
    with suppress(OSError, ValueError):
        columns, lines = os.get_terminal_size(out().fileno())
    with suppress(ValueError):
        columns = int(os.environ.get("COLUMNS", 0)) or columns
        lines = int(os.environ.get("LINES", 0)) or lines
    return columns or 80, lines or 24


# -- strangers -----------------------------------------------------------------------------------------------------


@contextmanager
def kept(forever: bool) -> Iterator[None]:
    """Keep the streams for us until the end; sys.stdout and sys.stderr let no escape sequences through.

    With `forever`, descriptor 1 is not given back once a command has run, since the process ends: output of
    third-party code at that point is not a result either.
    """
    global _now
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed before the start: `>&-`
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    before, stdout, stderr = _now, sys.stdout, sys.stderr
    for stream in (stdout, stderr):
        # A letter that cannot be printed must not stop us.
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    _now = Streams(stdout, stderr, stdout)
    sys.stdout, sys.stderr = harmless(stdout), harmless(stderr)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            _now.out.flush()
        if not (_now.apart and forever):
            if _now.apart:
                os.dup2(_now.out.fileno(), 1)
                _now.out.close()
            _now, sys.stdout, sys.stderr = before, stdout, stderr


def part() -> None:
    """From now on, whatever strangers print goes to stderr, from this process or from one that it starts."""
    if _now is None:
        return
    _now.stdout.flush()
    sys.stdout = harmless(_now.err)
    with suppress(OSError, ValueError):  # streams in tests and notebooks have no descriptors
        theirs = _now.err.fileno()
        if not _now.apart and _now.stdout.fileno() == 1:
            _now.out = _reopened(os.dup(1), _now.stdout)
            os.dup2(theirs, 1)
            _now.apart = True


def _reopened(descriptor: int, like: TextIO) -> TextIO:
    made = open(descriptor, "w", encoding=like.encoding, errors=like.errors)  # noqa: SIM115
    made.reconfigure(
        line_buffering=getattr(like, "line_buffering", False),
        write_through=getattr(like, "write_through", False),
    )
    return made


def discard() -> None:
    """Discard further output, also while Python shuts down: the reader of our stdout has gone."""
    with suppress(OSError, ValueError):
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, out().fileno())


@contextmanager
def typing() -> Iterator[None]:
    """Lend sys.stdout and sys.stderr to input(), which edits lines only on the streams of the process's start."""
    if _now is None:
        yield
        return
    theirs = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _now.stdout, _now.err
    try:
        yield
    finally:
        sys.stdout, sys.stderr = theirs
