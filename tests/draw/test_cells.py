"""Text in cells: what is padded, cut and wrapped is as wide as it is shown, and letters keep their marks."""

from __future__ import annotations

from unicodedata import category, combining, east_asian_width

from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.draw.cells import begin, cell_len, center, cut, ljust, rjust, wrapped

LETTERS = st.sampled_from(["a", "Z", "日", "ａ", "é", "e\u0301", "o\u0323\u0302", "ש\u05c1", "한", " ", "-"])
TEXTS = st.lists(LETTERS, max_size=40).map("".join)


def shown(text: str) -> int:
    """How wide the text is by the tables of Unicode: wide letters two, marks none."""
    return sum(0 if category(one) == "Mn" else 1 + (east_asian_width(one) in "WF") for one in text)


@given(TEXTS, st.integers(0, 50))
def test_texts_are_padded_and_cut_to_their_width(text: str, width: int) -> None:
    assert cell_len(text) == shown(text)
    for padded in (ljust(text, width), rjust(text, width), center(text, width, "=")):
        assert shown(padded) == max(width, shown(text)) and text in padded
    kept = begin(text, width)
    assert text.startswith(kept) and shown(kept) <= width
    rest = text.removeprefix(kept)
    assert not rest or (shown(kept) >= width - 1 and not combining(rest[0]))
    if width > 3:
        assert shown(cut(text, width)) <= width and (cut(text, width) == text) == (shown(text) <= width)


@given(TEXTS, st.integers(6, 50))
def test_lines_are_no_wider_than_they_may_be(text: str, width: int) -> None:
    lines = wrapped(text, width, "* ", "  ")
    assert " ".join(lines).split() == ([] if not text.split() else ["*", *text.split()])
    for line in lines:
        assert shown(line) <= width or len(line.split()) <= 2
