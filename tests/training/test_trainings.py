"""Several trainings of each ruleset: what may be said of them, and what of a single one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tilewright.core.bots.learned_moves import Lookahead
from tilewright.core.lab.games import block, code_digests
from tilewright.core.lab.report import as_json, page, terminal
from tilewright.core.lab.study import relearning
from tilewright.core.lab.study.findings import Findings
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.play import PlayedBlocks
from tilewright.core.lab.study.run import findings

from ..cli.shell import run
from .adapting import CHANGE, GAME, TINY, plan, written


def played(made: ComparisonPlan, tmp_path: Path) -> tuple[Findings, list[dict[str, Any]]]:
    rows = block.rows(made.work(str(tmp_path)), 0, made.blocks)
    return findings(made, PlayedBlocks(rows, None, 1.0), command=""), rows


def test_one_training_of_each_ruleset_has_no_verdict(tmp_path: Path) -> None:
    """The difference is as large as it can be, and in all blocks: that of castles which are worth nothing."""
    made = plan(tmp_path, blocks=6)
    written(made, {"A": Lookahead(), "B": Lookahead(candidates=2)})
    found, _ = played(made, tmp_path)
    assert found.trainings == 1 and found.analysis.results
    for one in found.analysis.results:
        assert one.verdict == "not resolved" and np.isnan([one.p, one.low, one.high, one.low90]).all()
        assert np.isfinite(one.difference) and one.needed is None
    assert not found.analysis.interactions and not found.restricted
    [told] = found.relearned
    assert told.claim == "one training" and np.isnan(told.duel.low) and np.isfinite(told.duel.share)
    assert all(one.verdict == "not resolved" and np.isnan(one.p) for one in told.learning)
    screen = " ".join(terminal(found, 80).split())
    assert "There is no verdict: each ruleset was trained once" in screen[:400]
    assert "--trainings 6" in screen[:900] and "There is no verdict" in page(found).split("</header>")[0]
    assert as_json(found)["trainings"] == 1


def test_intervals_are_those_of_trainings_where_these_differ(tmp_path: Path) -> None:
    """Student's t over the means of the trainings, counted by hand."""
    made = plan(tmp_path, blocks=6, trainings=3)
    looks = {
        f"{name} ({n} of 3)": Lookahead(candidates=n + 3 * (name == "B")) for name in "AB" for n in (1, 2, 3)
    }
    written(made, looks)
    found, rows = played(made, tmp_path)
    table = found.table.means
    apart = table["B adapted", "score", ""] - table["A", "score", ""]
    means = [float(apart[n::3].mean()) for n in range(3)]
    wide = stats.t.ppf(0.975, 2) * stats.sem(means)
    one = found.analysis.of("B adapted", "score")
    assert one.difference == pytest.approx(np.mean(means))
    assert one.low <= one.difference - wide + 1e-9 and one.high >= one.difference + wide - 1e-9
    assert one.interval != "training" or one.high - one.low == pytest.approx(2 * wide)
    assert one.p >= stats.ttest_1samp(means, 0).pvalue - 1e-9
    [told] = found.relearned
    assert [len(told.trainings), found.trainings, len(found.pupils)] == [3, 3, 6]
    duel = relearning.shares(rows, "B duel")
    assert [one.duel for one in told.trainings] == pytest.approx([duel[n::3].mean() for n in range(3)])
    assert told.duel.share == pytest.approx(np.mean([one.duel for one in told.trainings]))
    by_training = [duel[n::3].mean() for n in range(3)]
    limits = told.duel.share + np.array([-1, 1]) * stats.t.ppf(0.975, 2) * stats.sem(by_training)
    assert told.duel.low <= max(0, limits[0]) + 1e-9 and told.duel.high >= min(1, limits[1]) - 1e-9


def test_a_run_with_one_training_goes_on_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As older versions began all of them: its plan names one file for each ruleset."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    words = ("compare", GAME, "--b", CHANGE, "--adapt-budget", TINY, "--blocks", "2", "--seed", "7")
    usual = [*words, "--metrics", "score", "--primary", "score", "--out", str(tmp_path / "one")]
    assert run(*usual, "--trainings", "1").code == 0
    trained = json.loads((tmp_path / "one" / "plan.json").read_text("utf-8"))["plan"]["trained"]
    assert all(isinstance(name, str) for name in trained.values()), "so it was written before"
    again = run(*usual)
    assert again.code == 0 and "continuing after the 2 blocks" in again.err, again
    assert "each ruleset was trained once" in again.out
    report = json.loads((tmp_path / "one" / "report.json").read_text("utf-8"))
    assert report["trainings"] == 1 and report["relearned"][0]["claim"] == "alike"
    refused = run(*usual, "--trainings", "2")
    assert refused.code == 2 and "trained was" in refused.err
    # Other code would train others, but these are there.
    monkeypatch.setattr(code_digests, "ours", lambda: "other code")
    later = run(*usual)
    assert later.code == 0 and "all players are trained" in later.err, later
    for file in (tmp_path / "one" / "trained").iterdir():
        file.unlink()
    refused = run(*usual)
    assert refused.code == 2 and "trained was" in refused.err


@pytest.mark.parametrize(("players", "high", "weak"), [(2, 0.49, True), (3, 0.49, False), (3, 0.32, True)])
def test_a_training_has_failed_if_its_players_are_below_what_is_even_for_one_seat(
    players: int, high: float, weak: bool
) -> None:
    one = relearning.Pupil(
        ruleset="A",
        file="",
        budget="",
        games=1,
        against="greedy",
        share=0.2,
        low=0.1,
        high=high,
        even=1 / players,
    )
    assert one.weak is weak
