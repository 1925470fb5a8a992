"""Foreign text drives no terminal: not from records, scenes, data, options, file names, plugins or typed lines."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from ..cases import cases
from .shell import GAME, SRC, Ran, Screen, first_moves, process, run

CODES = "\x1b[2J\x1b[35;7m\x1b]0;owned\x07\x9b35m\x90q\x9c\x08\x7f\x0e\u202e\u2066\u200f\u061c\u2028\u200b\U000e0041"
EVIL = f"EVIL{CODES}\r\nFAKED"
"""Clears, colours, names the window, turns the writing, hides, and adds a line of its own."""
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
OURS = re.compile(r"\x1b\[(?:[0-9;]*m|2J\x1b\[3J\x1b\[H|\?2004[hl]|\?25[hl])")
"""Colours, our clear screen, and what readline says when it begins and ends."""
TWO = ("-p", "anna:random", "-p", "bruno:random")


def harmless(text: str) -> None:
    """Assert that the text holds nothing that drives a terminal or hides, and no line that is not ours."""
    found = [repr(letter) for letter in text if letter != "\n" and unicodedata.category(letter) in HIDDEN]
    assert not found, f"{found} in {text!r}"
    assert not re.search(r"^FAKED", text, re.MULTILINE), text


def clear(ran: Ran, code: int | None = None) -> Ran:
    harmless(ran.out)
    harmless(ran.err)
    assert "Traceback" not in ran.out + ran.err, ran
    assert code is None or ran.code == code, ran
    return ran


def shown(ran: Ran) -> None:
    assert r"EVIL\x1b[2J\x1b[35;7m\x1b]0;owned\x07\x9b35m" in ran.out + ran.err, ran


@pytest.mark.parametrize(
    "words",
    [
        ["play", EVIL],
        [EVIL],
        [f"--{EVIL}"],
        ["play", GAME, f"--{EVIL}"],
        ["play", GAME, *TWO, "--set", f"{EVIL}=1"],
        ["play", GAME, *TWO, "--set", f"castle={EVIL}"],
        ["play", GAME, *TWO, "--set", EVIL],
        ["play", GAME, *TWO, "--set", f"data:{EVIL}.x=1"],
        ["play", GAME, *TWO, "--set", f"data:tiles.{EVIL}={EVIL}"],
        ["play", GAME, *TWO, "--edition", EVIL],
        ["play", GAME, *TWO, "--with", EVIL],
        ["play", GAME, *TWO, "--data", EVIL],
        ["play", GAME, *TWO, "--from", EVIL],
        ["play", GAME, *TWO, "--lang", EVIL],
        ["play", GAME, "--seed", EVIL],
        ["play", GAME, "-p", EVIL, "-p", "bruno:random"],
        ["play", GAME, "-p", f"anna:{EVIL}", "-p", "bruno:random"],
        ["play", GAME, "-p", f"anna:./{EVIL}.py:Bot", "-p", "bruno:random"],
        ["play", GAME, "-p", f"anna:greedy!{EVIL}", "-p", "bruno:random"],
        ["play", GAME, *TWO, "--save", f"no/{EVIL}/{EVIL}/"],
        ["resume", EVIL],
        ["replay", EVIL],
        ["show", GAME, EVIL],
        ["check", EVIL],
        ["check", GAME, "--checks", EVIL],
        ["scene", "run", EVIL],
        ["games", EVIL],
        ["simulate", GAME, "-n", "1", "--bots", EVIL],
        ["ladder", GAME, "--bots", EVIL],
        ["luck", GAME, "--start", EVIL],
        ["compare", GAME, "--b", EVIL],
        ["new", EVIL, "folder"],
    ],
)
def test_words_of_the_command_line(home: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    ran = clear(run(*words))
    assert ran.code in (0, 1, 2, 3) and ("EVIL" in ran.err or "valid integer" in ran.err), ran


@pytest.mark.parametrize(
    "name", ["TILEWRIGHT_LANG", "TILEWRIGHT_SEED", "TILEWRIGHT_PLAIN", "COLUMNS", "XDG_DATA_HOME"]
)
def test_the_environment(home: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, str(home / EVIL) if name == "XDG_DATA_HOME" else EVIL)
    clear(run("play", GAME, *TWO))


def test_a_comparison(home: Path) -> None:
    pytest.importorskip("scipy")
    words = ["compare", GAME, "--b", "castle=7", "--blocks", "5", "--bots", "random", "--seed", "1"]
    more = ["--question", EVIL, "--out", str(home / EVIL / "study")]
    shown(clear(run(*words, *more), 0))
    told = json.loads(clear(run(*words, "--question", EVIL, "--json"), 0).out)
    assert told["question"] == EVIL
    [page] = home.glob("**/report.html")
    text = page.read_text("utf-8")
    harmless(text)
    assert "EVIL\\x1b[2J" in text
    [report] = home.glob("**/report.json")
    harmless(report.read_text("utf-8"))
    assert json.loads(report.read_text("utf-8"))["question"] == EVIL


# -- records -------------------------------------------------------------------------------------------------------


def places(thing: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside, by its keys and indexes."""
    inside = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for key, one in inside:
        yield (*at, key)
        yield from places(one, (*at, key))


def changed(thing: Any, at: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy with one place changed."""
    copy = json.loads(json.dumps(thing))
    where = copy
    for key in at[:-1]:
        where = where[key]
    change(where, at[-1])
    return copy


def put(where: Any, key: Any) -> None:
    where[key] = EVIL


def called(where: Any, key: Any) -> None:
    if isinstance(where, dict):
        where[EVIL] = where.pop(key)


def mutants(played: Path) -> Iterator[list[Any]]:
    """The record with hostile text in one place of its header or of one of its first decisions."""
    lines = [json.loads(line) for line in played.read_text("utf-8").splitlines()][:5]
    seen = set()
    for n, line in enumerate(lines):
        for at in places(line):
            kind = (n == 0, *(key if isinstance(key, str) else "#" for key in at))
            if kind in seen:
                continue
            seen.add(kind)
            for change in (put, called):
                yield [*lines[:n], changed(line, at, change), *lines[n + 1 :]]


def test_records(home: Path, played: Path) -> None:
    tried = said = 0
    path = home / "mutant.jsonl"
    others: Iterator[tuple[str | Path, ...]] = itertools.cycle(
        (("replay", path, "--json"), ("show", GAME, f"{path}@2"), ("scene", "export", path))
    )
    for lines in mutants(played):
        text = "\n".join(map(json.dumps, lines)) + "\n"
        for words in (("resume", path), next(others)):
            path.write_text(text, "utf-8")
            ran = clear(run(*words, typed="quit\n"))
            tried += 1
            said += "EVIL" in ran.out + ran.err
    assert tried > 100 and said > 30, (tried, said)


def test_a_file_name(home: Path, played: Path) -> None:
    path = home / f"{EVIL}.jsonl"
    shutil.copyfile(played, path)
    shown(clear(run("replay", path, "--verify"), 0))
    assert yaml.safe_load(clear(run("scene", "export", path), 0).out)["scene"].endswith(path.name)
    told = json.loads(run("replay", path, "--verify", "--json").out)
    assert told["file"] == str(path)
    shown(clear(run("show", GAME, "map", "--svg", home / f"{EVIL}.svg"), 0))


# -- scenes --------------------------------------------------------------------------------------------------------

SCENE: dict[str, Any] = cases(__file__, "scene")


def test_scenes(home: Path) -> None:
    tried = said = 0
    path = home / "scene.yaml"
    for at in places(SCENE):
        for change in (put, called):
            scene = changed(SCENE, at, change)
            path.write_text(dumped([scene]), "utf-8")
            played = ("play", GAME, "--from", path, *TWO, "--save", home / f"{tried}.jsonl")
            for words in (("scene", "run", path), ("scene", "run", path, "--json"), played):
                ran = clear(run(*words))
                tried += 1
                said += "EVIL" in ran.out + ran.err
    assert tried > 80 and said > 40, (tried, said)


# -- data ----------------------------------------------------------------------------------------------------------


def loaded(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)


def dumped(content: Any) -> str:
    return yaml.dump(content, Dumper=yaml.CSafeDumper, sort_keys=False)


@pytest.fixture
def data(home: Path) -> Path:
    """Data of the game in which every message and name of a thing is hostile."""
    folder = home / "data"
    folder.mkdir()
    ours = Path(SRC.parent / "data" / GAME)
    messages = loaded(ours / "messages.yaml")
    evil = {key: {lang: text + EVIL for lang, text in texts.items()} for key, texts in messages.items()}
    (folder / "messages.yaml").write_text(dumped(evil), "utf-8")
    editions = loaded(ours / "editions.yaml")
    for one in editions.values():
        one["title"] = EVIL
    (folder / "editions.yaml").write_text(dumped(editions), "utf-8")
    return folder


def test_data_that_is_played(home: Path, data: Path) -> None:
    save = home / "game.jsonl"
    at = ("--data", data)
    shown(clear(run("play", GAME, *TWO, "--seed", "1", "--save", save, *at), 0))
    shown(clear(run("replay", save), 0))
    out = clear(run("replay", save, "--json"), 0).out
    assert any(
        "EVIL\x1b[2J" in event for line in out.splitlines() for event in json.loads(line).get("events", ())
    )
    shown(clear(run("show", GAME, "map", *at), 0))
    shown(clear(run("show", GAME, "tiles", *at), 0))
    shown(clear(run("show", GAME, save), 0))
    for what in ("map", save):
        drawn = clear(run("show", GAME, what, "--svg", "-", *(at if what == "map" else ())), 0).out
        assert "EVIL" in "".join(ElementTree.fromstring(drawn).itertext())
    lines = cases(__file__, "asked")
    asked = "\n".join(
        [*lines, "legend", "what-if", "log"]
    )  # what is wrong ends a session that is not at a terminal
    for typed in (asked, EVIL, *(f"{word} {EVIL}" for word in ("why", "score", "log", "look", "place"))):
        ran = clear(run("play", GAME, "-p", "anna", "-p", "b:random", "--seed", "1", *at, typed=f"{typed}\n"))
        assert ran.code in (4, 130), ran


def test_data_that_is_wrong(home: Path) -> None:
    ours = Path(SRC.parent / "data" / GAME)
    for name in ("tiles.yaml", "box.yaml", "missions.yaml", "editions.yaml", "messages.yaml", "rules.yaml"):
        content = loaded(ours / name)
        seen = set()
        for at in places(content):
            if len(at) > 3 or (kind := tuple(key if n % 2 else "#" for n, key in enumerate(at))) in seen:
                continue
            seen.add(kind)
            for change in (put, called):
                folder = home / f"{name}-{len(seen)}-{change.__name__}"
                folder.mkdir()
                (folder / name).write_text(dumped(changed(content, at, change)), "utf-8")
                clear(run("show", GAME, "tiles", "--data", folder))
                if len(seen) > 3:
                    break


# -- terminals -----------------------------------------------------------------------------------------------------

needs_pty = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals here")


def at_terminal(screen: Screen) -> str:
    """Assert that the screen was driven by nothing but our own sequences; return what was shown."""
    text = screen.raw.replace("\r\n", "\n")
    assert "\x1b[35;7m" not in text
    harmless(OURS.sub("", text))
    return text


@needs_pty
@pytest.mark.parametrize("more", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_with_colour_and_without(home: Path, data: Path, more: dict[str, str]) -> None:
    save = home / "game.jsonl"
    screen = Screen(home, ["play", GAME, *TWO, "--seed", "1", "--save", save, "--data", data], **more)
    assert screen.end() == 0
    text = at_terminal(screen)
    assert r"EVIL\x1b[2J" in text
    assert ("\x1b[1m" in text) == (not more)
    screen = Screen(home, ["show", GAME, "map", "--data", data], **more)
    assert screen.end() == 0
    text = at_terminal(screen)
    assert (r"\x1b[35;7m" in text) and ("\x1b[" in text) == (not more)
    screen = Screen(home, ["games", EVIL], **more)
    assert screen.end() == 2
    assert r"EVIL\x1b[2J" in at_terminal(screen)


@needs_pty
def test_a_person_at_a_terminal(home: Path, data: Path) -> None:
    words = f"play {GAME} -p anna -p bruno --confirm never --seed 1".split()
    screen = Screen(home, [*words, "--data", data, "--save", home / "game.jsonl"])
    screen.wait("press Enter> ")
    screen.type("", "> ")
    for line in ("look", "hint", "score", "log"):
        screen.type(line, "> ")
    screen.type(first_moves(1, "anna", "bruno", moves=1).strip(), "press Enter> ")
    screen.type("", "> ")
    screen.type("quit", "tilewright resume")
    assert screen.end() == 0
    text = at_terminal(screen)
    assert "\x1b[2J\x1b[3J\x1b[H" in text and r"EVIL\x1b[2J" in text


def test_a_pipe(home: Path, data: Path) -> None:
    ran = clear(process(home, "play", GAME, *TWO, "--seed", "1", "--data", data), 0)
    shown(ran)
    clear(process(home, "play", f"--{EVIL}"), 2)
