"""`--verify`: blocks are played again from their seeds, and what a folder says otherwise is named."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.lab.games.lines import Lines

from ...cases import cases
from ..shell import GAME, run

WORDS = ("compare", GAME, "--b", "castle=8", "--bots", "random", "--metrics", "score,margin", "--blocks", "6")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "out"
    ran = run(*WORDS, "--seed", "5", "--out", out)
    assert ran.code == 0, ran
    return out


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "out"))


def forged(folder: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Change the blocks and make all their digests anew, as someone does who knows how."""
    path = folder / "blocks.jsonl"
    plan = json.loads((folder / "plan.json").read_text())["plan"]
    lines = Lines(path, print, plan)
    rows = lines.content()
    lines.close()
    change(rows)
    path.unlink()
    lines = Lines(path, print, plan)
    for row in rows:
        lines.append(row)
    lines.close()


def test_what_was_played_is_played_again_alike(folder: Path) -> None:
    ran = run("compare", folder, "--verify", "2")
    assert ran.code == 0 and ran.out == "0 of 2 blocks played again differ\n", ran
    [drawn] = re.findall(r"playing 2 of 6 blocks again, drawn with --verify (2:\d+)", ran.err)
    again = run("compare", "--out", folder, "--verify", drawn, "--workers", "2", "--json")
    told = json.loads(again.out)
    assert again.code == 0 and told["differences"] == [] and told["report"] is None and told["played"] == 2
    assert f"{told['played']}:{told['seed']}" == drawn and told["blocks"] == 6
    ran = run(*WORDS, "--out", folder, "--verify", "all")
    assert ran.code == 0 and "playing 6 of 6 blocks again\n" in ran.err, ran


def test_scores_that_were_forged_are_named(folder: Path) -> None:
    def raise_some(rows: list[dict[str, Any]]) -> None:
        for row in rows[1:4]:
            row["arms"]["B"][0]["scores"][0] += 30
        rows[5]["arms"]["A"][0]["values"]["margin"] = 0

    true = json.loads((folder / "blocks.jsonl").read_text().splitlines()[1])["arms"]["B"][0]["scores"]
    forged(folder, raise_some)
    ran = run("compare", folder, "--verify", "all")
    assert ran.code == 4, ran
    *named, report, last = ran.out.splitlines()
    false = [true[0] + 30, true[1]]
    assert named[0] == (f"block 1 (seed 6), B, game 1: scores is {false} in the folder, {true} played again")
    assert [line.split(" (")[0] for line in named] == ["block 1", "block 2", "block 3", "block 5"]
    assert "A, game 1: values.margin is 0 in the folder, " in named[3]
    assert "report.json is a report of other blocks; to write it anew, repeat the command" in report
    assert last == "4 of 6 blocks played again differ"
    told = json.loads(run("compare", folder, "--verify", "all", "--json").out)
    assert told["differing"] == 4 and len(told["differences"]) == 4
    assert told["differences"][0]["kept"] == false and told["differences"][0]["again"] == true


def test_a_report_that_was_changed_is_named(folder: Path) -> None:
    path = folder / "report.json"
    report = json.loads(path.read_text())
    path.write_text(json.dumps({**report, "command": "another", "seconds": 0.0}))
    assert run("compare", folder, "--verify", "1").code == 0
    report["analysis"]["results"][0]["verdict"] = "equivalent"
    path.write_text(json.dumps(report))
    ran = run("compare", folder, "--verify", "1")
    assert ran.code == 4 and "report.json was changed after it was written; to write it anew" in ran.out, ran
    anew = run(*WORDS, "--out", folder)
    assert f"{path} was changed after it was written; it is written anew" in anew.err, anew
    assert run("compare", folder, "--verify", "1").code == 0
    page, seal = folder / "report.html", json.loads(path.read_text())["digests"]["blocks"]
    assert f"made of 6 rows with digest {seal[:16]}" in page.read_text()
    page.write_text(page.read_text().replace("differs", "equivalent"))
    ran = run("compare", folder, "--verify", "1")
    assert (
        ran.code == 4 and "report.html was changed after it was written, or made of other blocks" in ran.out
    )
    for text in ("{}", "[", "7"):
        path.write_text(text)
        ran = run("compare", folder, "--verify", "1")
        assert ran.code == 4 and "report.json is no report with digests" in ran.out, ran


def test_a_request_that_was_changed_is_another_run(folder: Path) -> None:
    path = folder / "request.yaml"
    path.write_text(path.read_text().replace("castle=8", "castle=9"))
    ran = run("compare", folder, "--verify", "1")
    assert ran.code == 2 and "holds another run: variants was " in ran.err, ran
    path.write_text(path.read_text().replace("bots: random", f"bots: {folder}/mine.py:Bot"))
    ran = run("compare", folder, "--verify", "1")
    assert ran.code == 3 and "if you trust it, name the bots yourself" in ran.err, ran


@pytest.mark.parametrize(("words", "said"), cases(__file__, "mistakes"))
def test_mistakes(words: list[str], said: str, folder: Path) -> None:
    ran = run(*(str(folder) if word == "FOLDER" else word for word in words))
    assert ran.code == 2 and said in ran.err and not Path("nowhere").exists(), ran
