"""What is read needs at most five times the memory of its text, beside what a small file needs."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import TilewrightError
from tilewright.core.play.replay import replay
from tilewright.core.record import format as records

SIZE = 150_000
"""Bytes of a file that is tried."""
SMALL = 2 << 20
"""Bytes that a reader needs for a small file, too."""


def peak(read: Callable[[Path], object], path: Path) -> int:
    """The memory that is in use at most while the file is read, or refused."""
    with suppress(TilewrightError):
        read(path)  # what is kept from the first time on is not the file's
    tracemalloc.start()
    with suppress(TilewrightError):
        read(path)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A record of three decisions."""
    path = tmp_path_factory.mktemp("sizes") / "base.jsonl"
    match = tw.Match(tw.load("rebirth"), ["anna", "bruno"], seed=1, record=path)
    for _ in range(3):
        match.play(match.state.legal(match.state.to_act[0])[0])
    match.close()
    return path.read_bytes()


@pytest.mark.parametrize(
    "line",
    [
        b'{"back":0}',
        b'{"undo":0}',
        b'{"undo":0}\n{"redo":0}',
        b'{"note":"x"}',
        b'{"n":3,"draw":"supply","value":"a"}',
        b"{}",
        b"",
        b"[" * 1_000,
    ],
)
def test_a_record_of_short_lines(line: bytes, head: bytes, tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_bytes(head + (line + b"\n") * (SIZE // (len(line) + 1)))
    assert peak(lambda path: replay(records.read(path)), path) < 5 * path.stat().st_size + SMALL
