"""Foreign text made harmless: what is not printable is shown as an escape, on terminals, in JSON, SVG and HTML.

Control characters, marks that turn the direction of writing, invisible and unassigned characters and unpaired
surrogates could drive a terminal, hide or fake a text, or make a file malformed.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
"""Characters that Unicode counts as letters and marks although they are invisible."""
BLANKS = frozenset(
    "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
"""Blanks that Python does not count as printable."""

ZWNJ = "\u200c"
JOINERS = frozenset({ZWNJ, "\u200d"})
VIRAMA = 9
"""The combining class of the sign after which a joiner says how two letters of an Indic script are joined."""
POINTS = "".join(map(chr, (*range(0x64B, 0x660), 0x670)))
"""The points above and below Arabic letters."""
NEAR = 10
"""As far from a joiner its letters are looked for."""


def printable(text: object, keep: str = "") -> str:
    r"""The text with `\x1b`, `\n`, `\u202e` in place of what is not printable, except for the characters in `keep`.

    A text that has been made printable stays as it is if it is made printable again.
    """
    return _escaped(str(text), keep, lambda letter: letter.encode("unicode_escape").decode())


def markup(text: object) -> str:
    """The text as content or attribute of SVG and HTML, where a line feed is a blank."""
    from html import escape

    return escape(printable(str(text).replace("\n", " ")))


def json_text(thing: object, indent: int | None = None, encoding: str = "utf-8") -> str:
    """The thing as JSON of the same content that is printable, and can be written in this encoding."""
    import json

    text = json.dumps(thing, ensure_ascii=False, indent=indent)
    text = _escaped(text, "\n", lambda letter: json.dumps(letter)[1:-1])
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(thing, indent=indent)
    return text


def _escaped(text: str, keep: str, written: Callable[[str], str]) -> str:
    if text.isprintable() and (text.isascii() or not INVISIBLE.search(text)):
        return text
    odd = {letter for letter in set(text) if not _seen(letter) and letter not in keep}
    joiners = odd & JOINERS
    shown = text.translate({ord(letter): written(letter) for letter in odd - joiners})
    if not joiners:
        return shown
    return "".join(
        written(one) if one in joiners and not joins(shown, n) else one for n, one in enumerate(shown)
    )


def joins(text: str, at: int) -> bool:
    """True for a joiner where Arabic and Indic scripts write it: UAX #31, 2.3.1, contexts A1, A2 and B."""
    from unicodedata import bidirectional, category, combining

    before, after = text[max(0, at - NEAR) : at], text[at + 1 : at + NEAR].lstrip(POINTS)[:1]
    if text[at] not in JOINERS or (text[at] == ZWNJ and not after.isalpha()):
        return False
    if len(before) > 1 and combining(before[-1]) == VIRAMA:
        return category(before[-2])[0] in "LM"
    sides = f"{before.rstrip(POINTS)[-1:]} {after}"
    return text[at] == ZWNJ and [bidirectional(one) for one in sides] == ["AL", "WS", "AL"]


def _seen(letter: str) -> bool:
    return letter in BLANKS or (letter.isprintable() and not INVISIBLE.match(letter))


# -- streams ------------------------------------------------------------------------------------------------------


def harmless(where: TextIO) -> TextIO:
    """Return a stream that leads there, and shows what is not printable as escapes."""
    return io.TextIOWrapper(_Strained(where), "utf-8", "backslashreplace", newline="\n", write_through=True)  # type: ignore[type-var]


class _Strained(io.RawIOBase):
    """Bytes on their way to a stream, without anything that drives a terminal."""

    def __init__(self, where: TextIO) -> None:
        self._where = where
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        with suppress(ValueError):  # closed
            self._where.write(printable(self._decoder.decode(bytes(data)), keep="\n\t"))
            self._where.flush()
        return len(data)

    def isatty(self) -> bool:
        return self._where.isatty()

    def fileno(self) -> int:
        return self._where.fileno()
