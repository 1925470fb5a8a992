"""What `questions.yaml` holds: what the author of a ruleset asks people after a playtest, by the question's id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import attrs

from .folder import QUESTIONS as QUESTIONS
from .introduction import Told
from .yaml import Path

SCALE = ("1", "2", "3", "4", "5")
"""The answers of a scale, from `low` to `high`."""
MOST = 20
"""Questions of a file, and words to choose from."""
LETTERS = 20
"""Letters of an id."""


@attrs.frozen(kw_only=True)
class AuthorQuestion:
    """One question, and what can be answered."""

    ask: Told
    kind: Literal["text", "scale", "choice"]
    """A text; a number from 1 to 5; or one of some words."""
    low: Told = attrs.field(factory=dict)
    """Of a scale: what 1 means."""
    high: Told = attrs.field(factory=dict)
    """Of a scale: what 5 means."""
    choices: dict[str, Told] = attrs.field(factory=dict)
    """Of a choice: its words by id."""


QUESTION_FILE: TypeAlias = dict[str, AuthorQuestion]


def flaws(found: QUESTION_FILE) -> Iterator[tuple[Path, str]]:
    """Yield (where, what is wrong there) of questions that fit the types."""
    if len(found) > MOST:
        yield (), f"at most {MOST} questions are asked"
    for name, question in found.items():
        ends = [end for end in ("low", "high") if getattr(question, end)]
        if not named(name):
            yield (name,), f"an id has at most {LETTERS} letters, digits and underscores"
        if question.kind == "scale" and len(ends) < 2:
            yield (name,), "a scale needs words for both ends: low and high"
        elif question.kind == "choice" and not 2 <= len(question.choices) <= MOST:
            yield (name, "choices"), f"expected 2 to {MOST} choices"
        for choice in question.choices:
            if not named(choice):
                yield (
                    (name, "choices", choice),
                    f"an id has at most {LETTERS} letters, digits and underscores",
                )
        for wrong in ends if question.kind != "scale" else ():
            yield (name, wrong), f"a question of the kind {question.kind} has no ends"
        if question.choices and question.kind != "choice":
            yield (name, "choices"), f"a question of the kind {question.kind} has no choices"


def named(name: str) -> bool:
    """Return whether a record takes this as an id."""
    return len(name) <= LETTERS and name.isascii() and name.replace("_", "x").isalnum() and name[0] != "_"
