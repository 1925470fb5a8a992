"""The full screen at a real terminal: start, resize, Ctrl-C, kill, and the way back in both faces."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.play.match import Match

from ..cli.shell import GAME, Full, Screen, food_seed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"

BAD = """
class Bot:
    def __init__(self, rules):
        pass

    def choose(self, view, stream):
        return 1 / 0
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def moves(path: Path) -> int:
    """The moves in the record."""
    return sum('"move"' in line for line in path.read_text("utf-8").splitlines()) if path.exists() else 0


def played(path: Path, more: int) -> None:
    """Wait until so many moves are in the record."""
    begun = time.monotonic()
    while moves(path) < more:
        assert time.monotonic() - begun < 120, path.read_text("utf-8")
        time.sleep(0.05)


def opened(home: Path, path: Path, *words: str) -> Full:
    """The full screen with a person to move."""
    screen = Full(home, [*words, "--pace", "0"])
    screen.resize(80, 24)
    if moves(path) == 0:
        screen.wait("Play at once")  # before a first game its lesson is offered
        screen.send(b"q")
    screen.wait("place food" if moves(path) == 0 else "supply")
    return screen


def test_start_resize_and_interrupt(home: Path) -> None:
    path = home / "game.jsonl"
    words = ["play", GAME, "-p", "player", "-p", "greedy:greedy", "--seed", food_seed(), "--save", str(path)]
    first = Full(home, [*words, "--pace", "0"])
    first.resize(80, 24)
    first.wait("Play at once")  # before a first game its lesson is offered
    first.send(b"q")
    first.wait("reconstructed")  # where the data comes from is said once
    time.sleep(0.5)
    first.send(b"x")
    time.sleep(0.5)
    assert ALTERNATE in first.raw
    first.send(b"\r")
    time.sleep(0.3)
    first.send(b"\r")
    played(path, 2)
    time.sleep(0.5)
    first.resize(120, 40)
    first.wait("Castles")  # a panel for which there was no room
    first.send(b"\x03")
    assert first.end() == 130
    assert NORMAL in first.raw and "\ntilewright resume" in first.raw.replace("\r", "").replace("  ", "")
    assert "Traceback" not in first.raw


def test_killed_full_screen_and_continued_at_the_prompt_and_back(home: Path) -> None:
    path = home / "game.jsonl"
    (home / "tilewright").mkdir()
    (home / "tilewright" / "seen.txt").write_text(f"{GAME}\n")
    words = ["play", GAME, "-p", "player", "-p", "greedy:greedy", "--seed", food_seed(), "--save", str(path)]
    screen = opened(home, path, *words)
    screen.send(b"\r")
    time.sleep(0.3)
    screen.send(b"\r")
    played(path, 2)
    screen.kill()
    before = moves(path)

    line = Screen(home, ["resume", path])
    line.wait("player> ")
    assert moves(path) >= before
    line.send(b"\x04")
    assert line.end() == 130

    again = opened(home, path, "resume", str(path))
    again.send(b"q")
    assert again.end() == 0 and "tilewright resume" in again.raw


def nearly_over(path: Path) -> Path:
    """A record in which the person has one decision left."""
    rules = tw.load(GAME)

    def begun(record: Path | None) -> Match:
        playing = {name: bots.make("random", rules) for name in ("player", "bruno")}
        names = {"bruno": "random"}
        return Match(rules, ["player", "bruno"], seed=1, bots=playing, bot_names=names, record=record)

    whole, match = begun(None), begun(path)
    whole.play_bots()
    last = max(one.number for one in whole.played if one.seat == 0)
    for one in whole.played[: last - 1]:
        match.play(one.action)
    match.close()
    return path


def test_from_the_charts_after_a_game_back_to_the_board(home: Path) -> None:
    """What leads from there to the charts leads there again."""
    (home / "tilewright").mkdir()
    (home / "tilewright" / "seen.txt").write_text(f"{GAME}\n")
    path = nearly_over(home / "game.jsonl")
    screen = Full(home, ["resume", str(path), "--pace", "0"])
    screen.resize(80, 24)
    screen.wait("supply")
    screen.send(b"\r")
    time.sleep(0.3)
    screen.send(b"\r")
    for out in (b"\x1b", b"q"):
        screen.wait("The game is over")
        time.sleep(0.3)
        screen.send(b"\r")
        screen.wait("Where the points came from")
        time.sleep(0.3)
        screen.send(out)
    assert screen.end() == 0 and "Traceback" not in screen.raw


def test_a_bot_that_fails_is_a_sentence_on_the_normal_screen(home: Path) -> None:
    (home / "tilewright").mkdir()
    (home / "tilewright" / "seen.txt").write_text(f"{GAME}\n")
    (home / "bad.py").write_text(BAD)
    path = home / "game.jsonl"
    bots = ["-p", "anna:./bad.py:Bot", "-p", "bruno"]
    screen = Full(home, ["play", GAME, *bots, "--seed", "1", "--save", str(path)])
    screen.resize(80, 24)
    screen.wait("Play at once")
    screen.send(b"q")
    assert screen.end() == 1, screen.raw.rpartition(NORMAL)[2]
    after = screen.raw.rpartition(NORMAL)[2]
    assert "ZeroDivisionError" in after and "Traceback" not in screen.raw, after


@pytest.mark.parametrize("more", [{"TERM": "dumb"}, {"TILEWRIGHT_PLAIN": "1"}])
def test_a_plain_terminal_has_the_prompt(home: Path, more: dict[str, str]) -> None:
    screen = Full(home, ["play", GAME, "--seed", food_seed()], **more)
    screen.wait("player> ")
    assert ALTERNATE not in screen.raw
    screen.type("quit", "tilewright resume")
    assert screen.end() == 0
