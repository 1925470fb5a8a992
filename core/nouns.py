"""The words that games and modules add to scenes, and the error that says what is wrong with a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from .position import Position


class Given(Exception):
    """A position cannot be set up: what is wrong, and at which field below `given`."""

    def __init__(self, message: str, *path: str | int) -> None:
        self.message = message
        self.path = path
        super().__init__(message)


def mapping(value: Any, what: str, *path: str | int) -> Mapping[str, Any]:
    """The value if it is a mapping, an empty one for nothing; otherwise raises `Given`: expected `what`."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise Given(f"expected {what}", *path)
    return value


def listing(value: Any, what: str, *path: str | int) -> Sequence[Any]:
    """The value if it is a list, an empty one for nothing; otherwise raises `Given`: expected `what`."""
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)):
        raise Given(f"expected {what}", *path)
    return value


@attrs.frozen(kw_only=True)
class Noun:
    """A word for something in a position. Each part is there or not:

    `put` sets it up in a position from what stands under `given`, or from None when nothing does and there is no
    `write`; it raises `Given` with the path below the noun. `write` gives what `put` would read. `count` answers
    "anna has 3 castles", `tell` answers "castle KE is anna".
    """

    name: str
    """As `given` names it: `castles`. In sentences the singular is understood as well. Without a name, `put` is called
    with None when the position stands and all is in place: it looks whether the whole can be, or raises `Given`."""
    put: Callable[[Position, Any], None] | None = None
    write: Callable[[Any], Any] | None = None
    count: Callable[[Any, int], int] | None = None
    tell: Callable[[Any, str], str] | None = None
    fields: tuple[str, ...] = ()
    """The state's fields that `write` covers, so that an export does not name them again."""

    def called(self, word: str) -> bool:
        """Whether `word` means this noun."""
        return bool(self.name) and word in (self.name, singular(self.name))


def singular(word: str) -> str:
    """`castles` to `castle`, `cities` to `city`; a word without a plural stays."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") else word
