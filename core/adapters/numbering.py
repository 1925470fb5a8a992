"""Actions as numbers of a fixed range, for learners that want a `Discrete` space and a mask.

Actions here are typed records, and how many notations a game has is not known beforehand: boards grow. So there are
two numberings, and neither is a table:

* `notation`: an action's number follows from its notation, the seat left out, whatever else is legal: `place food 4,5`
  is the same number in every position. Two notations may share a number; where both are legal at once, the later one in
  the list moves on to the next free number. The more numbers there are, the rarer that is.
* `index`: the position in the list of what is legal now. Small, and without a meaning that lasts: for search and for
  those who look at each action's text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from ..actions import Legal
from ..chance import key_of
from ..errors import UsageError

NOTATIONS, INDEXES = 4096, 256
"""How many numbers there are where nothing is said. The largest list met in shipped games has 147 actions."""


class Numbering(Protocol):
    """Gives each legal action a number of its own."""

    size: int
    """Numbers go from 0 to `size` - 1."""

    def numbers(self, legal: Legal) -> list[int]:
        """The numbers of these actions, in their order, all different. UsageError where there are too few."""


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
    """The numbering of this name, with so many numbers or as many as are usual."""
    if size is not None and size < 1:
        raise UsageError(f"an action space has 1 number or more, not {size}")
    if name == "notation":
        return Notation(size or NOTATIONS)
    if name == "index":
        return Index(size or INDEXES)
    raise UsageError(f"there is no numbering '{name}'; numberings: index, notation")


def _enough(legal: Legal, size: int) -> int:
    if len(legal) > size:
        raise UsageError(
            f"{len(legal)} actions are legal here and there are numbers for {size}; make it with actions={2 * size}"
        )
    return len(legal)


@lru_cache(maxsize=1 << 16)
def _hashed(notation: str) -> int:
    # The same in every process and on every machine, unlike Python's own hash of a text.
    return key_of(0, notation)
