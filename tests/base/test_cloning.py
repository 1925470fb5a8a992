"""Clones that follow from the types of fields."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal, Self

import attrs
import pytest

from tilewright.core.base.cloning import Copyable, immutable
from tilewright.core.land.regions import Groups
from tilewright.core.rules.zones import public

pytestmark = pytest.mark.quick


class Colour(Enum):
    RED = 1


@attrs.frozen
class Coin:
    worth: int


@attrs.define
class Part(Copyable):
    number: int = public(default=1)
    row: list[int] = public(factory=list)
    rows: list[list[int]] = public(factory=list)
    places: dict[int, list[int]] = public(factory=dict)
    chosen: set[str] = public(factory=set)
    pairs: list[tuple[int, int]] = public(factory=list)
    coins: list[Coin] = public(factory=list)
    groups: Groups = public(factory=Groups)
    word: Literal["a", "b"] | None = public(default=None)
    faces: list[list[int]] = public(shared=True, factory=list)


def full() -> Part:
    return Part(7, [1], [[1], [2]], {3: [4]}, {"x"}, [(1, 2)], [Coin(5)], Groups.of(3), "a", [[9]])


def test_a_clone_is_equal_and_of_the_same_class() -> None:
    part = full()
    assert part.clone() == part and type(part.clone()) is Part


def test_the_function_is_made_once() -> None:
    made: Any = attrs.make_class("Made", {"row": public(factory=list)}, bases=(Copyable,))
    made.__annotations__["row"] = list[int]
    first = made.clone
    assert made([1]).clone() == made([1]) and made.clone is not first


def test_what_can_change_is_copied_at_every_depth() -> None:
    part = full()
    copy = part.clone()
    copy.row.append(2)
    copy.rows[0].append(2)
    copy.places[3].append(5)
    copy.chosen.add("y")
    copy.pairs.append((3, 4))
    copy.groups.merge(0, 1)
    assert part == full()


def test_what_cannot_change_is_shared() -> None:
    part = full()
    copy = part.clone()
    assert copy.coins[0] is part.coins[0] and copy.pairs[0] is part.pairs[0]


def test_a_shared_field_is_copied_at_the_top_only() -> None:
    part = full()
    copy = part.clone()
    assert copy.faces is not part.faces and copy.faces[0] is part.faces[0]


def test_a_subclass_has_a_clone_of_its_own() -> None:
    @attrs.define
    class More(Part):
        more: list[int] = public(factory=list)

    Part().clone()  # compiled for the parent first
    one = More(more=[1])
    copy = one.clone()
    copy.more.append(2)
    assert type(copy) is More and one.more == [1]


def test_a_clone_that_is_written_by_hand_stays_and_gets_every_field_from_super() -> None:
    @attrs.define
    class Counting(Part):
        clones: list[int] = public(factory=list)

        def clone(self) -> Self:
            copy = super().clone()
            copy.clones.append(1)
            return copy

    @attrs.define
    class Further(Counting):
        further: list[int] = public(factory=list)

    copy = Further(row=[3], further=[4]).clone()
    assert (copy.row, copy.further, copy.clones, type(copy)) == ([3], [4], [1], Further)


def test_a_field_that_cannot_be_copied_is_named() -> None:
    @attrs.define
    class Holding(Copyable):
        thing: object = None

    with pytest.raises(TypeError, match=r"Holding\.thing: a value of type object cannot be copied"):
        Holding().clone()


@pytest.mark.parametrize(
    ("kind", "is_so"),
    [
        (int, True), (str, True), (bool, True), (tuple[int, ...], True), (tuple[list[int], int], False),
        (int | None, True), (list[int], False), (Coin, True), (Part, False), (Colour, True),
        (Literal["a"], True), (frozenset[int], True), (frozenset[Part], False), (Any, False),
    ],
)  # fmt: skip
def test_what_is_immutable(kind: Any, is_so: bool) -> None:
    assert immutable(kind) is is_so
