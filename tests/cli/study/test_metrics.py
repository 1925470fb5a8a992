"""`metrics` lists what can be measured, with its meaning; long runs tell how far they are where nobody sees a bar."""

from __future__ import annotations

import json

import pytest

import tilewright as tw
from tilewright.core.cli.shared import terminal
from tilewright.core.meters.registry import metrics_of

from ..shell import GAME, run


def test_all_metrics_are_listed_with_their_meaning() -> None:
    known = metrics_of(tw.load(GAME))
    told = json.loads(run("metrics", GAME, "--json").out)
    assert [one["name"] for one in told["metrics"]] == [*known] and told["schema"] == 1
    printed = " ".join(run("metrics", GAME).out.split())
    for name, metric in known.items():
        assert f" {name}: {metric.title}" in printed and " ".join(metric.doc.split()) in printed


def test_some_metrics_by_name_and_those_of_modules() -> None:
    told = json.loads(run("metrics", GAME, "win", "source.c*", "--json").out)
    names = [one["name"] for one in told["metrics"]]
    assert (
        "win" in names and "source.castle" in names and all(n == "win" or n[:8] == "source.c" for n in names)
    )
    bare = len(json.loads(run("metrics", "isleofskye", "--json").out)["metrics"])
    assert len(json.loads(run("metrics", "isleofskye", "--with", "druids", "--json").out)["metrics"]) > bare
    wrong = run("metrics", GAME, "scor")
    assert wrong.code == 2 and "there is no metric 'scor'; did you mean 'score'?" in wrong.err


def test_a_line_of_progress_now_and_then_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with terminal.progress("blocks", 100) as advance:
        for _ in range(100):
            advance()
    assert not capsys.readouterr().err
    monkeypatch.setattr(terminal, "PAUSE", 0.0)
    with terminal.progress("blocks", 100) as advance:
        for _ in range(100):
            advance()
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" after ")[0] for line in lines] == [f"blocks: {n}0 of 100" for n in range(1, 11)]
