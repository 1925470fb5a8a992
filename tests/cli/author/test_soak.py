"""`soak` and `pytest -m soak`: what they find comes with one command, and the command shows it again."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import time
from pathlib import Path

import pytest

from ...cases import cases
from ..packages import site as site
from ..shell import SRC, forked, run, start

ROOT = SRC.parent
REPEAT = re.compile(r"to repeat it: (.+)")


def test_a_failure_comes_with_the_command_that_repeats_it(site: Path) -> None:
    """`generous` gives points without a line; the command names this one game, and no other is played."""
    ran = run("soak", "generous", "--seed", "3", "-n", "8", "--players", "3")
    assert ran.code == 1 and "game is broken: scores are" in ran.out, ran
    found = REPEAT.findall(ran.out)
    words = shlex.split(found[0])
    assert words[:5] == ["tilewright", "soak", "generous", "--seed", "3"] and words[-2:] == ["--players", "3"]
    number = words[words.index("--only") + 1]
    again = run(*words[1:])
    assert again.code == 1 and f"generous, game {number}: game is broken: scores are" in again.out, again
    assert REPEAT.findall(again.out) == [found[0]] and "\n1 game (" in again.out
    said = [line for line in ran.out.splitlines() if line.startswith(f"generous, game {number}:")]
    assert said[0] in again.out


def test_json(site: Path) -> None:
    ran = run("soak", "generous", "-n", "8", "--json")
    told = json.loads(ran.out)
    assert ran.code == 1 and told["schema"] == 1 and told["failures"]
    assert len(told["commands"]) == len(told["failures"])
    assert told["commands"][0].startswith("tilewright soak generous --seed 0 --only ")


def test_it_stops_when_it_has_found_enough(site: Path) -> None:
    ran = run("soak", "generous", "--players", "2", "--hours", "1")
    assert ran.code == 1 and "stopped after 50 failures" in ran.err, ran
    assert 50 <= ran.out.count("to repeat it:") < 60


@pytest.mark.parametrize(("workers", "sent"), [("1", signal.SIGTERM), ("2", signal.SIGINT)])
def test_a_signal_keeps_the_book(workers: str, sent: signal.Signals, tmp_path: Path) -> None:
    """What has been played so far is reported and kept, and the same command goes on."""
    book = tmp_path / "book.json"
    words = ["soak", "rebirth", "--players", "2", "--book", str(book), "--workers", workers]
    as_json = ["--json"] if sent == signal.SIGTERM else []
    running = start(tmp_path, *words, "--hours", "1", *as_json, group=True)
    until = time.monotonic() + 120
    while not book.exists():  # written after the first block of games
        assert running.poll() is None and time.monotonic() < until
        time.sleep(0.02)
    os.killpg(running.pid, sent)
    out, err = running.communicate(timeout=120)
    assert running.returncode == 130 and "Traceback" not in err, (out, err)
    if as_json:
        told = json.loads(out)
        assert told["interrupted"] is True and told["following"] == json.loads(book.read_text())["following"]
        games = sum(count[0] for _, count in told["counts"])
    else:
        games = int(out.split()[0])
        assert f"  rebirth: {games} games" in out
    assert games > 0 and f"interrupted after {games} game" in err and "to continue: tilewright soak" in err
    again = run(*words, "-n", "2")
    assert again.code == 0 and f"  rebirth: {games + 2} games" in again.out, again


def test_a_soak_is_counted_in_a_book(tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    first = run("soak", "rebirth", "-n", "6", "--book", book)
    assert first.code == 0 and "\n  rebirth: 6 games" in first.out, first
    second = run("soak", "rebirth", "-n", "6", "--book", book)
    assert second.code == 0 and "\n  rebirth: 12 games" in second.out, second
    other = run("soak", "rebirth", "-n", "6", "--book", book, "--seed", "9")
    assert other.code == 2 and "belongs to another soak: seed 0" in other.err, other
    text = book.read_text()
    book.write_text(re.sub(r'"seconds": [0-9.]+', '"seconds": 77.0', text))
    edited = run("soak", "rebirth", "-n", "6", "--book", book)
    assert edited.code == 3 and "book.json: the book was changed after it was written" in edited.err
    book.write_text(re.sub(r',\s*"sha256": "\w+"', "", text))  # as older versions wrote it
    assert run("soak", "rebirth", "-n", "6", "--book", book).code == 0
    book.write_text("not one")
    assert run("soak", "rebirth", "-n", "6", "--book", book).code == 3
    folder = run("soak", "rebirth", "-n", "6", "--book", tmp_path)
    assert folder.code == 2 and "is a folder; name a file" in folder.err, folder
    nowhere = run("soak", "rebirth", "-n", "6", "--book", tmp_path / "no" / "book.json")
    assert nowhere.code == 2 and "cannot be written" in nowhere.err, nowhere


@pytest.mark.parametrize(("words", "said"), cases(__file__, "mistakes"))
def test_mistakes(words: list[str], said: str) -> None:
    ran = run("soak", *words)
    assert ran.code == 2 and said in ran.err, ran


def test_a_package_that_is_no_plugin() -> None:
    ran = run("soak", "json")
    assert ran.code == 3 and "package json is not a plugin" in ran.err, ran


def test_a_module_is_played_with_its_game(site: Path) -> None:
    ran = run("soak", "harvest.storm", "-n", "6", "--players", "2", "--edition", "town")
    rows = [line.split(":")[0].strip() for line in ran.out.splitlines()[1:]]
    named = [
        "harvest.storm",
        "harvest.storm with storm",
        "harvest.storm, 2 players",
        "harvest.storm, edition town",
    ]
    assert ran.code == 0 and rows == named, ran


def test_only_what_is_asked_for_is_played() -> None:
    ran = run(
        "soak", "isleofskye", "--with", "tunnel", "--players", "2", "--set", "castle_income=4", "-n", "2"
    )
    assert ran.code == 0 and "isleofskye with tunnel, 2 players" not in ran.err, ran
    rows = [line.split(":")[0].strip() for line in ran.out.splitlines()[1:]]
    assert rows == ["isleofskye", "isleofskye with tunnel", "isleofskye, 2 players"]


PLANT: str = cases(__file__, "plant")
"""A plugin for pytest that plants a fault: a promise that four players break."""


def test_pytest_repeats_what_it_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text(PLANT)
    monkeypatch.syspath_prepend(tmp_path)

    def pytest_said(*words: str) -> str:
        ran = forked(ROOT, "-q", "-p", "planted", "-p", "no:cacheprovider", *words, main=pytest.main)
        assert ran.code == 1, ran
        return ran.out

    soak = ["-n", "0", "-m", "soak", "tests/soak/test_soak.py", "--soak-seed", "5"]
    out = pytest_said(*soak, "--soak-games", "6", "-k", "rebirth")
    commands = list(dict.fromkeys(REPEAT.findall(out)))  # with CI set, pytest's summary says all once more
    assert len(commands) == 2 and "planted: turn five with four players" in out, out
    words = shlex.split(commands[0])
    assert words[0] == "pytest" and "--soak-only" in words
    again = pytest_said(*words[1:])
    assert {*REPEAT.findall(again)} == {commands[0]} and "1 failed, 3 skipped" in again, again
    assert "rebirth: 1 games" in again
