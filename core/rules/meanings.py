"""Meanings of the numbers in a field, stated once in the field's declaration.

    castles: list[int] = public(means=by("castle", OWNER), factory=list)
    cathedrals: list[int] = public(means=by("cathedral", SEATS), factory=list)
    coins: list[int] = public(means=by_seat(whole(least=0)), factory=list)
    cards: list[int] = public(means=by_seat(bits("card")), factory=list)

A meaning provides the field's noun in scenes (`castles: {KE: anna}`, `castle KE is anna`, `anna has 2 castles`), the
export of a scene, slots of notation (`reader("castle")`) and sources of score lines
(`ScoreReason("castle", "RB-END-3", source="castle")`). A game adds a class of its own where it packs its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import attrs

from ..base.plugin_errors import misdeclared
from ..text import schema as schemas
from ..text.schema import Families, Schema
from ..text.things import Thing
from ..text.unreadable import Unclear
from .actions import Reader
from .nouns import EMPTY, Given, given, seat_of, whole_number, words_of

if TYPE_CHECKING:
    from .state import State

NOBODY = "nobody"
"""Written for a thing that belongs to no seat."""
EXPECTED = "expected the name of a family or a meaning, such as CELL"


class Meaning:
    """Reads values of one sort from scenes and typed moves, and writes them in scenes, sentences and notation."""

    what: str = "a value"
    """Its values as messages call them: `a player`."""
    counted: bool = False
    """True if a seat can have a number of it: `anna has 2 coins`."""
    owned: bool = False
    """True if the value names the owner of something."""
    parts: bool = False
    """True if `tell` names parts of the value: `castle KE is anna`."""
    holds: str = ""
    """The family of the pieces that the value holds, such as tiles on a board; "" if it holds none."""

    def pieces(self, state: State, value: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Each piece that the value holds, with the path to it in what `write` returns."""
        yield from ()

    def example(self, state: State) -> str:
        """An example of a written value, for messages."""
        return "..."

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> Any:
        """The field's value, read from a scene's; `now` is the value so far. Raises `Given` with this path."""
        raise TypeError(f"{type(self).__name__} is not read in scenes")

    def write(self, state: State, value: Any) -> Any:
        """Plain data from which `read` makes the same value."""
        raise TypeError(f"{type(self).__name__} is not written in scenes")

    def say(self, state: State, value: Any) -> str:
        """The value in a sentence, and as the source of a score line."""
        said = self.write(state, value)
        return (", ".join(map(str, said)) or EMPTY) if isinstance(said, (list, tuple)) else str(said)

    def tell(self, state: State, value: Any, key: str) -> str:
        """The part of the value that `key` names, as text. ValueError if it has no such part."""
        if key:
            raise ValueError(f"there is no '{key}' here")
        return self.say(state, value)

    def amount(self, value: Any) -> int:
        """The number that the value counts; called only if it is `counted`."""
        return int(value)

    def belongs(self, value: Any, seat: int) -> bool:
        """True if the value names the seat as owner; called only if it is `owned`."""
        return False

    # -- editors -------------------------------------------------------------------------------------------------

    def schema(self, things: Families) -> Schema:
        """The JSON schema of what `read` takes from a scene, given all things by family; it may accept more."""
        return schemas.anything()

    # -- notation ------------------------------------------------------------------------------------------------

    def typed(self, state: State, text: str) -> Any:
        """The value as actions hold it, from typed text; ValueError if the text cannot be read."""
        try:
            return self.held(state, self.read(state, text))
        except Given as error:
            if isinstance(error.__cause__, Unclear):
                raise error.__cause__ from None
            raise ValueError(error.message) from error

    def held(self, state: State, value: Any) -> Any:
        """A value as actions hold it: text, or a coordinate, whose `str` is its notation."""
        return self.say(state, value)

    def values(self, state: State) -> Iterable[Any]:
        """Every value, or a good sample if they are too many; the conformance kit reads back the notation of each."""
        raise TypeError(f"{type(self).__name__} does not list its values")


@attrs.frozen
class _Thing(Meaning):
    family: str

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"a {self.family}"

    def example(self, state: State) -> str:
        codes = state.rules.things[self.family].codes
        return codes[0] if codes else self.family

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        try:
            return state.rules.things[self.family].find(str(value))
        except Unclear as error:
            raise given(error, *path) from error

    def write(self, state: State, value: int) -> str:
        return state.rules.things[self.family].codes[value]

    def schema(self, things: Families) -> Schema:
        return schemas.thing(self.family) if self.family in things else schemas.text()

    def values(self, state: State) -> Iterable[int]:
        return range(len(state.rules.things[self.family]))


@attrs.frozen
class _Words(Meaning):
    words: tuple[str, ...]

    @property
    def what(self) -> str:  # type: ignore[override]
        return " or ".join(self.words)

    def example(self, state: State) -> str:
        return self.words[0]

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        text = str(value)
        folded = [n for n, word in enumerate(self.words) if word.lower() == text.lower()]
        if text in self.words:
            return self.words.index(text)
        if len(folded) != 1:
            raise given(Unclear("read.choice", text=text, words=self.words), *path)
        return folded[0]

    def write(self, state: State, value: int) -> str:
        return self.words[value]

    def schema(self, things: Families) -> Schema:
        return schemas.named([Thing(word) for word in self.words])

    def values(self, state: State) -> Iterable[int]:
        return range(len(self.words))


@attrs.frozen
class _Number(Meaning):
    least: int | None
    most: int | Callable[[Any], int] | None
    first: int

    what = "a whole number"
    counted = True

    def example(self, state: State) -> str:
        return str(max(self.least or 0, 1))

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        most = self.most(state) if callable(self.most) else self.most
        return whole_number(value, *path, least=self.least, most=most) - self.first

    def write(self, state: State, value: int) -> int:
        return value + self.first

    def held(self, state: State, value: int) -> int:
        return value + self.first

    def schema(self, things: Families) -> Schema:
        return schemas.whole(self.least, None if callable(self.most) else self.most)

    def values(self, state: State) -> Iterable[int]:
        most = self.most(state) if callable(self.most) else self.most
        low = self.least if self.least is not None else -20
        return (n - self.first for n in range(low, (low + 40 if most is None else most) + 1))


@attrs.frozen
class SeatMeaning(Meaning):
    nobody: bool
    """True if -1 is allowed and stands for nobody."""

    what = "a player"
    owned = True

    def example(self, state: State) -> str:
        return state.seats[0]

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        return -1 if self.nobody and value == NOBODY else seat_of(state, value, *path)

    def write(self, state: State, value: int) -> str:
        return state.seats[value] if value >= 0 else NOBODY

    def belongs(self, value: int, seat: int) -> bool:
        return value == seat

    def schema(self, things: Families) -> Schema:
        return schemas.proposed([NOBODY] if self.nobody else [])

    def values(self, state: State) -> Iterable[int]:
        return range(-1 if self.nobody else 0, len(state.seats))


class _Seats(Meaning):
    what = "players"
    owned = True

    def example(self, state: State) -> str:
        return " ".join(state.seats[:2])

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        seats = 0
        for name, at in words_of(value, "players", *path):
            if name != NOBODY:
                seats |= 1 << seat_of(state, name, *at)
        return seats

    def write(self, state: State, value: int) -> list[str]:
        return [name for seat, name in enumerate(state.seats) if value >> seat & 1]

    def say(self, state: State, value: int) -> str:
        return " ".join(self.write(state, value)) or NOBODY

    def belongs(self, value: int, seat: int) -> bool:
        return bool(value >> seat & 1)

    def schema(self, things: Families) -> Schema:
        return schemas.either(schemas.text(), schemas.listed(schemas.text()))


class _Cell(Meaning):
    what = "a cell"

    def example(self, state: State) -> str:
        return "1,0"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        try:
            return state.rules.game.grid.read(str(value))
        except Unclear as error:
            raise given(error, *path) from error

    def write(self, state: State, value: int) -> str:
        return state.rules.game.grid.text(value)

    def held(self, state: State, value: int) -> Any:
        return state.rules.game.grid.at(value)

    def schema(self, things: Families) -> Schema:
        return schemas.cell()

    def values(self, state: State) -> Iterable[int]:
        return state.rules.game.grid.around(0, 3)


SEAT: Meaning = SeatMeaning(False)
"""A seat, written as its player's name."""
OWNER: Meaning = SeatMeaning(True)
"""A seat, or -1, written `nobody`."""
SEATS: Meaning = _Seats()
"""Seats as bits, written as a list of players."""
CELL: Meaning = _Cell()
"""The key of a cell of the game's grid, written as its coordinate."""


def thing(family: str) -> Meaning:
    """The number of a thing of this family, written as its code."""
    return _Thing(family)


def words(*texts: str) -> Meaning:
    """0 for the first of these words, 1 for the second and so on."""
    return _Words(texts)


def whole(
    least: int | None = None, most: int | Callable[[Any], int] | None = None, *, first: int = 0
) -> Meaning:
    """A whole number within these bounds (`most` may depend on the state), stored less `first`: rounds from 1."""
    return _Number(least, most, first)


def meaning(of: str | Meaning) -> Meaning:
    """The meaning itself, or the meaning of a family's numbers."""
    if isinstance(of, Meaning):
        return of
    if isinstance(of, str):
        return thing(of)
    raise misdeclared(f"{EXPECTED}, got {of!r}")


def reader(of: str | Meaning, *, optional: bool = False) -> Reader:
    """A reader of a slot that holds such a value; an `optional` slot that is left out gives ""."""
    what = meaning(of)

    def read(state: State, seat: int, text: str) -> Any:
        if not text:
            if optional:
                return ""
            raise Unclear("read.missing", slot=what.what.removeprefix("a "))
        return what.typed(state, text)

    def values(state: State) -> Iterable[Any]:
        found = [what.held(state, value) for value in what.values(state)]
        return ["", *found] if optional else found

    return Reader(read, values, what)


def title(of: Meaning, state: State, value: int) -> str:
    """The value as the source of a score line: a thing's name if it has one, otherwise its text."""
    if isinstance(of, _Thing):
        return state.rules.things[of.family].title(value)
    return of.say(state, value)
