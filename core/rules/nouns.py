"""Words that games and modules add to scenes, and the error for a position that cannot be set up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..base.plugin_errors import declares
from ..text.strict import near
from ..text.unreadable import Unclear

if TYPE_CHECKING:
    from .meanings import Meaning
    from .position import Position
    from .state import State

EMPTY = "empty"
"""Written in scenes for a zone or a list with nothing in it."""
_NUMBER = re.compile("-?[0-9]{1,40}")
"""A whole number. Longer ones are refused here, since `int` raises an error for very long ones."""


class Given(Exception):
    """A position cannot be set up: `message` says why, `path` is the field below `given`."""

    def __init__(self, message: str, *path: str | int) -> None:
        self.message = message
        self.path = path
        super().__init__(message)


def given(cause: Unclear, *path: str | int) -> Given:
    """`Given` with the message of the error, at this path."""
    error = Given(str(cause), *path)
    error.__cause__ = cause
    return error


def mapping(value: Any, what: str, *path: str | int) -> Mapping[str, Any]:
    """The value if it is a mapping, an empty one for None; otherwise raises `Given`: expected `what`."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise Given(f"expected {what}", *path)
    return value


def listing(value: Any, what: str, *path: str | int) -> Sequence[Any]:
    """The value if it is a list, an empty one for None; otherwise raises `Given`: expected `what`."""
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)):
        raise Given(f"expected {what}", *path)
    return value


def words_of(value: Any, what: str, *path: str | int) -> list[tuple[str, tuple[str | int, ...]]]:
    """The words of a list or of a text, each with the path to it; none for `empty` or None."""
    if isinstance(value, str):
        return [(word, path) for word in value.split()] if value != EMPTY else []
    return [(str(word), (*path, n)) for n, word in enumerate(listing(value, what, *path))]


def whole_number(value: Any, *path: str | int, least: int | None = None, most: int | None = None) -> int:
    """The value as a whole number within these bounds; otherwise raises `Given`."""
    if _NUMBER.fullmatch(str(value)):
        found = int(value)
        if (least is None or found >= least) and (most is None or found <= most):
            return found
    key = "read.number" if most is None else "read.number_up_to"
    raise given(Unclear(key, text=value, **({} if most is None else {"most": most})), *path)


def seat_of(state: State, name: Any, *path: str | int) -> int:
    """The seat of the player with this name; otherwise raises `Given`."""
    try:
        return state.seat(str(name))
    except Unclear as error:
        raise given(error, *path) from error


def named(what: str, numbers: Mapping[str, int], name: Any, *path: str | int) -> int:
    """The number of the tile, card or castle of this name; raises `Given` if it is unknown. `what` is its kind."""
    if str(name) not in numbers:
        raise Given(f"there is no {what} '{name}'{near(str(name), numbers)}", *path)
    return numbers[str(name)]


@attrs.frozen(kw_only=True)
class Noun:
    """A word for something in a position. Each part is optional.

    `put` sets it up in a position from its entry under `given`; without an entry it gets None, but only if the noun
    has no `write`. It raises `Given` with the path below the noun. `write` returns data that `put` reads. `count`
    answers "anna has 3 castles", `tell` answers "castle KE is anna".
    """

    name: str
    """Its name under `given`: `castles`. In sentences the singular is understood as well. Without a name, `put` is
    called with None once everything is in place: it checks the position and raises `Given` if it is impossible."""
    put: Callable[[Position[Any], Any], None] | None = None
    write: Callable[[Any], Any] | None = None
    count: Callable[[Any, int], int] | None = None
    tell: Callable[[Any, str], str] | None = None
    fields: tuple[str, ...] = ()
    """The state's fields that `write` covers, so that an export does not name them again."""
    means: Meaning | None = None
    """How its entry is written, for editors; without it and with a `put` of its own, they take anything."""

    def __attrs_post_init__(self) -> None:
        declares("Noun(name)", "text", self.name, isinstance(self.name, str))
        for what in ("put", "write", "count", "tell"):
            value = getattr(self, what)
            declares(f"noun '{self.name}': {what}", "a function", value, value is None or callable(value))
        right = self.means is None or callable(getattr(self.means, "schema", None))
        declares(f"noun '{self.name}': means", "a meaning, such as CELL", self.means, right)

    def called(self, word: str) -> bool:
        """True if `word` is the noun, in the plural or the singular, with or without its module's name before it."""
        short = self.name.rpartition(".")[2]
        return bool(word) and word in (self.name, short, singular(self.name), singular(short))


def singular(word: str) -> str:
    """`castles` to `castle`, `cities` to `city`; other words stay as they are."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") else word
