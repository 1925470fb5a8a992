"""`content` on the command line: a study that is interrupted and continued, its report, and mistakes."""

from __future__ import annotations

import json
import re
import shlex
import signal
import time
from pathlib import Path

import pytest

from ...cases import cases
from ..shell import run, start
from .test_csv import agree
from .test_csv import told as table_and_json

WORDS = cases(__file__, "words")


def test_a_study_is_continued_and_reported(tmp_path: Path) -> None:
    out = tmp_path / "study"
    rows, told = table_and_json(tmp_path, *WORDS, "--out", str(out))
    agree(rows, [one for fit in told["fits"] for one in (*fit["items"], *fit["pairs"])])
    blocks = (out / "blocks.jsonl").read_bytes()
    assert (told["schema"], told["kind"], told["size"], told["arms"]) == (1, "missions", 12, 2)
    assert told["plan"]["content"] == json.loads((out / "plan.json").read_text())["plan"]["content"]
    first = told["fits"][0]
    assert first["metric"] == "score" and len(first["items"]) == len(told["items"]) == 24
    assert sum(one["estimate"] for one in first["items"]) == pytest.approx(0, abs=1e-6)
    (out / "blocks.jsonl").write_bytes(b"".join(line + b"\n" for line in blocks.split(b"\n")[:20]))
    again = run(*WORDS, "--out", str(out), "--workers", "2")
    assert "continuing after the 20 blocks" in again.err
    assert (out / "blocks.jsonl").read_bytes() == blocks
    assert "Which missions in Rebirth are strongest" in again.out and "Pairs are not told" in again.out
    page = (out / "report.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and told["plan_hash"] in page
    assert not re.search(r"\bnan\b", page)
    commands = [shlex.split(one["command"]) for one in told["watch"]]
    assert len(commands) == 5 and all(" ".join(words) in again.out for words in commands[:3])
    for words in commands[:1]:
        assert "verified" in run(*words[1:], "--verify").out
    same = run("content", str(out), "--verify", "2")
    assert same.code == 0 and same.out == "0 of 2 blocks played again differ\n", same
    changed = run(*WORDS, "--sets", "3", "--out", str(out))
    assert changed.code == 2 and "holds another run" in changed.err


def test_an_interrupted_study_tells_what_its_blocks_say(home: Path) -> None:
    """The effects of items as far as they can be told; the mark is in the report itself."""
    running = start(home, *WORDS[:4], "--blocks", "600", *WORDS[6:], "--out", "study", "--json")
    lines, until = home / "study" / "blocks.jsonl", time.monotonic() + 120
    while not lines.exists() or lines.read_bytes().count(b"\n") < 60:
        assert running.poll() is None and time.monotonic() < until
        time.sleep(0.005)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=120)
    assert running.returncode == 130 and "Traceback" not in err, err
    told = json.loads(out)
    assert told["interrupted"] is True and 60 <= told["blocks"] < told["of"] == 600
    assert f"interrupted after {told['blocks']} of 600 blocks; to continue: " in err
    assert told["fits"][0]["metric"] == "score"
    assert len(told["fits"][0]["items"]) == 24


def test_a_plan_is_what_its_words_say(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("game: rebirth\nbots: random\nblocks: 4\nprimary: [score]\nsets: 3\n", "utf-8")
    flags = ["rebirth", "--bots", "random", "--blocks", "4", "--primary", "score", "--sets", "3"]
    notes = [run("content", *words, "--seed", "3").err for words in (["--plan", str(plan)], flags)]
    assert notes[0] == notes[1] and notes[0].startswith("plan ")
    for words, said in (
        (["--sets", "2"], "plan.yaml:5:7: sets: the plan says 3, --sets on the command line 2"),
        (["glenmore"], "the plan says 'rebirth', GAME on the command line 'glenmore'"),
        (["rebirth", "places"], "has no content 'places'"),
    ):
        ran = run("content", *words, "--plan", str(plan))
        assert ran.code == 2 and said in ran.err
    plan.write_text("game: rebirth\nbots: evil.py:Bot\n", "utf-8")
    assert "a plan cannot start evil.py:Bot" in run("content", "--plan", str(plan)).err
    plan.write_text("game: rebirth\nengine: dask:tcp://192.0.2.1:8786\n", "utf-8")
    assert "a plan cannot connect to a scheduler" in run("content", "--plan", str(plan)).err


@pytest.mark.parametrize(("words", "said"), cases(__file__, "mistakes"))
def test_mistakes(words: list[str], said: str) -> None:
    ran = run("content", *words, "--blocks", "4")
    assert ran.code == 2 and said in ran.err
