"""The budgets of benchmarks/budgets.yaml: counts hold now, and a figure beyond its tolerance fails."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .sources import ROOT, script

if sys.platform == "win32":
    pytest.skip("the benchmarks need a pseudo-terminal", allow_module_level=True)


def test_counts_are_within_their_budgets() -> None:
    """No clock: calls of games that are always the same, and modules that commands import."""
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.budgets", "--short"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0 and "no budget" not in ran.stdout, ran.stdout + ran.stderr
    assert ran.stdout.count("\n| calls of ") == 12 and ran.stdout.count("\n| modules ") == 4


def test_a_figure_over_its_budget_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "path", [*sys.path]
    )  # the folder of the script is forgotten: docs/ has names like it
    over = script("benchmarks", "budgets.py").print_table
    allowed = {("calls", "a"): 100.0, ("calls", "b"): 100.0, ("calls", "c"): 100.0}
    found = {("calls", "a"): 111.0, ("calls", "b"): 110.0, ("calls", "c"): 80.0, ("calls", "new"): 1.0}
    assert (
        over(found, allowed, {"others": 0.1}) == 1
        and over(found, allowed, {"calls": 0.0, "others": 9.0}) == 2
    )
    assert [line.split("|")[5].strip() for line in capsys.readouterr().out.splitlines()[2:6]] == [
        "over",
        "",
        "under",
        "no budget",
    ]


def test_the_kernel_plays_by_the_rules() -> None:
    """An independent engine lists 32.7 placements a turn in random games; these seeds have always led here."""
    kernel = script("benchmarks", "kernel.py")
    games = [kernel.Game(seed) for seed in range(1, 61)]
    scores = [game.play() for game in games]
    assert 32 < sum(game.listed for game in games) / 60 / 71 < 34
    assert scores[58] == [24, 25] and all(len(game.board) - game.board.count(-1) >= 70 for game in games)
    assert all(game.hand[player] >= 0 for game in games for player in (0, 1))
