"""What the record holds of people who leave, in lines of their own, which a replay carries out as it does decisions.

`{"n", "seat", "bot"}`: after n decisions this bot takes over the seat, "" gives it back to its person; `by` are the
seats that wanted it, none if it was the host. `{"n", "resigned": seat}`: this seat gives the match up; `bot` plays on
for it, or the match ends with the result that follows. `{"n", "given_up": "idle", "days"}`: nobody has played for so
many days, and the match ends without a result. `at` is the time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..base.sanitize import printable

KEYS = frozenset({"bot", "resigned", "given_up"})
"""Each of these lines has one of these keys, and no other line has any."""
SHAPES: tuple[tuple[dict[str, type], dict[str, type]], ...] = (
    ({"n": int, "resigned": int}, {"bot": str, "at": str}),
    ({"n": int, "seat": int, "bot": str}, {"by": list, "at": str}),
    ({"n": int, "given_up": str, "days": int}, {"at": str}),
)
"""For each kind of line the keys that it has, and those that it may have."""
BOT = 1_000
"""Letters of a bot's text."""
LONGEST = 36_500
"""Days without a decision."""
_TIME = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ")


def flaw(content: Mapping[str, Any], key: str, seats: int) -> str:
    """Return what is wrong with the value of this key, which has the right type; "" if nothing is."""
    value = content[key]
    if key == "resigned" and not 0 <= value < seats:
        return f"there is no seat {value}; the seats are 0 to {seats - 1}"
    if key == "by" and not all(type(one) is int and 0 <= one < seats for one in value):
        return f"expected seats from 0 to {seats - 1}"
    if key == "by" and len(set(value)) < len(value):
        return "a seat is named twice"
    if key == "bot" and (
        len(value) > BOT or printable(value) != value or ("resigned" in content and not value)
    ):
        return f"expected the text of a bot, with at most {BOT:,} letters"
    if key == "given_up" and value != "idle":
        return "expected idle"
    if key == "days" and not 1 <= value <= LONGEST:
        return f"expected 1 to {LONGEST:,} days"
    if key == "at" and not _TIME.fullmatch(value):
        return "expected a time such as 2026-11-30T18:00:00Z"
    return ""
