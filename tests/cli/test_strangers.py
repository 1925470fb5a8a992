"""Plugins and bots that exit, interrupt or print: they are named, the rest works, and stdout holds only results."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw

from ..cases import cases
from .shell import GAME, Ran, process, run, start

NOISE = cases(__file__, "noise")
KINDS = ("print", "write", "bytes", "start", "stderr", "log", "warning", "descriptor", "child")
ATEXIT = "import atexit\nif 'pytest' not in sys.modules:\n    atexit.register(print, 'NOISE at exit')\n"
MODULE: str = cases(__file__, "module")
BOT = """
class Bot:
    def __init__(self, rules):
        {made}
    def choose(self, view, stream):
        {chosen}
        return view.legal()[0]
"""


def module(name: str, declared: str = "pass", assembled: str = "pass", begun: str = "pass") -> str:
    return MODULE.format(declared=declared, assembled=assembled, begun=begun).replace("NAME", name)


def bot(made: str = "pass", chosen: str = "pass") -> str:
    return BOT.format(made=made, chosen=chosen)


RAISED: dict[str, Any] = cases(__file__, "raised")
FAILS = {name: text for name, (text, _) in RAISED.items()}
PLACED = {name: f"{raised} ({name}.py:{text.count(chr(10))})" for name, (text, raised) in RAISED.items()}
"""As above, with the line that raises: the last one."""
DECLARED = {
    "in_declaration": module("in_declaration", declared="import sys; sys.exit(3)"),
    "in_assembly": module("in_assembly", assembled="raise KeyboardInterrupt"),
    "in_setup": module("in_setup", begun="import sys; sys.exit(3)"),
}
LOUD = {"loud": NOISE + ATEXIT + module("loud", *(["print('NOISE print')"] * 3))}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A distribution whose games, modules, bots and metrics fail at import or print, and a folder with them."""
    info = tmp_path / "shop-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shop\nVersion: 1.0\n")
    for name, text in {**FAILS, **DECLARED, **LOUD}.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    (tmp_path / "loudbot.py").write_text(NOISE + bot("print('NOISE print')", "print('NOISE print')"), "utf-8")
    groups = {
        "games": [f"{name} = {name}" for name in FAILS],
        "modules": [f"{GAME}.{name} = {name}" for name in (*FAILS, *DECLARED, *LOUD)],
        "bots": [*(f"{name} = {name}:Bot" for name in FAILS), "loudbot = loudbot:Bot"],
        "metrics": [f"{name} = {name}:meters" for name in FAILS],
    }
    lines = [line for kind, some in groups.items() for line in (f"[tilewright.{kind}]", *some, "")]
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    names = {*FAILS, *DECLARED, *LOUD, "loudbot"}
    yield tmp_path
    for name in set(sys.modules) & names:
        del sys.modules[name]


def at(shop: Path, *words: str | Path) -> Ran:
    """Run the command as a new process that finds the shop's packages."""
    return process(shop, *words, fresh=True)


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Processes of their own find the shop, too: `environment` sets PYTHONPATH to ours alone."""
    from . import shell

    own = shell.environment

    def environment(home: Path) -> dict[str, str]:
        kept = own(home)
        return kept | {"PYTHONPATH": os.pathsep.join([kept["PYTHONPATH"], str(tmp_path)])}

    monkeypatch.setattr(shell, "environment", environment)


def quiet(ran: Ran) -> None:
    assert "NOISE" not in ran.out and "Traceback" not in ran.out + ran.err, ran
    assert "\x1b" not in ran.out + ran.err, ran


def test_all_are_listed_by_name_with_what_they_raise(shop: Path) -> None:
    ran = at(shop, "games", "--json")
    assert ran.code == 0, ran
    quiet(ran)
    told = json.loads(ran.out)
    assert GAME in {game["name"] for game in told["games"]}
    said = {one["plugin"]: one["error"] for one in told["broken"]}
    for kind in ("game", "bot", "metric"):
        for name, raised in PLACED.items():
            assert said[f"{kind} {name} (shop 1.0)"] == raised, said
    for name, raised in PLACED.items():
        assert said[f"module {GAME}.{name} (shop 1.0)"] == raised, said
    declared = said[f"module {GAME}.in_declaration (shop 1.0)"]
    assert "hook tilewright_module" in declared and declared.endswith("SystemExit: 3")
    assert "KeyboardInterrupt" in said[f"module {GAME}.in_assembly (shop 1.0)"]
    [rebirth] = [game for game in told["games"] if game["name"] == GAME]
    assert {"loud", "in_setup"} <= {one["name"] for one in rebirth["modules"]}
    for kind in KINDS:
        assert f"NOISE {kind}" in ran.err, kind


def test_a_broken_game_that_is_named_is_told_once_and_fails(shop: Path) -> None:
    ran = run("games", "bye")
    assert (
        ran.code == 3
        and ran.err == "broken: game bye (shop 1.0): SystemExit: bye (bye.py:2)\n"
        and not ran.out
    ), ran
    ran = run("games", "bye", GAME)
    assert ran.code == 3 and "broken: game bye" in ran.err and ran.out.startswith(f"{GAME}: "), ran
    ran = run("games", GAME)  # its broken modules are listed, and the game can be played
    assert (
        ran.code == 0 and f"broken: module {GAME}.bye (shop 1.0): SystemExit: bye (bye.py:2)\n" in ran.err
    ), ran
    ran = run("games")
    assert ran.code == 0 and "broken: game bye (shop 1.0): SystemExit: bye (bye.py:2)\n" in ran.err, ran


def test_what_is_named_is_refused_with_its_name(shop: Path) -> None:
    two = ("-p", "anna:random", "-p", "bruno:random", "--seed", "1")
    for name, raised in PLACED.items():
        ran = run("play", name, *two)
        assert ran.code == 3 and f"game {name} (shop 1.0): {raised}\n" in ran.err, ran
        ran = run("play", GAME, *two, "--with", name)
        assert ran.code == 3 and f"module {GAME}.{name} (shop 1.0): {raised}\n" in ran.err, ran
        ran = run("play", GAME, "-p", f"anna:{name}", "-p", "bruno:random", "--seed", "1")
        assert ran.code == 3 and f"bot {name} (shop 1.0): {raised}\n" in ran.err, ran
        ran = run("play", GAME, "-p", f"anna:./{name}.py:Bot", "-p", "bruno:random", "--seed", "1")
        assert ran.code == 3 and ran.err.endswith(f"{name}.py: {raised}\n"), ran
    for name, said in {
        "in_declaration": "hook tilewright_module: SystemExit: 3",
        "in_assembly": "KeyboardInterrupt",
        "in_setup": "SystemExit: 3",
    }.items():
        ran = run("play", GAME, *two, "--with", name)
        assert ran.code == 3 and ran.err.endswith(f"{said}\n") and name in ran.err, ran


def test_a_package_given_to_check_is_named(shop: Path) -> None:
    for name, raised in PLACED.items():
        (shop / f"apart_{name}.py").write_text(FAILS[name], "utf-8")
        ran = run("check", f"apart_{name}")
        assert (
            ran.code == 3
            and f"package apart_{name}: {raised.replace(f'({name}.', f'(apart_{name}.')}\n" in ran.err
        ), ran
    (shop / "apart_declared.py").write_text(module("x", declared="raise KeyboardInterrupt"), "utf-8")
    ran = run("check", "apart_declared")
    assert ran.code == 3 and "plugin apart_declared: KeyboardInterrupt\n" in ran.err, ran


def test_a_bot_that_leaves_when_it_is_made_or_asked(shop: Path) -> None:
    (shop / "made.py").write_text(bot(made="import sys; sys.exit(0)"), "utf-8")
    (shop / "asked.py").write_text(bot(chosen="import sys; sys.exit(0)"), "utf-8")
    ran = run("play", GAME, "-p", "anna:./made.py:Bot", "-p", "bruno:random", "--seed", "1")
    assert ran.code == 3 and "made.py:Bot: SystemExit: 0" in ran.err, ran
    ran = run("play", GAME, "-p", "anna:./asked.py:Bot", "-p", "bruno:random", "--seed", "1")
    assert ran.code == 1 and "the game failed at decision" in ran.err and "SystemExit: 0" in ran.err, ran
    assert "to repeat it: tilewright resume --debug " in ran.err, ran
    for workers in ("1", "2"):
        ran = run(
            "simulate", GAME, "-n", "2", "--bots", "./asked.py:Bot", "--seed", "1", "--workers", workers
        )
        assert ran.code == 1 and ran.err.count("SystemExit: 0") == 2, ran


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_bots_and_hooks_print_spoils_no_json(shop: Path, workers: str) -> None:
    words = ["simulate", GAME, "-n", "2", "--bots", "loudbot,./loudbot.py:Bot", "--with", "loud"]
    ran = at(shop, *words, "--seed", "1", "--workers", workers, "--json")
    assert ran.code == 0, ran
    quiet(ran)
    assert len(json.loads(ran.out)["results"]) == 2
    for kind in KINDS:
        assert f"NOISE {kind}" in ran.err, kind


def test_nor_any_other_output(shop: Path) -> None:
    save = shop / "game.jsonl"
    words = f"play {GAME} -p a:loudbot -p b:random --with loud --seed 1 --save".split()
    ran = at(shop, *words, save)
    assert ran.code == 0, ran
    quiet(ran)
    assert ran.out.splitlines()[0].startswith("Rebirth: a (loudbot), b (random)")
    # Those that follow are forked from this process, which has imported the noise already.
    ran = process(shop, "replay", save, "--json")
    assert ran.code == 0, ran
    assert [json.loads(line) for line in ran.out.splitlines()]
    ran = process(shop, "replay", save, "--verify")
    assert ran.out.startswith(f"{save}: verified, ") and len(ran.out.splitlines()) == 1, ran
    ran = process(shop, "show", GAME, "map", "--with", "loud", "--svg", "-")
    assert ran.code == 0 and ran.out.startswith("<svg") and ran.out.endswith("</svg>\n"), ran


def test_in_a_program_of_your_own_prints_are_left_alone(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.warns(UserWarning, match="NOISE"):
        tw.load(GAME, ["loud"]).new(2, 1)
    assert capsys.readouterr().out.count("NOISE print\n") == 4


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_ctrl_c_of_the_person_at_an_import_still_ends_it(shop: Path) -> None:
    waits = "import sys, time\nprint('waiting')\n"
    waits += "try:\n    time.sleep(60)\nexcept BaseException:\n    sys.exit(0)\n"
    (shop / "slow.py").write_text(waits, "utf-8")
    running = start(shop, "play", GAME, "-p", "anna:./slow.py:Bot", "-p", "bruno:random")
    assert running.stderr is not None
    assert running.stderr.readline() == "waiting\n"
    time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=120)
    assert running.returncode == 130 and out == "" and err.endswith("interrupted\n"), (out, err)
