"""Bytes that are spoilt: what people, editors, disks and enemies do to a file or a line."""

from __future__ import annotations

import re

from hypothesis import strategies as st

TOKENS = [
    b"", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\n", b"\t", b'"', b"'", b"{", b"}", b"[", b"]", b"(", b")", b",",
    b":", b"- ", b"&a ", b"*a", b"!!str ", b"? ", b"| ", b"%", b"#", b"NaN", b"-Infinity", b"1e999", b"1e-999", b"-0",
    b"true", b"null", b"~", b"0x10", b"01", b"9" * 90, b"9" * 5_000, b"x" * 300, b"x" * 70_000, b"../../../etc/passwd",
    b"\\ud800", b"\xe2\x80\xae", b"\xf0\x9f\x8f\xb0", "\u0661\u0662".encode(), b"\xcc\x81", b"[" * 5_000,
    b"(" * 5_000, b'{"a":' * 5_000, b"- " * 500, b"not " * 2_000, b" or " * 2_000, b"{n|", b" to ", b";", b" > ",
]  # fmt: skip
NUMBER = re.compile(rb"-?[0-9]+")
WORD = re.compile(rb"[^\s\"'{}\[\],:]+")
EDIT = st.tuples(
    st.integers(0, 7), st.floats(0, 1, exclude_max=True), st.sampled_from(TOKENS), st.floats(0, 1)
)


def spoilt(examples: list[bytes]) -> st.SearchStrategy[bytes]:
    """One of the examples with a few changes; rarely other bytes."""
    edited = st.builds(_edited, st.sampled_from(examples), st.lists(EDIT, min_size=1, max_size=4))
    return edited | st.binary(max_size=60)


def _edited(data: bytes, edits: list[tuple[int, float, bytes, float]]) -> bytes:
    for how, where, token, length in edits:
        at = int(where * (len(data) + 1))
        end = at + int(length**3 * (len(data) - at))
        lines = data.splitlines(keepends=True) or [b""]
        line = int(where * len(lines))
        if how == 0:
            data = data[:at] + token + data[at:]
        elif how == 1:
            data = data[:at] + token + data[at + 1 :]
        elif how == 2:
            data = data[:at] + data[end:]
        elif how == 3:
            data = data[:at] + data[at:end] * 2 + data[end:]
        elif how == 4:
            data = b"".join(lines[:line] + lines[line + 1 :])
        elif how == 5:
            data = b"".join([*lines[: line + 1], lines[int(length * (len(lines) - 1))], *lines[line + 1 :]])
        else:
            found = list((NUMBER if how == 6 else WORD).finditer(data))
            if found:
                one = found[int(where * len(found))]
                data = data[: one.start()] + token + data[one.end() :]
    return data
