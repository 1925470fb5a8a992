"""`simulate`, `ladder` and `compare` report on who is ahead in a game without points, where others have scores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..web.house import installed
from .shell import GAME, run


@pytest.fixture(autouse=True)
def brink(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path, brink="tests.toys.brink:PLUGIN"):
        yield


def test_simulate() -> None:
    words = ("simulate", "brink", "-n", "8", "--players", "3", "--seed", "1")
    assert "mean lives" in run(*words).out
    told = json.loads(run(*words, "--json").out)
    assert told["standing"] == "lives"
    for row in told["results"]:
        [winner] = row["winners"]
        assert row["scores"] == [0, 0, 0] and row["standing"][winner] == sum(row["standing"]) > 0
    other = json.loads(run("simulate", GAME, "-n", "1", "--seed", "1", "--json").out)
    assert "standing" not in other and "standing" not in other["results"][0]


def test_ladder() -> None:
    words = ("ladder", "brink", "--bots", "random,novice", "-n", "6", "--players", "3", "--seed", "1")
    out = run(*words).out
    assert "lives: at the end, on average" in out and "score" not in out
    told = json.loads(run(*words, "--json").out)
    assert told["standing"] == "lives"
    for bot in told["bots"]:
        of = [
            row["standing"][n]
            for row in told["results"]
            for n, text in enumerate(row["bots"])
            if text == bot["bot"]
        ]
        assert bot["mean_standing"] == pytest.approx(sum(of) / len(of), abs=0.001) and bot["mean_score"] == 0


def test_compare_takes_it_as_primary(tmp_path: Path) -> None:
    words = ("compare", "brink", "--b", "lives=6", "--players", "2", "--blocks", "12", "--bots", "random")
    ran = run(*words, "--seed", "1", "--out", tmp_path / "out", "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)
    assert told["plan"]["primary"] == ["standing", "margin", "first_win"]
    titles = {one["name"]: one["title"] for one in told["metrics"]}
    assert titles["standing"] == "lives" and "score" not in titles
    out = run(*words, "--seed", "1", "--out", tmp_path / "again").out
    assert "lives up" in out and "span of seeds (lives)" in out and "points)" not in out
    page = (tmp_path / "again" / "report.html").read_text("utf-8")
    assert "Span (lives)" in page and "(its lives minus" in page


def test_compare_with_a_game_of_points_takes_what_both_have(tmp_path: Path) -> None:
    words = ("compare", "brink", "--b", f"game={GAME}", "--players", "2", "--blocks", "2", "--bots", "random")
    ran = run(*words, "--seed", "1", "--out", tmp_path / "out", "--json")
    assert json.loads(ran.out)["plan"]["primary"] == ["first_win"]


def test_replay_and_history(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    people = ("-p", "anna:random", "-p", "bruno:random", "--seed", "1", "--plain")
    assert run("play", "brink", *people, "--save", path).code == 0
    end = json.loads(run("replay", path, "--json").out.splitlines()[-1])
    assert end["scores"] == [0, 0] and end["standing"] == end["result"]["standing"] != [0, 0]
    half = json.loads(run("replay", path, "--json", "--to", "1").out.splitlines()[-1])
    assert sorted(half["standing"]) != [0, 0] and "result" not in half
