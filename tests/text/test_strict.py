"""YAML text to typed classes: what is accepted, what is refused, and what a person is told."""

from __future__ import annotations

import enum
from typing import Any, Literal

import attrs
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tilewright.core.base import files
from tilewright.core.base.errors import InvalidFile
from tilewright.core.text import yaml as yamltext
from tilewright.core.text.document import read_document

from ..cases import cases

pytestmark = pytest.mark.quick


class Season(enum.Enum):
    SPRING = "spring"
    AUTUMN = "autumn"


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 3


Terrain = Literal["mountain", "pasture", "water"]


@attrs.frozen
class Tile:
    id: str
    edges: tuple[Terrain, Terrain]
    count: int
    roads: tuple[int, ...] = ()
    once: bool = False
    cost: dict[Terrain, int] = attrs.field(factory=dict)


@attrs.frozen
class Tiles:
    tiles: tuple[Tile, ...]
    totals: dict[int, int] = attrs.field(factory=dict)


MISTAKEN: str = cases(__file__, "mistaken")


def problems(text: str, kind: Any, name: str = "tiles.yaml") -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        read_document(text, name).structure(kind)
    return str(caught.value).splitlines()


def test_every_mistake_of_a_file_is_told_with_its_place() -> None:
    assert problems(MISTAKEN, Tiles) == cases(__file__, "every_mistake_of_a_file")


@pytest.mark.parametrize(("text", "problem"), cases(__file__, "text_that_is_no_plain_yaml_is_refused"))
def test_text_that_is_no_plain_yaml_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        read_document(text, "f")
    said = str(caught.value)
    assert said.startswith(problem) if problem.endswith(": ") else said == problem


def test_a_file_that_is_not_utf_8_names_the_byte() -> None:
    with pytest.raises(InvalidFile) as caught:
        files.decode("a: 1\nä: ".encode() + b"\x89PNG", "f")
    assert str(caught.value) == "f:2:4: byte 0x89 is not UTF-8 text; save the file as UTF-8"
    assert files.decode(b"\xef\xbb\xbfa: 1", "f") == "a: 1"


def test_every_scalar_stays_the_text_that_was_typed() -> None:
    text = "no: NO\non: off\noctal: 010\ntime: 1:30\nequals: =\nquoted: ''\nnone:\nmerge: {<<: x}\n"
    assert read_document(text).content == cases(__file__, "every_scalar_stays")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("-12", int, -12),
        ("007", int, 7),
        ("0.5", float, 0.5),
        ("true", bool, True),
        ("spring", Season, Season.SPRING),
        ("3", Size, Size.LARGE),
        ("2", Literal[1, 2], 2),
        ("[1, 2]", list[int], [1, 2]),
        ("[1, 2]", tuple[int, ...], (1, 2)),
        ("[1, x]", tuple[int, str], (1, "x")),
        ("[]", tuple[int, ...], ()),
        ("[1, 2]", frozenset[int], frozenset({1, 2})),
        ("{1: a, -2: b}", dict[int, str], {1: "a", -2: "b"}),
        ("7", int | None, 7),
        ("7", int | str, 7),
        ("seven", int | str, "seven"),
        ("[7]", int | tuple[int, ...], (7,)),
        ("{a: [x, {b: }]}", Any, {"a": ["x", {"b": None}]}),
    ],
)
def test_values_become_what_is_asked_for(text: str, kind: Any, value: object) -> None:
    read = read_document(f"a: {text}").structure(dict[str, kind])["a"]
    assert (read, type(read)) == (value, type(value))
    assert read_document("a:").structure(dict[str, int | None]) == {"a": None}


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("1_000", int, "expected a whole number, got '1_000'"),
        ("+1", int, "expected a whole number, got '+1'"),
        ("٣", int, "expected a whole number, got '٣'"),
        ("1e3", float, "expected a number, got '1e3'"),
        ("True", bool, "'True' is not allowed; did you mean 'true'?"),
        ("[x]", str, "expected text, got a list"),
        ("", str, "expected text, got nothing"),
        ("winter", Season, "'winter' is not allowed; known: spring, autumn"),
        ("2", Size, "'2' is not allowed; known: 1, 3"),
        ("[a]", Season, "expected one of spring, autumn, got a list"),
        ("3", Literal[1, 2], "'3' is not allowed; known: 1, 2"),
        ("x", list[int], "expected a list, got 'x'"),
        ("{a: 1}", tuple[int, ...], "expected a list, got a mapping"),
        ("[1]", dict[str, int], "expected a mapping, got a list"),
        ("[1]", Tile, "expected a mapping, got a list"),
        ("{a: 1}", int | tuple[int, ...], "expected text or a list, got a mapping"),
        ("", int | str, "expected text, got nothing"),
        ("x" * 50, int, f"expected a whole number, got '{'x' * 37}...'"),
    ],
)
def test_values_of_another_sort_are_refused(text: str, kind: Any, message: str) -> None:
    column = 1 if text[:1] in ("", "[", "{") else 4  # of the key where there is no single word to point at
    assert problems(f"a: {text}", dict[str, kind]) == [f"tiles.yaml:1:{column}: a: {message}"]


def test_what_is_given_twice_in_a_set_or_as_two_spellings_of_a_key_is_refused() -> None:
    again = problems("a: [1, 2, 01]", dict[str, frozenset[int]])
    assert again == ["tiles.yaml:1:11: a.2: '01' is given twice"]
    assert problems("{1: a, 01: b}", dict[int, str]) == ["tiles.yaml:1:8: 01: key '01' is given twice"]


@attrs.frozen
class Trip:
    from_: str
    days: int = attrs.field(default=1, validator=attrs.validators.ge(1))


def test_a_field_named_like_a_word_of_python_has_the_plain_key() -> None:
    assert read_document("from: Oban").structure(Trip) == Trip("Oban")
    assert problems("fron: Oban", Trip) == [
        "tiles.yaml:1:1: key 'from' is missing",
        "tiles.yaml:1:1: fron: unknown key; did you mean 'from'?",
    ]
    assert problems("a: {from: [x]}", dict[str, Trip]) == [
        "tiles.yaml:1:5: a.from: expected text, got a list"
    ]


def test_what_a_validator_says_is_told_at_the_record() -> None:
    assert problems("- {from: Oban, days: 0}", list[Trip]) == ["tiles.yaml:1:3: 0: 'days' must be >= 1: 0"]


def no_number(value: Any) -> int:
    return int(value.missing)


def test_a_mistake_in_a_class_is_not_taken_for_one_in_a_file() -> None:
    @attrs.frozen
    class Broken:
        what: int = attrs.field(converter=no_number)

    with pytest.raises(AttributeError):
        read_document("what: 3").structure(Broken)


plain = st.recursive(
    st.text("ab:#-{}[]'\"&*!|> \n\\~=é", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=40)
@given(plain.filter(bool))
def test_whatever_is_written_as_yaml_is_read_back(value: Any) -> None:
    text = yaml.safe_dump(value, default_style='"', allow_unicode=True)
    assert read_document(text).content == value


def test_the_slow_loader_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = yamltext.parse(MISTAKEN, "f")
    monkeypatch.setattr(yamltext, "Loader", yamltext.PlainLoader)
    slow = yamltext.parse(MISTAKEN, "f")
    assert (slow.content, slow.marks, slow.keys) == (fast.content, fast.marks, fast.keys)
    assert problems(MISTAKEN, Tiles)[0].startswith("tiles.yaml:4:23:")


typed = st.lists(
    st.sampled_from(["a", "é", "?", " ", ": ", ":", ",", "{", "}", "[", "]", "-", "\n  ", '"', "'", "#"]),
    max_size=9,
)


@given(typed.map("".join))
@example("Would you play again?, de: wieder?")
@example("why? because, b: ?c, d: 1?2")
def test_what_the_compiled_loader_reads_the_slow_one_reads_alike(typed: str) -> None:
    text = f"k: {{a: {typed}}}"
    try:
        fast = yamltext.parse(text, "f")
    except InvalidFile:
        return
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(yamltext, "Loader", yamltext.PlainLoader)
        slow = yamltext.parse(text, "f")
    assert (slow.content, slow.marks, slow.keys) == (fast.content, fast.marks, fast.keys)
