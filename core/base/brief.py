"""Messages of a length that people read: long words and lines are cut off, and many mistakes counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

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


def some(lines: Sequence[T]) -> tuple[Sequence[T], str]:
    """The lines that are named, and a line that counts the others; "" if there are none."""
    left = len(lines) - NAMED
    return lines[:NAMED], f"... and {left:,} more" if left > 0 else ""
