"""What is read needs at most five times the memory of its text, beside what a small file needs."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import InvalidFile, Problem, TilewrightError, UsageError
from tilewright.core.lab.design import plan as design_plan
from tilewright.core.lab.study import fail_if, request
from tilewright.core.lab.study.requests import DesignRequest
from tilewright.core.play.replay import replay
from tilewright.core.record import format as records
from tilewright.core.text.document import read_document
from tilewright.core.training.journal import Journal

SIZE = 100_000
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
        pytest.param(b'{"undo":0}', marks=pytest.mark.soak),
        pytest.param(b'{"undo":0}\n{"redo":0}', marks=pytest.mark.soak),
        b'{"note":"x"}',
        b'{"n":3,"draw":"supply","value":"a"}',
        b"{}",
    ],
)
def test_a_record_of_short_lines(line: bytes, head: bytes, tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_bytes(head + (line + b"\n") * (SIZE // (len(line) + 1)))
    assert peak(lambda path: replay(records.read(path)), path) < 5 * path.stat().st_size + SMALL


@pytest.mark.soak
@pytest.mark.parametrize("piece", [b"- []\n", b"- {a: b}\n", b"- &a x\n"])
def test_data_of_small_values(piece: bytes, tmp_path: Path) -> None:
    path = tmp_path / "dense.yaml"
    path.write_bytes(piece * (1_000_000 // len(piece)))
    assert peak(read_document, path) < 5 * path.stat().st_size + 12 * SMALL


@pytest.mark.parametrize("line", [b"{}", b'{"block": 0, "arms": {}}'])
def test_what_a_study_keeps(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b'{"plan": {"game": "rebirth"}}\n' + (line + b"\n") * (SIZE // (len(line) + 1)))
    assert (
        peak(lambda path: Journal(path, {"game": "rebirth"}, lambda said: None), path)
        < 5 * path.stat().st_size + SMALL
    )


def test_at_most_twenty_mistakes_are_named() -> None:
    problems = [Problem("f", line, 1, "", "wrong") for line in range(20_000)]
    assert str(InvalidFile(problems)).splitlines()[19:] == ["f:19:1: wrong", "... and 19,980 more"]
    assert not any("more" in str(InvalidFile(problems[:count])) for count in (1, 19, 20))
    assert str(UsageError("x" * 5_000)) == "x" * 300 + "..."


def test_a_text_of_deep_parentheses_or_many_letters_gets_a_sentence() -> None:
    for text, said in (("(" * 900, "more than 50 parentheses"), ("( " * 5_000, "at most 1,000 letters")):
        with pytest.raises(UsageError, match=said):
            fail_if.read(text, ["A", "B"], ["score"], ["score"], [])


def test_a_number_of_thousands_of_digits_is_no_range(tmp_path: Path) -> None:
    """Found by fuzzing: Python refuses to read so many."""
    plan = tmp_path / "plan.yaml"
    plan.write_text(f"game: rebirth\nfactors: {{castle: {'9' * 5_000} to 3}}\n", "utf-8")
    with pytest.raises(InvalidFile, match=r":2:.*castle"):
        design_plan.planned(*request.merged(DesignRequest(), plan), lambda: 1)


def test_a_long_name_that_is_not_known_is_not_compared_letter_by_letter() -> None:
    word, rules = "x" * SIZE, tw.load("rebirth")
    asked: list[Callable[[Path], object]] = [
        lambda _: tw.load(word),
        lambda _: tw.load("rebirth", [word]),
        lambda _: tw.load("rebirth", options={word: 1}),
        lambda _: tw.load("rebirth", edition=word),
        lambda _: bots.make(word, rules),
        lambda _: rules.new([word, "anna"]).seat(word[:-1]),
    ]
    for ask in asked:
        with pytest.raises((TilewrightError, ValueError)):
            ask(Path())
        tracemalloc.start()
        with suppress(TilewrightError, ValueError):
            ask(Path())
        assert tracemalloc.get_traced_memory()[1] < 5 * SIZE + SMALL
        tracemalloc.stop()
