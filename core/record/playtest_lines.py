"""What the record of a playtest holds besides the match, in lines of their own, which a replay ignores.

`{"n", "took"}` is how many seconds a person's decision took, `{"n", "seat", "refused"}` which rules refused a move
before that decision, and `{"seat", "question", "answer"}` what a person answered to a question of the author.
"""

from __future__ import annotations

from typing import Any

from ..base.sanitize import printable
from .changes import PLAIN

SHAPES: tuple[tuple[dict[str, type], dict[str, type]], ...] = (
    ({"n": int, "took": float}, {}),
    ({"n": int, "seat": int, "refused": list}, {}),
    ({"seat": int, "question": str, "answer": str}, {}),
)
"""For each kind of line the keys that it has, and those that it may have."""
LONGEST = 1_000_000.0
"""Seconds of a decision; one that took longer is said to have taken these."""
ANSWER = 1_000
"""Letters of an answer."""
RULES = 20
"""Rules that refuse one move."""
REFUSALS = 100
"""Refusals that a record takes between two decisions."""
ANSWERS = 500
"""Answers that a record takes, those included that others take the place of."""


def flaw(key: str, value: Any) -> str:
    """Return what is wrong with the value of this key, which has the right type; "" if nothing is."""
    if key == "took" and not 0 <= value <= LONGEST:
        return f"expected seconds from 0 to {LONGEST:,.0f}"
    if key == "refused" and (
        len(value) > RULES or not all(type(one) is str and PLAIN.fullmatch(one) for one in value)
    ):
        return f"expected at most {RULES} ids of rules"
    if key == "question" and not PLAIN.fullmatch(value):
        return "expected the id of a question"
    if key == "answer" and len(value) > ANSWER:
        return f"expected at most {ANSWER:,} letters"
    if key == "answer" and printable(value, "\n") != value:
        return "expected text without control characters"
    return ""


def answered(text: str) -> str:
    """Return an answer as a record takes it: what is not printable in it is left out, and what is too long cut off."""
    text = text.replace("\r\n", "\n").replace("\t", " ").strip()
    if printable(text, "\n") != text:
        text = "".join(one for one in text if printable(one, "\n") == one)
    while printable(cut := text[:ANSWER].strip(), "\n") != cut:  # a joiner lost what it joined
        text = cut[:-1]
    return cut
