"""Actions as numbers of a fixed range, for learners that want a `Discrete` space and a mask.

Actions are typed records, and the number of notations in a game is not known beforehand, because boards grow. So
there are two numberings, neither of which is a fixed list:

* `notation`: an action's number follows from its notation without the seat: `place food 4,5` has the same number in
  every position. Two notations may share a number; if both are legal at once, the later one in the list takes the next
  free number. The more numbers there are, the rarer that is.
* `index`: the position in the list of legal actions. Small, but without a lasting meaning: for search, and for
  learners that read each action's text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from ..base.chance import key_of
from ..base.errors import UsageError
from ..rules.actions import Legal

NOTATIONS, INDEXES = 4096, 256
"""Default numbers of numbers. The largest legal list met in shipped games has 147 actions."""


class Numbering(Protocol):
    """Gives each legal action a number of its own."""

    size: int
    """Numbers go from 0 to `size` - 1."""

    def numbers(self, legal: Legal) -> list[int]:
        """Return the numbers of these actions, in their order, all different. UsageError if there are too few."""


class Index:
    """An action's number is its position in the list."""

    def __init__(self, size: int = INDEXES) -> None:
        self.size = size

    def numbers(self, legal: Legal) -> list[int]:
        return list(range(_enough(legal, self.size)))


class Notation:
    """An action's number follows from its notation."""

    def __init__(self, size: int = NOTATIONS) -> None:
        self.size = size

    def numbers(self, legal: Legal) -> list[int]:
        size = self.size
        _enough(legal, size)
        found: dict[int, None] = {}
        for action in legal:
            number = _hashed(str(action)) % size
            while number in found:
                number = (number + 1) % size
            found[number] = None
        return list(found)


def numbering(name: str, size: int | None = None) -> Numbering:
    """Return the numbering of this name, with `size` numbers or the default number of them."""
    if size is not None and size < 1:
        raise UsageError(f"an action space needs 1 number or more, not {size}")
    if name == "notation":
        return Notation(size or NOTATIONS)
    if name == "index":
        return Index(size or INDEXES)
    raise UsageError(f"there is no numbering '{name}'; known: index, notation")


def _enough(legal: Legal, size: int) -> int:
    if len(legal) > size:
        raise UsageError(
            f"{len(legal)} actions are legal here, but there are numbers for only {size}; pass actions={2 * size}"
        )
    return len(legal)


@lru_cache(maxsize=1 << 16)
def _hashed(notation: str) -> int:
    # The same in every process and on every machine, unlike Python's own hash of a text.
    return key_of(0, notation)
