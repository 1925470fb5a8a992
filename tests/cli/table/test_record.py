"""`record show`: a copy for one player, which says what it is wherever it is read."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from ..shell import GAME, run


@pytest.fixture
def annas(home: Path, played: Path) -> Path:
    """The copy for anna of a finished game."""
    path = home / "annas.jsonl"
    ran = run("record", "show", played, "--as", "anna", "--out", path)
    assert ran.code == 0 and ran.out == "" and f"written: {path}" in ran.err, ran
    return path


def test_it_goes_to_stdout_or_to_a_new_file(annas: Path, played: Path) -> None:
    before = annas.read_bytes()
    assert run("record", "show", played, "--as", "anna").out.encode() == before
    again = run("record", "show", played, "--as", "bruno", "--out", annas)
    assert again.code == 2 and "is there already; choose another name" in again.err
    assert annas.read_bytes() == before
    head = json.loads(before.splitlines()[0])
    assert head["shared"] == {"as": "anna"} and "seed" not in head


def test_who_may_be_named(played: Path) -> None:
    ran = run("record", "show", played, "--as", "zoe")
    assert ran.code == 2 and "there is no such player; name anna, bruno or spectator" in ran.err
    spectators = run("record", "show", played, "--as", "spectator")
    assert json.loads(spectators.out.splitlines()[0])["shared"] == {"as": None}


def test_a_replay_says_what_it_shows_and_where_it_ends(annas: Path, played: Path) -> None:
    """The last move opens the missions. It is listed, and the result is the recorded one; no board shows the end."""
    ran, real = run("replay", annas), run("replay", played)
    assert ran.code == 0, ran
    assert f"{annas} is what anna may know of the game; it cannot be resumed or verified" in ran.err
    decided = [
        line for line in real.out.splitlines() if line[:5].strip(" .").isdecimal() and ". " in line[:6]
    ]
    moves = [line for line in decided if ": place" in line or ": lay-aside" in line or ": castle" in line]
    for line in moves[:-1]:
        assert line in ran.out
    begun, _, rest = ran.out.partition(
        "What follows depends on what anna cannot know. The record lists these moves:\n"
    )
    assert begun.rstrip().splitlines()[-1].startswith("to act: ")
    assert rest.splitlines()[-3:] == real.out.splitlines()[-3:], "the ranking and the winner"
    assert len(rest.splitlines()) == 4


def test_an_early_position_is_drawn(annas: Path, home: Path, played: Path) -> None:
    """What a spectator sees of the copy is what one sees of the record; anna also sees her own tile and missions."""
    assert run("record", "show", played, "--as", "spectator", "--out", home / "copy.jsonl").code == 0
    assert run("replay", home / "copy.jsonl", "--to", "20").out == run("replay", played, "--to", "20").out
    ran = run("replay", annas, "--to", "20")
    assert ran.code == 0 and "What follows" not in ran.out and "mission: " in ran.out


def test_json(annas: Path, played: Path) -> None:
    lines = [json.loads(line) for line in run("replay", annas, "--json").out.splitlines()]
    real = [json.loads(line) for line in run("replay", played, "--json").out.splitlines()]
    *decisions, reached, last, end = lines
    assert decisions == real[:-2]
    assert reached["over"] is False and reached["decisions"] == len(decisions)
    assert last == {"schema": 1, "n": len(real) - 1, "player": last["player"], "move": real[-2]["move"]}
    assert end["result"] == real[-1]["result"]


@pytest.mark.parametrize(
    "words",
    [
        "replay --verify",
        "resume",
        f"show {GAME}",
        "scene export",
        "record show --as anna",
        f"play {GAME} --from",
    ],
)
def test_it_says_what_it_is_wherever_it_is_read(annas: Path, words: str) -> None:
    before = annas.read_bytes()
    ran = run(*words.split(), annas)
    assert ran.code == 2 and "Traceback" not in ran.err, ran
    said = f"{annas} is what anna may know of the game; it cannot be resumed or verified. To see it: "
    assert said + shlex.join(["tilewright", "replay", str(annas)]) in ran.err
    assert annas.read_bytes() == before


def test_a_game_without_secrets_is_replayed_whole(home: Path) -> None:
    save = home / "game.jsonl"
    assert (
        run("play", "glenmore", "-p", "a:random", "-p", "b:random", "--seed", "3", "--save", save).code == 0
    )
    assert run("record", "show", save, "--as", "spectator", "--out", home / "copy.jsonl").code == 0
    assert run("replay", home / "copy.jsonl").out == run("replay", save).out
