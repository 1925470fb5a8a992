"""Meanings of several numbers: bits, lists, one value for each thing or seat, values at cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from ..text import schema as schemas
from ..text.schema import Families, Schema
from .meanings import CELL, SEAT, Meaning, SeatMeaning, meaning
from .nouns import EMPTY, Given, listing, mapping, words_of
from .state import State

KEPT = object()
"""For `by`: values that a scene does not name stay as they were."""
ABSENT = object()
"""For `at_cells`: no value is left out."""


@attrs.frozen
class _Several(Meaning):
    """Values of one meaning, written as a list."""

    item: Meaning

    what = "a list"
    counted = True

    def example(self, state: State) -> str:
        return f"[{self.item.example(state)}]"

    def schema(self, things: Families) -> Schema:
        return schemas.words(self.item.schema(things))


class _Bits(_Several):
    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        found = 0
        for word, at in words_of(value, f"a list: {self.example(state)}", *path):
            found |= 1 << self.item.read(state, word, *at)
        return found

    def write(self, state: State, value: int) -> list[Any]:
        return [self.item.write(state, n) for n in range(value.bit_length()) if value >> n & 1]

    def amount(self, value: int) -> int:
        return value.bit_count()


class _Listed(_Several):
    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> list[Any]:
        if isinstance(value, str):
            return [self.item.read(state, word, *at) for word, at in words_of(value, "a list", *path)]
        items = listing(value, f"a list: {self.example(state)}", *path)
        return [self.item.read(state, item, *path, n) for n, item in enumerate(items)]

    def write(self, state: State, value: Sequence[Any]) -> list[Any]:
        return [self.item.write(state, item) for item in value]

    def amount(self, value: Sequence[Any]) -> int:
        return len(value)


@attrs.frozen
class By(Meaning):
    """A list with one value for each thing, or for each seat."""

    keys: Meaning
    item: Meaning
    rest: Any
    """The value of keys that a scene does not name; KEPT: the value that they had."""

    parts = True

    @property
    def holds(self) -> str:  # type: ignore[override]
        return self.item.holds

    def pieces(self, state: State, value: Sequence[Any]) -> Iterator[tuple[int, tuple[str, ...]]]:
        for n, item in enumerate(value):
            for piece, path in self.item.pieces(state, item):
                yield piece, (str(self.keys.write(state, n)), *path)

    @property
    def countable(self) -> bool:
        """True if `count` has an answer."""
        return self.item.counted if isinstance(self.keys, SeatMeaning) else self.item.owned

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"a mapping from {self.keys.what.removeprefix('a ')} to {self.item.what.removeprefix('a ')}"

    def example(self, state: State) -> str:
        return f"{{{self.keys.example(state)}: {self.item.example(state)}}}"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> list[Any]:
        found = list(now) if self.rest is KEPT else [self.rest] * len(now)
        done: set[int] = set()
        said = {} if value == EMPTY and self.rest is not KEPT else value
        for text, item in mapping(said, f"{self.what}: {self.example(state)}", *path).items():
            at = self.keys.read(state, text, *path, text)
            if at in done:
                raise Given(f"{self.keys.write(state, at)} is given twice", *path, text)
            done.add(at)
            found[at] = self.item.read(state, item, *path, text, now=found[at])
        return found

    def write(self, state: State, value: Sequence[Any]) -> dict[str, Any]:
        return {str(self.keys.write(state, n)): self.item.write(state, item) for n, item in enumerate(value)}

    def tell(self, state: State, value: Sequence[Any], key: str) -> str:
        first, _, rest = key.partition(" ")
        try:
            at = self.keys.read(state, first)
        except Given as error:
            raise ValueError(error.message) from error
        return self.item.tell(state, value[at], rest)

    def count(self, value: Sequence[Any], seat: int) -> int:
        """The seat's own amount, or the number of things that it owns."""
        if isinstance(self.keys, SeatMeaning):
            return self.item.amount(value[seat])
        return sum(self.item.belongs(item, seat) for item in value)

    def schema(self, things: Families) -> Schema:
        found = schemas.keyed(self.item.schema(things), self.keys.schema(things))
        return schemas.sparse(found, EMPTY if self.rest is not KEPT else "")


@attrs.frozen
class _At(Meaning):
    """A mapping from cells."""

    item: Meaning
    without: Any
    """The value that is left out."""

    counted = True
    parts = True

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"a mapping from cell to {self.item.what.removeprefix('a ')}"

    def example(self, state: State) -> str:
        return f"{{'1,0': {self.item.example(state)}}}"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> dict[int, Any]:
        found: dict[int, Any] = {}
        done: set[int] = set()
        said = {} if value == EMPTY else value
        for text, item in mapping(said, f"{self.what}: {self.example(state)}", *path).items():
            cell = CELL.read(state, text, *path, text)
            if cell in done:
                raise Given(f"{CELL.write(state, cell)} is given twice", *path, text)
            done.add(cell)
            one = self.item.read(state, item, *path, text)
            if one != self.without:
                found[cell] = one
        return found

    def write(self, state: State, value: Mapping[int, Any]) -> dict[str, Any]:
        return {CELL.write(state, cell): self.item.write(state, item) for cell, item in value.items()}

    def tell(self, state: State, value: Mapping[int, Any], key: str) -> str:
        try:
            cell = CELL.read(state, key)
        except Given as error:
            raise ValueError(error.message) from error
        if cell not in value and self.without is ABSENT:
            return "free"
        return self.item.say(state, value.get(cell, self.without))

    def amount(self, value: Mapping[int, Any]) -> int:
        if self.without is ABSENT:
            return len(value)
        return sum(self.item.amount(item) for item in value.values())

    def schema(self, things: Families) -> Schema:
        return schemas.sparse(schemas.keyed(self.item.schema(things), schemas.cell()), EMPTY)


def bits(item: str | Meaning) -> Meaning:
    """Things as bits, written as a list."""
    return _Bits(meaning(item))


def sequence(item: str | Meaning) -> Meaning:
    """A list of such values."""
    return _Listed(meaning(item))


def by(keys: str | Meaning, item: str | Meaning, *, rest: Any = KEPT) -> Meaning:
    """A list with one value for each thing of a family; keys that a scene does not name get `rest`."""
    return By(meaning(keys), meaning(item), rest)


def by_seat(item: str | Meaning, *, rest: Any = KEPT) -> Meaning:
    """A list with one value for each seat; seats that a scene does not name get `rest`."""
    return By(SEAT, meaning(item), rest)


def at_cells(item: str | Meaning, *, without: Any = ABSENT) -> Meaning:
    """A dict from cells; a missing cell has the value `without`, or is free."""
    return _At(meaning(item), without)
