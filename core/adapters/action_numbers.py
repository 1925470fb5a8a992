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

import attrs

from ..base.chance import key_of
from ..base.errors import UsageError
from ..rules.actions import Legal

SIZES = {"index": 256, "notation": 4096}
"""Default numbers of numbers. The largest legal list met in shipped games has 147 actions."""


@attrs.frozen
class Numbering:
    """Gives each legal action a number of its own."""

    of: str
    """`index` or `notation`."""
    size: int
    """Numbers go from 0 to `size` - 1."""

    def numbers(self, legal: Legal) -> list[int]:
        """Return the numbers of these actions, in their order, all different. UsageError if there are too few."""
        if len(legal) > self.size:
            said = f"{len(legal)} actions are legal here, but there are numbers for only {self.size}"
            raise UsageError(f"{said}; pass actions={2 * self.size}")
        if self.of == "index":
            return list(range(len(legal)))
        found: dict[int, None] = {}
        for action in legal:
            number = _hashed(str(action)) % self.size
            while number in found:
                number = (number + 1) % self.size
            found[number] = None
        return list(found)


def numbering(name: str, size: int | None = None) -> Numbering:
    """Return the numbering of this name, with `size` numbers or the default number of them."""
    if size is not None and size < 1:
        raise UsageError(f"an action space needs 1 number or more, not {size}")
    if name not in SIZES:
        raise UsageError(f"there is no numbering '{name}'; known: {', '.join(SIZES)}")
    return Numbering(name, size or SIZES[name])


@lru_cache(maxsize=1 << 16)
def _hashed(notation: str) -> int:
    # The same in every process and on every machine, unlike Python's own hash of a text.
    return key_of(0, notation)
