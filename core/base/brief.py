"""Messages of a length that people read: long words and lines are cut off, and many mistakes counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

LONG_WORD, LONG_LINE = 300, 4_000
"""Letters of a word and of a line that a message repeats; longer ones are cut off."""
COMPARED = 100
"""Letters of a word that are compared with known ones."""
NAMED = 20
"""Mistakes that a message names; it counts the others."""


def brief(text: str) -> str:
    """The text with words and lines that nobody reads cut off."""
    if len(text) <= LONG_WORD:
        return text
    lines = (re.sub(rf"(\S{{{LONG_WORD}}})\S+", r"\1...", line) for line in text.split("\n"))
    return "\n".join(line if len(line) <= LONG_LINE else f"{line[:LONG_LINE]}..." for line in lines)


PART = 3
"""Letters that a part of a word needs to stand for the whole."""


def closest(word: str, known: Iterable[str], least: float = 0.6) -> str:
    """The known word that is most like this one, or the only one that contains it; "" if none is.

    Capitals make no difference. Of a long word only the beginning is compared: a whole one takes thirty times its size
    in memory.
    """
    import difflib

    names, wanted = {name.casefold(): name for name in known}, word[:COMPARED].casefold()
    near = difflib.get_close_matches(wanted, names, 1, least)
    near = near or [name for name in names if len(word) >= PART and word.casefold() in name]
    return names[near[0]] if len(near) == 1 else ""


def some(lines: Sequence[object], more: int = 0) -> list[str]:
    """The lines that are named, and one that counts the others, and `more` that are not among them."""
    left = max(0, len(lines) - NAMED) + more
    return [*map(str, lines[:NAMED]), *([f"... and {left:,} more"] if left else [])]
