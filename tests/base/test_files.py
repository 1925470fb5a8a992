"""What is written is whole, however much the system takes at once; and how long numbers may be."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tilewright.core.base import limits
from tilewright.core.base.errors import UsageError
from tilewright.core.base.files import flushed


class Slow(io.FileIO):
    def write(self, data: object) -> int:
        return super().write(bytes(data)[:3])  # type: ignore[call-overload]


def test_a_file_that_takes_a_little_at_once(tmp_path: Path) -> None:
    with Slow(tmp_path / "slow", "w") as file:
        flushed(file, b"0123456789")
    assert (tmp_path / "slow").read_bytes() == b"0123456789"


def test_the_widest_seed() -> None:
    widest = (1 << limits.SEED_BITS) - 1
    assert limits.narrow(widest) == widest
    with pytest.raises(UsageError, match="at most 256 bits"):
        limits.narrow(widest + 1)


def test_the_longest_number() -> None:
    assert limits.number("9" * 18) == int("9" * 18) and limits.number("9" * 19) is None
    assert limits.number("-1") is limits.number("") is limits.number("1.0") is None
