"""`tilewright playtests`: a folder of records in lines and as JSON, with commands that work as they are printed."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.bots import make
from tilewright.core.play.match import Match

from ..shell import run

ROOT = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two matches of Small Realms, one of which was abandoned, and a text."""
    testing.register(ROOT / "examples" / "dominoes")
    rules = tw.load("dominoes")
    bot = make("random", rules)
    (there := tmp_path / "their records").mkdir()
    for n, stops in enumerate((1_000, 9)):
        match = Match(rules, ["anna", "bruno"], seed=n, record=there / f"{n}.jsonl", playtest=True)
        tried = (match.state.check(match.read(f"take d{domino:02}")[0]) for domino in range(1, 49))
        match.note_refusal(next(refused for refused in tried if refused is not None))
        while not match.over and match.decisions < stops:
            match.play(match.choose(match.state.to_act[0], bot))
        match.answer(0, "again", "5")
        match.answer(1, "again", "2")
        match.answer(1, "unclear", "the\ncrowns")
        match.close()
    (there / "\x1b]0;x\x07.txt").write_text("hello\n")
    return there


def test_a_folder_in_lines(folder: Path) -> None:
    ran = run("playtests", folder)
    assert ran.code == 0 and "\x1b" not in ran.out + ran.err and "\x07" not in ran.out + ran.err
    for part in (
        "dominoes: 2 games, options ",
        "2 players: 1 finished, 1 not\n  they stopped in round 4\n",
        "  take      Take a free domino of the row.",
        "Would you play again?\n     0  1 never\n     2  2\n     0  3\n     0  4\n     2  5 at once\n",
        "Which rule was hard to understand?\n  - the crowns\n",
    ):
        assert part in ran.out
    assert "2 moves in 2 games." in ran.out and "not counted: " in ran.err and "\\x1b]0;x" in ran.err
    commands = re.findall(r"^ +tilewright (replay .*)$", ran.out, re.M)
    assert len(commands) == 5 + 2
    for command in commands[:2] + commands[-1:]:
        assert run(*shlex.split(command)).code == 0


def test_a_folder_as_json(folder: Path) -> None:
    ran = run("playtests", folder, "--json")
    found = json.loads(ran.out)
    (one,) = found["rulesets"]
    assert found["schema"] == 1 and one["game"] == "dominoes" and not one["settings"]
    assert [(match["finished"], match["players"]) for match in one["matches"]] == [
        (True, ["anna", "bruno"]), (False, ["anna", "bruno"]),
    ]  # fmt: skip
    assert one["by_players"][0]["abandoned"] == {"4": 1}  # six turns of two seats are over
    again, unclear = one["questions"]
    assert again["counts"] == {"1": 0, "2": 2, "3": 0, "4": 0, "5": 2} and again["labels"]["5"] == "5 at once"
    assert [text["text"] for text in unclear["texts"]] == ["the\ncrowns"] * 2
    assert sum(kind["count"] for kind in one["kinds"]) == sum(match["decisions"] for match in one["matches"])
    assert len(one["slowest"]) == 5 and len(found["unread"]) == 1


def test_variants_are_told_apart_by_their_settings(folder: Path) -> None:
    match = Match(
        tw.load("dominoes", options={"middle": 0}), ["anna", "bruno"], record=folder / "no middle.jsonl"
    )
    match.close()
    ran = run("playtests", folder / "no middle.jsonl", folder / "0.jsonl")
    assert ran.code == 0 and ran.out.count("dominoes: 1 game, options ") == 2 and "\n  middle=0\n" in ran.out


def test_without_a_record_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")
    ran = run("playtests", tmp_path)
    assert ran.code == 1 and ran.out == "no record was found\n" and "not counted:" in ran.err
    assert run("playtests", tmp_path / "nowhere").code == 2
