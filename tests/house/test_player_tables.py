"""The tables of docs/bots.md are those of benchmarks/players.json, and what measures them can be run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A folder with the page and what writes its tables."""
    shutil.copytree(
        ROOT / "benchmarks", tmp_path / "benchmarks", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "bots.md", tmp_path / "docs")
    return tmp_path


def run(folder: Path, *args: str) -> str:
    script = folder / "benchmarks" / "player_tables.py"
    done = subprocess.run(
        [sys.executable, str(script), *args], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return (folder / "docs" / "bots.md").read_text("utf-8")


def test_the_page_shows_what_was_measured(copied: Path) -> None:
    written = (ROOT / "docs" / "bots.md").read_text("utf-8")
    assert run(copied) == written, "run python benchmarks/player_tables.py"
    kept = json.loads((copied / "benchmarks" / "players.json").read_text("utf-8"))
    assert {row["table"] for row in kept} == {"levels", "strategies", "exploits", "losses"}


def test_what_is_measured_takes_the_place_of_what_was(copied: Path) -> None:
    results = copied / "benchmarks" / "players.json"
    before = json.loads(results.read_text("utf-8"))
    asked = ["--bots", "greedy,random", "-n", "2", "--rounds", "1", "--seed", "3"]
    page = run(copied, "rebirth", "--only", "losses", *asked)
    after = json.loads(results.read_text("utf-8"))
    new = {row["bot"]: row for row in after if row not in before}
    assert {*new} == {"greedy", "random"} and new["random"]["loss"] > new["greedy"]["loss"]
    assert len(after) == len(before) + 1, "greedy was there"
    assert f"| Rebirth | random | {new['random']['loss']:.2f} ±" in page


def test_an_adversary_is_measured_as_exploit_measures_it(copied: Path) -> None:
    page = run(
        copied, "rebirth", "--only", "exploits", "--bots", "random", "--budget", "1x2,0x0,4,8", "--seed", "3"
    )
    rows = json.loads((copied / "benchmarks" / "players.json").read_text("utf-8"))
    (row,) = (row for row in rows if row["table"] == "exploits" and row["against"] == "random")
    assert row["games"] == 8 and row["trained"] > 0 and row["share"] > 0.5
    assert "random" not in page.partition("<!-- table exploits -->")[2].partition("<!-- end -->")[0]
