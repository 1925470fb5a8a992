"""benchmarks/against.py: its arithmetic, and one pair of the cheapest games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..cases import cases
from .sources import ROOT, script

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

FILE = ROOT / "benchmarks" / "against.py"


@pytest.fixture(scope="module")
def against() -> Any:
    return script("benchmarks", "against.py")


def test_interval_holds_the_median_in_95_percent(against: Any) -> None:
    """Tables of the sign test: of 15 values the 4th and the 12th, of 6 the ends, of fewer the ends as well."""
    assert against.interval(range(15, 0, -1)) == (4, 12)
    assert against.interval(range(1, 26)) == (8, 18)
    assert against.interval([3, 1, 2, 6, 5, 4]) == (1, 6)
    assert against.interval([2, 1]) == (1, 2)
    assert against.interval([7]) == (7, 7)


@pytest.mark.parametrize(("ratio", "low", "high", "word"), cases(__file__, "verdicts"))
def test_verdicts(against: Any, ratio: float, low: float, high: float, word: str) -> None:
    assert against.judged(ratio, low, high, 0.05) == word


def test_ratios_are_of_pairs(against: Any) -> None:
    """A machine that is ten times as slow for a while slows both of a pair."""
    row, taken = against.Row("clone", "rebirth"), against.Taken
    old = [taken(load, 2 * load, "same") for load in (1, 10, 1, 10, 1, 1)]
    new = [taken(1.2 * load, 2 * load, "same") for load in (1, 10, 1, 10, 1, 1)]
    found = against.verdict(row, old, new, 0.05)
    assert (found.ratio, found.wall, found.verdict, found.same) == (pytest.approx(1.2), 1, "slower", True)
    assert (found.old, found.new) == (1, 1.2)
    new[3] = taken(12, 20, "other")
    assert not against.verdict(row, old, new, 0.05).same


def test_one_pair_is_measured(tmp_path: Path) -> None:
    """The command measures two checkouts, and writes what it prints."""
    words = [
        "--pairs",
        "1",
        "--tolerance",
        "100",
        "--only",
        "clone,rebirth",
        "--json",
        str(tmp_path / "found"),
    ]
    ran = subprocess.run(
        [sys.executable, str(FILE), *words], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    [row] = json.loads((tmp_path / "found").read_text())["rows"]
    assert (row["kind"], row["subject"], row["same"]) == ("clone", "rebirth", True)
    assert row["old"] > 0 and row["ratio"] == row["new"] / row["old"]
    assert "within 10000 %" in ran.stdout.splitlines()[-1]
