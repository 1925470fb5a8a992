"""JSON from outside: read as `json` reads it, or refused with a sentence, before it costs memory."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.base.limits import DIGITS, NESTED, VALUES
from tilewright.core.base.strict_json import NotJson, read

from ..cases import soaked

VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(VALUE)
def test_what_json_writes_is_read_back(value: object) -> None:
    assert read(json.dumps(value)) == value
    assert read(b"\xef\xbb\xbf" + json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary() | st.text(alphabet='[]{}",:0123456789eE.-\\untrfals ').map(str.encode))
def test_other_bytes_get_a_sentence(data: bytes) -> None:
    try:
        read(data)
    except NotJson as error:
        assert str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expecting value (column 1)"),
        ('{"b": 1, "a": 2, "b": 3}', "key 'b' is given twice"),
        ("[NaN]", "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ("[1e999]", "the number 1e999 is too large"),
        ("9" * (DIGITS + 1), f"a number of {DIGITS + 1} digits; at most {DIGITS} are allowed"),
        ("0." + "9" * 5_000, "a number of 5002 digits"),
        ('"\\ud800"', "half of a surrogate pair"),
        (b'{"a": "\xff"}', "byte 8 is not UTF-8 text"),
        ("[" * (NESTED + 1) + "]" * (NESTED + 1), f"nested more than {NESTED} levels deep"),
        ("[" + "[{}]," * 60 + "[" * NESTED, f"nested more than {NESTED} levels deep"),
        ('{"a":' * 1_000_000, f"nested more than {NESTED} levels deep"),
        ("[" + "[]," * VALUES + "1]", f"more than {VALUES:,} values"),
        ('"' + "a" * 1_000 + '"' * 3, "Extra data"),
    ],
)
def test_what_is_refused(text: str | bytes, said: str) -> None:
    with pytest.raises(NotJson, match="^" + said.replace("(", r"\(").replace(")", r"\)")):
        read(text)


def test_brackets_and_commas_in_strings_do_not_count() -> None:
    assert len(read(json.dumps('[{,\\"' * VALUES))) == 5 * VALUES
    assert read("[" * NESTED + "]" * NESTED)
    assert read("[" + "[{}]," * 60 + "[" * (NESTED - 1) + "]" * NESTED)
    assert len(read(f"[{'[],' * (VALUES // 2 - 1)}1]")) == VALUES // 2


@pytest.mark.parametrize("piece", ["[],", '"",', "[[[[", "1.5,", *soaked("{},", "0,", '{"a":[', '"\\"\\"')])
def test_a_large_text_needs_little_memory(piece: str) -> None:
    text = "[" + piece * (1_000_000 // len(piece))
    tracemalloc.start()
    with pytest.raises(NotJson):
        read(text)
    assert tracemalloc.get_traced_memory()[1] < 5 * len(text)
    tracemalloc.stop()
