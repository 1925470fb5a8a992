"""Relative time in words: how long ago something was."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .face_texts import Texts

MINUTE, HOUR, DAY = 60, 3600, 86_400


def age(then: float, now: float, say: Texts) -> str:
    """Return how long ago that was in words; after a week, the date."""
    passed = now - then
    if passed >= 7 * DAY or passed < -MINUTE:
        return date(then)
    for name, length in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if passed >= length:
            return say(f"age.{name}", n=int(passed // length))
    return say("age.now")


def date(then: float) -> str:
    """Return the local date as 2026-11-22; a question mark if the file's time is not a possible date."""
    try:
        return time.strftime("%Y-%m-%d", time.localtime(then))
    except (OverflowError, ValueError, OSError):
        return "?"
