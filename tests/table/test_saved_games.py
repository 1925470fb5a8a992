"""The list of saved games: what it says of each, in which order, quickly, and whatever lies among them."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base import files
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record.format import read
from tilewright.core.table.saved_games import FIRST, LAST, SavedGame, saves

from ..toys import nim

RULES = tw.load("rebirth")


def match(path: Path, decisions: int, *, seed: int = 1, game: str = "rebirth", age: float = 0) -> Match:
    """A match of anna against a bot, left after so many decisions."""
    rules = tw.load(game)
    made = {name: bots.make("random", rules) for name in ("anna", "bot")}
    found = Match(rules, list(made), seed=seed, bots=made, bot_names={"bot": "normal=greedy"}, record=path)
    while found.decisions < decisions and not found.over:
        found.play(found.choose(found.state.to_act[0]))
    found.close()
    os.utime(path, (time.time() - age,) * 2)
    return found


def only(folder: Path) -> SavedGame:
    [save] = saves(folder)
    return save


def test_nothing_was_saved(tmp_path: Path) -> None:
    assert saves(tmp_path / "nowhere") == [] == saves(tmp_path)


def test_what_is_said_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    left = match(path, 7, age=90)
    save = only(tmp_path)
    assert save.head is not None and save.head.seats == ("anna", "bot") and save.people == ("anna",)
    assert save.decisions == left.decisions == 7 and save.result is None and not save.problem
    assert time.time() - save.changed == pytest.approx(90, abs=5)
    path.unlink()
    over = match(path, 1000)
    done = only(tmp_path).result
    assert (
        done is not None
        and list(done.scores) == over.state.scores
        and done.winners == tuple(over.state.winners)
    )


@pytest.mark.parametrize("game", ["rebirth", "isleofskye"])
def test_decisions_are_counted_as_a_replay_counts_them(tmp_path: Path, game: str) -> None:
    """After moves, undo, redo, sealed steps, sealed steps taken back, and a torn last line."""
    path = tmp_path / "game.jsonl"
    playing = Match(tw.load(game), ["anna", "bruno"], seed=3, record=path)
    for n in range(24):
        seat = playing.state.to_act[-1]
        legal = playing.state.legal(seat)
        playing.play(legal[n % len(legal)], seat)
        if n % 3 == 1 and playing.can_undo(seat):
            taken = playing.undo(seat)
            if taken is not None and n % 2:
                playing.redo()
        with path.open("ab") as file:
            size = file.tell()
            file.write(b'{"n": 9, "se')
        assert only(tmp_path).decisions == playing.decisions == replay(read(path)).decisions
        os.truncate(path, size)
    playing.close()


def test_an_end_that_was_taken_back_is_none(tmp_path: Path) -> None:
    playing = Match(
        tw.load(nim.PLUGIN, options={"heap": 3}), ["anna", "bruno"], record=tmp_path / "game.jsonl"
    )
    playing.play("take 3")
    assert only(tmp_path).result is not None
    playing.undo()
    assert only(tmp_path).result is None and only(tmp_path).decisions == 0
    playing.close()


def test_unfinished_ones_come_first_and_new_ones(tmp_path: Path) -> None:
    match(tmp_path / "over.jsonl", 1000, age=10)
    match(tmp_path / "old.jsonl", 3, age=500)
    match(tmp_path / "new.jsonl", 3, age=100)
    match(tmp_path / "over-long-ago.jsonl", 1000, age=9000)
    (tmp_path / "broken.jsonl").write_text("", "utf-8")
    (tmp_path / "note.txt").write_text("not a record", "utf-8")
    names = [save.path.stem for save in saves(tmp_path)]
    assert names == ["new", "old", "over", "over-long-ago", "broken"]


def changed(path: Path, **more: Any) -> None:
    head, *lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([json.dumps(json.loads(head) | more) + "\n", *lines]), "utf-8")


def test_whatever_lies_there_is_named_and_not_fatal(tmp_path: Path) -> None:
    match(tmp_path / "sound.jsonl", 5)
    whole = (tmp_path / "sound.jsonl").read_bytes()
    head, _, rest = whole.partition(b"\n")
    wrong = {
        "empty": (b"", "empty"),
        "torn": (head[:100], "unfinished"),
        "binary": (bytes(range(256)) * 40 + b"\n", "damaged line"),
        "deep": (b"[" * 100_000 + b"\n", "damaged line"),
        "endless": (b"{" + b" " * (FIRST + 10), "does not end"),
        "list": (b"[1]\n", "expected a JSON object"),
        "later": (b'{"tilewright": 9}\n' + rest, "record format 9"),
        "scene": (b"scene: x\ngame: rebirth\n", "damaged line"),
        "middle": (head + b"\n" + rest[:300] + b"\nnonsense\n", "damaged line"),
        "stranger": (head + b'\n{"n": 1, "seat": 7, "move": "x"}\n', "there is no seat 7"),
        "liar": (
            head + b'\n{"result": {"scores": [1], "ranking": [], "winners": [7], "turns": 1}}\n',
            "result.ranking: expected the seats 0 to 1",
        ),
        "untyped": (
            head + b'\n{"result": {"scores": "many", "ranking": [], "winners": [0], "turns": 1}}\n',
            "result.scores",
        ),
    }
    for name, (content, _) in wrong.items():
        (tmp_path / f"{name}.jsonl").write_bytes(content)
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    (tmp_path / "folder.jsonl").mkdir()
    found = {save.path.stem: save for save in saves(tmp_path)}
    assert [name for name, save in found.items() if not save.problem] == ["sound"]
    for name, (_, said) in wrong.items():
        assert said in found[name].problem, (name, found[name].problem)
    assert "pipe" in found["pipe"].problem and "folder" in found["folder"].problem
    assert "device" in found["zero"].problem and "No such file" in found["gone"].problem


def test_a_copy_for_one_player_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "copy.jsonl"
    match(path, 2)
    head, *_ = path.read_text("utf-8").splitlines()
    content = json.loads(head) | {"shared": {"as": "anna"}, "start": {"any": 1}}
    del content["seed"]
    path.write_text(json.dumps(content) + "\n", "utf-8")
    assert "what anna may know" in only(tmp_path).problem


def test_little_is_read_of_hundreds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    match(path, 1000)
    whole = path.read_bytes()
    head, _, rest = whole.partition(b"\n")
    result = rest[rest.rindex(b'{"result"') :]
    huge = head + b"\n" + rest[: -len(result)] * 200 + result
    path.write_bytes(huge)
    for n in range(300):
        (tmp_path / f"other-{n}.jsonl").write_bytes(whole)
    read_bytes = 0
    ends = files.ends

    def counted(*args: Any) -> tuple[bytes, bytes]:
        nonlocal read_bytes
        first, last = ends(*args)
        read_bytes = max(read_bytes, len(first) + len(last))
        return first, last

    monkeypatch.setattr(files, "ends", counted)
    began = time.process_time()
    found = saves(tmp_path)
    assert time.process_time() - began < 2
    assert len(found) == 301 and all(save.result is not None for save in found)
    assert len(huge) > 4 * (FIRST + LAST) > 4 * read_bytes - 1
