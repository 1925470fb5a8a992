"""The terminal's report: within its width, plain where it has to be, and with what one must know."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from tilewright.core.lab.report import terminal

from .corners import cases

CASES = cases()


@pytest.mark.parametrize("width", [60, 80, 100, 140])
@pytest.mark.parametrize("name", CASES)
def test_lines_keep_to_the_width(name: str, width: int) -> None:
    text = terminal(CASES[name], width)
    assert max(map(cell_len, text.split("\n"))) <= width
    assert "\x1b" not in text and text.endswith("\n") and not re.search(r"\b(nan|inf|None)\b", text)


def test_it_tells_the_verdicts() -> None:
    text = " ".join(terminal(CASES["three"], 140).split())
    assert "meadow with 2 players" in text and "castle_points 5 -> 7; modules none -> river" in text
    for variant in ("B", "with the river"):
        assert f"margin of the winner (points), {variant}" in text
    assert "≠ differs" in text and "≈ equivalent" in text
    assert "Exploratory:" in text and "after Benjamini-Hochberg" in text


def test_failures_and_stops_are_told() -> None:
    text = terminal(CASES["failures"])
    assert "20 games failed; their blocks are left out:" in text and "TurnLimit" in text
    assert "deviation from the plan: stopped at block 120" in text
    text = terminal(CASES["sequential"])
    assert "differs after 200 blocks of at most 2\u202f000; estimate valid after stopping +1.3 [0.2," in text
    assert "river × mill" in terminal(CASES["factors"])
    assert "nothing is concluded" in terminal(CASES["empty"])


def test_colour_changes_nothing_but_colour() -> None:
    plain, coloured = terminal(CASES["two"]), terminal(CASES["two"], colour=True)
    assert "\x1b[31m" in coloured
    stripped = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.split("\n")] == plain.split("\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "nonsense"])
def test_a_poor_terminal_loses_no_sign(encoding: str) -> None:
    """A minus sign that cannot be written becomes a hyphen, never a question mark."""
    text = terminal(CASES["factors"], encoding=encoding)
    text.encode("ascii" if encoding == "nonsense" else encoding)
    assert "-0.10 [-0.90, 0.70]" in text
