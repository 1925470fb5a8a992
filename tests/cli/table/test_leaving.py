"""At a terminal: a bot plays on, people come back, resign, and play a finished game once more."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tilewright.core.cli.shared.common import Stopped
from tilewright.core.cli.table.face import FACE, Face
from tilewright.core.cli.table.menu import run as run_next
from tilewright.core.cli.table.play import _next
from tilewright.core.play.replay import replay
from tilewright.core.record import format as records
from tilewright.core.screen.puzzle_screen import AfterChoice
from tilewright.core.table.saved_games import digest

from ..shell import lines_of, run

THREE = ("play", "isleofskye", "-p", "anna", "-p", "bruno", "-p", "clara", "--seed", "5", "--plain")


def test_words_at_the_prompt_leave_and_come_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    typed = "bot clara\nbot clara\nbot clara\nresign\nresign\n"
    ran = run(*THREE, "--save", path, typed=typed)
    assert "normal plays on for clara." in ran.out and "clara is back." in ran.out
    assert "If you resign, a bot plays on in your place" in ran.out and "resigns." in ran.out
    found = [one for one in lines_of(path) if "tilewright" not in one and ("bot" in one or "resigned" in one)]
    assert [one.get("seat", one.get("resigned")) for one in found][:3] == [2, 2, 2]
    assert [bool(one["bot"]) for one in found] == [True, False, True, True]
    assert "resigned" in found[3]
    ran = run("replay", path, "--verify")
    assert ran.code == 0 and "verified" in ran.out


def test_one_word_does_not_resign(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(*THREE, "--save", path, typed="resign\nscore\n")
    assert not any("resigned" in one for one in lines_of(path))
    ran = run(*THREE, "--save", tmp_path / "other.jsonl", typed="bot dora\n")
    assert ran.code == 4 and "dora" in ran.err


@pytest.fixture
def resigned(tmp_path: Path) -> Path:
    """A game of two that anna has given up."""
    path = tmp_path / "resigned.jsonl"
    ran = run(
        "play", "rebirth", "-p", "anna", "-p", "bruno:normal", "--seed", "7", "--plain", "--save", path,
        typed="resign\nresign\n",
    )  # fmt: skip
    assert ran.code == 0 and "bruno wins; anna has resigned." in ran.out, ran
    return path


def test_whoever_resigned_is_told_everywhere(resigned: Path) -> None:
    assert "bruno wins; anna has resigned." in run("replay", resigned, "--line").out
    assert "finished" in run("replay", resigned, "--verify").out
    found = json.loads(run("replay", resigned, "--json").out.splitlines()[-1])
    assert found["over"] and found["result"]["resigned"] == [0] and found["result"]["winners"] == [1]
    assert run("resume", resigned, typed="").code in (0, 2)


def test_a_finished_game_is_played_once_more(resigned: Path, home: Path) -> None:
    ran = run("rematch", resigned, "--plain", typed="")
    [path] = (home / "tilewright" / "games").glob("*.jsonl")
    old, new = lines_of(resigned)[0], lines_of(path)[0]
    assert new["seats"] == ["bruno", "anna"] and new["bots"] == old["bots"] and new["seed"] != old["seed"]
    assert new["rematch"] == digest(resigned) and "rematch" not in old
    ran = run("rematch", path, "--plain", typed="")
    assert ran.code == 2 and "is not over" in ran.err


def test_who_is_named_as_a_person_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(*THREE, "--save", path, typed="bot bruno\n")
    run("resume", path, "-p", "bruno", "--plain", typed="")
    found = [one for one in lines_of(path) if "bot" in one and "seat" in one]
    assert [one["bot"] != "" for one in found] == [True, False] and found[1]["by"] == [1]


def test_again_after_a_game_is_a_rematch(resigned: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = records.read(resigned)
    match, choice = replay(record), AfterChoice("again")
    other = _next(choice, match, resigned, {"bruno": "random"}, FACE)
    assert other.name == "play" and other.given["player"] == ["anna", "bruno:random"], "bots of this session"
    found = _next(choice, match, resigned, dict(record.head.bots), Face(plain=True))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(Stopped):
        run_next(found)
    [path] = (home / "tilewright" / "games").glob("*.jsonl")
    assert lines_of(path)[0]["rematch"] == digest(resigned)
