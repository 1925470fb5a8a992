"""How large numbers and how long messages may be."""

from __future__ import annotations

import pytest

from tilewright.core.base import limits
from tilewright.core.base.brief import LONG_LINE, LONG_WORD, NAMED, brief, some
from tilewright.core.base.errors import UsageError


def test_the_widest_seed() -> None:
    widest = (1 << limits.SEED_BITS) - 1
    assert limits.narrow(widest) == widest
    with pytest.raises(UsageError, match="at most 256 bits"):
        limits.narrow(widest + 1)


def test_the_longest_number() -> None:
    assert limits.number("9" * 18) == int("9" * 18) and limits.number("9" * 19) is None
    assert limits.number("-1") is limits.number("") is limits.number("1.0") is None


def test_a_number_may_lie_on_its_bounds() -> None:
    assert [limits.within("games", n, 5, 2) for n in (2, 5)] == [2, 5] and limits.within("games", -3, 5) == -3
    for n, said in ((1, "1 is too few; at least 2 are needed"), (6, "6 is too many; at most 5 are possible")):
        with pytest.raises(UsageError, match=f"^games: {said}"):
            limits.within("games", n, 5, 2)
    with pytest.raises(UsageError, match=f"^games: {1 << 255} is too many"):
        limits.within("games", 1 << 255, 5)
    with pytest.raises(UsageError, match=r"^games: that number is too many"):
        limits.within("games", 1 << 256, 5)


def test_a_seed_is_typed_with_its_sign() -> None:
    assert [limits.seed(text) for text in ("7", " -7 ", "+7", "7\x1c", "0" * limits.DIGITS)] == [
        7,
        -7,
        7,
        7,
        0,
    ]
    for text in ("", "--7", "7.0", "\u0667", "0" * (limits.DIGITS + 1)):
        with pytest.raises(UsageError, match="expected a whole number of at most 256 bits"):
            limits.seed(text)


def test_a_long_message_is_cut_off_and_a_long_list_is_counted() -> None:
    word, line = "x" * LONG_WORD, "x " * (LONG_LINE // 2)
    assert brief(word) == word and brief(f"{word}y\n{word} y") == f"{word}...\n{word} y"
    assert brief(f"a\n{line}") == f"a\n{line}" and brief(f"a\n{line}x") == f"a\n{line}..."
    named = [str(n) for n in range(NAMED)]
    assert some(range(NAMED)) == named and some(range(NAMED), 3) == [*named, "... and 3 more"]
    assert some(range(NAMED + 1)) == [*named, "... and 1 more"] and some([1], 2) == ["1", "... and 2 more"]
