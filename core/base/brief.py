"""Messages of a length that people read: long words and lines are cut off, and many mistakes counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

LONG_WORD, LONG_LINE = 300, 4_000
"""Letters of a word and of a line that a message repeats; longer ones are cut off."""
NAMED = 20
"""Mistakes that a message names; it counts the others."""


def brief(text: str) -> str:
    """The text with words and lines that nobody reads cut off."""
    if len(text) <= LONG_WORD:
        return text
    lines = (re.sub(rf"(\S{{{LONG_WORD}}})\S+", r"\1...", line) for line in text.split("\n"))
    return "\n".join(line if len(line) <= LONG_LINE else f"{line[:LONG_LINE]}..." for line in lines)


def some(lines: Sequence[object], more: int = 0) -> list[str]:
    """The lines that are named, and one that counts the others, and `more` that are not among them."""
    left = max(0, len(lines) - NAMED) + more
    return [*map(str, lines[:NAMED]), *([f"... and {left:,} more"] if left else [])]
