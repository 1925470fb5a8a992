"""Bad input gets a helpful sentence, the right exit code, and never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..cases import cases
from .shell import GAME, Ran, process, run

TWO = ("-p", "anna:random", "-p", "bruno:random")
CHEATS: str = cases(__file__, "cheats")


def clear(ran: Ran, code: int, *said: str) -> None:
    """Assert the exit code, and that stderr contains these texts and no traceback."""
    assert ran.code == code, ran
    assert "Traceback" not in ran.out + ran.err
    for text in said:
        assert text in ran.err, ran


@pytest.mark.parametrize(("words", "said"), cases(__file__, "play_names_what_does_not_exist"))
def test_play_names_what_does_not_exist(words: str, said: list[str]) -> None:
    clear(run("play", *words.split()), 2, *said)


def test_unknown_command() -> None:
    clear(run("pla"), 2, "pla")


def test_simulate_names_what_does_not_exist(home: Path) -> None:
    clear(run("simulate", GAME), 2, "--games")
    clear(run("simulate", GAME, "-n", "0"), 2)
    clear(
        run("simulate", GAME, "-n", "1", "--players", "2", "--bots", "random,random,random"),
        2,
        "3 bots for 2",
    )
    clear(run("simulate", GAME, "-n", "1", "--players", "7"), 2, "2 to 4 players")
    clear(run("simulate", GAME, "-n", "1", "--bots", "foo"), 2, "there is no bot 'foo'")
    (home / "file").write_text("")
    clear(run("simulate", GAME, "-n", "1", "--out", home / "file" / "inside"), 2, "cannot be written")


@pytest.mark.parametrize("name", ["there", "folder", "file/inside.jsonl"])
def test_a_save_path_that_will_not_do(home: Path, name: str) -> None:
    (home / "there").write_text("precious")
    (home / "file").write_text("")
    (home / "folder").mkdir()
    said = {"there": "tilewright resume", "folder": "is a folder"}.get(name, "cannot be written")
    clear(run("play", GAME, *TWO, "--seed", "1", "--save", home / name), 2, said)
    assert (home / "there").read_text() == "precious"


def test_a_folder_that_may_not_be_written(home: Path) -> None:
    clear(
        run("play", GAME, *TWO, "--seed", "1", "--save", "/proc/nothing/game.jsonl"), 2, "cannot be written"
    )


def test_files_that_are_not_there(home: Path) -> None:
    for words in (["resume"], ["replay"], ["scene", "run"], ["scene", "export"], ["show", GAME]):
        clear(run(*words, home / "nothing"), 2, "nothing")
    (home / "empty").mkdir()
    clear(run("scene", "run", home / "empty"), 2, "no scenes")


def test_numbers_beyond_the_record(played: Path) -> None:
    clear(run("replay", played, "--to", "1000"), 2, "68 decisions")
    clear(run("scene", "export", played, "--at", "1000"), 2, "68 decisions")
    clear(run("show", GAME, f"{played}@1000"), 2, "68 decisions")
    clear(run("play", GAME, "--from", f"{played}@1000"), 2, "68 decisions")
    said = "-p zoe: no player of this name in"
    clear(run("play", GAME, "--from", f"{played}@10", "-p", "zoe"), 2, said, "playing: anna, bruno")
    clear(run("resume", played, "-p", "zoe:greedy"), 2, said, "playing: anna, bruno")
    scene = played.with_name("position.yaml")
    scene.write_text(run("scene", "export", played, "--at", "10").out, "utf-8")
    said = "this position is for anna, bruno: give both with -p, or leave -p out"
    clear(run("play", GAME, "--from", scene, "-p", "anna"), 2, said)
    clear(run("play", GAME, "--from", played), 2, "the game in", "is over")


def torn(lines: list[bytes]) -> bytes:
    return b"\n".join(lines)[:-3]


def edited(
    number: int, change: Callable[[dict[str, object]], dict[str, object]]
) -> Callable[[list[bytes]], bytes]:
    """The record with one line changed, counted from 1."""

    def edit(lines: list[bytes]) -> bytes:
        lines[number - 1] = json.dumps(change(json.loads(lines[number - 1]))).encode()
        return b"\n".join(lines) + b"\n"

    return edit


def line_of(played: Path, key: str, skip: int = 0) -> int:
    """The number of a line that has this key."""
    lines = played.read_text("utf-8").splitlines()
    return [n for n, line in enumerate(lines, 1) if key in json.loads(line)][skip]


DAMAGES: list[tuple[str, Callable[[list[bytes]], bytes], int]] = [
    ("empty", lambda lines: b"", 3),
    ("junk", lambda lines: bytes(range(256)) * 20, 3),
    ("junk in a line", lambda lines: b"\n".join([*lines[:5], b"\xff\xfe\x00", *lines[5:]]) + b"\n", 3),
    ("a line cut short", lambda lines: b"\n".join([*lines[:5], lines[5][:9], *lines[6:]]) + b"\n", 3),
    ("no object", lambda lines: b"\n".join([*lines[:5], b"[1, 2]", *lines[5:]]) + b"\n", 3),
    ("not a line of ours", lambda lines: b"\n".join([*lines[:5], b'{"a": 1}', *lines[5:]]) + b"\n", 3),
    ("no header", lambda lines: b"\n".join(lines[1:]) + b"\n", 3),
    ("header torn", lambda lines: lines[0][:30], 3),
    ("deep", lambda lines: lines[0] + b"\n" + b"[" * 100_000 + b"\n", 3),
    ("another format", edited(1, lambda head: head | {"tilewright": 99}), 5),
    ("other rules", edited(1, lambda head: head | {"ruleset": "0"}), 5),
    ("no such game", edited(1, lambda head: head | {"game": "chess"}), 5),
    ("other data", edited(1, lambda head: head | {"data_digest": "0" * 16}), 5),
    ("other options", edited(1, lambda head: head | {"option_hash": "0" * 16}), 5),
    ("no seats", edited(1, lambda head: {k: v for k, v in head.items() if k != "seats"}), 3),
]


@pytest.mark.parametrize("name", [name for name, _, _ in DAMAGES])
def test_damaged_records(name: str, played: Path, home: Path) -> None:
    damage, code = next((damage, code) for known, damage, code in DAMAGES if known == name)
    path = home / "damaged.jsonl"
    path.write_bytes(damage(played.read_bytes().splitlines()))
    before = path.read_bytes()
    for words in (["replay"], ["replay", "--verify"], ["resume"], ["scene", "export"], ["show", GAME]):
        clear(run(*words, path), code, "damaged.jsonl")
    assert path.read_bytes() == before


def test_a_changed_move_hash_draw_and_result_are_named(played: Path, home: Path) -> None:
    path = home / "changed.jsonl"
    changes: list[tuple[int, Callable[[dict[str, Any]], dict[str, Any]]]] = [
        (line_of(played, "move", 3), lambda line: line | {"move": "place food 40,40"}),
        (line_of(played, "move", 3), lambda line: line | {"move": "what is this"}),
        (line_of(played, "hash", 3), lambda line: line | {"hash": "0" * 16}),
        (line_of(played, "result"), lambda line: {"result": line["result"] | {"scores": [0, 0]}}),
    ]
    for number, change in changes:
        path.write_bytes(edited(number, change)(played.read_bytes().splitlines()))
        clear(run("replay", path, "--verify"), 4, f"changed.jsonl:{number}: ")
    number = line_of(played, "draw", 12)
    value = json.loads(played.read_text("utf-8").splitlines()[number - 1])["value"]
    other = "food" if value != "food" else "energy"
    path.write_bytes(edited(number, lambda line: line | {"value": other})(played.read_bytes().splitlines()))
    clear(run("replay", path, "--verify"), 4, "changed.jsonl:", other)


def test_verify_reports_an_unfinished_last_line(played: Path, home: Path) -> None:
    path = home / "torn.jsonl"
    path.write_bytes(torn(played.read_bytes().splitlines()[:40]))
    clear(run("replay", path, "--verify"), 3, "torn.jsonl:40", "not finished")
    clear(run("replay", path), 0, "torn.jsonl:40")
    assert json.loads(run("replay", path, "--verify", "--json").out)["verified"] is False


def test_a_scene_is_not_a_record_and_a_record_is_not_a_scene(played: Path, home: Path) -> None:
    path = home / "scene.yaml"
    one = f"scene: One\ngame: {GAME}\nplayers: [anna, bruno]\n"
    for text in (one, "# a list\n- " + one.replace("\n", "\n  ")):
        path.write_text(text, "utf-8")
        for words in (["resume"], ["replay"], ["scene", "export"]):
            said = f"{path}:1:1: this is a scene, not the record of a game; run it with: tilewright scene run {path}"
            clear(run(*words, path), 3, said)
    ran = run("scene", "run", played)
    clear(ran, 3, "this is the record of a game, not a scene", f"go on with it: tilewright resume {played}")
    assert "0 passed, 0 failed, 1 file invalid" in ran.out


def test_scenes_that_are_none(home: Path) -> None:
    path = home / "scene.yaml"
    for text, said in (
        ("scene: [", "scene.yaml:2"),
        ("", "scene.yaml:1"),
        (f"game: {GAME}\nplayers: [anna, bruno]\nmovess: []\n", "movess"),
        (f"game: {GAME}\nplayers: [anna, bruno]\ngiven: {{nonsense: 1}}\n", "nonsense"),
        ("game: chess\nplayers: [anna, bruno]\n", "chess"),
    ):
        path.write_text(text, "utf-8")
        ran = run("scene", "run", path)
        clear(ran, 3)
        assert said in ran.err + ran.out
        assert run("play", GAME, "--from", path).code == 3


def test_bots_of_others_that_fail(home: Path) -> None:
    file = home / "mine.py"
    file.write_text(CHEATS, "utf-8")
    clear(run("play", GAME, "-p", f"a:{file}:Nothing", "-p", "b:random"), 3, "Nothing")
    clear(run("play", GAME, "-p", f"a:{file}:Missing", "-p", "b:random"), 2, "has no class 'Missing'")
    file2 = home / "broken.py"
    file2.write_text("import no_such_thing", "utf-8")
    clear(run("play", GAME, "-p", f"a:{file2}:Bot", "-p", "b:random"), 3, "no_such_thing")
    for kind, said in (("Late", "ValueError: no idea"), ("Cheat", "not your turn")):
        save = home / f"{kind}.jsonl"
        ran = process(
            home, "play", GAME, "-p", f"a:./mine.py:{kind}", "-p", "b:random", "--seed", "1", "--save", save
        )
        clear(ran, 1, said, f"tilewright resume --debug {save} -p a:{file}:{kind}")
        again = run("resume", "--debug", save, "-p", f"a:{file}:{kind}")  # the command that it names
        assert again.code == 1
        assert "Traceback" in again.err and said in again.err


def test_debug_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (["--debug", "play", "chess"], ["play", "chess", "--debug"]):
        ran = run(*words)
        assert ran.code == 2
        assert "Traceback" in ran.err
        clear(run("play", "chess"), 2, "chess")  # it holds for one command
    monkeypatch.setenv("TILEWRIGHT_DEBUG", "1")
    assert "Traceback" in run("play", "chess").err


def test_a_mistake_of_ours_is_a_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.core.rules import assembly

    def fails(*args: object, **more: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(assembly, "load", fails)
    clear(run("play", GAME), 1, "unexpected error: ZeroDivisionError: oh", "--debug")


@pytest.mark.parametrize(("line", "said"), cases(__file__, "what_was_meant_is_suggested"))
def test_what_was_meant_is_suggested(line: str, said: str) -> None:
    ran = run(*line.split())
    assert ran.code == 2 and said in " ".join(ran.err.split()), ran
