"""`replay` and the menu at a terminal of their own: steps line by line, full screen, and what pipes get."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ..shell import ESCAPES, GAME, Screen, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals of Unix")


def test_a_pipe_gets_the_whole_game_as_a_player_the_spectator_or_the_referee(played: Path) -> None:
    whole = run("replay", played)
    assert whole.code == 0 and "wins." in whole.out
    assert run("replay", played, "--as", "spectator").out == whole.out
    assert run("replay", played, "--all").out == whole.out
    anna, referee = run("replay", played, "--as", "anna").out, run("replay", played, "--as", "referee").out
    assert "draws food" in referee and len({whole.out, anna, referee}) == 3
    wrong = run("replay", played, "--as", "nobody")
    assert wrong.code == 2 and "anna, bruno, spectator or referee" in wrong.err


def test_it_begins_where_it_is_told_to(played: Path, home: Path) -> None:
    whole, late = (run("replay", played, *words).out.splitlines() for words in ((), ("--at", "12")))
    begins = next(n for n, line in enumerate(whole) if line.startswith(" 12. "))
    assert late == whole[begins:]
    wrong = run("replay", played, "--at", "9999")
    assert wrong.code == 2 and "so there is no decision 9999" in wrong.err
    at = Screen(home, ["replay", played, "--line", "--at", "12"])
    assert "decision 12 of" in at.wait("replay> ")
    at.send(b"q\n")
    assert at.end() == 0


def test_steps_line_by_line_forth_and_back_in_one_screen_each(played: Path, home: Path) -> None:
    at = Screen(home, ["replay", played, "--line", "--as", "anna"])
    first = at.wait("replay> ")
    assert "decision 0 of" in first
    for typed, where in (("", 1), ("n", 2), ("p", 1), ("12", 12), ("p", 11), ("first", 0), ("r", None)):
        shown = at.type(typed, "replay> ")
        assert where is None or f"decision {where} of" in shown
        assert len(ESCAPES.sub("", shown).split("\n")) <= 25
    assert "seen by bruno" in at.type("as bruno", "replay> ")
    assert "anna, bruno, spectator, referee" in at.type("as carol", "replay> ")
    assert "means nothing here" in at.type("dance", "replay> ")
    assert "total" in at.type("s", "replay> ")
    assert "2. " in at.type("log 2", "replay> ")
    assert "play on from here" in at.type("?", "replay> ")
    at.type("last", "replay> ")
    assert "last position" in at.type("n", "replay> ")
    assert "game is over" in at.type("play", "replay> ")
    at.send(b"q\n")
    assert at.end() == 0


def test_a_step_can_be_played_on_from_and_the_record_stays(played: Path, home: Path) -> None:
    before = played.read_bytes()
    at = Screen(home, ["replay", played, "--line"], TILEWRIGHT_PLAIN="1")
    at.wait("replay> ")
    at.type("20", "replay> ")
    at.send(b"play\n")
    at.wait("wins.")
    assert at.end() == 0
    assert played.read_bytes() == before
    saved = [*(home / "tilewright" / "games").glob(f"{GAME}-*.jsonl")]
    assert len(saved) == 1 and "start" in json.loads(saved[0].read_text("utf-8").split("\n")[0])


def test_a_damaged_record_is_walked_at_a_terminal_and_refused_in_a_pipe(played: Path, home: Path) -> None:
    lines = played.read_text("utf-8").split("\n")
    path = home / "damaged.jsonl"
    path.write_text("\n".join([*lines[:30], "{", *lines[31:]]), "utf-8")
    assert run("replay", path).code == 3
    at = Screen(home, ["replay", path, "--line"])
    at.wait("replay> ")
    assert "damaged.jsonl:31" in at.type("last", "replay> ").replace("\n", "").replace("  ", "")
    at.send(b"\x04")
    assert at.end() == 0


def test_a_replay_opens_full_screen_and_leaves_the_terminal_as_it_was(played: Path, home: Path) -> None:
    at = Screen(home, ["replay", played])
    at.wait("decision")
    at.send(b"n")
    at.send(b"q")
    assert at.end() == 0
    assert at.raw.rindex("\x1b[?1049l") > at.raw.rindex("\x1b[?1049h")


@pytest.mark.parametrize("words", [[], ["play"]])
def test_the_menu_opens_where_no_game_is_named(words: list[str], home: Path) -> None:
    at = Screen(home, words)
    at.wait("New")
    at.send(b"q")
    assert at.end() == 0


def test_the_menu_begins_a_game_that_is_saved_and_remembered(home: Path) -> None:
    at = Screen(home, ["menu"])
    at.wait("New")
    at.send(b"\r")
    at.wait("Start")
    at.send(b"\r")
    at.wait("first game of")  # its lesson is offered once
    at.send(b"q")
    at.wait("closes")  # what data does not come from the printed game
    at.send(b"x")
    at.wait("Display of bruno")  # the page lay on this; the lines around it may be drawn before it is closed
    at.send(b"q")
    at.wait("New")
    at.send(b"q")
    assert at.end() == 0
    folder = home / "tilewright"
    assert len([*(folder / "games").glob("*.jsonl")]) == 1
    assert json.loads((folder / "last.json").read_text("utf-8"))["game"]


def test_ctrl_c_leaves_the_menu_with_130(home: Path) -> None:
    at = Screen(home, ["menu"])
    at.wait("New")
    at.send(b"\x03")
    assert at.end() == 130


def test_in_a_pipe_there_is_help_and_no_menu() -> None:
    for words in ([], ["play"]):
        ran = run(*words)
        assert ran.code == 2 and "Usage:" in ran.out + ran.err
    ran = run("menu")
    assert ran.code == 2 and "needs a terminal" in ran.err
