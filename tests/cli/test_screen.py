"""At a terminal of its own: colours, the question before a move that cannot be taken back, the Tab key, Ctrl-C."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from .shell import GAME, Screen, food_seed, run

if os.name == "nt":
    pytest.skip("no pseudo-terminals here", allow_module_level=True)


def moves_of(path: Path) -> list[str]:
    return [json.loads(line)["move"] for line in path.read_bytes().splitlines() if b'"move"' in line]


def test_a_person_plays(home: Path) -> None:
    save = home / "game.jsonl"
    screen = Screen(home, ["play", GAME, "--seed", food_seed(), "--save", save])
    assert "? lists what else you can type" in screen.wait("player> ")
    assert "\x1b[" in screen.raw  # colours
    assert "off the map" in screen.type("99,99", "player> ")
    assert "RB-PLACE-3: " in screen.type("why", "player> ")
    assert "is not a whole move" in screen.type("plac", "player> ")
    assert "is not a move" in screen.type("fly", "player> ")
    asked = screen.type("7,0", "cancels it> ")
    assert "place food 7,0: +1 food group 7,0" in asked
    assert "draws" not in asked
    assert moves_of(save) == []
    screen.type("no", "player> ")
    assert moves_of(save) == []
    asked = screen.type("7,0", "cancels it> ")
    asked = screen.type("place 8,0", "cancels it> ")  # another move instead
    assert "place food 8,0" in asked
    told = screen.type("", "player> ")
    assert "1. player: place food 8,0" in told and "2. bot: " in told
    assert moves_of(save)[0] == "place food 8,0"
    screen.type("", "? lists what else")
    screen.wait("player> ")
    screen.send(b"\x03")
    assert screen.end() == 130
    assert f"tilewright resume {save}" in screen.shown.replace("\n", "")


def test_confirm_never(home: Path) -> None:
    screen = Screen(
        home, ["play", GAME, "--seed", food_seed(), "--save", home / "game.jsonl", "--confirm", "never"]
    )
    screen.wait("player> ")
    assert "takes it back" not in screen.type("7,0", "player> ")
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
    (home / "mine").write_text("mine")
    (home / "mine").replace(save)
    said = screen.type("1", "player> ")
    assert "was replaced by another file; the move was not played" in " ".join(said.split())
    assert "other.jsonl; later moves are saved there" in screen.type(
        f"save {home / 'other.jsonl'}", "player> "
    )
    assert "3. player: " in screen.type("1", "player> ")
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
    screen.type("", "cancels it> ")
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
    passed = screen.type("1", "press Enter> ")
    assert "\x1b[2J\x1b[3J" in screen.raw
    after = passed[passed.rindex("pass to") :]
    assert "Tiles of" not in after and "draws" not in after
    told = screen.type("", f"{second}> ")
    assert f"Tiles of {second}" in told and f"Tiles of {first}" not in told
    assert f"{first}: place" in told and "draws a tile" in told  # what was drawn stays secret
    screen.send(b"\x04")
    assert screen.end() == 130
