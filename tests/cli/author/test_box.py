"""The command `box` without a browser: the list, copies, checks with pictures, what is put in place and handed on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.box import owner_data
from tilewright.core.cli.shared.common import Stopped

from ...cases import cases
from ..shell import GAME, Ran, run

SKYE = "isleofskye"
TUNNELS, TOTALS = "modules/tunnel/tunnels.yaml", "modules/tunnel/box.yaml"


def copied(folder: Path, game: str = GAME) -> Path:
    ran = run("box", game, "--copy", folder)
    assert ran.code == 0, ran
    return folder


def edited(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text, before
    file.write_text(text.replace(before, after, 1), "utf-8")


def totals(folder: Path, less: str, more: str) -> None:
    """One mark of the tunnel tiles became another."""
    edited(folder / TOTALS, f"{less}: {{count: 4,", f"{less}: {{count: 3,")
    edited(folder / TOTALS, f"{more}: {{count: 2,", f"{more}: {{count: 3,")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with other points for one mission."""
    found = copied(tmp_path / "mine")
    edited(found / "missions.yaml", "    points: 8\n", "    points: 9\n")
    return found


def nothing_wrong_said(ran: Ran) -> bool:
    return "Traceback" not in ran.err and "unexpected error" not in ran.err


# -- the list ------------------------------------------------------------------------------------------------------


def test_the_list_counts_what_is_not_sure() -> None:
    ran = run("box")
    assert ran.code == 0
    assert f"{GAME}: Rebirth" in ran.out and "24" not in ran.out.splitlines()[0]
    found = json.loads(run("box", "--json").out)
    rows = {game["game"]: {row["file"]: row for row in game["files"]} for game in found["games"]}
    assert rows[SKYE]["landscape.yaml"]["disputed"] == 13
    assert rows[SKYE][TUNNELS]["reconstructed"] == 12
    assert rows[GAME]["missions.yaml"]["reconstructed"] > 20
    assert not any(row["owner"] or row["changed"] for files in rows.values() for row in files.values())
    assert all(game["owner"] is None for game in found["games"]) and found["broken"] == []


def test_one_game_with_every_record() -> None:
    [found] = json.loads(run("box", SKYE, "--json").out)["games"]
    [row] = [one for one in found["files"] if one["file"] == TUNNELS]
    assert [one["path"] for one in row["claims"]] == [[n] for n in range(12)]
    assert {one["kind"] for one in row["claims"]} == {"reconstructed"}


def test_the_list_counts_what_is_in_place(folder: Path) -> None:
    assert run("box", GAME, "--import", folder).code == 0
    [found] = json.loads(run("box", GAME, "--json").out)["games"]
    mine = owner_data.in_place(GAME)
    assert mine is not None and found["owner"] == {"folder": str(mine), "digest": mine.name}
    rows = {row["file"]: row for row in found["files"]}
    [card] = [one for one in rows["missions.yaml"]["claims"] if one["origins"][""] == "owner"]
    assert card["origins"]["copies"] == "reconstructed"  # of which nothing was said
    assert rows["missions.yaml"]["changed"] and not rows["tiles.yaml"]["changed"]
    assert mine.name in run("box").out


def test_what_is_the_owners_altogether_is_counted_as_theirs(tmp_path: Path) -> None:
    made = copied(tmp_path / "skye", SKYE)
    edited(made / TUNNELS, "sheep P", "cattle P")
    totals(made, "sheep", "cattle")
    assert run("box", SKYE, "--import", made).code == 0
    [found] = json.loads(run("box", SKYE, "--json").out)["games"]
    [row] = [one for one in found["files"] if one["file"] == TUNNELS]
    assert (row["owner"], row["reconstructed"]) == (1, 11) and "1 yours" in run("box").out


def test_what_is_in_place_and_broken_is_said(home: Path) -> None:
    owner_data.put_in_place(GAME, {"missions.yaml": "decks: 3\n"})
    ran = run("box")
    assert ran.code == 0 and "missions.yaml:1:" in ran.err and "--shipped" in ran.err
    assert [one["game"] for one in json.loads(run("box", "--json").out)["broken"]] == [GAME]


# -- a folder ------------------------------------------------------------------------------------------------------


def test_a_copy_changes_nothing(tmp_path: Path) -> None:
    for game in (GAME, SKYE, "glenmore"):
        made = copied(tmp_path / game, game)
        assert tw.load(game, data=made).data_digest == tw.load(game).data_digest
        ran = run("box", game, "--check", made)
        assert ran.code == 0 and "differs in nothing" in ran.out
        ran = run("box", game, "--import", made)
        assert ran.code == 2 and "differs in nothing" in ran.err and owner_data.in_place(game) is None


def test_a_copy_needs_a_new_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("file", "full", "link", "file/below"):
        ran = run("box", GAME, "--copy", tmp_path / name)
        assert ran.code == 2 and nothing_wrong_said(ran), ran
    assert not (tmp_path / "nowhere").exists() and (tmp_path / "full" / "x").read_text() == "x"
    (tmp_path / "empty").mkdir()
    copied(tmp_path / "empty")


def test_a_copy_of_what_is_in_place(folder: Path, tmp_path: Path) -> None:
    assert run("box", GAME, "--import", folder).code == 0
    ran = run("box", GAME, "--copy", tmp_path / "again")
    assert "missions.yaml  (yours)" in ran.out
    mine = owner_data.in_place(GAME)
    assert mine is not None
    written = (tmp_path / "again" / "missions.yaml").read_bytes()
    assert written == (mine / "missions.yaml").read_bytes()
    assert run("box", GAME, "--import", tmp_path / "again").code == 0
    assert owner_data.in_place(GAME) == mine  # the same bytes


def test_a_check_says_what_differs(folder: Path) -> None:
    ran = run("box", GAME, "--check", folder)
    assert ran.code == 0, ran
    assert "points: 8 -> 9" in ran.out and f"--import {folder}" in ran.out
    found = json.loads(run("box", GAME, "--check", folder, "--json").out)
    assert found["ok"] and found["problems"] == []
    [one] = found["changed"]
    assert (one["file"], one["said"].rpartition(".")[2]) == ("missions.yaml", "points")
    assert (one["before"], one["after"]) == ("8", "9")


def test_a_check_draws_what_differs(tmp_path: Path) -> None:
    made = copied(tmp_path / "skye", SKYE)
    edited(made / TUNNELS, "sheep P", "cattle P")
    ran = run("box", SKYE, "--check", made)
    assert "sheep P -> cattle P" in ran.out, ran
    [picture] = ran.out.split("\n\n")[1:2]
    assert picture.splitlines()[0] == f"{TUNNELS}: T01", ran
    assert "c" in picture and ran.out.count(f"{TUNNELS}: ") == 1  # no other tile


def test_a_check_says_what_is_wrong_as_the_loader_does(folder: Path) -> None:
    edited(folder / "missions.yaml", "copies: 8\n", "copies: 9\n")
    ran = run("box", GAME, "--check", folder)
    assert ran.code == 3 and f"{folder}/missions.yaml:" in ran.err
    loader = run("simulate", GAME, "-n", "1", "--data", folder)
    assert {*loader.err.splitlines()} <= {*ran.err.splitlines()}
    assert "points: 8 -> 9" in ran.out
    found = json.loads((again := run("box", GAME, "--check", folder, "--json")).out)
    assert again.code == 3 and not found["ok"]
    assert [one["file"] for one in found["problems"]] == [f"{folder}/missions.yaml"] * len(found["problems"])
    assert all(one["line"] for one in found["problems"])
    ran = run("box", GAME, "--import", folder)
    assert ran.code == 3 and owner_data.in_place(GAME) is None


def test_a_module_is_checked_with_the_game(tmp_path: Path) -> None:
    made = copied(tmp_path / "skye", SKYE)
    edited(made / TUNNELS, "- id: T06", "- id: T05")
    ran = run("box", SKYE, "--check", made)
    assert ran.code == 3 and TUNNELS in ran.err


# -- in place and away ---------------------------------------------------------------------------------------------


def test_in_place_used_and_away_again(folder: Path) -> None:
    ran = run("box", GAME, "--import", folder)
    mine = owner_data.in_place(GAME)
    assert ran.code == 0 and mine is not None and str(mine) in ran.out
    assert {*os.listdir(mine)} == {"missions.yaml"}  # what is as shipped goes on with the shipped files
    assert "provenance: owner" in (mine / "missions.yaml").read_text("utf-8")
    digest = json.loads(run("simulate", GAME, "-n", "1", "--seed", "1", "--json").out)["option_hash"]
    assert digest == tw.load(GAME, data=mine).option_hash != tw.load(GAME).option_hash
    ran = run("box", GAME, "--shipped")
    assert ran.code == 0 and f"--import {mine}" in ran.err and owner_data.in_place(GAME) is None
    assert mine.is_dir()
    ran = run("box", GAME, "--shipped")
    assert ran.code == 0 and "already" in ran.out and f"--import {mine}" in ran.err
    assert run("box", GAME, "--import", mine).code == 0 and owner_data.in_place(GAME) == mine


def test_shipped_helps_where_what_is_named_is_gone(folder: Path) -> None:
    run("box", GAME, "--import", folder)
    mine = owner_data.in_place(GAME)
    assert mine is not None
    (mine.parent / "now").write_text("gone")
    assert run("simulate", GAME, "-n", "1").code == 2
    assert run("box", GAME, "--shipped").code == 0
    assert run("simulate", GAME, "-n", "1", "--seed", "1").code == 0


def test_one_file_for_another_owner(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("box", GAME, "--export", tmp_path / "gift.json")
    assert ran.code == 2 and "nothing of yours" in ran.err
    run("box", GAME, "--import", folder)
    mine = owner_data.in_place(GAME)
    assert mine is not None
    assert run("box", GAME, "--export", tmp_path / "gift.json").code == 0
    before = (tmp_path / "gift.json").read_bytes()
    ran = run("box", GAME, "--export", tmp_path / "gift.json")
    assert ran.code == 2 and "already" in ran.err and (tmp_path / "gift.json").read_bytes() == before
    assert run("box", GAME, "--export", tmp_path / "no" / "gift.json").code == 2
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    assert run("box", GAME, "--import", tmp_path / "gift.json").code == 0
    theirs = owner_data.in_place(GAME)
    assert theirs is not None and theirs != mine and theirs.name == mine.name
    assert tw.load(GAME, data=theirs).data_digest == tw.load(GAME, data=mine).data_digest


# -- hostile files -------------------------------------------------------------------------------------------------


def gift(file: str = "decks: 3\n", name: str = "missions.yaml", **changes: Any) -> str:
    said = {"format": "tilewright box", "version": 1, "game": GAME, "files": {name: file}}
    return json.dumps({**said, **changes})


BOMB = "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n"
NO_GIFT, NO_FILE = "no file that tilewright box has exported", "rebirth has no such data file"
HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", NO_GIFT),
    "no JSON": (b"\x00\xff\xfe", ""),
    "a list": ("[1, 2]", NO_GIFT),
    "deep": ("[" * 200_000, NO_GIFT),
    "deep inside": (gift().replace('"decks: 3\\n"', "[" * 50_000 + "]" * 50_000), ""),
    "a huge number": ('{"format": 1' + "0" * 100_000 + "}", ""),
    "huge": (gift("a" * (5 << 20)), "too large"),
    "another format": (gift(format="zip"), "its format is not 'tilewright box'"),
    "another version": (gift(version=2), "version: expected version 1, got 2; update tilewright"),
    "a true version": (gift(version=True), "expected version 1, got true"),
    "no game": (gift(game=3), "game: expected text, got a whole number"),
    "another game": (gift(game=SKYE), "holds data of 'isleofskye'; import it with that name"),
    "a strange game": (gift(game="\x1b[31m" + "x" * 10_000), "import it with that name"),
    "no files": (gift(files={}), "files: expected at least one data file by name"),
    "a list of files": (gift(files=["missions.yaml"]), "files: expected a mapping, got a list"),
    "no text": (gift(files={"missions.yaml": 3}), "files.missions.yaml: expected text, got a whole number"),
    "up": (gift("a: 1\n", "../../../escaped.yaml"), f"files.../../../escaped.yaml: {NO_FILE}"),
    "absolute": (gift("a: 1\n", "/tmp/escaped.yaml"), f"files./tmp/escaped.yaml: {NO_FILE}"),
    "backslash": (gift("a: 1\n", "..\\escaped.yaml"), NO_FILE),
    "unknown": (gift("a: 1\n", "escaped.yaml"), f"files.escaped.yaml: {NO_FILE}"),
    "many unknown": (gift(files={f"x{n}.yaml": "" for n in range(5_000)}), NO_FILE),
    "now": (gift("0123456789abcdef", "now"), f"files.now: {NO_FILE}"),
    "texts of people": (gift("a: {en: x}\n", "messages.yaml"), f"files.messages.yaml: {NO_FILE}"),
    "a bomb": (gift(BOMB), "anchors"),
    "a tag": (gift("!!python/object/apply:os.system [ls]\n"), "missions.yaml:"),
    "deep YAML": (gift("[" * 60 + "]" * 60), "nested more than 50 levels deep"),
    "deep and open YAML": (gift("[" * 5_000), "missions.yaml:"),
    "no YAML": (gift("deck: [\n"), "missions.yaml:"),
    "escapes": (gift("deck: \x1b[2J\n"), "missions.yaml:"),
    "a surrogate": (gift("deck: \ud800\n"), ""),
    "wrong keys": (gift("decks: 3\n"), "gift.json: missions.yaml:1:"),
    "wrong values": (gift("deck: many\ncards: []\n"), "deck: expected a whole number, got 'many'"),
    "no cards": (gift("deck: 32\ncards: []\n"), "cards: 0 cards with all copies; the deck has 32"),
    "a huge value": (gift(f"deck: {'9' * 10_000}\ncards: []\n"), "missions.yaml:"),
    "a list for a file": (gift("- deck\n"), "missions.yaml:"),
    "empty text": (gift(""), "missions.yaml:"),
}
"""Files of strangers, and what is said of each."""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_a_sentence(name: str, tmp_path: Path, home: Path) -> None:
    file, (content, said) = tmp_path / "gift.json", HOSTILE[name]
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    ran = run("box", GAME, "--import", file)
    assert ran.code in (2, 3) and said in " ".join(ran.err.split()), ran
    assert nothing_wrong_said(ran) and "\x1b" not in ran.err and 0 < len(ran.err) < 20_000, ran
    assert owner_data.in_place(GAME) is None and not list(tmp_path.rglob("*escaped*"))
    assert not Path("/tmp/escaped.yaml").exists()


def test_a_hostile_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    made: dict[str, Callable[[Path], object]] = {
        "no YAML": lambda at: (at / "missions.yaml").write_text("deck: [\n"),
        "no text": lambda at: (at / "missions.yaml").write_bytes(b"\xff\xfe"),
        "unknown": lambda at: (at / "unknown.yaml").write_text("a: 1\n"),
        "a pipe": lambda at: os.mkfifo(at / "missions.yaml"),
        "a device": lambda at: (at / "missions.yaml").symlink_to("/dev/zero"),
        "huge": lambda at: (at / "missions.yaml").write_bytes(b"#" * (17 << 20)),
        "a loop": lambda at: (at / "missions.yaml").symlink_to(at / "missions.yaml"),
        "a bomb": lambda at: (at / "missions.yaml").write_text(BOMB),
    }
    for name, make in made.items():
        at = tmp_path / name
        at.mkdir()
        make(at)
        for flag in ("--check", "--import"):
            ran = run("box", GAME, flag, at)
            assert ran.code in (2, 3) and nothing_wrong_said(ran) and ran.err, (name, flag, ran)
            known = "unknown.yaml: rebirth has no such file; known: box.yaml, maps/alternative.yaml"
            assert name != "unknown" or known in " ".join(ran.err.split()), ran
        assert owner_data.in_place(GAME) is None, name


# -- the command line ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "said"), cases(__file__, "what_cannot_be_done_is_said"))
def test_what_cannot_be_done_is_said(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("box", *words)
    assert ran.code == 2 and said in ran.err, ran
    assert not list(tmp_path.iterdir())


def test_a_game_alone_opens_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def served(game: str, lang: str, port: int) -> None:
        asked.extend((game, lang, port))
        raise Stopped(130)

    monkeypatch.setattr(import_module("tilewright.core.cli.author.box"), "_page", served)
    assert run("box", GAME, "--lang", "de", "--port", "0").code == 130
    assert asked == [GAME, "de", 0]


def test_counted_numbers_are_written_and_nothing_else_changes(tmp_path: Path) -> None:
    ran = run("box", "rebirth", "--copy", tmp_path / "mine")
    assert ran.code == 0, ran
    file = tmp_path / "mine" / "maps" / "default.yaml"
    before = file.read_text("utf-8")
    typed = before.replace("Kb  O.", "Kb  F.").replace("food: 26", "food:  '26'  # my own count")
    file.write_text(typed, "utf-8")
    ran = run("box", "rebirth", "--check", tmp_path / "mine")
    assert ran.code == 3 and "expected_counts.food: the picture has 27" in ran.err
    assert file.read_text("utf-8") == typed
    ran = run("box", "rebirth", "--check", tmp_path / "mine", "--fix")
    assert ran.code == 0 and f"{file}: written as counted" in ran.err, ran
    wanted = typed.replace("food:  '26'", "food:  27").replace("open: 24", "open: 23")
    assert file.read_text("utf-8") == wanted


def test_what_no_count_can_mend_is_still_told(tmp_path: Path) -> None:
    run("box", "rebirth", "--copy", tmp_path / "mine")
    file = tmp_path / "mine" / "maps" / "default.yaml"
    file.write_text(file.read_text("utf-8").replace("Mp  M.", "Mp  S."), "utf-8")
    before = file.read_text("utf-8")
    ran = run("box", "rebirth", "--check", tmp_path / "mine", "--fix")
    assert ran.code == 3 and "a medium settlement has 2, not 1 fields" in ran.err
    assert file.read_text("utf-8") == before.replace("small_settlements: 6", "small_settlements: 7")
    ran = run("box", "rebirth", "--fix")
    assert ran.code == 2 and "--fix goes with --check DIR" in ran.err
