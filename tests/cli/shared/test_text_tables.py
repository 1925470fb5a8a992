"""At a terminal of its own: colours, the question before a move that cannot be taken back, the Tab key, Ctrl-C."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ..shell import GAME, Screen, first_moves, food_seed, moves_of, next_moves, run

if os.name == "nt":
    pytest.skip("no pseudo-terminals here", allow_module_level=True)


def test_a_person_plays(home: Path) -> None:
    save = home / "game.jsonl"
    screen = Screen(home, ["play", GAME, "--seed", food_seed(), "--save", save])
    assert "moves  board  log  rules  ?" in screen.wait("player> ")
    assert "\x1b[" in screen.raw  # colours
    assert "off the map" in screen.type("99,99", "player> ")
    assert "RB-PLACE-3: " in screen.type("why", "player> ")
    told = screen.type("plac", "player> ")
    assert "'plac' fits every move that is left; now choose a place" in told and "in hand" not in told
    assert "is not a move" in screen.type("fly", "player> ")
    asked = screen.type("7,0", "does not> ")
    assert "place food 7,0: +1 food group 7,0" in asked
    assert "draws" not in asked
    assert moves_of(save) == []
    screen.type("no", "player> ")
    assert moves_of(save) == []
    asked = screen.type("7,0", "does not> ")
    asked = screen.type("place 8,0", "does not> ")  # another move instead
    assert "place food 8,0" in asked
    told = screen.type("", "player> ")
    assert "player: places food on 8,0" in told and "\nbot: " in told
    assert moves_of(save)[0] == "place food 8,0"
    screen.type("", "? lists what else")
    screen.wait("player> ")
    screen.send(b"\x03")
    assert screen.end() == 130
    assert f"tilewright resume {save}" in screen.shown.replace("\n", "")


@pytest.mark.parametrize(("lang", "typed"), [("en", "y"), ("en", "Yes"), ("de", "ja"), ("pl", "tak")])
def test_yes_is_an_answer_as_well(home: Path, lang: str, typed: str) -> None:
    save = home / "game.jsonl"
    screen = Screen(home, ["play", GAME, "--seed", food_seed(), "--save", save, "--lang", lang])
    screen.wait("player> ")
    screen.type("7,0", {"en": "not> ", "de": "nicht> ", "pl": "anuluje> "}[lang])
    screen.type(typed, "player> ")
    assert moves_of(save)[0] == "place food 7,0"


def test_confirm_never(home: Path) -> None:
    screen = Screen(
        home, ["play", GAME, "--seed", food_seed(), "--save", home / "game.jsonl", "--confirm", "never"]
    )
    screen.wait("player> ")
    assert "does not> " not in screen.type("7,0", "player> ")
    screen.send(b"\x04")
    assert screen.end() == 130
    assert len(moves_of(home / "game.jsonl")) == 2


def test_a_record_replaced_under_a_person(home: Path) -> None:
    """The prompt says so, `save FILE` works, and the game goes on there."""
    save = home / "game.jsonl"
    screen = Screen(
        home, ["play", GAME, "--seed", food_seed(), "--save", save, "--confirm", "never"], COLUMNS="200"
    )
    screen.wait("player> ")
    screen.type("7,0", "player> ")
    following = next_moves(save, moves=1).strip()
    (home / "mine").write_text("mine")
    (home / "mine").replace(save)
    said = screen.type(following, "player> ")
    assert "was replaced by another file; the move was not played" in " ".join(said.split())
    assert "later moves are saved there:\n" in screen.type(f"save {home / 'other.jsonl'}", "player> ")
    assert "\nplayer: " in screen.type(following, "player> ")
    assert f"tilewright resume {home / 'other.jsonl'}" in screen.type("quit", "other.jsonl")
    assert screen.end() == 0
    assert save.read_text() == "mine" and len(moves_of(home / "other.jsonl")) == 4
    assert run("replay", home / "other.jsonl", "--verify").code == 0


def test_the_tab_key(home: Path) -> None:
    pytest.importorskip("readline")
    screen = Screen(home, ["play", GAME, "--seed", food_seed(), "--save", home / "game.jsonl"])
    screen.wait("player> ")
    screen.send(b"place food 7\t")
    screen.wait("7,0")
    screen.type("", "does not> ")
    screen.type("no", "player> ")
    screen.type("quit", "tilewright resume")
    assert screen.end() == 0


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TILEWRIGHT_PLAIN": "1"}])
def test_no_colour(home: Path, more: dict[str, str]) -> None:
    screen = Screen(home, ["play", GAME, "--seed", food_seed()], **more)
    screen.wait("player> ")
    assert "\x1b[3" not in screen.raw and "\x1b[4" not in screen.raw and "\x1b[1" not in screen.raw
    screen.type("quit", "tilewright resume")
    assert screen.end() == 0


def test_two_people_at_one_terminal(home: Path) -> None:
    words = ["play", GAME, "-p", "anna", "-p", "bruno", "--seed", "3", "--save", str(home / "game.jsonl")]
    screen = Screen(home, [*words, "--confirm", "never"])
    screen.wait("press Enter> ")
    first = "bruno" if "pass to bruno" in screen.shown else "anna"
    second = "anna" if first == "bruno" else "bruno"
    own = screen.type("", f"{first}> ")
    assert f"Tiles of {first}" in own and f"Tiles of {second}" not in own
    passed = screen.type(first_moves(3, "anna", "bruno", moves=1).strip(), "press Enter> ")
    assert "\x1b[2J\x1b[3J" in screen.raw
    after = passed[passed.rindex("pass to") :]
    assert "Tiles of" not in after and "draws" not in after
    told = screen.type("", f"{second}> ")
    assert f"Tiles of {second}" in told and f"Tiles of {first}" not in told
    assert f"{first}: places" in told and "draws a tile" in " ".join(
        told.split()
    )  # what was drawn stays secret
    screen.send(b"\x04")
    assert screen.end() == 130


def test_the_end_of_input_at_the_confirmation_leaves_as_elsewhere(home: Path) -> None:
    save = home / "game.jsonl"
    screen = Screen(home, ["play", GAME, "--seed", food_seed(), "--save", save])
    screen.wait("player> ")
    screen.type("7,0", "does not> ")
    screen.send(b"\x04")
    assert screen.end() == 130
    assert f"tilewright resume {save}" in screen.shown.replace("\n", "") and moves_of(save) == []


def test_the_window_is_measured_at_every_decision(home: Path) -> None:
    """Made smaller in mid-game, the next decision fits it; nothing of it has scrolled away."""
    screen = Screen(home, ["play", "glenmore", "-p", "anna", "-p", "bruno", "--seed", "2"])
    screen.resize(120, 40)
    first = screen.wait("anna> ")
    screen.resize(80, 24)
    screen.type(first_moves(2, "anna", "bruno", game="glenmore", moves=1).strip(), "anna: place")
    lines = screen.wait("anna> ").splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 80, lines
    assert len(first.splitlines()) > 24 or max(map(len, first.splitlines())) > 80
    screen.type("quit", "tilewright resume")
    assert screen.end() == 0


def test_a_line_says_that_a_bot_thinks_and_goes_again(home: Path) -> None:
    (home / "slow.py").write_text(
        "import time\nclass Bot:\n    def __init__(self, rules):\n        pass\n    def choose(self, view, stream):\n"
        "        time.sleep(0.5)\n        return view.legal()[0]\n"
    )
    words = ["play", GAME, "-p", "player", "-p", "bruno:./slow.py:Bot", "--seed", "3", "--confirm", "never"]
    screen = Screen(home, words)
    screen.wait("player> ")
    if "is thinking ..." not in screen.shown:
        screen.type("hint", "player> ")
        hinted = screen.shown[screen.shown.rindex("[") + 1 :].split("]")[0]
        screen.type(hinted, "player> ")
    assert "bruno (" in screen.shown and "is thinking ...\r\x1b[K" in screen.raw
    screen.type("quit", "tilewright resume")
    assert screen.end() == 0


def test_what_if_cannot_be_taken_for_the_match(home: Path) -> None:
    save = home / "game.jsonl"
    screen = Screen(home, ["play", GAME, "--seed", food_seed(), "--save", save])
    screen.wait("player> ")
    opened = screen.type("what-if", "WHAT IF (not the match) player> ")
    assert "=WHAT IF (not the match)=" in opened and "\nWHAT IF (not the match)  player: " in opened
    tried = screen.type("7,0", "WHAT IF (not the match) player> ")
    assert "player: places food on 7,0" in tried and "\nbot: " in tried
    screen.type("undo", "WHAT IF (not the match) player> ")
    screen.type("8,0", "WHAT IF (not the match) player> ")
    assert "this is a what-if already" in screen.type("what-if", "WHAT IF (not the match) player> ")
    assert "back at the match" in screen.type("back", "player> ")
    assert moves_of(save) == []
    assert "nothing has happened yet" in screen.type("log", "player> ")
    screen.type("quit", "tilewright resume")
    assert screen.end() == 0


def prices(screen: Screen) -> list[str]:
    """The tiles before the shield of Isle of Skye's first decision."""
    screen.wait("player> ")
    told = screen.type("moves", "player> ")
    return [*dict.fromkeys(re.findall(r"drop (L[0-9]+)", told))]


def test_what_is_typed_instead_of_a_confirmation_is_answered(home: Path) -> None:
    """Also if moves of the same line have been played: then below the board that they have made."""
    screen = Screen(home, ["play", "isleofskye", "--seed", "9", "--save", home / "game.jsonl"])
    one, two, three = prices(screen)
    line = f"{one} 1; {two} 1; drop {three}"
    screen.type(line, "does not> ")
    told = screen.type("help", "Commands:")
    assert f"price {two} 1" in told, "the board is printed first"
    screen.wait("player> ")
    screen.type(f"drop {three}", "does not> ")
    assert f"not played: drop {three}" in screen.type("undo", "player> ")
    screen.type("undo", "taken back")
    screen.wait("player> ")
    screen.type(f"{two} 1; drop {three}", "does not> ")
    told = screen.type("undo", f"not played: drop {three}")
    assert f"price {two} 1" in told
    screen.wait("player> ")
    screen.send(b"\x04")
    assert screen.end() == 130
