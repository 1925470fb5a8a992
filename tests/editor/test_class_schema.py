"""Schemas of types: they refuse what `strict` refuses, and never what it accepts."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Callable, Mapping
from types import GenericAlias
from typing import Annotated, Any, Literal, NewType

import attrs
import pytest
from attrs.validators import (
    and_,
    deep_iterable,
    deep_mapping,
    ge,
    gt,
    in_,
    instance_of,
    le,
    lt,
    matches_re,
    max_len,
    min_len,
    optional,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.base.errors import InvalidFile
from tilewright.core.editor import class_schema, docstrings
from tilewright.core.text import schema as schemas
from tilewright.core.text.checks import COUNT, COUNTS, ROW
from tilewright.core.text.document import read_document

from ..cases import cases
from .eyes import flagged, seen, single, wrong

pytestmark = pytest.mark.quick


class Size(enum.Enum):
    SMALL = "small"
    TWO = 2


Name = NewType("Name", str)


@attrs.frozen
class Inner:
    """Something inside."""

    id: str
    """Its name."""
    count: int = attrs.field(default=1, validator=COUNT)


@attrs.frozen(kw_only=True)
class Everything:
    """One field of each sort."""

    text: str
    """What it says."""
    whole: int
    decimal: float = 0.5
    truth: bool = False
    word: Literal["start", 0, 1] = "start"
    size: Size = Size.SMALL
    from_: str = ""
    name: Name = Name("x")
    noted: Annotated[int, "a note"] = 0
    maybe: int | None = None
    inner: Inner | None = None
    either: int | tuple[int, ...] = 0
    several: dict[int, int] | str = ""
    pair: tuple[int, str] = (0, "")
    many: tuple[Inner, ...] = ()
    some: frozenset[Literal["a", "b"]] = frozenset()
    by_word: Mapping[Literal["en", 1], str] = attrs.field(factory=dict)
    by_number: dict[int, bool] = attrs.field(factory=dict)
    by_text: dict[str, list[int]] = attrs.field(factory=dict)
    any: Any = None
    made: int = attrs.field(init=False, default=3)
    count: int = attrs.field(default=0, validator=COUNT)
    counts: dict[str, int] = attrs.field(factory=dict, validator=COUNTS)
    row: tuple[int, ...] = attrs.field(default=(), validator=ROW)
    share: float = attrs.field(default=0.5, validator=[gt(0), lt(1)])
    few: int | None = attrs.field(default=None, validator=optional(and_(ge(1), le(3))))
    letter: str = attrs.field(default="a", validator=[min_len(1), max_len(1)])
    longer: tuple[int, ...] = attrs.field(default=(1, 2), validator=min_len(2))
    code: str = attrs.field(default="A1", validator=matches_re("[A-Z][0-9]+"))
    listed: str = attrs.field(default="x", validator=in_(("x", "y")))
    deep: tuple[str, ...] = attrs.field(default=(), validator=deep_iterable(min_len(2)))
    odd: dict[str, str] = attrs.field(
        factory=dict, validator=deep_mapping(instance_of(str), matches_re("[a-c]*"))
    )


KIND = tuple[Everything, ...]
SCHEMA = class_schema.document([KIND], "everything")


def loads(text: str) -> bool:
    """Whether the document is read as the class."""
    try:
        read_document(text).structure(KIND)
    except InvalidFile:
        return False
    return True


def record(field: str) -> str:
    """A document with the fields that are needed and this one."""
    name = field.partition(":")[0]
    needed = [one for one in ("text: a", "whole: 3") if not one.startswith(f"{name}:")]
    return f"- {{{', '.join([*needed, field])}}}\n"


RIGHT: list[Any] = cases(__file__, "right")  # fmt: skip
WRONG: list[Any] = cases(__file__, "wrong")  # fmt: skip


@pytest.mark.parametrize("field", RIGHT)
def test_what_loads_is_accepted(field: str) -> None:
    assert loads(record(field))
    assert not wrong(SCHEMA, record(field))


@pytest.mark.parametrize("text", [*map(record, WRONG), "- {}", "- {text: a}", "- x", "{text: a, whole: 3}"])
def test_what_does_not_load_is_flagged(text: str) -> None:
    assert not loads(text)
    assert wrong(SCHEMA, text)


SINGLE = st.one_of(
    st.sampled_from(
        ["~", "null", "true", "True", "no", "0", "1", "-1", "+1", "010", "0o7", "0x1F", "1_0", "1e3", ".5", "5.", "-.5",
         '"1"', "'true'", '"~"', '""', "start", "small", "a", "b", "en", "x", "A1", "2026-01-01", "é", "1.50"]
    ),
    st.integers(-3, 5).map(str),
)  # fmt: skip
VALUE = st.recursive(
    SINGLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(
            st.tuples(st.sampled_from(["id", "count", "en", "1", "a", "2"]), inner),
            max_size=2,
            unique_by=lambda pair: pair[0],
        ).map(lambda pairs: f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"),
    ),
    max_leaves=4,
)
FIELDS = [field.name.removesuffix("_") for field in attrs.fields(Everything) if field.init]


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(FIELDS), VALUE)
def test_a_schema_is_never_stricter(field: str, value: str) -> None:
    text = record(f"{field}: {value}")
    if loads(text):
        assert not flagged(SCHEMA, seen(text)), text


@given(st.text("~nulTrueFas0123456789.-+eEx_o", max_size=6))
def test_unquoted_values_are_what_editors_take_them_for(text: str) -> None:
    if text:
        assert repr(schemas.resolved(text)) == repr(single(text))


# -- what is said ----------------------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Heir(Inner):
    id: str
    more: tuple[Heir, ...] = ()
    """What it has of its own."""


def test_docstrings_say_what_fields_are() -> None:
    known = SCHEMA["definitions"]["Everything"]
    assert known["title"] == "Everything" and known["description"] == "One field of each sort."
    assert known["properties"]["text"]["description"] == "What it says."
    assert known["properties"]["decimal"]["description"] == "default: 0.5"
    assert known["properties"]["truth"]["description"] == "default: false"
    assert (
        "description" not in known["properties"]["whole"] and "description" not in known["properties"]["from"]
    )
    assert known["required"] == ["text", "whole"]
    assert SCHEMA["definitions"]["Inner"]["properties"]["id"]["description"] == "Its name."


def test_a_class_that_says_a_field_anew_says_what_it_is() -> None:
    assert docstrings.of_fields(Heir) == {"id": "", "count": "", "more": "What it has of its own."}
    assert docstrings.of_class(Heir) == "" and docstrings.of_class(Inner) == "Something inside."


def test_keys_that_editors_take_for_numbers_are_no_fields() -> None:
    """The YAML language server does not find the key 1 among properties."""
    made = class_schema.document([dict[Literal["start", 1], int]], "numbers")
    assert "properties" not in made and not flagged(made, {"start": 0, "1": 2})
    assert flagged(made, {"2": 2})
    assert "properties" in class_schema.document([dict[Literal["start", "end"], int]], "words")


def test_a_class_may_hold_itself() -> None:
    found = class_schema.document([Heir], "heirs")
    assert not wrong(found, "{id: a, more: [{id: b, more: [{id: c}]}]}")
    assert wrong(found, "{id: a, more: [{id: b, more: [{id: [c]}]}]}")


def twin() -> type:
    """Another class of the name `Inner`, which holds the first one."""

    @attrs.frozen
    class Inner:
        number: int
        inner: INNER | None = None

    return Inner


INNER = Inner


def test_two_classes_of_one_name_are_told_apart() -> None:
    """Also if one holds the other."""
    found = class_schema.document([GenericAlias(tuple, (twin(), Inner))], "two")
    assert {*found["definitions"]} == {"Inner", "Inner2"}
    assert not wrong(found, "[{number: 1, inner: {id: a}}, {id: a}]")
    assert wrong(found, "[{number: 1, inner: {number: 1}}, {id: a}]") and wrong(found, "[{id: a}, {id: a}]")


def test_a_file_that_is_read_as_two_types_fits_both() -> None:
    found = class_schema.document([dict[str, int], dict[Literal["a", "b"], int]], "both")
    assert not wrong(found, "{a: 1}")
    assert wrong(found, "{c: 1}") and wrong(found, "{a: x}")


@pytest.mark.parametrize("pattern", [r"\w+", r"(?P<a>x)", r"a\-b", "x++", r"a\Z"])
def test_patterns_that_editors_read_in_another_way_are_left_out(pattern: str) -> None:
    assert class_schema.bounded(schemas.text(), matches_re(pattern)) == schemas.text()


@pytest.mark.parametrize(("function", "kept"), [(None, True), (re.search, False)])
def test_only_patterns_of_whole_texts_are_kept(function: Callable[..., Any] | None, kept: bool) -> None:
    found = class_schema.bounded(schemas.text(), matches_re("[a-z]", func=function))
    assert ("pattern" in found) is kept


def test_a_schema_is_written_on_short_lines_and_always_the_same() -> None:
    text = schemas.written(SCHEMA)
    assert text == schemas.written(class_schema.document([KIND], "everything"))
    assert max(map(len, text.splitlines())) <= schemas.WIDE and json.loads(text) == SCHEMA
